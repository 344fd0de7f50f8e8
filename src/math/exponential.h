/* exponential - exp in operations that vectors have: no table, no branch, no fused multiplication
 * and addition. The same bits on every machine. */
#ifndef RRM_EXPONENTIAL_H
#define RRM_EXPONENTIAL_H

#include <stdint.h>
#include <string.h>

/* Cody, Waite (Software Manual for the Elementary Functions, 1980, chapter 6): x = n log 2 + r,
 * n = round(x / log 2), exp(x) = 2^n exp(r). LOG2_HIGH has 32 bits, so that n LOG2_HIGH is exact,
 * and LOG2_HIGH + LOG2_LOW is log 2 to 2^-87. */
static const double PER_LOG2 = 0x1.71547652b82fep0; /* 1/log 2 */
static const double LOG2_HIGH = 0x1.62e42feep-1, LOG2_LOW = 0x1.a39ef35793c76p-33;

/* A number t + ROUND, |t| < 2^51, is rounded to the integer n nearest to t: it has the last bits of
 * n, in the complement of two. */
static const double ROUND = 0x1.8p52;

/* Here n = -1023 and power_of_two is 0: exp(x) is taken as 0 below -1022.5 log 2 = -708.7. */
static const double EXPONENTIAL_LEAST = -709;

enum { EXPONENT_BIAS = 1023, FRACTION_BITS = 52 }; /* of a double */

/* sum of r^k / k!, k < 14: |r| <= log(2)/2 + rounding leaves less than 0.3466^14/14! = 5e-18. */
static inline double taylor(double r)
{
    double p = r * (1. / 6227020800) + 1. / 479001600;

    p = p * r + 1. / 39916800;
    p = p * r + 1. / 3628800;
    p = p * r + 1. / 362880;
    p = p * r + 1. / 40320;
    p = p * r + 1. / 5040;
    p = p * r + 1. / 720;
    p = p * r + 1. / 120;
    p = p * r + 1. / 24;
    p = p * r + 1. / 6;
    p = p * r + 1. / 2;
    p = p * r + 1;
    return p * r + 1;
}

/* 2^n of the t + ROUND above, |n| < EXPONENT_BIAS; 0 for -EXPONENT_BIAS */
static inline double power_of_two(double rounded)
{
    uint64_t bits;
    double power;

    memcpy(&bits, &rounded, sizeof bits);
    bits = (bits + EXPONENT_BIAS) << FRACTION_BITS;
    memcpy(&power, &bits, sizeof power);
    return power;
}

/* exp(x) to 1.1 units in the last place, EXPONENTIAL_LEAST <= x <= 700; NaN for NaN */
static inline double exponential_within(double x)
{
    double rounded = x * PER_LOG2 + ROUND, n = rounded - ROUND;
    double r = (x - n * LOG2_HIGH) - n * LOG2_LOW;

    return taylor(r) * power_of_two(rounded);
}

#endif
