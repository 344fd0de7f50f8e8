/* test_risk_groups - units that are queries or sequences: steps, supports, bounds. */
#include <math.h>

#include "math/vec.h"
#include "risk/units.h"
#include "common.h"
#include "problems.h"

enum { ROWS = 43, COLS = 9, DIM = (COLS + 1 + TASK_CLASSES) * TASK_CLASSES, MOST = 12 };

/* Calls check for each loss of groups, without and with a bias. */
static void each_case(void (*check)(struct unit_bench *b))
{
    int cases = 0;

    for (size_t k = 0; loss_at(k); k++)
        for (int mode = BIAS_NONE; loss_at(k)->group && mode <= BIAS_REGULARIZED; mode++) {
            struct unit_bench b;
            unit_bench_open(&b, examples_random(k + 1, ROWS, COLS, 0.5, CSR_DOUBLE), loss_at(k), (enum bias_mode)mode, MOST);
            ck_assert(b.risk->traits & RISK_UNITS && (int64_t)b.risk->units == b.spec.groups.count);
            rng_seed(&b.rng, k);
            check(&b);
            cases++;
            unit_bench_close(&b);
        }
    ck_assert_int_ge(cases, 8);
}

/* g_i at s v in g; returns the offset. */
static double slope_of(struct unit_bench *b, int64_t unit, double s, const double *v, double *g)
{
    vec_fill(b->n, 0, g);
    return risk_unit_step(b->risk, 1, &unit, s, v, b->scratch, 1, g).offset;
}

/* All units in any order are the risk; a batch is the sum of its units at the old point. */
static void check_steps(struct unit_bench *b)
{
    double v[DIM], w[DIM], a[DIM], g[DIM], sum[DIM], to[DIM], s = 0.7, offset, below = 0, passes;
    int64_t unit[ROWS];
    struct sums step;

    for (size_t i = 0; i < b->risk->units; i++)
        unit[i] = (int64_t)i;
    for (int trial = 0; trial < 10; trial++) {
        random_vector(&b->rng, b->n, trial ? trial : 0, v);
        vec_combine(b->n, s, v, 0, v, w);
        risk_eval(b->risk, w, a, &offset);
        vec_fill(b->n, 0, sum);
        below = 0;
        for (size_t i = b->risk->units; i-- > 0;) {
            below += slope_of(b, (int64_t)i, s, v, g);
            vec_add(b->n, 1, g, sum);
        }
        ck_assert_double_eq_tol(below, offset, 1e-12 * (1 + fabs(offset)));
        for (size_t j = 0; j < b->n; j++)
            ck_assert_double_eq_tol(sum[j], a[j], 1e-13);
        vec_copy(b->n, v, sum);
        below = 0;
        rng_shuffle(&b->rng, b->risk->units, unit);
        for (size_t k = 0; k < MOST; k++) {
            below += slope_of(b, unit[k], s, v, g);
            vec_add(b->n, -0.3, g, sum);
        }
        vec_copy(b->n, v, to);
        passes = b->meter.passes;
        step = risk_unit_step(b->risk, MOST, unit, s, to, b->scratch, -0.3, to);
        ck_assert_double_eq_tol(b->meter.passes, passes + MOST / (double)b->risk->units, 1e-12);
        ck_assert_double_eq_tol(step.offset, below, 1e-12 * (1 + fabs(below)));
        ck_assert_double_eq_tol(step.value, vec_sqnorm(b->n, to) - vec_sqnorm(b->n, v), 1e-12 * (1 + vec_sqnorm(b->n, v)));
        for (size_t j = 0; j < b->n; j++)
            ck_assert_double_eq_tol(to[j], sum[j], 1e-13 * (1 + fabs(sum[j])));
    }
}

START_TEST(test_steps)
{
    each_case(check_steps);
}
END_TEST

static void mark(void *context, size_t at, size_t n)
{
    for (size_t j = at; j < at + n; j++)
        ((bool *)context)[j] = true;
}

/* The support has the columns of the rows of the unit, the bias and the own weights; a step changes no other. */
static void check_support(struct unit_bench *b)
{
    size_t k = spec_outputs(&b->spec), own = b->spec.loss->own ? b->spec.loss->own(TASK_CLASSES) : 0;
    double v[DIM], g[DIM];

    random_vector(&b->rng, b->n, 1, v);
    for (size_t i = 0; i < b->risk->units; i++) {
        struct support support = risk_unit_support(b->risk, (int64_t)i);
        bool marks[DIM] = {false};
        support_visit(&support, mark, marks);
        slope_of(b, (int64_t)i, 1, v, g);
        for (size_t j = 0; j < b->n; j++) {
            bool wanted = j / k >= COLS || j >= b->n - own;
            for (int64_t t = b->spec.groups.start[i]; t < b->spec.groups.start[i + 1] && j / k < COLS; t++)
                wanted = wanted || b->e->dense[(size_t)t * COLS + j / k] != 0;
            ck_assert(marks[j] == wanted && (marks[j] || g[j] == 0));
        }
    }
}

START_TEST(test_support)
{
    each_case(check_support);
}
END_TEST

/* No subgradients are longer, in the root mean square over the units. */
static void check_bound(struct unit_bench *b)
{
    double bound = risk_unit_bound(b->risk, 10), v[DIM], g[DIM], most[ROWS] = {0}, squares = 0;

    for (int trial = 0; trial < 100; trial++) {
        random_vector(&b->rng, b->n, trial % 10, v);
        for (size_t i = 0; i < b->risk->units; i++) {
            slope_of(b, (int64_t)i, 1, v, g);
            most[i] = fmax(most[i], vec_sqnorm(b->n, g));
        }
    }
    for (size_t i = 0; i < b->risk->units; i++)
        squares += (double)b->risk->units * most[i];
    ck_assert_double_le(sqrt(squares), bound);
    ck_assert_double_le(bound, 5 * sqrt(squares));
}

START_TEST(test_bound)
{
    each_case(check_bound);
}
END_TEST

RUN_TESTS("risk_groups", test_steps, test_support, test_bound)
