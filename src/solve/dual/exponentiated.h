/* exponentiated - dual ascent by exponentiated gradients, for dual points that are Gibbs
 * distributions: what sda does where the risk has RISK_GIBBS. */
#ifndef RRM_EXPONENTIATED_H
#define RRM_EXPONENTIATED_H

#include "solve/solver.h"

/* As `run` of struct solver; Omega is quadratic. */
enum status exponentiated_run(const struct problem *p, struct point *x, struct arena *arena,
                              struct monitor *m);

/* As `estimate` there. */
struct estimate exponentiated_estimate(const struct problem *p, double q);

#endif
