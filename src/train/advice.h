/* advice - what the end of a run tells of options: whether a smaller lambda could do more, what a
 * bias would gain. */
#ifndef RRM_ADVICE_H
#define RRM_ADVICE_H

#include "train/fit.h"

/* What is looked at. */
enum advice_topic { ADVICE_COST = 1, ADVICE_BIAS = 2 };

struct advice {
    double least; /* w = 0 meets the tolerance for each lambda >= least: 0 is a subgradient of R
                   * there but for rounding; 0: that is not known */
    double risk;  /* R - inf R at the solution, by the floor; 0: no bias was looked at */
    double gain;  /* what J falls by with the best weight b of a feature that is 1 everywhere,
                   * regularized, the other weights as they are */
};

/* The advice of a fit whose run has ended, if that has converged, on the topics (enum advice_topic)
 * asked for. Half a pass for the bias; up to 60 passes of `auto` where all weights are 0, in what
 * is left of the time, after which the fit stands elsewhere. ERR_SYSTEM: no memory. */
enum status advice_of(struct fit *fit, unsigned topics, struct advice *advice, struct error *err);

#endif
