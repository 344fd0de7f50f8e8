/* thresholds - the hinge at every threshold between ordered classes, all at their best:
 *     g(z) = min over theta of sum_k F_k(theta_k),
 *     F_k(theta) = sum over y_i > k of c_i max(0, 1 - (z_i - theta))
 *                + sum over y_i <= k of c_i max(0, 1 + (z_i - theta)),   k < count.
 * Shashua, Levin (Ranking with large margin principle, NIPS 2002), all thresholds: Chu, Keerthi
 * (Support vector ordinal regression, Neural Comput. 19, 2007), whose theta ascend without being
 * told to: F_k' falls as k grows. */
#ifndef RRM_THRESHOLDS_H
#define RRM_THRESHOLDS_H

#include "base/arena.h"
#include "loss/costs.h"

struct thresholds;

/* For `rows` labels y of 0 .. count, count > 0; y and c stay the caller's. NULL: no memory, and
 * arena->failed. */
struct thresholds *thresholds_make(const double *y, struct costs c, int64_t rows, size_t count,
                                   struct arena *arena);

/* The best thetas at z (rows), ascending, count of them, valid until the next call: of each F_k a
 * minimiser. Expected time O((rows + count) log(count)). */
const double *thresholds_best(struct thresholds *t, const double *z);

/* g(z). If u (rows) is not NULL, u and *offset get a plane: <u, z'> + *offset <= g(z') for all z',
 * with equality at z but for rounding. Time that of the best thetas and O(pairs), of a row and a
 * threshold beside it whose loss is not 0. Not finite where a score is not. */
double thresholds_slopes(struct thresholds *t, const double *z, double *u, double *offset);

/* The derivative of g at z along d (rows): that of the sum of F_k at the best thetas (Danskin, The
 * Theory of Max-Min, 1967). */
double thresholds_along(struct thresholds *t, const double *z, const double *d);

#endif
