/* gauge - J and D(alpha) of a run of dual steps. */
#include "solve/dual/gauge.h"

#include <float.h>
#include <math.h>

#include "math/vec.h"
#include "risk/image.h"

/* The gap is evaluated at the latest after LATEST times as many epochs as there were, or else where
 * a prediction says so: an evaluation costs a pass, an epoch over few active units much less. Auto
 * judges at evaluations, and leaves sda later with more. Tuned. */
enum { LATEST = 1 };

/* Nor does it pay to go on for long with an active set: the gap is evaluated, and units return,
 * where the gain of an epoch is at most DROP of that of the first since. Tuned. */
static const double DROP = 0.03;

/* J(k w) is looked for where J is late: D rose by at most LATE times the gap since the last
 * evaluation. Tuned. */
static const double LATE = 0.5;

/* The drift of v counts where it is more than this share of the gap: two digits stay right. */
static const double SHARE = 0.01;

/* A search for J(k w) is exact where Omega is quadratic, the loss has kinks and no bias is free
 * (loss/free.c). */
static bool has_stretch(const struct problem *p)
{
    return p->reg->traits & REG_QUADRATIC && !(p->risk->traits & RISK_SMOOTH) &&
           p->risk->borders == 0;
}

void gauge_init(struct gauge *g, const struct problem *p, struct arena *arena)
{
    *g = (struct gauge){.z = arena_doubles(arena, p->risk->image), .dual = -INFINITY};
    if (!has_stretch(p))
        return;
    g->zero = arena_doubles(arena, p->risk->image);
    g->room = arena_get(arena, p->risk->search_room, 1);
}

void look_note(struct looks *looks, int32_t epoch, double gap, double gain)
{
    *looks = (struct looks){looks->smooth, epoch, looks->count + 1, gap, gain, gain};
}

bool look_is_due(struct looks *looks, int32_t epoch, double gain, double tolerance)
{
    double ratio = gain / looks->gain, gap = looks->gap * (looks->smooth ? ratio : sqrt(ratio));

    if (epoch == looks->last + 1)
        looks->first = gain;
    return gain <= DROP * looks->first || gap <= tolerance || epoch > (1 + LATEST) * looks->last;
}

/* Bounds |<A'alpha + sigma v, w>| to first order: each step rounds a product and a sum at v_j, by
 * DBL_EPSILON |v_j|, and |w_j| <= |v_j|. */
static double drift(const struct gauge *g, const struct dual_map *map)
{
    return DBL_EPSILON * g->steps * map->sigma * vec_sqnorm(map->p->risk->dim, map->v);
}

/* J at w = w(v), which x->w = a becomes. Units whose step at w, and b, would change alpha return to
 * the active set. */
static double primal(const struct dual_map *map, struct point *x, struct gauge *g,
                     struct active_set *active)
{
    const struct problem *p = map->p;
    struct sweep s = {
        .sigma = map->sigma, .sqnorm = active->sqnorm, .alpha = x->alpha, .bias = g->bias};

    problem_minimiser(p, x->w, x->w); /* w = grad Psi*(-a) */
    if (!g->scored)
        risk_apply(p->risk, x->w, g->z);
    for (size_t i = 0; g->bias > 0 && i < p->risk->image; i++) /* R has the same value there */
        g->z[i] += g->bias * map->v[p->risk->dim];
    if (active->shrinks)
        risk_reactivate(p->risk, &s, g->z, active->active);
    return problem_primal(p, risk_value(p->risk, 0, g->z), x->w);
}

/* At a large C the dual of a loss with kinks is solved to many digits before J(w(alpha)) is: scores
 * a little below the kink cost C each. w and z become k w and k z, which moves them all without a
 * pass: k = argmin over k >= 0 of J(k w). Returns J there. */
static double stretch(const struct gauge *g, const struct problem *p, double *w)
{
    size_t n = p->risk->dim, image = p->risk->image;
    double psi = problem_regularizer(p, w), k;

    k = problem_search(p, psi, vec_sqnorm(n, w), g->zero, g->z, g->room);
    vec_scale(n, k, w);
    vec_scale(image, k, g->z);
    return problem_primal(p, risk_value(p->risk, 0, g->z), w);
}

/* Whether J, this gap above D(alpha), is late. */
static bool primal_is_late(const struct gauge *g, double dual, double gap, const struct monitor *m)
{
    bool late = dual - g->dual <= LATE * gap || monitor_hurries(m);

    return g->zero && gap > monitor_tolerance(m) && late;
}

bool gauge_evaluate(struct gauge *g, struct dual_map *map, struct point *x,
                    struct active_set *active, struct monitor *m)
{
    const struct problem *p = map->p;
    bool biased = g->bias > 0;
    double b = risk_plane(p->risk, x->alpha, biased ? x->w : NULL), J, dual;
    double error = biased ? 0 : drift(g, map);

    if (!biased)
        vec_combine(p->risk->dim, -map->sigma, map->v, 0, map->v, x->w);
    dual = problem_dual(p, x->w, b) - error;
    J = primal(map, x, g, active);
    if (primal_is_late(g, dual, J - dual, m))
        J = stretch(g, p, x->w);
    g->dual = dual;
    if (!biased && (monitor_gap_at(m, J, dual) <= monitor_tolerance(m) ||
                    error > SHARE * (J - dual))) {
        b = risk_plane(p->risk, x->alpha, map->v);
        dual = problem_dual(p, map->v, b);
        dual_map_product(map);
        g->steps = 0;
    }
    return monitor_tick(m, J, dual, x->w);
}

double gauge_dual(struct gauge *g, struct dual_map *map, const struct point *x,
                  const struct monitor *m)
{
    const struct problem *p = map->p;
    double b = risk_plane(p->risk, x->alpha, NULL), dual;

    dual = b - drift(g, map) -
           p->reg->conjugate(p->reg_p, p->risk->dim, p->lambda, map->sigma, map->v);
    if (g->steps == 0 || monitor_gap_at(m, g->start, dual) > monitor_tolerance(m))
        return dual;
    b = risk_plane(p->risk, x->alpha, map->v);
    dual = problem_dual(p, map->v, b);
    dual_map_product(map);
    g->steps = 0;
    return dual;
}
