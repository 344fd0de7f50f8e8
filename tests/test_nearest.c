/* test_nearest - the powers of ten by integers of any length, and the doubles nearest to decimals against strtod. */
#include "base/nearest.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "math/rng.h"
#include "common.h"

enum { LIMBS = 32 }; /* 1,024 bits: 2^128 5^288 < 2^797 */

/* A whole number, the lowest 32 bits first. */
struct whole {
    uint64_t limb[LIMBS];
};

static struct whole whole_of(uint64_t high, uint64_t low)
{
    return (struct whole){{low & UINT32_MAX, low >> 32, high & UINT32_MAX, high >> 32}};
}

static struct whole times_five(struct whole x, int times)
{
    for (; times > 0; times--) {
        uint64_t carry = 0;
        for (int i = 0; i < LIMBS; i++) {
            carry += x.limb[i] * 5;
            x.limb[i] = carry & UINT32_MAX;
            carry >>= 32;
        }
        ck_assert(carry == 0);
    }
    return x;
}

static int bit(const struct whole *x, int i)
{
    return i < 0 ? 0 : (int)(x->limb[i / 32] >> i % 32 & 1);
}

static int bit_length(const struct whole *x)
{
    int n = 32 * LIMBS;

    while (n > 0 && !bit(x, n - 1))
        n--;
    return n;
}

/* The first 128 bits of 5^q. */
START_TEST(powers_up)
{
    for (int q = 0; q <= NEAREST_MOST; q++) {
        struct whole five = times_five(whole_of(0, 1), q);
        uint64_t word[2] = {0, 0};
        int n = bit_length(&five);
        for (int i = 0; i < 128; i++)
            word[i / 64] = word[i / 64] << 1 | (uint64_t)bit(&five, n - 1 - i);
        ck_assert_msg(memcmp(word, nearest_power[NEAREST_MOST + q], sizeof word) == 0, "10^%d", q);
    }
}
END_TEST

/* Of the multiples of 5^k the one by T is the last below 2^b, or the first above for a T that is rounded up. */
START_TEST(powers_down)
{
    for (int k = 1; k <= NEAREST_MOST; k++) {
        const uint64_t *power = nearest_power[NEAREST_MOST - k];
        bool up = k <= NEAREST_EXACT;
        struct whole five = times_five(whole_of(0, 1), k);
        uint64_t next = up ? power[1] - 1 : power[1] + 1;
        uint64_t next_high = up ? power[0] - (power[1] == 0) : power[0] + (next == 0);
        struct whole is = times_five(whole_of(power[0], power[1]), k), other = times_five(whole_of(next_high, next), k);
        int b = 127 + bit_length(&five);
        ck_assert_msg(power[0] >> 63 == 1 && bit_length(up ? &other : &is) == b && bit_length(up ? &is : &other) == b + 1,
                      "10^-%d", k);
    }
}
END_TEST

static void check(uint64_t m, int q)
{
    double is = nearest_double(m, q), product = nearest_product(m, q), wanted;
    char text[48];

    snprintf(text, sizeof text, "%" PRIu64 "e%d", m, q);
    wanted = strtod(text, NULL);
    ck_assert_msg(memcmp(&is, &wanted, sizeof is) == 0, "%s: %a, expected %a", text, is, wanted);
    ck_assert_msg(memcmp(&product, &wanted, sizeof is) == 0, "%s: %a, expected %a", text, product, wanted);
}

START_TEST(every_power)
{
    static const uint64_t some[] = {0, 1, 2, 3, 5, 7, 9, 9007199254740991, 9007199254740992, 9007199254740993,
                                    9007199254740995, 9999999999999999999u, UINT64_MAX - 1, UINT64_MAX,
                                    16013329488556890989u, 2176832332097939832}; /* the last 137 bits are the largest */
    struct rng rng;

    rng_seed(&rng, 14);
    for (int q = -NEAREST_MOST; q <= NEAREST_MOST; q++) {
        for (size_t i = 0; i < sizeof some / sizeof *some; i++)
            check(some[i], q);
        for (int i = 0; i < 300; i++)
            check(rng_next(&rng) >> rng_below(&rng, 64), q);
    }
}
END_TEST

/* Middles of two doubles: (2 n + 1) 2^s, n of 53 bits, as m 10^q with m < 2^64; and their neighbours. */
START_TEST(middles)
{
    struct rng rng;

    rng_seed(&rng, 15);
    for (int i = 0; i < 100000; i++) {
        uint64_t odd = (rng_next(&rng) >> 11 | UINT64_C(1) << 52) << 1 | 1;
        int s = (int)rng_below(&rng, 11), q = (int)rng_below(&rng, 5);
        uint64_t m = odd << s, five = 1, least = (UINT64_C(1) << 52) * 2;
        for (int k = 0; k < q; k++)
            five *= 5;
        for (uint64_t d = 0; d < 3; d++)
            check(m - 1 + d, 0);
        m = (least | rng_below(&rng, least) | 1) / five * five; /* odd / 5^q: m 10^-q is a middle where it has 54 bits */
        for (uint64_t d = 0; d < 3; d++)
            check(m - 1 + d, -q);
        m = (least | rng_below(&rng, least) | 1) * (q < 4 ? five : 1);
        for (uint64_t d = 0; d < 3; d++)
            check(m - 1 + d, -q);
        m = (rng_next(&rng) >> 12 | 1) / five; /* m 5^q of about 54 bits */
        for (int d = 0; d < 3; d++)
            check(m + (uint64_t)d, q);
    }
}
END_TEST

RUN_TESTS("nearest", powers_up, powers_down, every_power, middles)
