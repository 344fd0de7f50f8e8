/* truncated - what the rows with REG_TRUNCATED share: Omega(w) = l1 |w|_1 + curvature |w|^2/2. */
#ifndef RRM_TRUNCATED_H
#define RRM_TRUNCATED_H

#include <stddef.h>

/* The members of struct reg with these names; l1 + curvature > 0. */
double truncated_value(double l1, double curvature, size_t n, const double *w);
double truncated_conjugate(double l1, double curvature, size_t n, double lambda, double scale, const double *s);
void truncated_prox(double l1, double curvature, size_t n, double lambda, double S, const double *centre,
                    const double *g, double *w);
void truncated_jacobian(double curvature, size_t n, double lambda, double S, const double *w, double *h, double *v);

#endif
