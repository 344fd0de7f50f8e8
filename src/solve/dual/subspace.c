/* subspace - the dual maximised over the plane of the last two changes of a dual point. */
#include "solve/dual/subspace.h"

#include <math.h>

#include "math/vec.h"

/* Epochs from one point to the next; LONGEST after a step that did not raise D, for too many
 * alpha_i left their domain. More epochs make longer steps, which leave it again. Tuned. */
enum { PERIOD = 2, LONGEST = 4 };

/* There is no point before so many evaluations: fewer than PERIOD epochs lie between these. */
enum { FIRST = 2 };

/* A point costs some sums over units and weights: it is taken after that many steps at least. Not
 * tuned: a step took 70 to 250 ns on text, a number of the sums 2 ns. */
static const double SHARE = 0.125;

/* Below this share of the product of the diagonal the determinant is rounding: one direction. */
static const double DEPENDENT = 1e-10;

void subspace_init(struct subspace *s, const struct risk *risk, struct arena *arena)
{
    *s = (struct subspace){.risk = risk,
                           .alpha = arena_doubles(arena, risk->units),
                           .v = arena_doubles(arena, risk->dim),
                           .d_alpha = arena_doubles(arena, risk->units),
                           .d_v = arena_doubles(arena, risk->dim),
                           .period = PERIOD};
}

void subspace_forget(struct subspace *s)
{
    s->begun = false;
    s->evaluations++;
    s->steps = 0;
    s->epochs = 0;
}

/* Adds -sigma <v, d_k> to the slopes and sigma <d_k, d_l> to the curvature, d_0 = v - last. */
static void add_products(const struct subspace *s, double sigma, const double *v,
                         struct dual_span *span)
{
    double slope[2] = {0}, square[3] = {0};

    for (size_t j = 0; j < s->risk->dim; j++) {
        double d0 = v[j] - s->v[j], d1 = s->d_v[j];
        slope[0] += v[j] * d0;
        slope[1] += v[j] * d1;
        square[0] += d0 * d0;
        square[1] += d0 * d1;
        square[2] += d1 * d1;
    }
    for (int k = 0; k < 2; k++)
        span->slope[k] -= sigma * slope[k];
    for (int k = 0; k < 3; k++)
        span->curvature[k] += sigma * square[k];
}

/* t = argmax of slope't - t'Ht/2 for the curvature H; false: there is none. */
static bool maximise(const struct dual_span *span, double t[2])
{
    const double *g = span->slope, *H = span->curvature;
    double determinant = H[0] * H[2] - H[1] * H[1];

    if (determinant > DEPENDENT * H[0] * H[2]) {
        t[0] = (g[0] * H[2] - g[1] * H[1]) / determinant;
        t[1] = (g[1] * H[0] - g[0] * H[1]) / determinant;
    } else {
        t[0] = g[0] / H[0];
        t[1] = 0;
    }
    return isfinite(t[0]) && isfinite(t[1]);
}

static double dual_of(const struct subspace *s, double sigma, const double *alpha, const double *v)
{
    return risk_plane(s->risk, alpha, NULL) - sigma / 2 * vec_sqnorm(s->risk->dim, v);
}

/* alpha and v move by t; the old ones lie in d_alpha and d_v. */
static void move(struct subspace *s, const struct dual_span *span, const double t[2], double sigma,
                 double *v)
{
    for (size_t j = 0; j < s->risk->dim; j++) {
        double old = v[j];
        v[j] = old + t[0] * (old - s->v[j]) + t[1] * s->d_v[j];
        s->d_v[j] = old;
    }
    risk_shift(s->risk, span, t, sigma, v);
}

/* The step along the plane. Returns as subspace_step. */
static double step(struct subspace *s, double sigma, double *alpha, double *v)
{
    struct dual_span span = {.alpha = alpha, .last = s->alpha, .before = s->d_alpha};
    double old = dual_of(s, sigma, alpha, v), t[2], added;

    risk_span(s->risk, &span);
    add_products(s, sigma, v, &span);
    if (!maximise(&span, t))
        return 0;
    move(s, &span, t, sigma, v);
    if (dual_of(s, sigma, alpha, v) > old) {
        added = fabs(t[0]) * s->steps + fabs(t[1]) * s->before;
        s->period = PERIOD;
        return added;
    }
    vec_copy(s->risk->units, s->d_alpha, alpha);
    vec_copy(s->risk->dim, s->d_v, v);
    s->period = LONGEST;
    return 0;
}

/* to = from - last, and last = from. */
static void take(size_t n, const double *from, double *last, double *to)
{
    vec_combine(n, 1, from, -1, last, to);
    vec_copy(n, from, last);
}

/* The first point. */
static void begin(struct subspace *s, const double *alpha, const double *v)
{
    size_t units = s->risk->units, dim = s->risk->dim;

    vec_copy(units, alpha, s->alpha);
    vec_copy(dim, v, s->v);
    vec_fill(units, 0, s->d_alpha);
    vec_fill(dim, 0, s->d_v);
    s->begun = true;
    s->before = 0;
}

/* Whether another point is due. At a maximum of D at most as many alpha_i as there are weights are
 * inside of their domains, in general: where epochs have more steps, too many leave it on the way.
 * */
static bool is_due(const struct subspace *s)
{
    double dim = (double)s->risk->dim, least = SHARE * ((double)s->risk->units + dim);

    return s->evaluations >= FIRST && s->epochs >= (s->begun ? s->period : 1) &&
           s->steps >= least && s->steps <= s->epochs * dim;
}

double subspace_step(struct subspace *s, double steps, double sigma, double *alpha, double *v)
{
    double added = 0;

    if (!s->risk)
        return 0;
    s->steps += steps;
    s->epochs++;
    if (!is_due(s))
        return 0;
    if (!s->begun) {
        begin(s, alpha, v);
    } else {
        added = step(s, sigma, alpha, v);
        take(s->risk->units, alpha, s->alpha, s->d_alpha);
        take(s->risk->dim, v, s->v, s->d_v);
        s->before = s->steps + added;
    }
    s->steps = 0;
    s->epochs = 0;
    return added;
}
