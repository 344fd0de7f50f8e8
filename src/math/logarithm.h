/* logarithm - log(x) and log(1 + x) in operations that vectors have: no table, no fused
 * multiplication and addition. The same bits on every machine.
 *
 * log(2^k (1 + f)) = k log 2 + log(1 + f), f from -1/4 to 1/2, and with s = f/(2 + f)
 *     log(1 + f) = 2 atanh(s) = 2 s + s R = f - (f^2/2 - s (f^2/2 + R)),
 *     R = 2 atanh(s)/s - 2, 2 s = f - s f
 * (Abramowitz, Stegun, Handbook of Mathematical Functions, 4.1.27): the error of s counts in terms
 * of the order of f^2 alone. */
#ifndef RRM_LOGARITHM_H
#define RRM_LOGARITHM_H

#include <float.h>
#include <math.h>

#include "math/exponential.h"

/* R of w = s^2 <= 0.04: w times the polynomial of degree 7 whose greatest relative error of
 * log(1 + f) is the least, 1.4e-19 (by Remez's algorithm), its coefficients rounded. Summed in
 * pairs, as exponential_near_0. */
static inline double logarithm_rest(double w)
{
    double w2 = w * w, w4 = w2 * w2;
    double r0 = (0x1.555555555554fp-1 + w * 0x1.999999999c0f7p-2) +
                w2 * (0x1.24924921ec0e0p-2 + w * 0x1.c71c7488d89cbp-3);
    double r4 = (0x1.745c4c7af54cfp-3 + w * 0x1.3b358bad9f3bfp-3) +
                w2 * (0x1.0dcf13c37e03ep-3 + w * 0x1.1b69ec7fa8fc3p-3);

    return w * (r0 + w4 * r4);
}

/* k log 2 + log(1 + f), k an integer, |k| < 2^11 */
static inline double logarithm_within(double k, double f)
{
    double s = f / (2 + f), half = 0.5 * f * f, rest = logarithm_rest(s * s);

    return k * LOG2_HIGH + (f - ((half - k * LOG2_LOW) - s * (half + rest)));
}

/* log(1 + x) to a unit in the last place, -1/2 <= x <= 1; NaN for NaN. Above 1/2 it is log 2 +
 * log(1 + (x - 1)/2), below -1/4 log(1 + (2 x + 1)) - log 2, without a rounding in brackets. */
static inline double logarithm_1p_within(double x)
{
    double above = x > 0.5 ? 1 : 0, below = x < -0.25 ? 1 : 0;

    return logarithm_within(above - below,
                            (x - above + 0.5 * below) * (1 - 0.5 * above + below));
}

/* A subnormal number times RAISE = 2^-RAISED is a normal one. */
static const double RAISE = 0x1p64, RAISED = -64;

/* log(x 2^k), `bits` those of a normal number x > 0; from 3/4 2^e on e is the exponent of 2^e. A
 * number for bits of 0, too. */
static inline double logarithm_of_bits(uint64_t bits, double k)
{
    uint64_t exponent = (bits + ((uint64_t)1 << FRACTION_BITS) / 2) >> FRACTION_BITS;

    bits -= (exponent - EXPONENT_BIAS) << FRACTION_BITS;
    return logarithm_within((double)(int)exponent - EXPONENT_BIAS + k, double_of_bits(bits) - 1);
}

/* log(x) to a unit in the last place, x > 0, subnormal numbers among them; -INFINITY for 0, NaN
 * below 0 and for NaN. */
static inline double logarithm(double x)
{
    const uint64_t least = (uint64_t)1 << FRACTION_BITS; /* the bits of DBL_MIN */
    uint64_t bits = double_bits(x);

    if (bits - least >= 2 * EXPONENT_BIAS * least) { /* not of a normal number above 0 */
        if (x == 0)
            return -INFINITY;
        if (!(x > 0 && x < DBL_MIN))
            return x > 0 ? x : NAN;
        return logarithm_of_bits(double_bits(x * RAISE), RAISED);
    }
    return logarithm_of_bits(bits, 0);
}

/* log(1 + x) to 1.1 units in the last place, x > -1; -INFINITY for -1, NaN below and for NaN. One
 * lane of logarithms from 0 to 1: the same bits. Elsewhere log(u) + (1 + x - u)/u, u = 1 + x
 * rounded, whose rounding is exact (Dekker, Numerische Mathematik 18, 1971). */
static inline double logarithm_1p(double x)
{
    double u = 1 + x, lost = x < 1 ? x - (u - 1) : 1 - (u - x);

    if (x >= -0.5 && x <= 1)
        return logarithm_1p_within(x);
    if (!(x < 2 / DBL_EPSILON) || lost == 0)
        return logarithm(u);
    return logarithm(u) + lost / u;
}

#endif
