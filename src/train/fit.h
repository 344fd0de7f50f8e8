/* fit - one problem: J(w) = R(w) + lambda Omega(w) on one risk, minimised for one lambda after the
 * other. */
#ifndef RRM_FIT_H
#define RRM_FIT_H

#include "risk/composite.h"
#include "solve/monitor.h"
#include "train/outcome.h"
#include "train/recipe.h"

struct fit {
    const struct recipe *recipe; /* the caller's */
    struct risk *risk;
    double lambda;          /* of the last run, or of that which point.alpha comes from */
    struct point point;     /* where the last run stood; before the first one, zeros */
    bool placed;            /* the first run starts at point.w, which the caller has set */
    struct monitor monitor; /* of the last run: best is its solution */
    struct arena arena;     /* holds all of it */
};

/* Makes the risk and takes limits and tolerances of the recipe over into fit->monitor, where they,
 * the interrupt and the reporter may be changed before each run. x, y and cost of spec must outlive
 * it. ERR_SYSTEM: no memory. Free in any case. */
enum status fit_init(struct fit *fit, const struct recipe *recipe, const struct risk_spec *spec,
                     const struct par *par, struct error *err);

/* The limits and tolerances of the recipe again. */
void fit_limits(struct fit *fit);

/* Minimises with this lambda; the passes begin at 0. The first run starts cold (problem_start) or,
 * placed, at the point of Omega's domain next to point.w; each later one from the best point and
 * the dual point of the run before: lambda is not in the risk, and a dual point, alpha_i in dom
 * l_i*, is one for every lambda. ERR_SYSTEM: no memory. */
enum status fit_run(struct fit *fit, double lambda, struct error *err);

/* What came out of the last run. */
struct outcome fit_outcome(const struct fit *fit);

void fit_free(struct fit *fit);

#endif
