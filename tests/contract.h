/* contract - what reg.h promises of a row, checked from outside: no twin, no word about which row
 * it is. */
#ifndef RRM_TESTS_CONTRACT_H
#define RRM_TESTS_CONTRACT_H

#include "math/rng.h"
#include "reg/reg.h"

enum { CONTRACT_DIM = 12 }; /* for at most so many weights */

/* Fails the test where a promise is broken: growth, share, prox, coordinate, conjugate, the
 * traits. */
void contract_check(const struct reg *reg, const double *p, size_t n, struct rng *rng);

#endif
