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
static const double LOG_2 = 0x1.62e42fefa39efp-1;   /* log 2 */
static const double LOG2_HIGH = 0x1.62e42feep-1, LOG2_LOW = 0x1.a39ef35793c76p-33;

/* A number t + ROUND, |t| < 2^51, is rounded to the integer n nearest to t: it has the last bits of
 * n, in the complement of two. */
static const double ROUND = 0x1.8p52;

/* At MOST exp(x) overflows. Below LEAST it is less than DBL_TRUE_MIN/2, and x counts as ZERO =
 * -2046 log 2: 2^n is computed as 0 times 0 there, without an underflow, which takes long. */
static const double EXPONENTIAL_MOST = 710, EXPONENTIAL_LEAST = -746;
static const double EXPONENTIAL_ZERO = -0x1.628b76e3a7b61p10;

enum { EXPONENT_BIAS = 1023, FRACTION_BITS = 52 }; /* of a double */

/* exp(r) - 1 = r + r^2 q(r), |r| <= log(2)/2 + rounding: q is the polynomial of degree 9 whose
 * greatest relative error of exp(r) is the least, 3.7e-18 (by Remez's algorithm), its coefficients
 * rounded. Summed in pairs (Estrin; Muller, Elementary Functions, 3rd edition, section 5.5). */
static inline double exponential_rise(double r)
{
    double r2 = r * r, r4 = r2 * r2;
    double q0 = (0x1.000000000000ap-1 + r * 0x1.55555555554fap-3) +
                r2 * (0x1.555555555088cp-5 + r * 0x1.1111111127b9dp-7);
    double q4 = (0x1.6c16c184267c4p-10 + r * 0x1.a01a012a695e9p-13) +
                r2 * (0x1.a0199a16b8299p-16 + r * 0x1.71df253aad824p-19);
    double q8 = 0x1.28ad68c981d0dp-22 + r * 0x1.ad7f7a7b7e9c3p-26;

    return r + r2 * (q0 + r4 * (q4 + r4 * q8));
}

static inline double exponential_near_0(double r)
{
    return 1 + exponential_rise(r);
}

static inline uint64_t double_bits(double x)
{
    uint64_t bits;

    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline double double_of_bits(uint64_t bits)
{
    double x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

/* 2^n of the last bits of n, |n| < EXPONENT_BIAS; 0 for -EXPONENT_BIAS */
static inline double power_of_two(uint64_t n)
{
    return double_of_bits((n + EXPONENT_BIAS) << FRACTION_BITS);
}

/* exp(x) of x from EXPONENTIAL_LEAST to EXPONENTIAL_MOST, or EXPONENTIAL_ZERO; NaN for NaN. 2^n is
 * the product of two powers: the last multiplication alone rounds to a subnormal number, or
 * overflows. */
static inline double exponential_within(double x)
{
    double rounded = x * PER_LOG2 + ROUND, n = rounded - ROUND;
    double r = (x - n * LOG2_HIGH) - n * LOG2_LOW;
    uint64_t bits = double_bits(rounded), half = bits >> 1; /* its last bits: of floor(n/2) */

    return exponential_near_0(r) * power_of_two(half) * power_of_two(bits - half);
}

/* x in the range of exponential_within */
static inline double exponential_limited(double x)
{
    x = x < EXPONENTIAL_LEAST ? EXPONENTIAL_ZERO : x;
    return x > EXPONENTIAL_MOST ? EXPONENTIAL_MOST : x;
}

/* exp(x) to 1.01 units in the last place, subnormal numbers among them; INFINITY where it
 * overflows, NaN for NaN. One lane of exponentials: the same bits. */
static inline double exponential(double x)
{
    return exponential_within(exponential_limited(x));
}

/* exp(x) - 1 to 4 units in the last place; -1 below EXPONENTIAL_LEAST, INFINITY, NaN as exp(x). */
static inline double exponential_minus_1(double x)
{
    return x >= -0.34 && x <= 0.34 ? exponential_rise(x) : exponential(x) - 1; /* log(2)/2 > .34 */
}

#endif
