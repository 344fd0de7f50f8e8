/* soft - what the rows whose prox is the soft threshold share: Omega(w) = l1 |w|_1 + c |w|^2/2, l1
 * + c > 0.
 *
 * The soft threshold at e >= 0 is soft(a, e) = sgn(a) max(0, |a| - e) = argmin_w (w - a)^2/2 + e
 * |w|. */
#ifndef RRM_SOFT_H
#define RRM_SOFT_H

#include <stddef.h>

/* The members of struct reg with these names; c is the curvature. */
double soft_value(double l1, double c, size_t n, const double *w);
double soft_conjugate(double l1, double c, size_t n, double lambda, double scale, const double *s);
double soft_coordinate(double l1, double c, double lambda, double S, double a);
void soft_prox(double l1, double c, size_t n, double lambda, double S, const double *centre,
               const double *g, double *w);
void soft_jacobian(double c, size_t n, double lambda, double S, const double *w, double *h,
                   double *v);

#endif
