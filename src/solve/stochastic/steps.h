/* steps - step sizes that several engines share. */
#ifndef RRM_STEPS_H
#define RRM_STEPS_H

#include <math.h>

/* The proximal strength tau = (-s + sqrt(s^2 + r^2))/2 of Do, Le, Foo (ICML 2009), Algorithms 2 and
 * 4, written without cancellation: tau (tau + s) = r^2/4. */
static inline double prox_strength(double s, double r)
{
    return r * r / (2 * (s + sqrt(s * s + r * r)));
}

#endif
