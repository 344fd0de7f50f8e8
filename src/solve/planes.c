/* planes - the cutting planes R(w) >= <a_j, w> + b_j that an engine has seen, and the dual problem over them. */
#include "solve/planes.h"

#include <math.h>

#include "base/memory.h"
#include "math/vec.h"

void planes_free(struct planes *s)
{
    for (size_t j = 0; s->a && j < s->capacity; j++)
        mem_free(s->a[j]);
    for (int k = 0; k < s->masters; k++)
        simplex_qp_free(s->master[k].qp);
    arena_free(&s->arena);
}

/* Lets plane j go, for each j with gone(j); the others move up. */
static void planes_remove(struct planes *s, int (*gone)(const struct planes *s, size_t j))
{
    size_t kept = 0, *place = s->place;

    for (size_t j = 0; j < s->count; j++)
        if (!gone(s, j))
            place[kept++] = j;
    if (kept == s->count)
        return;
    for (size_t i = 0; i < kept; i++) {
        size_t j = place[i];
        double *row = s->a[i];
        s->a[i] = s->a[j];
        s->a[j] = row;
        s->b[i] = s->b[j];
        s->tilt[i] = s->tilt[j];
        s->idle[i] = s->idle[j];
        for (int k = 0; k < s->masters; k++)
            s->master[k].alpha[i] = s->master[k].alpha[j];
        for (size_t l = 0; l < kept; l++)
            s->gram[i * s->capacity + l] = s->gram[j * s->capacity + place[l]];
    }
    s->count = kept;
    for (int k = 0; k < s->masters; k++)
        simplex_qp_keep(s->master[k].qp, kept, place);
}

static int without_weight(const struct planes *s, size_t j)
{
    for (int k = 0; k < s->masters; k++)
        if (s->master[k].alpha[j] > 0)
            return 0;
    return 1;
}

static int long_idle(const struct planes *s, size_t j)
{
    return s->idle[j] > IDLE_LIMIT;
}

void planes_drop_idle(struct planes *s)
{
    planes_remove(s, long_idle);
}

/* Puts (a, b) at slot j, which holds no plane yet, and completes the Gram matrix. */
static enum status place_plane(struct planes *s, size_t j, const double *a, double b)
{
    if (!s->a[j])
        s->a[j] = mem_alloc(s->n, sizeof *s->a[j]);
    if (!s->a[j])
        return ERR_SYSTEM;
    if (a)
        vec_copy(s->n, a, s->a[j]);
    else
        vec_fill(s->n, 0, s->a[j]);
    s->b[j] = b;
    s->tilt[j] = 0;
    s->idle[j] = 0;
    for (int k = 0; k < s->masters; k++)
        s->master[k].alpha[j] = 0;
    for (size_t i = 0; i <= j; i++)
        s->gram[i * s->capacity + j] = s->gram[j * s->capacity + i] = vec_dot(s->n, s->a[i], s->a[j]);
    s->count = j + 1;
    return OK;
}

/* Every plane has weight and there is no room: each master's combination, itself a plane, takes the place of all. */
static enum status aggregate(struct planes *s)
{
    double *sum[MASTERS] = {NULL}, b[MASTERS], tilt[MASTERS];
    enum status status = OK;

    for (int k = 0; k < s->masters && status == OK; k++) {
        sum[k] = mem_alloc(s->n, sizeof *sum[k]);
        status = sum[k] ? OK : ERR_SYSTEM;
        if (status == OK) {
            planes_combine(s, k, 1, sum[k]);
            b[k] = planes_offset(s, k);
            tilt[k] = vec_dot(s->count, s->tilt, s->master[k].alpha);
        }
    }
    s->count = 0;
    for (int k = 0; k < s->masters && status == OK; k++) {
        status = place_plane(s, (size_t)k, sum[k], b[k]);
        s->tilt[k] = tilt[k];
        simplex_qp_reset(s->master[k].qp);
    }
    for (int k = 0; k < s->masters && status == OK; k++)
        s->master[k].alpha[k] = 1;
    for (int k = 0; k < s->masters; k++)
        mem_free(sum[k]);
    return status;
}

enum status planes_add(struct planes *s, const double *a, double b)
{
    enum status status = OK;

    if (s->count == s->capacity)
        planes_remove(s, without_weight);
    if (s->count == s->capacity)
        status = aggregate(s);
    return status == OK ? place_plane(s, s->count, a, b) : status;
}

void planes_solve(struct planes *s, int master, double kappa, double lean, double tol)
{
    struct master *m = &s->master[master];
    const double *b = s->b;

    if (lean != 0) {
        vec_combine(s->count, 1, s->b, lean, s->tilt, s->scratch);
        b = s->scratch;
    }
    simplex_qp_solve(m->qp, s->count, s->gram, s->capacity, kappa, b, tol, m->alpha);
    if (master == 0)
        planes_age(s);
}

void planes_age(struct planes *s)
{
    for (size_t j = 0; j < s->count; j++)
        s->idle[j] = without_weight(s, j) ? s->idle[j] + 1 : 0;
}

void planes_combine(const struct planes *s, int master, double scale, double *r)
{
    const double *alpha = s->master[master].alpha;

    vec_fill(s->n, 0, r);
    for (size_t j = 0; j < s->count; j++)
        if (alpha[j] > 0)
            vec_add(s->n, scale * alpha[j], s->a[j], r);
}

double planes_offset(const struct planes *s, int master)
{
    return vec_dot(s->count, s->b, s->master[master].alpha);
}

double planes_bound(struct planes *s, int master, double lambda, double tol, double *a)
{
    planes_solve(s, master, 1 / lambda, 0, tol);
    planes_combine(s, master, 1, a);
    return planes_offset(s, master);
}

void planes_tilt(struct planes *s, double tau, const double *w)
{
    for (size_t j = 0; j < s->count; j++)
        s->tilt[j] += tau * vec_dot(s->n, s->a[j], w);
}

enum status planes_init(struct planes *s, const struct risk *risk, size_t capacity, int masters)
{
    *s = (struct planes){.n = risk->dim, .capacity = capacity, .masters = masters};
    s->a = arena_get(&s->arena, capacity, sizeof *s->a);
    s->b = arena_doubles(&s->arena, capacity);
    s->tilt = arena_doubles(&s->arena, capacity);
    s->gram = arena_get(&s->arena, capacity, capacity * sizeof *s->gram);
    s->scratch = arena_doubles(&s->arena, capacity);
    s->idle = arena_get(&s->arena, capacity, sizeof *s->idle);
    s->place = arena_get(&s->arena, capacity, sizeof *s->place);
    for (int k = 0; k < masters; k++) {
        s->master[k].alpha = arena_doubles(&s->arena, capacity);
        s->master[k].qp = simplex_qp_new(capacity);
        if (!s->master[k].qp)
            return ERR_SYSTEM;
    }
    if (s->arena.failed)
        return ERR_SYSTEM;
    return isfinite(risk->floor) ? planes_add(s, NULL, risk->floor) : OK;
}
