/* starts - the point that a run of dual steps begins with, and what its first epochs do.
 *
 * Of the state of the listing: alpha, v, w and the active set are set before the loop; sigma is a
 * larger one in the first epochs (continuation); e, the proximal point of a bias that is not
 * regularized, moves after each epoch; after a start from w units join the active set. */
#ifndef RRM_STARTS_H
#define RRM_STARTS_H

#include "solve/dual/gauge.h"

/* v = -(1/sigma) A'alpha for the sigma of the first epoch. With a bias a given alpha is forgotten:
 * its plane is not A'alpha. */
void starts_begin(struct gauge *g, struct dual_map *map, struct sweep *s, struct point *x,
                  struct active_set *active);

/* Continuation: sigma is larger than that of the problem, and falls towards it after an epoch. No
 * gap is evaluated. */
bool starts_sigma_is_larger(const struct dual_map *map);
void starts_reduce_sigma(struct dual_map *map, struct sweep *s);

/* After a start from w, while D(alpha) alone rises: J stays that of w, and no scores are needed.
 * Where D rises by at most RISING of the gap, what is left of that lies in units that are not
 * active, or in w: the active set widens, at last J is evaluated; and so it is after an epoch of so
 * many steps that it cost more than that, half a pass. False: leave. */
bool starts_rise(struct gauge *g, struct dual_map *map, struct point *x, struct active_set *active,
                 double steps, struct monitor *m);

/* e becomes v_b, and v_b moves with it; no effect without such a bias. */
void starts_move_bias(struct gauge *g, const struct dual_map *map);

#endif
