/* proportional - proportional odds a second time: from the probabilities, in more digits. */
#include "proportional.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { T = PROPORTIONAL_CLASSES - 1 };

struct odds {
    int64_t rows;
    int thresholds;
    const double *y, *c, *z;
    long double gradient[T], hessian[T][T];
};

/* s(t), and 1 - s(t) = s(-t) */
static long double sigmoid(long double t)
{
    return t > 0 ? 1 / (1 + expl(-t)) : expl(t) / (1 + expl(t));
}

/* F at theta, and its derivatives: with P = s(a) - s(b), s' = s (1 - s), s'' = s' (1 - 2 s). */
static long double look(struct odds *o, const long double *theta)
{
    long double sum = 0;

    memset(o->gradient, 0, sizeof o->gradient);
    memset(o->hessian, 0, sizeof o->hessian);
    for (int64_t i = 0; i < o->rows; i++) {
        int above = (int)o->y[i], below = above - 1;
        bool top = above == o->thresholds, bottom = below < 0;
        long double a = top ? 0 : theta[above] - o->z[i], b = bottom ? 0 : theta[below] - o->z[i], c = o->c[i];
        long double s = top ? 1 : sigmoid(a), t = bottom ? 0 : sigmoid(b), rest = top ? 0 : sigmoid(-a);
        long double P = !bottom && b > 0 ? sigmoid(-b) - rest : s - t;
        long double left = bottom ? 0 : sigmoid(-b);
        long double da = s * rest, db = t * left, dda = da * (rest - s), ddb = db * (left - t);
        if (c == 0)
            continue;
        sum -= c * logl(P);
        if (!top) {
            o->gradient[above] -= c * da / P;
            o->hessian[above][above] += c * (da * da / (P * P) - dda / P);
        }
        if (!bottom) {
            o->gradient[below] += c * db / P;
            o->hessian[below][below] += c * (db * db / (P * P) + ddb / P);
        }
        if (!top && !bottom) {
            o->hessian[above][below] -= c * da * db / (P * P);
            o->hessian[below][above] -= c * da * db / (P * P);
        }
    }
    return sum;
}

/* x = hessian^-1 gradient, by Gaussian elimination; false: there is none. */
static bool solve(struct odds *o, long double *x)
{
    int n = o->thresholds;

    memcpy(x, o->gradient, sizeof o->gradient);
    for (int k = 0; k < n; k++) {
        if (!(o->hessian[k][k] > 0))
            return false;
        for (int i = k + 1; i < n; i++) {
            long double m = o->hessian[i][k] / o->hessian[k][k];
            for (int j = k; j < n; j++)
                o->hessian[i][j] -= m * o->hessian[k][j];
            x[i] -= m * x[k];
        }
    }
    for (int k = n; k-- > 0; x[k] /= o->hessian[k][k])
        for (int j = k + 1; j < n; j++)
            x[k] -= o->hessian[k][j] * x[j];
    return true;
}

/* The thresholds of a start: the shares of the classes, around the mean score. */
static void begin(const struct odds *o, long double *theta)
{
    long double all = 0, mean = 0;

    for (int64_t i = 0; i < o->rows; i++) {
        all += o->c[i];
        mean += o->c[i] * o->z[i];
    }
    for (int k = 0; k < o->thresholds; k++) {
        long double below = 0;
        for (int64_t i = 0; i < o->rows; i++)
            below += o->y[i] <= k ? o->c[i] : 0;
        theta[k] = mean / all + logl(below / (all - below));
    }
}

double proportional_best(int64_t rows, int classes, const double *y, const double *c, const double *z, double *theta)
{
    struct odds o = {.rows = rows, .thresholds = classes - 1, .y = y, .c = c, .z = z};
    long double at[T], step[T], next[T], best;

    begin(&o, at);
    best = look(&o, at);
    for (int k = 0; k < 200 && solve(&o, step); k++) {
        long double t = 1, value = 0, decrement = 0;
        for (int j = 0; j < o.thresholds; j++)
            decrement += o.gradient[j] * step[j];
        if (decrement <= 1e-20L * best) /* less than rounding */
            break;
        for (; t > 1e-12L; t /= 2) {
            for (int j = 0; j < o.thresholds; j++)
                next[j] = at[j] - t * step[j];
            value = look(&o, next);
            if (value < best)
                break;
        }
        if (!(value < best))
            break;
        best = value;
        memcpy(at, next, sizeof at);
    }
    for (int j = 0; j < o.thresholds; j++)
        theta[j] = (double)at[j];
    return (double)best;
}
