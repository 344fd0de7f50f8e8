/* softmax - l(z) = log sum_k exp(z_k) - z_y, multinomial logistic regression. */
#include <float.h>

#include "loss/classes/classes.h"
#include "loss/loss.h"

static inline size_t greatest(size_t k, const double *z)
{
    size_t best = 0;

    for (size_t o = 1; o < k; o++)
        if (z[o] > z[best])
            best = o;
    return best;
}

static double vector_value(double p, size_t k, double y, const double *z)
{
    size_t best = greatest(k, z);
    double others = 0;

    (void)p;
    for (size_t o = 0; o < k; o++)
        others += o == best ? 0 : exp(z[o] - z[best]);
    return z[best] - z[(size_t)y] + log1p(others);
}

static void vector_slope(double p, size_t k, double y, const double *z, double *u)
{
    double most = z[greatest(k, z)], sum = 0;

    (void)p;
    for (size_t o = 0; o < k; o++) {
        u[o] = exp(z[o] - most);
        sum += u[o];
    }
    for (size_t o = 0; o < k; o++)
        u[o] /= sum;
    classes_slope(k, y, u);
}

/* sum_k p_k log p_k, with 0 log 0 = 0 */
static double vector_dual(double p, size_t k, double y, const double *u)
{
    size_t own = (size_t)y;
    double sum = u[own] > -1 ? (1 + u[own]) * log1p(u[own]) : 0;

    (void)p;
    if (!classes_feasible(k, y, u))
        return INFINITY;
    for (size_t o = 0; o < k; o++)
        sum += o != own && u[o] > 0 ? u[o] * log(u[o]) : 0;
    return sum;
}

/* x + log x = t has the solution x = e^t (1 - e^t + ...), e^t within rounding below this t: e^-36
 * is DBL_EPSILON. */
static const double SMALL_LOG = -36;
enum { FRITSCH_STEPS = 2 };  /* of fourth order: 2 from the start below give full precision */
enum { NEWTON_STEPS = 100 }; /* a bound that no test meets */

/* The p with log p + qp = s. With x = qp: x + log x = t = s + log q, by the iteration of Fritsch,
 * Shafer and Crowley (Solution of the transcendental equation w e^w = x, CACM 16, 1973). */
static inline double solve(double s, double q, double log_q)
{
    double t = s + log_q, e, x;

    if (t < SMALL_LOG)
        return exp(s);
    e = t > 1 ? 0 : exp(t);
    x = t > 1 ? t - log(t) : e / (1 + e);
    for (int k = 0; k < FRITSCH_STEPS; k++) {
        double z = t - x - log(x), a = 2 * (1 + x) * (1 + x + 2 * z / 3);
        x *= 1 + z / (1 + x) * (a - z) / (a - 2 * z);
    }
    return x / q;
}

/* log p_k + q p_k = r_k - nu, r = z + q p_old: Newton's method on the nu for which sum_k p_k = 1,
 * on the logarithm of the sum while the p_k fall exponentially with nu (fall = -d sum / d nu). The
 * bracket [lo, hi] of nu, where Newton leaves it, is halved: with max r_k = 0 that p_k is between
 * 1/k and 1. u holds r meanwhile. */
static void vector_step(double p, size_t k, double y, const double *z, double *u, double q)
{
    double log_q = log(q), lo = -q, hi = log((double)k) - q / (double)k, old, top, nu, sum = 1;
    size_t best = 0;

    (void)p;
    u[(size_t)y] += 1;
    for (size_t o = 1; o < k; o++)
        if (z[o] - z[best] + q * (u[o] - u[best]) > 0)
            best = o;
    old = u[best];
    top = z[best];
    for (size_t o = 0; o < k; o++)
        u[o] = z[o] - top + q * (u[o] - old);
    old = fmax(1 / (double)k, fmin(1, old));
    nu = -log(old) - q * old;
    for (int step = 0; step < NEWTON_STEPS; step++) {
        double fall = 0, next;
        sum = 0;
        for (size_t o = 0; o < k; o++) {
            double v = solve(u[o] - nu, q, log_q);
            sum += v;
            fall += v / (1 + q * v);
        }
        if (sum > 1)
            lo = nu;
        else
            hi = nu;
        next = nu + (2 * fall > sum ? sum * log(sum) : sum - 1) / fall;
        if (!(fabs(next - nu) > 2 * DBL_EPSILON * (1 + fabs(nu))))
            break;
        if (!(next > lo && next < hi))
            next = lo + (hi - lo) / 2;
        if (next == nu)
            break;
        nu = next;
    }
    for (size_t o = 0; o < k; o++)
        u[o] = solve(u[o] - nu, q, log_q) / sum;
    classes_slope(k, y, u);
}

#include "loss/classes/vector_template.h"

const struct loss_row loss_softmax = {
    .name = "softmax",
    .help = "log sum_k exp(z_k) - z_y, multinomial logistic regression",
    .task = TASK_MULTICLASS,
    .traits = LOSS_SCORES | LOSS_SMOOTH | LOSS_POSITIVE | LOSS_LIPSCHITZ | LOSS_PROBABILITY,
    .formula = &formula};
