/* logarithms_template - log(1 + x) of many numbers, in operations that vectors have: no table, no
 * branch, no fused multiplication and addition. The same bits with every instruction set.
 *
 * Parameter: LOGARITHMS, the name of the function to define, undefined at the end.
 *
 * log(1 + x) = 2 atanh(s), s = x/(2 + x) (Abramowitz, Stegun, Handbook of Mathematical Functions,
 * 4.1.27). Above HALF = sqrt(2) - 1 it is log 2 + log((1 + x)/2), s = (x - 1)/(3 + x): |s| is at
 * most 0.1716 everywhere, and x keeps its digits where it is small. */
#include "math/logarithms.h"

static const double HALF = 0.41421356237309503, LOG2 = 0.69314718055994531;

/* atanh(s)/s - 1 = sum over k > 0 of w^k/(2k + 1), w = s^2 <= 0.02944: k <= 10 leave 2.6e-18. */
static inline double atanh_series(double w)
{
    double p = w * (1. / 21) + 1. / 19;

    p = p * w + 1. / 17;
    p = p * w + 1. / 15;
    p = p * w + 1. / 13;
    p = p * w + 1. / 11;
    p = p * w + 1. / 9;
    p = p * w + 1. / 7;
    p = p * w + 1. / 5;
    p = p * w + 1. / 3;
    return p * w;
}

void LOGARITHMS(size_t count, double *x)
{
    for (size_t i = 0; i < count; i++) {
        double above = x[i] > HALF ? 1 : 0, s = (x[i] - above) / (x[i] + (2 + above));
        double twice = 2 * s;
        x[i] = above * LOG2 + (twice + twice * atanh_series(s * s));
    }
}

#undef LOGARITHMS
