/* test_lanes - several risks over one matrix side by side: the steps are those of each alone, and so is what a run proves. */
#include <math.h>
#include <string.h>

#include "math/vec.h"
#include "risk/composite_parts.h"
#include "risk/lanes.h"
#include "solve/run.h"
#include "common.h"
#include "problems.h"

enum { ROWS = 70, COLS = 23, DIM = COLS + 1, SWEEPS = 4, TAKEN = 5 }; /* TAKEN: lanes with a risk */

/* The risks of TAKEN lanes: the labels of lane k are those of e, k rows on. */
struct lanes_bench {
    struct examples *e;
    struct risk_spec spec[TAKEN];
    double y[TAKEN][ROWS];
    struct risk *risk[TAKEN];
    struct arena arena;
};

/* False: the loss has no lanes. */
static bool bench_open(struct lanes_bench *b, const struct loss_row *loss, enum csr_storage storage, enum bias_mode mode)
{
    *b = (struct lanes_bench){.e = examples_random(5, ROWS, COLS, 0.4, storage)};
    examples_task(b->e, loss);
    for (int i = 0; i < ROWS; i++)
        b->e->cost[i] = i % 9 == 0 ? 0 : (1 + i % 3) / (double)ROWS;
    for (int k = 0; k < TAKEN; k++) {
        for (int i = 0; i < ROWS; i++)
            b->y[k][i] = b->e->y[(i + k) % ROWS];
        b->spec[k] = examples_spec(b->e, loss, loss->parameter.initial, mode, 2);
        b->spec[k].y = b->y[k];
        b->risk[k] = risk_of(&b->spec[k], &par_alone, &b->arena);
        if (!b->risk[k] || !(b->risk[k]->traits & RISK_DUAL) || b->risk[k]->traits & RISK_GIBBS || b->risk[k]->outputs > 1 ||
            b->risk[k]->units != ROWS || loss->traits & LOSS_GROUPS)
            return false;
    }
    return true;
}

static void bench_close(struct lanes_bench *b)
{
    arena_free(&b->arena);
    examples_free(b->e);
}

struct state {
    double alpha[ROWS * LANES], v[DIM * LANES], z[ROWS * LANES];
    struct lanes s;
    unsigned char moved[ROWS];
};

/* Sweeps from 0 with all lanes of a risk on but the last of them. */
static void sweep_lanes(const struct lanes_bench *b, enum isa isa, const int64_t *order, const double *sqnorm, double *y,
                        struct state *at)
{
    struct composite *r = b->risk[0]->self;

    *at = (struct state){.s = {.sigma = 0.05, .order = order, .count = ROWS, .sqnorm = sqnorm, .y = y}};
    at->s.alpha = at->alpha;
    at->s.v = at->v;
    at->s.moved = at->moved;
    for (int k = 0; k < TAKEN; k++) {
        at->s.on[k] = k < TAKEN - 1;
        risk_lane_labels(b->risk[k], (size_t)k, y);
    }
    matrix_use(&r->A, isa);
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        vec_fill(LANES, 0, at->s.gain);
        risk_sweep_lanes(b->risk[0], &at->s);
    }
    risk_apply_lanes(b->risk[0], at->v, at->z);
}

/* Lane k against sweeps of its risk alone. */
static void check_lane(const struct lanes_bench *b, int k, const int64_t *order, const double *sqnorm, const struct state *at,
                       int *moves)
{
    double alpha[ROWS] = {0}, v[DIM] = {0}, z[ROWS], gain = 0;
    unsigned char moved[ROWS] = {0};
    struct sweep s = {.sigma = 0.05, .sqnorm = sqnorm, .order = order, .count = ROWS, .alpha = alpha, .v = v, .w = v,
                      .moved = moved};

    for (int sweep = 0; sweep < SWEEPS && at->s.on[k] > 0; sweep++)
        gain = risk_sweep(b->risk[k], &s);
    ck_assert(fabs(gain - at->s.gain[k]) <= 1e-11 * (1e-3 + gain));
    risk_apply(b->risk[k], v, z);
    for (int i = 0; i < ROWS; i++) {
        const char *name = b->spec[k].loss->name;
        ck_assert_msg(fabs(alpha[i] - at->alpha[i * LANES + k]) <= 1e-12 * (1 + fabs(alpha[i])), "%s: %.17g, alone %.17g", name,
                      at->alpha[i * LANES + k], alpha[i]);
        ck_assert(fabs(z[i] - at->z[i * LANES + k]) <= 1e-11 * (1 + fabs(z[i])));
        moves[i] += moved[i];
    }
    for (size_t j = 0; j < b->risk[k]->dim; j++)
        ck_assert(fabs(v[j] - at->v[j * LANES + (size_t)k]) <= 1e-11 * (1 + fabs(v[j])));
}

static int check_steps(const struct loss_row *loss, enum csr_storage storage, enum bias_mode mode)
{
    static struct state at[ISAS];
    static double y[ROWS * LANES];
    struct lanes_bench b;
    double sqnorm[ROWS];
    int64_t order[ROWS];
    int moves[ROWS] = {0};
    bool taken = bench_open(&b, loss, storage, mode);

    for (int i = 0; i < ROWS; i++)
        order[i] = (7 * i + 3) % ROWS == 0 ? i : (11 * i) % ROWS;
    if (taken) {
        risk_sqnorms(b.risk[0], sqnorm);
        for (enum isa isa = 0; isa <= isa_best(); isa++) {
            sweep_lanes(&b, isa, order, sqnorm, y, &at[isa]);
            ck_assert(memcmp(at[isa].alpha, at[0].alpha, sizeof at[0].alpha) == 0);
            ck_assert(memcmp(at[isa].v, at[0].v, sizeof at[0].v) == 0);
            ck_assert(memcmp(at[isa].z, at[0].z, sizeof at[0].z) == 0);
        }
        for (int k = 0; k < TAKEN; k++)
            check_lane(&b, k, order, sqnorm, &at[0], moves);
        for (int i = 0; i < ROWS; i++)
            ck_assert_int_eq(at[0].moved[i], moves[i] > 0);
        for (int i = 0; i < ROWS * LANES; i++)
            ck_assert(i % LANES < TAKEN - 1 || at[0].alpha[i] == 0);
    }
    bench_close(&b);
    return taken;
}

START_TEST(test_steps)
{
    int checked = 0;

    for (size_t k = 0; loss_at(k); k++)
        for (enum csr_storage storage = 0; storage < CSR_STORAGES; storage++)
            for (enum bias_mode mode = BIAS_NONE; mode <= BIAS_REGULARIZED; mode++)
                checked += check_steps(loss_at(k), storage, mode);
    ck_assert_int_ge(checked, 8 * 2 * CSR_STORAGES);
}
END_TEST

/* ---- runs ------------------------------------------------------------------------------------ */

static const double tolerance = 1e-6;

/* Minimises in all lanes at once, from where they stand; lane 1 may have so many passes. Units leave if `shrinks`. */
static void run_together(struct run *r, const struct solver *solver, double passes, bool shrinks)
{
    double set[SETTINGS];
    struct problem p[TAKEN];
    struct lane lane[TAKEN];
    struct arena arena = {0};

    for (int k = 0; k < SETTINGS; k++)
        set[k] = shrinks ? solver->setting[k].initial : 0; /* sda has no other */
    for (int k = 0; k < TAKEN; k++) {
        p[k] = (struct problem){.risk = r[k].risk, .reg = r[k].reg, .reg_p = r[k].reg_p, .lambda = r[k].lambda, .seed = 1,
                                .set = set};
        r[k].m.limits.relative = tolerance;
        r[k].m.limits.max_passes = k == 1 ? passes : INFINITY;
        lane[k] = (struct lane){&p[k], &r[k].x, &r[k].m};
        ck_assert(solver->lanes(&p[k]));
    }
    ck_assert_int_eq(solver_run_lanes(solver, lane, TAKEN, &arena), OK);
    arena_free(&arena);
}

/* The bracket of each lane holds the optimum, which a run alone finds too. */
static void check_bracket(const struct run *r, const struct lanes_bench *b, int k, const struct solver *solver)
{
    struct run alone;
    double J, slack;

    ck_assert_int_eq(run_init(&alone, &b->spec[k], r->reg, r->lambda, 1), OK);
    alone.m.limits.relative = tolerance;
    ck_assert_int_eq(run_solver(&alone, solver), OK);
    ck_assert_int_eq(alone.m.verdict, CONVERGED);
    slack = 1e-14 * fabs(r->m.primal);
    ck_assert(r->m.dual <= alone.m.primal + slack && alone.m.dual <= r->m.primal + slack);
    J = dense_risk(b->e, &b->spec[k], 0, r->m.best, 0) + r->lambda * r->reg->value(r->reg_p, r->risk->dim, r->m.best);
    ck_assert_msg(fabs(J - r->m.primal) <= 1e-12 * J, "%s, lane %d: J %.17g, told %.17g", b->spec[k].loss->name, k, J,
                  r->m.primal);
    run_free(&alone);
}

static void check_runs(const char *loss, const char *engine, double lambda, bool shrinks)
{
    const struct solver *solver = solver_find(engine);
    struct lanes_bench b;
    struct run r[TAKEN];

    ck_assert(bench_open(&b, loss_find(loss), CSR_DOUBLE, BIAS_REGULARIZED));
    for (int k = 0; k < TAKEN; k++)
        ck_assert_int_eq(run_init(&r[k], &b.spec[k], reg_find("l2"), lambda, 1), OK);
    run_together(r, solver, 2, shrinks);
    for (int k = 0; k < TAKEN; k++) {
        ck_assert_int_eq(r[k].m.verdict, k == 1 && lambda < 1 ? OUT_OF_PASSES : CONVERGED);
        check_bracket(&r[k], &b, k, solver);
        r[k].x.warm = true;
        vec_copy(r[k].risk->dim, r[k].m.best, r[k].x.w);
    }
    run_together(r, solver, INFINITY, shrinks); /* each from its dual point */
    for (int k = 0; k < TAKEN; k++) {
        ck_assert_int_eq(r[k].m.verdict, CONVERGED);
        ck_assert(r[k].m.primal - r[k].m.dual <= tolerance * r[k].m.primal);
        check_bracket(&r[k], &b, k, solver);
        run_free(&r[k]);
    }
    bench_close(&b);
}

START_TEST(test_runs)
{
    check_runs("hinge", "sda", 0.01, true);
    check_runs("squared-hinge", "sda", 0.01, true);
    check_runs("logistic", "sda", 0.01, true);
    check_runs("hinge", "auto", 10, true);
    check_runs("hinge", "sda", 0.01, false);
    check_runs("logistic", "sda", 0.01, false);
}
END_TEST

/* Without a dual point a start from w has a run of its own: the end is as good. */
START_TEST(test_start)
{
    const struct solver *solver = solver_find("sda");
    struct lanes_bench b;
    struct run r[TAKEN];

    ck_assert(bench_open(&b, loss_find("hinge"), CSR_FLOAT, BIAS_NONE));
    for (int k = 0; k < TAKEN; k++) {
        ck_assert_int_eq(run_init(&r[k], &b.spec[k], reg_find("l2"), 0.01, 1), OK);
        r[k].x.warm = true;
        vec_fill(r[k].risk->dim, 0.01 * (k + 1), r[k].x.w);
    }
    run_together(r, solver, INFINITY, true);
    for (int k = 0; k < TAKEN; k++) {
        ck_assert_int_eq(r[k].m.verdict, CONVERGED);
        run_free(&r[k]);
    }
    bench_close(&b);
}
END_TEST

RUN_TESTS("lanes", test_steps, test_runs, test_start)
