/* clip - parts of dual steps: a point kept inside an interval, a soft threshold.
 *
 * Over an interval the minimiser of a convex function of one number is the minimiser over all
 * numbers, clipped. */
#ifndef RRM_LOSS_CLIP_H
#define RRM_LOSS_CLIP_H

/* The point of [lo, hi] nearest to x; NaN for NaN. Compilers make min and max of it, no branch:
 * which end holds is random from example to example. */
static inline double clip(double x, double lo, double hi)
{
    double least = x < lo ? lo : x;

    return least > hi ? hi : least;
}

/* argmin_v eps |v| + h/2 v^2 - rv + q/2 (v - u)^2, eps, h, q >= 0. On v > 0 the derivative
 * eps + hv - r + q (v - u) is 0 at v = up, on v < 0 it is 0 at v = down >= up, with -eps for eps.
 * If h = q = 0: infinite, with the sign of r where |r| > eps, else 0, one of the minimisers.
 * u + (r - eps - hu)/(q + h) keeps a small move, which (qu + r - eps)/(q + h) would round away.
 * max(up, min(down, 0)): no branch, as in clip. */
static inline double soft_step(double eps, double h, double r, double u, double q)
{
    double up = u + (r - eps - h * u) / (q + h), down = u + (r + eps - h * u) / (q + h);
    double least = down < 0 ? down : 0;

    return up > least ? up : least;
}

#endif
