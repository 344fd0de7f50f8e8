/* output_metric - the metric of steps on a model of several outputs. */
#include "solve/newton/output_metric.h"

#include <math.h>

#include "data/rows/gram.h"
#include "math/vec.h"
#include "solve/newton/newton_rows.h"

/* The blocks and FACTORS factors of each, as many as a solution of some rounds takes, take at most
 * the time of PASSES passes over X; if those of all columns take more F is SOME. Tuned. */
static const double PASSES = 30, FACTORS = 5;
enum { SOME = 64 };

/* The numbers of the blocks at most, and of the factors: 32 MB each. */
enum { MOST_NUMBERS = 4 << 20 };

/* A step over a block leaves LEFT of the violation, or takes ROUNDS. Tuned. */
static const double LEFT = 0.1;
enum { ROUNDS = 3 };

static void heavy_init(struct heavy *F, const struct risk *risk, size_t most, struct arena *arena)
{
    size_t n = risk->A->x.cols;

    F->column = arena_get(arena, most, sizeof *F->column);
    F->in = arena_get(arena, n, sizeof *F->in);
    F->place = arena_get(arena, n, sizeof *F->place);
    F->rows = block_make(risk->units, risk->A->entries, arena);
    F->scratch = arena_doubles(arena, BLOCK_SCRATCH * n);
}

void output_metric_init(struct output_metric *s, const struct risk *risk, struct arena *arena)
{
    size_t k = risk->A->outputs, n = risk->A->x.cols, size;
    double most = sqrt((double)MOST_NUMBERS / (double)k);

    *s = (struct output_metric){
        .risk = risk, .outputs = k, .most = (double)n < most ? n : (size_t)most};
    heavy_init(&s->F, risk, s->most, arena);
    s->psi = arena_get(arena, s->most, sizeof *s->psi);
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

/* ---- F --------------------------------------------------------------------------------------- */

/* Whether blocks over X are worth their time, beside that of products by a matrix of such work. */
static bool pays(const struct matrix *X, double work)
{
    double factors = FACTORS * newton_factor_work((double)X->x.cols);

    return matrix_gram_work(X) + factors <= PASSES * 2 * work;
}

static void choose(struct output_metric *s, const struct matrix *X)
{
    struct heavy *F = &s->F;
    double work = matrix_work(X);
    bool whole = s->count <= s->most && pays(X, work);

    F->X = *X;
    F->order = s->count < s->most ? s->count : s->most;
    if (!whole && F->order > SOME)
        F->order = SOME;
    if (!whole) {
        bool finite = block_heaviest(&F->rows, X, s->D, F->order, F->column, F->scratch, F->place);
        F->X = F->rows.A;
        F->order = finite && pays(&F->X, work) ? F->order : 0;
    }
    for (size_t j = 0; j < s->count; j++) {
        F->in[j] = whole;
        if (whole)
            F->column[j] = (uint32_t)j;
    }
    for (size_t a = 0; a < F->order; a++)
        F->in[F->column[a]] = 1;
}

bool output_metric_whole(const struct output_metric *s)
{
    return s->F.order == s->count;
}

/* ---- M --------------------------------------------------------------------------------------- */

static double *block_of(const struct output_metric *s, size_t o)
{
    return s->H + o * s->F.order * s->F.order;
}

/* The place of the weight of output o and column a of F. */
static size_t weight_of(const struct output_metric *s, size_t a, size_t o)
{
    return s->F.column[a] * s->outputs + o;
}

/* X_F' diag(h_o) X_F, both triangles */
static void sum_block(struct output_metric *s, const double *h, size_t o)
{
    size_t n = s->F.order;
    double *H = block_of(s, o);
    int64_t count = matrix_list(&s->F.X, h, o, s->row, s->weight);

    vec_fill(n * n, 0, H);
    matrix_gram(&s->F.X, count, s->row, s->weight, H);
    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j < n; j++)
            H[j * n + i] = H[i * n + j];
}

void output_metric_update(struct output_metric *s, const struct matrix *X, const double *h,
                          const double *D)
{
    s->count = X->x.cols;
    s->L = 1;
    vec_copy(X->dim, D, s->D);
    choose(s, X);
    if (s->F.order == 0)
        return;
    for (size_t o = 0; o < s->outputs; o++)
        sum_block(s, h, o);
    newton_count_work(s->risk, matrix_gram_work(&s->F.X));
}

void output_metric_set(struct output_metric *s, const double *ridge, double L)
{
    size_t n = s->F.order;

    s->ridge = ridge;
    for (size_t o = 0; n > 0 && o < s->outputs; o++) {
        double *H = block_of(s, o);
        if (L != s->L)
            vec_scale(n * n, L / s->L, H);
        for (size_t a = 0; a < n; a++) {
            size_t v = weight_of(s, a, o);
            H[a * n + a] = L * s->D[v] + ridge[v];
        }
    }
    s->L = L;
}

/* ---- steps ----------------------------------------------------------------------------------- */

static void step_over(struct output_metric *s, struct kinked_each psi, size_t o, const double *x,
                      const double *g, double *to)
{
    struct l1_dense *solver = &s->solver;
    size_t n = s->F.order;
    double violation;

    solver->psi = (struct kinked_each){s->psi, 1};
    solver->n = n;
    solver->H = block_of(s, o);
    for (size_t a = 0; a < n; a++) {
        size_t v = weight_of(s, a, o);
        s->psi[a] = *kinked_at(psi, v);
        solver->x[a] = x[v];
        solver->g[a] = g[v];
    }
    violation = kinked_violations(solver->psi, n, solver->x, solver->g);
    vec_fill(n, 0, solver->step);
    l1_dense_minimise(solver, LEFT * violation, ROUNDS);
    newton_count_work(s->risk, newton_factor_work((double)n) / (double)s->outputs);
    for (size_t a = 0; a < n; a++)
        to[weight_of(s, a, o)] = solver->x[a];
}

void output_metric_step(struct output_metric *s, struct kinked_each psi, const double *x,
                        const double *g, double *to)
{
    size_t k = s->outputs;

    for (size_t o = 0; s->F.order > 0 && o < k; o++)
        step_over(s, psi, o, x, g, to);
    for (size_t v = 0; v < s->count * k; v++) {
        double S = s->L * s->D[v] + s->ridge[v];
        if (!s->F.in[v / k])
            to[v] = kinked_step(kinked_at(psi, v), S, S * x[v] - g[v]);
    }
}

/* d_o' H d_o over F, by the rows of H that d needs. */
static double block_square(const struct output_metric *s, size_t o, const double *d)
{
    size_t n = s->F.order;
    const double *H = block_of(s, o);
    double sum = 0;

    for (size_t a = 0; a < n; a++)
        s->r[a] = d[weight_of(s, a, o)];
    for (size_t a = 0; a < n; a++)
        if (s->r[a] != 0)
            sum += s->r[a] * vec_dot(n, H + a * n, s->r);
    return sum;
}

double output_metric_square(const struct output_metric *s, const double *d)
{
    size_t k = s->outputs;
    double sum = 0;

    for (size_t o = 0; s->F.order > 0 && o < k; o++)
        sum += block_square(s, o, d);
    for (size_t v = 0; v < s->count * k; v++)
        if (!s->F.in[v / k])
            sum += (s->L * s->D[v] + s->ridge[v]) * d[v] * d[v];
    return sum;
}

/* ---- on the support -------------------------------------------------------------------------- */

/* An output, and psi of all weights. */
struct of_output {
    struct output_metric *s;
    size_t o;
    struct kinked_each psi;
};

static struct cholesky factor_of(const struct output_metric *s, size_t o)
{
    struct cholesky factor = s->factor;

    factor.capacity = s->F.order;
    factor.R = s->R + o * s->F.order * s->F.order;
    factor.size = s->size[o];
    return factor;
}

/* M_AA + curvature of the output, its diagonal times 1 + t. */
static void fill(void *output, double t)
{
    const struct of_output *of = output;
    struct output_metric *s = of->s;
    size_t n = s->F.order, o = of->o;
    const uint32_t *A = s->support + o * n;
    const double *H = block_of(s, o);

    for (size_t a = 0; a < s->size[o]; a++) {
        double *row = s->factor.R + a * n;
        size_t v = weight_of(s, A[a], o);
        for (size_t b = a + 1; b < s->size[o]; b++)
            row[b] = H[A[a] * n + A[b]] / s->L;
        row[a] = (s->D[v] + s->ridge[v] + kinked_at(of->psi, v)->curvature) * (1 + t);
    }
}

/* False: the block is not finite. */
static bool factor_output(struct output_metric *s, struct kinked_each psi, size_t o,
                          const double *x)
{
    struct of_output of = {s, o, psi};
    uint32_t *A = s->support + o * s->F.order;

    s->size[o] = 0;
    for (size_t a = 0; a < s->F.order; a++) {
        size_t v = weight_of(s, a, o);
        if (!kinked_rests(kinked_at(psi, v), x[v]))
            A[s->size[o]++] = (uint32_t)a;
    }
    s->factor = factor_of(s, o);
    newton_count_work(s->risk, newton_factor_work((double)s->size[o]) / (double)s->outputs);
    return cholesky_factor_shifted(&s->factor, s->size[o], fill, &of);
}

void output_metric_factor(struct output_metric *s, struct kinked_each psi, const double *x)
{
    bool finite = true;

    for (size_t o = 0; finite && s->F.order > 0 && o < s->outputs; o++)
        finite = factor_output(s, psi, o, x);
    if (finite)
        return;
    s->F.order = 0;
    for (size_t j = 0; j < s->count; j++)
        s->F.in[j] = 0;
}

static void solve_output(struct output_metric *s, size_t o, const double *r, double *q)
{
    struct cholesky factor = factor_of(s, o);
    const uint32_t *A = s->support + o * s->F.order;

    for (size_t a = 0; a < s->size[o]; a++)
        s->r[a] = r[weight_of(s, A[a], o)];
    cholesky_solve(&factor, s->r);
    for (size_t a = 0; a < s->size[o]; a++)
        q[weight_of(s, A[a], o)] = s->r[a];
}

void output_metric_solve(struct output_metric *s, struct kinked_each psi, const double *r,
                         double *q)
{
    size_t k = s->outputs;

    vec_fill(s->count * k, 0, q);
    for (size_t o = 0; s->F.order > 0 && o < k; o++)
        solve_output(s, o, r, q);
    for (size_t v = 0; v < s->count * k; v++)
        if (!s->F.in[v / k] && r[v] != 0)
            q[v] = r[v] / (s->D[v] + s->ridge[v] + kinked_at(psi, v)->curvature);
}
