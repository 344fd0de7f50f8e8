/* output_metric - the metric of steps on a model of several outputs. */
#include "solve/newton/output_metric.h"

#include <math.h>

#include "data/rows/gram.h"
#include "math/vec.h"
#include "solve/newton/newton_rows.h"

/* The blocks and FACTORS factors of each, as many as a solution of some rounds takes, take at most
 * the time of PASSES passes over X. Tuned. */
static const double PASSES = 30, FACTORS = 5;

/* The numbers of the blocks at most, and of the factors: 32 MB each. */
enum { MOST_NUMBERS = 4 << 20 };

/* A step over a block leaves LEFT of the violation, or takes ROUNDS. Tuned. */
static const double LEFT = 0.1;
enum { ROUNDS = 3 };

void output_metric_init(struct output_metric *s, const struct risk *risk, struct arena *arena)
{
    size_t k = risk->A->outputs, n = risk->A->x.cols, size;
    double most = sqrt((double)MOST_NUMBERS / (double)k);

    *s = (struct output_metric){.risk = risk, .outputs = k, .most = n < most ? n : (size_t)most};
    size = s->most * s->most * sizeof *s->H;
    s->D = arena_doubles(arena, n * k);
    s->H = arena_room(arena, k, size);
    s->R = arena_room(arena, k, size);
    s->size = arena_get(arena, k, sizeof *s->size);
    s->support = arena_get(arena, k * s->most, sizeof *s->support);
    s->row = arena_get(arena, risk->units, sizeof *s->row);
    s->weight = arena_doubles(arena, risk->units);
    s->r = arena_doubles(arena, s->most);
    cholesky_init_at(&s->factor, s->most, s->R, arena);
    s->factor.par = risk->par;
    s->solver = (struct l1_dense){.x = arena_doubles(arena, s->most),
                                  .g = arena_doubles(arena, s->most),
                                  .step = arena_doubles(arena, s->most)};
    l1_dense_init(&s->solver, s->most, arena);
}

/* ---- M --------------------------------------------------------------------------------------- */

static double *block_of(const struct output_metric *s, size_t o)
{
    return s->H + o * s->count * s->count;
}

/* X' diag(h_o) X, both triangles */
static void sum_block(struct output_metric *s, const struct matrix *X, const double *h, size_t o)
{
    size_t n = s->count;
    double *H = block_of(s, o);
    int64_t count = matrix_list(X, h, o, s->row, s->weight);

    vec_fill(n * n, 0, H);
    matrix_gram(X, count, s->row, s->weight, H);
    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j < n; j++)
            H[j * n + i] = H[i * n + j];
}

void output_metric_update(struct output_metric *s, const struct matrix *X, const double *h,
                          const double *D)
{
    double sum = matrix_gram_work(X), factor = newton_factor_work((double)X->x.cols);

    s->count = X->x.cols;
    s->blocks = s->count <= s->most && sum + FACTORS * factor <= PASSES * 2 * matrix_work(X);
    vec_copy(X->dim, D, s->D);
    s->L = 1;
    if (!s->blocks)
        return;
    for (size_t o = 0; o < s->outputs; o++)
        sum_block(s, X, h, o);
    newton_count_work(s->risk, sum);
}

void output_metric_set(struct output_metric *s, const double *ridge, double L)
{
    size_t n = s->count;

    s->ridge = ridge;
    for (size_t o = 0; s->blocks && o < s->outputs; o++) {
        double *H = block_of(s, o);
        if (L != s->L)
            vec_scale(n * n, L / s->L, H);
        for (size_t j = 0; j < n; j++)
            H[j * n + j] = L * s->D[j * s->outputs + o] + ridge[j * s->outputs + o];
    }
    s->L = L;
}

/* ---- steps ----------------------------------------------------------------------------------- */

/* psi of the weights of output o. */
static struct kinked_each psi_of(const struct output_metric *s, struct kinked_each psi, size_t o)
{
    return (struct kinked_each){kinked_at(psi, o), psi.stride * s->outputs};
}

static void step_over(struct output_metric *s, struct kinked_each psi, size_t o, const double *x,
                      const double *g, double *to)
{
    struct l1_dense *solver = &s->solver;
    size_t k = s->outputs;
    double violation;

    solver->psi = psi_of(s, psi, o);
    solver->n = s->count;
    solver->H = block_of(s, o);
    for (size_t j = 0; j < s->count; j++) {
        solver->x[j] = x[j * k + o];
        solver->g[j] = g[j * k + o];
    }
    violation = kinked_violations(solver->psi, solver->n, solver->x, solver->g);
    vec_fill(s->count, 0, solver->step);
    l1_dense_minimise(solver, LEFT * violation, ROUNDS);
    newton_count_work(s->risk, newton_factor_work((double)s->count) / (double)k);
    for (size_t j = 0; j < s->count; j++)
        to[j * k + o] = solver->x[j];
}

void output_metric_step(struct output_metric *s, struct kinked_each psi, const double *x,
                        const double *g, double *to)
{
    for (size_t o = 0; s->blocks && o < s->outputs; o++)
        step_over(s, psi, o, x, g, to);
    if (s->blocks)
        return;
    for (size_t j = 0; j < s->count * s->outputs; j++) {
        double S = s->L * s->D[j] + s->ridge[j];
        to[j] = kinked_step(kinked_at(psi, j), S, S * x[j] - g[j]);
    }
}

/* d_o' H d_o of a block, by the rows of H that d needs. */
static double block_square(const struct output_metric *s, size_t o, const double *d)
{
    size_t n = s->count;
    const double *H = block_of(s, o);
    double sum = 0;

    for (size_t j = 0; j < n; j++)
        s->r[j] = d[j * s->outputs + o];
    for (size_t j = 0; j < n; j++)
        if (s->r[j] != 0)
            sum += s->r[j] * vec_dot(n, H + j * n, s->r);
    return sum;
}

double output_metric_square(const struct output_metric *s, const double *d)
{
    double sum = 0;

    for (size_t o = 0; s->blocks && o < s->outputs; o++)
        sum += block_square(s, o, d);
    for (size_t j = 0; !s->blocks && j < s->count * s->outputs; j++)
        sum += (s->L * s->D[j] + s->ridge[j]) * d[j] * d[j];
    return sum;
}

/* ---- on the support -------------------------------------------------------------------------- */

/* An output, and psi of its weights. */
struct of_output {
    struct output_metric *s;
    size_t o;
    struct kinked_each psi;
};

static struct cholesky factor_of(const struct output_metric *s, size_t o)
{
    struct cholesky factor = s->factor;

    factor.capacity = s->count;
    factor.R = s->R + o * s->count * s->count;
    factor.size = s->size[o];
    return factor;
}

/* M_AA + curvature of the output, its diagonal times 1 + t. */
static void fill(void *output, double t)
{
    const struct of_output *of = output;
    struct output_metric *s = of->s;
    size_t n = s->count, o = of->o, k = s->outputs;
    const uint32_t *A = s->support + o * n;
    const double *H = block_of(s, o);

    for (size_t a = 0; a < s->size[o]; a++) {
        double *row = s->factor.R + a * n;
        size_t j = A[a];
        for (size_t b = a + 1; b < s->size[o]; b++)
            row[b] = H[j * n + A[b]] / s->L;
        row[a] = (s->D[j * k + o] + s->ridge[j * k + o] + kinked_at(of->psi, j)->curvature) *
                 (1 + t);
    }
}

/* False: the block is not finite. */
static bool factor_output(struct output_metric *s, struct kinked_each psi, size_t o,
                          const double *x)
{
    struct of_output of = {s, o, psi_of(s, psi, o)};
    uint32_t *A = s->support + o * s->count;

    s->size[o] = 0;
    for (size_t j = 0; j < s->count; j++)
        if (!kinked_rests(kinked_at(of.psi, j), x[j * s->outputs + o]))
            A[s->size[o]++] = (uint32_t)j;
    s->factor = factor_of(s, o);
    newton_count_work(s->risk, newton_factor_work((double)s->size[o]) / (double)s->outputs);
    return cholesky_factor_shifted(&s->factor, s->size[o], fill, &of);
}

void output_metric_factor(struct output_metric *s, struct kinked_each psi, const double *x)
{
    for (size_t o = 0; s->blocks && o < s->outputs; o++)
        s->blocks = factor_output(s, psi, o, x);
}

static void solve_output(struct output_metric *s, size_t o, const double *r, double *q)
{
    struct cholesky factor = factor_of(s, o);
    const uint32_t *A = s->support + o * s->count;

    for (size_t a = 0; a < s->size[o]; a++)
        s->r[a] = r[A[a] * s->outputs + o];
    cholesky_solve(&factor, s->r);
    for (size_t a = 0; a < s->size[o]; a++)
        q[A[a] * s->outputs + o] = s->r[a];
}

void output_metric_solve(struct output_metric *s, struct kinked_each psi, const double *r,
                         double *q)
{
    vec_fill(s->count * s->outputs, 0, q);
    for (size_t o = 0; s->blocks && o < s->outputs; o++)
        solve_output(s, o, r, q);
    for (size_t j = 0; !s->blocks && j < s->count * s->outputs; j++)
        if (r[j] != 0)
            q[j] = r[j] / (s->D[j] + s->ridge[j] + kinked_at(psi, j)->curvature);
}
