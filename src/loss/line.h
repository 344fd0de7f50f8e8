/* line - the minimum of a loss along a line: from its kinks, exactly, where it is piecewise linear;
 * by slopes where there is no closed form. */
#ifndef RRM_LOSS_LINE_H
#define RRM_LOSS_LINE_H

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

/* ---- by slopes ----------------------------------------------------------------------------- */

/* A search ends where |f'(t)| <= flat |f'(at)|: on a parabola f(t) is then above its minimum by
 * flat^2 of what the search gains. Tuned. */
static const double LINE_FLAT = 1e-3;

/* The `at` of a loss whose slopes at t = 0 are one of many, of ties or of several best b, and so
 * give any number between f'(0-) and f'(0+): scores that tie at 0 are in the order of d there.
 * Tuned. */
static const double LINE_BESIDE_0 = 1e-9;

/* argmin over t >= 0 of a convex f by its slope f'(context, t), nondecreasing in t: 0 if
 * f'(at) >= 0, where `at` >= 0 is 0 or beside it. Ends where |f'(t)| <= flat |f'(at)|, or where the
 * bracket of t is `narrow` t wide, for f' may jump; 1e300 or more if f falls for ever. `rounding`
 * is that of f: as f(0) - f(t) <= t |f'(0)|, the t up to rounding/|f'(at)| gain nothing, and the
 * search ends at 0 there, or where that is 1. */
double line_search(double (*slope)(void *context, double t), void *context, double at, double flat,
                   double narrow, double rounding);

/* The same for Newton's method, where t = 1 is near the minimum: f'(0) = start is known, and the
 * search ends where |f'(t)| <= 0.05 |start|, or at a bracket of 1e-6 t. */
double line_search_from(double (*slope)(void *context, double t), void *context, double start);

#endif
