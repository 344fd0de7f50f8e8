/* soft - what rows share whose prox makes weights 0 and shrinks the others. */
#ifndef RRM_SOFT_H
#define RRM_SOFT_H

#include <stddef.h>

/* r |w|_1 + c |w|^2/2 */
double soft_value(double r, double c, size_t n, const double *w);

/* d_k (n) = d_k/divisor where w is not 0, and 0 where it is, for each k < count. */
void soft_bend(size_t n, double divisor, const double *w, size_t count, double *const *d);

#endif
