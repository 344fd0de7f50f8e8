/* incumbent - the best point so far, moved by exact line searches on the scores. */
#include "solve/dual/incumbent.h"

#include "math/vec.h"
#include "risk/image.h"

/* The incumbent goes so many times the way to w at most: the rounding of z - s->z grows by this. */
static const double FARTHEST = 2;

void incumbent_init(struct incumbent *s, const struct problem *p, struct arena *arena)
{
    *s = (struct incumbent){.p = p,
                            .w = arena_doubles(arena, p->risk->dim),
                            .z = arena_doubles(arena, p->risk->image),
                            .dz = arena_doubles(arena, p->risk->image),
                            .room = arena_get(arena, p->risk->search_room, 1)};
}

double incumbent_meet(struct incumbent *s, double *w, double *z)
{
    const struct problem *p = s->p;
    size_t n = p->risk->dim, rows = p->risk->image;
    double psi = problem_regularizer(p, w), k;

    vec_fill(rows, 0, s->dz);
    k = problem_search(p, psi, vec_sqnorm(n, w), s->dz, z, s->room);
    vec_scale(n, k, w);
    vec_scale(rows, k, z);

    psi = problem_regularizer(p, w) - problem_regularizer(p, s->w);
    vec_combine(rows, 1, z, -1, s->z, s->dz);
    k = problem_search(p, psi, vec_sqdistance(n, w, s->w), s->z, s->dz, s->room);
    k = k < FARTHEST ? k : FARTHEST;
    vec_mix(n, k, w, 1 - k, s->w);
    vec_mix(rows, k, z, 1 - k, s->z);
    return problem_primal(p, risk_value(p->risk, 0, s->z), s->w);
}
