/* vector_template - the table `formula` of a formula of k scores: the loops over many examples.
 *
 * Parameters, functions of the includer; u has k entries, and u + e_y is on the simplex:
 *     vector_value(p, k, y, z)         l(z)
 *     vector_slope(p, k, y, z, u)      u = a subgradient of l at z
 *     vector_touch(p, k, y, z, u)      the same; returns l(z)
 *     vector_ray(p, k, y, z, d, t)     <u, d>, u a subgradient of l at z + t d
 *     vector_dual(p, k, y, u)          l*(u), INFINITY outside of the domain
 *     vector_step(p, k, y, z, u, q)    u = argmin_v l*(v) - <v, z> + q/2 |v - u|^2
 *     vector_curvature(k, y, v, q, h)  h = the diagonal of dv/dz of the answer v of that step
 *     vector_bend(k, y, c, u, q, d, to)   to = c dv/dz d for v = u/c, c > 0
 *     vector_couple(k, y, c, u, q, first, every, M)   M += c dv/dz above the diagonal (formula.h)
 * Defines `formula`, the row that the loss of the includer names. No loss has a smoothed formula of
 * its own: u_mu(z) is the dual step from u = 0 with q = mu (batch_template.h). */
#include "loss/loss.h"
#include "math/vec.h"

/* <x, y>, one sum from left to right */
static inline double dot(size_t k, const double *x, const double *y)
{
    double sum = 0;

    for (size_t o = 0; o < k; o++)
        sum += x[o] * y[o];
    return sum;
}

/* to = c x */
static inline void weigh(size_t k, double c, const double *x, double *to)
{
    for (size_t o = 0; o < k; o++)
        to[o] = loss_weigh(c, x[o]);
}

/* u_mu(z) */
static inline void smooth_slope(struct parameter p, double mu, size_t k, double y, const double *z,
                                double *u)
{
    for (size_t o = 0; o < k; o++)
        u[o] = 0;
    vector_step(p, k, y, z, u, mu);
}

/* u = u_mu(z), or the slope if mu is 0; returns l_mu(z). *conjugate = l*(u). */
static inline double touch(struct parameter p, double mu, size_t k, double y, const double *z,
                           double *u, double *conjugate)
{
    double l = 0;

    if (mu > 0)
        smooth_slope(p, mu, k, y, z, u);
    else
        l = vector_touch(p, k, y, z, u);
    *conjugate = vector_dual(p, k, y, u);
    return mu > 0 ? dot(k, u, z) - *conjugate - mu / 2 * dot(k, u, u) : l;
}

static double batch_value(const struct batch *b, const double *z)
{
    double sum = 0, u[LOSS_CLASSES], conjugate;

    for (size_t i = 0; i < b->n; i++) {
        const double *zi = z + i * b->k;
        double l = b->mu > 0 ? touch(b->p, b->mu, b->k, b->y[i], zi, u, &conjugate)
                             : vector_value(b->p, b->k, b->y[i], zi);
        sum += loss_weigh(costs_at(b->c, i), l);
    }
    return sum;
}

static double batch_slopes(const struct batch *b, const double *z, double *cu, double *offset)
{
    double sum = 0, below = 0, conjugate;

    for (size_t i = 0; i < b->n; i++) {
        double *u = cu + i * b->k;
        double l = touch(b->p, b->mu, b->k, b->y[i], z + i * b->k, u, &conjugate);
        sum += loss_weigh(costs_at(b->c, i), l);
        below -= loss_weigh(costs_at(b->c, i), conjugate);
        weigh(b->k, costs_at(b->c, i), u, u);
    }
    *offset = below;
    return sum;
}

static double batch_ray(const struct batch *b, const double *z, const double *d, double t)
{
    double sum = 0, moved[LOSS_CLASSES], u[LOSS_CLASSES];

    for (size_t i = 0; i < b->n; i++) {
        const double *zi = z + i * b->k, *di = d + i * b->k;
        double slope;
        if (b->mu > 0) {
            vec_combine(b->k, 1, zi, t, di, moved);
            smooth_slope(b->p, b->mu, b->k, b->y[i], moved, u);
            slope = vec_dot(b->k, u, di);
        } else {
            slope = vector_ray(b->p, b->k, b->y[i], zi, di, t);
        }
        sum += loss_weigh(costs_at(b->c, i), slope);
    }
    return sum;
}

static double batch_conjugate(const struct batch *b, const double *u)
{
    double sum = 0;

    for (size_t i = 0; i < b->n; i++)
        sum += loss_weigh(costs_at(b->c, i), vector_dual(b->p, b->k, b->y[i], u + i * b->k));
    return sum;
}

/* v_i of struct prox at the scores z of row i, q > 0 */
static inline void prox_row(const struct batch *b, const struct prox *x, size_t i, const double *z,
                            double *v)
{
    vec_copy(b->k, x->alpha + i * b->k, v);
    vector_step(b->p, b->k, b->y[i], z, v, x->q);
}

/* The same, or with q = 0 the slope; returns l(z). */
static inline double prox_touch(const struct batch *b, const struct prox *x, size_t i, double *v)
{
    const double *z = x->z + i * b->k;

    if (!(x->q > 0))
        return vector_touch(b->p, b->k, b->y[i], z, v);
    prox_row(b, x, i, z, v);
    return vector_value(b->p, b->k, b->y[i], z);
}

static double batch_prox(const struct batch *b, const struct prox *x, double *offset)
{
    double sum = 0, below = 0, v[LOSS_CLASSES], h[LOSS_CLASSES];

    for (size_t i = 0; i < b->n; i++) {
        double c = costs_at(b->c, i);
        sum += loss_weigh(c, prox_touch(b, x, i, v));
        vector_curvature(b->k, b->y[i], v, x->q, h);
        if (offset)
            below -= loss_weigh(c, vector_dual(b->p, b->k, b->y[i], v));
        weigh(b->k, c, v, x->u + i * b->k);
        weigh(b->k, c, h, x->h + i * b->k);
        if (x->v)
            vec_copy(b->k, v, x->v + i * b->k);
    }
    if (offset)
        *offset = below;
    return sum;
}

static double batch_prox_ray(const struct batch *b, const struct prox *x, const double *d, double t)
{
    double sum = 0, z[LOSS_CLASSES], v[LOSS_CLASSES];

    for (size_t i = 0; i < b->n; i++) {
        const double *zi = x->z + i * b->k, *di = d + i * b->k;
        double slope;
        if (x->q > 0) {
            vec_combine(b->k, 1, zi, t, di, z);
            prox_row(b, x, i, z, v);
            slope = vec_dot(b->k, v, di);
        } else {
            slope = vector_ray(b->p, b->k, b->y[i], zi, di, t);
        }
        sum += loss_weigh(costs_at(b->c, i), slope);
    }
    return sum;
}

static void batch_prox_bend(const struct batch *b, const struct prox *x, const double *d,
                            double *to)
{
    for (size_t i = 0; i < b->n; i++) {
        size_t at = i * b->k;
        double c = costs_at(b->c, i);
        if (c > 0)
            vector_bend(b->k, b->y[i], c, x->u + at, x->q, d + at, to + at);
        else
            vec_fill(b->k, 0, to + at);
    }
}

static const struct formula formula = {.value = batch_value,
                                       .slopes = batch_slopes,
                                       .ray = batch_ray,
                                       .conjugate = batch_conjugate,
                                       .prox = batch_prox,
                                       .prox_ray = batch_prox_ray,
                                       .prox_bend = batch_prox_bend,
                                       .vector_slope = vector_slope,
                                       .vector_dual = vector_dual,
                                       .vector_step = vector_step,
                                       .vector_couple = vector_couple,
                                       .vector_ray = vector_ray};
