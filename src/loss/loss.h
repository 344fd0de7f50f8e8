/* loss - g, a convex function of all scores of a data set: R(w) = g(Aw), A the examples.
 *
 * A row of loss/list.h says what a loss is; an instance is the row with labels and weights. Either
 * g(z) = sum_i c_i l(z_i, y_i), a formula of one example and no more, or the same at the best of some
 * scalars that are not regularized (a bias, a margin, thresholds), or a function of all scores that is
 * no such sum. A loss knows labels and weights, never features. */
#ifndef RRM_LOSS_H
#define RRM_LOSS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/parts.h"
#include "base/status.h"
#include "loss/formula.h"

/* The task a loss serves: what the labels mean and what y holds. task/ has a row for each. */
enum task_id {
    TASK_BINARY = 1, /* y is -1 or +1; of more than two classes, one against the rest */
    TASK_ONE_CLASS,  /* y is +1 throughout: there is one class only */
    TASK_REGRESSION, /* y is the label, a number */
    TASK_MULTICLASS, /* y is 0 .. k - 1; k scores */
    TASK_ORDINAL,    /* y is 0 .. k - 1, in the order of the labels; one score, k - 1 thresholds */
    TASKS
};

/* What a row grants; a capability that no trait grants is not there. */
enum loss_trait {
    LOSS_SMOOTH = 1,       /* has a derivative, Lipschitz on every bounded interval: no smoothing is needed */
    LOSS_POSITIVE = 2,     /* never below 0 */
    LOSS_LIPSCHITZ = 4,    /* the slope is bounded */
    LOSS_COUNTS = 8,       /* labels are not below 0 */
    LOSS_MARGIN = 16,      /* g(z) = min over rho of sum c_i l(z_i - y_i rho) - p rho: the margin is free */
    LOSS_RHO = 32,         /* rho is a part of the model: scores are compared with it */
    LOSS_PROBABILITY = 64, /* scores are log-odds of the classes */
    LOSS_STEEP = 128,      /* the slope grows like e^z: no bound of it on a ball of weights is of use */
    LOSS_BIAS = 256,       /* a bias may be left out of Omega (-R) */
    LOSS_THRESHOLDS = 512, /* classes - 1 free thresholds between the labels 0 .. classes - 1 */
    LOSS_SCORES = 1024,    /* an example has a score for each class */
    LOSS_RESIDUAL = 2048,  /* l depends on z - y: its rounding is that of y */
    LOSS_PAIRS = 4096      /* compares each example of y = +1 with each of y = -1: constants cancel */
};

enum { LOSS_CLASSES = 4096 }; /* at most so many classes */

/* A loss on data. The arrays must outlive the instance. */
struct loss_spec {
    const struct loss_row *row;
    double parameter;
    int64_t rows;
    const double *y; /* rows: labels, as the task of the loss has them (enum task_id) */
    int classes;     /* LOSS_THRESHOLDS, LOSS_SCORES: labels are 0 .. classes - 1; 2 to LOSS_CLASSES */
    const double *c; /* rows: c_i >= 0, 1/m unless examples are weighted */
    bool free_bias;  /* the weight of a feature is free (needs LOSS_BIAS) */
    double bias;     /* with free_bias: the feature's value, > 0 */
};

struct loss {
    const struct loss_ops *ops;
    size_t image; /* scores in all: rows times scores of a row */
    int64_t rows;
    const double *c;
    double at_zero; /* g(0) */
    double floor;   /* inf g >= floor; -INFINITY with a free margin: then g(t z) = t g(z) for t >= 0 */
    double scale;   /* Magnitude of the terms that cancel in g; the rounding error of g is about
                     * DBL_EPSILON times this. Without a floor: per unit of mean |z_i|. */
    const struct pointwise *pointwise; /* granted: g is a sum over rows and nothing else; else NULL */
};

struct loss_ops {
    /* g_mu(z): g with each l, or each pair's, replaced by l_mu (struct batch). If u (image) is not NULL:
     * the slopes, such that <u, z'> + *offset <= g(z') for every z', with equality at z if mu = 0. */
    double (*slopes)(struct loss *g, double mu, const double *z, double *u, double *offset);
    /* The share of the rows [lo, hi), for any block of rows on any thread; z and u begin at row lo.
     * Returns their sums of c_i l and of the offsets. NULL: needs all scores in one place. */
    struct sums (*rows)(const struct loss *g, int64_t lo, int64_t hi, const double *z, double *u);
    /* argmin over t >= 0 of lin t + quad/2 t^2 + g(z + t d). NULL: by slopes. */
    double (*search)(struct loss *g, double lin, double quad, const double *z, const double *d);
    /* u_i = c_i alpha_i for a dual point alpha (image); returns -g*(u), the offset of its plane. NULL:
     * a dual point is not a slope for each row. */
    double (*dual_plane)(const struct loss *g, const double *alpha, double *u);
    /* The best free scalars at z that a model needs, in b; returns how many (loss_scalars). NULL: 0. */
    size_t (*scalars)(struct loss *g, const double *z, double *b);
};

struct loss_row {
    const char *name, *help;
    enum task_id task;
    unsigned traits;
    const char *parameter;  /* its name, or NULL: the loss has none */
    double initial, lo, hi; /* default and range of the parameter, both ends in it */
    double (*response)(double z); /* what a regression predicts at score z; NULL: z itself */
    const struct formula *formula; /* of one example; NULL: */
    struct loss *(*make)(const struct loss_spec *spec, struct arena *arena); /* of all; NULL: no memory */
};

/* Every loss, in the order of loss/list.h; NULL behind the last. */
const struct loss_row *loss_at(size_t index);
/* The loss that text names, up to its end or to the ":" of a parameter; NULL: there is none. */
const struct loss_row *loss_find(const char *text);

/* The loss that text calls by `name` or `name:parameter`, or NULL. *parameter is NAN if the one in text is none that
 * this loss has: out of range, no number, or given to a loss without one. */
const struct loss_row *loss_read(const char *text, double *parameter);

#endif
