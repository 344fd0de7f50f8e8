/* centre - proximal points on the dual (Rockafellar, SIAM J. Control Optim. 14, 1976): the centre
 * alpha and the weight q of loss/prox.h, from one to the next. */
#ifndef RRM_CENTRE_H
#define RRM_CENTRE_H

#include <stdbool.h>

#include "loss/prox.h"
#include "solve/solver.h"

struct centre {
    const struct risk *risk;
    struct point *x; /* alpha is that of x, if the risk has one; else memory of the arena */
    struct arena *arena;
    double size;     /* of the scores at the solution: R(0) for a loss measured against it */
    double *alpha;   /* prox_size; NULL where q was 0 so far */
    double gap;      /* when it last fell by FASTER */
    int outer;       /* moves since then */
    double solved;   /* the gap when an inner loop last came to its end */
    bool loose;      /* alpha is v(z) of an inner loop that did not come to its end */
    bool strict;     /* alpha is v(z) of solved inner loops alone */
};

/* A gap falls fast where it becomes 1/FASTER of what it was from one centre to the next. */
static const double FASTER = 4;

/* No centre yet; R(0) for size, or 1 where that says nothing. */
struct centre centre_make(const struct risk *risk, struct point *x, struct arena *arena);

/* The memory of alpha, for `at`. False: there is none. */
bool centre_take(struct centre *c, struct prox *at);

/* Rows that bend at at->z with the weight q, h_i != 0; at->q = q. */
size_t centre_bending(const struct centre *c, struct prox *at, double q);

/* at->q = the first q at at->z; 0 for a smooth risk, most of whose rows bend. A dual point tells
 * better than z in which rows a loss with kinks, or a quadratic one, bends at the solution: there q
 * is that of such a start. False: no memory. */
bool centre_first(struct centre *c, struct prox *at);

/* How an inner loop has ended. */
struct inner_end {
    double gap;       /* J - D */
    bool solved;
    double R, offset; /* at `at`, as the loss left them */
    double tolerance; /* of the run */
};

/* alpha becomes v(at->z), unless v of inner problems that were not `solved` has misled before; q
 * another one where the gap falls slowly or the inner problem was not solved; after q = 0 the first
 * one. Without a centre (loss/prox.h) q alone, as the tolerance asks for. Returns the factor of q;
 * 1 after 0. */
double centre_move(struct centre *c, struct prox *at, const struct inner_end *end);

/* R - <u, z> - offset at x, R = g(z) and the offset as the loss left them: the share of g - g_q in
 * the gap. 0 for q = 0. */
double centre_smoothed(const struct risk *risk, const struct prox *x, double R, double offset);

/* True if the gap did not fall by FASTER for too many centres. */
bool centre_ends(const struct centre *c);

#endif
