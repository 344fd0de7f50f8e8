/* test_auto - which engine comes first, and when the next one follows. */
#include "solve/auto.h"

#include <math.h>
#include <string.h>

#include "common.h"
#include "problems.h"

static const double elements[] = {0};

/* A risk of so many weights; its operations are never called. */
static const char *first(unsigned traits, size_t dim)
{
    struct risk risk = {.traits = RISK_ANY | RISK_BOUNDED | RISK_IMAGE | traits, .dim = dim, .units = 10};
    struct problem p = {.risk = &risk, .reg = reg_find("l2"), .lambda = 1, .reg_p = elements};
    struct point x = {.w = NULL};

    return auto_first(&p, &x)->name;
}

/* Cutting planes of more than 2 GB are left to those who have none, or come where nobody else does. */
START_TEST(wide_planes)
{
    unsigned smooth = RISK_SMOOTH | RISK_SMOOTHABLE;

    ck_assert_str_eq(first(smooth, 1000), "linesearch:ocas");
    ck_assert_str_eq(first(smooth, 4000000), "linesearch:ocas");
    ck_assert_str_eq(first(smooth, 5000000), "agm");
    ck_assert_str_eq(first(0, 1000), "linesearch:ocas");
    ck_assert_str_eq(first(0, 5000000), "linesearch:ocas");
}
END_TEST

/* The oracle is for risks that have no other dual ascent. */
START_TEST(oracles)
{
    ck_assert_str_eq(first(RISK_ORACLE, 1000), "sda:maxgain");
    ck_assert_str_eq(first(RISK_ORACLE, 5000000), "sda:maxgain");
}
END_TEST

/* The first engine for random examples. */
static const char *first_of(const char *loss, const char *reg, int64_t rows, uint32_t cols, double density, double lambda)
{
    struct examples *e = examples_random(3, rows, cols, density, CSR_DOUBLE);
    const struct loss_row *row = loss_find(loss);
    struct arena arena = {0};
    struct problem p = {.reg = reg_find(reg), .lambda = lambda, .reg_p = elements};
    struct point x = {.w = NULL};
    struct risk_spec spec;
    const char *name;

    examples_task(e, row);
    spec = examples_spec(e, row, row->parameter.initial, BIAS_NONE, 0);
    p.risk = risk_of(&spec, &par_alone, &arena);
    name = auto_first(&p, &x)->name;

    arena_free(&arena);
    examples_free(e);
    return name;
}

static const char *first_of_table(const char *loss, const char *reg, uint32_t cols, double density, double lambda)
{
    return first_of(loss, reg, 40, cols, density, lambda);
}

/* Cutting planes come first where argmin J is at a corner over few rows of a dense table, and lambda is small. */
START_TEST(corners)
{
    static const char planes[] = "linesearch:ocas", newton[] = "proximal:newton";

    ck_assert_str_eq(first_of_table("hinge", "l1", 100, 1, 1e-6), planes);
    ck_assert_str_eq(first_of_table("absolute", "l1", 100, 1, 1e-6), planes);
    ck_assert_str_eq(first_of_table("huber-hinge", "l1", 100, 1, 1e-6), planes);
    ck_assert_str_eq(first_of_table("hinge", "l1", 100, 1, 0.3), newton);
    ck_assert_str_eq(first_of_table("hinge", "l1", 100, 0.3, 1e-6), newton);
    ck_assert_str_eq(first_of_table("hinge", "l1", 20, 1, 1e-6), newton);
    ck_assert_str_eq(first_of_table("squared-hinge", "l1", 100, 1, 1e-6), newton);
    ck_assert_str_eq(first_of_table("hinge", "l2", 100, 1, 1e-6), newton);
}
END_TEST

/* A master problem with kinks of Omega takes longer than a pass over few entries, so that Newton's method comes first;
 * a small lambda does not slow it. */
START_TEST(kinks_of_omega)
{
    static const char newton[] = "proximal:newton";

    ck_assert_str_eq(first_of("roc", "l1", 40, 1000, 0.02, 0.01), newton);
    ck_assert_str_eq(first_of("ordinal-logistic", "l1", 2000, 1300, 0.005, 0.01), newton);
    ck_assert_str_eq(first_of("logistic", "elastic", 2000, 1300, 0.005, 1e-6), newton);
}
END_TEST

/* Newton's method comes nowhere on wide examples under bounds, and makes way for cutting planes: alone it takes 3,300 passes. */
START_TEST(wide_examples)
{
    struct examples *e = examples_random(5, 60, 1500, 1, CSR_DOUBLE);
    struct risk_spec spec = examples_spec(e, loss_find("hinge"), 0, BIAS_NONE, 0);
    struct run r;

    ck_assert_int_eq(run_init(&r, &spec, reg_find("box"), 0.03, 1), OK);
    r.m.limits.relative = 1e-3;
    r.m.limits.max_passes = 2000;
    ck_assert_int_eq(run_solver(&r, solver_find("auto")), OK);
    ck_assert_int_eq(r.m.verdict, CONVERGED);
    ck_assert(r.x.slow.solver == solver_find("proximal:newton"));
    run_free(&r);
    examples_free(e);
}
END_TEST

/* What was too slow in a run before is not the first engine of the next one with a lambda that is no larger; a point that is
 * of no run says nothing. */
START_TEST(slow)
{
    struct examples *e = examples_random(3, 40, 60, 0.2, CSR_DOUBLE);
    struct risk_spec spec = examples_spec(e, loss_find("logistic"), 0, BIAS_NONE, 0);
    struct arena arena = {0};
    struct problem p = {.risk = risk_of(&spec, &par_alone, &arena), .reg = reg_find("l2"), .lambda = 0.01, .reg_p = elements};
    double z[40] = {0};
    struct point x = {.z = z, .again = true};
    const struct solver *first = auto_first(&p, &x), *next;

    x.slow = (struct too_slow){.solver = first, .lambda = p.lambda};
    next = auto_first(&p, &x);
    ck_assert(first && next && next != first);
    p.lambda *= 2;
    ck_assert_ptr_eq(auto_first(&p, &x), first);
    p.lambda /= 2;
    x.again = false;
    ck_assert_ptr_eq(auto_first(&p, &x), first);
    arena_free(&arena);
    examples_free(e);
}
END_TEST

/* A run in which an engine makes way for another notes which, and at what lambda. */
START_TEST(noted)
{
    struct examples *e = examples_random(9, 2000, 400, 0.01, CSR_DOUBLE);
    struct risk_spec spec = examples_spec(e, loss_find("logistic"), 0, BIAS_NONE, 0);
    const struct solver *first;
    struct run r;

    ck_assert_int_eq(run_init(&r, &spec, reg_find("l2"), 1e-4, 1), OK);
    first = auto_first(&(struct problem){.risk = r.risk, .reg = r.reg, .lambda = r.lambda, .reg_p = r.reg_p}, &r.x);
    r.m.limits.relative = 1e-6;
    ck_assert_int_eq(run_solver(&r, solver_find("auto")), OK);
    ck_assert(r.x.slow.solver == first && r.x.slow.lambda == r.lambda && strcmp(r.m.engine, first->name) != 0);
    run_free(&r);
    examples_free(e);
}
END_TEST

/* Whether a stage goes on that begins at J = 102, D = 0: D is `early` after 4 passes, which is too early to judge, and J and D
 * are these after `passes`. The tolerance is 1. */
static bool goes_on(struct handover to, double early, double passes, double J, double D)
{
    struct risk risk = {.dim = 1};
    double w = 1, best;
    struct monitor m = {.limits = {.max_passes = INFINITY, .max_seconds = INFINITY, .absolute = 1}}, stage;
    bool on;

    monitor_start(&m, &(struct problem){.risk = &risk}, "test", &best);
    ck_assert(monitor_tick(&m, 102, 0, &w));
    stage = monitor_enter(&m, "engine", &to);
    m.meter.passes = 4;
    ck_assert(monitor_tick(&stage, 102, early, &w));
    m.meter.passes = passes;
    on = monitor_tick(&stage, J, D, &w);
    monitor_leave(&stage);
    return on;
}

/* D rose by 2 of 102 in 10 passes: the 99 that are left to the tolerance take twice 495. J that fell to 52 took the gap from
 * 101.9 to 50 in 6 passes: 33 are left. */
START_TEST(climb)
{
    static const double follower[] = {980, 1000, 980, 400}, J[] = {102, 102, 102, 52};

    for (int k = 0; k < 4; k++) {
        struct handover to = {.least = INFINITY, .most = INFINITY, .follower = follower[k], .climb = k == 2 ? 0 : 2};
        ck_assert(goes_on(to, 0.1, 10, J[k], 2) == (k > 0));
    }
}
END_TEST

/* D whose slope halves in four passes: it is at its limit, 2, within 60 passes, whatever the gap is. */
START_TEST(limit)
{
    for (int falls = 0; falls < 2; falls++) {
        struct handover to = {.least = INFINITY, .most = INFINITY, .follower = 100, .climb = 2};
        ck_assert(goes_on(to, 1, 8, 102, falls ? 1.5 : 2) == falls);
    }
}
END_TEST

RUN_TESTS("auto", wide_planes, oracles, corners, kinks_of_omega, wide_examples, slow, noted, climb, limit)
