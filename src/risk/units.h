/* units - steps along the subgradients of single units: for engines that visit one example, or a few, at a
 * time. R(w) = sum over the units of R_i(w). */
#ifndef RRM_UNITS_H
#define RRM_UNITS_H

#include <stdint.h>

#include "base/parts.h"
#include "risk/risk.h"

/* The weights that a unit's risk depends on: those of `count` columns and of the column `last`, where
 * column j has the weights w[j * width] .. w[(j + 1) * width - 1]. */
struct support {
    const uint32_t *col;
    size_t count, width;
    uint32_t last; /* UINT32_MAX: none */
};

struct unit_ops {
    struct sums (*step)(const struct risk *risk, size_t k, const int64_t *unit, double s,
                        const double *v, double scale, double *to);
    struct support (*support)(const struct risk *risk, int64_t unit);
    double (*bound)(const struct risk *risk, double radius);
};

/* to += scale sum over j < k of g_j, g_j the subgradient of R_i, i = unit[j], at the point s v; `to` may
 * be v: every g_j is found before v moves. Returns the change of |to|^2 as value and the sum over j of
 * R_i(sv) - <g_j, sv> as offset. k/units passes. */
static inline struct sums risk_unit_step(const struct risk *risk, size_t k, const int64_t *unit,
                                         double s, const double *v, double scale, double *to)
{
    risk_count(risk, (double)k / (double)risk->units);
    return risk->unit_ops->step(risk, k, unit, s, v, scale, to);
}

/* The weights that the subgradient of R_i, i = unit, can be other than 0 for. No pass. */
static inline struct support risk_unit_support(const struct risk *risk, int64_t unit)
{
    return risk->unit_ops->support(risk, unit);
}

/* G with G^2 >= E |g|^2, g = units g_i the subgradient of a random unit at any |w| <= radius. */
static inline double risk_unit_bound(const struct risk *risk, double radius)
{
    return risk->unit_ops->bound(risk, radius);
}

/* Calls body(context, at, n) for each run w[at] .. w[at + n - 1] of the support. */
static inline void support_visit(const struct support *s,
                                 void (*body)(void *context, size_t at, size_t n), void *context)
{
    for (size_t k = 0; k < s->count; k++)
        body(context, s->col[k] * s->width, s->width);
    if (s->last != UINT32_MAX)
        body(context, s->last * s->width, s->width);
}

#endif
