/* term - one scalar that is not regularized: min over b of F(b), its slopes, its plane, its
 * proximal steps. */
#include "loss/term.h"

#include <float.h>
#include <math.h>

#include "math/root.h"
#include "math/vec.h"

/* Rows whose scores at b lie on the stack, 1 KB: a size of the first-level cache's, not tuned. */
enum { BLOCK = 128 };

/* The first step of b away from the last b: a share of a margin, a number for a bias. root_beyond
 * lets steps grow. Tuned. */
static const double FIRST_STEP = 0.1;

/* The search for b ends at |sum_i u_i d_i + lin| <= BALANCED sum_i |u_i|, u of the last step;
 * term_balance makes up for the rest. Tuned. */
static const double BALANCED = 1e-12;

/* The rows [lo, hi) with the labels and weights of the term. */
static struct batch rows_of(const struct pointwise *base, const struct term *term, double mu,
                            int64_t lo, int64_t hi)
{
    struct batch rows = pointwise_batch(base, mu, lo, hi);

    rows.y = term->y + lo;
    rows.c = costs_from(term->c, (size_t)lo);
    return rows;
}

/* ---- the best scalar ----------------------------------------------------------------------- */

/* sum over the rows of c_i d_i l'(z_i + d_i b) */
static struct sums ray_rows(void *context, int64_t lo, int64_t hi)
{
    const struct term_job *job = context;
    struct batch rows = rows_of(job->base, job->term, job->mu, lo, hi);
    double slope = job->base->formula->ray(&rows, job->z + lo, job->term->d + lo, job->b);

    return (struct sums){.value = slope};
}

/* d/ds F(side s) = side F'(side s), which is nondecreasing in s. */
static double term_slope(void *context, double s)
{
    struct term_job *job = context;

    job->b = job->side * s;
    return job->side * (job->term->lin + parts_sum(job->base->parts, ray_rows, job).value);
}

/* argmin F for a differentiable F: the root of F' that lies from the last b in the direction of
 * descent. The tolerance of F' is 0: F' has no scale of its own, R can be as small as its rounding
 * error, so that the bracket of b narrows to the last digit. */
static void smooth_scalar(struct term_job *job)
{
    double last = job->term->b, slope;
    double step = job->term->lin < 0 && last != 0 ? FIRST_STEP * fabs(last) : FIRST_STEP;

    job->side = 1;
    slope = term_slope(job, last);
    job->side = slope < 0 ? 1 : -1;
    if (slope != 0)
        last = job->side *
               root_beyond(term_slope, job, job->side * last, -fabs(slope), step, 0, 0, 0);
    job->b = last;
}

/* argmin F for a piecewise linear F, from its kinks. piecewise_minimise gives -INFINITY where F' >=
 * 0 left of all kinks, and +INFINITY where F' < 0 right of all kinks. F has a minimum (free_check):
 * that slope is 0 but for rounding, and the first kink (theta = 0, not passed) or the last kink
 * (theta = 1, passed) is a minimiser too. */
static void kinked_scalar(struct term_job *job)
{
    const struct pointwise *base = job->base;
    struct line line = pointwise_line(base, job->z, job->term->d);
    double slope = job->term->lin;
    size_t count;

    line.y = job->term->y;
    line.c = job->term->c;
    count = line_kinks(&line, -INFINITY, INFINITY, base->kinks, &slope);
    job->b = piecewise_minimise(base->kinks, count, slope, 0, -INFINITY, &job->theta);
    if (isfinite(job->b))
        return;
    job->theta = job->b > 0;
    job->b = count > 0 ? base->kinks[0].at : 0;
    for (size_t k = 1; k < count; k++)
        job->b = job->theta > 0 ? fmax(job->b, base->kinks[k].at)
                                : fmin(job->b, base->kinks[k].at);
}

struct term_job term_best(const struct pointwise *base, struct term *term, double mu,
                          const double *z)
{
    struct term_job job = {.base = base, .term = term, .mu = mu, .z = z};

    if (base->most > 0 && mu == 0)
        kinked_scalar(&job);
    else
        smooth_scalar(&job);
    term->b = job.b;
    return job;
}

/* ---- value and slopes ---------------------------------------------------------------------- */

/* u_i = c_i times a slope of l at z_i + d_i b, for a piecewise linear l and mu = 0, such that
 * sum_i u_i d_i = -lin. A kink s of l is one of F at b_s = (s - z_i)/d_i. With P = 0 if b < b_s,
 * theta if b = b_s, 1 if b > b_s, the share of the jump that lies left of b, and `first` the slope
 * of l left of all its kinks
 *     d_i = +1   z_i + d_i b rises with b:  slope = first + sum over kinks of jump P
 *     d_i = -1   z_i + d_i b falls with b:  slope = first + sum over kinks of jump (1 - P)
 * theta is the share that makes F'(b) = sum_i u_i d_i + lin = 0. */
static void kinked_slopes(const struct term_job *job, int64_t lo, int64_t hi)
{
    const struct term *t = job->term;
    const struct quadratic l = job->base->p.l;

    for (int64_t i = lo; i < hi; i++) {
        struct kink kink[LOSS_KINKS];
        double slope = quadratic_lo(l, t->y[i]);
        quadratic_kink(l, t->y[i], kink);
        for (int k = 0; k < job->base->most; k++) {
            double at = (kink[k].at - job->z[i]) / t->d[i]; /* b_s, the bits that the search saw */
            double passed = (double)(at < job->b) + (at == job->b ? job->theta : 0); /* P */
            if (t->d[i] > 0)
                slope += kink[k].jump * passed;
            else /* first + jump = 0 exactly for hinges, so that jump P keeps all its digits */
                slope = slope + kink[k].jump - kink[k].jump * passed;
        }
        job->u[i] = costs_at(t->c, (size_t)i) * slope;
    }
}

/* The rows from `from` on, BLOCK or up to hi, and their scores z_i + d_i b in z. */
static struct batch term_block(const struct term_job *job, int64_t from, int64_t hi,
                               double z[BLOCK])
{
    int64_t end = hi - from < BLOCK ? hi : from + BLOCK;
    struct batch rows = rows_of(job->base, job->term, job->mu, from, end);

    vec_combine(rows.n, 1, job->z + from, job->b, job->term->d + from, z);
    return rows;
}

/* sum over the rows of c_i l_mu(z_i + d_i b); c_i times the slopes in u if that is not NULL. */
static struct sums term_rows(void *context, int64_t lo, int64_t hi)
{
    const struct term_job *job = context;
    const struct formula *formula = job->base->formula;
    bool kinked = job->base->most > 0 && job->mu == 0;
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

double term_value(struct term_job *job)
{
    return parts_sum(job->base->parts, term_rows, job).value + job->term->lin * job->b;
}

/* plus = sum over the rows of max(0, u_i d_i), minus = sum of max(0, -u_i d_i): value, offset. */
static struct sums side_rows(void *context, int64_t lo, int64_t hi)
{
    const struct term_job *job = context;
    const double *u = job->u, *d = job->term->d;
    struct sums sums = {0, 0};

    for (int64_t i = lo; i < hi; i++) {
        double v = u[i] * d[i];
        sums.value += v > 0 ? v : 0;
        sums.offset += v < 0 ? -v : 0;
    }
    return sums;
}

/* l*(u), u = cu/c_i. Rounding can put u = cu/c_i outside of the domain by one digit: l* is then
 * taken at u (1 - 2 DBL_EPSILON), inside, for the domain is an interval that contains 0. */
static double row_dual(const struct term_job *job, int64_t i, double cu)
{
    const struct pointwise *base = job->base;
    double u = cu / costs_at(job->term->c, (size_t)i);
    double dual = base->formula->dual(base->p, job->term->y[i], u);

    if (isfinite(dual))
        return dual;
    return base->formula->dual(base->p, job->term->y[i], u * (1 - 2 * DBL_EPSILON));
}

/* The end of the domain of u_i at which u_i d_i is largest. */
static double row_end(const struct term_job *job, int64_t i)
{
    const struct term *t = job->term;

    return costs_at(t->c, (size_t)i) *
           job->base->formula->slope(job->base->p, t->y[i], SCORE_FAR * t->d[i]);
}

/* sum of u_i d_i over the rows where that is > 0, u_i at its end */
static struct sums end_rows(void *context, int64_t lo, int64_t hi)
{
    const struct term_job *job = context;
    const double *d = job->term->d;
    double sum = 0;

    for (int64_t i = lo; i < hi; i++)
        if (job->u[i] * d[i] > 0)
            sum += row_end(job, i) * d[i];
    return (struct sums){.value = sum};
}

/* The scaling of balance for the rows [lo, hi); offset = -sum over the rows of c_i l*(u_i/c_i). */
static struct sums balance_rows(void *context, int64_t lo, int64_t hi)
{
    const struct term_job *job = context;
    const struct term *t = job->term;
    double below = 0;

    for (int64_t i = lo; i < hi; i++) {
        double v = job->u[i] * t->d[i], c = costs_at(t->c, (size_t)i);

        if (v > 0)
            job->u[i] *= job->up;
        else if (v < 0)
            job->u[i] *= job->down;
        if (job->share > 0 && (job->all || v > 0)) {
            double end = row_end(job, i);
            job->u[i] = job->share < 1 ? job->u[i] + job->share * (end - job->u[i]) : end;
        }
        if (c > 0)
            below -= c * row_dual(job, i, job->u[i]);
    }
    return (struct sums){.offset = below};
}

/* The share of case 3 below, and whether all rows move. */
static double share_to_ends(struct term_job *job, double plus, double want)
{
    double most = parts_sum(job->base->parts, end_rows, job).value;

    job->all = most < want;
    return (want - plus) / ((job->all ? job->term->most : most) - plus);
}

/* Makes u the slopes of a plane below min over b of F; its offset is -sum_i c_i l*(u_i/c_i).
 *
 * For all z' and b, c_i l(z'_i + d_i b) >= u_i (z'_i + d_i b) - c_i l*(u_i/c_i) (Fenchel-Young).
 * The sum over i is
 *     F(b) at z' >= <u, z'> + offset + b (sum_i u_i d_i + lin),
 * a plane for every b if and only if V = sum_i u_i d_i = -lin. Rounding, the search for b and
 * mu > 0 miss that by a little. With v_i = u_i d_i, plus = sum_i max(0, v_i),
 * minus = sum_i max(0, -v_i), so that V = plus - minus, and want = -lin >= 0:
 *   1. V > want: each v_i > 0 is scaled by up = (want + minus)/plus, in [0, 1) as
 *      plus > want + minus. Then V = up plus - minus = want.
 *   2. V <= want <= plus: each v_i < 0 is scaled by down = (plus - want)/minus, in [0, 1] as
 *      plus - want <= minus. Then V = plus - down minus = want.
 *   3. plus < want, only if lin < 0: down = 0, V = plus. Then each u_i with v_i > 0
 *      moves by the share (want - plus)/(most - plus) of its way to the end c_i e_i of its domain
 *      at which v_i is largest. The sum of these v_i is most: V = plus + share (most - plus) =
 *      want. Where most < want all rows move: a u that is mostly 0 stays so where it can.
 * Each u_i/c_i stays in the domain of l*, an interval that contains 0 and e_i. */
double term_balance(struct term_job *job)
{
    const struct term *t = job->term;
    struct sums sides = parts_sum(job->base->parts, side_rows, job);
    double want = -t->lin, plus = sides.value, minus = sides.offset;

    job->up = 1;
    job->down = 1;
    job->share = 0;
    if (plus - minus > want) {
        job->up = (want + minus) / plus;
    } else {
        if (minus > 0)
            job->down = fmin(1, fmax(0, plus - want) / minus);
        if (plus < want && plus < t->most)
            job->share = share_to_ends(job, plus, want);
    }
    return parts_sum(job->base->parts, balance_rows, job).offset;
}

/* ---- along a line -------------------------------------------------------------------------- */

/* sum over the rows of along_i c_i l'(z_i + d_i b) */
static struct sums along_rows(void *context, int64_t lo, int64_t hi)
{
    const struct term_job *job = context;
    double sum = 0, z[BLOCK];

    if (job->base->most > 0) {
        kinked_slopes(job, lo, hi);
        return (struct sums){.value = vec_dot((size_t)(hi - lo), job->u + lo, job->along + lo)};
    }
    for (int64_t from = lo; from < hi; from += BLOCK) {
        struct batch rows = term_block(job, from, hi, z);
        sum += job->base->formula->ray(&rows, z, job->along + from, 0);
    }
    return (struct sums){.value = sum};
}

double term_along(struct term_job *job)
{
    return parts_sum(job->base->parts, along_rows, job).value;
}

/* ---- proximal steps ------------------------------------------------------------------------ */

/* One term of a proximal step. */
struct prox_job {
    const struct pointwise *base;
    const struct term *term;
    const struct prox *x;
    double b, side;
};

/* sum over the rows of c_i d_i v_i(z_i + d_i b) */
static struct sums drift_rows(void *context, int64_t lo, int64_t hi)
{
    const struct prox_job *job = context;
    struct batch rows = rows_of(job->base, job->term, 0, lo, hi);
    struct prox x = prox_from(job->x, (size_t)lo);

    return (struct sums){
        .value = job->base->formula->prox_ray(&rows, &x, job->term->d + lo, job->b)};
}

/* d/ds F_q(side s) */
static double slope_at(void *context, double s)
{
    struct prox_job *job = context;

    job->b = job->side * s;
    return job->side *
           (job->term->lin + parts_sum(job->base->parts, drift_rows, job).value);
}

/* argmin F_q from the last b on; the first step is that of Newton's method, or as for F where no
 * row bent at the last b. */
static double prox_best(struct prox_job *job, const struct term_prox *kept)
{
    double last = kept->b, step = last != 0 ? FIRST_STEP * fabs(last) : FIRST_STEP, slope, newton;
    double tol = BALANCED * kept->size;

    job->side = 1;
    slope = slope_at(job, last);
    if (fabs(slope) <= tol)
        return last;
    job->side = slope < 0 ? 1 : -1;
    newton = fabs(slope) / kept->s;
    if (newton > 0 && isfinite(newton))
        step = newton;
    return job->side *
           root_beyond(slope_at, job, job->side * last, -fabs(slope), step, tol, 0, 0);
}

/* v, u and h of the rows at b; value: sum_i c_i l. */
static struct sums step_rows(void *context, int64_t lo, int64_t hi)
{
    const struct prox_job *job = context;
    double sum = 0, z[BLOCK];

    for (int64_t at = lo, n; at < hi; at += n) {
        n = hi - at < BLOCK ? hi - at : BLOCK;
        struct batch rows = rows_of(job->base, job->term, 0, at, at + n);
        struct prox x = prox_from(job->x, (size_t)at);
        x.z = z;
        vec_combine((size_t)n, 1, job->x->z + at, job->b, job->term->d + at, z);
        sum += job->base->formula->prox(&rows, &x, NULL);
    }
    return (struct sums){.value = sum};
}

/* sum_i |u_i| and sum_i h_i */
static struct sums size_rows(void *context, int64_t lo, int64_t hi)
{
    const struct prox_job *job = context;
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
    struct prox_job job = {.base = base, .term = term, .x = x};
    struct term_job plane = {.base = base, .term = term, .z = x->z, .u = x->u};
    struct sums sums;
    double value;

    kept->b = prox_best(&job, kept);
    job.b = kept->b;
    value = parts_sum(base->parts, step_rows, &job).value;
    sums = parts_sum(base->parts, size_rows, &job);
    kept->size = sums.value;
    kept->s = sums.offset;
    if (offset)
        *offset = term_balance(&plane);
    return value + term->lin * kept->b;
}

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
static struct sums prox_ray_rows(void *context, int64_t lo, int64_t hi)
{
    const struct term_ray *ray = context;
    double sum = 0, z[BLOCK], along[BLOCK];

    for (int64_t at = lo, n; at < hi; at += n) {
        n = hi - at < BLOCK ? hi - at : BLOCK;
        struct batch rows = rows_of(ray->base, ray->term, 0, at, at + n);
        struct prox x = prox_from(&ray->x, (size_t)at);
        x.z = z;
        vec_combine((size_t)n, 1, ray->x.z + at, ray->b, ray->term->d + at, z);
        vec_combine((size_t)n, 1, ray->along + at, ray->db, ray->term->d + at, along);
        sum += ray->base->formula->prox_ray(&rows, &x, along, ray->t);
    }
    return (struct sums){.value = sum};
}

double term_ray_slope(struct term_ray *ray, double t)
{
    ray->t = t;
    return parts_sum(ray->base->parts, prox_ray_rows, ray).value + ray->term->lin * ray->db;
}

/* ---- making one ---------------------------------------------------------------------------- */

double term_most(const struct pointwise *base, const struct term *term, const double *z)
{
    struct term_job far = {.base = base, .term = term, .z = z, .b = SCORE_FAR};

    return parts_sum(base->parts, ray_rows, &far).value;
}
