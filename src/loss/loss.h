/* loss - g, a convex function of all scores of a data set: R(w) = g(Aw), A the examples.
 *
 * A row of loss/list.h says what a loss is; an instance is a row with labels and weights. g is
 *     g(z) = sum_i c_i l(z_i, y_i)                    pointwise.h: l is a formula of one example
 *     g(z) = min over b of sum_i c_i l(z_i + ..b..)   free.h: b is a bias, a margin, thresholds
 *     any other convex function of z                  set/: the row makes the instance itself
 * A loss knows labels and weights, never features. */
#ifndef RRM_LOSS_H
#define RRM_LOSS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/par.h"
#include "base/status.h"
#include "base/text.h"
#include "loss/formula.h"

/* The task a loss serves: what the labels mean and what y holds. task/ has a row for each. */
enum task_id {
    TASK_BINARY = 1, /* y is -1 or +1; of more than two classes, one against the rest */
    TASK_ONE_CLASS,  /* y is +1 throughout: there is one class only */
    TASK_REGRESSION, /* y is the label, a number */
    TASK_MULTICLASS, /* y is 0 .. k - 1; k scores */
    TASK_ORDINAL,    /* y is 0 .. k - 1, in the order of the labels; one score, k - 1 thresholds */
    TASK_RANKING,    /* y is a grade of relevance, 0 or more; the rows of a query are ordered */
    TASK_SEQUENCE,   /* y is 0 .. k - 1; k scores, and one of each pair of labels */
    TASKS
};

/* What a row grants; a capability that no trait grants is not there. */
enum loss_trait {
    LOSS_SMOOTH = 1,       /* l' is Lipschitz on each bounded interval: needs no smoothing */
    LOSS_POSITIVE = 2,     /* l >= 0 */
    LOSS_LIPSCHITZ = 4,    /* the slopes are bounded */
    LOSS_COUNTS = 8,       /* labels are y >= 0 */
    LOSS_ABOVE_0 = 2097152, /* even y > 0 */
    LOSS_MARGIN = 16,      /* g(z) = min over rho of sum_i c_i l(z_i - y_i rho) - p rho */
    LOSS_RHO = 32,         /* rho is a part of the model: scores are compared with rho */
    LOSS_PROBABILITY = 64, /* scores are log-odds of the classes */
    LOSS_STEEP = 128,      /* slopes grow like e^z: their bound on a ball of weights is of no use */
    LOSS_BIAS = 256,       /* a bias may be left out of Omega (-R), with LOSS_SCORES one for each
                            * class; of a formula of one score with kinks if `quadratic` tells
                            * them */
    LOSS_THRESHOLDS = 512, /* g(z) = min over theta, thresholds between ordered classes */
    LOSS_SCORES = 1024,    /* an example has a score for each class */
    LOSS_RESIDUAL = 2048,  /* l depends on z - y: its rounding error is that of y */
    LOSS_PAIRS = 4096,     /* over pairs of rows, with LOSS_GROUPS of one query: g(z + c) = g(z) */
    LOSS_BOUNDED = 8192,   /* inf g > -INFINITY: the floor of an instance may be finite; with
                            * LOSS_POSITIVE it is */
    LOSS_WEIGHTS = 16384,  /* examples may weigh: an example of weight c_1 + c_2 is as much as two
                            * such examples of c_1 and c_2 */
    LOSS_NEWTON = 32768,   /* the instance has `proximal`; LOSS_ROWS says so, too */
    LOSS_SMOOTHABLE = 65536, /* without LOSS_SMOOTH: `slopes` smooths by mu > 0; else mu is 0 */
    LOSS_GROUPS = 262144,  /* rows of one qid belong together: a query, a sequence */
    LOSS_COSTS = 1048576,  /* errors may have costs of their own, D_yo of o in the place of y */
    LOSS_GAINS = 524288,   /* of queries of few rows, labels of moderate size (set/ndcg.h) */
    LOSS_GROUP_WEIGHTS = 4194304, /* groups may weigh: one of weight 2 is as much as two */
    LOSS_ROWS = 131072     /* g(z) = sum_i c_i l(z_i, y_i), or the minimum of such sums over free
                            * scalars; the instance has `proximal`, and, without LOSS_MARGIN and
                            * LOSS_THRESHOLDS, `pointwise` and a dual offset of each alpha */
};

/* Classes at most. A row of scores lies on the stack: 32 KB. */
enum { LOSS_CLASSES = 4096 };

/* What an instance is made of (instance.h). */
struct loss_spec {
    const struct loss_row *row;
    double parameter; /* of the row; ignored without one */
    int64_t rows;
    const double *y; /* rows: labels, as the task of the loss has them (enum task_id) */
    int classes;     /* LOSS_THRESHOLDS, LOSS_SCORES: labels 0 .. classes - 1; 2 to LOSS_CLASSES */
    const double *costs; /* classes x classes, row-major: D_yo >= 0, D_yy = 0 (needs LOSS_COSTS);
                          * NULL: [o != y] */
    const double *c; /* rows: c_i >= 0 (needs LOSS_WEIGHTS); NULL: 1/rows each */
    bool free_bias;  /* the weight of the bias feature is free (needs LOSS_BIAS) */
    double bias;     /* with free_bias: the value of that feature, > 0 */
    struct groups groups; /* of rows (LOSS_GROUPS); else none */
};

/* An instance. */
struct loss {
    const struct loss_ops *ops;
    size_t image; /* scores in all: rows times scores of a row, side by side, and own ones behind */
    size_t prox_size; /* entries of alpha and v of a proximal step; 0: no centre (prox.h) */
    size_t borders;   /* scalars that `proximal` minimises over */
    bool coupled;     /* the Hessian of g_q couples rows: `bend` alone has it, with the state of the
                       * last `proximal` */
    int64_t rows;
    struct costs c;  /* of the rows */
    double at_zero;  /* g(0) */
    double floor;    /* inf g >= floor; -INFINITY with LOSS_MARGIN, where g(tz) = t g(z), t >= 0,
                      * and where `lacks` says why */
    double scale;    /* Magnitude of the terms that cancel in g; the rounding error of g is about
                      * DBL_EPSILON times this. With floor = -INFINITY: per unit of mean |z_i|. */
    double usual;    /* scale, were all rows as light as the lightest, with labels of the median's
                      * size: what rounding may leave of g is a few DBL_EPSILON of this, however
                      * heavy a few rows are, or large their labels */
    double smoothing;   /* LOSS_SMOOTHABLE: g - mu smoothing <= g_mu <= g; INFINITY: it cannot be
                         * smoothed, `lacks` says why */
    const char *lacks;  /* what the instance has not of LOSS_BOUNDED or LOSS_SMOOTHABLE: the
                         * predicate of a message; NULL: nothing */
    double looks;       /* sums over the rows that a value of g takes, about, mu = 0; 0: one */
    double proximal_looks; /* the same of `proximal`, and of a value with mu > 0 */
    size_t search_room; /* bytes of scratch that `search` needs */
    const struct pointwise *pointwise; /* granted: g = sum_i c_i l(z_i, y_i), or the minimum of that
                                        * over a bias b, z_i + b for z_i; else NULL */
};

/* The operations of an instance; z and u have `image` numbers. Nothing fails: scores that are not
 * finite give values that are not. */
struct loss_ops {
    /* g_mu(z): g with l, or the loss of a pair, replaced by l_mu (formula.h). If u is not NULL, u
     * and *offset get slopes such that <u, z'> + *offset <= g(z') for all z', with equality at z if
     * mu = 0. */
    double (*slopes)(struct loss *g, double mu, const double *z, double *u, double *offset);
    /* The same with mu = 0 of the rows [lo, hi), any block of rows on any thread; z and u begin at
     * row lo. Returns their sums of c_i l and of the offsets. NULL: g needs all scores in one
     * place. */
    struct sums (*rows)(const struct loss *g, int64_t lo, int64_t hi, const double *z, double *u);
    /* argmin over t >= 0 of lin t + quad/2 t^2 + g(z + t d), quad >= 0; room: search_room bytes,
     * aligned for any type. NULL: by slopes alone. */
    double (*search)(struct loss *g, double lin, double quad, const double *z, const double *d,
                     void *room);
    /* -g*(u) = -sum_i c_i l*(alpha_i), u_i = c_i alpha_i, for a dual point alpha (image): the
     * offset of its plane. NULL: a dual point is not a slope for each row. */
    double (*dual_offset)(const struct loss *g, const double *alpha);
    /* The same for a u (image) of a plane where alpha, of the domain, is not of one: of a
     * loss with a bias that is not regularized. NULL: every alpha is. */
    double (*dual_plane)(const struct loss *g, const double *alpha, double *u);
    /* The proximal step x; x->q > 0 without LOSS_SMOOTH. Returns g(z), or, with LOSS_SCORES and a
     * bias, its sum at the best bias of g_q; *offset, if not NULL, gets
     * that of a plane: <u, z'> + *offset <= g(z') for all z'. NULL: no Newton's method. */
    double (*proximal)(struct loss *g, const struct prox *x, double *offset);
    /* argmin over t >= 0 of lin t + quad/2 t^2 + g_q(z + t d), g_q of prox.h, by
     * its slope: |f'(t)| <= 0.05 |f'(0)|; x as `proximal` left it. NULL without proximal. */
    double (*proximal_search)(struct loss *g, const struct prox *x, double lin, double quad,
                              const double *d);
    /* to (image) = the Hessian of g_q at x->z times d (image), x as `proximal` left it: of several
     * scores a row, of whose differences alone g is a function, so that it takes equal d_io of a
     * row to 0. NULL: diag(h) d, less the borders. */
    void (*bend)(const struct loss *g, const struct prox *x, const double *d, double *to);
    /* Border k < borders of the Hessian of g_q: diag(h) - sum_k hd hd'/s, hd (image) and s > 0; 0:
     * there is none. x as `proximal` left it. */
    double (*border)(const struct loss *g, size_t k, const struct prox *x, double *hd);
    /* The best free scalars at z that a model needs, in b; returns how many (loss_scalars). NULL:
     * none. */
    size_t (*scalars)(struct loss *g, const double *z, double *b);
};

/* What a loss is. Exactly one of formula and make is not NULL. */
struct loss_row {
    const char *name, *help;
    enum task_id task;
    unsigned traits;        /* enum loss_trait */
    struct range parameter; /* its name is NULL: the loss has none */
    size_t (*own)(int classes);    /* LOSS_SCORES: scores behind those of the rows that are weights
                                    * themselves; NULL: none */
    double (*response)(double z);  /* what a regression predicts at score z; NULL: z itself */
    /* Returns s >= 0 and makes y the y' of l(z + offset, y) = s l(z, y') + const for every z. NULL:
     * scores have no offsets. */
    double (*shifted)(double parameter, double offset, double *y);
    const struct formula *formula; /* of one example; of one threshold, with LOSS_THRESHOLDS: that
                                    * of the hinge (thresholds.h) */
    struct quadratic (*quadratic)(double parameter); /* l* to quadratic_formula; else NULL */
    const struct labelings *labelings; /* of a maximum over labels (labelings.h); else NULL */
    const struct gibbs *gibbs; /* of a sum over labels of groups of rows (gibbs.h); else NULL */
    const struct group_terms *group; /* of a sum over groups of rows (group.h); else NULL */
    /* *g: the instance, as loss_make (instance.h); errors tell what it refuses, and a remedy. */
    enum status (*make)(const struct loss_spec *spec, const struct parts *parts,
                        struct arena *arena, struct loss **g, struct error *err);
};

/* The loss of the row with the parameter `value`. */
static inline struct parameter loss_parameter(const struct loss_row *row, double value)
{
    struct quadratic none = {0};

    return (struct parameter){value, row->quadratic ? row->quadratic(value) : none, NULL, 1};
}

/* The losses in the order of loss/list.h, from index 0; NULL behind the last. */
const struct loss_row *loss_at(size_t index);
/* The loss of the name that text has up to its end or to a ":"; NULL: there is none. */
const struct loss_row *loss_find(const char *text);

/* The loss of a text `name` or `name:parameter`; NULL: there is none of the name. *parameter: the
 * number in text, or else the default; NaN if the text behind ":" is no number in [lo, hi], or the
 * loss has no parameter. */
const struct loss_row *loss_read(const char *text, double *parameter);

#endif
