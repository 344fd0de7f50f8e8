/* softmax - l(z) = log sum_o exp(z_o) - z_y: multinomial logistic regression.
 *
 * A slope is u = p - e_y, p on the simplex; at z p_o = exp(z_o)/sum_k exp(z_k). */
#include <float.h>

#include "loss/classes/classes.h"
#include "loss/loss.h"
#include "math/exponentials.h"
#include "math/logarithm.h"
#include "math/omega.h"
#include "math/vec.h"

/* Newton's method for nu ends at a move by ROUNDINGS DBL_EPSILON (1 + |nu|), or after NEWTON_STEPS
 * moves: it took 53 at most and 3 on average for 2.2e5 random p and z of 2 to 31 classes, q from
 * 1e-6 to 1e16. */
static const double ROUNDINGS = 2;
enum { NEWTON_STEPS = 100 };

/* e_o = exp(z_o - most), most = max z: others = sum over o != y of e_o, own = e_y. */
struct exponents {
    double most, others, own;
};

/* u_o = e_o, but u_y = 0. No exponential overflows. */
static inline struct exponents exponents_at(size_t k, size_t own, const double *z, double *u)
{
    struct exponents e = {.most = vec_max(k, z)};

    for (size_t o = 0; o < k; o++)
        u[o] = z[o] - e.most;
    exponentials(k, u);
    e.own = u[own];
    u[own] = 0;
    e.others = vec_sum(k, u);
    return e;
}

/* l(z) = log(1 + others/own): where y is the best class others is not lost beside 1. */
static inline double value_of(struct exponents e, double own)
{
    return e.own == 1 ? logarithm_1p(e.others) : e.most - own + logarithm(e.others + e.own);
}

static double vector_value(struct parameter p, size_t k, double y, const double *z)
{
    double u[LOSS_CLASSES];

    (void)p;
    return value_of(exponents_at(k, (size_t)y, z, u), z[(size_t)y]);
}

/* u_o = e_o/sum, u_y = -others/sum; returns l(z). */
static double vector_touch(struct parameter p, size_t k, double y, const double *z, double *u)
{
    size_t own = (size_t)y;
    struct exponents e = exponents_at(k, own, z, u);
    double share = 1 / (e.others + e.own);

    (void)p;
    vec_scale(k, share, u);
    u[own] = -fmin(1, e.others * share);
    return value_of(e, z[own]);
}

static void vector_slope(struct parameter p, size_t k, double y, const double *z, double *u)
{
    vector_touch(p, k, y, z, u);
}

/* sum over o != y of p_o (d_o - d_y) at z + t d */
static double vector_ray(struct parameter p, size_t k, double y, const double *z, const double *d,
                         double t)
{
    size_t own = (size_t)y;
    double moved[LOSS_CLASSES], u[LOSS_CLASSES];
    struct exponents e;

    (void)p;
    vec_combine(k, 1, z, t, d, moved);
    e = exponents_at(k, own, moved, u);
    return (vec_dot(k, u, d) - e.others * d[own]) / (e.others + e.own);
}

/* sum_o p_o log p_o, with 0 log 0 = 0: <u, z> - l(z) = sum_o p_o (z_o - log sum_k exp(z_k)) is
 * largest where z_o = log p_o. p_y = 1 + u_y. */
static double vector_dual(struct parameter p, size_t k, double y, const double *u)
{
    size_t own = (size_t)y;
    double sum = u[own] > -1 ? (1 + u[own]) * logarithm_1p(u[own]) : 0;

    (void)p;
    if (!classes_feasible(k, y, u))
        return INFINITY;
    for (size_t o = 0; o < k; o++)
        sum += o != own && u[o] > 0 ? u[o] * logarithm(u[o]) : 0;
    return sum;
}

/* sum = S(nu) = sum_o p_o and fall = -S'(nu), where log p_o + q p_o = r_o - nu, so that
 * p_o'(nu) = -p_o/(1 + q p_o). */
struct mass {
    double sum, fall;
};

/* p: guesses, which become p_o. */
static inline struct mass mass_at(size_t k, const double *r, double nu, double q, double log_q,
                                  double *p)
{
    struct mass s = {0, 0};

    for (size_t o = 0; o < k; o++) {
        p[o] = omega(r[o] - nu, q, log_q, p[o]);
        s.sum += p[o];
        s.fall += p[o] / (1 + q * p[o]);
    }
    return s;
}

/* Guesses of p_o after nu has moved: log p_o falls by h = move/(1 + q p_o) to first order, and
 * exp(-h) is (2 - h)/(2 + h) to second. A guess that is bad is not positive or not near. */
static inline void follow(size_t k, double move, double q, double *p)
{
    for (size_t o = 0; o < k; o++) {
        double h = move / (1 + q * p[o]);
        p[o] *= (2 - h) / (2 + h);
    }
}

/* u = p - e_y becomes u_o = r_o - r_best, r = z + q p, best = argmax r_o; returns p_best. */
static inline double vector_targets(size_t k, double y, const double *z, double *u, double q)
{
    size_t best = 0;
    double top, old;

    u[(size_t)y] += 1;
    for (size_t o = 1; o < k; o++)
        if (z[o] - z[best] + q * (u[o] - u[best]) > 0)
            best = o;
    old = u[best];
    top = z[best];
    for (size_t o = 0; o < k; o++)
        u[o] = z[o] - top + q * (u[o] - old);
    return old;
}

/* p+ minimises sum_o p_o log p_o - <z, p> + q/2 |p - p_old|^2 on the simplex, that is
 *     log p_o + q p_o = r_o - nu,   r = z + q p_old,   S(nu) = sum_o p_o = 1.
 * With max r = 0 its p_o is in [1/k, 1], so that nu = -log p_o - q p_o is in [-q, log k - q/k]; nu
 * starts at the old p_o. While most p_o fall like exp(-nu), 2 fall > S, Newton's move is the one
 * for log S = 0, S log S/fall, else the one for S = 1, (S - 1)/fall. A move out of the bracket
 * [lo, hi] goes to its middle. u holds r meanwhile, guess p_o. */
static void vector_step(struct parameter p, size_t k, double y, const double *z, double *u,
                        double q)
{
    double log_q = logarithm(q), lo = -q, hi = logarithm((double)k) - q / (double)k, nu, old;
    double guess[LOSS_CLASSES];
    struct mass s = {1, 0};

    (void)p;
    vec_copy(k, u, guess);
    guess[(size_t)y] += 1;
    old = fmax(1 / (double)k, fmin(1, vector_targets(k, y, z, u, q)));
    nu = -logarithm(old) - q * old;
    for (int step = 0; step < NEWTON_STEPS; step++) {
        double next;
        s = mass_at(k, u, nu, q, log_q, guess);
        if (s.sum > 1)
            lo = nu;
        else
            hi = nu;
        next = nu + (2 * s.fall > s.sum ? s.sum * logarithm(s.sum) : s.sum - 1) / s.fall;
        if (!(fabs(next - nu) > ROUNDINGS * DBL_EPSILON * (1 + fabs(nu))))
            break;
        if (!(next > lo && next < hi))
            next = lo + (hi - lo) / 2;
        if (next == nu)
            break;
        follow(k, next - nu, q, guess);
        nu = next;
    }
    for (size_t o = 0; o < k; o++)
        u[o] = guess[o] / s.sum;
    classes_slope(k, y, u);
}

/* Of q = 0: dp/dz = diag(p) - p p', p = v + e_y. */
static void vector_curvature(size_t k, double y, const double *v, double q, double *h)
{
    size_t own = (size_t)y;

    (void)q;
    for (size_t o = 0; o < k; o++)
        h[o] = v[o] * (1 - v[o]);
    h[own] = -v[own] * (1 + v[own]);
}

static void vector_bend(size_t k, double y, double c, const double *u, double q, const double *d,
                        double *to)
{
    size_t own = (size_t)y;
    double mean = vec_dot(k, u, d) / c + d[own]; /* <p, d> */

    (void)q;
    for (size_t o = 0; o < k; o++)
        to[o] = u[o] * (d[o] - mean);
    to[own] = (c + u[own]) * (d[own] - mean);
}

static void vector_couple(size_t k, double y, double c, const double *u, double q, size_t first,
                          size_t every, double *M)
{
    double p[LOSS_CLASSES]; /* c p */

    (void)q;
    vec_copy(k, u, p);
    p[(size_t)y] += c;
    for (size_t a = first; a < k; a += every)
        vec_add(k - a - 1, -p[a] / c, p + a + 1, M + a * k + a + 1);
}

#include "loss/classes/vector_template.h"

const struct loss_row loss_softmax = {
    .name = "softmax",
    .help = "log sum_k exp(z_k) - z_y, multinomial logistic regression",
    .task = TASK_MULTICLASS,
    .traits = LOSS_ROWS | LOSS_SCORES | LOSS_SMOOTH | LOSS_POSITIVE | LOSS_LIPSCHITZ |
              LOSS_PROBABILITY | LOSS_WEIGHTS | LOSS_BIAS,
    .formula = &formula};
