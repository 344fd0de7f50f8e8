/* pointwise - a loss that is a sum over the examples: g(z) = sum_i c_i l(z_i, y_i). */
#ifndef RRM_POINTWISE_H
#define RRM_POINTWISE_H

#include "loss/loss.h"

struct pointwise {
    struct loss g; /* first: a struct loss * of ours is a struct pointwise * */
    const struct formula *formula;
    double p;  /* the parameter */
    size_t k;  /* scores of a row */
    const double *y;
    const struct parts *parts;
    struct kink *kinks; /* LOSS_KINKS x rows; NULL without kinks */
};

/* Makes one in the arena; the spec's bias does not matter. NULL: no memory. */
struct pointwise *pointwise_make(const struct loss_spec *spec, const struct parts *parts,
                                 struct arena *arena);

/* The rows [lo, hi) as the formula reads them, smoothed by mu. */
struct batch pointwise_batch(const struct pointwise *f, double mu, int64_t lo, int64_t hi);

/* A function of t: sum_i c_i l(z_i + t d_i, y_i), of one score a row. */
struct line {
    const double *y, *c, *z, *d; /* rows */
};

/* The kinks of a line in (lo, hi], side by side in f->kinks; returns how many. Adds the slope at lo to
 * *slope. */
size_t pointwise_kinks(const struct pointwise *f, const struct line *line, double lo, double hi,
                       double *slope);

#endif
