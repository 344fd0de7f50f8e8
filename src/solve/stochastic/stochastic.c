/* stochastic - what the engines that visit single units share. */
#include "solve/stochastic/stochastic.h"

#include <math.h>

#include "math/vec.h"
#include "risk/units.h"

/* Planes of the certificate: some 40 ends of epochs are evaluated in 200 epochs (DENSE). With 10 to
 * 100 pegasos and proximal:online took the same passes on breast-cancer, digits-8 and a9a. */
enum { CERTIFICATE_PLANES = 40 };

/* After DENSE epochs J is evaluated every DENSE-th part of the epochs so far: it costs a pass. */
enum { DENSE = 10 };

/* So many steps, and the monitor is asked for limits: it reads the clock. */
enum { STEPS = 1024 };

/* v takes the scale s in when |s| is smaller: far from underflow, and seldom. */
static const double LEAST_SCALE = 1e-9;

/* The average after epoch k has the weight (DECAY + 1)/(k + DECAY) on the latest iterate:
 * polynomial decay (Shamir, Zhang, ICML 2013) with eta = 3. */
static const double DECAY = 3;

enum status stochastic_init(struct stochastic *e, const struct problem *p, struct point *x,
                            double batch, struct arena *arena, struct monitor *m)
{
    size_t n = p->risk->dim, units = p->risk->units;

    *e = (struct stochastic){.p = p, .m = m, .w = x->w, .at.s = 1, .next_certificate = 1};
    e->batch = batch < (double)units ? (size_t)batch : units;
    e->at.v = arena_doubles(arena, n);
    e->at.seen = arena_doubles(arena, n);
    e->a = arena_doubles(arena, n);
    e->u = arena_doubles(arena, e->batch * (p->risk->image / units));
    e->lowest = arena_doubles(arena, n);
    e->mean = arena_doubles(arena, n);
    e->order = arena_get(arena, units, sizeof *e->order);
    if (arena->failed || master_init(&e->master, p, CERTIFICATE_PLANES, 1) != OK)
        return ERR_SYSTEM;
    if (point_has_dual(x, p->risk)) {
        double b;
        point_plane(x, p->risk, e->a, &b);
        if (master_add(&e->master, e->a, b) != OK)
            return ERR_SYSTEM;
    }
    for (size_t i = 0; i < units; i++)
        e->order[i] = (int64_t)i;
    vec_copy(n, e->w, e->at.v);
    e->at.sqnorm = vec_sqnorm(n, e->at.v);
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

bool stochastic_more(struct stochastic *e, size_t i)
{
    if (i >= e->p->risk->units)
        return false;
    if (i / e->batch % STEPS == STEPS - 1 && monitor_hurries(e->m)) {
        e->cut_short = true;
        return false;
    }
    return true;
}

size_t stochastic_batch(const struct stochastic *e, size_t i)
{
    size_t left = e->p->risk->units - i;

    return left < e->batch ? left : e->batch;
}

/* ---- the iterate ----------------------------------------------------------------------------- */

/* v[at] .. v[at + n - 1] take the prox steps that were put off. */
static void catch_up(void *context, size_t at, size_t n)
{
    struct stochastic *e = context;
    struct scaled_iterate *x = &e->at;
    const struct problem *p = e->p;
    double c = p->reg->curvature(p->reg_p);

    for (size_t j = at; j < at + n; j++) {
        double old = x->v[j], t = x->total - x->seen[j];
        x->v[j] = p->reg->coordinate(p->reg_p, t, 1 - t * c, old);
        x->seen[j] = x->total;
        x->sqnorm += x->v[j] * x->v[j] - old * old;
    }
}

/* The same for every weight. */
static void catch_up_all(struct stochastic *e)
{
    if (e->at.total == 0)
        return;
    catch_up(e, 0, e->p->risk->dim);
    vec_fill(e->p->risk->dim, 0, e->at.seen);
    e->at.total = 0;
}

/* w = f w */
static void scale(struct stochastic *e, double f)
{
    struct scaled_iterate *x = &e->at;
    size_t n = e->p->risk->dim;

    x->s *= f;
    if (fabs(x->s) < LEAST_SCALE) {
        catch_up_all(e);
        vec_scale(n, x->s, x->v);
        x->s = 1;
        x->sqnorm = vec_sqnorm(n, x->v);
    }
}

/* v = f s v + change, s = 1: for a small f s; f = 0 forgets w. */
static void rescale(struct stochastic *e, double f, const double *change)
{
    struct scaled_iterate *x = &e->at;
    size_t n = e->p->risk->dim;

    vec_mix(n, 1, change, f * x->s, x->v);
    x->s = 1;
    x->sqnorm = vec_sqnorm(n, x->v);
}

double stochastic_step(struct stochastic *e, size_t i, double f, double eta, double share)
{
    const struct risk *risk = e->p->risk;
    struct scaled_iterate *x = &e->at;
    const int64_t *unit = e->order + i;
    size_t k = stochastic_batch(e, i);
    double s = f * x->s, units = (double)risk->units, batch = (double)e->batch;
    struct sums sums;

    for (size_t j = 0; x->total > 0 && j < k; j++) {
        struct support support = risk_unit_support(risk, unit[j]);
        support_visit(&support, catch_up, e);
    }
    if (fabs(s) < LEAST_SCALE) {
        catch_up_all(e);
        vec_fill(risk->dim, 0, e->a);
        sums = risk_unit_step(risk, k, unit, x->s, x->v, e->u, -eta * units / batch, e->a);
        rescale(e, f, e->a);
    } else {
        sums = risk_unit_step(risk, k, unit, x->s, x->v, e->u, -eta * units / (batch * s), x->v);
        x->s = s;
        x->sqnorm += sums.value;
    }
    if (e->p->reg->coordinate)
        x->total += share * eta * e->p->lambda / x->s;
    return sums.offset;
}

/* |w|, or more while prox steps are put off */
static double norm_estimate(const struct stochastic *e)
{
    return fabs(e->at.s) * sqrt(fmax(0, e->at.sqnorm));
}

bool stochastic_reaches(struct stochastic *e, double radius)
{
    if (norm_estimate(e) < radius || e->at.total == 0)
        return norm_estimate(e) >= radius;
    catch_up_all(e);
    e->at.sqnorm = vec_sqnorm(e->p->risk->dim, e->at.v);
    return norm_estimate(e) >= radius;
}

void stochastic_project(struct stochastic *e, double radius)
{
    if (stochastic_reaches(e, radius))
        scale(e, radius / norm_estimate(e));
}

/* ---- the certificate ------------------------------------------------------------------------- */

/* e->w = s v, all prox steps taken. */
static void take_iterate(struct stochastic *e)
{
    struct scaled_iterate *x = &e->at;
    size_t n = e->p->risk->dim;

    catch_up_all(e);
    vec_copy(n, x->v, e->w);
    vec_scale(n, x->s, e->w);
    x->sqnorm = vec_sqnorm(n, x->v); /* free of the drift of its updates */
}

/* Evaluates J at w, keeps the plane that touches R there, and tells the monitor. */
static enum status evaluate(struct stochastic *e, const double *w, bool *leave)
{
    double b, R = risk_eval(e->p->risk, w, e->a, &b), dual;
    struct target target;

    if (master_add(&e->master, e->a, b) != OK)
        return ERR_SYSTEM;
    target = monitor_target(e->m, 0, -INFINITY);
    dual = master_minimise(&e->master, 0, &target, e->a, e->lowest);
    *leave = !monitor_tick(e->m, problem_primal(e->p, R, w), dual, w);
    return OK;
}

enum status stochastic_certify(struct stochastic *e, double offset, bool *leave)
{
    const struct problem *p = e->p;
    size_t n = p->risk->dim;
    /* without curvature the iterates need not converge, their average does */
    bool average = problem_curvature(p) == 0, evaluated;
    double share;
    enum status status = OK;

    e->epoch++;
    evaluated = e->epoch >= e->next_certificate || monitor_hurries(e->m);
    if (!average && !evaluated)
        return OK;
    take_iterate(e);
    if (average) {
        share = (DECAY + 1) / ((double)e->epoch + DECAY);
        vec_mix(n, share, e->w, 1 - share, e->mean);
    }
    if (!evaluated)
        return OK;
    e->next_certificate = e->epoch + 1 + e->epoch / DENSE;
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
