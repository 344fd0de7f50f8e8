/* free - a loss at the best of scalars that are not regularized: a bias, a margin, thresholds.
 *
 * g(z) = sum over the terms of  min over b of  sum_i c_i l(z_i + d_i b, y_i) + lin b, with the c, y
 * and d of the term:
 *     a bias b       one term, d = 1 (its feature has the value 1 here), lin = 0
 *     a margin rho   one term, d = -y, lin = -nu; with a free bias one for each label, lin = -nu/2
 *     thresholds     a term for each, b = -theta, d = 1, y = +1 above the threshold and -1 below */
#include "loss/free.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "loss/pointwise.h"
#include "math/root.h"
#include "math/vec.h"

enum { BLOCK = 128 }; /* rows whose scores at b lie on the stack, 1 KB */

/* A score from which on every slope is an end of its conjugate's domain, if that has ends. */
static const double FAR = 1e300;

/* The first step away from the last scalar, which steps that double follow: of a margin a share of
 * it, of a bias in units of the labels. */
static const double FIRST_STEP = 0.1;

/* The search along a line: as in pointwise.c, but the best b at each t is only as sharp as b's
 * search. */
static const double FLAT = 1e-3, NARROW = 1e-4;

/* Where the slope at t = 0 is asked for, as at 0 itself it may be any subgradient. */
static const double BESIDE_ZERO = 1e-9;

/* Relative error allowed in a sum of weights: the rounding of 4096 of them, 4096 DBL_EPSILON. */
static const double WEIGHT_ERROR = 1e-12;

struct term {
    const double *y, *c, *d; /* rows; d is +1 or -1 */
    double lin;              /* <= 0 */
    double b;                /* the best one, as last found: where the next search begins */
    double most;             /* sup of sum_i u_i d_i over slopes u; only if lin < 0 */
};

struct free_loss {
    struct loss g; /* first: a struct loss * of ours is a struct free_loss * */
    const struct pointwise *base;
    unsigned traits;
    double bias; /* value of the bias feature; 0: no bias is free */
    size_t terms;
    struct term *term;
    double *term_u; /* rows: the slopes of the second term on */
    double *z, *u;  /* rows: scores and slopes along a line */
};

/* One term at the image z. */
struct term_job {
    const struct pointwise *base;
    const struct term *term;
    double mu;
    const double *z;
    double b;               /* the scalar */
    double theta;           /* share of the jump of kinks that lie exactly at b */
    double side;            /* +1 or -1: the direction of a search, the sign of a sum */
    double *u;              /* rows: c_i times the slopes */
    const double *along;    /* rows: a direction of z */
    double up, down, share; /* balance */
};

static struct batch term_batch(const struct term_job *job, int64_t lo, int64_t hi)
{
    struct batch rows = pointwise_batch(job->base, job->mu, lo, hi);

    rows.y = job->term->y + lo;
    rows.c = job->term->c + lo;
    return rows;
}

/* ---- the best scalar ----------------------------------------------------------------------- */

static struct sums ray_rows(void *context, int64_t lo, int64_t hi)
{
    const struct term_job *job = context;
    struct batch rows = term_batch(job, lo, hi);
    double slope = job->base->formula->ray(&rows, job->z + lo, job->term->d + lo, job->b);

    return (struct sums){.value = slope};
}

/* The derivative of the term in s, b = side s. */
static double term_slope(void *context, double s)
{
    struct term_job *job = context;

    job->b = job->side * s;
    return job->side * (job->term->lin + parts_sum(job->base->parts, ray_rows, job).value);
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
        last = job->side *
               root_beyond(term_slope, job, job->side * last, -fabs(slope), step, 0, 0);
    job->b = last;
}

/* Where the derivative is 0 from the first kink down or from the last one up, that kink is a
 * minimiser too. */
static void kinked_scalar(struct term_job *job)
{
    const struct pointwise *base = job->base;
    const struct line line = {job->term->y, job->term->c, job->z, job->term->d};
    double slope = job->term->lin;
    size_t count = pointwise_kinks(base, &line, -INFINITY, INFINITY, &slope);

    job->b = piecewise_minimise(base->kinks, count, slope, 0, -INFINITY, &job->theta);
    if (isfinite(job->b))
        return;
    job->theta = job->b > 0;
    job->b = count > 0 ? base->kinks[0].at : 0;
    for (size_t k = 1; k < count; k++)
        job->b = job->theta > 0 ? fmax(job->b, base->kinks[k].at)
                                : fmin(job->b, base->kinks[k].at);
}

/* A job at the best scalar, which is kept: the next search begins there. */
static struct term_job best_scalar(const struct free_loss *f, size_t k, double mu, const double *z)
{
    struct term_job job = {.base = f->base, .term = &f->term[k], .mu = mu, .z = z};

    if (f->base->formula->kinks && mu == 0)
        kinked_scalar(&job);
    else
        smooth_scalar(&job);
    f->term[k].b = job.b;
    return job;
}

/* ---- value and slopes ---------------------------------------------------------------------- */

/* c_i times the slopes of a kinked loss, without smoothing. A kink at score s is passed on the way
 * to b where (s - z_i)/d_i < b; with d_i = -1 the slope is the one right of the kink until then. */
static void kinked_slopes(const struct term_job *job, int64_t lo, int64_t hi)
{
    const struct term *t = job->term;

    for (int64_t i = lo; i < hi; i++) {
        struct kink kink[LOSS_KINKS];
        double slope;
        int kinks = job->base->formula->kinks(job->base->p, t->y[i], &slope, kink);
        for (int k = 0; k < kinks; k++) {
            double at = (kink[k].at - job->z[i]) / t->d[i]; /* the bits that the search for b saw */
            double passed = (double)(at < job->b) + (at == job->b ? job->theta : 0);
            if (t->d[i] > 0)
                slope += kink[k].jump * passed;
            else /* the jump first: slope + jump = 0 without rounding, and theta keeps its digits */
                slope = slope + kink[k].jump - kink[k].jump * passed;
        }
        job->u[i] = t->c[i] * slope;
    }
}

/* The rows from `from` on, up to hi or as many as a block has, with their scores at b in z. */
static struct batch term_block(const struct term_job *job, int64_t from, int64_t hi,
                               double z[BLOCK])
{
    struct batch rows = term_batch(job, from, hi - from < BLOCK ? hi : from + BLOCK);

    vec_combine(rows.n, 1, job->z + from, job->b, job->term->d + from, z);
    return rows;
}

/* The losses of the rows [lo, hi), and their slopes in u if there is one. */
static struct sums term_rows(void *context, int64_t lo, int64_t hi)
{
    const struct term_job *job = context;
    const struct formula *formula = job->base->formula;
    bool kinked = formula->kinks && job->mu == 0;
    double sum = 0, z[BLOCK], offset;

    for (int64_t from = lo; from < hi; from += BLOCK) {
        struct batch rows = term_block(job, from, hi, z);
        sum += job->u && !kinked ? formula->slopes(&rows, z, job->u + from, &offset)
                                 : formula->value(&rows, z);
    }
    if (job->u && kinked)
        kinked_slopes(job, lo, hi);
    return (struct sums){.value = sum};
}

static double term_value(struct term_job *job)
{
    return parts_sum(job->base->parts, term_rows, job).value + job->term->lin * job->b;
}

/* The sum of the u_i d_i of one sign. */
static struct sums side_rows(void *context, int64_t lo, int64_t hi)
{
    const struct term_job *job = context;
    double sum = 0;

    for (int64_t i = lo; i < hi; i++)
        sum += fmax(0, job->side * job->u[i] * job->term->d[i]);
    return (struct sums){.value = sum};
}

/* l*(u) at u = cu/c: where that is outside of the domain by rounding, at the number inside. */
static double row_dual(const struct term_job *job, int64_t i, double cu)
{
    const struct pointwise *base = job->base;
    double u = cu / job->term->c[i], dual = base->formula->dual(base->p, job->term->y[i], u);

    if (isfinite(dual))
        return dual;
    return base->formula->dual(base->p, job->term->y[i], u * (1 - 2 * DBL_EPSILON));
}

static struct sums balance_rows(void *context, int64_t lo, int64_t hi)
{
    const struct term_job *job = context;
    const struct term *t = job->term;
    double below = 0;

    for (int64_t i = lo; i < hi; i++) {
        double along = job->u[i] * t->d[i], share = along < 0 ? job->down : 1;

        job->u[i] *= along > 0 ? job->up : share;
        if (job->share > 0) { /* of the way to the end of the domain */
            double end = t->c[i] * job->base->formula->slope(job->base->p, t->y[i], FAR * t->d[i]);
            job->u[i] = job->share < 1 ? job->u[i] + job->share * (end - job->u[i]) : end;
        }
        if (t->c[i] > 0)
            below -= t->c[i] * row_dual(job, i, job->u[i]);
    }
    return (struct sums){.offset = below};
}

/* Makes u the slopes of a plane for every b, sum_i u_i d_i = -lin, which rounding and the
 * search for b miss by a little. If the sum is too large, the positive u_i d_i are scaled
 * down, if it is too small, the negative ones: each u_i stays in the domain of l_i*, which is
 * convex and holds 0. If all negative ones are 0 and the sum is still too small, each u_i
 * moves by one share of the way to the end of its domain. Returns the offset of the plane,
 * -sum_i c_i l_i*(u_i/c_i), as sum_i c_i l_i(z_i + d_i b) + lin b >= sum_i u_i (z_i + d_i b) -
 * c_i l_i*(u_i/c_i) + lin b, where b cancels. */
static double balance(struct term_job *job)
{
    const struct term *t = job->term;
    double want = -t->lin, plus, minus;

    job->side = 1;
    plus = parts_sum(job->base->parts, side_rows, job).value;
    job->side = -1;
    minus = parts_sum(job->base->parts, side_rows, job).value;
    job->up = 1;
    job->down = 1;
    job->share = 0;
    if (plus - minus > want) {
        job->up = (want + minus) / plus;
    } else {
        if (minus > 0)
            job->down = fmin(1, fmax(0, plus - want) / minus);
        if (plus < want && plus < t->most)
            job->share = (want - plus) / (t->most - plus);
    }
    return parts_sum(job->base->parts, balance_rows, job).offset;
}

static double slopes(struct loss *g, double mu, const double *z, double *u, double *offset)
{
    const struct free_loss *f = (const struct free_loss *)g;
    double sum = 0, below = 0;

    for (size_t k = 0; k < f->terms; k++) {
        struct term_job job = best_scalar(f, k, mu, z);
        if (u)
            job.u = k == 0 ? u : f->term_u;
        sum += term_value(&job);
        if (!u)
            continue;
        below += balance(&job);
        if (k > 0)
            vec_add(g->image, 1, job.u, u);
    }
    if (u)
        *offset = below;
    return sum;
}

/* ---- along a line -------------------------------------------------------------------------- */

/* The derivative along a direction of the rows [lo, hi) at the best scalar. */
static struct sums along_rows(void *context, int64_t lo, int64_t hi)
{
    const struct term_job *job = context;
    double sum = 0, z[BLOCK];

    if (job->base->formula->kinks) {
        kinked_slopes(job, lo, hi);
        return (struct sums){.value = vec_dot((size_t)(hi - lo), job->u + lo, job->along + lo)};
    }
    for (int64_t from = lo; from < hi; from += BLOCK) {
        struct batch rows = term_block(job, from, hi, z);
        sum += job->base->formula->ray(&rows, z, job->along + from, 0);
    }
    return (struct sums){.value = sum};
}

struct line_job {
    const struct free_loss *f;
    double lin, quad;
    const double *z, *d;
};

/* lin + quad t + the derivative of g at z + t d, with the best scalars at each t (Danskin). A
 * scalar that is fixed, or moves with t, would not do: at a kink the slope along it can be positive
 * in every direction though the point is not optimal, and where g is flat in the scalar it lets
 * only tiny steps through. */
static double line_slope(void *context, double t)
{
    const struct line_job *job = context;
    const struct free_loss *f = job->f;
    double sum = 0;

    vec_combine(f->g.image, 1, job->z, t, job->d, f->z);
    for (size_t k = 0; k < f->terms; k++) {
        struct term_job term = best_scalar(f, k, 0, f->z);
        term.u = f->u;
        term.along = job->d;
        sum += parts_sum(f->base->parts, along_rows, &term).value;
    }
    return job->lin + job->quad * t + sum;
}

static double search(struct loss *g, double lin, double quad, const double *z, const double *d)
{
    struct line_job job = {(const struct free_loss *)g, lin, quad, z, d};
    double start = line_slope(&job, BESIDE_ZERO);

    return start >= 0 ? 0 : root_beyond(line_slope, &job, 0, start, 1, -FLAT * start, NARROW);
}

/* ---- the scalars of a model ---------------------------------------------------------------- */

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static size_t scalars(struct loss *g, const double *z, double *b)
{
    const struct free_loss *f = (const struct free_loss *)g;

    if (f->traits & LOSS_MARGIN && !(f->traits & LOSS_RHO) && f->terms == 1)
        return 0;
    for (size_t k = 0; k < f->terms; k++)
        best_scalar(f, k, 0, z);
    if (f->traits & LOSS_THRESHOLDS) {
        for (size_t k = 0; k < f->terms; k++)
            b[k] = -f->term[k].b;
        qsort(b, f->terms, sizeof *b, compare);
        return f->terms;
    }
    b[0] = f->terms == 2 ? (f->term[1].b - f->term[0].b) / 2 : f->term[0].b;
    b[0] = f->bias > 0 ? b[0] / f->bias : b[0];
    return 1;
}

/* ---- making one ---------------------------------------------------------------------------- */

/* With a free bias b the margin of label y is rho - y b: one scalar for each of the two labels. */
static bool two_margins(const struct loss_spec *spec)
{
    return spec->free_bias && spec->row->traits & LOSS_MARGIN;
}

bool free_has(const struct loss_row *row, bool free_bias)
{
    return row->traits & (LOSS_THRESHOLDS | LOSS_MARGIN) || free_bias;
}

static size_t count_terms(const struct loss_spec *spec)
{
    if (spec->row->traits & LOSS_THRESHOLDS)
        return (size_t)spec->classes - 1;
    return two_margins(spec) ? 2 : 1;
}

enum status free_check(const struct loss_spec *spec, struct error *err)
{
    double side[2] = {0}, most;

    if (!(spec->row->traits & LOSS_MARGIN))
        return OK;
    for (int64_t i = 0; i < spec->rows; i++)
        side[spec->y[i] > 0] += spec->c[i];
    most = two_margins(spec) ? 2 * fmin(side[0], side[1]) : side[0] + side[1];
    if (!(spec->parameter > most * (1 + WEIGHT_ERROR)))
        return OK;
    return fail(err, ERR_DATA, "loss '%s:%.15g': %s may be at most %.12g here, %s",
                spec->row->name, spec->parameter, spec->row->parameter, most,
                two_margins(spec) ? "twice the lesser weight of the two classes"
                                  : "the weight of all examples");
}

/* Term k has rows of its own: labels that say on which side of threshold k they are, or the weights
 * of one of the two labels. */
static void own_rows(const struct free_loss *f, size_t k, double *own)
{
    const double *y = f->base->y, *c = f->g.c;
    struct term *term = &f->term[k];

    if (f->traits & LOSS_THRESHOLDS) {
        for (int64_t i = 0; i < f->g.rows; i++)
            own[i] = y[i] > (double)k ? 1 : -1;
        term->y = own;
    } else {
        for (int64_t i = 0; i < f->g.rows; i++)
            own[i] = (y[i] > 0) == (k == 0) ? c[i] : 0;
        term->c = own;
    }
}

/* nu may be all of the weight; a fold has less. */
static void set_margin(const struct free_loss *f, struct term *term, double nu)
{
    struct term_job far = {.base = f->base, .term = term, .z = f->z, .b = FAR};

    term->most = parts_sum(f->base->parts, ray_rows, &far).value;
    term->lin = -fmin(nu, term->most);
}

/* False: no memory. */
static bool make_terms(struct free_loss *f, double parameter, struct arena *arena)
{
    size_t rows = f->g.image;
    double *d = arena_doubles(arena, rows), *own;

    f->term = arena_get(arena, f->terms, sizeof *f->term);
    f->term_u = f->terms > 1 ? arena_doubles(arena, rows) : NULL;
    f->z = arena_doubles(arena, rows);
    f->u = arena_doubles(arena, rows);
    for (size_t i = 0; d && i < rows; i++)
        d[i] = f->traits & LOSS_MARGIN ? -f->base->y[i] : 1;
    for (size_t k = 0; k < f->terms; k++) {
        bool others = f->terms > 1 || f->traits & LOSS_THRESHOLDS;
        own = others ? arena_doubles(arena, rows) : NULL;
        if (arena->failed)
            return false;
        f->term[k] = (struct term){.y = f->base->y, .c = f->g.c, .d = d};
        if (own)
            own_rows(f, k, own);
        if (f->traits & LOSS_MARGIN)
            set_margin(f, &f->term[k], parameter / (double)f->terms);
    }
    return true;
}

struct loss *free_make(const struct loss_spec *spec, const struct parts *parts,
                       struct arena *arena)
{
    static const struct loss_ops ops = {.slopes = slopes, .search = search, .scalars = scalars};
    struct free_loss *f = arena_get(arena, 1, sizeof *f);
    struct pointwise *base = pointwise_make(spec, parts, arena);

    if (!f || !base)
        return NULL;
    *f = (struct free_loss){.g = base->g, .base = base, .traits = spec->row->traits,
                            .bias = spec->free_bias ? spec->bias : 0, .terms = count_terms(spec)};
    f->g.ops = &ops;
    f->g.pointwise = NULL;
    if (f->traits & LOSS_THRESHOLDS)
        f->bias = 0;
    if (!make_terms(f, spec->parameter, arena))
        return NULL;
    f->g.at_zero = slopes(&f->g, 0, f->z, NULL, NULL);
    if (f->traits & LOSS_MARGIN) {
        f->g.floor = -INFINITY;
        f->g.scale = spec->parameter;
    }
    if (f->traits & LOSS_THRESHOLDS)
        f->g.scale = f->g.at_zero;
    return &f->g;
}
