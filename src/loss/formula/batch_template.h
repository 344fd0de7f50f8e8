/* batch_template - the loops of struct formula over many examples, from functions of one example.
 *
 * Parameters, static inline functions of the includer:
 *     value(p, y, z)        l(z)
 *     slope(p, y, z)        a u in the subdifferential of l at z
 *     dual(p, y, u)         l*(u), INFINITY outside of the domain
 *     step(p, y, z, u, q)   argmin_v l*(v) - zv + q/2 (v - u)^2
 *     curvature(p, y, v, q) dv/dz of v = step(p, y, z, u, q)
 * Defines batch_value, batch_slopes, batch_ray, batch_conjugate, batch_prox and batch_prox_ray, for
 * a table of struct formula.
 *
 * No loss has a smoothed formula of its own: the maximiser u_mu(z) of uz - l*(u) - mu/2 u^2 is the
 * dual step from u = 0 with q = mu (Nesterov, Math. Program. 103, 2005; the step: Shalev-Shwartz,
 * Zhang, JMLR 14, 2013). */
#include "loss/loss.h"

/* l_mu(z), mu > 0; *u = u_mu(z), *conjugate = l*(*u). */
static inline double smoothed(double p, double mu, double y, double z, double *u, double *conjugate)
{
    *u = step(p, y, z, 0, mu);
    *conjugate = dual(p, y, *u);
    return *u * z - *conjugate - mu / 2 * *u * *u;
}

static double batch_value(const struct batch *b, const double *z)
{
    const double p = b->p, mu = b->mu, *y = b->y, *c = b->c;
    double sum = 0, u, conjugate;

    if (mu > 0)
        for (size_t i = 0; i < b->n; i++)
            sum += loss_weigh(c[i], smoothed(p, mu, y[i], z[i], &u, &conjugate));
    else
        for (size_t i = 0; i < b->n; i++)
            sum += loss_weigh(c[i], value(p, y[i], z[i]));
    return sum;
}

static double batch_slopes(const struct batch *b, const double *z, double *cu, double *offset)
{
    const double p = b->p, mu = b->mu, *y = b->y, *c = b->c;
    double sum = 0, below = 0, u, conjugate;

    if (mu > 0)
        for (size_t i = 0; i < b->n; i++) {
            sum += loss_weigh(c[i], smoothed(p, mu, y[i], z[i], &u, &conjugate));
            below -= loss_weigh(c[i], conjugate);
            cu[i] = loss_weigh(c[i], u);
        }
    else /* offset: -l*(u) = l(z) - uz (Fenchel-Young), but without the cancellation at large |z| */
        for (size_t i = 0; i < b->n; i++) {
            u = slope(p, y[i], z[i]);
            sum += loss_weigh(c[i], value(p, y[i], z[i]));
            below -= loss_weigh(c[i], dual(p, y[i], u));
            cu[i] = loss_weigh(c[i], u);
        }
    *offset = below;
    return sum;
}

static double batch_ray(const struct batch *b, const double *z, const double *d, double t)
{
    const double p = b->p, mu = b->mu, *y = b->y, *c = b->c;
    double sum = 0;

    if (mu > 0)
        for (size_t i = 0; i < b->n; i++)
            sum += d[i] * loss_weigh(c[i], step(p, y[i], z[i] + t * d[i], 0, mu));
    else
        for (size_t i = 0; i < b->n; i++)
            sum += d[i] * loss_weigh(c[i], slope(p, y[i], z[i] + t * d[i]));
    return sum;
}

static double batch_conjugate(const struct batch *b, const double *u)
{
    const double p = b->p, *y = b->y, *c = b->c;
    double sum = 0;

    for (size_t i = 0; i < b->n; i++)
        sum += loss_weigh(c[i], dual(p, y[i], u[i]));
    return sum;
}

/* v_i of struct prox; q = 0: the slope, for step may solve an equation by Newton's method. */
static inline double prox_at(const struct batch *b, const struct prox *x, size_t i, double z)
{
    return x->q > 0 ? step(b->p, b->y[i], z, x->alpha[i], x->q) : slope(b->p, b->y[i], z);
}

static double batch_prox(const struct batch *b, const struct prox *x, double *offset)
{
    const double p = b->p, *y = b->y, *c = b->c, *z = x->z;
    double sum = 0, below = 0;

    for (size_t i = 0; i < b->n; i++) {
        double v = prox_at(b, x, i, z[i]);
        sum += loss_weigh(c[i], value(p, y[i], z[i]));
        if (offset)
            below -= loss_weigh(c[i], dual(p, y[i], v));
        if (x->v)
            x->v[i] = v;
        x->u[i] = loss_weigh(c[i], v);
        x->h[i] = loss_weigh(c[i], curvature(p, y[i], v, x->q));
    }
    if (offset)
        *offset = below;
    return sum;
}

static double batch_prox_ray(const struct batch *b, const struct prox *x, const double *d, double t)
{
    double sum = 0;

    for (size_t i = 0; i < b->n; i++)
        sum += d[i] * loss_weigh(b->c[i], prox_at(b, x, i, x->z[i] + t * d[i]));
    return sum;
}
