/* pointwise - a loss that is a sum over the examples: g(z) = sum_i c_i l(z_i, y_i). */
#ifndef RRM_POINTWISE_H
#define RRM_POINTWISE_H

#include "loss/line.h"
#include "loss/loss.h"

/* A score beyond all kinks, where l of a margin, max(0, -yz), has its steepest slope; its product
 * with a slope is finite. */
static const double SCORE_FAR = 1e300;

struct pointwise {
    struct loss g; /* first: a struct loss * of ours is a struct pointwise * */
    const struct formula *formula;
    struct parameter p;
    bool quadratic;  /* l* is p.l */
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

/* The line z + t d of images, for the labels and weights of f. */
struct line pointwise_line(const struct pointwise *f, const double *z, const double *d);

#endif
