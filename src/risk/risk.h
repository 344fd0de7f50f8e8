/* risk - the seam between the data and the engines: a convex risk R(w), and planes below it.
 *
 * A plane (a, b) is R(w) >= <a, w> + b for every w; it touches R at w where that is an equality: a
 * is then a subgradient. Where a loss has scalars that are not regularized (a bias, a margin,
 * thresholds), R(w) is the exact minimum over them: engines never see them. Every risk has values
 * and planes (risk_eval). The rest of its capabilities stand in headers of their own, each a table,
 * NULL if not granted, but for dual.h, whose functions ask for RISK_DUAL:
 *     risk/image.h  the scores Aw, their loss, and the sum A'u
 *     risk/units.h  steps along the subgradient of single examples
 *     risk/dual.h   planes of dual points, and dual coordinate steps
 *     risk/oracle.h the answers of single units that are worst
 *     risk/gibbs.h  dual points that are Gibbs distributions
 * Newton's method (solve/newton/) is made of functions of the matrix A and the loss g themselves.
 * Nothing fails: weights that are not finite, or scores that overflow, give values that are not
 * finite. A risk is const while it is used, but for scratch: one thread at a time may use it; its
 * operations run on the threads that it was made with. */
#ifndef RRM_RISK_H
#define RRM_RISK_H

#include <stdbool.h>
#include <stddef.h>

#include "base/par.h"

/* What a risk grants. */
enum risk_trait {
    RISK_ANY = 1,       /* there is such a risk */
    RISK_BOUNDED = 2,   /* floor is finite: the plane (0, floor) holds */
    RISK_IMAGE = 4,     /* has image_ops */
    RISK_UNITS = 8,     /* has unit_ops */
    RISK_DUAL = 16,     /* grants risk/dual.h */
    RISK_SMOOTH = 32,   /* the gradient is Lipschitz in every ball: needs no smoothing */
    RISK_LIPSCHITZ = 64, /* the subgradients of the units are bounded */
    RISK_NEWTON = 128,   /* has image_ops, and second derivatives of g at z = A w */
    RISK_QUADRATIC = 512, /* RISK_DUAL, one score a unit, and l* is a quadratic on an interval */
    RISK_SMOOTHABLE = 1024, /* RISK_SMOOTH, or the slopes of image.h smooth by mu > 0 */
    RISK_ORACLE = 2048,     /* has oracle_ops */
    RISK_GIBBS = 4096,      /* has gibbs_ops */
    RISK_ASCENT = 8192      /* RISK_DUAL or RISK_GIBBS: dual ascent, unit by unit */
};

/* Passes over the data of one run: a product by A or by A' is half a pass. */
struct meter {
    double passes;
};

/* What the risks of several problems over the same rows with the same costs have in common, as
 * those of one class against the rest: M = A' diag(c) A, of one score a row. Where h_i = kappa c_i
 * for all rows i, as at w = 0, the Hessian A' diag(h) A of a problem is kappa M. */
struct shared {
    int problems;    /* how many, if above 1 */
    const double *M; /* columns x columns, row-major: the upper triangle; NULL: not made */
};

struct risk {
    void *self; /* the struct that the operations work on */
    /* risk_eval */
    double (*eval)(const struct risk *risk, const double *w, double *a, double *b);
    const struct image_ops *image_ops;
    const struct unit_ops *unit_ops;
    const struct oracle_ops *oracle_ops;
    const struct gibbs_ops *gibbs_ops;
    unsigned traits;
    size_t dim;       /* weights */
    size_t image;     /* entries of Aw */
    size_t units;     /* examples, or what else is visited one by one */
    size_t outputs;   /* scores of a unit: RISK_DUAL, RISK_NEWTON */
    size_t dual_size; /* entries of a dual point; 0 without RISK_DUAL */
    size_t search_room; /* bytes of scratch for risk_search */
    size_t borders;   /* RISK_NEWTON: of the Hessian (loss.h) */
    const struct matrix *A;     /* RISK_NEWTON: R(w) = g(A w); else they may be NULL */
    struct loss *g;
    struct shared shared; /* with other risks */
    double at_zero;   /* R(0) */
    double floor;     /* inf R >= floor; -INFINITY without RISK_BOUNDED */
    double smoothing; /* RISK_SMOOTHABLE, not RISK_SMOOTH: R - mu smoothing <= R_mu <= R */
    double scale;     /* Magnitude of the terms that cancel in R; the rounding error of R is about
                       * DBL_EPSILON times this; without RISK_BOUNDED, |w| times this. 0: none
                       * cancel. */
    double usual;     /* the same, as most rows have it (struct loss): J is 0 but for rounding up to
                       * a few DBL_EPSILON of this */
    const double *steep; /* dim, without RISK_BOUNDED, else NULL: a slope a_j = sum_i u_i x_ij
                          * cancels terms of sum_i |u_i x_ij| <= steep[j] */
    const struct par *par; /* its threads, for what an engine does itself; NULL: the caller's */
    struct meter *meter; /* of the run that uses this copy of the struct; NULL: nobody counts */
};

/* Adds to the passes of the run. */
static inline void risk_count(const struct risk *risk, double passes)
{
    if (risk->meter)
        risk->meter->passes += passes;
}

/* The passes of the run; 0: nobody counts. */
static inline double risk_passes(const struct risk *risk)
{
    return risk->meter ? risk->meter->passes : 0;
}

/* True if l' is constant on an interval: l has a kink, or, without scalars that are not
 * regularized, a bounded slope and a quadratic in between, as huber. */
static inline bool risk_has_flats(const struct risk *risk)
{
    const unsigned both = RISK_QUADRATIC | RISK_LIPSCHITZ;

    return !(risk->traits & RISK_SMOOTH) ||
           ((risk->traits & both) == both && risk->borders == 0);
}

/* True if l is smooth and l* no quadratic: with logarithms, as a rule. */
static inline bool risk_has_logarithms(const struct risk *risk)
{
    return (risk->traits & (RISK_SMOOTH | RISK_QUADRATIC)) == RISK_SMOOTH;
}

/* R(w), and the plane (a, *b) that touches R at w; w and a have dim numbers and do not overlap. One
 * pass. */
static inline double risk_eval(const struct risk *risk, const double *w, double *a, double *b)
{
    risk_count(risk, 1);
    return risk->eval(risk, w, a, b);
}

#endif
