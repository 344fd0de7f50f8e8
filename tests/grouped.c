/* grouped - losses of groups a second time: all pairs, all orders, all labelings of each group. */
#include "grouped.h"

#include <math.h>
#include <string.h>

#include "common.h"

enum { MOST_ROWS = 7 };

struct groups grouped_deal(int64_t rows, int64_t *start)
{
    static const int64_t length[] = {3, 1, 4, 2};
    struct groups groups = {.start = start};

    start[0] = 0;
    for (int64_t at = 0; at < rows; at = start[++groups.count]) {
        int64_t end = at + length[groups.count % 4];
        start[groups.count + 1] = end < rows ? end : rows;
    }
    return groups;
}

/* ---- pairs ------------------------------------------------------------------------------------------------------------ */

/* Pairs i, j of y_i > y_j by the same rounded numbers z_i - 1; *count: the pairs. */
static long double query_by_pairs(const double *y, const double *z, size_t n, double *count)
{
    long double sum = 0;

    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            if (y[i] > y[j]) {
                *count += 1;
                sum += fmax(0, z[j] - (z[i] - 1));
            }
    return sum;
}

/* ---- orders ----------------------------------------------------------------------------------------------------------- */

struct order {
    size_t n;
    const double *y, *z; /* by falling y */
    double k, N, best;
};

static double discount(const struct order *o, size_t r)
{
    return (double)r < o->k ? 1 / log2((double)r + 2) : 0;
}

/* All orders of rows that are not taken yet, in the places from r on. */
static void all_orders(struct order *o, size_t r, unsigned taken, double sum)
{
    if (r == o->n)
        o->best = fmax(o->best, sum);
    for (size_t i = 0; i < o->n; i++)
        if (!(taken >> i & 1))
            all_orders(o, r + 1, taken | 1u << i,
                       sum + pow((double)r + 2, -0.25) * (o->z[i] - o->z[r]) - discount(o, r) * (exp2(o->y[i]) - 1) / o->N);
}

double grouped_ndcg(const double *y, const double *z, size_t n, double k)
{
    double sorted[2][MOST_ROWS];
    struct order o = {n, sorted[0], sorted[1], k, 0, -INFINITY};
    size_t count = 0;

    for (double label = 10; label >= 0; label--)
        for (size_t i = 0; i < n; i++)
            if (y[i] == label) {
                sorted[0][count] = y[i];
                sorted[1][count++] = z[i];
            }
    for (size_t r = 0; r < n; r++)
        o.N += discount(&o, r) * (exp2(sorted[0][r]) - 1);
    if (o.N == 0)
        return 0;
    all_orders(&o, 0, 0, 0);
    return o.best + 1;
}

/* ---- labelings -------------------------------------------------------------------------------------------------------- */

/* errors h(y', y) + s(y') - s(y) of the labeling y' of this number; errors is 0 or 1. */
static long double labeling(const struct risk_spec *spec, const double *y, const double *z, size_t n, const double *own,
                            double errors, size_t number)
{
    size_t S = (size_t)spec->classes, before = 0;
    long double sum = 0;

    for (size_t t = 0; t < n; t++, number /= S, z += S) {
        size_t k = number % S, true_k = (size_t)y[t];
        sum += (long double)z[k] - z[true_k] + (k != true_k ? errors : 0);
        if (t > 0)
            sum += (long double)own[before * S + k] - own[(size_t)y[t - 1] * S + true_k];
        before = k;
    }
    return sum;
}

/* max over labelings, or mu log of the sum over them of exp(./mu). */
static long double sequence(const struct risk_spec *spec, const double *y, const double *z, size_t n, const double *own,
                            double errors, double mu)
{
    size_t count = (size_t)pow(spec->classes, (double)n);
    long double most = -INFINITY, sum = 0;

    for (size_t k = 0; k < count; k++)
        most = fmaxl(most, labeling(spec, y, z, n, own, errors, k));
    for (size_t k = 0; mu > 0 && k < count; k++)
        sum += expl((labeling(spec, y, z, n, own, errors, k) - most) / mu);
    return mu > 0 ? most + mu * logl(sum) : most;
}

/* ---- a loss ----------------------------------------------------------------------------------------------------------- */

double grouped_risk(const struct risk_spec *spec, double mu, const double *z)
{
    const struct groups *groups = &spec->groups;
    size_t S = spec->loss->traits & LOSS_SCORES ? (size_t)spec->classes : 1;
    const double *own = z + (size_t)spec->x->rows * S;
    const char *name = spec->loss->name;
    long double sum = 0;
    double pairs = 0;

    for (int64_t q = 0; q < groups->count; q++) {
        size_t lo = (size_t)groups->start[q], n = (size_t)groups->start[q + 1] - lo;
        const double *y = spec->y + lo, *zq = z + lo * S;
        if (strcmp(name, "rank-pairs") == 0)
            sum += query_by_pairs(y, zq, n, &pairs);
        else if (strcmp(name, "ndcg") == 0)
            sum += grouped_ndcg(y, zq, n, spec->parameter);
        else if (strcmp(name, "crf") == 0)
            sum += sequence(spec, y, zq, n, own, 0, 1);
        else if (strcmp(name, "m3n") == 0)
            sum += sequence(spec, y, zq, n, own, 1, mu) - mu * (double)n * log((double)S);
        else
            ck_abort_msg("%s has no twin", name);
    }
    return (double)(sum / (pairs > 0 ? pairs : (double)groups->count));
}
