/* linear_free - the linear risk with scalars that are not regularized: the best of each, values, planes. */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "math/root.h"
#include "math/vec.h"
#include "risk/linear_parts.h"

enum { BLOCK = 128 };

/* A score from which on every slope is an end of its conjugate's domain, if that has ends. */
static const double FAR = 1e300;

/* The first step away from the last scalar: of a margin its share, of an offset in units of the labels. */
static const double FIRST_STEP = 0.1;

/* One term at the image z. */
struct term_job {
    const struct linear *r;
    const struct free_term *term;
    double mu;
    const double *z;
    double b;                /* the scalar */
    double theta;            /* kinks that the scores at b stand on exactly share this much of their jump */
    double side;             /* +1 or -1: the direction of a search, the sign of a sum */
    double *u;               /* rows: c_i times the slopes */
    const double *along;     /* rows: a direction of z */
    double up, down, share;  /* balance */
};

static struct batch term_batch(const struct term_job *job, int64_t lo, int64_t hi)
{
    struct batch rows = linear_batch(job->r, job->mu, lo, hi);

    rows.y = job->term->y + lo;
    rows.c = job->term->c + lo;
    return rows;
}

/* ---- the best scalar --------------------------------------------------------------------------------------------- */

static double ray_rows(void *context, int64_t lo, int64_t hi)
{
    struct term_job *job = context;
    struct batch rows = term_batch(job, lo, hi);

    return job->r->loss->ray(&rows, job->z + lo, job->term->d + lo, job->b);
}

/* The derivative of the term in s, b = side s. */
static double term_slope(void *context, double s)
{
    struct term_job *job = context;

    job->b = job->side * s;
    return job->side * (job->term->lin + linear_sum(job->r, ray_rows, job));
}

/* The root of the derivative, near the last one: to the last digit, whatever the size of the
 * derivative, for R may be as small as its slopes, and b as large as the scores. */
static void smooth_scalar(struct term_job *job)
{
    double last = job->term->b, slope;
    double step = job->term->lin < 0 && last != 0 ? FIRST_STEP * fabs(last) : FIRST_STEP;

    job->side = 1;
    slope = term_slope(job, last);
    job->side = slope < 0 ? 1 : -1;
    if (slope != 0)
        last = job->side * root_beyond(term_slope, job, job->side * last, -fabs(slope), step, 0, 0);
    job->b = last;
}

/* Where the derivative is 0 from the first kink down or from the last one up, that kink is a minimiser too. */
static void kinked_scalar(struct term_job *job)
{
    const struct linear *r = job->r;
    double slope = job->term->lin;
    size_t count = linear_kinks(r, job->term, job->z, -INFINITY, INFINITY, &slope);

    job->b = piecewise_minimise(r->kinks, count, slope, 0, -INFINITY, &job->theta);
    if (isfinite(job->b))
        return;
    job->theta = job->b > 0;
    job->b = count > 0 ? r->kinks[0].at : 0;
    for (size_t k = 1; k < count; k++)
        job->b = job->theta > 0 ? fmax(job->b, r->kinks[k].at) : fmin(job->b, r->kinks[k].at);
}

/* A job at the best scalar, which is kept: the next search begins there. */
static struct term_job best_scalar(struct linear *r, struct free_term *term, double mu, const double *z)
{
    struct term_job job = {.r = r, .term = term, .mu = mu, .z = z};

    if (r->loss->kinks && mu == 0)
        kinked_scalar(&job);
    else
        smooth_scalar(&job);
    term->b = job.b;
    return job;
}

/* ---- value and slopes -------------------------------------------------------------------------------------------- */

/* c_i times the slopes of a kinked loss, without smoothing. With d = -1 a kink is behind when the score is below it. */
static void kinked_slopes(const struct term_job *job, int64_t lo, int64_t hi)
{
    const struct free_term *t = job->term;

    for (int64_t i = lo; i < hi; i++) {
        struct kink kink[LOSS_KINKS];
        double slope;
        int kinks = job->r->loss->kinks(job->r->p, t->y[i], &slope, kink);
        for (int k = 0; k < kinks; k++) {
            double at = (kink[k].at - job->z[i]) / t->d[i]; /* as the search for b saw it, bit by bit */
            double behind = (double)(at < job->b) + (at == job->b ? job->theta : 0);
            if (t->d[i] > 0)
                slope += kink[k].jump * behind;
            else /* the jump first: it takes the slope to 0 without rounding, and theta keeps its digits */
                slope = slope + kink[k].jump - kink[k].jump * behind;
        }
        job->u[i] = t->c[i] * slope;
    }
}

/* The rows from `from` on, up to hi or as many as a block has, with their scores at the scalar in z. */
static struct batch term_block(const struct term_job *job, int64_t from, int64_t hi, double z[BLOCK])
{
    struct batch rows = term_batch(job, from, hi - from < BLOCK ? hi : from + BLOCK);

    vec_combine(rows.n, 1, job->z + from, job->b, job->term->d + from, z);
    return rows;
}

/* The losses of the rows [lo, hi), and their slopes in u if there is one. */
static double term_rows(void *context, int64_t lo, int64_t hi)
{
    struct term_job *job = context;
    const struct loss_row *loss = job->r->loss;
    bool kinked = loss->kinks && job->mu == 0;
    double sum = 0, z[BLOCK], below;

    for (int64_t from = lo; from < hi; from += BLOCK) {
        struct batch rows = term_block(job, from, hi, z);
        sum += job->u && !kinked ? loss->slopes(&rows, z, job->u + from, &below) : loss->value(&rows, z);
    }
    if (job->u && kinked)
        kinked_slopes(job, lo, hi);
    return sum;
}

static double term_value(struct term_job *job)
{
    return linear_sum(job->r, term_rows, job) + job->term->lin * job->b;
}

/* The sum of the u_i d_i of one sign. */
static double side_rows(void *context, int64_t lo, int64_t hi)
{
    struct term_job *job = context;
    double sum = 0;

    for (int64_t i = lo; i < hi; i++)
        sum += fmax(0, job->side * job->u[i] * job->term->d[i]);
    return sum;
}

/* l*(u) at u = cu/c: where that is outside of the domain by rounding, at the number inside. */
static double row_dual(const struct linear *r, const struct free_term *t, int64_t i, double cu)
{
    double u = cu / t->c[i], dual = r->loss->dual(r->p, t->y[i], u);

    return isfinite(dual) ? dual : r->loss->dual(r->p, t->y[i], u * (1 - 2 * DBL_EPSILON));
}

static double balance_rows(void *context, int64_t lo, int64_t hi)
{
    struct term_job *job = context;
    const struct linear *r = job->r;
    const struct free_term *t = job->term;
    double below = 0;

    for (int64_t i = lo; i < hi; i++) {
        double along = job->u[i] * t->d[i];
        job->u[i] *= along > 0 ? job->up : along < 0 ? job->down : 1;
        if (job->share > 0) { /* of the way to the end of the domain */
            double end = t->c[i] * r->loss->slope(r->p, t->y[i], FAR * t->d[i]);
            job->u[i] = job->share < 1 ? job->u[i] + job->share * (end - job->u[i]) : end;
        }
        if (t->c[i] > 0)
            below -= t->c[i] * row_dual(r, t, i, job->u[i]);
    }
    return below;
}

/* u is a plane for every b only if sum_i u_i d_i = -lin, which rounding and the search for b miss by a little. What is
 * too much on one side is scaled down, which keeps each slope in the domain of its conjugate (convex, and 0 is in it);
 * if all that is there is not enough, each moves towards the end of its domain. Returns the offset of the plane:
 * sum_i c_i l_i(z_i + d_i b) + lin b >= sum_i u_i (z_i + d_i b) - c_i l*(u_i / c_i) + lin b, and b cancels. */
static double balance(struct term_job *job)
{
    const struct free_term *t = job->term;
    double want = -t->lin, plus, minus;

    job->side = 1;
    plus = linear_sum(job->r, side_rows, job);
    job->side = -1;
    minus = linear_sum(job->r, side_rows, job);
    job->up = job->down = 1;
    job->share = 0;
    if (plus - minus > want) {
        job->up = (want + minus) / plus;
    } else {
        if (minus > 0)
            job->down = fmin(1, fmax(0, plus - want) / minus);
        if (plus < want && plus < t->most)
            job->share = (want - plus) / (t->most - plus);
    }
    return linear_sum(job->r, balance_rows, job);
}

double linear_free_value(struct linear *r, double mu, const double *z)
{
    double sum = 0;

    for (size_t k = 0; k < r->terms; k++) {
        struct term_job job = best_scalar(r, &r->term[k], mu, z);
        sum += term_value(&job);
    }
    return sum;
}

double linear_free_slopes(struct linear *r, double mu, const double *z, double *u, double *b)
{
    double sum = 0;

    *b = 0;
    for (size_t k = 0; k < r->terms; k++) {
        struct term_job job = best_scalar(r, &r->term[k], mu, z);
        job.u = k == 0 ? u : r->term_u;
        sum += term_value(&job);
        *b += balance(&job);
        if (k > 0)
            vec_add((size_t)r->x.rows, 1, job.u, u);
    }
    return sum;
}

/* The derivative along a direction of the rows [lo, hi) at the best scalar. */
static double along_rows(void *context, int64_t lo, int64_t hi)
{
    struct term_job *job = context;
    double sum = 0, z[BLOCK];

    if (job->r->loss->kinks) {
        kinked_slopes(job, lo, hi);
        return vec_dot((size_t)(hi - lo), job->u + lo, job->along + lo);
    }
    for (int64_t from = lo; from < hi; from += BLOCK) {
        struct batch rows = term_block(job, from, hi, z);
        sum += job->r->loss->ray(&rows, z, job->along + from, 0);
    }
    return sum;
}

/* The same with the best scalars at each t. The slope along a scalar that is fixed or moves with t says little: at a
 * kink it can be positive in every direction though the point is not optimal, and where the risk is flat in the scalar
 * it lets only tiny steps through. */
double linear_free_ray(struct linear *r, const double *z, const double *d, double t)
{
    double sum = 0;

    vec_combine((size_t)r->x.rows, 1, z, t, d, r->z);
    for (size_t k = 0; k < r->terms; k++) {
        struct term_job job = best_scalar(r, &r->term[k], 0, r->z);
        job.u = r->u;
        job.along = d;
        sum += linear_sum(r, along_rows, &job);
    }
    return sum;
}

/* ---- which scalars are free -------------------------------------------------------------------------------------- */

/* With a free offset b the margin of label y is rho - y b: one scalar for each of the two labels. */
static bool two_margins(const struct linear_spec *spec)
{
    return spec->free_offset && (spec->loss->traits & LOSS_MARGIN) && spec->loss->task == TASK_BINARY;
}

static size_t count_terms(const struct linear_spec *spec)
{
    if (spec->loss->task == TASK_ORDINAL)
        return (size_t)spec->classes - 1;
    if (spec->loss->traits & LOSS_MARGIN)
        return two_margins(spec) ? 2 : 1;
    return spec->free_offset != 0;
}

/* Term k of an ordinal loss: the labels above k against those up to k; its threshold is -b. */
static void ordinal_term(const struct linear *r, size_t k, struct free_term *term, double *y)
{
    for (int64_t i = 0; i < r->x.rows; i++)
        y[i] = r->y[i] > (double)k ? 1 : -1;
    term->y = y;
}

/* min over rho of sum_i c_i max(0, rho - y_i z_i) - nu rho, the scalar is rho. */
static void margin_term(struct linear *r, double nu, struct free_term *term)
{
    struct term_job far = {.r = r, .term = term, .z = r->z, .b = FAR};

    term->most = linear_sum(r, ray_rows, &far);
    term->lin = -fmin(nu, term->most); /* nu may be all of the weight; without a fold it is less */
}

bool linear_free_init(struct linear *r, const struct linear_spec *spec, struct arena *arena)
{
    size_t rows = (size_t)r->x.rows;
    unsigned traits = r->loss->traits;
    bool ordinal = r->loss->task == TASK_ORDINAL;
    double *d, *own;

    r->terms = count_terms(spec);
    if (r->terms == 0)
        return true;
    r->term = arena_get(arena, r->terms, sizeof *r->term);
    r->term_u = r->terms > 1 ? arena_doubles(arena, rows) : NULL;
    d = arena_doubles(arena, rows);
    for (size_t i = 0; d && i < rows; i++)
        d[i] = traits & LOSS_MARGIN ? -r->y[i] : 1;
    for (size_t k = 0; k < r->terms; k++) {
        own = r->terms > 1 || ordinal ? arena_doubles(arena, rows) : NULL;
        if (arena->failed)
            return false;
        r->term[k] = (struct free_term){.y = r->y, .c = r->c, .d = d};
        if (ordinal) {
            ordinal_term(r, k, &r->term[k], own);
        } else if (own) {
            for (size_t i = 0; i < rows; i++)
                own[i] = (r->y[i] > 0) == (k == 0) ? r->c[i] : 0;
            r->term[k].c = own;
        }
        if (traits & LOSS_MARGIN)
            margin_term(r, spec->parameter / (double)r->terms, &r->term[k]);
    }
    return true;
}

enum status linear_feasible(const struct linear_spec *spec, struct error *err)
{
    double side[2] = {0}, most;

    if (linear_traits(spec->loss, spec->free_offset) == 0)
        return fail(err, ERR_USAGE, "loss '%s' has no unregularized bias (-R)%s", spec->loss->name,
                    spec->loss->task == TASK_ONE_CLASS ? ": its rho is one already" : "");
    if (!(spec->loss->traits & LOSS_MARGIN))
        return OK;
    for (int64_t i = 0; i < spec->x->rows; i++)
        side[spec->y[i] > 0] += spec->cost[i];
    most = two_margins(spec) ? 2 * fmin(side[0], side[1]) : side[0] + side[1];
    if (!(spec->parameter > most * (1 + 1e-12)))
        return OK;
    return fail(err, ERR_DATA, "loss '%s:%.15g': %s may be at most %.12g here, %s",
                spec->loss->name,
                spec->parameter, spec->loss->parameter, most,
                two_margins(spec) ? "twice the lesser weight of the two classes" : "the weight of all examples");
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

size_t linear_offsets(struct risk *risk, const double *w, double *b)
{
    struct linear *r = (struct linear *)risk;
    bool ordinal = r->loss->task == TASK_ORDINAL;

    if (r->terms == 0 || ((r->loss->traits & LOSS_MARGIN) && r->loss->task == TASK_BINARY && r->terms == 1))
        return 0;
    risk_apply(risk, w, r->z);
    for (size_t k = 0; k < r->terms; k++)
        best_scalar(r, &r->term[k], 0, r->z);
    if (ordinal) {
        for (size_t k = 0; k < r->terms; k++)
            b[k] = -r->term[k].b;
        qsort(b, r->terms, sizeof *b, compare);
        return r->terms;
    }
    b[0] = r->terms == 2 ? (r->term[1].b - r->term[0].b) / 2 : r->term[0].b;
    b[0] = r->bias > 0 ? b[0] / r->bias : b[0];
    return 1;
}

double linear_offset(struct risk *risk, const double *w)
{
    double b = 0;

    if (((struct linear *)risk)->bias > 0)
        linear_offsets(risk, w, &b);
    return b;
}
