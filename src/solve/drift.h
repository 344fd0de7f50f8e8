/* drift - the rounding of an image z = A w that an engine carries along with w instead of
 * multiplying anew. */
#ifndef RRM_DRIFT_H
#define RRM_DRIFT_H

#include "solve/monitor.h"

/* A bound of first order on |R(z) - R(A w)| for the image z of w: each update z += t d adds
 * DBL_EPSILON |u| (|z| + |t d|), u the steepest slopes so far (van der Vorst, Ye, SIAM J. Sci.
 * Comput. 22, 2000, on residuals that are carried along). */
struct drift {
    double error; /* 0: z is A w as a product gives it */
    double most;  /* the largest error so far */
    double steepest; /* the largest |u| so far: a step may end where R has other slopes */
};

/* To be called after z += t d, u the slopes of R near z (image numbers each). */
void drift_add(struct drift *drift, size_t image, const double *u, const double *z, double t,
               const double *d);

/* True where the drift of z is a share of the gap that counts, or where J and the bound `dual`
 * would meet the tolerance: z is then to be made A w anew, and `error` 0. */
bool drift_counts(const struct drift *drift, const struct monitor *m, double J, double dual);

/* J at w by its image z, which becomes A w (half a pass) where the drift is a share of the gap that
 * counts, and where this J would meet the tolerance with the bound `dual`: no run ends on a drifted
 * value. */
double drift_primal(struct drift *drift, const struct problem *p, const struct monitor *m,
                    double dual, const double *w, double *z);

/* At the end of a run: where the drift may have been more than the rounding of J, and the monitor's
 * best value is not one just found without drift, J of the best point from scratch takes its place
 * (half a pass; z is scratch). */
void drift_correct(const struct drift *drift, const struct problem *p, struct monitor *m,
                   double *z);

#endif
