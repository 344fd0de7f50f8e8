/* each_template - a formula of a block of examples, one by one.
 *
 * Parameters: value and slope of the includer (batch_template.h), which compilers make vectors of.
 * Defines slopes_of, values_of and touch_of. */
#include <stddef.h>

static inline void slopes_of(double p, size_t n, const double *restrict y, const double *restrict z,
                             double *restrict v)
{
    for (size_t i = 0; i < n; i++)
        v[i] = slope(p, y[i], z[i]);
}

static inline void values_of(double p, size_t n, const double *restrict y, const double *restrict z,
                             double *restrict l)
{
    for (size_t i = 0; i < n; i++)
        l[i] = value(p, y[i], z[i]);
}

static inline void touch_of(double p, size_t n, const double *restrict y, const double *restrict z,
                            double *restrict v, double *restrict l)
{
    slopes_of(p, n, y, z, v);
    values_of(p, n, y, z, l);
}
