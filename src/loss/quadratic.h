/* quadratic - the dual coordinate step where l* is a quadratic on an interval. */
#ifndef RRM_QUADRATIC_H
#define RRM_QUADRATIC_H

#include <float.h>
#include <stdbool.h>

#include "loss/formula.h"

/* argmin_v l*(v) - zv + q/2 (v - u)^2, u in the domain, q >= 0. At an answer v inside the interval,
 * s = sign(v), 0 = centre y + s kink + curve v - z + q (v - u), that is
 *     v = u + (r - s kink)/(q + curve),   r = z - centre y - curve u;
 * v = 0 where that has the sign -s for both s; an answer outside is clipped (clip.h). The divisor
 * is DBL_MIN at least: where q + curve = 0, r = 0 keeps u. */
static inline double quadratic_step(const struct quadratic *c, double y, double z, double u,
                                    double q)
{
    double divisor = q + c->curve, share = 1 / (divisor > DBL_MIN ? divisor : DBL_MIN);
    double r = z - (c->centre * y + c->curve * u), lo = c->lo[y > 0], hi = c->hi[y > 0];
    double v = u + (r - c->kink) * share;

    if (c->kink > 0 && v <= 0) {
        v = u + (r + c->kink) * share;
        v = v < 0 ? v : 0;
    }
    v = v < lo ? lo : v;
    return v > hi ? hi : v;
}

/* Whether quadratic_step changes u, q > 0: at u the slope of l*(v) - zv is above 0 on the left, and
 * u > lo, or below 0 on the right, and u < hi. */
static inline bool quadratic_moves(const struct quadratic *c, double y, double z, double u)
{
    double r = z - (c->centre * y + c->curve * u);
    bool up = r > (u < 0 ? -c->kink : c->kink), down = r < (u > 0 ? c->kink : -c->kink);

    return (up & (u < c->hi[y > 0])) | (down & (u > c->lo[y > 0]));
}

#endif
