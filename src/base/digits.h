/* digits - up to eight decimal digits at a time, without a branch per character. */
#ifndef RRM_DIGITS_H
#define RRM_DIGITS_H

#include <stdint.h>
#include <string.h>

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

#endif
