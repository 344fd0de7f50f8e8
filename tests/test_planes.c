/* test_planes - the store of cutting planes and the dual problem over them. */
#include "solve/planes/planes.h"

#include <math.h>
#include <string.h>

#include "math/vec.h"
#include "common.h"
#include "problems.h"

enum { DIM = 7, MANY = 60 };

static void check_gram(const struct planes *s)
{
    for (size_t i = 0; i < s->count; i++)
        for (size_t j = 0; j < s->count; j++) {
            double dot = vec_dot(s->n, s->a[i], s->a[j]);
            ck_assert_double_le(fabs(s->gram[i * s->capacity + j] - dot), 1e-13 * (1 + fabs(dot)));
        }
}

static void check_simplex(const struct planes *s, int k)
{
    double sum = 0;

    for (size_t j = 0; j < s->count; j++) {
        ck_assert_double_ge(s->dual[k].alpha[j], 0);
        sum += s->dual[k].alpha[j];
    }
    ck_assert_double_eq_tol(sum, 1, 1e-14);
}

/* The Frank-Wolfe gap of master's alpha, from scratch. */
static double dual_gap(const struct planes *s, int k, double kappa, const double *linear)
{
    const double *alpha = s->dual[k].alpha;
    double r[DIM], mean = 0, best = -INFINITY;

    planes_combine(s, k, kappa, r);
    for (size_t j = 0; j < s->count; j++) {
        double rise = (linear ? linear[j] : s->b[j]) - vec_dot(s->n, s->a[j], r);
        mean += alpha[j] * rise;
        best = fmax(best, rise);
    }
    return best - mean;
}

/* Solves (7) of dual 0, for lambda; a = A alpha. Returns b'alpha. */
static double bound(struct planes *s, double lambda, double tol, double *a)
{
    planes_solve(s, 0, 1 / lambda, NULL, tol);
    planes_combine(s, 0, 1, a);
    return planes_offset(s, 0);
}

START_TEST(test_solve)
{
    struct risk risk = {.dim = DIM, .traits = RISK_BOUNDED, .floor = 0};
    double a[DIM], w[DIM], r[DIM], linear[MANY + 1] = {0}, off;
    struct planes s;
    struct rng rng;

    rng_seed(&rng, 1);
    ck_assert_int_eq(planes_init(&s, &risk, MANY + 1, 2), OK);
    ck_assert_uint_eq(s.count, 1); /* (0, 0) */
    for (int k = 0; k < MANY; k++) {
        random_vector(&rng, DIM, 1, a);
        off = random_normal(&rng);
        ck_assert_int_eq(planes_add(&s, a, off), OK);
        ck_assert_uint_eq(s.count, (size_t)k + 2);
        ck_assert(memcmp(s.a[k + 1], a, sizeof a) == 0 && s.b[k + 1] == off);
        random_vector(&rng, DIM, 1, w);
        for (size_t j = 0; j < s.count; j++)
            linear[j] = s.b[j] + 0.7 * vec_dot(DIM, s.a[j], w);
        planes_solve(&s, 1, 2.5, linear, 1e-10);
        check_simplex(&s, 1);
        ck_assert_double_le(dual_gap(&s, 1, 2.5, linear), 1e-9);
        off = bound(&s, 0.4, 1e-10, a);
        check_simplex(&s, 0);
        ck_assert_double_le(dual_gap(&s, 0, 2.5, NULL), 1e-9);
        random_vector(&rng, DIM, 2, w); /* the combination is nowhere above the highest plane */
        r[0] = -INFINITY;
        for (size_t j = 0; j < s.count; j++)
            r[0] = fmax(r[0], vec_dot(DIM, s.a[j], w) + s.b[j]);
        ck_assert_double_le(vec_dot(DIM, a, w) + off, r[0] + 1e-12);
    }
    check_gram(&s);
    planes_free(&s);
}
END_TEST

/* A plane without weight for IDLE_LIMIT solutions leaves; what stays keeps its numbers. */
START_TEST(test_idle)
{
    struct risk risk = {.dim = DIM, .floor = -INFINITY};
    double a[MANY][DIM], off[MANY], before[DIM], after[DIM], least;
    struct planes s;
    struct rng rng;
    size_t kept = 0;

    rng_seed(&rng, 2);
    ck_assert_int_eq(planes_init(&s, &risk, MANY, 1), OK);
    ck_assert_uint_eq(s.count, 0);
    for (size_t k = 0; k < MANY; k++) {
        random_vector(&rng, DIM, 1, a[k]);
        off[k] = random_normal(&rng);
        ck_assert_int_eq(planes_add(&s, a[k], off[k]), OK);
    }
    for (int k = 0; k <= IDLE_LIMIT; k++) {
        ck_assert_uint_eq(s.count, MANY);
        least = bound(&s, 0.5, 0, before);
        if (k < IDLE_LIMIT)
            planes_drop_idle(&s);
    }
    planes_drop_idle(&s);
    ck_assert(s.count < MANY && s.count >= 1);
    for (size_t j = 0; j < s.count; j++) { /* in their old order */
        while (kept < MANY && memcmp(a[kept], s.a[j], sizeof a[kept]) != 0)
            kept++;
        ck_assert_uint_lt(kept, MANY);
        ck_assert_double_eq(s.b[j], off[kept]);
        ck_assert(s.dual[0].alpha[j] > 0);
    }
    check_gram(&s);
    ck_assert_double_eq_tol(bound(&s, 0.5, 0, after), least, 1e-12);
    for (size_t j = 0; j < DIM; j++)
        ck_assert_double_eq_tol(after[j], before[j], 1e-12);
    for (size_t k = 0; k < MANY - s.count; k++)
        if (k < 3)
            ck_assert_int_eq(planes_add(&s, a[k], off[k]), OK);
    bound(&s, 0.5, 1e-12, after);
    check_gram(&s);
    planes_free(&s);
}
END_TEST

/* Each plane has an age of its own: the younger of two useless ones leaves so much later. */
START_TEST(test_ages)
{
    enum { LATER = 20 };
    struct risk risk = {.dim = DIM, .floor = -INFINITY};
    double a[DIM] = {0};
    struct planes s;

    ck_assert_int_eq(planes_init(&s, &risk, MANY, 2), OK);
    for (int solution = 0; solution <= IDLE_LIMIT + LATER; solution++) {
        if (solution == 0 || solution == LATER) {
            a[0] = solution;
            ck_assert_int_eq(planes_add(&s, a, -100 - solution), OK);
        }
        if (solution < 3) { /* three that matter */
            a[1 + solution] = 1;
            ck_assert_int_eq(planes_add(&s, a, 1), OK);
            a[1 + solution] = 0;
        }
        bound(&s, 1, 1e-12, a);
        planes_solve(&s, 1, 1, NULL, 1e-12);
        planes_drop_idle(&s);
        vec_fill(DIM, 0, a);
        if (solution >= 2)
            ck_assert_msg(s.count == (size_t)(3 + (solution < IDLE_LIMIT) + (solution >= LATER && solution < IDLE_LIMIT + LATER)),
                          "%zu planes after solution %d", s.count, solution);
    }
    planes_free(&s);
}
END_TEST

/* However little room there is, bounds stay below the optimum and planes below the risk; with enough, the bound gets there. */
START_TEST(test_full)
{
    static const size_t capacity[] = {3, 4, 7, 200};
    static struct optimum list[400];
    struct par one = {1, NULL};
    int count = optima_read(list, 400);

    for (int k = 0; k < count; k++) {
        double p, a[16], w[16], v[16], linear[200], off, D = -INFINITY;
        const struct loss_row *loss = loss_named(list[k].loss, &p);
        struct risk_spec spec;
        struct examples *e;
        if (!loss || strcmp(list[k].reg, "l2") != 0)
            continue;
        e = examples_read(list[k].data);
        spec = examples_spec(e, loss, p, strcmp(list[k].bias, "free") == 0 ? BIAS_FREE : strcmp(list[k].bias, "reg") == 0, 1);
        for (int c = 0; c < 8; c++) {
            struct arena arena = {0};
            struct risk *risk = risk_of(&spec, &one, &arena);
            struct planes s;
            struct rng rng;
            rng_seed(&rng, 3);
            ck_assert_int_eq(planes_init(&s, risk, capacity[c / 2], 1 + c % 2), OK);
            vec_fill(16, 0, w);
            for (int step = 0; step < 160; step++) {
                risk_eval(risk, w, a, &off);
                ck_assert_int_eq(planes_add(&s, a, off), OK);
                ck_assert_uint_le(s.count, capacity[c / 2]);
                if (c % 2) {
                    random_vector(&rng, s.count, 1, linear);
                    planes_solve(&s, 1, 0.7, linear, 1e-9);
                }
                off = bound(&s, list[k].lambda, 1e-13, a);
                D = off - vec_sqnorm(risk->dim, a) / (2 * list[k].lambda);
                ck_assert_msg(D <= list[k].J + 1e-9, "%s, %zu planes: bound %.17g above %.17g", list[k].id, capacity[c / 2],
                              D, list[k].J);
                random_vector(&rng, risk->dim, 1, v);
                ck_assert_double_le(vec_dot(risk->dim, a, v) + off, risk_eval(risk, v, w, &p) + 1e-12);
                vec_combine(risk->dim, -1 / list[k].lambda, a, 0, a, w);
            }
            check_gram(&s);
            if (capacity[c / 2] == 200)
                ck_assert_msg(D >= list[k].J - 1e-7, "%s: bound %.17g for %.17g", list[k].id, D, list[k].J);
            planes_free(&s);
            arena_free(&arena);
        }
        examples_free(e);
    }
}
END_TEST

/* Slopes whose squares overflow: the weights are on the simplex all the same. */
START_TEST(test_overflow)
{
    struct risk risk = {.dim = DIM, .traits = 0, .floor = -INFINITY};
    double a[DIM];
    struct planes s;
    struct rng rng;

    rng_seed(&rng, 4);
    ck_assert_int_eq(planes_init(&s, &risk, MANY, 1), OK);
    for (int k = 0; k < MANY; k++) {
        random_vector(&rng, DIM, 1, a);
        a[0] = k % 2 ? 1e300 : -1e300;
        ck_assert_int_eq(planes_add(&s, a, 0), OK);
        planes_solve(&s, 0, 1, NULL, 1e-9);
        check_simplex(&s, 0);
    }
    planes_free(&s);
}
END_TEST

RUN_TESTS("planes", test_solve, test_idle, test_ages, test_full, test_overflow)
