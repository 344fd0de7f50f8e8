/* batch_template - the loops of struct formula over many examples, from functions of one example.
 *
 * Parameters, static inline functions of the includer:
 *     slope(p, y, z)        a u in the subdifferential of l at z
 *     dual(p, y, u)         l*(u), INFINITY outside of the domain
 *     step(p, y, z, u, q)   argmin_v l*(v) - zv + q/2 (v - u)^2
 *     curvature(p, y, v, q) dv/dz of v = step(p, y, z, u, q)
 * and of a block of examples
 *     slopes_of(p, n, y, z, v)   v_i = slope(p, y_i, z_i)
 *     values_of(p, n, y, z, l)   l_i = l(z_i)
 *     touch_of(p, n, y, z, v, l) both
 * DUALS(p, n, y, u, l), a function of a block: l_i = dual(p, y_i, u_i); duals_one_by_one or one
 * that is quicker; and FORMULA, the head of the definition of the row of struct formula. Both are
 * undefined at the end.
 *
 * No loss has a smoothed formula of its own: the maximiser u_mu(z) of uz - l*(u) - mu/2 u^2 is the
 * dual step from u = 0 with q = mu (Nesterov, Math. Program. 103, 2005; the step: Shalev-Shwartz,
 * Zhang, JMLR 14, 2013). */
#include "loss/loss.h"
#include "math/vec.h"

/* Rows of a block, whose values lie on the stack: loops without sums, which compilers turn into
 * vector code, where sums stay in their order. */
enum { BLOCK = 128 };

static inline size_t block_rows(const struct batch *b, size_t lo)
{
    return b->n - lo < BLOCK ? b->n - lo : BLOCK;
}

/* to_i = c_i x_i; to may be x */
static inline void block_weigh(size_t n, struct costs c, const double *x, double *to)
{
    if (c.each)
        for (size_t i = 0; i < n; i++)
            to[i] = loss_weigh(c.each[i], x[i]);
    else
        for (size_t i = 0; i < n; i++)
            to[i] = loss_weigh(c.all, x[i]);
}

/* sum + sum_i c_i x_i, from left to right */
static inline double block_sum(double sum, size_t n, struct costs c, const double *restrict x)
{
    for (size_t i = 0; i < n; i++)
        sum += loss_weigh(costs_at(c, i), x[i]);
    return sum;
}

/* u_mu(z_i) of the rows from lo on, z and v of the block alone */
static inline void block_slopes(const struct batch *b, size_t lo, size_t n,
                                const double *restrict z, double *restrict v)
{
    const struct parameter p = b->p;
    const double mu = b->mu, *restrict y = b->y + lo;

    if (mu > 0)
        for (size_t i = 0; i < n; i++)
            v[i] = step(p, y[i], z[i], 0, mu);
    else
        slopes_of(p, n, y, z, v);
}

static inline void duals_one_by_one(struct parameter p, size_t n, const double *restrict y,
                                    const double *restrict u, double *restrict l)
{
    for (size_t i = 0; i < n; i++)
        l[i] = dual(p, y[i], u[i]);
}

static inline void block_dual(const struct batch *b, size_t lo, size_t n, const double *restrict v,
                              double *restrict conjugate)
{
    DUALS(b->p, n, b->y + lo, v, conjugate);
}

/* v_i = u_mu(z_i), its l*, and l_mu(z_i) */
static inline void block_touch(const struct batch *b, size_t lo, size_t n,
                               const double *restrict z, double *restrict v,
                               double *restrict conjugate, double *restrict l)
{
    const double mu = b->mu;

    if (!(mu > 0)) {
        touch_of(b->p, n, b->y + lo, z, v, l);
        block_dual(b, lo, n, v, conjugate);
        return;
    }
    block_slopes(b, lo, n, z, v);
    block_dual(b, lo, n, v, conjugate);
    for (size_t i = 0; i < n; i++)
        l[i] = v[i] * z[i] - conjugate[i] - mu / 2 * v[i] * v[i];
}

static double batch_value(const struct batch *b, const double *z)
{
    double sum = 0, l[BLOCK], v[BLOCK], conjugate[BLOCK];

    for (size_t lo = 0, n; lo < b->n; lo += n) {
        n = block_rows(b, lo);
        if (b->mu > 0)
            block_touch(b, lo, n, z + lo, v, conjugate, l);
        else
            values_of(b->p, n, b->y + lo, z + lo, l);
        sum = block_sum(sum, n, costs_from(b->c, lo), l);
    }
    return sum;
}

/* offset: -l*(u) = l(z) - uz (Fenchel-Young), but without the cancellation at large |z| */
static double batch_slopes(const struct batch *b, const double *z, double *cu, double *offset)
{
    double sum = 0, below = 0, l[BLOCK], conjugate[BLOCK];

    for (size_t lo = 0, n; lo < b->n; lo += n) {
        n = block_rows(b, lo);
        block_touch(b, lo, n, z + lo, cu + lo, conjugate, l);
        block_weigh(n, costs_from(b->c, lo), cu + lo, cu + lo);
        sum = block_sum(sum, n, costs_from(b->c, lo), l);
        below = block_sum(below, n, costs_from(b->c, lo), conjugate);
    }
    *offset = -below;
    return sum;
}

static double batch_ray(const struct batch *b, const double *z, const double *d, double t)
{
    double sum = 0, at[BLOCK], v[BLOCK];

    for (size_t lo = 0, n; lo < b->n; lo += n) {
        n = block_rows(b, lo);
        vec_combine(n, 1, z + lo, t, d + lo, at);
        block_slopes(b, lo, n, at, v);
        block_weigh(n, costs_from(b->c, lo), v, v);
        for (size_t i = 0; i < n; i++)
            sum += d[lo + i] * v[i];
    }
    return sum;
}

static double batch_conjugate(const struct batch *b, const double *u)
{
    double sum = 0, conjugate[BLOCK];

    for (size_t lo = 0, n; lo < b->n; lo += n) {
        n = block_rows(b, lo);
        block_dual(b, lo, n, u + lo, conjugate);
        sum = block_sum(sum, n, costs_from(b->c, lo), conjugate);
    }
    return sum;
}

/* v_i of struct prox for the rows [lo, lo + n) at z (n); q = 0: the slope, for step may solve an
 * equation by Newton's method. */
static inline void prox_block(const struct batch *b, const struct prox *x, size_t lo, size_t n,
                              const double *restrict z, double *restrict v)
{
    const struct parameter p = b->p;
    const double q = x->q, *restrict y = b->y + lo;

    if (q > 0) {
        const double *restrict alpha = x->alpha + lo;
        for (size_t i = 0; i < n; i++)
            v[i] = step(p, y[i], z[i], alpha[i], q);
    } else {
        slopes_of(p, n, y, z, v);
    }
}

static double batch_prox(const struct batch *b, const struct prox *x, double *offset)
{
    const struct parameter p = b->p;
    double sum = 0, below = 0, v[BLOCK], l[BLOCK];

    for (size_t lo = 0, n; lo < b->n; lo += n) {
        const struct costs c = costs_from(b->c, lo);
        const double q = x->q, *restrict y = b->y + lo, *z = x->z + lo;
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
        block_weigh(n, c, h, h);
        block_weigh(n, c, v, u);
        if (x->v)
            vec_copy(n, v, x->v + lo);
        sum += block_sum(0, n, c, l);
        if (offset) {
            block_dual(b, lo, n, v, l);
            below -= block_sum(0, n, c, l);
        }
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
        block_weigh(n, costs_from(b->c, lo), v, v);
        sum += vec_dot(n, v, d + lo);
    }
    return sum;
}

FORMULA = {.value = batch_value,
           .slopes = batch_slopes,
           .ray = batch_ray,
           .conjugate = batch_conjugate,
           .prox = batch_prox,
           .prox_ray = batch_prox_ray,
           .slope = slope,
           .dual = dual,
           .step = step,
           .curvature = curvature};

#undef FORMULA
#undef DUALS
