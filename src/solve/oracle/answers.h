/* answers - dual ascent over answers that are kept: what the engines of an oracle (risk/oracle.h)
 * have in common.
 *
 * The dual of lambda/2 |w|^2 + R(w): each unit i has a distribution alpha_i over its answers,
 *     D(alpha) = sum_i c_i sum_y alpha_i(y) l_i(y) - lambda/2 |w|^2,
 *     w = -(1/lambda) sum_i c_i sum_y alpha_i(y) Psi_i(y);
 * G_i = max_y s_i(y) - sum_y alpha_i(y) s_i(y) >= 0, and the gap J(w) - D is sum_i c_i G_i.
 * Franc: Online solvers for convex risk minimization (lecture, 2015), part A. */
#ifndef RRM_ANSWERS_H
#define RRM_ANSWERS_H

#include "solve/solver.h"

/* The answers of a unit during a visit. */
struct answers {
    size_t count, room;
    double *alpha;    /* count: >= 0, sum 1 */
    double *s;        /* count: s_i(y), but for a number that all of them share */
    double *loss;     /* count: l_i(y) */
    double *distance; /* room x room: |Psi_i(y) - Psi_i(y')|^2 */
    double q;         /* c_i/lambda */
    /* for the visit itself */
    double *before; /* count: alpha as the visit began */
    double *idle;   /* count: visits with alpha = 0 in a row */
    unsigned char *text; /* count answers */
    void *block;    /* holds them all */
};

/* |Psi_i(u) - Psi_i(v)|^2 */
static inline double answers_distance(const struct answers *a, size_t u, size_t v)
{
    return a->distance[u * a->room + v];
}

/* argmax_y s_i(y), the first. */
size_t answers_largest(const struct answers *a);

/* sum_y alpha_i(y) s_i(y) */
double answers_mean(const struct answers *a);

/* alpha(u) += t, alpha(v) -= t, 0 <= t <= alpha(v), and s along. */
void answers_shift(struct answers *a, size_t u, size_t v, double t);

/* The argmax t of D over [0, alpha(v)] where alpha(u) += t, alpha(v) -= t, s(u) >= s(v):
 * min(alpha(v), d/(q k)), d = s(u) - s(v), k their distance. */
double answers_step(const struct answers *a, size_t u, size_t v);

/* Settings of the engines, at their place. */
enum { ANSWERS_CACHED, ANSWERS_STEPS };
#define ANSWERS_SETTINGS \
    { \
        [ANSWERS_CACHED] = {"cached", 5, 0, 1000, true, \
                            "sweeps over kept answers between two passes of the oracle"}, \
        [ANSWERS_STEPS] = { "steps", 10, 1, 1000, true, "steps a visit, at most" } \
    }

enum { ANSWERS_PASSES = 100000 };

/* Where the risk has no other dual ascent. */
struct estimate answers_estimate(const struct problem *p, double q);

/* Runs an engine, whose `step` raises D by a step on alpha_i, G_i > 0. */
enum status answers_run(const struct problem *p, struct point *x, struct arena *arena,
                        struct monitor *m, void (*step)(struct answers *a));

#endif
