/* clip - a dual step's answer, kept inside an interval or drawn to 0. */
#ifndef RRM_LOSS_CLIP_H
#define RRM_LOSS_CLIP_H

/* The point of [lo, hi] next to x; NaN for NaN. No branch, as it would be anybody's guess. */
static inline double clip(double x, double lo, double hi)
{
    double least = x < lo ? lo : x;

    return least > hi ? hi : least;
}

/* argmin_v eps |v| + h/2 v^2 - rv + q/2 (v - u)^2, h, q >= 0; infinite, or any of the minimisers,
 * where h = q = 0. It moves u: where q is huge, (qu + r - eps)/(q + h), which is the same, would
 * round the move away. */
static inline double soft_step(double eps, double h, double r, double u, double q)
{
    double up = u + (r - eps - h * u) / (q + h), down = u + (r + eps - h * u) / (q + h);
    double below = down < 0 ? down : 0;

    return up > 0 ? up : below;
}

#endif
