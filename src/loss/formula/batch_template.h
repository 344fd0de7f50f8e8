/* batch_template - makes a formula's loops over many examples from its functions of one example.
 *
 * Parameters, static inline functions of the includer: value(p, y, z), slope(p, y, z), dual(p, y,
 * u) and step(p, y, z, u, q), as in struct formula. Smoothing comes free: the maximiser u_mu(z) of
 * uz - l*(u) - mu/2 u^2 is the dual step from 0 with q = mu. */
#include "loss/loss.h"

static inline double smoothed(double p, double mu, double y, double z, double *u, double *conjugate)
{
    *u = step(p, y, z, 0, mu);
    *conjugate = dual(p, y, *u);
    return *u * z - *conjugate - mu / 2 * *u * *u;
}

/* c x; an example without weight adds nothing, even where x is infinite. */
static inline double weigh(double c, double x)
{
    return c * (c == 0 ? 0 : x);
}

static double batch_value(const struct batch *b, const double *z)
{
    const double p = b->p, mu = b->mu, *y = b->y, *c = b->c;
    double sum = 0, u, conjugate;

    if (mu > 0)
        for (size_t i = 0; i < b->n; i++)
            sum += weigh(c[i], smoothed(p, mu, y[i], z[i], &u, &conjugate));
    else
        for (size_t i = 0; i < b->n; i++)
            sum += weigh(c[i], value(p, y[i], z[i]));
    return sum;
}

static double batch_slopes(const struct batch *b, const double *z, double *cu, double *offset)
{
    const double p = b->p, mu = b->mu, *y = b->y, *c = b->c;
    double sum = 0, below = 0, u, conjugate;

    if (mu > 0)
        for (size_t i = 0; i < b->n; i++) {
            sum += weigh(c[i], smoothed(p, mu, y[i], z[i], &u, &conjugate));
            below -= weigh(c[i], conjugate);
            cu[i] = weigh(c[i], u);
        }
    else /* -l*(u) = l(z) - uz (Fenchel, Young), which would cancel where z is huge */
        for (size_t i = 0; i < b->n; i++) {
            u = slope(p, y[i], z[i]);
            sum += weigh(c[i], value(p, y[i], z[i]));
            below -= weigh(c[i], dual(p, y[i], u));
            cu[i] = weigh(c[i], u);
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
            sum += d[i] * weigh(c[i], step(p, y[i], z[i] + t * d[i], 0, mu));
    else
        for (size_t i = 0; i < b->n; i++)
            sum += d[i] * weigh(c[i], slope(p, y[i], z[i] + t * d[i]));
    return sum;
}

static double batch_conjugate(const struct batch *b, const double *u)
{
    const double p = b->p, *y = b->y, *c = b->c;
    double sum = 0;

    for (size_t i = 0; i < b->n; i++)
        sum += weigh(c[i], dual(p, y[i], u[i]));
    return sum;
}
