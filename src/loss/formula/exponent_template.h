/* exponent_template - a formula of e = exp(a), a = a(y, z), of an example and of a block of them.
 *
 * Parameters, static inline functions of the includer:
 *     argument(y, z)      a
 *     value_from(e, y, z) l(z)
 *     slope_from(e, y)    l'(z)
 * Defines slope, slopes_of, values_of and touch_of (batch_template.h). */
#include <stddef.h>

#include "math/exponential.h"
#include "math/exponentials.h"

static inline double slope(struct parameter p, double y, double z)
{
    (void)p;
    return slope_from(exponential(argument(y, z)), y);
}

static inline void exponentials_of(size_t n, const double *restrict y, const double *restrict z,
                                   double *restrict e)
{
    for (size_t i = 0; i < n; i++)
        e[i] = argument(y[i], z[i]);
    exponentials(n, e);
}

static inline void slopes_of(struct parameter p, size_t n, const double *restrict y,
                             const double *restrict z,
                             double *restrict v)
{
    (void)p;
    exponentials_of(n, y, z, v);
    for (size_t i = 0; i < n; i++)
        v[i] = slope_from(v[i], y[i]);
}

static inline void values_of(struct parameter p, size_t n, const double *restrict y,
                             const double *restrict z,
                             double *restrict l)
{
    (void)p;
    exponentials_of(n, y, z, l);
    for (size_t i = 0; i < n; i++)
        l[i] = value_from(l[i], y[i], z[i]);
}

static inline void touch_of(struct parameter p, size_t n, const double *restrict y,
                            const double *restrict z,
                            double *restrict v, double *restrict l)
{
    (void)p;
    exponentials_of(n, y, z, v);
    for (size_t i = 0; i < n; i++) {
        l[i] = value_from(v[i], y[i], z[i]);
        v[i] = slope_from(v[i], y[i]);
    }
}
