/* loss - convex losses of one score, as batch functions over many examples. */
#ifndef RRM_LOSS_H
#define RRM_LOSS_H

#include <stdbool.h>
#include <stddef.h>

enum loss_trait {
    LOSS_BINARY = 1,  /* labels are -1 and +1 */
    LOSS_SMOOTH = 2,  /* the slope is Lipschitz: no smoothing is needed */
    LOSS_KINKED = 4,  /* piecewise linear: has kinks */
    LOSS_POSITIVE = 8, /* never below 0 */
    LOSS_LIPSCHITZ = 16 /* the slope is bounded */
};

/* Where a piecewise linear function bends: at `at` its slope jumps up by `jump` > 0. */
struct kink {
    double at, jump;
};

enum { LOSS_KINKS = 2 }; /* at most so many a loss */

/* l(z) is the loss at score z of an example with label y; u its slope, a number in the domain of the conjugate l*;
 * c >= 0 the example's weight (1/m without -w); p the loss' parameter: R(w) = sum_i c_i l_i(<w, x_i>).
 *
 * mu > 0 asks for the Nesterov-smoothed loss l_mu(z) = max_u uz - l*(u) - mu/2 u^2; mu = 0 for l itself. */
struct loss {
    const char *name, *help;
    unsigned traits;
    const char *parameter; /* its name, or NULL: the loss has none */
    double initial, lo, hi; /* default and range (open at lo) of the parameter */

    /* Sum of c l_mu(z) over n examples. */
    double (*value)(double p, double mu, size_t n, const double *y, const double *c, const double *z);
    /* The same, with the slopes cu[i] = c u_mu(z) and the sum of -c l*(u_mu) in *offset, so that
     * <cu, z'> + offset is a plane below the risk (the unsmoothed one), touching it if mu = 0. */
    double (*slopes)(double p, double mu, size_t n, const double *y, const double *c, const double *z, double *cu,
                     double *offset);
    /* The derivative in t of the sum of c l_mu(z + t d). */
    double (*ray)(double p, double mu, size_t n, const double *y, const double *c, const double *z, const double *d,
                  double t);
    /* Sum of c l*(u); infinite outside of the domain. */
    double (*conjugate)(double p, size_t n, const double *y, const double *c, const double *u);

    /* One example. The slope at z; its conjugate; and the dual coordinate step argmin_v l*(v) - z v + q/2 (v - u)^2,
     * u in the domain, q >= 0 (Shalev-Shwartz, Zhang, JMLR 14, 2013). */
    double (*slope)(double p, double y, double z);
    double (*dual)(double p, double y, double u);
    double (*step)(double p, double y, double z, double u, double q);

    /* Piecewise linear losses: the slope left of all kinks, and the kinks, ascending; returns how many. */
    int (*kinks)(double p, double y, double *slope, struct kink kink[LOSS_KINKS]);
    /* The kinks of t -> sum over n examples of c l(z + t d) with lo < t <= hi (finite ones), in out, which has
     * room for LOSS_KINKS n; returns how many. *slope is the slope at lo, right of any kink there (left of all kinks if
     * lo is -INFINITY). */
    size_t (*line)(double p, size_t n, const double *y, const double *c, const double *z, const double *d, double lo,
                   double hi, struct kink *out, double *slope);
};

/* Every loss, in the order of loss/list.h; NULL behind the last. */
const struct loss *loss_at(size_t index);
const struct loss *loss_find(const char *name, size_t length);

#endif
