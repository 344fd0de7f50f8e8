/* quadratic_kernels - the functions of every loss whose conjugate is a quadratic on an interval;
 * compiled once for each instruction set. */
#include "base/isa.h"
#include "loss/loss.h"

static inline double slope(struct parameter p, double y, double z)
{
    return quadratic_slope(p.l, y, z);
}

static inline double dual(struct parameter p, double y, double u)
{
    return quadratic_dual(p.l, y, u);
}

static inline double step(struct parameter p, double y, double z, double u, double q)
{
    return quadratic_step(p.l, y, z, u, q);
}

static inline double curvature(struct parameter p, double y, double v, double q)
{
    return quadratic_curvature(p.l, y, v, q);
}

static inline void slopes_of(struct parameter p, size_t n, const double *restrict y,
                             const double *restrict z, double *restrict v)
{
    for (size_t i = 0; i < n; i++)
        v[i] = quadratic_slope(p.l, y[i], z[i]);
}

static inline void values_of(struct parameter p, size_t n, const double *restrict y,
                             const double *restrict z, double *restrict l)
{
    for (size_t i = 0; i < n; i++)
        l[i] = quadratic_value(p.l, y[i], z[i], quadratic_slope(p.l, y[i], z[i]));
}

static inline void touch_of(struct parameter p, size_t n, const double *restrict y,
                            const double *restrict z, double *restrict v, double *restrict l)
{
    slopes_of(p, n, y, z, v);
    for (size_t i = 0; i < n; i++)
        l[i] = quadratic_value(p.l, y[i], z[i], v[i]);
}

#define DUALS duals_one_by_one
#define FORMULA const struct formula ISA_NAME(quadratic_formula)
#include "loss/formula/batch_template.h"
