/* dual_map - the weights of a dual point: v = -(1/sigma) sum_i c_i alpha_i x_i, and w = grad
 * Psi*(sigma v), weight by weight or part by part (REG_PARTS). */
#ifndef RRM_DUAL_MAP_H
#define RRM_DUAL_MAP_H

#include "base/arena.h"
#include "risk/dual.h"
#include "solve/problem.h"

struct dual_map {
    const struct problem *p;
    double sigma;
    double *v, *w; /* dim, and one entry more a border; w is v where Psi = sigma |w|^2/2 */
    double *some;  /* dim: -sigma v on a support, then w there; NULL where w is v */
    size_t count;
};

/* Zeros, with the sigma of p. Memory comes from the arena, which tells whether there was enough. */
struct dual_map dual_map_make(const struct problem *p, struct arena *arena);

/* sweep.update, a struct dual_map being its context: w follows v on the support. */
void dual_map_support(void *context, const struct support *moved);

/* v, which is the slope a of a plane, becomes -(1/sigma) a, and w that of it. */
void dual_map_product(struct dual_map *map);

#endif
