/* stochastic - what the engines that visit single units share: the order of the visits, the iterate as a scale times a
 * vector, and the certificate from planes at the ends of epochs. */
#include "solve/stochastic.h"

#include <math.h>

#include "math/vec.h"

enum { CERTIFICATE_PLANES = 40 };

enum status stochastic_init(struct stochastic *e, const struct problem *p, struct point *x, double batch,
                            struct arena *arena, struct monitor *m)
{
    size_t n = p->risk->dim, units = p->risk->units;

    *e = (struct stochastic){.p = p, .m = m, .w = x->w, .s = 1, .next_certificate = 1};
    e->edge = p->reg->coordinate ? problem_growth(p) : 0;
    e->batch = batch < (double)units ? (size_t)batch : units;
    e->v = arena_doubles(arena, n);
    e->a = arena_doubles(arena, n);
    e->model = arena_doubles(arena, n);
    e->mean = arena_doubles(arena, n);
    e->seen = arena_doubles(arena, n);
    e->u = arena_doubles(arena, e->batch * p->risk->outputs);
    e->order = arena_get(arena, units, sizeof *e->order);
    if (arena->failed || master_init(&e->master, p, CERTIFICATE_PLANES, 1) != OK)
        return ERR_SYSTEM;
    for (size_t i = 0; i < units; i++)
        e->order[i] = (int64_t)i;
    vec_copy(n, e->w, e->v);
    e->sqnorm = vec_sqnorm(n, e->v);
    rng_seed(&e->rng, p->seed);
    return OK;
}

void stochastic_free(struct stochastic *e)
{
    master_free(&e->master);
}

void stochastic_shuffle(struct stochastic *e)
{
    rng_shuffle(&e->rng, e->p->risk->units, e->order);
}

int stochastic_more(struct stochastic *e, size_t i)
{
    if (i >= e->p->risk->units)
        return 0;
    if (i / e->batch % 1024 == 1023 && monitor_pressed(e->m)) {
        e->cut = 1;
        return 0;
    }
    return 1;
}

size_t stochastic_batch(const struct stochastic *e, size_t i)
{
    size_t left = e->p->risk->units - i;

    return left < e->batch ? left : e->batch;
}

/* Shrinks every weight by what it has still to be shrunk by. */
static void settle(struct stochastic *e)
{
    for (size_t j = 0; e->total > 0 && j < e->p->risk->dim; j++) {
        e->v[j] = copysign(fmax(0, fabs(e->v[j]) - (e->total - e->seen[j])), e->v[j]);
        e->seen[j] = 0;
    }
    e->total = 0;
}

/* w = f w */
static void scale(struct stochastic *e, double f)
{
    size_t n = e->p->risk->dim;

    e->s *= f;
    if (fabs(e->s) < 1e-9) { /* before the scale underflows; a factor of 0 makes w = 0 */
        settle(e);
        vec_scale(n, e->s, e->v);
        e->s = 1;
        e->sqnorm = vec_sqnorm(n, e->v);
    }
}

double stochastic_step(struct stochastic *e, size_t i, double f, double eta, double share)
{
    struct risk *risk = e->p->risk;
    size_t k = stochastic_batch(e, i);
    double below;

    if (e->total > 0)
        e->sqnorm += risk_settle(risk, k, e->order + i, e->total, e->seen, e->v);
    below = risk_unit_slopes(risk, k, e->order + i, e->s, e->v, e->u);
    scale(e, f);
    e->sqnorm += risk_unit_add(risk, k, e->order + i, -eta * (double)risk->units / ((double)e->batch * e->s), e->u,
                               e->v);
    e->total += share * eta * e->edge / e->s;
    return below;
}

/* |w|, or more if weights have still to be shrunk */
static double norm_estimate(const struct stochastic *e)
{
    return fabs(e->s) * sqrt(fmax(0, e->sqnorm));
}

int stochastic_reaches(struct stochastic *e, double radius)
{
    if (norm_estimate(e) < radius || e->total == 0)
        return norm_estimate(e) >= radius;
    settle(e);
    e->sqnorm = vec_sqnorm(e->p->risk->dim, e->v);
    return norm_estimate(e) >= radius;
}

void stochastic_project(struct stochastic *e, double radius)
{
    if (stochastic_reaches(e, radius))
        scale(e, radius / norm_estimate(e));
}

/* Evaluates J at w, keeps the plane that touches R there, and tells the monitor. */
static enum status evaluate(struct stochastic *e, const double *w, int *leave)
{
    double b, R = risk_eval(e->p->risk, w, e->a, &b), dual;
    struct target target;

    if (master_add(&e->master, e->a, b) != OK)
        return ERR_SYSTEM;
    target = monitor_target(e->m, 0, -INFINITY);
    dual = master_minimise(&e->master, 0, &target, e->a, e->model);
    *leave = !monitor_tick(e->m, problem_primal(e->p, R, w), dual, w);
    return OK;
}

enum status stochastic_certify(struct stochastic *e, double offset, int *leave)
{
    const struct problem *p = e->p;
    size_t n = p->risk->dim;
    int average = problem_curvature(p) == 0; /* the iterates do not settle, their average does */
    enum status status = OK;

    e->epoch++;
    if (!average && e->epoch < e->next_certificate && !monitor_pressed(e->m))
        return OK;
    settle(e);
    vec_copy(n, e->v, e->w);
    vec_scale(n, e->s, e->w);
    e->sqnorm = vec_sqnorm(n, e->v); /* free of the drift of its updates */
    if (average) /* polynomial decay: Shamir, Zhang, ICML 2013 */
        vec_mix(n, 4 / (double)(e->epoch + 3), e->w, 1 - 4 / (double)(e->epoch + 3), e->mean);
    if (e->epoch < e->next_certificate && !monitor_pressed(e->m))
        return OK;
    e->next_certificate = e->epoch + 1 + e->epoch / 10;
    if (isfinite(offset) && !p->reg->coordinate) {
        vec_combine(n, -problem_curvature(p), e->w, 0, e->w, e->a);
        status = master_add(&e->master, e->a, offset);
    }
    if (status == OK)
        status = evaluate(e, e->w, leave);
    if (status == OK && average && !*leave)
        status = evaluate(e, e->mean, leave);
    return status;
}
