/* stochastic - what the engines that visit single units share: the order of the visits, the iterate
 * as a scale times a vector, and the certificate from planes at the ends of epochs. */
#ifndef RRM_STOCHASTIC_H
#define RRM_STOCHASTIC_H

#include "math/rng.h"
#include "solve/planes/master.h"
#include "solve/monitor.h"
#include "solve/solver.h"

/* w = s v: a step that scales w and adds a few rows costs the entries of these rows, not dim.
 *
 * Where Psi = sigma |w|^2/2 + lambda sum_j h(w_j) with h other than 0 (reg.h, coordinate), each
 * step is followed by the prox of a multiple of h. Those prox steps add up (REG_ADDITIVE), so that
 * weight j takes them together when a unit next needs it (Langford, Li, Zhang, JMLR 10, 2009): the
 * prox of (total - seen_j) h, in units of v. */
struct scaled_iterate {
    double s, *v;  /* v: dim */
    double sqnorm; /* |v|^2; at least that while prox steps are put off */
    double total;  /* the sum of the prox steps so far; 0: none is put off */
    double *seen;  /* dim: what of it each weight has taken */
};

struct stochastic {
    const struct problem *p;
    struct monitor *m;
    struct scaled_iterate at;
    size_t batch;   /* units a step */
    int64_t *order; /* units: a permutation an epoch */
    struct rng rng;
    long epoch;     /* epochs that ended */
    bool cut_short; /* some epoch was not finished */

    /* the certificate */
    long next_certificate;
    struct master master;
    double *w;      /* dim: the iterate, as of the last certificate */
    double *mean;   /* dim: an average of the iterates at the ends of epochs */
    double *a;      /* dim: a plane */
    double *u;      /* batch x scores of a unit: scratch */
    double *lowest; /* dim: the minimum of the cutting-plane model */
};

/* Starts at x->w. batch is cut to the number of units. ERR_SYSTEM: no memory; free in any case. */
enum status stochastic_init(struct stochastic *e, const struct problem *p, struct point *x,
                            double batch, struct arena *arena, struct monitor *m);
void stochastic_free(struct stochastic *e);

/* Begins an epoch: a new permutation. */
void stochastic_shuffle(struct stochastic *e);

/* True while a batch starts at place i of the order; false too if a limit was passed: then the
 * epoch is cut short. */
bool stochastic_more(struct stochastic *e, size_t i);

/* How many units the batch at place i of the order has: the last one may be short. */
size_t stochastic_batch(const struct stochastic *e, size_t i);

/* w = prox_{share eta lambda h}(f w - eta (units/batch) sum_j g_j), g_j the subgradients of R_i at
 * w over the batch at place i of the order; f = 1 - eta sigma makes it a step on J. Returns the sum
 * of the offsets R_i(w) - <g_j, w> of their planes. */
double stochastic_step(struct stochastic *e, size_t i, double f, double eta, double share);

/* Projects w on |w| <= radius. */
void stochastic_project(struct stochastic *e, double radius);

/* True if |w| >= radius. */
bool stochastic_reaches(struct stochastic *e, double radius);

/* The end of an epoch. Evaluates J at w and, without strong convexity, at an average too, and
 * maximises (7) of Smola, Vishwanathan, Le (2007) over the planes found there: the bound. If
 * `offset` is finite and h = 0, the engine says that (-sigma w, offset) is a plane, too. J is
 * evaluated after every epoch at first, later after a tenth of the epochs so far, and always when
 * the run is about to stop. OK: go on; *leave is set when the monitor says so. ERR_SYSTEM: no
 * memory. */
enum status stochastic_certify(struct stochastic *e, double offset, bool *leave);

#endif
