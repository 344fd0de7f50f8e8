/* planes - the cutting-plane model of R, and convex combinations of its planes. */
#include "solve/planes/planes.h"

#include <math.h>

#include "base/memory.h"
#include "math/vec.h"

/* Numbers of a plane from which on all threads take part: a product of two such planes takes some
 * microseconds, as waking a thread does. */
enum { WIDE = 8192 };

void planes_free(struct planes *s)
{
    for (size_t j = 0; s->a && j < s->capacity; j++)
        mem_free(s->a[j]);
    for (int k = 0; k < s->duals; k++)
        simplex_qp_free(s->dual[k].qp);
    arena_free(&s->arena);
}

/* Lets plane j go, for each j with gone(j); the others move up. */
static void planes_remove(struct planes *s, bool (*gone)(const struct planes *s, size_t j))
{
    size_t count = 0, *kept = s->kept;

    for (size_t j = 0; j < s->count; j++)
        if (!gone(s, j))
            kept[count++] = j;
    if (count == s->count)
        return;
    for (size_t i = 0; i < count; i++) {
        size_t j = kept[i];
        double *row = s->a[i];
        s->a[i] = s->a[j];
        s->a[j] = row;
        s->b[i] = s->b[j];
        s->idle[i] = s->idle[j];
        for (int k = 0; k < s->duals; k++)
            s->dual[k].alpha[i] = s->dual[k].alpha[j];
        for (size_t l = 0; l < count; l++)
            s->gram[i * s->capacity + l] = s->gram[j * s->capacity + kept[l]];
    }
    s->count = count;
    for (int k = 0; k < s->duals; k++)
        simplex_qp_keep(s->dual[k].qp, count, kept);
}

static bool without_weight(const struct planes *s, size_t j)
{
    for (int k = 0; k < s->duals; k++)
        if (s->dual[k].alpha[j] > 0)
            return false;
    return true;
}

static bool long_idle(const struct planes *s, size_t j)
{
    return s->idle[j] > IDLE_LIMIT;
}

void planes_drop_idle(struct planes *s)
{
    planes_remove(s, long_idle);
}

static const struct par *threads_of(const struct planes *s)
{
    return s->par && s->n >= WIDE ? s->par : &par_alone;
}

/* <a_i, a_j> of the newest plane j. */
static void put_product(void *context, int i)
{
    struct planes *s = context;
    size_t j = s->count;
    double dot = vec_dot(s->n, s->a[i], s->a[j]);

    s->gram[(size_t)i * s->capacity + j] = dot;
    s->gram[j * s->capacity + (size_t)i] = dot;
}

/* Puts (a, b) at slot j = count, which holds no plane yet, and completes the Gram matrix. */
static enum status put_plane(struct planes *s, const double *a, double b)
{
    size_t j = s->count;

    if (!s->a[j])
        s->a[j] = mem_alloc(s->n, sizeof *s->a[j]);
    if (!s->a[j])
        return ERR_SYSTEM;
    if (a)
        vec_copy(s->n, a, s->a[j]);
    else
        vec_fill(s->n, 0, s->a[j]);
    s->b[j] = b;
    s->idle[j] = 0;
    for (int k = 0; k < s->duals; k++)
        s->dual[k].alpha[j] = 0;
    par_for(threads_of(s), (int)j + 1, put_product, s);
    s->count++;
    return OK;
}

/* Every plane has weight and there is no room: each dual's combination (A alpha, b'alpha) takes the
 * place of all. */
static enum status aggregate(struct planes *s)
{
    double *sum[DUALS] = {NULL}, b[DUALS];
    enum status status = OK;

    for (int k = 0; k < s->duals && status == OK; k++) {
        sum[k] = mem_alloc(s->n, sizeof *sum[k]);
        status = sum[k] ? OK : ERR_SYSTEM;
        if (status == OK) {
            planes_combine(s, k, 1, sum[k]);
            b[k] = planes_offset(s, k);
        }
    }
    s->count = 0;
    for (int k = 0; k < s->duals && status == OK; k++) {
        status = put_plane(s, sum[k], b[k]);
        simplex_qp_reset(s->dual[k].qp);
    }
    for (int k = 0; k < s->duals && status == OK; k++)
        s->dual[k].alpha[k] = 1;
    for (int k = 0; k < s->duals; k++)
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
    return status == OK ? put_plane(s, a, b) : status;
}

void planes_solve(struct planes *s, int k, double kappa, const double *linear, double tol)
{
    struct dual *d = &s->dual[k];

    simplex_qp_solve(d->qp, s->count, s->gram, s->capacity, kappa, linear ? linear : s->b, tol,
                     d->alpha);
    if (k == 0)
        planes_age(s);
}

void planes_age(struct planes *s)
{
    for (size_t j = 0; j < s->count; j++)
        s->idle[j] = without_weight(s, j) ? s->idle[j] + 1 : 0;
}

struct combination {
    const struct planes *s;
    const double *alpha;
    double scale, *r;
    int slices; /* of r: as many as threads */
};

static void combine_slice(void *context, int slice)
{
    const struct combination *c = context;
    const struct planes *s = c->s;
    size_t slices = (size_t)c->slices, k = (size_t)slice;
    size_t lo = s->n * k / slices, count = s->n * (k + 1) / slices - lo;

    vec_fill(count, 0, c->r + lo);
    for (size_t j = 0; j < s->count; j++)
        if (c->alpha[j] > 0)
            vec_add(count, c->scale * c->alpha[j], s->a[j] + lo, c->r + lo);
}

void planes_combine(const struct planes *s, int k, double scale, double *r)
{
    const struct par *par = threads_of(s);
    struct combination c = {s, s->dual[k].alpha, scale, r, par->threads};

    par_for(par, par->threads, combine_slice, &c);
}

double planes_offset(const struct planes *s, int k)
{
    return vec_dot(s->count, s->b, s->dual[k].alpha);
}

enum status planes_init(struct planes *s, const struct risk *risk, size_t capacity, int duals)
{
    *s = (struct planes){.n = risk->dim, .capacity = capacity, .duals = duals, .par = risk->par};
    s->a = arena_get(&s->arena, capacity, sizeof *s->a);
    s->b = arena_doubles(&s->arena, capacity);
    s->gram = arena_room(&s->arena, capacity, capacity * sizeof *s->gram);
    s->idle = arena_get(&s->arena, capacity, sizeof *s->idle);
    s->kept = arena_get(&s->arena, capacity, sizeof *s->kept);
    for (int k = 0; k < duals; k++) {
        s->dual[k].alpha = arena_doubles(&s->arena, capacity);
        s->dual[k].qp = simplex_qp_new(capacity);
        if (!s->dual[k].qp)
            return ERR_SYSTEM;
    }
    if (s->arena.failed)
        return ERR_SYSTEM;
    return isfinite(risk->floor) ? planes_add(s, NULL, risk->floor) : OK;
}
