/* rng - the one random generator: xoshiro256** seeded by splitmix64. */
#ifndef RRM_RNG_H
#define RRM_RNG_H

#include <stddef.h>
#include <stdint.h>

/* The state. The same seed gives the same numbers on every machine. */
struct rng {
    uint64_t s[4];
};

void rng_seed(struct rng *r, uint64_t seed);
/* 64 random bits. */
uint64_t rng_next(struct rng *r);
/* Uniform in [0, n), n > 0, without bias (Lemire: Fast random integer generation in an interval,
 * ACM TOMACS 29, 2019). */
uint64_t rng_below(struct rng *r, uint64_t n);
/* Uniform on the multiples of 2^-53 in [0, 1). */
double rng_uniform(struct rng *r);
/* A uniformly random permutation of items[0 .. n - 1] (Fisher and Yates; Knuth, volume 2, algorithm
 * 3.4.2P). */
void rng_shuffle(struct rng *r, size_t n, int64_t *items);

#endif
