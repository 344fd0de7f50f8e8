/* rng - the one random generator: xoshiro256** of Blackman and Vigna (2018), seeded by splitmix64. */
#ifndef RRM_RNG_H
#define RRM_RNG_H

#include <stddef.h>
#include <stdint.h>

struct rng {
    uint64_t s[4];
};

void rng_seed(struct rng *r, uint64_t seed);
uint64_t rng_next(struct rng *r);
/* Uniform in [0, n), n > 0, without bias (Lemire 2019). */
uint64_t rng_below(struct rng *r, uint64_t n);
/* Uniform in [0, 1), 53 random bits. */
double rng_uniform(struct rng *r);
/* A random order of what stands in items (Fisher-Yates). */
void rng_shuffle(struct rng *r, size_t n, int64_t *items);

#endif
