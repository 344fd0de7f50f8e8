/* linear_line - the linear risk along a line: the exact search. */
#include <math.h>
#include <string.h>

#include "math/root.h"
#include "risk/linear_parts.h"

struct line_job {
    struct linear *r;
    double lin, quad, t;
    const double *z, *d;
};

static double ray_rows(void *context, int64_t lo, int64_t hi)
{
    struct line_job *job = context;
    struct batch rows = linear_batch(job->r, 0, lo, hi);

    return job->r->loss->ray(&rows, linear_at(job->r, job->z, lo), linear_at(job->r, job->d, lo), job->t);
}

/* lin + quad t + the derivative of the risk at z + t d */
static double line_slope(void *context, double t)
{
    struct line_job *job = context;

    job->t = t;
    return job->lin + job->quad * t + linear_sum(job->r, ray_rows, job);
}

struct kinks_job {
    const struct linear *r;
    const struct free_term *term;
    const double *z;
    double lo, hi, slope[LINEAR_PARTS];
    size_t count[LINEAR_PARTS];
};

static void kinks_part(void *context, int part)
{
    struct kinks_job *job = context;
    const struct linear *r = job->r;
    int64_t lo = r->row_cut[part];
    struct batch rows = linear_batch(r, 0, lo, r->row_cut[part + 1]);

    rows.y = job->term->y + lo;
    rows.c = job->term->c + lo;
    job->count[part] = r->loss->line(&rows, job->z + lo, job->term->d + lo, job->lo, job->hi,
                                     r->kinks + LOSS_KINKS * lo, &job->slope[part]);
}

size_t linear_kinks(const struct linear *r, const struct free_term *term, const double *z, double lo, double hi,
                    double *slope)
{
    struct kinks_job job = {.r = r, .term = term, .z = z, .lo = lo, .hi = hi};
    size_t count = 0;

    par_for(r->par, r->row_parts, kinks_part, &job);
    for (int part = 0; part < r->row_parts; part++) {
        memmove(r->kinks + count, r->kinks + LOSS_KINKS * r->row_cut[part], job.count[part] * sizeof *r->kinks);
        count += job.count[part];
        *slope += job.slope[part];
    }
    return count;
}

/* The minimiser over t >= 0: most often not beyond 1, so that only the kinks up to there are looked at first. */
static double search_kinks(const struct linear *r, double lin, double quad, const double *z, const double *d)
{
    const struct free_term line = {.y = r->y, .c = r->c, .d = d};
    double slope = lin, theta, t;
    size_t count = linear_kinks(r, &line, z, 0, 1, &slope);

    t = piecewise_minimise(r->kinks, count, slope, quad, 0, &theta);
    if (t <= 1)
        return t;
    slope = lin;
    count = linear_kinks(r, &line, z, 1, INFINITY, &slope);
    return piecewise_minimise(r->kinks, count, slope, quad, 1, &theta);
}

/* The same with the best free scalars at each t. */
static double free_slope(void *context, double t)
{
    struct line_job *job = context;

    return job->lin + job->quad * t + linear_free_ray(job->r, job->z, job->d, t);
}

double linear_search(struct risk *risk, double lin, double quad, const double *z, const double *d)
{
    struct linear *r = (struct linear *)risk;
    struct line_job job = {.r = r, .lin = lin, .quad = quad, .z = z, .d = d};
    double (*slope)(void *context, double t) = r->terms > 0 ? free_slope : line_slope;
    double start, narrow;

    if (r->loss->kinks && r->terms == 0)
        return search_kinks(r, lin, quad, z, d);
    start = slope(&job, r->terms > 0 ? 1e-9 : 0); /* at 0 itself it may be any subgradient */
    narrow = r->terms > 0 ? 1e-4 : risk->outputs > 1 ? 1e-6 : 0; /* several outputs bend the line where nobody knows */
    return start >= 0 ? 0 : root_beyond(slope, &job, 0, start, 1, -1e-3 * start, narrow);
}
