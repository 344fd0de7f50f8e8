/* quadratic - a loss whose conjugate is a quadratic on an interval, and all that follows from it.
 *
 *     l*(u) = centre y u + kink |u| + curve/2 u^2 on lo <= u <= hi, INFINITY elsewhere.
 * With r = z - centre y and s = soft(r, kink) = sign(r) max(0, |r| - kink), by l(z) = max_u uz -
 * l*(u),
 *     l(z) = v s - curve/2 v^2,   v = l'(z) = clip(s/curve, lo, hi);   curve = 0: v = lo or hi.
 * All but quadratic_step_one are without branches: compilers make vector code of loops. */
#ifndef RRM_QUADRATIC_H
#define RRM_QUADRATIC_H

#include <float.h>
#include <math.h>
#include <stdbool.h>

#include "math/piecewise.h"

/* The five numbers; kink, curve >= 0, lo <= 0 <= hi. The ends are those of y < 0 and of y > 0. */
struct quadratic {
    double centre, kink, curve, lo[2], hi[2];
};

enum { LOSS_KINKS = 2 }; /* kinks of a piecewise linear loss at most */

static inline double quadratic_lo(struct quadratic c, double y)
{
    return y > 0 ? c.lo[1] : c.lo[0];
}

static inline double quadratic_hi(struct quadratic c, double y)
{
    return y > 0 ? c.hi[1] : c.hi[0];
}

/* The point of [lo, hi] nearest to x; NaN for NaN. Compilers make min and max of it, no branch:
 * which end holds is random from example to example. */
static inline double clip(double x, double lo, double hi)
{
    double least = x < lo ? lo : x;

    return least > hi ? hi : least;
}

/* s of the head */
static inline double quadratic_beyond(struct quadratic c, double y, double z)
{
    double r = z - c.centre * y;

    return r - clip(r, -c.kink, c.kink);
}

/* A divisor that is DBL_MIN at least: s/divisor of s = 0 is 0, and of other s beyond any end. */
static inline double quadratic_divisor(double x)
{
    return x > DBL_MIN ? x : DBL_MIN;
}

/* l'(z); 0 at a kink of l where that is a slope */
static inline double quadratic_slope(struct quadratic c, double y, double z)
{
    double share = 1 / quadratic_divisor(c.curve);

    return clip(quadratic_beyond(c, y, z) * share, quadratic_lo(c, y), quadratic_hi(c, y));
}

/* l(z) = |v| (|s| - curve/2 |v|), v the slope at z. As curve |v| <= |s| the bracket is |s|/2 at
 * least, where |s| is infinite too. */
static inline double quadratic_value(struct quadratic c, double y, double z, double v)
{
    double size = fabs(quadratic_beyond(c, y, z)), half = size / 2;
    double mean = size - c.curve / 2 * fabs(v), value = fabs(v) * (mean > half ? mean : half);

    return v == 0 ? 0 : value;
}

/* l*(u). A residual's y may be far larger than u, which y + curve/2 u rounds away once; a margin's,
 * -1 or +1, whose ends differ, is a factor without rounding. */
static inline double quadratic_dual(struct quadratic c, double y, double u)
{
    double centre = c.centre * y, half = c.curve / 2 * u;
    double smooth = c.lo[0] != c.lo[1] ? u * centre + half * u : u * (centre + half);
    double dual = smooth + c.kink * fabs(u);
    double below = u < quadratic_lo(c, y) ? INFINITY : 0;
    double above = u > quadratic_hi(c, y) ? INFINITY : 0;

    return dual + (below + above);
}

/* argmin_v l*(v) - zv + q/2 (v - u)^2, u in the domain, q >= 0. On v > 0 the derivative
 * kink + curve v - r + q (v - u) is 0 at v = up, on v < 0 it is 0 at v = down >= up, with -kink for
 * kink: the minimiser is max(up, min(down, 0)), clipped, as l* is convex.
 * u + (r - kink - curve u)/(q + curve) keeps a small move, which (qu + r - kink)/(q + curve) would
 * round away. Where q + curve = 0, r = 0 keeps u. */
static inline double quadratic_step(struct quadratic c, double y, double z, double u, double q)
{
    double r = z - c.centre * y, divisor = quadratic_divisor(q + c.curve);
    double up = u + (r - c.kink - c.curve * u) / divisor;
    double down = c.kink > 0 ? u + (r + c.kink - c.curve * u) / divisor : up;
    double least = down < 0 ? down : 0;

    return clip(up < least ? least : up, quadratic_lo(c, y), quadratic_hi(c, y));
}

/* The same for one example after the other, where z is what all waits for: by 1/(q + curve), which
 * is there before z, and one of up and down. */
static inline double quadratic_step_one(const struct quadratic *c, double y, double z, double u,
                                        double q)
{
    double share = 1 / quadratic_divisor(q + c->curve);
    double r = z - (c->centre * y + c->curve * u);
    double v = u + (r - c->kink) * share;

    if (c->kink > 0 && v <= 0) {
        v = u + (r + c->kink) * share;
        v = v < 0 ? v : 0;
    }
    return clip(v, c->lo[y > 0], c->hi[y > 0]);
}

/* Whether quadratic_step changes u, q > 0: at u the slope of l*(v) - zv is above 0 on the left, and
 * u > lo, or below 0 on the right, and u < hi. */
static inline bool quadratic_moves(const struct quadratic *c, double y, double z, double u)
{
    double r = z - (c->centre * y + c->curve * u);
    bool up = r > (u < 0 ? -c->kink : c->kink), down = r < (u > 0 ? c->kink : -c->kink);

    return (up & (u < c->hi[y > 0])) | (down & (u > c->lo[y > 0]));
}

/* dv/dz = 1/(q + curve) of v = quadratic_step(c, y, z, u, q); 0 at an end, and at a kink of l*. */
static inline double quadratic_curvature(struct quadratic c, double y, double v, double q)
{
    double share = 1 / (q + c.curve);
    double above = v - quadratic_lo(c, y), below = quadratic_hi(c, y) - v;
    double beside = fabs(v) + (c.kink > 0 ? 0 : 1), room = above < below ? above : below;

    room = beside < room ? beside : room;
    return room > 0 ? share : 0;
}

/* How many kinks l has, the same for all y: where curve = 0 it is piecewise linear. */
static inline int quadratic_kinks(struct quadratic c)
{
    return c.curve > 0 ? 0 : 1 + (c.kink > 0);
}

/* The kinks of a piecewise linear l, ascending; left of all of them the slope is lo. */
static inline void quadratic_kink(struct quadratic c, double y, struct kink kink[LOSS_KINKS])
{
    double lo = quadratic_lo(c, y), hi = quadratic_hi(c, y), at = c.centre * y;

    kink[0] = (struct kink){at - c.kink, c.kink > 0 ? -lo : hi - lo};
    kink[1] = (struct kink){at + c.kink, hi};
}

#endif
