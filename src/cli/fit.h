/* fit - one problem, minimised by the solver that was chosen: a training has one, or one a class, or some more. */
#ifndef RRM_FIT_H
#define RRM_FIT_H

#include "cli/options.h"
#include "risk/linear.h"
#include "solve/monitor.h"

/* What came out of one run, or of several together. */
struct outcome {
    double primal, dual, passes, seconds;
    long iterations;
    enum verdict verdict;
    const char *engine; /* the solver that ended it */
    int unmet, unbegun; /* of several: how many have not met the tolerance, if there is one; of these, how many
                         * had not one pass */
};

struct fit {
    const struct options *o;
    double lambda;
    struct risk *risk;
    struct point point;
    struct monitor monitor; /* best is the solution */
    struct arena arena;     /* holds all of it */
};

/* Sets a run up. Limits, interrupt and reporter of fit->monitor may be changed before it goes. ERR_SYSTEM: no memory.
 * Free in any case. */
enum status fit_init(struct fit *fit, const struct options *o, const struct linear_spec *spec, double lambda,
                     const struct par *par, struct error *err);
enum status fit_go(struct fit *fit, struct error *err);
struct outcome fit_outcome(const struct fit *fit);
void fit_free(struct fit *fit);

#endif
