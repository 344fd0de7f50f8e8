/* stochastic - what the engines that visit single units share: the order of the visits, the iterate as a scale times a
 * vector, and the certificate from planes at the ends of epochs. */
#include "solve/stochastic.h"

#include <math.h>

#include "math/vec.h"
#include "risk/units.h"

enum { CERTIFICATE_PLANES = 40 };

enum status stochastic_init(struct stochastic *e, const struct problem *p, struct point *x, double batch,
                            struct arena *arena, struct monitor *m)
{
    size_t n = p->risk->dim, units = p->risk->units;

    *e = (struct stochastic){.p = p, .m = m, .w = x->w, .s = 1, .next_certificate = 1};
    e->batch = batch < (double)units ? (size_t)batch : units;
    e->v = arena_doubles(arena, n);
    e->a = arena_doubles(arena, n);
    e->model = arena_doubles(arena, n);
    e->mean = arena_doubles(arena, n);
    e->seen = arena_doubles(arena, n);
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
    if (i / e->batch % 1024 == 1023 && monitor_hurries(e->m)) {
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

/* v[at] .. v[at + n - 1] take the prox steps that were put off. */
static void catch_up(void *context, size_t at, size_t n)
{
    struct stochastic *e = context;
    const struct problem *p = e->p;
    double c = p->reg->curvature(p->reg_p);

    for (size_t j = at; j < at + n; j++) {
        double old = e->v[j], t = e->total - e->seen[j];
        e->v[j] = p->reg->coordinate(p->reg_p, t, 1 - t * c, old);
        e->seen[j] = e->total;
        e->sqnorm += e->v[j] * e->v[j] - old * old;
    }
}

/* The same for every weight. */
static void catch_up_all(struct stochastic *e)
{
    if (e->total == 0)
        return;
    catch_up(e, 0, e->p->risk->dim);
    vec_fill(e->p->risk->dim, 0, e->seen);
    e->total = 0;
}

/* v takes the scale s in when |s| is smaller: far from underflow, and seldom. */
static const double LEAST_SCALE = 1e-9;

/* w = f w */
static void scale(struct stochastic *e, double f)
{
    size_t n = e->p->risk->dim;

    e->s *= f;
    if (fabs(e->s) < LEAST_SCALE) {
        catch_up_all(e);
        vec_scale(n, e->s, e->v);
        e->s = 1;
        e->sqnorm = vec_sqnorm(n, e->v);
    }
}

/* v = f s v + `change`, s = 1: for a small f s; a factor f of 0 forgets w. */
static void rescale(struct stochastic *e, double f, const double *change)
{
    size_t n = e->p->risk->dim;

    vec_mix(n, 1, change, f * e->s, e->v);
    e->s = 1;
    e->sqnorm = vec_sqnorm(n, e->v);
}

double stochastic_step(struct stochastic *e, size_t i, double f, double eta, double share)
{
    const struct risk *risk = e->p->risk;
    const int64_t *unit = e->order + i;
    size_t k = stochastic_batch(e, i);
    double s = f * e->s, units = (double)risk->units, batch = (double)e->batch;
    struct sums sums;

    for (size_t j = 0; e->total > 0 && j < k; j++) {
        struct support support = risk_unit_support(risk, unit[j]);
        support_visit(&support, catch_up, e);
    }
    if (fabs(s) < LEAST_SCALE) {
        catch_up_all(e);
        vec_fill(risk->dim, 0, e->a);
        sums = risk_unit_step(risk, k, unit, e->s, e->v, -eta * units / batch, e->a);
        rescale(e, f, e->a);
    } else {
        sums = risk_unit_step(risk, k, unit, e->s, e->v, -eta * units / (batch * s), e->v);
        e->s = s;
        e->sqnorm += sums.value;
    }
    if (e->p->reg->coordinate)
        e->total += share * eta * e->p->lambda / e->s;
    return sums.offset;
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
    catch_up_all(e);
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
    if (!average && e->epoch < e->next_certificate && !monitor_hurries(e->m))
        return OK;
    catch_up_all(e);
    vec_copy(n, e->v, e->w);
    vec_scale(n, e->s, e->w);
    e->sqnorm = vec_sqnorm(n, e->v); /* free of the drift of its updates */
    if (average) /* polynomial decay: Shamir, Zhang, ICML 2013 */
        vec_mix(n, 4 / (double)(e->epoch + 3), e->w, 1 - 4 / (double)(e->epoch + 3), e->mean);
    if (e->epoch < e->next_certificate && !monitor_hurries(e->m))
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
