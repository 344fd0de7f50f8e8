/* lanes - exact dual coordinate steps on several risks over one matrix at once.
 *
 * Up to LANES risks, each a lane, have the same rows x_i and costs c_i, and differ in their labels.
 * The weights of a feature lie side by side, v_l[j] = v[j * LANES + l], and so do the numbers of a
 * unit: a visit of row i reads it once, and takes alpha_i of each lane to what a step of struct
 * sweep (risk/dual.h) takes it to. */
#ifndef RRM_LANES_H
#define RRM_LANES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "risk/risk.h"

enum { LANES = 8 }; /* doubles of 64 bytes, a line of the cache */

struct lanes {
    double sigma;         /* as in struct sweep, for w = v */
    const int64_t *order; /* the units to visit */
    size_t count;
    const double *sqnorm; /* units: |x_i|^2 */
    const double *y;      /* units x LANES: labels; of a lane without a risk any number */
    double *alpha;        /* units x LANES */
    double *v;            /* dim x LANES */
    unsigned char *moved; /* count: gets 1 where the step changed alpha in a lane, else 0 */
    double on[LANES];     /* 1, or 0: the lane stays where it is */
    double gain[LANES];   /* what risk_sweep returns is added, lane by lane */
    double moves;         /* the number of alpha_i that steps changed is added */
};

/* One dual coordinate step on each unit of s->order in turn, in each lane; the loss and the costs
 * are those of `risk`, with RISK_DUAL and one score a unit. Passes are not counted. */
void risk_sweep_lanes(const struct risk *risk, struct lanes *s);

/* y[i * LANES + lane] = the label of unit i. */
void risk_lane_labels(const struct risk *risk, size_t lane, double *y);

/* z (units x LANES): the scores <v_l, x_i>. Passes are not counted. */
void risk_apply_lanes(const struct risk *risk, const double *v, double *z);

#endif
