/* problems - small learning problems with a dense copy beside them, and what engines are run with. */
#include "problems.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "math/vec.h"
#include "common.h"
#include "data/text/source.h"
#include "contingency.h"
#include "grouped.h"
#include "proportional.h"
#include "storages.h"

/* ---- examples --------------------------------------------------------------------------------------------------------- */

static void *get(size_t count, size_t size)
{
    void *block = calloc(count + 1, size);

    ck_assert_ptr_nonnull(block);
    return block;
}

struct examples *examples_dense(int64_t rows, uint32_t cols, const double *dense, enum csr_storage storage)
{
    struct examples *e = get(1, sizeof *e);
    size_t size = (size_t)rows * cols, entries = vec_nonzeros(size, dense);
    int64_t *start = get((size_t)rows + 1, sizeof *start), k = 0;
    uint32_t *col = get(entries, sizeof *col);
    int width = cols > 256 ? 2 + (int)(cols % 3) : 1 + (int)(cols % CSR_WIDTH);
    void *packed = get(entries, CSR_WIDTH);
    struct storage held = storage_for(storage);
    void *value = get(entries, sizeof(double));

    e->classes = TASK_CLASSES;
    e->first = get((size_t)rows + 1, sizeof *e->first);
    e->groups = grouped_deal(rows, e->first);
    e->dense = get(size, sizeof *e->dense);
    e->y = get((size_t)rows, sizeof *e->y);
    e->cost = get((size_t)rows, sizeof *e->cost);
    for (int64_t i = 0; i < rows; i++) {
        for (uint32_t j = 0; j < cols; j++) {
            double v = dense[(size_t)i * cols + j];
            if (v == 0)
                continue;
            v = storage_value(storage, v);
            ck_assert(storage_same(storage_put(held, value, (size_t)k, v), held));
            storage_column(packed, width, (size_t)k, j);
            col[k++] = j;
            e->dense[(size_t)i * cols + j] = v;
        }
        start[i + 1] = k;
        e->y[i] = 1;
        e->cost[i] = 1 / (double)rows;
    }
    e->start = start;
    e->col = col;
    e->packed = packed;
    e->value = value;
    e->x = (struct csr){.rows = rows, .cols = cols, .storage = storage, .start = start, .end = start + 1,
                        .col = packed, .width = width,
                        .value = storage == CSR_BINARY ? NULL : value, .places = held.places};
    return e;
}

double random_normal(struct rng *rng)
{
    double r = sqrt(-2 * log(1 - rng_uniform(rng)));

    return r * cos(2 * 3.14159265358979323846 * rng_uniform(rng));
}

void random_vector(struct rng *rng, size_t n, double scale, double *v)
{
    for (size_t j = 0; j < n; j++)
        v[j] = scale * random_normal(rng);
}

struct examples *examples_random(uint64_t seed, int64_t rows, uint32_t cols, double density, enum csr_storage storage)
{
    double *dense = get((size_t)rows * cols, sizeof *dense), *planted = get(cols, sizeof *planted);
    struct examples *e;
    struct rng rng;

    rng_seed(&rng, seed);
    random_vector(&rng, cols, 1, planted);
    for (size_t k = 0; k < (size_t)rows * cols; k++)
        if (k / cols % 10 != 9 && rng_uniform(&rng) < density)
            dense[k] = storage == CSR_BINARY ? 1 : random_normal(&rng);
    e = examples_dense(rows, cols, dense, storage);
    for (int64_t i = 0; i < rows; i++) {
        double z = vec_dot(cols, planted, e->dense + (size_t)i * cols) + 0.3 * random_normal(&rng) + 0.2;
        e->y[i] = (z > 0) == (rng_uniform(&rng) < 0.9) ? 1 : -1;
    }
    free(planted);
    free(dense);
    return e;
}

struct examples *examples_read(const char *name)
{
    static struct error err;
    struct par par = {1, NULL};
    struct dataset data;
    struct examples *e;
    double *dense;
    int ordinal = strcmp(name, "ordinal.libsvm") == 0, multi = strcmp(name, "multi.libsvm") == 0;
    char path[128];

    snprintf(path, sizeof path, "tests/reference/%s", name);
    ck_assert_msg(dataset_open(path, 0, &par, &data, &err) == OK, "%s", err.text);
    dense = get((size_t)data.x.rows * data.x.cols, sizeof *dense);
    for (int64_t i = 0; i < data.x.rows; i++)
        for (int64_t k = data.x.start[i]; k < data.x.end[i]; k++)
            dense[(size_t)i * data.x.cols + csr_col(&data.x, k)] = csr_value(&data.x, k);
    e = examples_dense(data.x.rows, data.x.cols, dense, CSR_DOUBLE);
    if (multi)
        e->classes = 3;
    for (int64_t i = 0; i < data.x.rows; i++) /* labels that are 0 .. k - 1 here are 1 .. k in the files */
        e->y[i] = data.label[i] - ordinal - multi;
    dataset_free(&data);
    free(dense);
    return e;
}

void examples_task(struct examples *e, const struct loss_row *loss)
{
    if (!e->side) {
        e->side = get((size_t)e->x.rows, sizeof *e->side);
        memcpy(e->side, e->y, (size_t)e->x.rows * sizeof *e->y);
    }
    for (int64_t i = 0; i < e->x.rows; i++)
        if (loss->task == TASK_ONE_CLASS)
            e->y[i] = 1;
        else if (loss->task == TASK_ORDINAL || loss->traits & (LOSS_SCORES | LOSS_GROUPS)) /* two classes of each side */
            e->y[i] = (e->side[i] > 0 ? 2 : 0) + (double)(i / 3 % 2);
        else if (loss->traits & LOSS_COUNTS)
            e->y[i] = (loss->traits & LOSS_ABOVE_0 ? 1.1 : 1) + e->side[i] * (double)(1 + i % 5) / 5;
        else if (loss->task == TASK_REGRESSION)
            e->y[i] = e->side[i] * (double)(2 + i % 5) / 2;
        else
            e->y[i] = e->side[i];
}

void examples_free(struct examples *e)
{
    free(e->start);
    free(e->col);
    free(e->packed);
    free(e->value);
    free(e->dense);
    free(e->y);
    free(e->cost);
    free(e->side);
    free(e->first);
    free(e);
}

/* ---- what they ought to give ------------------------------------------------------------------------------------------ */

const char *const bias_name[BIAS_MODES] = {"none", "reg", "free"};

struct risk_spec examples_spec(const struct examples *e, const struct loss_row *loss, double parameter,
                                 enum bias_mode mode, double bias)
{
    return (struct risk_spec){.loss = loss,
                                .parameter = parameter,
                                .x = &e->x,
                                .y = e->y,
                                .cost = loss->traits & LOSS_WEIGHTS ? e->cost : NULL,
                                .groups = loss->traits & LOSS_GROUPS ? e->groups : (struct groups){0},
                                .classes = e->classes,
                                .bias = mode == BIAS_NONE ? -1 : bias,
                                .free_bias = mode == BIAS_FREE};
}

size_t spec_outputs(const struct risk_spec *spec)
{
    return spec->loss->traits & LOSS_SCORES ? (size_t)spec->classes : 1;
}

static size_t spec_own(const struct risk_spec *spec)
{
    return spec->loss->own ? spec->loss->own(spec->classes) : 0;
}

size_t spec_image(const struct risk_spec *spec)
{
    return (size_t)spec->x->rows * spec_outputs(spec) + spec_own(spec);
}

size_t spec_dim(const struct risk_spec *spec)
{
    return (spec->x->cols + (spec->bias > 0 && !spec->free_bias)) * spec_outputs(spec) + spec_own(spec);
}

/* Of a set loss without a twin here the test fails by its name. */
static const struct formula *formula_of(const struct risk_spec *spec)
{
    ck_assert_msg(spec->loss->formula != NULL, "%s has no twin", spec->loss->name);
    return spec->loss->formula;
}

static struct parameter parameter_of(const struct risk_spec *spec)
{
    return loss_parameter(spec->loss, spec->parameter);
}

double spec_value(const struct risk_spec *spec, double mu, int64_t i, const double *z)
{
    double one = 1;

    return formula_of(spec)->value(&(struct batch){parameter_of(spec), mu, 1, spec_outputs(spec), &spec->y[i], {&one, 0}}, z);
}

void spec_slope(const struct risk_spec *spec, int64_t i, const double *z, double *u)
{
    if (spec->loss->task == TASK_MULTICLASS)
        formula_of(spec)->vector_slope(parameter_of(spec), spec_outputs(spec), spec->y[i], z, u);
    else
        *u = formula_of(spec)->slope(parameter_of(spec), spec->y[i], *z);
}

double spec_dual(const struct risk_spec *spec, int64_t i, const double *u)
{
    return spec->loss->task == TASK_MULTICLASS
               ? formula_of(spec)->vector_dual(parameter_of(spec), spec_outputs(spec), spec->y[i], u)
               : formula_of(spec)->dual(parameter_of(spec), spec->y[i], *u);
}

void spec_step(const struct risk_spec *spec, int64_t i, const double *z, double *u, double q)
{
    if (spec->loss->task == TASK_MULTICLASS)
        formula_of(spec)->vector_step(parameter_of(spec), spec_outputs(spec), spec->y[i], z, u, q);
    else
        *u = formula_of(spec)->step(parameter_of(spec), spec->y[i], *z, *u, q);
}

void dense_scores(const struct examples *e, const struct risk_spec *spec, int64_t i, const double *w, double *z)
{
    uint32_t cols = e->x.cols;
    size_t outputs = spec_outputs(spec);

    for (size_t o = 0; o < outputs; o++) {
        long double sum = spec->bias > 0 && !spec->free_bias ? (long double)spec->bias * w[cols * outputs + o] : 0;
        for (uint32_t j = 0; j < cols; j++)
            sum += (long double)w[j * outputs + o] * e->dense[(size_t)i * cols + j];
        z[o] = (double)sum;
    }
}

double dense_score(const struct examples *e, const struct risk_spec *spec, int64_t i, const double *w)
{
    double z;

    dense_scores(e, spec, i, w, &z);
    return z;
}

/* max(0, slack), smoothed by mu: a parabola up to slack = mu */
static double rounded(double mu, double slack)
{
    return slack <= 0 ? 0 : slack < mu ? slack * slack / (2 * mu) : slack - mu / 2;
}

/* LOSS_PAIRS of all rows: each pair by itself. */
static double image_pairs(const struct risk_spec *spec, double mu, const double *z)
{
    long double sum = 0, weight = 0;

    for (int64_t i = 0; i < spec->x->rows; i++)
        for (int64_t j = 0; spec->y[i] > 0 && j < spec->x->rows; j++)
            if (spec->y[j] < 0) {
                double c = spec->cost[i] * spec->cost[j];
                sum += c * rounded(mu, 1 - z[i] + z[j]);
                weight += c;
            }
    return (double)(sum / weight);
}

double image_risk(const struct risk_spec *spec, double mu, const double *z)
{
    size_t outputs = spec_outputs(spec);
    long double sum = 0;

    if (spec->loss->traits & LOSS_GROUPS)
        return grouped_risk(spec, mu, z);
    if (spec->loss->traits & LOSS_PAIRS)
        return image_pairs(spec, mu, z);
    if (contingency_has(spec->loss))
        return contingency_risk(spec, mu, z);
    for (int64_t i = 0; i < spec->x->rows; i++)
        sum += spec->cost[i] * spec_value(spec, mu, i, z + (size_t)i * outputs);
    return (double)sum;
}

double dense_risk_offsets(const struct examples *e, const struct risk_spec *spec, double mu, const double *w,
                          const double *offset)
{
    size_t outputs = spec_outputs(spec), own = spec_own(spec);
    double *z = get(spec_image(spec), sizeof *z), R;

    for (int64_t i = 0; i < e->x.rows; i++) {
        dense_scores(e, spec, i, w, z + (size_t)i * outputs);
        for (size_t o = 0; o < outputs; o++)
            z[(size_t)i * outputs + o] += offset[o];
    }
    vec_copy(own, w + spec_dim(spec) - own, z + spec_image(spec) - own);
    R = image_risk(spec, mu, z);
    free(z);
    return R;
}

double dense_risk(const struct examples *e, const struct risk_spec *spec, double mu, const double *w, double offset)
{
    const double each[LOSS_CLASSES] = {offset};

    return dense_risk_offsets(e, spec, mu, w, each);
}

double golden_section(double (*f)(void *context, double t), void *context, double lo, double hi, double *at)
{
    const double share = (sqrt(5) - 1) / 2;
    double x = hi - share * (hi - lo), y = lo + share * (hi - lo), fx = f(context, x), fy = f(context, y);
    double ends = fmin(f(context, lo), f(context, hi));

    *at = f(context, lo) <= f(context, hi) ? lo : hi;
    for (int k = 0; k < 120 && lo < x && x < y && y < hi; k++) {
        if (fx <= fy) {
            hi = y;
            y = x;
            fy = fx;
            x = hi - share * (hi - lo);
            fx = f(context, x);
        } else {
            lo = x;
            x = y;
            fx = fy;
            y = lo + share * (hi - lo);
            fy = f(context, y);
        }
    }
    if (fmin(fx, fy) <= ends)
        *at = fx <= fy ? x : y;
    return fmin(ends, fmin(fx, fy));
}

struct offset_job {
    const struct risk_spec *spec;
    double mu, *z;
    double nu;    /* of a margin */
    int side;     /* the rows of a margin: label +1, -1, 0 for all */
    double label; /* a threshold: labels above it are on the upper side */
};

static double risk_at_offset(void *context, double offset)
{
    struct offset_job *job = context;
    const struct risk_spec *s = job->spec;
    long double sum = 0;

    for (int64_t i = 0; i < s->x->rows; i++) {
        double z = job->z[i] + offset;
        sum += formula_of(s)->value(&(struct batch){parameter_of(s), job->mu, 1, 1, &s->y[i], {&s->cost[i], 0}}, &z);
    }
    return (double)sum;
}

/* sum_i c_i max(0, rho - y_i z_i) - nu rho */
static double risk_at_margin(void *context, double rho)
{
    struct offset_job *job = context;
    const struct risk_spec *s = job->spec;
    long double sum = -(long double)job->nu * rho;

    for (int64_t i = 0; i < s->x->rows; i++)
        if (job->side == 0 || s->y[i] == job->side)
            sum += s->cost[i] * rounded(job->mu, rho - s->y[i] * job->z[i]);
    return (double)sum;
}

/* sum_i c_i max(0, 1 -+ (z_i - theta)) */
static double risk_at_threshold(void *context, double theta)
{
    struct offset_job *job = context;
    const struct risk_spec *s = job->spec;
    long double sum = 0;

    for (int64_t i = 0; i < s->x->rows; i++)
        sum += s->cost[i] * rounded(job->mu, s->y[i] > job->label ? 1 - job->z[i] + theta : 1 + job->z[i] - theta);
    return (double)sum;
}

bool loss_kinked(const struct loss_row *loss)
{
    return loss->quadratic && quadratic_kinks(loss->quadratic(loss->parameter.initial)) > 0;
}

bool spec_free(const struct risk_spec *spec)
{
    return spec->free_bias || spec->loss->task == TASK_ORDINAL || spec->loss->traits & LOSS_MARGIN;
}

bool spec_is_program(const struct risk_spec *spec)
{
    return spec->free_bias && (spec->loss->traits & (LOSS_SCORES | LOSS_SMOOTH)) == LOSS_SCORES;
}

bool spec_sound(const struct risk_spec *spec)
{
    static struct error err;

    return risk_check(spec, &err) == OK;
}

struct risk *risk_of(const struct risk_spec *spec, const struct par *par, struct arena *arena)
{
    static struct error err;
    struct risk *risk;

    return risk_make(spec, par, arena, &risk, &err) == OK ? risk : NULL;
}

double image_risk_best(const struct risk_spec *spec, double mu, double *z)
{
    struct offset_job job = {.spec = spec, .mu = mu, .z = z, .nu = spec->parameter};
    double at, least = 0, reach = 2 + mu;

    for (int64_t i = 0; i < spec->x->rows; i++)
        reach = fmax(reach, 2 + mu + fabs(z[i]));
    if (spec->loss->make && spec->loss->task == TASK_ORDINAL) { /* no smoothing: it is smooth */
        double theta[TASK_CLASSES];
        return proportional_best(spec->x->rows, spec->classes, spec->y, spec->cost, z, theta);
    }
    if (spec->loss->task == TASK_ORDINAL) {
        for (job.label = 0; job.label < spec->classes - 1; job.label++)
            least += golden_section(risk_at_threshold, &job, -reach, reach, &at);
        return least;
    }
    if (!(spec->loss->traits & LOSS_MARGIN))
        return golden_section(risk_at_offset, &job, -200, 200, &at);
    if (!spec->free_bias)
        return golden_section(risk_at_margin, &job, -reach, reach, &at);
    job.nu /= 2;
    for (job.side = -1; job.side <= 1; job.side += 2)
        least += golden_section(risk_at_margin, &job, -reach, reach, &at);
    return least;
}

double dense_risk_best(const struct examples *e, const struct risk_spec *spec, double mu, const double *w)
{
    double *z = get((size_t)e->x.rows, sizeof *z), least;

    for (int64_t i = 0; i < e->x.rows; i++)
        z[i] = dense_score(e, spec, i, w);
    least = image_risk_best(spec, mu, z);
    free(z);
    return least;
}
