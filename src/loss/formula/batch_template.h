/* batch_template - the loops of struct formula over many examples, from functions of one example.
 *
 * Parameters, static inline functions of the includer:
 *     slope(p, y, z)        a u in the subdifferential of l at z
 *     dual(p, y, u)         l*(u), INFINITY outside of the domain
 *     step(p, y, z, u, q)   argmin_v l*(v) - zv + q/2 (v - u)^2
 *     curvature(p, y, v, q) dv/dz of v = step(p, y, z, u, q)
 * and of a block of examples (each_template.h, from a function value, or faster)
 *     slopes_of(p, n, y, z, v)   v_i = slope(p, y_i, z_i)
 *     values_of(p, n, y, z, l)   l_i = l(z_i)
 *     touch_of(p, n, y, z, v, l) both
 * Defines batch_value, batch_slopes, batch_ray, batch_conjugate, batch_prox and batch_prox_ray, for
 * a table of struct formula.
 *
 * No loss has a smoothed formula of its own: the maximiser u_mu(z) of uz - l*(u) - mu/2 u^2 is the
 * dual step from u = 0 with q = mu (Nesterov, Math. Program. 103, 2005; the step: Shalev-Shwartz,
 * Zhang, JMLR 14, 2013). */
#include "loss/loss.h"
#include "math/vec.h"

/* l_mu(z), mu > 0; *u = u_mu(z), *conjugate = l*(*u). */
static inline double smoothed(double p, double mu, double y, double z, double *u, double *conjugate)
{
    *u = step(p, y, z, 0, mu);
    *conjugate = dual(p, y, *u);
    return *u * z - *conjugate - mu / 2 * *u * *u;
}

/* Rows of a block, whose values lie on the stack: loops without sums, which compilers turn into
 * vector code, where sums stay in their order. */
enum { BLOCK = 128 };

static inline size_t block_rows(const struct batch *b, size_t lo)
{
    return b->n - lo < BLOCK ? b->n - lo : BLOCK;
}

static double batch_value(const struct batch *b, const double *z)
{
    const double p = b->p, mu = b->mu, *y = b->y;
    const struct costs c = b->c;
    double sum = 0, l[BLOCK], u, conjugate;

    if (mu > 0)
        for (size_t i = 0; i < b->n; i++)
            sum += loss_weigh(costs_at(c, i), smoothed(p, mu, y[i], z[i], &u, &conjugate));
    else
        for (size_t lo = 0, n; lo < b->n; lo += n) {
            n = block_rows(b, lo);
            values_of(p, n, y + lo, z + lo, l);
            for (size_t i = 0; i < n; i++)
                sum += loss_weigh(costs_at(c, lo + i), l[i]);
        }
    return sum;
}

static double batch_slopes(const struct batch *b, const double *z, double *cu, double *offset)
{
    const double p = b->p, mu = b->mu, *y = b->y;
    const struct costs c = b->c;
    double sum = 0, below = 0, l[BLOCK], v[BLOCK], u, conjugate;

    if (mu > 0)
        for (size_t i = 0; i < b->n; i++) {
            sum += loss_weigh(costs_at(c, i), smoothed(p, mu, y[i], z[i], &u, &conjugate));
            below -= loss_weigh(costs_at(c, i), conjugate);
            cu[i] = loss_weigh(costs_at(c, i), u);
        }
    else /* offset: -l*(u) = l(z) - uz (Fenchel-Young), but without the cancellation at large |z| */
        for (size_t lo = 0, n; lo < b->n; lo += n) {
            n = block_rows(b, lo);
            touch_of(p, n, y + lo, z + lo, v, l);
            for (size_t i = 0; i < n; i++) {
                sum += loss_weigh(costs_at(c, lo + i), l[i]);
                below -= loss_weigh(costs_at(c, lo + i), dual(p, y[lo + i], v[i]));
                cu[lo + i] = loss_weigh(costs_at(c, lo + i), v[i]);
            }
        }
    *offset = below;
    return sum;
}

static double batch_ray(const struct batch *b, const double *z, const double *d, double t)
{
    const double p = b->p, mu = b->mu, *y = b->y;
    const struct costs c = b->c;
    double sum = 0, at[BLOCK], v[BLOCK];

    if (mu > 0)
        for (size_t i = 0; i < b->n; i++)
            sum += d[i] * loss_weigh(costs_at(c, i), step(p, y[i], z[i] + t * d[i], 0, mu));
    else
        for (size_t lo = 0, n; lo < b->n; lo += n) {
            n = block_rows(b, lo);
            vec_combine(n, 1, z + lo, t, d + lo, at);
            slopes_of(p, n, y + lo, at, v);
            for (size_t i = 0; i < n; i++)
                sum += d[lo + i] * loss_weigh(costs_at(c, lo + i), v[i]);
        }
    return sum;
}

static double batch_conjugate(const struct batch *b, const double *u)
{
    const double p = b->p, *y = b->y;
    const struct costs c = b->c;
    double sum = 0;

    for (size_t i = 0; i < b->n; i++)
        sum += loss_weigh(costs_at(c, i), dual(p, y[i], u[i]));
    return sum;
}

/* v_i of struct prox for the rows [lo, lo + n) at z (n); q = 0: the slope, for step may solve an
 * equation by Newton's method. */
static inline void prox_block(const struct batch *b, const struct prox *x, size_t lo, size_t n,
                              const double *restrict z, double *restrict v)
{
    const double p = b->p, q = x->q, *y = b->y + lo;

    if (q > 0)
        for (size_t i = 0; i < n; i++)
            v[i] = step(p, y[i], z[i], x->alpha[lo + i], q);
    else
        slopes_of(p, n, y, z, v);
}

/* x_i = c_i x_i */
static inline void block_weigh(size_t n, struct costs c, double *restrict x)
{
    const double *restrict each = c.each;

    if (each)
        for (size_t i = 0; i < n; i++)
            x[i] = loss_weigh(each[i], x[i]);
    else
        for (size_t i = 0; i < n; i++)
            x[i] = loss_weigh(c.all, x[i]);
}

/* sum_i c_i x_i */
static inline double block_sum(size_t n, struct costs c, double *restrict x)
{
    double sum = 0;

    block_weigh(n, c, x);
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return sum;
}

/* -sum_i c_i l*(v_i) of a block. */
static double block_offset(const struct batch *b, size_t lo, size_t n, const double *restrict v)
{
    const double p = b->p, *y = b->y + lo;
    double l[BLOCK];

    for (size_t i = 0; i < n; i++)
        l[i] = dual(p, y[i], v[i]);
    return -block_sum(n, costs_from(b->c, lo), l);
}

static double batch_prox(const struct batch *b, const struct prox *x, double *offset)
{
    const double p = b->p;
    double sum = 0, below = 0, v[BLOCK], l[BLOCK];

    for (size_t lo = 0, n; lo < b->n; lo += n) {
        const double q = x->q, *y = b->y + lo, *z = x->z + lo;
        double *restrict u = x->u + lo, *restrict h = x->h + lo;

        n = block_rows(b, lo);
        if (q > 0) {
            prox_block(b, x, lo, n, z, v);
            values_of(p, n, y, z, l);
        } else {
            touch_of(p, n, y, z, v, l);
        }
        for (size_t i = 0; i < n; i++)
            h[i] = curvature(p, y[i], v[i], q);
        block_weigh(n, costs_from(b->c, lo), h);
        vec_copy(n, v, u);
        block_weigh(n, costs_from(b->c, lo), u);
        if (x->v)
            vec_copy(n, v, x->v + lo);
        sum += block_sum(n, costs_from(b->c, lo), l);
        if (offset)
            below += block_offset(b, lo, n, v);
    }
    if (offset)
        *offset = below;
    return sum;
}

static double batch_prox_ray(const struct batch *b, const struct prox *x, const double *d, double t)
{
    double sum = 0, z[BLOCK], v[BLOCK];

    for (size_t lo = 0, n; lo < b->n; lo += n) {
        n = block_rows(b, lo);
        vec_combine(n, 1, x->z + lo, t, d + lo, z);
        prox_block(b, x, lo, n, z, v);
        block_weigh(n, costs_from(b->c, lo), v);
        sum += vec_dot(n, v, d + lo);
    }
    return sum;
}
