/* term_prox - a proximal step of one scalar that is not regularized. */
#include "loss/term_prox.h"

#include <math.h>

#include "math/root.h"
#include "math/vec.h"

/* Rows whose scores at b lie on the stack, as in term.c. */
enum { BLOCK = 128 };

/* The search for b ends at |sum_i u_i d_i + lin| <= BALANCED sum_i |u_i|, u of the last step;
 * term_balance makes up for the rest. 1e-9 and 1e-14 took the same steps on a9a (hinge, C = 1, to
 * 1e-6). */
static const double BALANCED = 1e-12;

/* The first step of a search where no row bent at the last b: a share of b, or a number, as in
 * term.c. */
static const double FIRST_STEP = 0.1;

/* One term of a proximal step. */
struct job {
    const struct pointwise *base;
    const struct term *term;
    const struct prox *x;
    double b, side;
};

static struct batch rows_of(const struct pointwise *base, const struct term *term, int64_t lo,
                            int64_t hi)
{
    struct batch rows = pointwise_batch(base, 0, lo, hi);

    rows.y = term->y + lo;
    rows.c = costs_from(term->c, (size_t)lo);
    return rows;
}

/* The vectors of x from row lo on, with the scores z. */
static struct prox from(const struct prox *x, int64_t lo, const double *z)
{
    return (struct prox){.q = x->q,
                         .alpha = x->alpha ? x->alpha + lo : NULL,
                         .z = z,
                         .v = x->v ? x->v + lo : NULL,
                         .u = x->u + lo,
                         .h = x->h + lo};
}

/* ---- the best scalar ----------------------------------------------------------------------- */

/* sum over the rows of c_i d_i v_i(z_i + d_i b) */
static struct sums balance_rows(void *context, int64_t lo, int64_t hi)
{
    const struct job *job = context;
    struct batch rows = rows_of(job->base, job->term, lo, hi);
    struct prox x = from(job->x, lo, job->x->z + lo);

    return (struct sums){
        .value = job->base->formula->prox_ray(&rows, &x, job->term->d + lo, job->b)};
}

/* d/ds F_q(side s) */
static double slope_at(void *context, double s)
{
    struct job *job = context;

    job->b = job->side * s;
    return job->side *
           (job->term->lin + parts_sum(job->base->parts, balance_rows, job).value);
}

/* argmin F_q from the last b on; the first step is that of Newton's method. */
static double best(struct job *job, const struct term_prox *kept)
{
    double last = kept->b, step = last != 0 ? FIRST_STEP * fabs(last) : FIRST_STEP, slope;
    double tol = BALANCED * kept->size;

    job->side = 1;
    slope = slope_at(job, last);
    if (fabs(slope) <= tol)
        return last;
    job->side = slope < 0 ? 1 : -1;
    if (kept->s > 0 && isfinite(slope / kept->s))
        step = fabs(slope) / kept->s;
    return job->side *
           root_beyond(slope_at, job, job->side * last, -fabs(slope), step, tol, 0, 0);
}

/* ---- the step ------------------------------------------------------------------------------ */

/* v, u and h of the rows at b; value: sum_i c_i l. */
static struct sums step_rows(void *context, int64_t lo, int64_t hi)
{
    const struct job *job = context;
    double sum = 0, z[BLOCK];

    for (int64_t at = lo, n; at < hi; at += n) {
        n = hi - at < BLOCK ? hi - at : BLOCK;
        struct batch rows = rows_of(job->base, job->term, at, at + n);
        struct prox x = from(job->x, at, z);
        vec_combine((size_t)n, 1, job->x->z + at, job->b, job->term->d + at, z);
        sum += job->base->formula->prox(&rows, &x, NULL);
    }
    return (struct sums){.value = sum};
}

/* sum_i |u_i| and sum_i h_i */
static struct sums size_rows(void *context, int64_t lo, int64_t hi)
{
    const struct job *job = context;
    struct sums sums = {0, 0};

    for (int64_t i = lo; i < hi; i++) {
        sums.value += fabs(job->x->u[i]);
        sums.offset += job->x->h[i];
    }
    return sums;
}

double term_prox(const struct pointwise *base, const struct term *term, struct term_prox *kept,
                 const struct prox *x, double *offset)
{
    struct job job = {.base = base, .term = term, .x = x};
    struct term_job plane = {.base = base, .term = term, .z = x->z, .u = x->u};
    struct sums sums;
    double value;

    kept->b = best(&job, kept);
    job.b = kept->b;
    value = parts_sum(base->parts, step_rows, &job).value;
    sums = parts_sum(base->parts, size_rows, &job);
    kept->size = sums.value;
    kept->s = sums.offset;
    if (offset)
        *offset = term_balance(&plane);
    return value + term->lin * kept->b;
}

/* ---- along a line -------------------------------------------------------------------------- */

struct term_ray term_ray(const struct pointwise *base, const struct term *term,
                         const struct term_prox *kept, const struct prox *x, const double *along)
{
    struct term_ray ray = {base, term, *x, along, kept->b, 0, 0};
    double sum = 0;

    for (int64_t i = 0; kept->s > 0 && i < base->g.rows; i++)
        sum += x->h[i] * term->d[i] * along[i];
    if (kept->s > 0)
        ray.db = -sum / kept->s;
    return ray;
}

/* sum over the rows of c_i v_i (along_i + d_i db) at the scores of t */
static struct sums ray_rows(void *context, int64_t lo, int64_t hi)
{
    const struct term_ray *ray = context;
    double sum = 0, z[BLOCK], along[BLOCK];

    for (int64_t at = lo, n; at < hi; at += n) {
        n = hi - at < BLOCK ? hi - at : BLOCK;
        struct batch rows = rows_of(ray->base, ray->term, at, at + n);
        struct prox x = from(&ray->x, at, z);
        vec_combine((size_t)n, 1, ray->x.z + at, ray->b, ray->term->d + at, z);
        vec_combine((size_t)n, 1, ray->along + at, ray->db, ray->term->d + at, along);
        sum += ray->base->formula->prox_ray(&rows, &x, along, ray->t);
    }
    return (struct sums){.value = sum};
}

double term_ray_slope(struct term_ray *ray, double t)
{
    ray->t = t;
    return parts_sum(ray->base->parts, ray_rows, ray).value + ray->term->lin * ray->db;
}
