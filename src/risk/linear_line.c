/* linear_line - the linear risk along a line: the exact search, and the best offset. */
#include <math.h>
#include <string.h>

#include "base/root.h"
#include "base/vec.h"
#include "risk/linear_parts.h"

struct line_job {
    struct linear *r;
    double mu, lin, quad, t;
    const double *z, *d;
};

static double ray_rows(void *context, int64_t lo, int64_t hi)
{
    struct line_job *job = context;
    struct batch rows = linear_batch(job->r, job->mu, lo, hi);

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
    const double *z, *d;
    double lo, hi, slope[LINEAR_PARTS];
    size_t count[LINEAR_PARTS];
};

static void kinks_part(void *context, int part)
{
    struct kinks_job *job = context;
    const struct linear *r = job->r;
    int64_t lo = r->row_cut[part];
    struct batch rows = linear_batch(r, 0, lo, r->row_cut[part + 1]);

    job->count[part] = r->loss->line(&rows, job->z + lo, job->d + lo, job->lo, job->hi, r->kinks + LOSS_KINKS * lo,
                                     &job->slope[part]);
}

/* The kinks in (lo, hi] of t -> sum_i c_i l(z_i + t d_i), side by side in r->kinks; adds the slope at lo to *slope. */
static size_t collect_kinks(const struct linear *r, const double *z, const double *d, double lo, double hi,
                            double *slope)
{
    struct kinks_job job = {.r = r, .z = z, .d = d, .lo = lo, .hi = hi};
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
    double slope = lin, theta, t;
    size_t count = collect_kinks(r, z, d, 0, 1, &slope);

    t = kinks_minimise(r->kinks, count, slope, quad, 0, &theta);
    if (t <= 1)
        return t;
    slope = lin;
    count = collect_kinks(r, z, d, 1, INFINITY, &slope);
    return kinks_minimise(r->kinks, count, slope, quad, 1, &theta);
}

/* The same with the best offset at each t. The slope along an offset that is fixed or moves with t says little: at a
 * kink it can be positive in every direction though the point is not optimal, and where the risk is flat in the offset
 * it lets only tiny steps through. */
static double centred_slope(void *context, double t)
{
    struct line_job *job = context;
    struct linear *r = job->r;
    size_t rows = (size_t)r->x.rows;
    double below;

    vec_combine(rows, 1, job->z, t, job->d, r->z);
    risk_slopes(&r->risk, 0, r->z, r->u, &below);
    return job->lin + job->quad * t + vec_dot(rows, r->u, job->d);
}

double linear_search(struct risk *risk, double lin, double quad, double *z, const double *d)
{
    struct linear *r = (struct linear *)risk;
    struct line_job job = {.r = r, .lin = lin, .quad = quad, .z = z, .d = d};
    double (*slope)(void *context, double t) = r->offset > 0 ? centred_slope : line_slope;
    double start, narrow;

    if (r->loss->kinks && !(r->offset > 0))
        return search_kinks(r, lin, quad, z, d);
    if (r->offset > 0)
        linear_centre(r, 0, z, NULL);
    start = slope(&job, r->offset > 0 ? 1e-9 : 0); /* at 0 itself it may be any subgradient */
    narrow = r->offset > 0 ? 1e-4 : risk->outputs > 1 ? 1e-6 : 0; /* several outputs bend the line where nobody knows */
    return start >= 0 ? 0 : root_beyond(slope, &job, 0, start, 1, -1e-3 * start, narrow);
}

/* u_i = c_i times the slope at the kinked loss' score z_i + b, where the kinks at b itself share `theta` of their
 * jump. */
static void offset_slopes(const struct linear *r, const double *z, double b, double theta, double *u)
{
    for (int64_t i = 0; i < r->x.rows; i++) {
        struct kink kink[LOSS_KINKS];
        double slope;
        int kinks = r->loss->kinks(r->p, r->y[i], &slope, kink);
        for (int k = 0; k < kinks; k++) {
            double at = kink[k].at - z[i];
            slope += at < b ? kink[k].jump : at == b ? theta * kink[k].jump : 0;
        }
        u[i] = r->c[i] * slope;
    }
}

double linear_centre(struct linear *r, double mu, double *z, double *u)
{
    size_t rows = (size_t)r->x.rows;
    struct line_job job = {.r = r, .mu = mu, .z = z, .d = r->ones};
    double b, start, theta = 0;

    if (r->loss->kinks && mu == 0) {
        double slope = 0;
        size_t count = collect_kinks(r, z, r->ones, -INFINITY, INFINITY, &slope);
        b = kinks_minimise(r->kinks, count, slope, 0, -INFINITY, &theta);
        if (!isfinite(b))
            b = 0;
        if (u)
            offset_slopes(r, z, b, theta, u);
    } else {
        double tol = 1e-16 * vec_dot(rows, r->c, r->ones);
        start = line_slope(&job, 0);
        if (start < 0) {
            b = root_beyond(line_slope, &job, 0, start, 0.1, tol, 0);
        } else { /* the same from the other side: t -> -t turns the slope's sign */
            job.d = r->minus;
            start = -start;
            b = start < 0 ? -root_beyond(line_slope, &job, 0, start, 0.1, tol, 0) : 0;
        }
    }
    for (size_t i = 0; i < rows; i++)
        z[i] += b;
    return b;
}
