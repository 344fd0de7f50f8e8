/* stochastic - what the engines that visit single units share: the order of the visits, the iterate as a scale times a
 * vector, and the certificate from planes at the ends of epochs. */
#include "solve/stochastic.h"

#include <math.h>

#include "base/vec.h"

enum { CERTIFICATE_PLANES = 40 };

enum status stochastic_init(struct stochastic *e, const struct problem *p, struct point *x, double batch,
                            struct arena *arena, struct monitor *m)
{
    size_t n = p->risk->dim, units = p->risk->units;

    *e = (struct stochastic){.p = p, .m = m, .w = x->w, .s = 1, .next_certificate = 1};
    e->batch = batch < (double)units ? (size_t)batch : units;
    e->v = arena_doubles(arena, n);
    e->a = arena_doubles(arena, n);
    e->u = arena_doubles(arena, e->batch);
    e->order = arena_get(arena, units, sizeof *e->order);
    if (arena->failed || planes_init(&e->planes, p->risk, CERTIFICATE_PLANES, 1) != OK)
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
    planes_free(&e->planes);
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

/* w = f w */
static void scale(struct stochastic *e, double f)
{
    size_t n = e->p->risk->dim;

    e->s *= f;
    if (fabs(e->s) < 1e-9) { /* before the scale underflows; a factor of 0 makes w = 0 */
        vec_scale(n, e->s, e->v);
        e->s = 1;
        e->sqnorm = vec_sqnorm(n, e->v);
    }
}

double stochastic_step(struct stochastic *e, size_t i, double f, double eta)
{
    struct risk *risk = e->p->risk;
    size_t k = stochastic_batch(e, i);
    double below = risk_unit_slopes(risk, k, e->order + i, e->s, e->v, e->u);

    scale(e, f);
    eta *= (double)risk->units / ((double)e->batch * e->s);
    e->sqnorm += risk_unit_add(risk, k, e->order + i, -eta, e->u, e->v);
    return below;
}

double stochastic_norm(const struct stochastic *e)
{
    return fabs(e->s) * sqrt(fmax(0, e->sqnorm));
}

void stochastic_project(struct stochastic *e, double radius)
{
    double norm = stochastic_norm(e);

    if (norm > radius)
        scale(e, radius / norm);
}

enum status stochastic_certify(struct stochastic *e, double offset, int *leave)
{
    const struct problem *p = e->p;
    size_t n = p->risk->dim;
    enum status status = OK;
    double R, b;

    e->epoch++;
    if (e->epoch < e->next_certificate && !monitor_pressed(e->m))
        return OK;
    e->next_certificate = e->epoch + 1 + e->epoch / 10;
    vec_copy(n, e->v, e->w);
    vec_scale(n, e->s, e->w);
    e->sqnorm = vec_sqnorm(n, e->v); /* free of the drift of its updates */
    if (isfinite(offset)) {
        vec_combine(n, -p->lambda, e->w, 0, e->w, e->a);
        status = planes_add(&e->planes, e->a, offset);
    }
    R = risk_eval(p->risk, e->w, e->a, &b);
    if (status == OK)
        status = planes_add(&e->planes, e->a, b);
    if (status != OK)
        return status;
    b = planes_bound(&e->planes, 0, p->lambda, monitor_inner_tolerance(e->m), e->a);
    *leave = !monitor_tick(e->m, problem_primal(p, R, e->w), problem_dual(p, e->a, b), e->w);
    return OK;
}
