/* risk - the seam between the data and the engines: a convex risk R(w), and planes below it.
 *
 * Engines see vectors of length dim (w, a slope) and, where the risk has them, of length image (Aw: 002 writes
 * R(w) = g*(Aw)) and of length units x outputs (a dual point). Images may be combined linearly; what their entries mean
 * is the risk's affair. A plane (a, b) is R(w) >= <a, w> + b for every w.
 *
 * Where the risk has scalars that are not regularized (an offset, a margin, thresholds), R(w) stands for the exact
 * minimum over them: engines never see them, and each operation finds the best ones anew. */
#ifndef RRM_RISK_H
#define RRM_RISK_H

#include <stddef.h>
#include <stdint.h>

enum risk_trait {
    RISK_BOUNDED = 1, /* R(w) >= floor, a finite one: the plane (0, floor) holds */
    RISK_IMAGE = 2,    /* has apply, value, slopes, adjoint, search */
    RISK_UNITS = 4,    /* has unit_slopes, unit_add, unit_bound, settle */
    RISK_DUAL = 8,     /* has plane, sweep */
    RISK_SMOOTH = 16,  /* has a gradient, Lipschitz in every ball: needs no smoothing */
    RISK_LIPSCHITZ = 32 /* the units' slopes are bounded */
};

/* What a sweep of dual coordinate steps needs and keeps. */
struct sweep {
    double lambda;        /* w = -(1/lambda) sum_i c_i alpha_i x_i */
    const int64_t *order; /* the units to visit */
    size_t count;
    double *alpha;        /* units x outputs */
    double *w;            /* dim */
    unsigned char *moved; /* count: gets 1 where the step changed alpha, else 0 */
    double shrink;        /* the units see sgn(w_j) max(0, |w_j| - shrink) in place of w_j; 0: w itself */
};

struct risk {
    const struct risk_ops *ops;
    size_t dim, image, units;
    size_t outputs; /* a unit's loss is one of so many numbers: 1 but for several classes */
    unsigned traits;
    double at_zero; /* R(0) */
    double size;    /* Magnitude of the terms that cancel in R; the rounding error of R is about DBL_EPSILON times
                     * this; without RISK_BOUNDED, |w| times this. 0: none cancel. */
    double floor;   /* inf R >= floor; -INFINITY without RISK_BOUNDED */
    double passes;  /* over the data so far: a product by A is half a pass */
};

struct risk_ops {
    double (*eval)(struct risk *risk, const double *w, double *a, double *b);
    void (*apply)(struct risk *risk, const double *w, double *z);
    double (*value)(struct risk *risk, double mu, const double *z);
    double (*slopes)(struct risk *risk, double mu, const double *z, double *u, double *b);
    void (*adjoint)(struct risk *risk, const double *u, double *a);
    double (*search)(struct risk *risk, double lin, double quad, const double *z, const double *d);
    double (*unit_slopes)(struct risk *risk, size_t k, const int64_t *unit, double s, const double *v, double *u);
    double (*unit_add)(struct risk *risk, size_t k, const int64_t *unit, double scale, const double *u, double *v);
    double (*settle)(struct risk *risk, size_t k, const int64_t *unit, double total, double *seen, double *v);
    double (*unit_bound)(struct risk *risk, double radius);
    double (*plane)(struct risk *risk, const double *alpha, double *a);
    void (*sweep)(struct risk *risk, const struct sweep *s);
};

/* R(w), and the plane (a, *b) that touches R at w. One pass. */
static inline double risk_eval(struct risk *risk, const double *w, double *a, double *b)
{
    return risk->ops->eval(risk, w, a, b);
}

/* z = Aw. Half a pass. */
static inline void risk_apply(struct risk *risk, const double *w, double *z)
{
    risk->ops->apply(risk, w, z);
}

/* The risk at the image z; with mu > 0 the risk smoothed by mu (each unit's loss within mu/2 max u^2 below the true
 * one; Nesterov, Math. Program. 103, 2005). */
static inline double risk_value(struct risk *risk, double mu, const double *z)
{
    return risk->ops->value(risk, mu, z);
}

/* The same; u (image) gets the slopes there, and (A'u, *b) is a plane below the true risk. */
static inline double risk_slopes(struct risk *risk, double mu, const double *z, double *u, double *b)
{
    return risk->ops->slopes(risk, mu, z, u, b);
}

/* a = A'u. Half a pass. */
static inline void risk_adjoint(struct risk *risk, const double *u, double *a)
{
    risk->ops->adjoint(risk, u, a);
}

/* argmin over t >= 0 of lin t + quad/2 t^2 + risk at z + t d: exactly where the risk is piecewise linear and of one
 * output, else to 1e-3 of the slope at 0 or, with several outputs, to 1e-6 of t; with unregularized scalars, the best
 * ones at each t, to that or to 1e-4 of t. */
static inline double risk_search(struct risk *risk, double lin, double quad, const double *z, const double *d)
{
    return risk->ops->search(risk, lin, quad, z, d);
}

/* Slopes u[j] of the loss of unit[j] at s v, j < k, `outputs` numbers each; returns the sum over j of
 * c_i (l_i - u_i z_i), the offsets of their planes. */
static inline double risk_unit_slopes(struct risk *risk, size_t k, const int64_t *unit, double s, const double *v,
                                      double *u)
{
    return risk->ops->unit_slopes(risk, k, unit, s, v, u);
}

/* v += scale * sum over j < k of c_i u[j] x_i, i = unit[j]; returns the change of |v|^2. Slopes and additions of k
 * units count as k/units passes together. */
static inline double risk_unit_add(struct risk *risk, size_t k, const int64_t *unit, double scale, const double *u,
                                   double *v)
{
    return risk->ops->unit_add(risk, k, unit, scale, u, v);
}

/* G with G^2 >= E |g|^2, g the subgradient (units times c_i u_i x_i) of a random unit at any |w| <= radius. */
static inline double risk_unit_bound(struct risk *risk, double radius)
{
    return risk->ops->unit_bound(risk, radius);
}

/* The plane of a dual point: a = sum_i c_i alpha_i x_i, returns its offset -sum_i c_i l_i*(alpha_i). Half a pass. */
static inline double risk_plane(struct risk *risk, const double *alpha, double *a)
{
    return risk->ops->plane(risk, alpha, a);
}

/* One exact dual coordinate step on each unit of s->order in turn (loss.h, step). count/units passes. With shrink
 * (Shalev-Shwartz, Zhang, Math. Program. 155, 2016: proximal dual ascent) the step is one on a bound of the dual. */
static inline void risk_sweep(struct risk *risk, const struct sweep *s)
{
    risk->ops->sweep(risk, s);
}

/* For weights that shrink in every step of an engine, but are kept as they were until a unit needs them: each weight j
 * that one of these k units sees moves towards 0 by total - seen[j], but not beyond, and seen[j] = total (dim each).
 * Returns the change of |v|^2. No pass. */
static inline double risk_settle(struct risk *risk, size_t k, const int64_t *unit, double total, double *seen,
                                 double *v)
{
    return risk->ops->settle(risk, k, unit, total, seen, v);
}

#endif
