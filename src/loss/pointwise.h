/* pointwise - a loss that is a sum over the examples: g(z) = sum_i c_i l(z_i, y_i). */
#ifndef RRM_POINTWISE_H
#define RRM_POINTWISE_H

#include "loss/loss.h"

struct pointwise {
    struct loss g; /* first: a struct loss * of ours is a struct pointwise * */
    const struct formula *formula;
    double p;        /* the parameter of l */
    size_t k;        /* scores of a row */
    const double *y; /* rows */
    const struct parts *parts;
    int most;        /* kinks of l, the same for all y; 0 if it has none */
    struct kink *kinks; /* most x rows: scratch of free scalars; else NULL */
};

/* The instance of a spec with a formula, in the arena; free_bias and bias are ignored. y, c and
 * parts must outlive the instance. NULL: no memory. */
struct pointwise *pointwise_make(const struct loss_spec *spec, const struct parts *parts,
                                 struct arena *arena);

/* The rows [lo, hi) for the functions of the formula, smoothed by mu. */
struct batch pointwise_batch(const struct pointwise *f, double mu, int64_t lo, int64_t hi);

/* f(t) = sum_i c_i l(z_i + t d_i, y_i), one score a row. */
struct line {
    const double *y, *z, *d; /* rows */
    struct costs c;
};

/* The kinks of the line in (lo, hi] in kinks (most x rows), in the order of the rows; returns how
 * many. Adds its slope at lo, right of any kink there, to *slope; lo = -INFINITY: the slope left of
 * all kinks. */
size_t pointwise_kinks(const struct pointwise *f, const struct line *line, double lo, double hi,
                       struct kink *kinks, double *slope);

#endif
