/* contingency - losses of the numbers of errors a second time: over all tables, in more digits. */
#include "contingency.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 4096 };

bool contingency_has(const struct loss_row *loss)
{
    static const char *const names[] = {"fbeta", "prec@k", "rec@k", "prbep"};

    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (strcmp(loss->name, names[k]) == 0)
            return true;
    return false;
}

double contingency_delta(const struct loss_row *loss, double parameter, int64_t P, int64_t c, int64_t b)
{
    double k = loss->parameter.name && parameter > 0 ? parameter : (double)P, hits = (double)(P - c);
    double recall = hits / (double)P, precision = hits / (hits + (double)b), square = parameter * parameter;

    if (strcmp(loss->name, "fbeta") == 0)
        return hits > 0 ? 1 - (1 + square) * precision * recall / (square * precision + recall) : 1;
    if (hits + (double)b != k)
        return NAN;
    return 1 - (strcmp(loss->name, "prec@k") == 0 ? precision : recall);
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x < y) - (x > y);
}

/* log(exp(x) + exp(y)) */
static long double log_add(long double x, long double y)
{
    return x < y ? log_add(y, x) : y == -INFINITY ? x : x + log1pl(expl(y - x));
}

/* of[k]: the sum of the first k of gain[n], the greatest ones; mu > 0: mu log of the sum over all sets of k of them of
 * exp(gain/mu) */
static void add_up(int64_t n, double *gain, double mu, long double *of)
{
    qsort(gain, (size_t)n, sizeof *gain, compare);
    of[0] = 0;
    for (int64_t i = 0; i < n; i++) {
        of[i + 1] = mu > 0 ? -INFINITY : of[i] + gain[i];
        for (int64_t k = i + 1; k > 0 && mu > 0; k--)
            of[k] = mu * log_add(of[k] / mu, (of[k - 1] + gain[i]) / mu);
    }
}

double contingency_risk(const struct risk_spec *spec, double mu, const double *z)
{
    static double gain[2][MOST];
    static long double of[2][MOST + 1];
    int64_t count[2] = {0, 0}, m = spec->x->rows;
    bool any = strcmp(spec->loss->name, "fbeta") == 0; /* else alarms are as many as k tells */
    double k = spec->loss->parameter.name && spec->parameter > 0 ? spec->parameter : NAN;
    long double best = -INFINITY;

    for (int64_t i = 0; i < m; i++) {
        int side = spec->y[i] < 0;
        gain[side][count[side]++] = (side ? 2 : -2) * z[i] / (double)m;
    }
    for (int side = 0; side < 2; side++)
        add_up(count[side], gain[side], mu, of[side]);
    for (int64_t c = 0; c <= count[0]; c++)
        for (int64_t b = 0; b <= count[1]; b++) {
            if (!any && (double)(count[0] - c + b) != (isnan(k) ? (double)count[0] : k))
                continue;
            long double value = contingency_delta(spec->loss, spec->parameter, count[0], c, b) + of[0][c] + of[1][b];
            if (!isnan(value))
                best = mu > 0 ? mu * log_add(best / mu, value / mu) : fmaxl(best, value);
        }
    return (double)(mu > 0 ? best - mu * (long double)m * logl(2) : best);
}
