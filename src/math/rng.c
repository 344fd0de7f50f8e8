/* rng - the one random generator: xoshiro256** seeded by splitmix64. */
#include "math/rng.h"

static uint64_t rotate(uint64_t x, int k)
{
    return (x << k) | (x >> (64 - k));
}

/* splitmix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014; the
 * constants are Stafford's mix 13, as in Vigna's reference code), which the authors of xoshiro
 * recommend for its seed. */
void rng_seed(struct rng *r, uint64_t seed)
{
    for (int i = 0; i < 4; i++) {
        uint64_t z;

        seed += 0x9e3779b97f4a7c15u; /* 2^64 divided by the golden ratio */
        z = (seed ^ (seed >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        r->s[i] = z ^ (z >> 31);
    }
}

/* xoshiro256** 1.0 (Blackman, Vigna: Scrambled linear pseudorandom number generators, ACM TOMS 47,
 * 2021): multipliers 5 and 9, rotations 7 and 45, shift 17. Period 2^256 - 1. */
uint64_t rng_next(struct rng *r)
{
    uint64_t *s = r->s, result = rotate(s[1] * 5, 7) * 9, t = s[1] << 17;

    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 45);
    return result;
}

/* Lemire's nearly divisionless method: of the 128-bit product x n, x of 64 random bits, the upper
 * half is uniform where the lower half is at least 2^64 mod n; other x are rejected. */
uint64_t rng_below(struct rng *r, uint64_t n)
{
    __extension__ typedef unsigned __int128 wide;
    wide product = (wide)rng_next(r) * n;

    if ((uint64_t)product < n) { /* saves the division in all but n of 2^64 draws */
        uint64_t least = (0 - n) % n;

        while ((uint64_t)product < least)
            product = (wide)rng_next(r) * n;
    }
    return (uint64_t)(product >> 64);
}

double rng_uniform(struct rng *r)
{
    return (double)(rng_next(r) >> 11) * 0x1p-53;
}

void rng_shuffle(struct rng *r, size_t n, int64_t *items)
{
    for (size_t i = n; i > 1; i--) {
        size_t j = (size_t)rng_below(r, i);
        int64_t keep = items[i - 1];
        items[i - 1] = items[j];
        items[j] = keep;
    }
}
