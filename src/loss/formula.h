/* formula - a loss l(z, y) of one example, as formulas and as loops over many examples. */
#ifndef RRM_FORMULA_H
#define RRM_FORMULA_H

#include <stddef.h>

#include "math/piecewise.h"

enum { LOSS_KINKS = 2 }; /* at most so many a loss */

/* Some examples. mu > 0 asks for the Nesterov-smoothed loss
 * l_mu(z) = max_u uz - l*(u) - mu/2 u^2 (Nesterov, Math. Program. 103, 2005); mu = 0 for l. */
struct batch {
    double p, mu;    /* p: the loss' parameter */
    size_t n, k;     /* examples; scores of each, 1 without LOSS_SCORES */
    const double *y; /* n labels */
    const double *c; /* n weights, c >= 0: 1/m without -w */
};

/* l(z) is the loss at score z of an example with label y; u its slope, a number in the domain of the
 * conjugate l*. With LOSS_SCORES z and u are k numbers, those of an example side by side. */
struct formula {
    /* sum of c l_mu(z) over the batch. */
    double (*value)(const struct batch *b, const double *z);
    /* The same, with the slopes cu[i] = c u_mu(z) and the sum of -c l*(u_mu) in *offset, so that
     * <cu, z'> + offset is a plane below sum c l(z'), touching it at z if mu = 0. */
    double (*slopes)(const struct batch *b, const double *z, double *cu, double *offset);
    /* The derivative in t of the sum of c l_mu(z + t d). */
    double (*ray)(const struct batch *b, const double *z, const double *d, double t);
    /* sum of c l*(u); infinite outside of the domain. */
    double (*conjugate)(const struct batch *b, const double *u);

    /* One example of one score. The slope at z; l*(u); and the dual coordinate step
     * argmin_v l*(v) - z v + q/2 (v - u)^2, u in the domain, q >= 0 (Shalev-Shwartz, Zhang, JMLR 14, 2013). */
    double (*slope)(double p, double y, double z);
    double (*dual)(double p, double y, double u);
    double (*step)(double p, double y, double z, double u, double q);
    /* The same for k scores: u gets the slopes; u moves by a step. */
    void (*vector_slope)(double p, size_t k, double y, const double *z, double *u);
    double (*vector_dual)(double p, size_t k, double y, const double *u);
    void (*vector_step)(double p, size_t k, double y, const double *z, double *u, double q);

    /* Piecewise linear losses of one score, else NULL: *slope left of all kinks, and the kinks,
     * ascending; returns how many. */
    int (*kinks)(double p, double y, double *slope, struct kink kink[LOSS_KINKS]);
    /* The kinks of t -> sum over the batch of c l(z + t d) with lo < t <= hi, t finite, in out, which
     * has room for LOSS_KINKS b->n; returns how many. *slope is the slope at lo, right of any kink
     * there (left of all kinks if lo is -INFINITY). */
    size_t (*line)(const struct batch *b, const double *z, const double *d, double lo, double hi,
                   struct kink *out, double *slope);
};

#endif
