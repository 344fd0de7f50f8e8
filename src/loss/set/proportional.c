/* proportional - the thresholds of proportional odds at given scores: F(theta) and its minimum. */
#include "loss/set/proportional.h"

#include <math.h>
#include <string.h>

#include "math/logarithm.h"
#include "math/root.h"
#include "math/vec.h"

extern const struct loss_row loss_logistic; /* l(z, -1) = f(z), l(z, +1) = f(-z) */

/* Rows whose scores at thresholds lie on the stack: a size of the first-level cache, not tuned. */
enum { BLOCK = 128 };

/* Newton's method ends where half its fall of F, the error of F, is below this share of F: the
 * gradient is then right to about 1e-14. Where IDLE times in a row the fall, below NEAR F, is not a
 * quarter of the least one, only rounding is left. */
static const double ENOUGH = 1e-28, NEAR = 1e-14;
enum { IDLE = 3, NEWTON_STEPS = 100 };

/* A part of the gradient that is added to the Hessian: a step is at most 1e4 times as long as the
 * greatest entry of the gradient asks for where the Hessian is 0, and Newton's near the minimum. */
static const double RIDGE = 1e-4;

/* A step is searched along where the slope at its end is above this share of the first one. */
static const double FLAT = 0.25;

/* The bracket of such a search, as a share of t. */
static const double NARROW = 1e-6;

/* ---- F at theta ------------------------------------------------------------------------------ */

/* One side of n rows from `from` on. */
static void look_block(const struct look *k, int side, int64_t from, size_t n, struct tally *tally,
                       struct share *share)
{
    const struct ordered *f = k->f;
    size_t at = (size_t)side * (size_t)f->g.rows + (size_t)from;
    const int *label = f->label + from;
    double x[BLOCK], y[BLOCK], c[BLOCK], u[BLOCK], h[BLOCK], offset = 0;
    struct batch rows = {.n = n, .k = 1, .y = y, .c = {.each = c}};
    struct prox prox = {.q = k->q, .alpha = k->alpha ? k->alpha + at : NULL, .z = x,
                        .v = k->v ? k->v + at : NULL, .u = u, .h = h};

    for (size_t i = 0; i < n; i++) {
        size_t t = (size_t)label[i] + (side == ABOVE);
        bool inner = t > 0 && t < f->present;
        x[i] = k->z[from + (int64_t)i] - f->theta[t];
        y[i] = side == ABOVE ? -1 : 1;
        c[i] = inner ? costs_at(f->g.c, (size_t)from + i) : 0;
    }
    share->value += loss_logistic.formula->prox(&rows, &prox, k->plane ? &offset : NULL);
    share->offset[side] += offset;
    for (size_t i = 0; i < n; i++) {
        tally[label[i]].slope[side] += u[i];
        tally[label[i]].bend[side] += h[i];
        share->along += k->along ? u[i] * k->along[from + (int64_t)i] : 0;
    }
    if (k->u[side])
        vec_copy(n, u, k->u[side] + from);
    if (k->h)
        vec_copy(n, h, k->h + at);
}

static void look_part(void *context, int part, int64_t lo, int64_t hi)
{
    const struct look *k = context;
    struct tally *tally = k->f->tally + (size_t)(part + 1) * k->f->present;
    struct share share = {0};

    memset(tally, 0, k->f->present * sizeof *tally);
    for (int64_t from = lo, n; from < hi; from += n) {
        n = hi - from < BLOCK ? hi - from : BLOCK;
        for (int side = 0; side < SIDES; side++)
            look_block(k, side, from, (size_t)n, tally, &share);
    }
    k->shares[part] = share;
}

/* B; its slopes and curvatures. */
static double couple(struct ordered *f)
{
    double sum = 0;

    for (size_t k = 1; k + 1 < f->present; k++) {
        double d = f->theta[k + 1] - f->theta[k];
        double e = exponential(-d), rest = -exponential_minus_1(-d);
        sum -= f->weight[k] * (e < 0.5 ? logarithm_1p(-e) : logarithm(rest));
        f->push[k] = f->weight[k] * (e / rest);
        f->couple[k] = f->push[k] / rest;
    }
    return sum;
}

void ordered_look(struct look *k)
{
    struct ordered *f = k->f;
    struct share shares[MOST_PARTS];

    k->shares = shares;
    k->sum = (struct share){0};
    parts_for(f->parts, look_part, k);
    memset(f->tally, 0, f->present * sizeof *f->tally);
    for (int part = 0; part < f->parts->count; part++) {
        const struct tally *of = f->tally + (size_t)(part + 1) * f->present;
        k->sum.value += shares[part].value;
        k->sum.along += shares[part].along;
        for (int side = 0; side < SIDES; side++) {
            k->sum.offset[side] += shares[part].offset[side];
            for (size_t c = 0; c < f->present; c++) {
                f->tally[c].slope[side] += of[c].slope[side];
                f->tally[c].bend[side] += of[c].bend[side];
            }
        }
    }
    k->sum.value += couple(f);
    for (size_t t = 0; t < thresholds(f); t++)
        f->gradient[t] = f->push[t + 1] - f->push[t] -
                         (f->tally[t].slope[ABOVE] + f->tally[t + 1].slope[BELOW]);
}

/* ---- the best theta -------------------------------------------------------------------------- */

/* L D L' of the Hessian plus a ridge. D_t = e_t + w_t + q_{t+1}, w_t = q_t (e_{t-1} + w_{t-1}) /
 * D_{t-1}, sums of numbers >= 0. */
void ordered_factorise(const struct ordered *f, double ridge, const struct factor *to)
{
    double rest = 0;

    for (size_t t = 0; t < thresholds(f); t++) {
        double e = f->tally[t].bend[ABOVE] + f->tally[t + 1].bend[BELOW] + ridge;
        bool tied = t > 0 && to->pivot[t - 1] > 0;
        to->ratio[t] = tied ? f->couple[t] / to->pivot[t - 1] : 0;
        rest = e + to->ratio[t] * rest;
        to->pivot[t] = rest + f->couple[t + 1];
    }
}

void ordered_divide(const struct ordered *f, const struct factor *by, double *x)
{
    size_t n = thresholds(f);

    for (size_t t = 1; t < n; t++)
        x[t] += by->ratio[t] * x[t - 1];
    for (size_t t = 0; t < n; t++)
        x[t] = by->pivot[t] > 0 ? x[t] / by->pivot[t] : 0;
    for (size_t t = n; t-- > 1;)
        x[t - 1] += by->ratio[t] * x[t];
}

bool ordered_place(struct ordered *f, double t, const double *step)
{
    bool ascends = true;

    for (size_t k = 0; k < thresholds(f); k++) {
        f->theta[k + 1] = f->origin[k + 1] + t * step[k];
        ascends = ascends && (k == 0 || f->theta[k + 1] > f->theta[k]);
    }
    return ascends;
}

/* A search along a step of theta. */
struct ray {
    struct look *look;
    double at; /* the last t */
};

static double slope_of_step(void *context, double t)
{
    struct ray *ray = context;
    struct ordered *f = ray->look->f;

    ray->at = t;
    if (!ordered_place(f, t, f->step))
        return INFINITY;
    ordered_look(ray->look);
    return vec_dot(thresholds(f), f->gradient, f->step);
}

/* theta += t step, |F'(t)| <= FLAT fall, F'(0) = -fall; false: no such t is known. */
static bool move(struct look *k, double fall)
{
    struct ordered *f = k->f;
    struct ray ray = {k, 0};
    double t;

    vec_copy(f->present + 1, f->theta, f->origin);
    t = root_beyond(slope_of_step, &ray, 0, -fall, 1, FLAT * fall, NARROW, 0);
    if (t == ray.at || isfinite(slope_of_step(&ray, t)))
        return true;
    ordered_place(f, 0, f->step);
    ordered_look(k);
    return false;
}

/* -H^-1 gradient in f->step; returns what F falls by to first order. */
static double direct(struct ordered *f)
{
    size_t n = thresholds(f);
    double most = 0;

    for (size_t t = 0; t < n; t++)
        most = fmax(most, fabs(f->gradient[t]));
    ordered_factorise(f, RIDGE * most, &f->newton);
    vec_combine(n, -1, f->gradient, 0, f->gradient, f->step);
    ordered_divide(f, &f->newton, f->step);
    return -vec_dot(n, f->gradient, f->step);
}

void ordered_measure(const struct ordered *f, const double *z, struct start *s)
{
    double W = vec_sum(f->present, f->weight), sum = 0, square = 0;

    for (size_t i = 0; i < f->g.image; i++)
        sum += costs_at(f->g.c, i) * z[i];
    s->mean = sum / W;
    for (size_t i = 0; i < f->g.image; i++)
        square += costs_at(f->g.c, i) * (z[i] - s->mean) * (z[i] - s->mean);
    s->spread = fmax(1, sqrt(square / W));
}

/* f->theta = `from` moved and stretched as the scores were: to first order in the shift, and where
 * scores are large F is nearly homogeneous. */
static void begin(struct ordered *f, const double *z, struct start *from)
{
    struct start now = {.theta = from->theta};

    ordered_measure(f, z, &now);
    vec_copy(f->present + 1, from->theta, f->theta);
    if (!isfinite(now.mean) || !isfinite(now.spread))
        return;
    for (size_t t = 1; t < f->present; t++)
        f->theta[t] = now.mean + (from->theta[t] - from->mean) * (now.spread / from->spread);
    for (size_t t = 2; t < f->present; t++)
        if (!(f->theta[t] > f->theta[t - 1])) { /* rounding has joined two */
            for (size_t k = 1; k < f->present; k++)
                f->theta[k] = now.mean + f->first[k] * now.spread;
            break;
        }
    *from = now;
}

void ordered_minimise(struct look *k, struct start *from)
{
    struct ordered *f = k->f;
    double least = INFINITY;

    begin(f, k->z, from);
    ordered_look(k);
    for (int step = 0, idle = 0; step < NEWTON_STEPS && idle < IDLE; step++) {
        double fall = direct(f);
        if (fall < least / 4)
            idle = 0;
        else if (fall <= NEAR * k->sum.value)
            idle++;
        least = fmin(least, fall);
        if (!(fall > ENOUGH * k->sum.value) || !move(k, fall))
            break;
    }
    if (vec_finite(f->present, f->theta)) {
        vec_copy(f->present + 1, f->theta, from->theta);
        return;
    }
    vec_copy(f->present + 1, f->first, from->theta);
    from->mean = 0;
    from->spread = 1;
}
