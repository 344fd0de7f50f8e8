/* problems - small learning problems with a dense copy beside them, and what engines are run with. */
#include "problems.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "data/svmlight.h"

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
    double *wide = get(entries, sizeof *wide);
    float *narrow = get(entries, sizeof *narrow);

    e->dense = get(size, sizeof *e->dense);
    e->y = get((size_t)rows, sizeof *e->y);
    e->cost = get((size_t)rows, sizeof *e->cost);
    for (int64_t i = 0; i < rows; i++) {
        for (uint32_t j = 0; j < cols; j++) {
            double v = dense[(size_t)i * cols + j];
            if (v == 0)
                continue;
            narrow[k] = (float)v;
            wide[k] = v;
            col[k] = j;
            e->dense[(size_t)i * cols + j] = storage == CSR_BINARY ? 1 : storage == CSR_FLOAT ? (double)narrow[k] : v;
            k++;
        }
        start[i + 1] = k;
        e->y[i] = 1;
        e->cost[i] = 1 / (double)rows;
    }
    e->x = (struct csr){rows, cols, storage, start, col, storage == CSR_FLOAT ? (void *)narrow : wide, 0};
    free(storage == CSR_FLOAT ? (void *)wide : narrow);
    if (storage == CSR_BINARY) {
        free(wide);
        e->x.value = NULL;
    }
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
    char path[128];

    snprintf(path, sizeof path, "tests/reference/%s", name);
    ck_assert_msg(svmlight_read(path, &par, &data, &err) == OK, "%s", err.text);
    dense = get((size_t)data.x.rows * data.x.cols, sizeof *dense);
    for (int64_t i = 0; i < data.x.rows; i++)
        for (int64_t k = data.x.start[i]; k < data.x.start[i + 1]; k++)
            dense[(size_t)i * data.x.cols + data.x.col[k]] =
                data.x.storage == CSR_BINARY ? 1 : data.x.storage == CSR_FLOAT ? (double)((const float *)data.x.value)[k]
                                                                               : ((const double *)data.x.value)[k];
    e = examples_dense(data.x.rows, data.x.cols, dense, CSR_DOUBLE);
    memcpy(e->y, data.label, (size_t)data.x.rows * sizeof *e->y);
    dataset_free(&data);
    free(dense);
    return e;
}

void examples_free(struct examples *e)
{
    free((void *)e->x.start);
    free((void *)e->x.col);
    free((void *)e->x.value);
    free(e->dense);
    free(e->y);
    free(e->cost);
    free(e);
}

void examples_label(struct examples *e, const struct loss *loss)
{
    for (int64_t i = 0; i < e->x.rows; i++) {
        double side = e->y[i] >= 1 ? 1 : -1, size = (double)(1 + i % 5);
        e->y[i] = loss->traits & LOSS_COUNTS       ? 1 + side * size / 5
                  : loss->traits & LOSS_REGRESSION ? side * (1 + size) / 2
                                                   : side;
    }
}

/* ---- what they ought to give ------------------------------------------------------------------------------------------ */

const char *const bias_name[BIAS_MODES] = {"none", "reg", "free"};

struct linear_spec examples_spec(const struct examples *e, const struct loss *loss, double parameter,
                                 enum bias_mode mode, double bias)
{
    return (struct linear_spec){.loss = loss,
                                .parameter = parameter,
                                .x = &e->x,
                                .y = e->y,
                                .cost = e->cost,
                                .bias = mode == BIAS_NONE ? -1 : bias,
                                .free_offset = mode == BIAS_FREE};
}

size_t spec_dim(const struct linear_spec *spec)
{
    return spec->x->cols + (spec->bias > 0 && !spec->free_offset);
}

double dense_score(const struct examples *e, const struct linear_spec *spec, int64_t i, const double *w)
{
    uint32_t cols = e->x.cols;
    long double z = spec_dim(spec) > cols ? (long double)spec->bias * w[cols] : 0;

    for (uint32_t j = 0; j < cols; j++)
        z += (long double)w[j] * e->dense[(size_t)i * cols + j];
    return (double)z;
}

double dense_risk(const struct examples *e, const struct linear_spec *spec, double mu, const double *w, double offset)
{
    long double sum = 0;

    for (int64_t i = 0; i < e->x.rows; i++) {
        double z = dense_score(e, spec, i, w) + offset;
        sum += spec->loss->value(&(struct batch){spec->parameter, mu, 1, 1, &e->y[i], &e->cost[i]}, &z);
    }
    return (double)sum;
}

double golden_section(double (*f)(void *context, double t), void *context, double lo, double hi, double *at)
{
    const double share = (sqrt(5) - 1) / 2;
    double x = hi - share * (hi - lo), y = lo + share * (hi - lo), fx = f(context, x), fy = f(context, y);
    double ends = fmin(f(context, lo), f(context, hi));

    *at = f(context, lo) <= f(context, hi) ? lo : hi;
    for (int k = 0; k < 120; k++) {
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
    const struct linear_spec *spec;
    double mu, *z;
};

static double risk_at_offset(void *context, double offset)
{
    struct offset_job *job = context;
    const struct linear_spec *s = job->spec;
    long double sum = 0;

    for (int64_t i = 0; i < s->x->rows; i++) {
        double z = job->z[i] + offset;
        sum += s->loss->value(&(struct batch){s->parameter, job->mu, 1, 1, &s->y[i], &s->cost[i]}, &z);
    }
    return (double)sum;
}

double dense_risk_best(const struct examples *e, const struct linear_spec *spec, double mu, const double *w)
{
    struct offset_job job = {spec, mu, get((size_t)e->x.rows, sizeof(double))};
    double at, least;

    for (int64_t i = 0; i < e->x.rows; i++)
        job.z[i] = dense_score(e, spec, i, w);
    least = golden_section(risk_at_offset, &job, -200, 200, &at);
    free(job.z);
    return least;
}

/* ---- reference files -------------------------------------------------------------------------------------------------- */

const struct loss *loss_named(const char *text, double *parameter)
{
    size_t length = strcspn(text, ":");
    const struct loss *loss = loss_find(text, length);

    if (loss)
        *parameter = text[length] ? strtod(text + length + 1, NULL) : loss->initial;
    return loss;
}

int numbers_read(const char *text, int room, double *out)
{
    int count = 0;
    char *end;

    for (; *text && count < room; text = *end ? end + 1 : end) {
        out[count] = strtod(text, &end);
        if (end == text)
            break;
        count++;
    }
    return count;
}

int optima_read(struct optimum *list, int room)
{
    static char line[4096], w[2048], lambda[64], J[64], b[64];
    FILE *file = fopen("tests/reference/optima.txt", "r");
    int count = 0;

    ck_assert_msg(file != NULL, "tests run in the root of the project");
    while (count < room && fgets(line, sizeof line, file)) {
        struct optimum *o = &list[count];
        if (line[0] == '#')
            continue;
        ck_assert_int_eq(sscanf(line, "%63s %63s %63s %63s %63s %*s %*s %15s %63s %2047s %63s", o->id, o->data, o->loss,
                                o->reg, lambda, o->bias, J, w, b), 9);
        o->lambda = strtod(lambda, NULL);
        o->J = strtod(J, NULL);
        o->n = numbers_read(w, 16, o->w);
        o->b = strtod(b, NULL);
        count++;
    }
    fclose(file);
    ck_assert_int_gt(count, 0);
    return count;
}

/* ---- runs ------------------------------------------------------------------------------------------------------------- */

enum status run_init(struct run *r, const struct linear_spec *spec, const struct reg *reg, double lambda, int threads)
{
    *r = (struct run){.reg = reg, .lambda = lambda, .m = {.max_passes = INFINITY, .max_seconds = INFINITY}};
    for (int k = 0; k < REG_PARAMETERS; k++)
        r->reg_p[k] = reg->parameter[k].initial;
    par_init(&r->par, threads);
    r->risk = linear_risk(spec, &r->par, &r->arena);
    if (!r->risk)
        return ERR_SYSTEM;
    r->x.w = arena_doubles(&r->arena, r->risk->dim);
    r->m.best = arena_doubles(&r->arena, r->risk->dim);
    if (r->risk->traits & RISK_DUAL)
        r->x.alpha = arena_doubles(&r->arena, r->risk->units);
    return r->arena.failed ? ERR_SYSTEM : OK;
}

enum status run_solver(struct run *r, const struct solver *solver)
{
    double set[SETTINGS];
    struct problem p = {.risk = r->risk, .reg = r->reg, .reg_p = r->reg_p, .lambda = r->lambda, .seed = 1, .set = set};
    enum status status;

    for (int k = 0; k < SETTINGS; k++)
        set[k] = r->set ? r->set[k] : solver->setting[k].initial;
    r->m.engine = solver->name;
    monitor_start(&r->m, r->risk, r->m.best);
    status = solver->run(&p, &r->x, &r->arena, &r->m);
    monitor_finish(&r->m);
    return status;
}

double run_primal(struct run *r, const struct examples *e, const struct linear_spec *spec)
{
    double offset = spec->free_offset ? spec->bias * linear_offset(r->risk, r->m.best) : 0;

    return dense_risk(e, spec, 0, r->m.best, offset) + r->lambda * r->reg->value(r->reg_p, r->risk->dim, r->m.best);
}

void run_free(struct run *r)
{
    arena_free(&r->arena);
    par_free(&r->par);
}
