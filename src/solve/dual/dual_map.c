/* dual_map - the weights of a dual point. */
#include "solve/dual/dual_map.h"

#include "math/vec.h"

struct dual_map dual_map_make(const struct problem *p, struct arena *arena)
{
    size_t n = p->risk->dim, room = n + p->risk->borders;
    struct dual_map map = {.p = p, .sigma = problem_curvature(p), .v = arena_doubles(arena, room)};

    map.w = p->reg->traits & REG_QUADRATIC ? map.v : arena_doubles(arena, room);
    map.some = p->reg->traits & REG_QUADRATIC ? NULL : arena_doubles(arena, n);
    return map;
}

static void gather(void *context, size_t at, size_t n)
{
    struct dual_map *map = context;

    for (size_t j = at; j < at + n; j++)
        map->some[map->count++] = -map->sigma * map->v[j];
}

static void scatter(void *context, size_t at, size_t n)
{
    struct dual_map *map = context;

    for (size_t j = at; j < at + n; j++)
        map->w[j] = map->some[map->count++];
}

/* w_j of grad Psi*(sigma v), where Omega knows the weights by their numbers. */
static void each(void *context, size_t at, size_t n)
{
    struct dual_map *map = context;
    const struct problem *p = map->p;

    if (p->reg->part) {
        p->reg->part(p->reg_p, p->risk->dim, at, n, p->lambda, map->sigma, map->v, map->w);
        return;
    }
    for (size_t j = at; j < at + n; j++)
        map->w[j] = p->reg->coordinate(p->reg_p, j, p->lambda, 0, map->sigma * map->v[j]);
}

/* One call of Omega's function for all weights of the support. */
void dual_map_support(void *context, const struct support *moved)
{
    struct dual_map *map = context;
    const struct problem *p = map->p;

    if (p->reg->traits & REG_COLUMNS) {
        support_visit(moved, each, map);
        return;
    }
    map->count = 0;
    support_visit(moved, gather, map);
    p->reg->prox(p->reg_p, map->count, p->lambda, 0, map->some, map->some, map->some);
    map->count = 0;
    support_visit(moved, scatter, map);
}

void dual_map_product(struct dual_map *map)
{
    size_t n = map->p->risk->dim;

    if (map->w != map->v)
        problem_minimiser(map->p, map->v, map->w);
    vec_combine(n, -1 / map->sigma, map->v, 0, map->v, map->v);
}
