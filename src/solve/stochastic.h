/* stochastic - what the engines that visit single units share: the order of the visits, the iterate as a scale times a
 * vector, and the certificate from planes at the ends of epochs. */
#ifndef RRM_STOCHASTIC_H
#define RRM_STOCHASTIC_H

#include "math/rng.h"
#include "solve/master.h"
#include "solve/monitor.h"
#include "solve/solver.h"

struct stochastic {
    const struct problem *p;
    struct monitor *m;
    double *w;       /* dim: the iterate, as of the last certificate */
    double s, *v;    /* the iterate is s v: a step costs the entries of its rows, not dim */
    double sqnorm;   /* |v|^2; of weights that are not yet shrunk, so at least that */
    /* Soft thresholds, for a regularizer with kinks: each step shrinks every weight, which weight j is told when a row next touches it
     * (Langford, Li, Zhang, JMLR 10, 2009): what it has still to be shrunk by is total - seen[j]. */
    double total, *seen;
    size_t batch;    /* units a step */
    int64_t *order;  /* units: a permutation a epoch */
    long epoch, next_certificate;
    int cut;         /* some epoch was not finished */
    struct rng rng;
    struct master master;
    double *a, *model; /* dim: the bound's plane, where its model has its minimum */
    double *mean;    /* dim: an average of the iterates at the ends of epochs */
};

/* Starts at x->w. batch is cut to the number of units. ERR_SYSTEM: no memory; free in any case. */
enum status stochastic_init(struct stochastic *e, const struct problem *p, struct point *x, double batch,
                            struct arena *arena, struct monitor *m);
void stochastic_free(struct stochastic *e);

/* Begins an epoch: a new permutation. */
void stochastic_shuffle(struct stochastic *e);

/* True while a batch starts at place i of the order; false too if the monitor is pressed, and then the epoch counts as
 * cut. */
int stochastic_more(struct stochastic *e, size_t i);

/* How many units the batch at place i of the order has: the last one may be short. */
size_t stochastic_batch(const struct stochastic *e, size_t i);

/* w = T(f w - eta (1/batch) sum over the batch at place i of (units c_j) u_j x_j), with the slopes u_j at w and the
 * soft threshold T(x) = sgn(x) max(0, |x| - share eta lambda g); returns the sum of their planes' offsets (weighted by
 * c_j). */
double stochastic_step(struct stochastic *e, size_t i, double f, double eta, double share);

/* Projects w on |w| <= radius. */
void stochastic_project(struct stochastic *e, double radius);

/* True if |w| >= radius. */
int stochastic_reaches(struct stochastic *e, double radius);

/* The end of an epoch: evaluates J at w, and without strong convexity at an average too, and maximises (7) over the
 * planes found at the ends of epochs and those that the engine knows itself: if `offset` is finite and there is no
 * threshold, (-lambda w, offset) is one. Evaluates at every epoch at first, later at every tenth of the epochs so far, and
 * always when the monitor is about to stop. OK: go on; *leave is set when the monitor says so. ERR_SYSTEM: no
 * memory. */
enum status stochastic_certify(struct stochastic *e, double offset, int *leave);

#endif
