/* transport - the best k scalars of a maximum: min over b of
 *     F(b) = sum_i c_i max_o (s_io + b_o) - sum_o N_o b_o,   N_o = sum of c_i over y_i = o.
 *
 * Its dual is a problem of transportation with rows for sources and classes for sinks:
 *     max over p of sum_i c_i <p_i, s_i>,   p_i on the simplex, sum_i c_i p_io = N_o. */
#ifndef RRM_LOSS_TRANSPORT_H
#define RRM_LOSS_TRANSPORT_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "loss/costs.h"

struct transport;

/* For `rows` rows of k scores and the labels y, which are 0 .. k - 1; y and c stay the caller's.
 * NULL: no memory, and arena->failed. */
struct transport *transport_make(int64_t rows, size_t k, const double *y, struct costs c,
                                 struct arena *arena);

/* b (k), a start, becomes a minimiser of F at the scores s (rows x k), and p (rows x k) a solution
 * of the dual: both up to rounding, but for scores or differences of them that are not finite. A
 * class of N_o = 0 keeps its b_o, which has to be below all that could make it a maximum. Time
 * O(rows k), and for each part of a row that is moved from where b had it O(k^2) at most. */
void transport_solve(struct transport *t, const double *s, double *b, double *p);

#endif
