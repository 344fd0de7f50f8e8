/* kinked - a convex function of one variable with a kink at 0, the term of each variable in l1 and
 * elastic net problems:
 *     psi(x) = max(left x, right x) + curvature x^2/2,   left <= right, curvature >= 0.
 * The soft threshold belongs to left = -right. left may be -INFINITY, right INFINITY: x >= 0, x <=
 * 0. */
#ifndef RRM_KINKED_H
#define RRM_KINKED_H

#include <math.h>
#include <stddef.h>

#include "math/piecewise.h"

struct kinked {
    double left, right, curvature;
};

/* psi(x), 0 at x = 0 whatever the slopes */
static inline double kinked_value(const struct kinked *psi, double x)
{
    double slope = x > 0 ? psi->right : psi->left;

    return x == 0 ? 0 : slope * x + psi->curvature * x * x / 2;
}

/* psi'(x), x != 0 */
static inline double kinked_slope(const struct kinked *psi, double x)
{
    return (x > 0 ? psi->right : psi->left) + psi->curvature * x;
}

/* argmin_x S/2 x^2 - a x + psi(x), S + curvature > 0 */
static inline double kinked_step(const struct kinked *psi, double S, double a)
{
    if (a > psi->right)
        return (a - psi->right) / (S + psi->curvature);
    return a < psi->left ? (a - psi->left) / (S + psi->curvature) : 0;
}

/* The distance of -g from the subdifferential of psi at x: 0 where x minimises g x' + psi(x'). */
static inline double kinked_violation(const struct kinked *psi, double x, double g)
{
    double above = -g - psi->right, below = g + psi->left, most = above > below ? above : below;

    if (x != 0)
        return fabs(g + kinked_slope(psi, x));
    return most > 0 ? most : 0;
}

/* x = argmin over t >= 0 of slope t + quad/2 t^2 + sum_j (psi(x_j + t p_j) - psi(x_j)), x = x + t p
 * then, where slope and quad already hold the parts of psi that are smooth while no x_j changes its
 * sign: psi'(x_j) p_j and curvature p_j^2. p_j = 0 where x_j = 0. A variable that stops the search
 * at its kink becomes exactly 0. kinks has room for n. Returns t, finite: 0 where nothing moves. */
double kinked_search(const struct kinked *psi, size_t n, double *x, const double *p, double slope,
                     double quad, struct kink *kinks);

#endif
