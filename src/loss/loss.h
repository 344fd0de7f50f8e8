/* loss - convex losses of one score, as batch functions over many examples. */
#ifndef RRM_LOSS_H
#define RRM_LOSS_H

#include <stdbool.h>
#include <stddef.h>

#include "math/piecewise.h"

/* The task a loss serves: what the labels mean and what y holds. task/ has a row for each. */
enum task_id {
    TASK_BINARY = 1, /* y is -1 or +1; of more than two classes, one against the rest */
    TASK_ONE_CLASS,  /* y is +1 throughout: there is one class only */
    TASK_REGRESSION, /* y is the label, a number */
    TASK_MULTICLASS, /* y is 0 .. k - 1; k scores */
    TASK_ORDINAL,    /* y is 0 .. k - 1, in the order of the labels; one score, k - 1 thresholds */
    TASKS
};

enum loss_trait {
    LOSS_SMOOTH = 1,       /* has a derivative, Lipschitz on every bounded interval: no smoothing is needed */
    LOSS_KINKED = 2,       /* piecewise linear in one score: has kinks and line */
    LOSS_POSITIVE = 4,     /* never below 0 */
    LOSS_LIPSCHITZ = 8,    /* the slope is bounded */
    LOSS_COUNTS = 16,      /* labels are not below 0 */
    LOSS_MARGIN = 32,      /* the margin is free: R = min over rho of mean l(z; rho) - p rho */
    LOSS_PROBABILITY = 64, /* scores are log-odds of the classes */
    LOSS_STEEP = 128       /* the slope grows like e^z: no bound of it on a ball of weights is of use */
};

enum { LOSS_CLASSES = 4096 }; /* at most so many classes */

enum { LOSS_KINKS = 2 }; /* at most so many a loss */

/* Some examples. mu > 0 asks for the Nesterov-smoothed loss l_mu(z) = max_u uz - l*(u) - mu/2 u^2; mu = 0 for l. */
struct batch {
    double p, mu;     /* p: the loss' parameter */
    size_t n, k;      /* examples; scores of each, 1 unless TASK_MULTICLASS */
    const double *y;  /* n labels */
    const double *c;  /* n weights, c >= 0: 1/m without -w */
};

/* l(z) is the loss at score z of an example with label y; u its slope, a number in the domain of the conjugate l*:
 * R(w) = sum_i c_i l_i(<w, x_i>). With TASK_MULTICLASS z and u are k numbers, those of an example side by side. */
struct loss_row {
    const char *name, *help;
    enum task_id task;
    unsigned traits;
    const char *parameter; /* its name, or NULL: the loss has none */
    double initial, lo, hi; /* default and range of the parameter, both ends in it */

    /* Sum of c l_mu(z) over the batch. */
    double (*value)(const struct batch *b, const double *z);
    /* The same, with the slopes cu[i] = c u_mu(z) and the sum of -c l*(u_mu) in *offset, so that
     * <cu, z'> + offset is a plane below the risk (the unsmoothed one), touching it if mu = 0. */
    double (*slopes)(const struct batch *b, const double *z, double *cu, double *offset);
    /* The derivative in t of the sum of c l_mu(z + t d). */
    double (*ray)(const struct batch *b, const double *z, const double *d, double t);
    /* Sum of c l*(u); infinite outside of the domain. */
    double (*conjugate)(const struct batch *b, const double *u);

    /* One example. The slope at z; its conjugate; and the dual coordinate step argmin_v l*(v) - z v + q/2 (v - u)^2,
     * u in the domain, q >= 0 (Shalev-Shwartz, Zhang, JMLR 14, 2013). */
    double (*slope)(double p, double y, double z);
    double (*dual)(double p, double y, double u);
    double (*step)(double p, double y, double z, double u, double q);
    /* The same for k scores, TASK_MULTICLASS: u gets the slopes; u moves by a step. */
    void (*vector_slope)(double p, size_t k, double y, const double *z, double *u);
    double (*vector_dual)(double p, size_t k, double y, const double *u);
    void (*vector_step)(double p, size_t k, double y, const double *z, double *u, double q);
    /* What a regression predicts at score z; NULL: z itself. */
    double (*response)(double z);

    /* Piecewise linear losses: the slope left of all kinks, and the kinks, ascending; returns how many. */
    int (*kinks)(double p, double y, double *slope, struct kink kink[LOSS_KINKS]);
    /* The kinks of t -> sum over the batch of c l(z + t d) with lo < t <= hi (finite ones), in out, which has room for
     * LOSS_KINKS b->n; returns how many. *slope is the slope at lo, right of any kink there (left of all kinks if lo is
     * -INFINITY). */
    size_t (*line)(const struct batch *b, const double *z, const double *d, double lo, double hi, struct kink *out,
                   double *slope);
};

/* Every loss, in the order of loss/list.h; NULL behind the last. */
const struct loss_row *loss_at(size_t index);
const struct loss_row *loss_find(const char *name, size_t length);

/* The loss that text calls by `name` or `name:parameter`, or NULL. *parameter is NAN if the one in text is none that
 * this loss has: out of range, no number, or given to a loss without one. */
const struct loss_row *loss_read(const char *text, double *parameter);

#endif
