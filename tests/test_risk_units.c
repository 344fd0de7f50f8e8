/* test_risk_units - what engines that visit single rows ask of the linear risk, with one score of a row and with several:
 * slopes, planes of dual points, dual coordinate steps, also on shrunken weights, and the weights that a row depends on. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "math/vec.h"
#include "risk/composite_parts.h"
#include "common.h"
#include "problems.h"

enum { ROWS = 40, COLS = 9, DIM = (COLS + 1) * TASK_CLASSES, UNITS = ROWS * TASK_CLASSES };

/* Every loss, storage and bias of these whose risk has the trait. */
static void each_risk(unsigned trait, enum bias_mode first, enum bias_mode last, void (*check)(struct unit_bench *b))
{
    for (size_t k = 0; loss_at(k); k++)
        for (int storage = CSR_BINARY; storage < CSR_STORAGES; storage++)
            for (int mode = (int)first; mode <= (int)last; mode++) {
                if (!(risk_traits(loss_at(k), mode == BIAS_FREE) & trait) || loss_at(k)->group) /* test_risk_groups */
                    continue;
                struct examples *e = examples_random(k + 1, ROWS, COLS, 0.5, (enum csr_storage)storage);
                struct unit_bench b;
                for (int i = 0; i < ROWS; i++)
                    e->cost[i] *= i == 5 ? 0 : e->y[i] > 0 ? 3 : 0.5;
                e->cost[7] *= 50;
                unit_bench_open(&b, e, loss_at(k), (enum bias_mode)mode, 1);
                ck_assert(b.risk->traits & trait);
                rng_seed(&b.rng, k);
                check(&b);
                unit_bench_close(&b);
            }
}

#define each_case(check) each_risk(RISK_UNITS, BIAS_NONE, BIAS_REGULARIZED, check) /* that admits single units */

/* The value of row i in the column that weight j belongs to. */
static double entry(const struct unit_bench *b, int64_t i, size_t j)
{
    return j / b->k < COLS ? b->e->dense[(size_t)i * COLS + j / b->k] : b->spec.bias;
}

static double row_sqnorm(const struct unit_bench *b, int64_t i)
{
    double sum = 0;

    for (size_t j = 0; j < b->n; j += b->k)
        sum += entry(b, i, j) * entry(b, i, j);
    return sum;
}

/* u of row i: a slope at likely scores. */
static void random_slope(struct unit_bench *b, int64_t i, double *u)
{
    double z[TASK_CLASSES];

    random_vector(&b->rng, b->k, 3, z);
    spec_slope(&b->spec, i, z, u);
}

static double soft(double v, double shrink)
{
    return copysign(fmax(0, fabs(v) - shrink), v);
}

/* ---- slopes ----------------------------------------------------------------------------------------------------------- */

static void check_slopes(struct unit_bench *b)
{
    double v[DIM], moved[DIM], u[UNITS], scratch[UNITS], z[TASK_CLASSES], s = 0.7, passes = b->meter.passes, below = 0;
    struct sums step;
    int64_t unit[ROWS];
    size_t count = 25;

    for (size_t j = 0; j < count; j++) /* some twice */
        unit[j] = (int64_t)rng_below(&b->rng, ROWS);
    random_vector(&b->rng, b->n, 1, v);
    vec_copy(b->n, v, moved);
    vec_scale(b->n, s, v);
    for (size_t j = 0; j < count; j++) {
        double *slope = u + j * b->k;
        dense_scores(b->e, &b->spec, unit[j], v, z);
        spec_slope(&b->spec, unit[j], z, slope);
        below += b->e->cost[unit[j]] * (spec_value(&b->spec, 0, unit[j], z) - vec_dot(b->k, slope, z));
    }
    vec_copy(b->n, moved, v);
    step = risk_unit_step(b->risk, count, unit, s, moved, scratch, -0.3, moved);
    ck_assert_double_eq_tol(step.offset, below, 1e-12 * (1 + fabs(below)));
    ck_assert_double_eq_tol(b->meter.passes, passes + (double)count / ROWS, 1e-12);
    ck_assert_double_eq_tol(step.value, vec_sqnorm(b->n, moved) - vec_sqnorm(b->n, v), 1e-12 * (1 + vec_sqnorm(b->n, moved)));
    for (size_t j = 0; j < count; j++)
        for (size_t l = 0; l < b->n; l++)
            v[l] -= 0.3 * b->e->cost[unit[j]] * u[j * b->k + l % b->k] * entry(b, unit[j], l);
    for (size_t l = 0; l < b->n; l++)
        ck_assert_double_eq_tol(v[l], moved[l], 1e-13 * (1 + fabs(v[l])));
}

START_TEST(test_slopes)
{
    each_case(check_slopes);
}
END_TEST

/* No subgradient within the ball is longer, in the root mean square over the units; with several scores, of slopes
 * e_o - e_y, the longest there are is as long as the bound. */
static void check_bound(struct unit_bench *b)
{
    double radius = 1.7, bound = risk_unit_bound(b->risk, radius), v[DIM], z[TASK_CLASSES], u[TASK_CLASSES], squares = 0, all = 0;

    for (int64_t i = 0; i < ROWS; i++) {
        double most = 0, scale = ROWS * b->e->cost[i];
        for (int trial = 0; trial < 40; trial++) {
            random_vector(&b->rng, b->n, 1, v);
            vec_scale(b->n, radius / sqrt(vec_sqnorm(b->n, v)), v);
            dense_scores(b->e, &b->spec, i, v, z);
            spec_slope(&b->spec, i, z, u);
            most = fmax(most, scale * scale * vec_sqnorm(b->k, u) * row_sqnorm(b, i));
        }
        squares += most / ROWS;
        all += 2 * scale * scale * row_sqnorm(b, i) / ROWS;
    }
    ck_assert_msg(squares <= bound * bound * (1 + 1e-12), "%s: %.17g above %.17g", b->name, sqrt(squares), bound);
    if (b->k > 1)
        ck_assert_double_eq_tol(bound, sqrt(all), 1e-12 * bound);
}

START_TEST(test_bound)
{
    each_case(check_bound);
}
END_TEST

/* ---- dual points ------------------------------------------------------------------------------------------------------ */

/* -sum c l*(alpha); v = sum c alpha x. */
static double dense_plane(const struct unit_bench *b, const double *alpha, double *v)
{
    double sum = 0;

    vec_fill(b->n, 0, v);
    for (int64_t i = 0; i < ROWS; i++) {
        const double *u = alpha + (size_t)i * b->k;
        if (b->e->cost[i] > 0)
            sum -= b->e->cost[i] * spec_dual(&b->spec, i, u);
        for (size_t j = 0; j < b->n; j++)
            v[j] += b->e->cost[i] * u[j % b->k] * entry(b, i, j);
    }
    return sum;
}

static void check_plane(struct unit_bench *b)
{
    double alpha[UNITS], a[DIM], v[DIM], w[DIM], off, wanted, passes;

    for (int trial = 0; trial < 5; trial++) {
        for (int64_t i = 0; i < ROWS; i++)
            random_slope(b, i, alpha + (size_t)i * b->k);
        wanted = dense_plane(b, alpha, v);
        passes = b->meter.passes;
        off = risk_plane(b->risk, alpha, a);
        ck_assert(risk_plane(b->risk, alpha, NULL) == off);
        ck_assert_double_eq(b->meter.passes, passes + 0.5);
        ck_assert_double_eq_tol(off, wanted, 1e-12 * (1 + fabs(wanted)));
        for (size_t j = 0; j < b->n; j++)
            ck_assert_double_eq_tol(a[j], v[j], 1e-13 * (1 + fabs(v[j])));
        for (int k = 0; k < 10; k++) { /* it is below the risk */
            double R;
            random_vector(&b->rng, b->n, k % 2 ? 3 : 0.3, w);
            R = dense_risk(b->e, &b->spec, 0, w, 0);
            ck_assert_double_le(vec_dot(b->n, a, w) + off, R + 1e-12 * (1 + fabs(R)));
        }
    }
    vec_fill(UNITS, 0, alpha); /* zeros are a dual point */
    ck_assert(isfinite(risk_plane(b->risk, alpha, a)));
}

START_TEST(test_plane)
{
    each_case(check_plane);
}
END_TEST

/* D = -sum c l*(alpha) - lambda/2 |w|^2, w = soft(v, shrink), v = -sum c alpha x / lambda: the dual with the regularizer
 * lambda (|w|^2 / 2 + shrink |w|_1). */
static double dense_dual(const struct unit_bench *b, double lambda, double shrink, const double *alpha, double *v)
{
    double sum = dense_plane(b, alpha, v), w[DIM];

    for (size_t j = 0; j < b->n; j++) {
        v[j] /= -lambda;
        w[j] = soft(v[j], shrink);
    }
    return sum - lambda / 2 * vec_sqnorm(b->n, w);
}

/* w = soft(v, shrink), which the units see. */
struct shrunken {
    double shrink;
    const double *v;
    double *w;
};

static void update(void *context, size_t at, size_t n)
{
    const struct shrunken *map = context;

    for (size_t j = at; j < at + n; j++)
        map->w[j] = soft(map->v[j], map->shrink);
}

static void update_support(void *context, const struct support *moved)
{
    support_visit(moved, update, context);
}

/* |x_i|^2 for the sweeps of a risk with dual steps; NULL without. */
static const double *sqnorms(struct unit_bench *b)
{
    double *sqnorm = b->risk->traits & RISK_DUAL ? arena_doubles(&b->arena, ROWS) : NULL;

    if (sqnorm)
        risk_sqnorms(b->risk, sqnorm);
    return sqnorm;
}

/* Each step is the loss' own at the scores of the shrunken weights, and raises the dual; the weights go along. */
static void check_steps(struct unit_bench *b, double lambda, double shrink)
{
    double alpha[UNITS] = {0}, v[DIM], w[DIM], exact[DIM], wanted[TASK_CLASSES], z[TASK_CLASSES], before, after;
    unsigned char moved[ROWS];
    int64_t order[ROWS];
    struct shrunken map = {shrink, v, w};
    struct sweep s = {.sigma = lambda, .sqnorm = sqnorms(b), .order = order, .count = 1, .alpha = alpha, .v = v,
                      .w = shrink > 0 ? w : v,
                      .moved = moved, .update = update_support, .context = &map};

    vec_fill(b->n, 0, v);
    vec_fill(b->n, 0, w);
    before = dense_dual(b, lambda, shrink, alpha, exact);
    for (int step = 0; step < 100; step++) {
        int64_t i = order[0] = (int64_t)rng_below(&b->rng, ROWS);
        double *u = alpha + (size_t)i * b->k, old[TASK_CLASSES], size = 1, passes = b->meter.passes;
        vec_copy(b->k, u, old);
        vec_copy(b->k, u, wanted);
        for (size_t j = 0; j < b->n; j++)
            exact[j] = soft(v[j], shrink);
        dense_scores(b->e, &b->spec, i, exact, z);
        spec_step(&b->spec, i, z, wanted, b->e->cost[i] * row_sqnorm(b, i) / lambda);
        risk_sweep(b->risk, &s);
        ck_assert_double_eq_tol(b->meter.passes, passes + 1.0 / ROWS, 1e-12);
        ck_assert_int_eq(moved[0], vec_sqdistance(b->k, u, old) > 0);
        for (size_t o = 0; o < b->k; o++)
            size += fabs(u[o]);
        if (b->e->cost[i] * row_sqnorm(b, i) > 0) /* else a jump between ends, at scores that differ by rounding */
            for (size_t o = 0; o < b->k; o++)
                ck_assert_msg(fabs(u[o] - wanted[o]) <= 1e-7 * size, "%s: %.17g for %.17g", b->name, u[o], wanted[o]);
        after = dense_dual(b, lambda, shrink, alpha, exact);
        ck_assert_msg(after >= before - 1e-12 * (1 + fabs(before)), "%s, lambda %g, shrink %g: the dual fell from %.17g to %.17g",
                      b->name, lambda, shrink, before, after);
        before = after;
    }
    for (size_t j = 0; j < b->n; j++)
        ck_assert_double_le(fabs(v[j] - exact[j]), 1e-11 * (1 + fabs(exact[j])));
}

static void check_sweep(struct unit_bench *b)
{
    check_steps(b, 1, 0);
    check_steps(b, 0.01, 0);
    check_steps(b, 0.1, 0.3);
    check_steps(b, 0.01, 2);
}

START_TEST(test_sweep)
{
    each_case(check_sweep);
}
END_TEST

/* At random scores just the units whose step changes alpha are active, or were before. */
static void check_reactivate(struct unit_bench *b)
{
    double alpha[UNITS] = {0}, v[DIM], z[UNITS], u[TASK_CLASSES];
    unsigned char moved[ROWS];
    int64_t order[ROWS];
    struct sweep s = {.sigma = 0.1, .sqnorm = sqnorms(b), .bias = b->risk->borders > 0 ? 0.7 : 0, .order = order,
                      .count = ROWS / 2, .alpha = alpha, .v = v, .w = v, .moved = moved};

    vec_fill(b->n + b->risk->borders, 0, v);
    for (int i = 0; i < ROWS; i++)
        order[i] = i;
    risk_sweep(b->risk, &s);
    for (int trial = 0; trial < 20; trial++) {
        uint32_t before[(ROWS + UNIT_BITS - 1) / UNIT_BITS], active[(ROWS + UNIT_BITS - 1) / UNIT_BITS];
        ck_assert_uint_eq(sizeof active / sizeof *active, unit_words(ROWS));
        for (size_t k = 0; k < unit_words(ROWS); k++)
            before[k] = active[k] = (uint32_t)(rng_next(&b->rng) & rng_next(&b->rng));
        for (size_t k = 0; k < ROWS * b->k; k++)
            z[k] = 4 * rng_uniform(&b->rng) - 2;
        risk_reactivate(b->risk, &s, z, active);
        for (int64_t i = 0; i < ROWS; i++) {
            bool was = before[i / UNIT_BITS] >> i % UNIT_BITS & 1, is = active[i / UNIT_BITS] >> i % UNIT_BITS & 1;
            double q = b->e->cost[i] * (row_sqnorm(b, i) + s.bias * s.bias) / s.sigma, change;
            if (q == 0)
                continue;
            vec_copy(b->k, alpha + (size_t)i * b->k, u);
            spec_step(&b->spec, i, z + (size_t)i * b->k, u, q);
            change = vec_sqdistance(b->k, u, alpha + (size_t)i * b->k);
            ck_assert_msg(is == (was || change > 0), "%s: unit %d, change %g", b->name, (int)i, change);
        }
    }
}

START_TEST(test_reactivate)
{
    each_case(check_reactivate);
    each_risk(RISK_DUAL, BIAS_FREE, BIAS_FREE, check_reactivate);
}
END_TEST

/* Sweeps with every instruction set of this machine: the same bits. */
static void check_sets(struct unit_bench *b)
{
    static double alpha[ISAS][UNITS], v[ISAS][DIM];
    struct composite *r = b->risk->self;
    unsigned char moved[ROWS];
    int64_t order[ROWS];

    for (int i = 0; i < ROWS; i++)
        order[i] = (7 * i) % ROWS;
    for (enum isa isa = 0; isa <= isa_best(); isa++) {
        struct sweep s = {.sigma = .05, .sqnorm = sqnorms(b), .order = order, .count = ROWS, .alpha = alpha[isa], .v = v[isa],
                          .w = v[isa], .moved = moved};
        vec_fill(UNITS, 0, alpha[isa]);
        vec_fill(b->n, 0, v[isa]);
        matrix_use(&r->A, isa);
        risk_choose_sweep(r);
        for (int sweep = 0; sweep < 3; sweep++)
            risk_sweep(b->risk, &s);
        ck_assert(memcmp(alpha[isa], alpha[0], sizeof *alpha) == 0);
        ck_assert(memcmp(v[isa], v[0], b->n * sizeof **v) == 0);
    }
}

START_TEST(test_sets)
{
    each_case(check_sets);
}
END_TEST

/* Sweeps get to the optimum: the primal and the dual meet, with shrunken weights and with near outputs too. */
static void check_optimum(struct unit_bench *b)
{
    for (int trial = 0; trial < 4; trial++) {
        uint64_t near[2 * ROWS] = {0}; /* sweep_near(k) = 2 up to 64 scores */
        double lambda = 0.3, shrink = trial % 2 ? 0.2 : 0, alpha[UNITS] = {0}, w[DIM], v[DIM], primal, dual = 0;
        struct shrunken map = {shrink, v, w};
        unsigned char moved[ROWS];
        int64_t order[ROWS];
        struct sweep s = {.sigma = lambda, .sqnorm = sqnorms(b), .order = order, .count = ROWS, .alpha = alpha, .v = v,
                          .w = trial % 2 ? w : v, .moved = moved, .update = update_support, .context = &map,
                          .near = trial / 2 ? near : NULL};
        vec_fill(b->n, 0, v);
        vec_fill(b->n, 0, w);
        for (int i = 0; i < ROWS; i++)
            order[i] = i;
        for (int sweep = 0; sweep < 3000; sweep++) {
            rng_shuffle(&b->rng, ROWS, order);
            risk_sweep(b->risk, &s);
        }
        dual = dense_dual(b, lambda, shrink, alpha, v);
        primal = 0;
        for (size_t j = 0; j < b->n; j++) {
            v[j] = soft(v[j], shrink);
            primal += lambda * shrink * fabs(v[j]);
        }
        primal += dense_risk(b->e, &b->spec, 0, v, 0) + lambda / 2 * vec_sqnorm(b->n, v);
        ck_assert_msg(fabs(primal - dual) <= 1e-6 * (1 + fabs(primal)), "%s: %.17g and %.17g", b->name, primal, dual);
    }
}

START_TEST(test_optimum)
{
    each_case(check_optimum);
}
END_TEST

/* ---- the weights that a unit depends on ------------------------------------------------------------------------------- */

static void mark(void *context, size_t at, size_t n)
{
    for (size_t j = at; j < at + n; j++)
        ((int *)context)[j]++;
}

static void check_support(struct unit_bench *b)
{
    double passes = b->meter.passes;

    for (int64_t i = 0; i < ROWS; i++) {
        struct support support = risk_unit_support(b->risk, i);
        int marks[DIM] = {0};
        support_visit(&support, mark, marks);
        for (size_t j = 0; j < b->n; j++)
            ck_assert_int_eq(marks[j], entry(b, i, j) != 0);
    }
    ck_assert_double_eq(b->meter.passes, passes);
}

START_TEST(test_support)
{
    each_case(check_support);
}
END_TEST

/* Each unit once with costs that are the same or tiny q_i; in proportion to c_i/mean c with large q_i; at most twice the
 * units in all. */
static void check_visits(struct unit_bench *b)
{
    unsigned char visits[ROWS] = {0};
    double mean = 0, sigma[] = {1e9, 0.02, 1e-9};

    for (int64_t i = 0; i < ROWS; i++)
        mean += b->e->cost[i] / ROWS;
    for (int k = 0; k < 3; k++) {
        bool several = risk_visits(b->risk, sigma[k], sqnorms(b), k == 2 ? 3 : 100, visits);
        double sum = 0;
        ck_assert(k == 0 ? !several && visits[0] == 0 : k == 1 || several);
        for (int64_t i = 0; i < ROWS && several; i++) {
            double share = b->e->cost[i] / mean, q = b->e->cost[i] * row_sqnorm(b, i) / sigma[k];
            double expected = share > 1 ? (1 + q) / (1 + q / share) : 1;
            ck_assert(visits[i] == (int)fmin(k == 2 ? 3 : 100, expected));
            sum += visits[i];
        }
        ck_assert(sum <= 2 * ROWS);
    }
}

START_TEST(test_visits)
{
    each_case(check_visits);
}
END_TEST

/* The feature of a free bias: v and its weight go along with the steps. */
static void check_bias_feature(struct unit_bench *b)
{
    double alpha[ROWS] = {0}, w[COLS + 1] = {0}, gain = 0;
    unsigned char moved[ROWS];
    int64_t order[ROWS];
    struct sweep s = {.sigma = 0.5, .sqnorm = sqnorms(b), .bias = 0.7, .order = order, .count = ROWS, .alpha = alpha, .v = w,
                      .w = w, .moved = moved};

    ck_assert(b->k == 1 && b->n == COLS && b->risk->borders == 1);
    for (int i = 0; i < ROWS; i++)
        order[i] = i;
    for (int sweep = 0; sweep < 300; sweep++)
        gain = risk_sweep(b->risk, &s);
    ck_assert_double_le(gain, 1e-4);
    for (size_t j = 0; j <= COLS; j++) {
        double exact = 0;
        for (int i = 0; i < ROWS; i++)
            exact -= b->e->cost[i] * alpha[i] * (j < COLS ? entry(b, i, j) : s.bias) / s.sigma;
        ck_assert_double_eq_tol(w[j], exact, 1e-11 * (1 + fabs(exact)));
    }
}

START_TEST(test_bias_feature)
{
    each_risk(RISK_DUAL, BIAS_FREE, BIAS_FREE, check_bias_feature);
}
END_TEST

RUN_TESTS("risk_units", test_slopes, test_bound, test_plane, test_sweep, test_reactivate, test_sets, test_optimum, test_support,
          test_visits, test_bias_feature)
