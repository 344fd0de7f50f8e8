/* vec - dense vectors of doubles. Every function takes the length first and adds in a fixed order. */
#ifndef RRM_VEC_H
#define RRM_VEC_H

#include <stdbool.h>
#include <stddef.h>

double vec_dot(size_t n, const double *x, const double *y);
double vec_sqnorm(size_t n, const double *x);
/* |x - y|^2 */
double vec_sqdistance(size_t n, const double *x, const double *y);
size_t vec_nonzeros(size_t n, const double *x);
/* The place of the largest number, the first of equal ones; n > 0. */
size_t vec_largest(size_t n, const double *x);
/* Is every number finite? */
bool vec_finite(size_t n, const double *x);
void vec_fill(size_t n, double value, double *x);
void vec_copy(size_t n, const double *from, double *to);
void vec_scale(size_t n, double a, double *x);
/* y += a x */
void vec_add(size_t n, double a, const double *x, double *y);
/* y = a x + b y */
void vec_mix(size_t n, double a, const double *x, double b, double *y);
/* r = a x + b y */
void vec_combine(size_t n, double a, const double *x, double b, const double *y, double *r);

#endif
