/* drift - the rounding of an image that an engine carries along with its point instead of
 * multiplying anew. */
#include "solve/drift.h"

#include <float.h>
#include <math.h>

#include "math/vec.h"
#include "risk/image.h"

/* A drift beyond this share of the gap that is wanted or left counts: what is proven stays right to
 * two digits. */
static const double SHARE = 0.01;

void drift_add(struct drift *drift, size_t image, const double *u, const double *z, double t,
               const double *d)
{
    double size = sqrt(vec_sqnorm(image, z)) + fabs(t) * sqrt(vec_sqnorm(image, d));

    drift->steepest = fmax(drift->steepest, sqrt(vec_sqnorm(image, u)));
    drift->error += DBL_EPSILON * drift->steepest * size;
    drift->most = fmax(drift->most, drift->error);
}

bool drift_counts(const struct drift *drift, const struct monitor *m, double J, double dual)
{
    double wanted = monitor_tolerance(m), left = monitor_gap_at(m, J, dual);
    double gap = wanted > 0 && wanted < left ? wanted : left;

    return drift->error > 0 && (drift->error > SHARE * gap || left <= wanted);
}

double drift_primal(struct drift *drift, const struct problem *p, const struct monitor *m,
                    double dual, const double *w, double *z)
{
    double J = problem_primal(p, risk_value(p->risk, 0, z), w);

    if (!drift_counts(drift, m, J, dual))
        return J;
    risk_apply(p->risk, w, z);
    drift->error = 0;
    return problem_primal(p, risk_value(p->risk, 0, z), w);
}

void drift_correct(const struct drift *drift, const struct problem *p, struct monitor *m, double *z)
{
    const double *best = monitor_best(m);
    bool exact = drift->error == 0 && monitor_last_is_best(m);

    if (exact || drift->most <= monitor_rounding(m) || !best)
        return;
    risk_apply(p->risk, best, z);
    monitor_correct(m, problem_primal(p, risk_value(p->risk, 0, z), best));
}
