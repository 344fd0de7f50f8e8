/* nearest - from decimal digits to the nearest double, without a branch per digit. */
#ifndef RRM_NEAREST_H
#define RRM_NEAREST_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* ---- up to eight digits at a time ------------------------------------------------------------ */

/* The eight bytes at s, the first one lowest. Not by shifts of the bytes: where one of them is used
 * besides, gcc 12 does not make these a single load. */
static inline uint64_t digits_load(const char *s)
{
    uint64_t bytes;

    memcpy(&bytes, s, sizeof bytes);
    return __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? __builtin_bswap64(bytes) : bytes;
}

/* How many of the eight bytes, from the first on, are digits. */
static inline int digits_count(uint64_t bytes)
{
    uint64_t t = bytes ^ 0x3030303030303030u; /* a digit d is '0' + d = 0x30 ^ d: now 0..9 */
    /* A byte of 10 or more gets its high bit: from 10 + 0x76 = 0x80 on by the sum, from 0x80 on by
     * t itself. The sum carries into the next byte only from a byte of 0x8a or more, which is
     * marked. */
    uint64_t marks = ((t + 0x7676767676767676u) | t) & 0x8080808080808080u;

    return marks ? __builtin_ctzll(marks) >> 3 : 8;
}

/* The number of the first `count` bytes, all digits, count in [0, 8]: pairs of digits, then the
 * four pairs a, b, c, d to 10^6 a + 10^4 b + 10^2 c + d, which both products add up in bits 32 to
 * 63 (simdjson's parse_eight_digits_unrolled). */
static inline uint64_t digits_value(uint64_t bytes, int count)
{
    int half = 4 * (8 - count); /* half the shift, as one by 64 is undefined */
    uint64_t t = ((bytes ^ 0x3030303030303030u) << half) << half; /* 8 - count leading zeros */

    t = t * 10 + (t >> 8); /* pairs in bytes 0, 2, 4, 6 */
    return (((t & 0x000000ff000000ffu) * 0x000f424000000064u) +          /* 10^6, 10^2 */
            (((t >> 16) & 0x000000ff000000ffu) * 0x0000271000000001u)) >> 32; /* 10^4, 1 */
}

enum { NEAREST_DIGITS = 19 }; /* of a mantissa: 10^19 < 2^64 */

static const uint64_t power_of_ten[NEAREST_DIGITS + 1] = {
    1u, 10u, 100u, 1000u, 10000u, 100000u, 1000000u, 10000000u, 100000000u, 1000000000u,
    10000000000u, 100000000000u, 1000000000000u, 10000000000000u, 100000000000000u,
    1000000000000000u, 10000000000000000u, 100000000000000000u, 1000000000000000000u,
    10000000000000000000u};

/* ---- the nearest double, by a multiplication of integers (Lemire, "Number parsing at a gigabyte
 * per second", Softw. Pract. Exp. 51, 2021) ---- */

enum {
    NEAREST_MOST = 64,  /* of q; beyond, and data seldom are, strtod is as exact */
    NEAREST_EXACT = 27, /* 5^27 is the largest power of five below 2^64 */
    NEAREST_TEN = 22    /* 10^22 is the largest power of ten that is a double */
};

extern const double nearest_ten[NEAREST_TEN + 1]; /* 10^k */

/* nearest_power[NEAREST_MOST + q] = {h, l}: T = 2^64 h + l in [2^127, 2^128) is 10^q 2^-e, e =
 * floor(q log2 10) - 127, rounded down, but up for -NEAREST_EXACT <= q < 0. */
extern const uint64_t nearest_power[2 * NEAREST_MOST + 1][2];

/* The double nearest to m 10^q, |q| <= NEAREST_MOST, ties to even.
 *
 * Let w = m 2^z in [2^63, 2^64), P = w T, H = floor(P / 2^128), L = floor(P / 2^64) mod 2^64.
 * T errs by less than 1 and P by less than 2^64.
 * 1. For 0 <= q <= 27 P is exact, a multiple of 2^64. For -27 <= q < 0 w 10^q 2^-e is a multiple of
 *    2^128, and then L = 0, or 2^65 or more away from each, and then L > 0. Either way L = 0 tells
 *    that H is exact.
 * 2. For other q m 10^q, m > 0, is neither a double nor a middle of two (5^28 > 2^64). For 28 <= q
 *    <= 55 P is exact; else the last 137 bits of P are at least 1.5 2^64 below 2^137 (Mushtak &
 *    Lemire, "Fast number parsing without fallback", Softw. Pract. Exp. 53, 2023): the error of P
 *    does not change the first 54 bits of H, those of a double and one more.
 * A last bit that is set where H is not exact makes one rounding of H the right one. */
static inline double nearest_product(uint64_t m, int q)
{
    __extension__ typedef unsigned __int128 wide;
    const uint64_t *power = nearest_power[NEAREST_MOST + q];
    int zeros = __builtin_clzll(m | 1);
    int scale = (q * 217706 >> 16) + 2 - zeros; /* floor(q log2 10) + .. for |q| <= 350 */
    uint64_t w = m << zeros, bits = (uint64_t)(scale + 1023) << 52;
    wide product = (wide)w * power[0] + (uint64_t)((wide)w * power[1] >> 64);
    uint64_t high = (uint64_t)(product >> 64), low = (uint64_t)product;
    bool inexact = m > 0 && (low != 0 || q > NEAREST_EXACT || q < -NEAREST_EXACT);
    double unit;

    memcpy(&unit, &bits, sizeof unit); /* 2^scale */
    /* H / 2 as a signed number, which converts without a branch: its first 53 bits are the same. */
    return (double)(int64_t)(high >> 1 | (high & 1) | inexact) * unit;
}

/* The same. For m <= 2^53 and -22 <= q <= 0 a division of doubles rounds once (Clinger, "How to
 * read floating point numbers accurately", PLDI 1990) and takes fewer instructions. */
static inline double nearest_double(uint64_t m, int q)
{
    if (m <= UINT64_C(1) << 53 && q <= 0 && q >= -NEAREST_TEN)
        return (double)(int64_t)m / nearest_ten[-q];
    return nearest_product(m, q);
}

#endif
