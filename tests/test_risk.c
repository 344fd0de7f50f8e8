/* test_risk - the linear risk against dense formulas: every loss, storage and bias mode, weighted examples. */
#include <math.h>
#include <stdio.h>

#include "math/vec.h"
#include "common.h"
#include "problems.h"

enum { ROWS = 40, COLS = 9, DIM = (COLS + 1 + TASK_CLASSES) * TASK_CLASSES, IMAGE = (ROWS + TASK_CLASSES) * TASK_CLASSES };

/* One case, with scratch for its checks. */
struct bench {
    const struct examples *e;
    struct risk_spec spec;
    struct arena arena;
    struct risk *risk;
    struct meter meter;
    size_t n, k, image; /* weights; scores of a row, in all */
    struct rng rng;
    char name[96];
};

static const struct par one = {1, NULL};

static void each_case(void (*check)(struct bench *b))
{
    for (size_t k = 0; loss_at(k); k++)
        for (int storage = CSR_BINARY; storage < CSR_STORAGES; storage++)
            for (int mode = 0; mode < BIAS_MODES; mode++) {
                if (storage != CSR_DOUBLE && !(loss_at(k)->traits & LOSS_WEIGHTS)) /* sets, groups: storages are the matrix' */
                    continue;
                struct examples *e = examples_random(k + 1, ROWS, COLS, 0.5, (enum csr_storage)storage);
                struct bench b = {.e = e};
                for (int i = 0; i < ROWS; i++) /* weights of classes, and one of 0 */
                    e->cost[i] *= i == 5 ? 0 : e->y[i] > 0 ? 3 : 0.5;
                examples_task(e, loss_at(k));
                b.spec = examples_spec(e, loss_at(k), loss_at(k)->parameter.initial, (enum bias_mode)mode, mode == 1 ? 2 : 1.5);
                if (!spec_sound(&b.spec) || (mode == BIAS_FREE && loss_at(k)->traits & LOSS_SCORES)) { /* test_intercepts */
                    examples_free(e);
                    continue;
                }
                b.risk = risk_of(&b.spec, &one, &b.arena);
                ck_assert_ptr_nonnull(b.risk);
                b.risk->meter = &b.meter;
                b.n = b.risk->dim;
                b.k = spec_outputs(&b.spec);
                b.image = b.risk->image;
                ck_assert_int_eq((int64_t)b.risk->units, b.spec.groups.count > 0 ? b.spec.groups.count : ROWS);
                ck_assert(b.n == spec_dim(&b.spec) && b.image == spec_image(&b.spec));
                rng_seed(&b.rng, k);
                snprintf(b.name, sizeof b.name, "%s, storage %d, bias %s", loss_at(k)->name, storage, bias_name[mode]);
                check(&b);
                arena_free(&b.arena);
                examples_free(e);
            }
}

/* R(w) as it should be. */
static double wanted(const struct bench *b, double mu, const double *w)
{
    return spec_free(&b->spec) ? dense_risk_best(b->e, &b->spec, mu, w) : dense_risk(b->e, &b->spec, mu, w, 0);
}

/* <row j of A', u>: what column j of the adjoint ought to be. */
static double dense_adjoint(const struct bench *b, const double *u, size_t j)
{
    long double sum = 0;

    if (b->n - j <= b->image - ROWS * b->k) /* a score itself */
        return u[b->image - (b->n - j)];
    for (size_t i = 0; i < ROWS; i++)
        sum += (long double)u[i * b->k + j % b->k] * (j / b->k < COLS ? b->e->dense[i * COLS + j / b->k] : b->spec.bias);
    return (double)sum;
}

/* The plane (a, off) is nowhere above the risk. */
static void check_below(struct bench *b, const double *a, double off)
{
    double v[DIM];

    for (int trial = 0; trial < 10; trial++) {
        double R, plane;
        random_vector(&b->rng, b->n, trial % 2 ? 3 : 0.3, v);
        R = wanted(b, 0, v);
        plane = vec_dot(b->n, a, v) + off;
        ck_assert_msg(plane <= R + 1e-12 * (1 + fabs(R)), "%s: plane %.17g above %.17g", b->name, plane, R);
    }
}

/* ---- eval, apply, value, slopes, adjoint ------------------------------------------------------------------------------ */

static void check_eval(struct bench *b)
{
    double w[DIM], a[DIM], off, zeros[DIM] = {0};

    ck_assert_double_eq_tol(b->risk->at_zero, wanted(b, 0, zeros), 1e-12);
    for (int trial = 0; trial < 8; trial++) {
        double R, passes = b->meter.passes;
        random_vector(&b->rng, b->n, trial ? trial : 0, w);
        R = risk_eval(b->risk, w, a, &off);
        ck_assert_double_eq(b->meter.passes, passes + 1);
        ck_assert_msg(fabs(R - wanted(b, 0, w)) <= 1e-12 * (1 + fabs(R)), "%s: R %.17g for %.17g", b->name, R, wanted(b, 0, w));
        ck_assert_msg(fabs(vec_dot(b->n, a, w) + off - R) <= 1e-12 * (1 + fabs(R)), "%s: plane %.17g for %.17g", b->name,
                      vec_dot(b->n, a, w) + off, R);
        ck_assert_double_le(b->risk->floor, R);
        check_below(b, a, off);
    }
}

START_TEST(test_eval)
{
    each_case(check_eval);
}
END_TEST

/* By how much the slopes u miss what makes a plane hold for every value of the free scalars. */
static double imbalance(const struct bench *b, const double *u)
{
    const struct risk_spec *spec = &b->spec;
    double sum[2] = {0};

    for (int i = 0; i < ROWS; i++)
        sum[spec->y[i] > 0] += u[i];
    if (spec->loss->traits & LOSS_PAIRS)
        return fabs(sum[0] + sum[1]);
    if (!spec_free(spec))
        return 0;
    if (!(spec->loss->traits & LOSS_MARGIN))
        return fabs(sum[0] + sum[1]);
    if (!spec->free_bias)
        return fabs(sum[0] - sum[1] - spec->parameter);
    return fmax(fabs(sum[0] - spec->parameter / 2), fabs(sum[1] + spec->parameter / 2));
}

static void check_image(struct bench *b)
{
    static const double mus[] = {0, 0.2, 1e-3};
    double w[DIM], z[IMAGE], u[IMAGE], a[DIM], score[TASK_CLASSES], off, size, most;

    for (int trial = 0; trial < 9; trial++) {
        double mu = b->risk->traits & RISK_SMOOTHABLE ? mus[trial % 3] : 0, R, passes = b->meter.passes;
        random_vector(&b->rng, b->n, trial, w);
        risk_apply(b->risk, w, z);
        for (size_t i = 0; i < ROWS; i++) {
            dense_scores(b->e, &b->spec, (int64_t)i, w, score);
            for (size_t o = 0; o < b->k; o++)
                ck_assert_double_le(fabs(z[i * b->k + o] - score[o]), 1e-13 * (1 + fabs(score[o])));
        }
        R = risk_value(b->risk, mu, z);
        ck_assert_msg(fabs(R - wanted(b, mu, w)) <= 1e-12 * (1 + fabs(R)), "%s mu %g: %.17g for %.17g", b->name, mu, R,
                      wanted(b, mu, w));
        ck_assert_double_le(fabs(risk_slopes(b->risk, mu, z, u, &off) - R), 1e-12 * (1 + fabs(R)));
        size = most = 0;
        for (size_t i = 0; i < ROWS; i++) {
            for (size_t k = i * b->k; k < (i + 1) * b->k; k++) {
                size += fabs(u[k]);
                most = fmax(most, fabs(z[k]));
                ck_assert(!b->spec.cost || b->e->cost[i] > 0 || u[k] == 0);
                score[k - i * b->k] = u[k] / b->e->cost[i] * (1 - 1e-15);
            }
            if (b->spec.loss->task == TASK_ORDINAL)
                ck_assert(fabs(u[i]) <= b->e->cost[i] * (TASK_CLASSES - 1) * (1 + 1e-15));
            else if (b->e->cost[i] > 0 && b->spec.loss->formula) /* it is a slope: in the domain */
                ck_assert(isfinite(spec_dual(&b->spec, (int64_t)i, score)));
        }
        ck_assert_msg(imbalance(b, u) <= 2e-14 * (1 + size) + 1e-15 * most / (mu > 0 ? mu : 1), "%s mu %g: slopes miss by %g",
                      b->name, mu, imbalance(b, u)); /* a scalar is a double: its last bit moves smoothed slopes by 1/mu */
        risk_adjoint(b->risk, u, a);
        for (size_t j = 0; j < b->n; j++)
            ck_assert_double_le(fabs(a[j] - dense_adjoint(b, u, j)), 1e-14 * size * 4);
        check_below(b, a, off);
        ck_assert_double_eq(b->meter.passes, passes + 1);
    }
}

START_TEST(test_image)
{
    each_case(check_image);
}
END_TEST

/* Coarse numbers and equal weights: kinks fall together, and the best offsets are whole intervals, up to rounding. */
static void check_ties(struct bench *b)
{
    static const double costs[] = {1.0 / 12, 1.0 / ROWS};
    double w[DIM], a[DIM], off, u[ROWS], z[ROWS], R;

    if (!spec_free(&b->spec) || !loss_kinked(b->spec.loss))
        return;
    for (int trial = 0; trial < 3000; trial++) {
        if (trial % 1500 == 0) {
            vec_fill(ROWS, costs[trial / 1500], b->e->cost);
            b->risk = risk_of(&b->spec, &one, &b->arena);
        }
        for (size_t j = 0; j < b->n; j++)
            w[j] = (double)rng_below(&b->rng, 5) * 0.1 * (trial % 3);
        R = risk_eval(b->risk, w, a, &off);
        risk_apply(b->risk, w, z);
        risk_slopes(b->risk, 0, z, u, &off);
        ck_assert_msg(imbalance(b, u) <= 1e-14, "%s: slopes miss by %g", b->name, imbalance(b, u));
        if (trial % 20 == 0)
            ck_assert_double_le(fabs(R - wanted(b, 0, w)), 1e-12);
    }
}

START_TEST(test_ties)
{
    each_case(check_ties);
}
END_TEST

/* The smoothed risk's slopes are its derivative, with the best offset too. */
static void check_gradient(struct bench *b)
{
    double w[DIM], z[IMAGE], u[IMAGE], a[DIM], off, h = 1e-5, mu = b->risk->traits & RISK_SMOOTH ? 0 : 0.3;

    if (!(b->risk->traits & RISK_SMOOTHABLE))
        return;
    random_vector(&b->rng, b->n, 0.7, w);
    risk_apply(b->risk, w, z);
    risk_slopes(b->risk, mu, z, u, &off);
    risk_adjoint(b->risk, u, a);
    for (size_t j = 0; j < b->n; j++) {
        double keep = w[j], above, below;
        w[j] = keep + h;
        risk_apply(b->risk, w, z);
        above = risk_value(b->risk, mu, z);
        w[j] = keep - h;
        risk_apply(b->risk, w, z);
        below = risk_value(b->risk, mu, z);
        w[j] = keep;
        ck_assert_msg(fabs((above - below) / (2 * h) - a[j]) <= 2e-4, "%s: %g for %g", b->name, a[j], (above - below) / (2 * h));
    }
}

START_TEST(test_gradient)
{
    each_case(check_gradient);
}
END_TEST

/* ---- the line search -------------------------------------------------------------------------------------------------- */

/* What the search minimises: a risk with a free offset takes the best one at each t. */
static double line_value(const struct bench *b, double lin, double quad, const double *z, const double *d, double t)
{
    double line = lin * t + quad / 2 * t * t, at[IMAGE];

    vec_combine(b->image, 1, z, t, d, at);
    return line + (spec_free(&b->spec) ? image_risk_best(&b->spec, 0, at) : image_risk(&b->spec, 0, at));
}

static void check_search(struct bench *b)
{
    double w[DIM], v[DIM], z[IMAGE], d[IMAGE];
    bool exact = loss_kinked(b->spec.loss) && !spec_free(&b->spec);
    bool pairs = b->spec.loss->traits & LOSS_PAIRS, slopes = pairs || (b->spec.loss->make && !b->spec.cost);
    double share = slopes ? 0.3 : spec_free(&b->spec) ? 1e-2 : 1e-3; /* of f'(0): by slopes; in 1e-2 t; exact */

    if (b->e->x.storage != CSR_DOUBLE) /* z and d do not tell it */
        return;
    for (int trial = 0; trial < 20; trial++) {
        double lin = 0.3 * random_normal(&b->rng), quad = trial % 2 ? 0.01 : 1, t, phi, slope, h = 1e-7, allowance;
        random_vector(&b->rng, b->n, 1, w);
        random_vector(&b->rng, b->n, 1, v);
        risk_apply(b->risk, w, z);
        risk_apply(b->risk, v, d);
        vec_mix(b->image, -1, z, 1, d);
        t = risk_search(b->risk, lin, quad, z, d, arena_get(&b->arena, b->risk->search_room, 1));
        ck_assert(t >= 0 && isfinite(t));
        phi = line_value(b, lin, quad, z, d, t);
        slope = fabs(line_value(b, lin, quad, z, d, h) - line_value(b, lin, quad, z, d, 0)) / h;
        allowance = exact ? 0 : share * slope * 1.01 + 1e-7;
        for (int k = 0; k <= 100; k++) {
            double s = k <= 50 ? (2 * t + 1) * k / 50 : t + (k - 75) * 4e-4, there;
            there = s < 0 ? INFINITY : line_value(b, lin, quad, z, d, s);
            ck_assert_msg(phi <= there + allowance * (fabs(s - t) + t) + 1e-12, "%s: %.17g at %g, %.17g at %g", b->name, phi,
                          t, there, s);
        }
    }
}

START_TEST(test_search)
{
    each_case(check_search);
}
END_TEST

/* ---- units and dual points -------------------------------------------------------------------------------------------- */

static double dense_norm(const struct bench *b, int64_t i)
{
    double sum = b->n > COLS ? b->spec.bias * b->spec.bias : 0;

    return sqrt(sum + vec_sqnorm(COLS, b->e->dense + i * COLS));
}

static void check_units(struct bench *b)
{
    double v[DIM], moved[DIM], u[ROWS], scratch[ROWS], s = 0.7, passes = b->meter.passes, below = 0;
    struct sums step;
    int64_t unit[ROWS];
    size_t k = 25;

    if (!(b->risk->traits & RISK_UNITS) || b->k > 1 || b->spec.groups.count > 0) /* test_risk_units, test_risk_groups */
        return;
    for (size_t j = 0; j < k; j++) /* some twice */
        unit[j] = (int64_t)rng_below(&b->rng, ROWS);
    random_vector(&b->rng, b->n, 1, v);
    vec_scale(b->n, s, v);
    for (size_t j = 0; j < k; j++) {
        double z = dense_score(b->e, &b->spec, unit[j], v), y = b->e->y[unit[j]], p = b->spec.parameter, c = 1, l;
        l = b->spec.loss->formula->value(&(struct batch){loss_parameter(b->spec.loss, p), 0, 1, 1, &y, {&c, 0}}, &z);
        u[j] = b->spec.loss->formula->slope(loss_parameter(b->spec.loss, p), y, z);
        below += b->e->cost[unit[j]] * (l - u[j] * z);
    }
    vec_scale(b->n, 1 / s, v);
    vec_copy(b->n, v, moved);
    step = risk_unit_step(b->risk, k, unit, s, moved, scratch, -0.3, moved);
    ck_assert_double_eq_tol(step.offset, below, 1e-12);
    ck_assert_double_eq_tol(step.value, vec_sqnorm(b->n, moved) - vec_sqnorm(b->n, v), 1e-12);
    ck_assert_double_eq_tol(b->meter.passes, passes + (double)k / ROWS, 1e-12);
    for (size_t j = 0; j < k; j++)
        for (size_t l = 0; l < b->n; l++)
            v[l] -= 0.3 * b->e->cost[unit[j]] * u[j] * (l < COLS ? b->e->dense[(size_t)unit[j] * COLS + l] : b->spec.bias);
    for (size_t l = 0; l < b->n; l++)
        ck_assert_double_eq_tol(v[l], moved[l], 1e-13);
}

START_TEST(test_units)
{
    each_case(check_units);
}
END_TEST

/* The root of the mean over units of the largest squared subgradient: the worst w of the ball lie along the row. */
static void check_unit_bound(struct bench *b)
{
    double radius = 1.7, bound, v[DIM], squares = 0;

    if (!(b->risk->traits & RISK_UNITS) || b->k > 1 || b->spec.groups.count > 0) /* test_risk_units, test_risk_groups */
        return;
    bound = risk_unit_bound(b->risk, radius);
    for (int64_t i = 0; i < ROWS; i++) {
        double norm = dense_norm(b, i), most = 0;
        for (int trial = 0; trial < 40; trial++) {
            double u;
            random_vector(&b->rng, b->n, 1, v);
            vec_scale(b->n, radius / sqrt(vec_sqnorm(b->n, v)), v);
            if (trial < 2)
                for (size_t j = 0; j < b->n; j++)
                    v[j] = (trial ? 1 : -1) * (j < COLS ? b->e->dense[(size_t)i * COLS + j] : b->spec.bias) * radius /
                           fmax(1e-300, norm);
            u = b->spec.loss->formula->slope(loss_parameter(b->spec.loss, b->spec.parameter), b->e->y[i],
                                             dense_score(b->e, &b->spec, i, v));
            most = fmax(most, ROWS * b->e->cost[i] * fabs(u) * norm);
        }
        squares += most * most / ROWS;
    }
    ck_assert_msg(fabs(bound - sqrt(squares)) <= 1e-12 * bound, "%s: %.17g for %.17g", b->name, bound, sqrt(squares));
}

START_TEST(test_unit_bound)
{
    each_case(check_unit_bound);
}
END_TEST

static void check_plane(struct bench *b)
{
    double alpha[ROWS], cu[ROWS], a[DIM], w[DIM], off, dual, passes;

    if (!(b->risk->traits & RISK_DUAL) || b->k > 1) /* test_risk_units */
        return;
    for (int trial = 0; trial < 5; trial++) {
        dual = 0;
        for (int i = 0; i < ROWS; i++) { /* slopes somewhere are dual points */
            alpha[i] = b->spec.loss->formula->slope(loss_parameter(b->spec.loss, b->spec.parameter), b->e->y[i],
                                                    3 * random_normal(&b->rng));
            dual -= b->e->cost[i] * b->spec.loss->formula->dual(loss_parameter(b->spec.loss, b->spec.parameter), b->e->y[i],
                                                                alpha[i]);
            cu[i] = b->e->cost[i] * alpha[i];
        }
        passes = b->meter.passes;
        off = risk_plane(b->risk, alpha, a);
        ck_assert_double_eq(b->meter.passes, passes + 0.5);
        check_below(b, a, off);
        if (b->risk->borders > 0) /* the plane of a scaled alpha */
            continue;
        ck_assert_double_eq_tol(off, dual, 1e-12);
        for (size_t j = 0; j < b->n; j++)
            ck_assert_double_le(fabs(a[j] - dense_adjoint(b, cu, j)), 1e-13 * (1 + fabs(a[j])));
    }
    vec_fill(ROWS, 0, alpha); /* zeros are a dual point */
    off = risk_plane(b->risk, alpha, w);
    ck_assert_msg(isfinite(off), "%s", b->name);
}

START_TEST(test_plane)
{
    each_case(check_plane);
}
END_TEST

/* D(alpha) = -sum c l*(alpha) - |sum c alpha x|^2 / 2 lambda, from scratch. */
static double dense_dual(const struct bench *b, double lambda, const double *alpha, double *w)
{
    double cu[ROWS], sum = 0;

    for (int i = 0; i < ROWS; i++) {
        cu[i] = b->e->cost[i] * alpha[i];
        sum -= b->e->cost[i] > 0 ? b->e->cost[i] * b->spec.loss->formula->dual(loss_parameter(b->spec.loss, b->spec.parameter),
                                                                               b->e->y[i], alpha[i]) : 0;
    }
    for (size_t j = 0; j < b->n; j++)
        w[j] = -dense_adjoint(b, cu, j) / lambda;
    return sum - lambda / 2 * vec_sqnorm(b->n, w);
}

struct along {
    const struct bench *b;
    double lambda, *alpha;
    int64_t i;
};

static double minus_dual(void *context, double v)
{
    struct along *s = context;
    double w[DIM], keep = s->alpha[s->i], dual;

    s->alpha[s->i] = v;
    dual = dense_dual(s->b, s->lambda, s->alpha, w);
    s->alpha[s->i] = keep;
    return -dual;
}

/* Each step of a sweep is the best along its coordinate; w goes along. */
static void check_sweep(struct bench *b)
{
    static const double lambdas[] = {1, 0.03, 1e-4};
    double alpha[ROWS], w[DIM], exact[DIM], sqnorm[ROWS], before, after;
    unsigned char moved[ROWS];
    int64_t order[ROWS];

    if (!(b->risk->traits & RISK_DUAL) || b->k > 1) /* test_risk_units */
        return;
    risk_sqnorms(b->risk, sqnorm);
    for (int l = 0; l < 3; l++) {
        struct sweep s = {.sigma = lambdas[l], .sqnorm = sqnorm, .order = order, .count = 1, .alpha = alpha, .v = w, .w = w,
                          .moved = moved};
        vec_fill(ROWS, 0, alpha);
        vec_fill(b->n, 0, w);
        before = dense_dual(b, lambdas[l], alpha, exact);
        for (int step = 0; step < 60; step++) {
            struct along line = {b, lambdas[l], alpha, (int64_t)rng_below(&b->rng, ROWS)};
            double at, old = alpha[line.i];
            order[0] = line.i;
            risk_sweep(b->risk, &s);
            ck_assert_int_eq(moved[0], alpha[line.i] != old);
            after = dense_dual(b, lambdas[l], alpha, exact);
            ck_assert_double_ge(after, before - 1e-13 * (1 + fabs(before)));
            ck_assert_msg(after >= -golden_section(minus_dual, &line, -3, 3, &at) - 1e-11, "%s: %.17g, but %.17g at %g", b->name,
                          after, -minus_dual(&line, at), at);
            before = after;
        }
        s.count = ROWS;
        for (int i = 0; i < ROWS; i++)
            order[i] = ROWS - 1 - i;
        for (int sweep = 0; sweep < 30; sweep++)
            risk_sweep(b->risk, &s);
        after = dense_dual(b, lambdas[l], alpha, exact);
        ck_assert_double_ge(after, before);
        for (size_t j = 0; j < b->n; j++)
            ck_assert_double_le(fabs(w[j] - exact[j]), 1e-11 * (1 + fabs(exact[j])));
    }
}

START_TEST(test_sweep)
{
    each_case(check_sweep);
}
END_TEST

/* Nothing is left over: a row that grants nothing has values, planes and images, and no floor. */
START_TEST(granted)
{
    const struct loss_row bare = {.name = "bare", .task = TASK_BINARY};

    ck_assert_uint_eq(risk_traits(&bare, false), RISK_ANY | RISK_IMAGE);
    ck_assert_uint_eq(risk_traits(&bare, true), 0);
    for (size_t k = 0; loss_at(k); k++) {
        bool margin = loss_at(k)->traits & LOSS_MARGIN;
        ck_assert_msg(!(risk_traits(loss_at(k), false) & RISK_BOUNDED) == margin, "%s",
                      loss_at(k)->name);
    }
}
END_TEST

RUN_TESTS("risk", test_eval, test_image, test_ties, test_gradient, test_search, test_units, test_unit_bound, test_plane,
          test_sweep, granted)
