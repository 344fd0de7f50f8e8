/* vec - dense vectors of doubles: the length comes first, every sum has a fixed order. */
#ifndef RRM_VEC_H
#define RRM_VEC_H

#include <stdbool.h>
#include <stddef.h>

/* x'y in eight running sums: the same bits on every machine. n u |x|'|y| bounds the error. */
double vec_dot(size_t n, const double *x, const double *y);
/* x'x = vec_dot(n, x, x) */
double vec_sqnorm(size_t n, const double *x);
/* |x - y|^2, one sum from left to right */
double vec_sqdistance(size_t n, const double *x, const double *y);
/* #{x_i != 0} */
size_t vec_nonzeros(size_t n, const double *x);
/* argmax x_i, the first of equal ones; n > 0 */
size_t vec_largest(size_t n, const double *x);
/* sum_i x_i */
double vec_sum(size_t n, const double *x);
/* max x_i; n > 0 */
double vec_max(size_t n, const double *x);
/* Is every number finite? */
bool vec_finite(size_t n, const double *x);

/* x_i = value */
void vec_fill(size_t n, double value, double *x);
/* to = from; they do not overlap. */
void vec_copy(size_t n, const double *from, double *to);
/* x *= a */
void vec_scale(size_t n, double a, double *x);
/* y += a x */
void vec_add(size_t n, double a, const double *x, double *y);
/* y = a x + b y */
void vec_mix(size_t n, double a, const double *x, double b, double *y);
/* r = a x + b y; r may be x or y. */
void vec_combine(size_t n, double a, const double *x, double b, const double *y, double *r);

#endif
