/* output_gram - the quadratic model of several outputs (newton_outputs.h) over few weights V, by
 * their Hessian H = X'B X, B that of g_q: its block of outputs o and r is sum_i B_ior x_i x_i'. */
#ifndef RRM_OUTPUT_GRAM_H
#define RRM_OUTPUT_GRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "data/matrix.h"
#include "loss/prox.h"
#include "math/l1_dense.h"
#include "risk/risk.h"
#include "solve/monitor.h"

struct output_gram {
    const struct risk *risk;
    const struct monitor *m;
    size_t most;      /* weights */
    size_t *first;    /* outputs + 1: the weights of output o are first[o] .. first[o + 1] - 1 */
    uint32_t *weight; /* most: j k + o of each; by outputs, then by columns j */
    double *H;        /* V x V, both triangles */
    double *D;        /* most: diag(H) without a ridge */
    struct kinked *psi;  /* most: of each */
    double *block;    /* scratch: room for the sum of two outputs, columns^2 <= most^2 */
    double *e, *b;    /* image: scratch: of each row the unit vector of an output, and B e */
    int64_t *row;     /* units: scratch: the rows of a sum, and their h */
    double *h;
    struct l1_dense solver; /* its x, g, step: most */
};

/* Under the monitor of the run. Memory comes from the arena, which tells whether there was
 * enough. */
void output_gram_init(struct output_gram *s, const struct risk *risk, const struct monitor *m,
                      struct arena *arena);

/* H of the `count` weights v of X with in[v] = 1, at `at`, as the loss left it. False: there is
 * none, as it takes the time of more than so many passes over X, the run hurries, or the loss
 * couples the rows of B. */
bool output_gram_update(struct output_gram *s, const struct matrix *X, const unsigned char *in,
                        size_t count, const struct prox *at, double passes);

/* x (dim of X) becomes about the minimum from w = x on, with the gradient g (dim), psi of X's
 * weights and the ridge (dim). */
void output_gram_minimise(struct output_gram *s, struct kinked_each psi, const double *ridge,
                          const double *g, double *x);

#endif
