/* test_newton - proximal steps and second derivatives of the linear risk against dense loops. */
#include <math.h>
#include <string.h>

#include "math/vec.h"
#include "common.h"
#include "contingency.h"
#include "problems.h"
#include "data/rows/gram.h"
#include "risk/image.h"
#include "solve/newton/newton_gram.h"

enum { ROWS = 150, COLS = 9, DIM = COLS + 1 };

/* One case: a risk with RISK_NEWTON, and the results of a proximal step at z from alpha. */
struct bench {
    const struct examples *e;
    struct risk_spec spec;
    struct risk *risk;
    struct meter meter;
    struct rng rng;
    double z[ROWS], d[ROWS], alpha[ROWS], v[ROWS], u[ROWS], h[ROWS];
    int64_t row[ROWS];
};

/* How the rows of a loss hang together: not at all, by free scalars, or all of them. */
enum kind { SINGLE, FREE, COUPLED, KINDS };

static const int least_cases[KINDS] = {60, 30, 6};

static enum kind kind_of(const struct risk *risk)
{
    if (risk->g->coupled)
        return COUPLED;
    return risk->borders > 0 ? FREE : SINGLE;
}

static void each_case(int threads, enum kind kind, void (*check)(struct bench *b))
{
    int cases = 0;

    for (size_t k = 0; loss_at(k); k++)
        for (int storage = CSR_BINARY; storage < CSR_STORAGES; storage++)
            for (int mode = 0; mode < BIAS_MODES; mode++) {
                struct examples *e = examples_random(k + 1, ROWS, COLS, 0.5, (enum csr_storage)storage);
                struct bench b = {.e = e};
                struct arena arena = {0};
                struct par par;
                par_init(&par, threads);
                e->cost[5] = 0;
                examples_task(e, loss_at(k));
                b.spec = examples_spec(e, loss_at(k), loss_at(k)->parameter.initial, (enum bias_mode)mode, 1.5);
                if (spec_sound(&b.spec) && spec_outputs(&b.spec) == 1 &&
                    risk_traits(loss_at(k), b.spec.free_bias) & RISK_NEWTON) {
                    b.risk = risk_of(&b.spec, &par, &arena);
                    ck_assert(b.risk && b.risk->A && b.risk->g);
                    b.risk->meter = &b.meter;
                    ck_assert(b.risk->outputs == 1);
                    ck_assert((b.risk->borders > 0) == (spec_free(&b.spec) || contingency_has(b.spec.loss)));
                    rng_seed(&b.rng, k);
                    if (kind_of(b.risk) == kind) {
                        check(&b);
                        cases++;
                    }
                }
                arena_free(&arena);
                examples_free(e);
                par_free(&par);
            }
    ck_assert_int_ge(cases, least_cases[kind]);
}

/* Column j of example i; the last is the bias. */
static double entry(const struct bench *b, int64_t i, size_t j)
{
    return j < COLS ? b->e->dense[i * COLS + (int64_t)j] : b->spec.bias;
}

/* A random point, and a proximal step there; q = 0 only of a smooth loss. */
static struct prox random_step(struct bench *b, double q)
{
    const struct formula *f = b->spec.loss->formula;

    for (int i = 0; i < ROWS; i++) {
        b->z[i] = 2 * random_normal(&b->rng);
        b->d[i] = random_normal(&b->rng);
        b->alpha[i] = f ? f->slope(loss_parameter(b->spec.loss, b->spec.parameter), b->e->y[i], random_normal(&b->rng)) : 0;
    }
    return (struct prox){.q = b->spec.loss->traits & LOSS_SMOOTH ? q : q + 0.1, .alpha = b->alpha, .z = b->z, .v = b->v,
                         .u = b->u, .h = b->h};
}

/* v, u, h, the value and the plane; v in place of alpha, or none, changes nothing else. */
static void check_proximal(struct bench *b)
{
    const struct formula *f = b->spec.loss->formula;
    struct parameter p = loss_parameter(b->spec.loss, b->spec.parameter);
    double offset, value, again[ROWS], u[ROWS], h[ROWS], other[ROWS];

    for (int trial = 0; trial < 6; trial++) {
        struct prox x = random_step(b, trial % 3 * 0.4);
        value = b->risk->g->ops->proximal(b->risk->g, &x, &offset);
        ck_assert_double_eq_tol(value, risk_value(b->risk, 0, b->z), 1e-14 * (1 + fabs(value)));
        for (int i = 0; i < ROWS; i++) {
            double v = f->step(p, b->e->y[i], b->z[i], b->alpha[i], x.q), c = b->e->cost[i];
            ck_assert_double_eq_tol(b->v[i], v, 1e-14 * (1 + fabs(v)));
            ck_assert_double_eq(b->u[i], c * b->v[i]);
            ck_assert_double_eq(b->h[i], c * f->curvature(p, b->e->y[i], b->v[i], x.q));
        }
        random_vector(&b->rng, ROWS, 2, other);
        ck_assert_double_le(risk_dot(b->risk, b->u, other) + offset, risk_value(b->risk, 0, other) + 1e-13 * (1 + fabs(offset)));
        memcpy(again, b->alpha, sizeof again);
        x = (struct prox){x.q, again, b->z, again, u, h};
        ck_assert_double_eq(b->risk->g->ops->proximal(b->risk->g, &x, NULL), value);
        ck_assert(memcmp(u, b->u, sizeof u) == 0 && memcmp(h, b->h, sizeof h) == 0 && memcmp(again, b->v, sizeof again) == 0);
        x = (struct prox){x.q, b->alpha, b->z, NULL, u, h};
        ck_assert_double_eq(b->risk->g->ops->proximal(b->risk->g, &x, NULL), value);
        ck_assert(memcmp(u, b->u, sizeof u) == 0);
    }
}

START_TEST(test_proximal)
{
    each_case(1, SINGLE, check_proximal);
    each_case(3, SINGLE, check_proximal);
}
END_TEST

/* The slope of lin t + quad/2 t^2 + g_q(z + t d) at t. */
static double slope_at(struct bench *b, const struct prox *x, double lin, double quad, double t)
{
    double z[ROWS], u[ROWS], h[ROWS];
    struct prox at = {x->q, x->alpha, z, NULL, u, h};

    vec_combine(ROWS, 1, b->z, t, b->d, z);
    b->risk->g->ops->proximal(b->risk->g, &at, NULL);
    return lin + quad * t + vec_dot(ROWS, u, b->d);
}

static void check_search(struct bench *b)
{
    for (int trial = 0; trial < 9; trial++) {
        struct prox x = random_step(b, trial % 3 * 0.4);
        double lin = trial % 2 ? -0.3 : 0.3, quad = 0.1, start = slope_at(b, &x, lin, quad, 0), t;
        b->risk->g->ops->proximal(b->risk->g, &x, NULL);
        t = b->risk->g->ops->proximal_search(b->risk->g, &x, lin, quad, b->d);
        if (start >= 0)
            ck_assert_double_eq(t, 0);
        else
            ck_assert(t > 0 && fabs(slope_at(b, &x, lin, quad, t)) <= -0.05 * start + 1e-12);
    }
}

START_TEST(test_search)
{
    each_case(1, SINGLE, check_search);
    each_case(3, SINGLE, check_search);
    each_case(1, COUPLED, check_search);
    each_case(3, COUPLED, check_search);
}
END_TEST

/* ---- free scalars ----------------------------------------------------------------------------------------------------- */

enum { MOST_TERMS = TASK_CLASSES - 1 };

/* A step at z + t d from the same centre. */
static void step_at(struct bench *b, const struct prox *x, double t, double *u, double *v, double *offset, double *value)
{
    double z[ROWS], h[ROWS];
    struct prox at = {x->q, x->alpha, z, v, u, h};

    vec_combine(ROWS, 1, b->z, t, b->d, z);
    *value = b->risk->g->ops->proximal(b->risk->g, &at, offset);
}

/* The value and the plane of the risk itself; the curvature along d by differences of u, where the risk bends alike on both
 * sides. */
static void check_free(struct bench *b)
{
    static double alpha[ROWS * MOST_TERMS], v[ROWS * MOST_TERMS];
    double offset, value, other[ROWS], direction[DIM], left[ROWS], right[ROWS], e = 1e-5, none;
    int alike = 0;

    ck_assert_uint_le(b->risk->g->prox_size, ROWS * MOST_TERMS);
    for (int trial = 0; trial < 30; trial++) {
        struct prox x = random_step(b, trial % 3 * 0.4);
        double wanted, seen, bent = 0;
        random_vector(&b->rng, b->risk->dim, 1, direction);
        risk_apply(b->risk, direction, b->d);
        vec_fill(ROWS * MOST_TERMS, 0, alpha);
        x.alpha = alpha;
        x.v = trial % 2 ? v : NULL;
        value = b->risk->g->ops->proximal(b->risk->g, &x, &offset);
        ck_assert_double_eq_tol(value, risk_value(b->risk, 0, b->z), 1e-11 * (1 + fabs(value)));
        random_vector(&b->rng, ROWS, 2, other);
        ck_assert_double_le(risk_dot(b->risk, b->u, other) + offset,
                            risk_value(b->risk, 0, other) + 1e-12 * (1 + fabs(offset)));
        for (int i = 0; i < ROWS; i++)
            bent += b->h[i] * b->d[i] * b->d[i];
        for (size_t k = 0; k < b->risk->borders; k++) {
            double s = b->risk->g->ops->border(b->risk->g, k, &x, other), along = vec_dot(ROWS, other, b->d);
            bent -= s > 0 ? along * along / s : 0;
        }
        wanted = vec_dot(ROWS, b->u, b->d);
        step_at(b, &x, e, right, NULL, &offset, &none);
        step_at(b, &x, -e, left, NULL, &offset, &none);
        seen = (vec_dot(ROWS, right, b->d) - vec_dot(ROWS, left, b->d)) / (2 * e);
        if (fabs(vec_dot(ROWS, right, b->d) + vec_dot(ROWS, left, b->d) - 2 * wanted) > 1e-4 * e * (fabs(seen) + 1e-3))
            continue;
        ck_assert_msg(fabs(seen - bent) <= 1e-4 * (fabs(bent) + 1e-3), "%s: %g for %g", b->spec.loss->name, bent, seen);
        alike++;
    }
    ck_assert_int_ge(alike, 5);
}

START_TEST(test_free)
{
    each_case(1, FREE, check_free);
}
END_TEST

/* ---- losses that couple rows -------------------------------------------------------------------------------------------- */

/* The value of g, the plane of g_q, its second derivatives: along d by differences of u; those of unit vectors have the
 * diagonal h, and are symmetric. */
static void check_coupled(struct bench *b)
{
    struct loss *g = b->risk->g;
    double offset, value, none, other[ROWS], left[ROWS], right[ROWS], Hd[ROWS], unit[ROWS], column[ROWS], e = 1e-6;
    int alike = 0;

    for (int trial = 0; trial < 20; trial++) {
        struct prox x = random_step(b, trial % 3 * 0.4);
        double seen, bent;
        int row = trial * 7;
        value = g->ops->proximal(g, &x, &offset);
        ck_assert_double_eq_tol(value, risk_value(b->risk, 0, b->z), 1e-13 * (1 + fabs(value)));
        random_vector(&b->rng, ROWS, 2, other);
        ck_assert_double_le(risk_dot(b->risk, b->u, other) + offset, risk_value(b->risk, 0, other) + 1e-13 * (1 + fabs(offset)));
        g->ops->bend(g, &x, b->d, Hd);
        vec_fill(ROWS, 0, unit);
        unit[row] = 1;
        g->ops->bend(g, &x, unit, column);
        ck_assert_double_eq_tol(column[row], b->h[row], 1e-14 * (1 + b->h[row]));
        ck_assert_double_eq_tol(vec_dot(ROWS, column, b->d), Hd[row], 1e-13);
        vec_fill(ROWS, 1, unit);
        g->ops->bend(g, &x, unit, column); /* an equal change of all scores changes nothing */
        for (int i = 0; i < ROWS; i++)
            ck_assert_double_eq_tol(column[i], 0, 1e-14);
        ck_assert_double_ge(vec_dot(ROWS, b->u, b->z) + offset, value - g->smoothing * x.q * 2 - 1e-13); /* near g at z */
        risk_value(b->risk, 0, other); /* other scores, and a search, leave what bend has */
        g->ops->proximal_search(g, &x, -1, 0.1, b->d);
        g->ops->bend(g, &x, b->d, column);
        ck_assert(memcmp(column, Hd, sizeof Hd) == 0);
        bent = vec_dot(ROWS, Hd, b->d);
        step_at(b, &x, e, right, NULL, &offset, &none);
        step_at(b, &x, -e, left, NULL, &offset, &none);
        seen = (vec_dot(ROWS, right, b->d) - vec_dot(ROWS, left, b->d)) / (2 * e);
        ck_assert_msg(fabs(seen - bent) <= 1e-3 * (fabs(bent) + 1e-3), "%s: %g for %g", b->spec.loss->name, bent, seen);
        alike += bent > 0;
    }
    ck_assert_int_ge(alike, 15);
}

START_TEST(test_coupled)
{
    each_case(1, COUPLED, check_coupled);
    each_case(3, COUPLED, check_coupled);
}
END_TEST

/* ---- rows ------------------------------------------------------------------------------------------------------------- */

/* Products, diagonals and sums of outer products over some rows. */
static void check_rows(struct bench *b)
{
    size_t n = b->risk->dim;

    for (int trial = 0; trial < 4; trial++) {
        double d[DIM], Hd[DIM], D[DIM] = {0}, H[DIM * DIM] = {0};
        int64_t count = 0;
        random_vector(&b->rng, n, 1, d);
        for (int i = 0; i < ROWS; i++)
            if (trial == 0 || (trial < 3 && rng_below(&b->rng, 3) == 0))
                b->row[count++] = i;
        random_vector(&b->rng, ROWS, 1, b->h);
        matrix_hessian(b->risk->A, count, b->row, b->h, d, Hd);
        matrix_diagonal(b->risk->A, count, b->row, b->h, D);
        matrix_gram(b->risk->A, count, b->row, b->h, H);
        for (size_t i = 0; i < n; i++) {
            long double product = 0;
            for (size_t j = 0; j < n; j++) {
                long double sum = 0;
                for (int64_t k = 0; k < count; k++)
                    sum += (long double)b->h[k] * entry(b, b->row[k], i) * entry(b, b->row[k], j);
                product += sum * d[j];
                ck_assert_double_eq_tol(H[i * n + j], j < i ? 0 : (double)sum, 1e-12);
                if (i == j)
                    ck_assert_double_eq_tol(D[i], (double)sum, 1e-12);
            }
            ck_assert_double_eq_tol(Hd[i], (double)product, 1e-11);
        }
    }
}

START_TEST(test_rows)
{
    each_case(1, SINGLE, check_rows);
    each_case(3, SINGLE, check_rows);
}
END_TEST

/* The upper triangle of M is A' diag(h) A, h (ROWS). */
static void check_sum(const struct bench *b, const double *M, const double *h)
{
    size_t n = b->risk->dim;

    for (size_t i = 0; i < n; i++)
        for (size_t j = i; j < n; j++) {
            long double sum = 0, size = 0;
            for (int64_t k = 0; k < ROWS; k++) {
                sum += (long double)h[k] * entry(b, k, i) * entry(b, k, j);
                size += fabsl((long double)h[k] * entry(b, k, i) * entry(b, k, j));
            }
            ck_assert_double_eq_tol(M[i * n + j], (double)sum, 1e-13 * (1e-3 + (double)size));
        }
}

/* Two risks share A' diag(c) A: where all, or all but a few, h_i are kappa c_i the sum starts there, at the third of a pass
 * that the risk has in it, and has the right weights; where few are it does not. With and without costs. */
static void check_shared(struct bench *b)
{
    for (int even = b->spec.cost ? 0 : 1; even < 2; even++) {
        struct risk_spec spec = b->spec;
        struct arena arena = {0};
        struct newton_gram first, second;
        struct risk *risk;
        struct meter meter = {0};
        double h[ROWS], *M;
        size_t n;

        spec.cost = even ? NULL : spec.cost;
        spec.shared.problems = 3;
        risk = risk_of(&spec, b->risk->par, &arena);
        ck_assert_ptr_nonnull(risk);
        risk->meter = &meter;
        n = risk->dim;
        M = arena_doubles(&arena, n * n);
        for (int i = 0; i < ROWS; i++)
            h[i] = even ? 1.0 / ROWS : spec.cost[i];
        matrix_gram(risk->A, ROWS, NULL, h, M);
        risk->shared.M = M;
        newton_gram_init(&first, risk, n, 0.2, &arena);
        newton_gram_init(&second, risk, n, 0.2, &arena);
        ck_assert(!arena.failed);
        second.most = 2; /* more lists, the same bits */
        for (int i = 0; i < ROWS; i++)
            h[i] = i == 3 ? 7 * (even ? 1.0 / ROWS : spec.cost[i]) : 0;
        ck_assert(newton_gram_update(&first, h, NULL));
        check_sum(b, first.M, h);
        ck_assert_double_eq_tol(meter.passes, 1 / (double)ROWS, 1e-12);
        for (int i = 0; i < ROWS; i++)
            h[i] = i % 7 == 4 ? 0 : 0.3 * (even ? 1.0 / ROWS : spec.cost[i]);
        meter.passes = 0;
        ck_assert(newton_gram_update(&first, h, NULL));
        ck_assert_double_eq_tol(meter.passes, 1 / 3.0 + (ROWS + 2) / 7 / (double)ROWS, 0.02);
        check_sum(b, first.M, h);
        ck_assert(newton_gram_update(&second, h, NULL) && !newton_gram_update(&second, h, NULL));
        ck_assert(memcmp(first.M, second.M, n * n * sizeof *first.M) == 0);
        newton_gram_scale(&first, 8);
        for (int i = 0; i < ROWS; i++)
            h[i] = i % 7 > 3 ? 0 : 8 * h[i];
        ck_assert(newton_gram_update(&first, h, NULL));
        check_sum(b, first.M, h);
        arena_free(&arena);
    }
}

START_TEST(test_shared)
{
    each_case(1, SINGLE, check_shared);
    each_case(1, FREE, check_shared);
    each_case(3, SINGLE, check_shared);
}
END_TEST

/* A sum over many rows ends early where the run is interrupted; the rows that are left stay stale, and the next sum, of a
 * run that goes on, takes them. */
START_TEST(test_interrupted)
{
    enum { MANY = 20000, FEW_COLS = 2 };
    struct examples *e = examples_random(3, MANY, FEW_COLS, 1, CSR_DOUBLE);
    struct risk_spec spec;
    struct arena arena = {0};
    struct newton_gram sum;
    struct par par;
    struct risk *risk;
    atomic_int flag = 1;
    struct monitor m = {.limits = {.max_passes = INFINITY, .max_seconds = INFINITY, .interrupt = &flag}};
    double *h = arena_doubles(&arena, MANY), square = 0, part;

    par_init(&par, 1);
    spec = examples_spec(e, loss_find("logistic"), 0, BIAS_NONE, 1);
    risk = risk_of(&spec, &par, &arena);
    newton_gram_init(&sum, risk, FEW_COLS, 0.2, &arena);
    ck_assert(risk && !arena.failed);
    for (int i = 0; i < MANY; i++) {
        h[i] = 1 + i % 7;
        square += h[i] * e->dense[i * FEW_COLS] * e->dense[i * FEW_COLS];
    }
    ck_assert(newton_gram_update(&sum, h, &m));
    part = sum.M[0];
    ck_assert(part > 0.1 * square && part < 0.9 * square);
    flag = 0;
    ck_assert(newton_gram_update(&sum, h, &m) && !newton_gram_update(&sum, h, &m));
    ck_assert_double_eq_tol(sum.M[0], square, 1e-9 * square);
    arena_free(&arena);
    par_free(&par);
    examples_free(e);
}
END_TEST

/* Lists of no row to all, over a matrix of as many parts as there are: products beside dense loops, to the same bits on one
 * thread and on two. */
START_TEST(test_lists)
{
    enum { MANY = 12000, SOME_COLS = 12 };
    static const int64_t steps[] = {MANY + 1, MANY, 100, 5, 1}; /* each so many-th row */
    struct examples *e = examples_random(4, MANY, SOME_COLS, 0.5, CSR_DOUBLE);
    struct risk_spec spec = examples_spec(e, loss_find("logistic"), 0, BIAS_NONE, 1);
    struct arena arena = {0};
    struct par par[2];
    struct risk *risk[2];
    int64_t *row = arena_get(&arena, MANY, sizeof *row);
    double *h = arena_doubles(&arena, MANY), d[SOME_COLS], Hd[2][SOME_COLS];

    for (int j = 0; j < SOME_COLS; j++)
        d[j] = j - 4.5;
    for (int t = 0; t < 2; t++) {
        par_init(&par[t], t + 1);
        risk[t] = risk_of(&spec, &par[t], &arena);
    }
    ck_assert(risk[0] && risk[1] && !arena.failed && risk[0]->A->sums.count == MOST_PARTS);
    for (size_t k = 0; k < sizeof steps / sizeof *steps; k++) {
        int64_t count = 0;
        long double sum[SOME_COLS] = {0};
        for (int64_t i = steps[k] > MANY ? MANY : 0; i < MANY; i += steps[k]) {
            long double z = 0;
            h[count] = 1 + (double)(i % 7);
            row[count] = i;
            for (int j = 0; j < SOME_COLS; j++) {
                z += (long double)(d[j] * e->dense[i * SOME_COLS + j]);
            }
            for (int j = 0; j < SOME_COLS; j++)
                sum[j] += (long double)h[count] * z * (long double)e->dense[i * SOME_COLS + j];
            count++;
        }
        for (int t = 0; t < 2; t++)
            matrix_hessian(risk[t]->A, count, row, h, d, Hd[t]);
        for (int j = 0; j < SOME_COLS; j++)
            ck_assert_double_eq_tol(Hd[0][j], (double)sum[j], 1e-9 * MANY);
        ck_assert(memcmp(Hd[0], Hd[1], sizeof Hd[0]) == 0);
    }
    arena_free(&arena);
    par_free(&par[0]);
    par_free(&par[1]);
    examples_free(e);
}
END_TEST

RUN_TESTS("newton", test_proximal, test_search, test_free, test_coupled, test_rows, test_shared, test_interrupted, test_lists)
