/* kinked - a convex function of one variable with a kink at 0, the term of each variable in l1 and
 * elastic net problems:
 *     psi(x) = max(left x, right x) + curvature x^2/2 where lo <= x <= hi, else infinite,
 * left <= right, curvature >= 0, lo < 0 < hi. The soft threshold belongs to left = -right. left may
 * be -INFINITY, right INFINITY: x >= 0, x <= 0. */
#ifndef RRM_KINKED_H
#define RRM_KINKED_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "math/piecewise.h"

struct kinked {
    double left, right, curvature, lo, hi;
};

/* The functions of many variables: one for all of them, stride 0, or one each, stride 1. */
struct kinked_each {
    const struct kinked *psi;
    size_t stride;
};

/* psi_j */
static inline const struct kinked *kinked_at(struct kinked_each each, size_t j)
{
    return each.psi + each.stride * j;
}

/* psi(x), 0 at x = 0 whatever the slopes */
static inline double kinked_value(const struct kinked *psi, double x)
{
    double slope = x > 0 ? psi->right : psi->left;

    if (x < psi->lo || x > psi->hi)
        return INFINITY;
    return x == 0 ? 0 : slope * x + psi->curvature * x * x / 2;
}

/* True at 0 and at a bound. */
static inline bool kinked_rests(const struct kinked *psi, double x)
{
    return x == 0 || x == psi->lo || x == psi->hi;
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
        return fmin((a - psi->right) / (S + psi->curvature), psi->hi);
    return a < psi->left ? fmax((a - psi->left) / (S + psi->curvature), psi->lo) : 0;
}

/* The distance of -g from the subdifferential of psi at x: 0 where x minimises g x' + psi(x'). */
static inline double kinked_violation(const struct kinked *psi, double x, double g)
{
    double above = -g - psi->right, below = g + psi->left, most = above > below ? above : below;

    if (x != 0) {
        double slope = g + kinked_slope(psi, x);
        if ((x == psi->hi && slope < 0) || (x == psi->lo && slope > 0))
            return 0;
        return fabs(slope);
    }
    return most > 0 ? most : 0;
}

/* sum_j kinked_violation at x_j, g_j, j < n */
double kinked_violations(struct kinked_each psi, size_t n, const double *x, const double *g);

/* How many conjugate gradients the next direction p on the support takes, `most` at most, where the
 * last p, of `steps`, was served to t: twice as many where t is near 1, half as many where p met
 * kinks soon. */
int kinked_steps(int steps, double t, int most);

/* x = argmin over t >= 0 of slope t + quad/2 t^2 + sum_j (psi(x_j + t p_j) - psi(x_j)), x = x + t p
 * then, where slope and quad already hold the parts of psi that are smooth while no x_j changes its
 * sign: psi'(x_j) p_j and curvature p_j^2; of an x_j that rests, if p_j != 0, the one-sided slope
 * along p_j times |p_j|. A variable that stops the search at its kink becomes exactly 0, one at its
 * bound exactly that. kinks has room for 2 n. Returns t, finite: 0 where nothing moves. */
double kinked_search(struct kinked_each psi, size_t n, double *x, const double *p, double slope,
                     double quad, struct kink *kinks);

#endif
