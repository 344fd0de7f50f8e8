/* incumbent - the best point of an engine of dual steps, moved by exact line searches on the
 * scores, which cost no pass.
 *
 * At a large C the dual of a loss with kinks is solved to many digits before J(w(alpha)) is: scores
 * a little below the kink cost C each. A multiple k w, k a little above 1, moves them all. */
#ifndef RRM_INCUMBENT_H
#define RRM_INCUMBENT_H

#include "base/arena.h"
#include "solve/problem.h"

struct incumbent {
    const struct problem *p;
    double *w, *z; /* dim, image: the point and its scores A w; 0 at first */
    double *dz;    /* image: scratch */
    void *room;    /* of the line searches */
};

/* Asks the arena for memory. */
void incumbent_init(struct incumbent *s, const struct problem *p, struct arena *arena);

/* The point w (dim) with the scores z (image) becomes k w, k = argmin over k >= 0 of J(k w), and z
 * becomes k z; then the incumbent moves to the minimum on the line from it through w, at most to
 * twice the way. Returns J there. For an Omega that is Euclidean or has its minimum at 0. */
double incumbent_meet(struct incumbent *s, double *w, double *z);

#endif
