/* line_kinks - a piecewise linear loss along a line: its kinks, and exact line searches. */
#ifndef RRM_LINE_KINKS_H
#define RRM_LINE_KINKS_H

#include "base/par.h"
#include "loss/formula.h"

/* f(t) = sum_i c_i l(z_i + t d_i, y_i), one score a row. */
struct line {
    struct quadratic l;
    int most; /* kinks of l: quadratic_kinks */
    const struct parts *parts;
    const double *y, *z, *d; /* rows */
    struct costs c;
};

/* The kinks of the line in (lo, hi], t finite, in kinks (most x rows), in the order of the rows;
 * returns how many. Adds its slope at lo, right of any kink there, to *slope; lo = -INFINITY: the
 * slope left of all kinks. */
size_t line_kinks(const struct line *line, double lo, double hi, struct kink *kinks,
                  double *slope);

/* argmin over t >= 0 of lin t + quad/2 t^2 + f(t), quad >= 0; 1e300 or more if it falls for ever.
 * kinks (most x rows) is scratch. */
double line_kinks_search(const struct line *line, double lin, double quad, struct kink *kinks);

#endif
