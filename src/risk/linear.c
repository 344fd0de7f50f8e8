/* linear - the risk of linear scores: R(w) = sum_i c_i l(<w, x_i>, y_i). */
#include <float.h>
#include <math.h>

#include "math/vec.h"
#include "risk/linear_parts.h"

enum { BLOCK = 128, SLICES = 16, SMALL = 1 << 15 };

/* ---- sums and products over parts -------------------------------------------------------------------------------- */

struct sum_job {
    const struct linear *r;
    double (*body)(void *context, int64_t lo, int64_t hi);
    void *context;
    double sum[LINEAR_PARTS];
};

static void sum_part(void *context, int part)
{
    struct sum_job *job = context;

    job->sum[part] = job->body(job->context, job->r->row_cut[part], job->r->row_cut[part + 1]);
}

double linear_sum(const struct linear *r, double (*body)(void *context, int64_t lo, int64_t hi), void *context)
{
    struct sum_job job = {.r = r, .body = body, .context = context};
    double sum = 0;

    par_for(r->par, r->row_parts, sum_part, &job);
    for (int part = 0; part < r->row_parts; part++)
        sum += job.sum[part];
    return sum;
}

struct batch linear_batch(const struct linear *r, double mu, int64_t lo, int64_t hi)
{
    return (struct batch){.p = r->p, .mu = mu, .n = (size_t)(hi - lo), .k = r->risk.outputs, .y = r->y + lo,
                          .c = r->c + lo};
}

/* A pass by rows that adds into a vector over columns: from the scores if w is given, else from the slopes u. */
struct pass_job {
    struct linear *r;
    const double *w, *u;
    double *a;
    double value[LINEAR_PARTS], below[LINEAR_PARTS];
};

static double *pass_target(const struct pass_job *job, int part)
{
    return job->r->sum_parts == 1 ? job->a : job->r->partial + (size_t)part * job->r->risk.dim;
}

static void adjoint_part(void *context, int part)
{
    struct pass_job *job = context;
    const struct linear *r = job->r;
    double *a = pass_target(job, part);
    int64_t lo = r->sum_cut[part];

    vec_fill(r->risk.dim, 0, a);
    r->kernels->adjoint(&r->x, lo, r->sum_cut[part + 1], r->risk.outputs, linear_at(r, job->u, lo), a);
}

/* Scores, slopes and their sum of columns, block by block, so that each row is read from memory once. */
static void eval_part(void *context, int part)
{
    struct pass_job *job = context;
    const struct linear *r = job->r;
    size_t outputs = r->risk.outputs;
    double *a = pass_target(job, part), z[LOSS_CLASSES], u[LOSS_CLASSES], below;
    int64_t block = outputs < BLOCK ? BLOCK / (int64_t)outputs : 1;

    vec_fill(r->risk.dim, 0, a);
    job->value[part] = job->below[part] = 0;
    for (int64_t lo = r->sum_cut[part], end = r->sum_cut[part + 1]; lo < end; lo += block) {
        int64_t hi = end - lo < block ? end : lo + block;
        struct batch rows = linear_batch(r, 0, lo, hi);
        r->kernels->product(&r->x, lo, hi, outputs, job->w, z);
        job->value[part] += r->loss->slopes(&rows, z, u, &below);
        job->below[part] += below;
        r->kernels->adjoint(&r->x, lo, hi, outputs, u, a);
    }
}

static void merge_slice(void *context, int slice)
{
    struct pass_job *job = context;
    size_t n = job->r->risk.dim, lo = n * (size_t)slice / SLICES, hi = n * ((size_t)slice + 1) / SLICES;

    vec_copy(hi - lo, job->r->partial + lo, job->a + lo);
    for (int part = 1; part < job->r->sum_parts; part++)
        vec_add(hi - lo, 1, job->r->partial + (size_t)part * n + lo, job->a + lo);
}

static void run_pass(struct pass_job *job, void (*body)(void *context, int part))
{
    par_for(job->r->par, job->r->sum_parts, body, job);
    if (job->r->sum_parts > 1)
        par_for(job->r->par, SLICES, merge_slice, job);
}

/* ---- the operations ---------------------------------------------------------------------------------------------- */

static void adjoint(struct risk *risk, const double *u, double *a)
{
    struct pass_job job = {.r = (struct linear *)risk, .u = u, .a = a};

    risk->passes += 0.5;
    run_pass(&job, adjoint_part);
}

struct apply_job {
    const struct linear *r;
    const double *w;
    double *z;
};

static void apply_part(void *context, int part)
{
    struct apply_job *job = context;
    const struct linear *r = job->r;
    int64_t lo = r->row_cut[part];
    size_t outputs = r->risk.outputs;

    r->kernels->product(&r->x, lo, r->row_cut[part + 1], outputs, job->w, job->z + (size_t)lo * outputs);
}

static void apply(struct risk *risk, const double *w, double *z)
{
    struct linear *r = (struct linear *)risk;
    struct apply_job job = {r, w, z};

    risk->passes += 0.5;
    par_for(r->par, r->row_parts, apply_part, &job);
}

struct rows_job {
    const struct linear *r;
    double mu;
    const double *z;
    double *u, below[LINEAR_PARTS];
};

static double value_rows(void *context, int64_t lo, int64_t hi)
{
    struct rows_job *job = context;
    struct batch rows = linear_batch(job->r, job->mu, lo, hi);

    return job->r->loss->value(&rows, linear_at(job->r, job->z, lo));
}

static double value(struct risk *risk, double mu, const double *z)
{
    struct linear *r = (struct linear *)risk;
    struct rows_job job = {.r = r, .mu = mu, .z = z};

    if (r->terms > 0)
        return linear_free_value(r, mu, z);
    return linear_sum(r, value_rows, &job);
}

static void slopes_part(void *context, int part)
{
    struct sum_job *sums = context;
    struct rows_job *job = sums->context;
    const struct linear *r = job->r;
    int64_t lo = r->row_cut[part];
    struct batch rows = linear_batch(r, job->mu, lo, r->row_cut[part + 1]);

    sums->sum[part] = r->loss->slopes(&rows, linear_at(r, job->z, lo), job->u + (size_t)lo * r->risk.outputs,
                                      &job->below[part]);
}

static double slopes(struct risk *risk, double mu, const double *z, double *u, double *b)
{
    struct linear *r = (struct linear *)risk;
    struct rows_job job = {.r = r, .mu = mu, .z = z, .u = u};
    struct sum_job sums = {.r = r, .context = &job};
    double sum = 0;

    if (r->terms > 0)
        return linear_free_slopes(r, mu, z, u, b);
    par_for(r->par, r->row_parts, slopes_part, &sums);
    *b = 0;
    for (int part = 0; part < r->row_parts; part++) {
        sum += sums.sum[part];
        *b += job.below[part];
    }
    return sum;
}

static double eval(struct risk *risk, const double *w, double *a, double *b)
{
    struct linear *r = (struct linear *)risk;
    struct pass_job job = {.r = r, .w = w, .a = a};
    double sum = 0;

    if (r->terms > 0) {
        apply(risk, w, r->z);
        sum = slopes(risk, 0, r->z, r->u, b);
        adjoint(risk, r->u, a);
        return sum;
    }
    risk->passes += 1;
    run_pass(&job, eval_part);
    *b = 0;
    for (int part = 0; part < r->sum_parts; part++) {
        sum += job.value[part];
        *b += job.below[part];
    }
    return sum;
}

/* The slopes of unit i at s v; returns their conjugate. */
static double unit_slope(const struct linear *r, int64_t i, double s, const double *v, double *u)
{
    size_t outputs = r->risk.outputs;
    double *z = r->unit[0], one;

    if (outputs == 1) {
        r->kernels->product(&r->x, i, i + 1, 1, v, &one);
        *u = r->loss->slope(r->p, r->y[i], s * one);
        return r->loss->dual(r->p, r->y[i], *u);
    }
    r->kernels->product(&r->x, i, i + 1, outputs, v, z);
    vec_scale(outputs, s, z);
    r->loss->vector_slope(r->p, outputs, r->y[i], z, u);
    return r->loss->vector_dual(r->p, outputs, r->y[i], u);
}

static double unit_slopes(struct risk *risk, size_t k, const int64_t *unit, double s, const double *v, double *u)
{
    struct linear *r = (struct linear *)risk;
    double below = 0;

    for (size_t j = 0; j < k; j++)
        below -= r->c[unit[j]] * unit_slope(r, unit[j], s, v, u + j * risk->outputs);
    risk->passes += (double)k / (double)risk->units;
    return below;
}

static double unit_add(struct risk *risk, size_t k, const int64_t *unit, double scale, const double *u, double *v)
{
    struct linear *r = (struct linear *)risk;
    double change = 0;

    for (size_t j = 0; j < k; j++)
        if (risk->outputs > 1 || u[j] != 0)
            change += r->kernels->add(&r->x, unit[j], risk->outputs, scale * r->c[unit[j]], u + j * risk->outputs, v);
    return change;
}

static double settle(struct risk *risk, size_t k, const int64_t *unit, double total, double *seen, double *v)
{
    struct linear *r = (struct linear *)risk;
    double change = 0;

    for (size_t j = 0; j < k; j++)
        change += r->kernels->settle(&r->x, unit[j], risk->outputs, total, seen, v);
    return change;
}

void linear_norms(struct linear *r)
{
    for (int64_t i = 0; !r->have_sqnorm && i < r->x.rows; i++)
        r->sqnorm[i] = r->kernels->sqnorm(&r->x, i);
    r->have_sqnorm = 1;
}

/* The largest |u| of unit i at scores of this size. The loss is convex: its slope is largest at the ends. With several
 * outputs the slopes are p - e_y, p on the simplex. */
static double steepest(const struct linear *r, int64_t i, double z)
{
    if (r->risk.outputs > 1)
        return sqrt(2);
    return fmax(fabs(r->loss->slope(r->p, r->y[i], -z)), fabs(r->loss->slope(r->p, r->y[i], z)));
}

static double unit_bound(struct risk *risk, double radius)
{
    struct linear *r = (struct linear *)risk;
    double sum = 0;

    linear_norms(r);
    for (int64_t i = 0; i < r->x.rows; i++) {
        double norm = sqrt(r->sqnorm[i]);
        if (r->c[i] == 0)
            continue;
        norm *= (double)risk->units * r->c[i] * steepest(r, i, radius * norm);
        sum += norm * norm / (double)risk->units;
    }
    return sqrt(sum);
}

struct dual_job {
    const struct linear *r;
    const double *alpha;
    double *u;
};

static double dual_rows(void *context, int64_t lo, int64_t hi)
{
    struct dual_job *job = context;
    const struct linear *r = job->r;
    struct batch rows = linear_batch(r, 0, lo, hi);

    size_t outputs = r->risk.outputs;

    for (size_t i = (size_t)lo; i < (size_t)hi; i++)
        for (size_t k = i * outputs; k < (i + 1) * outputs; k++)
            job->u[k] = r->c[i] * job->alpha[k];
    return r->loss->conjugate(&rows, linear_at(r, job->alpha, lo));
}

static double plane(struct risk *risk, const double *alpha, double *a)
{
    struct linear *r = (struct linear *)risk;
    struct dual_job job = {r, alpha, r->u};
    double below = -linear_sum(r, dual_rows, &job);

    adjoint(risk, r->u, a);
    return below;
}

/* ---- making one -------------------------------------------------------------------------------------------------- */

/* Cuts the rows into parts of about as many entries each. */
static void cut_rows(const struct csr *x, int parts, int64_t *cut)
{
    int64_t row = 0;

    cut[0] = 0;
    for (int part = 1; part < parts; part++) {
        int64_t target = x->start[0] + csr_entries(x) / parts * part;
        while (row < x->rows && x->start[row] < target)
            row++;
        cut[part] = row;
    }
    cut[parts] = x->rows;
}

/* By the data alone. Sums of their own are worth it if they are short beside the entries, and get no more memory than
 * the examples and their scores have. */
static void choose_parts(struct linear *r, int64_t entries)
{
    int64_t outputs = (int64_t)r->risk.outputs, dim = (int64_t)r->risk.dim;
    int64_t worth = entries / (8 * ((int64_t)r->x.cols + 1)), room = (entries + (int64_t)r->risk.image) / (dim + 1);
    int64_t parts = worth < room ? worth : room;

    r->row_parts = entries * outputs < SMALL ? 1 : LINEAR_PARTS;
    r->sum_parts = entries * outputs < SMALL || parts < 1 ? 1 : parts > LINEAR_PARTS ? LINEAR_PARTS : (int)parts;
    cut_rows(&r->x, r->row_parts, r->row_cut);
    cut_rows(&r->x, r->sum_parts, r->sum_cut);
}

/* inf_w R(w) >= -sum_i c_i l*(0); a free margin has no such bound. */
static double loss_floor(const struct linear *r, const double *zeros)
{
    struct batch rows = linear_batch(r, 0, 0, r->x.rows);

    if (r->loss->traits & LOSS_MARGIN)
        return -INFINITY;
    return r->loss->traits & LOSS_POSITIVE ? 0 : -r->loss->conjugate(&rows, zeros);
}

static const struct risk_ops *linear_ops(const struct csr *x)
{
    static const struct risk_ops ops[] = {
        {eval, apply, value, slopes, adjoint, linear_search, unit_slopes, unit_add, settle, unit_bound, plane,
         linear_sweep_binary},
        {eval, apply, value, slopes, adjoint, linear_search, unit_slopes, unit_add, settle, unit_bound, plane,
         linear_sweep_float},
        {eval, apply, value, slopes, adjoint, linear_search, unit_slopes, unit_add, settle, unit_bound, plane,
         linear_sweep_double}};

    return &ops[x->storage == CSR_BINARY ? 0 : x->storage == CSR_FLOAT ? 1 : 2];
}

/* R of a free margin is at most nu times the largest score: about |w| times this, with the mean of |x_i|. */
static double size_of_margin(struct linear *r)
{
    double sum = 0, weight = 0;

    linear_norms(r);
    for (size_t i = 0; i < r->risk.units; i++) {
        sum += r->c[i] * sqrt(r->sqnorm[i]);
        weight += r->c[i];
    }
    return r->p * (sum / weight);
}

/* A loss with kinks is a difference of numbers as large as the loss is at scores of 0 without any free scalar: of the
 * labels' size in a regression. Smooth losses near 0 keep their digits, but for a regression's residuals z - y, whose
 * squares, at most l or above it, have the rounding error (DBL_EPSILON y)^2 at z = y. */
static double size_of_terms(struct linear *r)
{
    struct rows_job job = {.r = r, .z = r->z};
    double sum = 0;

    if (r->loss->traits & LOSS_MARGIN)
        return size_of_margin(r);
    if (r->loss->traits & LOSS_KINKED)
        return r->loss->task == TASK_ORDINAL ? r->risk.at_zero : fabs(linear_sum(r, value_rows, &job));
    for (int64_t i = 0; r->loss->task == TASK_REGRESSION && i < r->x.rows; i++)
        sum += r->c[i] * r->y[i] * r->y[i];
    return DBL_EPSILON * sum;
}

unsigned linear_traits(const struct loss_row *loss, int free_offset)
{
    unsigned traits = RISK_IMAGE;

    if (free_offset && loss->task == TASK_ONE_CLASS) /* what the offset adds to each score, rho takes away again */
        return 0;
    if (free_offset && loss->task == TASK_MULTICLASS)
        return 0;
    if (!(loss->traits & LOSS_MARGIN))
        traits |= RISK_BOUNDED;
    if (loss->traits & LOSS_SMOOTH)
        traits |= RISK_SMOOTH;
    if (loss->traits & LOSS_LIPSCHITZ)
        traits |= RISK_LIPSCHITZ;
    if (!free_offset && !(loss->traits & LOSS_MARGIN) && loss->task != TASK_ORDINAL) /* steps on units would unbalance a free term */
        traits |= loss->traits & LOSS_STEEP ? RISK_DUAL : RISK_UNITS | RISK_DUAL;
    return traits;
}

struct risk *linear_risk(const struct linear_spec *spec, const struct par *par, struct arena *arena)
{
    struct linear *r = arena_get(arena, 1, sizeof *r);
    size_t rows = (size_t)spec->x->rows, outputs = spec->loss->task == TASK_MULTICLASS ? (size_t)spec->classes : 1;
    int64_t entries = csr_entries(spec->x);

    if (!r)
        return NULL;
    *r = (struct linear){.loss = spec->loss, .p = spec->parameter, .x = *spec->x, .y = spec->y, .c = spec->cost,
                         .par = par};
    if (spec->free_offset) {
        r->bias = spec->loss->task == TASK_ORDINAL || spec->loss->task == TASK_ONE_CLASS ? 0 : spec->bias;
    } else if (spec->bias > 0) {
        r->x.bias = spec->bias;
        r->x.cols++;
        entries += r->x.rows;
    }
    r->kernels = csr_kernels(&r->x);
    r->risk = (struct risk){.ops = linear_ops(&r->x),
                            .dim = r->x.cols * outputs,
                            .image = rows * outputs,
                            .units = rows,
                            .outputs = outputs,
                            .traits = linear_traits(spec->loss, spec->free_offset)};
    choose_parts(r, entries);
    r->partial = r->sum_parts > 1 ? arena_doubles(arena, (size_t)r->sum_parts * r->risk.dim) : NULL;
    r->z = arena_doubles(arena, r->risk.image);
    r->u = arena_doubles(arena, r->risk.image);
    for (int k = 0; k < 2; k++)
        r->unit[k] = arena_doubles(arena, outputs);
    r->sqnorm = arena_doubles(arena, rows);
    if (r->loss->kinks)
        r->kinks = arena_get(arena, rows * LOSS_KINKS, sizeof *r->kinks);
    if (!linear_free_init(r, spec, arena) || arena->failed)
        return NULL;
    r->risk.at_zero = value(&r->risk, 0, r->z); /* z = 0: the scores at w = 0 */
    r->risk.floor = loss_floor(r, r->z);
    r->risk.size = size_of_terms(r);
    return &r->risk;
}
