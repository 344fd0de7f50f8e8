/* reg - convex regularizers Omega of a weight vector w of n numbers; Psi = lambda Omega.
 *
 * With k scores of an example (1 but for losses with LOSS_SCORES) weight j k + o, o < k, is that of
 * column j for score o. Column j is feature j + 1 of the file, unless REG_PLAIN or REG_COLUMNS lets
 * columns be renumbered; behind the features comes the column of a regularized bias, if there is
 * one.
 *
 * A row of reg/list.h is all that the engines, the certificates and the master problem know of an
 * Omega. Psi*(s) = sup_w <s, w> - Psi(w) is the conjugate. The curvature c >= 0 is the constant of
 * strong convexity with regard to the row's distance Delta: with m = t w + (1 - t) v, 0 <= t <= 1,
 *     Omega(m) <= t Omega(w) + (1 - t) Omega(v) - c (t Delta(w, m) + (1 - t) Delta(v, m)). */
#ifndef RRM_REG_H
#define RRM_REG_H

#include <stddef.h>

#include "base/text.h"

/* What a row grants. An engine asks for traits (solver.h, reg_needs), never for a row. */
enum reg_trait {
    /* c > 0: Psi* is finite and smooth, and its gradient is prox with S = 0. */
    REG_STRONG = 1,
    /* The distance Delta(w, c) is |w - c|^2/2. */
    REG_EUCLIDEAN = 2,
    /* Omega(w) = c |w|^2/2 + sum_j h(w_j); see `coordinate`. */
    REG_SEPARABLE = 4,
    /* Separable, and from every w of the domain prox_{s h} after prox_{t h} is prox_{(s+t) h}:
     * steps may be put off and taken together. So it is where h is positively homogeneous between
     * bounds. With REG_COLUMNS h_j(w) = psi_j(w) - c_j w^2/2 is, c_j the curvature of psi_j;
     * all c_j are 0, or none, and psi_j(w) >= c_j w^2/2 + g sqrt(c_j/c) |w|, g the growth. */
    REG_ADDITIVE = 8,
    /* Omega(t w) = t^q Omega(w) for every t > 0 and some q. */
    REG_HOMOGENEOUS = 16,
    /* Euclidean, and prox makes weights that are exactly 0: Omega has a kink there. */
    REG_SPARSE = 32,
    /* Depends on n, too: Omega(w, 0) is not Omega(w). With REG_PLAIN n counts the columns that
     * occur. */
    REG_COUNTED = 64,
    /* Omega(w) = |w|^2/2: grad Psi*(sigma v) = v. */
    REG_QUADRATIC = 128,
    /* Omega(w) = sum_j psi_j(w_j), psi_j as reg_weight says, for every w, then separable, or in a
     * ball, where each psi_j(w) = c w^2/2 + h(w), h(w) = max(h- w, h+ w): see struct reg_facts. */
    REG_SUBLINEAR = 256,
    /* Each row grants one of the three. REG_PLAIN: Omega(P w) = Omega(w) for every permutation P;
     * columns may be renumbered to those that occur. REG_COLUMNS: Omega knows each weight by
     * numbers behind p that follow renumbered columns, outputs and the bias (reg/columns.h).
     * REG_NUMBERED: Omega looks at indices; column j is feature j + 1. As j is all that it knows of
     * a weight, data that had to be renumbered are refused, and so are several scores an example
     * and the column of a regularized bias. */
    REG_PLAIN = 512,
    REG_NUMBERED = 1024,
    REG_COLUMNS = 2048,
    /* Bounds on every weight are part of what the row is: a bias is to stand outside of Omega. */
    REG_BOUNDED = 4096,
    /* A few weights of grad Psi*(s) take a few numbers of s: separable, or see `part`. */
    REG_PARTS = 8192
};

/* A user names at most REG_NUMBERS parameters; the last number of p is how many weights are
 * described behind it, for REG_COLUMNS; 0: none. */
enum { REG_NUMBERS = 2, REG_DESCRIBED = REG_NUMBERS, REG_PARAMETERS };

/* What Omega is at its parameters. */
struct reg_facts {
    /* The least n that these parameters make sense for. */
    size_t least;
    /* c >= 0; above 0 for every p if and only if REG_STRONG. */
    double curvature;
    /* The largest g >= 0 that this row can promise with Omega(w) >= Omega(0) + g |w| + c |w|^2/2
     * for every w: what bounds the solution. If c = 0 then g > 0, but for `free`. 0 unless Omega is
     * Euclidean, with its minimum at 0. */
    double growth;
    /* Above 0: some weights w_F have no penalty, |w_F| <= free; c = g = 0, and these are the c and
     * the g of Omega as a function of the others. */
    double free, others_curvature, others_growth;
    /* REG_SUBLINEAR: h-, h+, the slopes of h left and right of 0, -INFINITY or INFINITY where Omega
     * is infinite on that side. 0, 0: h = 0. */
    double left, right;
    /* REG_SUBLINEAR: the ball a |w|_1 + b |w|^2/2 <= B, a, b >= 0, B > 0, outside of which Omega is
     * infinite. B = 0: there is none. */
    double a, b, B;
};

/* psi(w) = curvature w^2/2 + max(left w, right w) where lo <= w <= hi, else infinite; lo < 0 < hi,
 * as for a bound at 0 left or right is infinite. */
struct reg_weight {
    double curvature, left, right, lo, hi;
};

/* p are the parameters, in their order, REG_PARAMETERS numbers. Outside of the domain of Omega its
 * value is INFINITY, but a weight beyond a bound by rounding is within. */
struct reg {
    const char *name, *help;
    unsigned traits;
    struct range parameter[REG_PARAMETERS]; /* ends with a NULL name */
    /* The row without parameters that has this Omega at p; NULL: none. NULL for every p. */
    const struct reg *(*special)(const double *p);
    /* The row of this Omega with factors and bounds of each weight (reg/columns.h), by the same
     * name; NULL: there is none. It is in no list. */
    const struct reg *by_column;
    struct reg_facts (*facts)(const double *p);
    /* Omega(w) */
    double (*value)(const double *p, size_t n, const double *w);
    /* Psi*(scale s) = sup_w <scale s, w> - lambda Omega(w); may be infinite. */
    double (*conjugate)(const double *p, size_t n, double lambda, double scale, const double *s);
    /* The largest t in [0, 1] with a finite Psi*(-t s): a plane with the slope s is scaled by t
     * before it bounds J. NULL: 1 for every s, as for REG_STRONG. */
    double (*share)(const double *p, size_t n, double lambda, const double *s);
    /* argmin_w <g, w> + lambda Omega(w) + S Delta(w, centre); w may be g or centre. S may be 0 if
     * REG_STRONG: then w = grad Psi*(-g), whatever the centre. A slope that is NaN makes a weight
     * that is NaN, in prox, and no finite value, in conjugate. */
    void (*prox)(const double *p, size_t n, double lambda, double S, const double *centre,
                 const double *g, double *w);
    /* REG_SEPARABLE: argmin_w S/2 w^2 - a w + lambda (c w^2/2 + h(w)), one weight w, S + lambda c >
     * 0; with REG_COLUMNS psi_j is in the place of c w^2/2 + h(w). Hence coordinate(p, j, t, 1 - t
     * c, a) is the prox of t h at a, and coordinate(p, j, lambda, 0, -s_j) is weight j of grad
     * Psi*(-s). NULL for REG_QUADRATIC alone, where h = 0. */
    double (*coordinate)(const double *p, size_t j, double lambda, double S, double a);
    /* REG_PARTS, not separable: w_i of grad Psi*(scale s) for the weights i at, .., at + count - 1
     * and those that go with them. */
    void (*part)(const double *p, size_t n, size_t at, size_t count, double lambda, double scale,
                 const double *s, double *w);
    /* d_k (n) = H d_k for each k < count, H the derivative of w, as prox gives it, with regard to
     * -g: an element of it where w has a kink. 0 <= H <= I/(S + lambda c). With REG_PLAIN and
     * REG_SPARSE H_jj = 0 where w_j = 0, and such j may be left out of the n. NULL for
     * REG_QUADRATIC, where H = I/(S + lambda). */
    void (*bend)(const double *p, size_t n, double lambda, double S, const double *centre,
                 const double *g, const double *w, size_t count, double *const *d);
    /* REG_SUBLINEAR, separable: psi_j. NULL: all are as the facts say, without bounds. */
    struct reg_weight (*weight)(const double *p, size_t j);
    /* Delta(w, c), a Bregman distance; NULL: |w - c|^2/2. */
    double (*distance)(size_t n, const double *w, const double *c);
};

/* Every regularizer, in the order of reg/list.h; NULL behind the last. */
const struct reg *reg_at(size_t index);
/* The regularizer that text names, up to its end or to the ":" of parameters; NULL: there is
 * none. */
const struct reg *reg_find(const char *text);

/* The row with the Omega of this one at p and the most traits: this one, or one without
 * parameters. */
const struct reg *reg_special(const struct reg *reg, const double *p);

/* Delta(w, c) */
double reg_distance(const struct reg *reg, size_t n, const double *w, const double *c);

/* share, and 1 where that is NULL. */
double reg_share(const struct reg *reg, const double *p, size_t n, double lambda, const double *s);
/* psi_j: that of `weight`, or of the facts. */
struct reg_weight reg_weight_at(const struct reg *reg, const double *p, size_t j);
/* The ball's a, b, B, and INFINITY for B where there is none. */
double reg_ball(const struct reg *reg, const double *p, double *a, double *b);

/* The largest k up to which strong convexity bounds Omega by a parabola on the way from w to x,
 *     Omega(w + k (x - w)) <= (1 - k) Omega(w) + k Omega(x) - c/2 k (1 - k) |x - w|^2,   0 <= k:
 * 1, but INFINITY where this is an equality. Each row's distance is at least |w - c|^2/2 (that of
 * the entropy by Pinsker's inequality), hence the Euclidean norm. */
double reg_reach(const struct reg *reg);

#endif
