/* test_contingency - losses of the numbers of errors against all 2^m labelings, with ties and without; their optima by two
 * engines. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "loss/instance.h"
#include "math/vec.h"
#include "common.h"
#include "contingency.h"
#include "problems.h"

enum { MOST = 10, TRIALS = 60 };

struct bench {
    const struct loss_row *row;
    double parameter, y[MOST], z[MOST];
    int64_t m;
    struct parts parts;
    struct arena arena;
    struct loss *g;
    struct error err;
};

static enum status make(struct bench *b)
{
    struct loss_spec spec = {.row = b->row, .parameter = b->parameter, .rows = b->m, .y = b->y};

    b->parts = (struct parts){.par = &par_alone, .count = 2, .cut = {0, b->m / 2, b->m}};
    return loss_make(&spec, &b->parts, &b->arena, &b->g, &b->err);
}

/* The value of the labeling that differs from y where `flips` has a bit; NAN: it is none. */
static double value_of(const struct bench *b, unsigned flips)
{
    int64_t errors[2] = {0, 0}, positives = 0;
    double sum = 0;

    for (int64_t i = 0; i < b->m; i++) {
        int side = b->y[i] < 0;
        positives += !side;
        errors[side] += flips >> i & 1;
        sum += flips >> i & 1 ? -2 * b->y[i] * b->z[i] : 0;
    }
    return contingency_delta(b->row, b->parameter, positives, errors[0], errors[1]) + sum / (double)b->m;
}

static double brute(const struct bench *b)
{
    double best = -INFINITY;

    for (unsigned flips = 0; flips < 1u << b->m; flips++)
        best = fmax(best, value_of(b, flips)); /* fmax leaves NAN out */
    return best;
}

/* The plane is that of a labeling: its slopes are 0 or -2 y_i/m, its offset Delta. */
static void check_plane(const struct bench *b, const double *u, double offset, double R)
{
    unsigned flips = 0;
    double zeros[MOST] = {0};
    struct bench at_zero = *b;

    for (int64_t i = 0; i < b->m; i++) {
        ck_assert(u[i] == 0 || u[i] == -b->y[i] * (2 / (double)b->m));
        flips |= (unsigned)(u[i] != 0) << i;
    }
    ck_assert_double_eq_tol(value_of(b, flips), R, 1e-13);
    memcpy(at_zero.z, zeros, sizeof zeros);
    ck_assert_double_eq_tol(value_of(&at_zero, flips), offset, 1e-13);
}

/* A proximal step has the value of g, and a plane below it: with q small one that is near it, for g - g_q is at most q
 * times sum_i c_i v_i^2/2, c_i = 1/m, v_i <= 2. */
static void check_step(struct bench *b, struct rng *rng, double R)
{
    double alpha[MOST] = {0}, v[MOST], u[MOST], h[MOST], offset, value;
    struct bench other = *b;

    for (int step = 0; step < 3 && b->g->ops->proximal; step++) {
        struct prox x = {.q = 0.01 + step, .alpha = alpha, .z = b->z, .v = v, .u = u, .h = h};
        value = b->g->ops->proximal(b->g, &x, &offset);
        ck_assert_msg(fabs(value - R) <= 1e-12 * (1 + fabs(R)), "%s:%g: %.17g for %.17g", b->row->name, b->parameter, value, R);
        ck_assert_double_le(vec_dot((size_t)b->m, u, b->z) + offset, R + 1e-12);
        if (step == 0)
            ck_assert_double_ge(vec_dot((size_t)b->m, u, b->z) + offset, R - 4 * x.q);
        for (int64_t i = 0; i < b->m; i++)
            other.z[i] = 3 * random_normal(rng);
        ck_assert_double_le(vec_dot((size_t)b->m, u, other.z) + offset, brute(&other) + 1e-12);
        memcpy(alpha, v, sizeof alpha);
    }
}

static void check_trial(struct bench *b, struct rng *rng, int trial)
{
    double u[MOST], offset, R;

    for (int64_t i = 0; i < b->m; i++)
        b->z[i] = trial % 3 == 0 ? (double)rng_below(rng, 3) - 1 : trial % 3 == 1 ? random_normal(rng) : 5 * random_normal(rng);
    R = b->g->ops->slopes(b->g, 0, b->z, u, &offset);
    ck_assert_msg(fabs(R - brute(b)) <= 1e-13 * (1 + fabs(R)), "%s:%g: %.17g for %.17g", b->row->name, b->parameter, R,
                  brute(b));
    ck_assert_double_eq(R, b->g->ops->slopes(b->g, 0, b->z, NULL, NULL));
    ck_assert_double_ge(R, b->g->floor);
    check_plane(b, u, offset, R);
    check_step(b, rng, R);
}

/* Calls check_trial for sets of 2 to MOST examples of every share of positives. */
static void check_row(const char *name, double parameter)
{
    struct rng rng;

    rng_seed(&rng, 1);
    for (int64_t m = 2; m <= MOST; m++)
        for (int64_t positives = 1; positives < m; positives++) {
            struct bench b = {.row = loss_find(name), .parameter = parameter, .m = m};
            bool whole = !b.row->parameter.name || b.row->traits & LOSS_POSITIVE || parameter == 0;
            for (int64_t i = 0; i < m; i++)
                b.y[i] = (i * positives) % m < positives ? 1 : -1;
            if (!whole && parameter > (double)m)
                continue;
            ck_assert_int_eq(make(&b), OK);
            ck_assert_double_eq_tol(b.g->at_zero, brute(&b), 1e-14);
            ck_assert(isfinite(b.g->floor) == (whole || parameter == (double)positives));
            ck_assert((b.g->lacks == NULL) == isfinite(b.g->floor));
            for (int trial = 0; trial < (m < MOST ? TRIALS : 3); trial++)
                check_trial(&b, &rng, trial);
            arena_free(&b.arena);
        }
}

START_TEST(test_brute)
{
    static const double betas[] = {1, 0.1, 0.5, 2, 5, 0.001, 1000}, ks[] = {0, 1, 2, 4, 9};

    for (size_t k = 0; k < sizeof betas / sizeof *betas; k++)
        check_row("fbeta", betas[k]);
    for (size_t k = 0; k < sizeof ks / sizeof *ks; k++) {
        check_row("prec@k", ks[k]);
        check_row("rec@k", ks[k]);
    }
    check_row("prbep", NAN);
}
END_TEST

/* Larger sets: the walk against all tables. */
START_TEST(test_walk)
{
    enum { ROWS = 300 };
    static double y[ROWS], z[ROWS];
    struct rng rng;

    rng_seed(&rng, 2);
    for (int trial = 0; trial < 400; trial++) {
        static const struct parts parts = {.par = &par_alone, .count = 1};
        int64_t m = 2 + (int64_t)rng_below(&rng, trial % 10 ? 40 : ROWS - 2), rare = 1 + (int64_t)rng_below(&rng, 5);
        struct csr x = {.rows = m};
        struct risk_spec twin = {.loss = loss_find("fbeta"), .parameter = 0.1 + 5 * rng_uniform(&rng), .x = &x, .y = y};
        struct loss_spec spec = {.row = twin.loss, .parameter = twin.parameter, .rows = m, .y = y};
        struct arena arena = {0};
        struct error err;
        struct loss *g;
        double R;

        for (int64_t i = 0; i < m; i++) {
            y[i] = i == 0 || (i > 1 && rng_below(&rng, (uint64_t)rare + 1) == 0) ? 1 : -1;
            z[i] = trial % 3 ? 3 * random_normal(&rng) + y[i] : (double)rng_below(&rng, 4);
        }
        ck_assert_int_eq(loss_make(&spec, &parts, &arena, &g, &err), OK);
        R = contingency_risk(&twin, 0, z);
        ck_assert_double_eq_tol(g->ops->slopes(g, 0, z, NULL, NULL), R, 1e-12 * (1 + fabs(R)));
        arena_free(&arena);
    }
}
END_TEST

/* The smoothed value, its slopes and the mean of Delta, over all labelings. */
static double soft(const struct bench *b, double mu, double *u, double *offset)
{
    struct bench at_zero = *b;
    double best = brute(b), sum = 0;

    vec_fill(MOST, 0, u);
    vec_fill(MOST, 0, at_zero.z);
    *offset = 0;
    for (int round = 0; round < 2; round++)
        for (unsigned flips = 0; flips < 1u << b->m; flips++) {
            double share = exp((value_of(b, flips) - best) / mu);
            sum += round ? 0 : share;
            *offset += round ? share / sum * value_of(&at_zero, flips) : 0;
            for (int64_t i = 0; i < b->m && round; i++)
                u[i] -= flips >> i & 1 ? share / sum * 2 * b->y[i] / (double)b->m : 0;
        }
    return best + mu * (log(sum) - (double)b->m * log(2));
}

START_TEST(test_soft)
{
    static const double mus[] = {1e-9, 1e-5, 1e-3, 0.05, 2};
    struct rng rng;

    rng_seed(&rng, 3);
    for (int trial = 0; trial < 300; trial++) {
        struct bench b = {.row = loss_find("fbeta"), .parameter = trial % 4 ? 1 : 0.3, .m = 2 + trial % (MOST - 1)};
        double mu = mus[trial % 5], u[MOST], want[MOST], offset, mean, R;
        for (int64_t i = 0; i < b.m; i++) {
            b.y[i] = i == 0 || (i > 1 && rng_below(&rng, 3) == 0) ? 1 : -1;
            b.z[i] = trial % 3 ? random_normal(&rng) : (double)rng_below(&rng, 3) - 1;
        }
        ck_assert_int_eq(make(&b), OK);
        ck_assert_double_eq_tol(b.g->smoothing, (double)b.m * log(2), 1e-12);
        R = b.g->ops->slopes(b.g, mu, b.z, u, &offset);
        ck_assert_double_eq_tol(R, soft(&b, mu, want, &mean), 1e-12);
        ck_assert_double_eq_tol(offset, mean, 1e-14 + 1e-15 / mu); /* ties are broken by the last bits */
        for (int64_t i = 0; i < b.m; i++)
            ck_assert_double_eq_tol(u[i], want[i], 1e-14 + 1e-15 / mu);
        arena_free(&b.arena);
    }
}
END_TEST

/* P N above 1e8: what does not smooth minimises it. */
START_TEST(test_large)
{
    enum { P = 10001, N = 10000, ROWS = P + N };
    static const struct parts parts = {.par = &par_alone, .count = 1};
    static double y[ROWS];
    struct loss_spec spec = {.row = loss_find("fbeta"), .parameter = 1, .y = y};
    struct error err;

    for (int64_t rows = ROWS - 1; rows <= ROWS; rows++) {
        struct arena arena = {0};
        struct loss *g;
        for (int64_t i = 0; i < rows; i++)
            y[i] = i < N ? -1 : 1;
        spec.rows = rows;
        ck_assert_int_eq(loss_make(&spec, &parts, &arena, &g, &err), OK);
        ck_assert(isinf(g->smoothing) == (rows == ROWS) && (g->lacks != NULL) == (rows == ROWS));
        arena_free(&arena);
    }
}
END_TEST

START_TEST(test_refused)
{
    static const struct {
        const char *name;
        double parameter;
        enum status status;
        const char *said;
    } row[] = {{"prec@k", 3, ERR_DATA, "loss 'prec@k': k = 3, but there are 2 examples: lower k"},
               {"rec@k", 1e15, ERR_DATA, "but there are 2 examples"},
               {"rec@k", 1.5, ERR_USAGE, "k must be a whole number"}};

    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        struct bench b = {.row = loss_find(row[k].name), .parameter = row[k].parameter, .m = 2, .y = {1, -1}};
        ck_assert_int_eq(make(&b), row[k].status);
        ck_assert_msg(strstr(b.err.text, row[k].said) != NULL, "%s", b.err.text);
        arena_free(&b.arena);
    }
    for (int side = -1; side <= 1; side += 2) {
        struct bench b = {.row = loss_find("fbeta"), .parameter = 1, .m = 2, .y = {side, side}};
        ck_assert_int_eq(make(&b), ERR_DATA);
        ck_assert_str_eq(b.err.text, "loss 'fbeta' needs examples of both labels");
        arena_free(&b.arena);
    }
}
END_TEST

/* The reference optima to 1e-8. */
START_TEST(test_exact)
{
    static const char *const solvers[] = {"bundle", "linesearch:ocas", "proximal:newton"};
    static struct optimum list[400];
    int count = optima_read(list, 400), tried = 0;

    for (int k = 0; k < count; k++)
        for (size_t s = 0; s < sizeof solvers / sizeof *solvers; s++) {
            double p;
            const struct loss_row *loss = loss_named(list[k].loss, &p);
            struct examples *e;
            struct risk_spec spec;
            struct run r;
            if (strcmp(list[k].data, "bin8.libsvm") != 0 ||
                !solver_admits(solver_find(solvers[s]), risk_traits(loss, false), reg_find("l2")))
                continue;
            e = examples_read(list[k].data);
            spec = examples_spec(e, loss, p, BIAS_NONE, 1);
            spec.cost = NULL;
            ck_assert_int_eq(run_init(&r, &spec, reg_find("l2"), list[k].lambda, 1), OK);
            r.m.limits.relative = 1e-9;
            r.m.limits.max_passes = 1000;
            ck_assert_int_eq(run_solver(&r, solver_find(solvers[s])), OK);
            ck_assert_msg(fabs(r.m.primal - list[k].J) <= 1e-8, "%s by %s: %.17g", list[k].id, solvers[s], r.m.primal);
            run_free(&r);
            examples_free(e);
            tried++;
        }
    ck_assert_int_eq(tried, 19);
}
END_TEST

/* ---- engines ------------------------------------------------------------------------------------------------------------ */

static int evaluations;
static double (*evaluated)(struct loss *g, double mu, const double *z, double *u, double *offset);

static double count_slopes(struct loss *g, double mu, const double *z, double *u, double *offset)
{
    evaluations++;
    return evaluated(g, mu, z, u, offset);
}

/* At w = 0 all scores tie: a search along a line on which f rises ends with its first slope, and others after a few. */
START_TEST(test_ties)
{
    static const char *const names[] = {"fbeta", "prbep", "roc"};
    enum { ROWS = 200, COLS = 5 };

    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        for (int up = 0; up < 2; up++) {
            struct examples *e = examples_random(4, ROWS, COLS, 0.7, CSR_DOUBLE);
            struct risk_spec spec = examples_spec(e, loss_find(names[k]), 1, BIAS_NONE, 1);
            double z[ROWS] = {0}, d[ROWS], w[COLS], a[COLS], b;
            struct arena arena = {0};
            struct loss_ops counted;
            struct risk *risk;
            spec.cost = NULL;
            risk = risk_of(&spec, &par_alone, &arena);
            counted = *risk->g->ops;
            evaluated = counted.slopes;
            counted.slopes = count_slopes;
            risk->g->ops = &counted;
            vec_fill(COLS, 0, w);
            risk_eval(risk, w, a, &b);
            for (size_t j = 0; j < COLS; j++)
                w[j] = up ? a[j] : -a[j];
            risk_apply(risk, w, d);
            if (up) /* against the labels */
                for (size_t i = 0; i < ROWS; i++)
                    d[i] = -e->y[i];
            evaluations = 0;
            ck_assert((risk_search(risk, 0, 0.01, z, d, NULL) == 0) == up);
            ck_assert_msg(evaluations <= (up ? 1 : 20), "%s: %d evaluations", names[k], evaluations);
            arena_free(&arena);
            examples_free(e);
        }
}
END_TEST

/* Other k than the positives: no floor, and bounds that hold. */
START_TEST(test_unbounded)
{
    static const char *const names[] = {"prec@k", "rec@k"}, *const solvers[] = {"bundle", "linesearch:ocas", "proximal"};

    for (int trial = 0; trial < 24; trial++) {
        struct examples *e = examples_random((uint64_t)trial, 50, 6, 0.6, CSR_DOUBLE);
        double primal = INFINITY, dual = -INFINITY, k = trial % 3 ? 3 : 45;
        struct risk_spec spec = examples_spec(e, loss_find(names[trial % 2]), k, BIAS_REGULARIZED, 1);
        spec.cost = NULL;
        for (int s = 0; s < 3; s++) {
            struct run r;
            ck_assert_int_eq(run_init(&r, &spec, reg_find("l2"), trial % 4 < 2 ? 1 : 0.01, 1), OK);
            ck_assert(!(r.risk->traits & RISK_BOUNDED) && r.risk->steep);
            ck_assert(!solver_admits(solver_find("linesearch"), r.risk->traits, r.reg));
            ck_assert(!solver_admits(solver_find("bundle"), r.risk->traits, reg_find("l1")));
            r.m.limits.relative = 1e-5;
            r.m.limits.max_passes = 20000;
            ck_assert_int_eq(run_solver(&r, solver_find(solvers[s])), OK);
            ck_assert_msg(r.m.verdict == CONVERGED, "%s, trial %d: %s at %g %g", solvers[s], trial, verdict_name(r.m.verdict),
                          r.m.primal, r.m.dual);
            ck_assert_double_eq_tol(run_primal(&r, e, &spec), r.m.primal, 1e-11 * (1 + fabs(r.m.primal)));
            primal = fmin(primal, r.m.primal);
            dual = fmax(dual, r.m.dual);
            run_free(&r);
        }
        ck_assert_double_le(dual, primal + 1e-12 * fabs(primal));
        examples_free(e);
    }
}
END_TEST

RUN_TESTS("contingency", test_ties, test_unbounded, test_brute, test_walk, test_soft, test_large, test_refused, test_exact)
