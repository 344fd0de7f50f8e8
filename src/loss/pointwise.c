/* pointwise - a loss that is a sum over the examples: g(z) = sum_i c_i l(z_i, y_i). */
#include "loss/pointwise.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/isa.h"
#include "base/memory.h"
#include "math/vec.h"

/* With several scores f' can jump at points without a closed form: the search then ends by the
 * width of its bracket, this share of t. Where the solution meets nearly all margins, J rises by C
 * m times what a multiple of w misses. Tuned. */
static const double NARROW_SCORES = 1e-6;

struct batch pointwise_batch(const struct pointwise *f, double mu, int64_t lo, int64_t hi)
{
    return (struct batch){.p = f->p, .mu = mu, .n = (size_t)(hi - lo), .k = f->k, .y = f->y + lo,
                          .c = costs_from(f->g.c, (size_t)lo)};
}

/* The first of the k numbers of row i in an image or a dual point. */
static const double *row_at(const struct pointwise *f, const double *z, int64_t i)
{
    return z + (size_t)i * f->k;
}

/* ---- values, slopes, dual points ----------------------------------------------------------- */

/* Sums over parts of the rows, at z (image) or at a dual point; u (image) or NULL gets slopes. */
struct rows_job {
    const struct pointwise *f;
    double mu;
    const double *z;
    double *u;
};

static struct sums value_rows(void *context, int64_t lo, int64_t hi)
{
    const struct rows_job *job = context;
    struct batch rows = pointwise_batch(job->f, job->mu, lo, hi);

    return (struct sums){.value = job->f->formula->value(&rows, row_at(job->f, job->z, lo))};
}

/* z and u begin at row lo. */
static struct sums slopes_block(const struct pointwise *f, double mu, int64_t lo, int64_t hi,
                                const double *z, double *u)
{
    struct batch rows = pointwise_batch(f, mu, lo, hi);
    struct sums sums;

    sums.value = f->formula->slopes(&rows, z, u, &sums.offset);
    return sums;
}

static struct sums slopes_rows(void *context, int64_t lo, int64_t hi)
{
    const struct rows_job *job = context;
    const struct pointwise *f = job->f;

    return slopes_block(f, job->mu, lo, hi, row_at(f, job->z, lo), job->u + (size_t)lo * f->k);
}

static double slopes(struct loss *g, double mu, const double *z, double *u, double *offset)
{
    const struct pointwise *f = (const struct pointwise *)g;
    struct rows_job job = {f, mu, z, u};
    struct sums sums = parts_sum(f->parts, u ? slopes_rows : value_rows, &job);

    if (u)
        *offset = sums.offset;
    return sums.value;
}

static struct sums block_rows(const struct loss *g, int64_t lo, int64_t hi, const double *z,
                              double *u)
{
    return slopes_block((const struct pointwise *)g, 0, lo, hi, z, u);
}

/* z holds alpha: +sum_i c_i l*(alpha_i). */
static struct sums dual_rows(void *context, int64_t lo, int64_t hi)
{
    const struct rows_job *job = context;
    const struct pointwise *f = job->f;
    struct batch rows = pointwise_batch(f, 0, lo, hi);

    return (struct sums){.offset = f->formula->conjugate(&rows, row_at(f, job->z, lo))};
}

static double dual_offset(const struct loss *g, const double *alpha)
{
    const struct pointwise *f = (const struct pointwise *)g;
    struct rows_job job = {f, 0, alpha, NULL};

    return -parts_sum(f->parts, dual_rows, &job).offset;
}

/* ---- along a line -------------------------------------------------------------------------- */

struct line pointwise_line(const struct pointwise *f, const double *z, const double *d)
{
    return (struct line){f->p.l, f->most, f->parts, f->y, z, d, f->g.c};
}

/* With kinks and several scores, SLOPES vectors over the rows: the slope of row i along the line at
 * both ends of the bracket [lo, hi] that the points so far make, NaN before there is an end, and at
 * t. Where both ends have the same slope row i has it at each t between them: l is convex. */
enum { SLOPES = 3 };

struct line_job {
    const struct pointwise *f;
    double lin, quad, t;
    const double *z, *d;
    double *at_lo, *at_hi, *at; /* NULL: not kept */
};

static struct sums ray_rows(void *context, int64_t lo, int64_t hi)
{
    const struct line_job *job = context;
    const struct pointwise *f = job->f;
    struct batch rows = pointwise_batch(f, 0, lo, hi);
    double slope = f->formula->ray(&rows, row_at(f, job->z, lo), row_at(f, job->d, lo), job->t);

    return (struct sums){.value = slope};
}

/* The same with slopes that are kept. */
static struct sums kept_ray_rows(void *context, int64_t lo, int64_t hi)
{
    const struct line_job *job = context;
    const struct pointwise *f = job->f;
    struct sums sums = {0, 0};

    for (int64_t i = lo; i < hi; i++) {
        double slope = job->at_lo[i];
        if (slope != job->at_hi[i])
            slope = f->formula->vector_ray(f->p, f->k, f->y[i], row_at(f, job->z, i),
                                           row_at(f, job->d, i), job->t);
        job->at[i] = slope;
        sums.value += loss_weigh(costs_at(f->g.c, (size_t)i), slope);
    }
    return sums;
}

static void exchange(double **x, double **y)
{
    double *keep = *x;

    *x = *y;
    *y = keep;
}

/* t becomes an end of the bracket. */
static void keep_slopes(struct line_job *job, double slope)
{
    if (slope < 0)
        exchange(&job->at_lo, &job->at);
    else
        exchange(&job->at_hi, &job->at);
}

/* f'(t), f(t) = lin t + quad/2 t^2 + g(z + t d) */
static double line_slope(void *context, double t)
{
    struct line_job *job = context;
    double slope = job->lin + job->quad * t;

    job->t = t;
    if (!job->at)
        return slope + parts_sum(job->f->parts, ray_rows, job).value;
    slope += parts_sum(job->f->parts, kept_ray_rows, job).value;
    keep_slopes(job, slope);
    return slope;
}

static double search(struct loss *g, double lin, double quad, const double *z, const double *d,
                     void *room)
{
    const struct pointwise *f = (const struct pointwise *)g;
    struct line_job job = {.f = f, .lin = lin, .quad = quad, .z = z, .d = d};
    struct line line = pointwise_line(f, z, d);
    size_t rows = (size_t)g->rows;

    if (f->most > 0)
        return line_kinks_search(&line, lin, quad, room);
    if (g->search_room > 0) {
        double *slope = room;
        vec_fill(2 * rows, NAN, slope);
        job.at_lo = slope;
        job.at_hi = slope + rows;
        job.at = slope + 2 * rows;
    }
    return line_search(line_slope, &job, 0, LINE_FLAT, f->k > 1 ? NARROW_SCORES : 0,
                       DBL_EPSILON * g->scale);
}

/* ---- proximal steps ------------------------------------------------------------------------ */

/* The rows of a proximal step; `bound`: the offset is wanted. */
struct prox_job {
    const struct pointwise *f;
    const struct prox *x;
    bool bound;
    double lin, quad, t; /* of a line */
    const double *d;
};

static struct sums prox_rows(void *context, int64_t lo, int64_t hi)
{
    const struct prox_job *job = context;
    struct batch rows = pointwise_batch(job->f, 0, lo, hi);
    struct prox x = prox_from(job->x, (size_t)lo * job->f->k);
    struct sums sums = {0, 0};

    sums.value = job->f->formula->prox(&rows, &x, job->bound ? &sums.offset : NULL);
    return sums;
}

static double proximal(struct loss *g, const struct prox *x, double *offset)
{
    const struct pointwise *f = (const struct pointwise *)g;
    struct prox_job job = {.f = f, .x = x, .bound = offset != NULL};
    struct sums sums = parts_sum(f->parts, prox_rows, &job);

    if (offset)
        *offset = sums.offset;
    return sums.value;
}

static struct sums prox_ray_rows(void *context, int64_t lo, int64_t hi)
{
    const struct prox_job *job = context;
    struct batch rows = pointwise_batch(job->f, 0, lo, hi);
    struct prox x = prox_from(job->x, (size_t)lo * job->f->k);

    return (struct sums){.value = job->f->formula->prox_ray(&rows, &x, row_at(job->f, job->d, lo),
                                                           job->t)};
}

/* f'(t), f(t) = lin t + quad/2 t^2 + sum_i c_i l_q(z_i + t d_i) */
static double prox_slope(void *context, double t)
{
    struct prox_job *job = context;

    job->t = t;
    return job->lin + job->quad * t + parts_sum(job->f->parts, prox_ray_rows, job).value;
}

static double proximal_search(struct loss *g, const struct prox *x, double lin, double quad,
                              const double *d)
{
    const struct pointwise *f = (const struct pointwise *)g;
    struct prox_job job = {.f = f, .x = x, .lin = lin, .quad = quad, .d = d};

    return line_search_from(prox_slope, &job, lin + vec_dot(g->image, x->u, d));
}

struct bend_job {
    const struct pointwise *f;
    const struct prox *x;
    const double *d;
    double *to;
};

static void bend_part(void *context, int part, int64_t lo, int64_t hi)
{
    const struct bend_job *job = context;
    const struct pointwise *f = job->f;
    struct batch rows = pointwise_batch(f, 0, lo, hi);
    struct prox x = prox_from(job->x, (size_t)lo * f->k);

    (void)part;
    f->formula->prox_bend(&rows, &x, row_at(f, job->d, lo), job->to + (size_t)lo * f->k);
}

static void bend(const struct loss *g, const struct prox *x, const double *d, double *to)
{
    const struct pointwise *f = (const struct pointwise *)g;
    struct bend_job job = {f, x, d, to};

    parts_for(f->parts, bend_part, &job);
}

/* ---- making one ---------------------------------------------------------------------------- */

/* The scale of struct loss. With kinks l = uz - l*(u) is a difference of numbers of the size of l
 * at z = 0: 1 for a hinge, |y| in a regression. A smooth l tends to 0 without cancellation, but for
 * a residual r = z - y, whose rounding error DBL_EPSILON |y| gives r^2 the error (DBL_EPSILON y)^2:
 * the scale is sum_i c_i DBL_EPSILON y_i^2. */
static double scale_of(const struct pointwise *f, unsigned traits, double at_zero)
{
    double sum = 0;

    if (!(traits & LOSS_SMOOTH))
        return fabs(at_zero);
    for (int64_t i = 0; traits & LOSS_RESIDUAL && i < f->g.rows; i++)
        sum += costs_at(f->g.c, (size_t)i) * f->y[i] * f->y[i];
    return DBL_EPSILON * sum;
}

/* Labels of which the median is taken, at equal distances. */
enum { SAMPLE = 1001 };

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* The median of |y_i| */
static double usual_label(const struct pointwise *f)
{
    double label[SAMPLE];
    int64_t rows = f->g.rows, count = rows < SAMPLE ? rows : SAMPLE;

    for (int64_t k = 0; k < count; k++)
        label[k] = fabs(f->y[rows * k / count]);
    qsort(label, (size_t)count, sizeof *label, compare);
    return label[count / 2];
}

/* l_i(0) of a loss with costs; 1 of others. */
static double size_of(const struct pointwise *f, size_t i)
{
    size_t y = (size_t)f->y[i];
    double most = 0;

    if (!f->p.shift)
        return 1;
    for (size_t o = 0; o < f->k; o++)
        most = fmax(most, f->p.shift[y * f->k + o]);
    return most;
}

/* What `usual` of struct loss is of `scale`, which is |y| or, of a smooth l, y^2. */
static double usual_share(const struct pointwise *f, unsigned traits)
{
    double least = INFINITY, weight = 0, labels = 0, power = traits & LOSS_SMOOTH ? 2 : 1;

    for (size_t i = 0; i < (size_t)f->g.rows; i++) {
        double c = costs_at(f->g.c, i) * size_of(f, i), label = fabs(f->y[i]);
        least = c > 0 ? fmin(least, c) : least;
        weight += c;
        labels += c * (power > 1 ? label * label : label);
    }
    least *= (double)f->g.rows / weight;
    if (traits & LOSS_RESIDUAL && labels > 0)
        least *= weight * (power > 1 ? usual_label(f) : 1) * usual_label(f) / labels;
    return fmin(least, 1);
}

/* sum_i c_i max |u|^2/2 over the slopes u of row i, for l - mu/2 max |u|^2 <= l_mu (formula.h). One
 * score: l' is monotone. Several: u = p - e_y, p on the simplex, |u|^2 = |p|^2 - 2 p_y + 1 <= 2. */
static double smoothing_of(const struct pointwise *f)
{
    double sum = 0;

    for (int64_t i = 0; i < f->g.rows; i++) {
        double left = f->k > 1 ? sqrt(2) : f->formula->slope(f->p, f->y[i], -SCORE_FAR);
        double right = f->k > 1 ? 0 : f->formula->slope(f->p, f->y[i], SCORE_FAR);
        sum += costs_at(f->g.c, (size_t)i) * fmax(left * left, right * right) / 2;
    }
    return sum;
}

/* at_zero, floor, scale, usual and smoothing. inf l = -l*(0), so that inf g >= -sum_i c_i l*(0).
 * False: no memory. */
static bool facts(struct pointwise *f, unsigned traits)
{
    struct batch all = pointwise_batch(f, 0, 0, f->g.rows);
    double *zeros = mem_alloc(f->g.image, sizeof *zeros);

    if (!zeros)
        return false;
    f->g.at_zero = slopes(&f->g, 0, zeros, NULL, NULL);
    f->g.floor = traits & LOSS_POSITIVE ? 0 : -f->formula->conjugate(&all, zeros);
    f->g.scale = scale_of(f, traits, f->g.at_zero);
    f->g.usual = f->g.scale > 0 ? f->g.scale * usual_share(f, traits) : 0;
    f->g.smoothing = traits & LOSS_SMOOTHABLE ? smoothing_of(f) : 0;
    mem_free(zeros);
    return true;
}

/* The formula of a row, by the best instruction set of this machine. */
static const struct formula *formula_of(const struct loss_row *row)
{
    if (row->formula == &quadratic_formula_baseline && isa_best() >= ISA_AVX2)
        return &quadratic_formula_avx2;
    return row->formula;
}

/* p.shift and p.margin of the costs. False: no memory. */
static bool set_costs(struct pointwise *f, const double *costs, struct arena *arena)
{
    double *shift = arena_doubles(arena, f->k * f->k);

    if (shift)
        vec_copy(f->k * f->k, costs, shift);
    f->p.shift = shift;
    f->p.margin = 0;
    return shift != NULL;
}

struct pointwise *pointwise_make(const struct loss_spec *spec, const struct parts *parts,
                                 struct arena *arena)
{
    static const struct loss_ops ops = {.slopes = slopes,
                                        .rows = block_rows,
                                        .search = search,
                                        .dual_offset = dual_offset,
                                        .proximal = proximal,
                                        .proximal_search = proximal_search,
                                        .bend = bend};
    struct pointwise *f = arena_get(arena, 1, sizeof *f);
    size_t rows = (size_t)spec->rows;
    size_t k = spec->row->traits & LOSS_SCORES ? (size_t)spec->classes : 1;

    if (!f)
        return NULL;
    *f = (struct pointwise){.formula = formula_of(spec->row), .k = k, .y = spec->y, .parts = parts,
                            .p = loss_parameter(spec->row, spec->parameter),
                            .quadratic = spec->row->quadratic != NULL};
    f->g = (struct loss){.ops = &ops, .image = rows * k,
                         .prox_size = rows * k, .rows = spec->rows,
                         .c = costs_of(spec->c, spec->rows), .pointwise = f};
    if (spec->costs && !set_costs(f, spec->costs, arena))
        return NULL;
    f->most = f->quadratic ? quadratic_kinks(f->p.l) : 0;
    f->g.search_room = (size_t)f->most * rows * sizeof *f->kinks;
    if (k > 1 && !(spec->row->traits & LOSS_SMOOTH))
        f->g.search_room = SLOPES * rows * sizeof(double);
    return !arena->failed && facts(f, spec->row->traits) ? f : NULL;
}
