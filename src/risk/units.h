/* units - steps along subgradients of single units: for engines that visit few examples at a time.
 *
 * R(w) = sum over the units i of R_i(w); for a pointwise loss R_i(w) = c_i l(<w, x_i>, y_i), for a
 * sum over groups of rows R_i(w) = g_i(X_i w), X_i the rows of group i. */
#ifndef RRM_UNITS_H
#define RRM_UNITS_H

#include <stdint.h>

#include "base/par.h"
#include "data/csr/csr.h"
#include "risk/risk.h"

/* The weights that R_i depends on: those of the columns of the rows first .. end - 1 of x, where
 * column j has the weights w[j * width] .. w[(j + 1) * width - 1], and the `own` ones behind all
 * columns. */
struct support {
    const struct csr *x;
    int64_t first, end;
    size_t width, own;
};

/* One operation for each function below, which counts its passes. */
struct unit_ops {
    size_t (*room)(const struct risk *risk, size_t k);
    struct sums (*step)(const struct risk *risk, size_t k, const int64_t *unit, double s,
                        const double *v, double *u, double scale, double *to);
    struct support (*support)(const struct risk *risk, int64_t unit);
    double (*bound)(const struct risk *risk, double radius);
};

/* Numbers of scratch that a step of k different units takes at most: their scores. No pass. */
static inline size_t risk_unit_room(const struct risk *risk, size_t k)
{
    return risk->unit_ops->room(risk, k);
}

/* to += scale sum over j < k of g_j, g_j a subgradient of R_i, i = unit[j], at the point s v; v and
 * `to` have dim numbers and may be the same vector: every g_j is found at the old v. Returns the
 * change of |to|^2 as value, and sum_j R_i(s v) - <g_j, s v>, the offset of the plane of sum_j g_j,
 * as offset. u is scratch: risk_unit_room(risk, k) numbers. k/units passes. */
static inline struct sums risk_unit_step(const struct risk *risk, size_t k, const int64_t *unit,
                                         double s, const double *v, double *u, double scale,
                                         double *to)
{
    risk_count(risk, (double)k / (double)risk->units);
    return risk->unit_ops->step(risk, k, unit, s, v, u, scale, to);
}

/* The support of R_i, i = unit; the arrays are those of the risk. No pass. */
static inline struct support risk_unit_support(const struct risk *risk, int64_t unit)
{
    return risk->unit_ops->support(risk, unit);
}

/* G with G^2 >= E |g|^2 at any |w| <= radius, g = units g_i for a unit i at random, whose mean is a
 * subgradient of R: G^2 = mean over the units of max |g|^2. No pass. */
static inline double risk_unit_bound(const struct risk *risk, double radius)
{
    return risk->unit_ops->bound(risk, radius);
}

/* Calls body(context, at, n) for each run w[at] .. w[at + n - 1] of the support, twice and more for
 * a column that several rows have. */
static inline void support_visit(const struct support *s,
                                 void (*body)(void *context, size_t at, size_t n), void *context)
{
    for (int64_t i = s->first; i < s->end; i++)
        for (int64_t k = s->x->start[i]; k < s->x->end[i]; k++)
            body(context, csr_col(s->x, k) * s->width, s->width);
    if (s->x->bias != 0)
        body(context, (s->x->cols - 1) * s->width, s->width);
    if (s->own > 0)
        body(context, s->x->cols * s->width, s->own);
}

#endif
