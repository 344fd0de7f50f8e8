/* test_newton_outputs - proximal:newton with kinks of Omega and several outputs: Hessian, metric and minimum of the model. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common.h"
#include "loss/loss.h"
#include "math/vec.h"
#include "problems.h"
#include "risk/image.h"
#include "solve/newton/feasible_outputs.h"
#include "solve/newton/newton_outputs.h"

/* ---- the data ---------------------------------------------------------------------------------------------------------- */

/* Classes by the first columns, some of them at random. */
static struct examples *labelled(struct examples *e, int classes)
{
    struct rng rng;
    size_t n = e->x.cols;

    rng_seed(&rng, 5);
    e->classes = classes;
    for (size_t i = 0; i < (size_t)e->x.rows; i++) {
        double score = e->dense[i * n] - (n > 1 ? 2 * e->dense[i * n + 1] : 0) + 0.3 * random_normal(&rng);
        e->y[i] = fmin(classes - 1, floor(classes * fabs(sin(score))));
    }
    return e;
}

static struct examples *plain(void)
{
    return labelled(examples_random(3, 150, 12, 0.7, CSR_DOUBLE), 4);
}

static struct examples *two_classes(void)
{
    return labelled(examples_random(4, 90, 6, 0.7, CSR_DOUBLE), 2);
}

static struct examples *one_column(void)
{
    return labelled(examples_random(5, 60, 1, 0.9, CSR_DOUBLE), 3);
}

/* Fewer lines than columns. */
static struct examples *few_lines(void)
{
    return labelled(examples_random(6, 20, 60, 0.5, CSR_DOUBLE), 5);
}

/* Columns of sizes from 1e-3 to 1e3, and indicators that sum up to one. */
static struct examples *unscaled(void)
{
    enum { M = 200, N = 12 };
    struct examples *e = examples_random(7, M, N, 0.8, CSR_DOUBLE), *out;
    struct rng rng;

    rng_seed(&rng, 3);
    for (size_t i = 0; i < M; i++) {
        for (size_t j = 2; j < 8; j++)
            e->dense[i * N + j] *= pow(10, (double)j - 5);
        for (size_t j = 8; j < N; j++)
            e->dense[i * N + j] = 0;
        e->dense[i * N + 8 + rng_below(&rng, 4)] = 1;
    }
    out = labelled(examples_dense(M, N, e->dense, CSR_DOUBLE), 6);
    examples_free(e);
    return out;
}

/* So many columns and classes that a Hessian of all takes too long. */
static struct examples *many(void)
{
    return labelled(examples_random(8, 200, 150, 0.03, CSR_DOUBLE), 15);
}

static const struct {
    const char *name;
    struct examples *(*make)(void);
} data[] = {{"plain", plain},         {"two classes", two_classes}, {"one column", one_column},
            {"few lines", few_lines}, {"unscaled", unscaled},       {"many", many}};
enum { DATA = sizeof data / sizeof *data };

static const char *const losses[] = {"softmax", "crammer-singer"};

/* ---- runs -------------------------------------------------------------------------------------------------------------- */

/* To 1e-7, with kinks of the loss to 1e-5, many columns to 1e-3; the bounds of another engine fit. */
START_TEST(test_runs)
{
    static const char *const reg[] = {
        "l1", "elastic:0.5", "elastic:0.999", "nonneg:0.3", "box:-0.05,0.02", "elastic-ball:0.3,0.5", "elastic-ball:1e6,0.3"
    };
    static const double lambdas[] = {0.1, 1e-3};
    struct examples *e = data[_i].make();

    for (size_t l = 0; l < 2; l++)
        for (size_t g = 0; g < sizeof reg / sizeof *reg; g++)
            for (int mode = BIAS_NONE; mode < BIAS_MODES; mode++)
                for (size_t k = 0; k < 2; k++) {
                    struct risk_spec spec = examples_spec(e, loss_find(losses[l]), 0, (enum bias_mode)mode, 1);
                    double tol = l == 0 ? 1e-7 : _i + 1 < DATA ? 1e-5 : 1e-3;
                    struct bounds own, other;
                    char text[128];
                    if (mode == BIAS_REGULARIZED && (strncmp(reg[g], "nonneg", 6) == 0 || strncmp(reg[g], "box", 3) == 0))
                        continue; /* such a bias stands outside of Omega */
                    if (mode == BIAS_FREE && l == 1)
                        continue; /* J is told at the best bias of g_q, no less than J: test_solve */
                    snprintf(text, sizeof text, "%s, bias %s, %s, %s, lambda %g", data[_i].name, bias_name[mode], losses[l],
                             reg[g], lambdas[k]);
                    own = run_bounds(e, &spec, reg[g], lambdas[k], "proximal:newton", tol, text);
                    other = run_bounds(e, &spec, reg[g], lambdas[k], "agm", 1e-2, text);
                    ck_assert_msg(own.dual <= other.primal + 1e-12 && other.dual <= own.primal + 1e-12,
                                  "%s: %.15g to %.15g, %.15g to %.15g", text, own.dual, own.primal, other.dual, other.primal);
                }
    examples_free(e);
}
END_TEST

/* ---- the model --------------------------------------------------------------------------------------------------------- */

/* A model at w = 0 but for a few weights. */
struct bench {
    struct arena arena;
    struct par par;
    struct meter meter;
    struct monitor m;
    struct risk *risk;
    struct kinked psi;
    double *w, *gradient, *D, *z, *u, *h, *alpha;
    struct newton_outputs s;
};

static void begin(struct bench *b, const struct examples *e, const char *loss, enum bias_mode mode, int threads)
{
    struct risk_spec spec = examples_spec(e, loss_find(loss), 0, mode, 1);
    struct prox x;

    memset(b, 0, sizeof *b);
    b->m.limits = (struct limits){.max_passes = INFINITY, .max_seconds = INFINITY};
    par_init(&b->par, threads);
    b->risk = risk_of(&spec, &b->par, &b->arena);
    ck_assert_ptr_nonnull(b->risk);
    b->risk->meter = &b->meter;
    b->psi = (struct kinked){.left = -2e-3, .right = 2e-3, .curvature = 1e-4, .lo = -INFINITY, .hi = INFINITY};
    for (double **v[] = {&b->w, &b->gradient, &b->D}, ***at = v; at < v + 3; at++)
        **at = arena_doubles(&b->arena, b->risk->dim);
    for (double **v[] = {&b->z, &b->u, &b->h, &b->alpha}, ***at = v; at < v + 4; at++)
        **at = arena_doubles(&b->arena, b->risk->image);
    newton_outputs_init(&b->s, b->risk, (struct kinked_each){&b->psi, 0}, &b->m, &b->arena);
    ck_assert(!b->arena.failed);
    for (size_t j = 0; j < b->risk->dim; j += 3)
        b->w[j] = 0.1 * sin((double)j);
    risk_apply(b->risk, b->w, b->z);
    x = (struct prox){.q = b->risk->traits & RISK_SMOOTH ? 0 : 1, .alpha = b->alpha, .z = b->z, .u = b->u, .h = b->h};
    b->risk->g->ops->proximal(b->risk->g, &x, NULL);
    risk_adjoint(b->risk, b->u, b->gradient);
    newton_outputs_diagonal(&b->s, 1 / (double)b->risk->units, b->D);
    b->s.cost.spent = INFINITY; /* a Hessian of few weights wherever there can be one */
    newton_outputs_update(&b->s, b->w, b->gradient, &x, b->D);
}

static void end(struct bench *b)
{
    arena_free(&b->arena);
    par_free(&b->par);
}

/* to = A'B A d */
static void hessian(struct bench *b, const double *d, double *to)
{
    double *z = calloc(2 * b->risk->image, sizeof *z);

    ck_assert_ptr_nonnull(z);
    risk_apply(b->risk, d, z);
    b->risk->g->ops->bend(b->risk->g, &b->s.at, z, z + b->risk->image);
    risk_adjoint(b->risk, z + b->risk->image, to);
    free(z);
}

/* Q(x - w), and in *violation its sum over the weights of the working set. */
static double model(struct bench *b, const double *x, double ridge, double *violation)
{
    size_t dim = b->risk->dim, k = b->risk->outputs;
    double *d = calloc(2 * dim, sizeof *d), *Hd = d + dim, Q = 0;

    ck_assert_ptr_nonnull(d);
    vec_combine(dim, 1, x, -1, b->w, d);
    hessian(b, d, Hd);
    *violation = 0;
    for (size_t j = 0; j < dim; j++) {
        Hd[j] += ridge * b->D[j] * d[j];
        Q += d[j] * (b->gradient[j] + Hd[j] / 2) + kinked_value(&b->psi, x[j]) - kinked_value(&b->psi, b->w[j]);
    }
    for (size_t c = 0; c < b->s.X.x.cols; c++)
        for (size_t o = 0; o < k; o++) {
            size_t v = b->s.columns.set[c] * k + o;
            if (b->s.columns.in[c * k + o])
                *violation += kinked_violation(&b->psi, x[v], b->gradient[v] + Hd[v]);
        }
    free(d);
    return Q;
}

/* H by sums over the rows is that of products; x minimises Q over these weights. */
static void check_direct(struct bench *b)
{
    struct output_gram *gram = &b->s.gram;
    size_t count = gram->solver.n, dim = b->risk->dim;
    double *e = calloc(3 * dim, sizeof *e), *He = e + dim, *x = He + dim, left, first, Q;

    ck_assert_ptr_nonnull(e);
    ck_assert(b->s.direct);
    for (size_t a = 0; a < count; a++) {
        size_t k = b->risk->outputs, v = b->s.columns.set[gram->weight[a] / k] * k + gram->weight[a] % k;
        e[v] = 1;
        hessian(b, e, He);
        e[v] = 0;
        for (size_t c = 0; c < count; c++) {
            size_t r = b->s.columns.set[gram->weight[c] / k] * k + gram->weight[c] % k;
            ck_assert_msg(fabs(gram->H[a * count + c] - He[r]) <= 1e-12 * (1e-3 + fabs(He[r])), "%zu %zu: %g, %g", a, c,
                          gram->H[a * count + c], He[r]);
        }
    }
    vec_copy(dim, b->w, x);
    newton_outputs_minimise(&b->s, b->gradient, 1e-9, b->D, x);
    model(b, b->w, 1e-9, &first);
    Q = model(b, x, 1e-9, &left);
    ck_assert_msg(Q < 0 && left <= 2e-3 * first, "Q %g, %g of %g", Q, left, first);
    free(e);
}

/* d'Hd <= L d'Md, L = 2 for blocks. */
static void check_metric(struct bench *b)
{
    struct newton_outputs *s = &b->s;
    size_t dim = s->X.dim, k = s->outputs;
    double *d = calloc(dim + 2 * b->risk->dim, sizeof *d), *all = d + dim, *Hd = all + b->risk->dim;
    struct rng rng;

    ck_assert_ptr_nonnull(d);
    ck_assert(output_metric_whole(&s->metric));
    rng_seed(&rng, 1);
    vec_fill(dim, 0, s->ridge);
    output_metric_set(&s->metric, s->ridge, 2);
    for (int t = 0; t < 50; t++) {
        double square, most;
        for (size_t v = 0; v < dim; v++) {
            d[v] = random_normal(&rng) * (v % k < 2 ? 1 : 0.1);
            all[s->columns.set[v / k] * k + v % k] = d[v];
        }
        hessian(b, all, Hd);
        square = vec_dot(b->risk->dim, all, Hd);
        most = output_metric_square(&s->metric, d);
        ck_assert_msg(square <= most * (1 + 1e-12) && most > 0, "%g, %g", square, most);
    }
    free(d);
}

/* M over some columns F: H of one output there, the diagonal elsewhere; M q = r for the q of a solution. */
START_TEST(test_some_columns)
{
    enum { MOST = 5 };
    struct examples *e = data[_i ? 4 : 0].make();
    static struct bench b;
    struct output_metric *M = &b.s.metric;
    size_t n, k;
    double *d, *all, *Hd, *ones;

    begin(&b, e, "softmax", BIAS_REGULARIZED, 1);
    k = b.risk->outputs;
    M->most = MOST;
    for (size_t j = 0; j < b.risk->dim; j++)
        b.w[j] = 0.1 * sin((double)j); /* all columns are in the working set */
    newton_outputs_update(&b.s, b.w, b.gradient, &b.s.at, b.D);
    output_metric_update(M, &b.s.X, b.h, b.s.d);
    n = b.s.X.dim;
    ck_assert(M->F.order == MOST && !output_metric_whole(M) && n == b.risk->dim);
    d = calloc(4 * n, sizeof *d);
    ck_assert_ptr_nonnull(d);
    all = d + n, Hd = all + n, ones = Hd + n;
    vec_fill(n, 0, b.s.ridge);
    output_metric_set(M, b.s.ridge, 1);
    for (size_t v = 0; v < n; v++) {
        double sum = vec_sum(k, b.s.d + v / k * k);
        ones[v] = 1;
        for (size_t a = 0; a < MOST; a++) /* no other column has more */
            ck_assert(M->F.in[v / k] || v / k + 1 == n / k || M->F.column[a] + 1 == n / k ||
                      sum <= vec_sum(k, b.s.d + M->F.column[a] * k));
        vec_fill(n, 0, d);
        d[v] = 1;
        ck_assert_double_eq(output_metric_square(M, d), b.s.d[v]);
    }
    for (size_t o = 0; o < k; o++) {
        vec_fill(n, 0, d);
        for (size_t a = 0; a < MOST; a++)
            d[M->F.column[a] * k + o] = cos((double)(a + o));
        hessian(&b, d, Hd);
        ck_assert_double_eq_tol(output_metric_square(M, d) / vec_dot(n, d, Hd), 1, 1e-10);
    }
    for (size_t v = 0; v < n; v++)
        d[v] = cos(3 * (double)v) * sqrt(b.s.d[v]);
    b.psi.curvature = 0;
    output_metric_factor(M, (struct kinked_each){&b.psi, 0}, ones);
    output_metric_solve(M, (struct kinked_each){&b.psi, 0}, d, all);
    ck_assert_double_eq_tol(output_metric_square(M, all) / vec_dot(n, all, d), 1, 1e-8);
    free(d);
    end(&b);
    examples_free(e);
}
END_TEST

/* ---- dual points ------------------------------------------------------------------------------------------------------- */

/* At the optimum times 1 + 1e-5, columns from 1 to 1e6: slopes violate the constraints by far, a point near them does not. */
START_TEST(test_dual)
{
    enum { M = 150, N = 10 };
    static const double lambda = 1e-4;
    struct examples *made = examples_random(11, M, N, 0.9, CSR_DOUBLE), *e;
    struct risk_spec spec;
    struct newton_outputs model;
    struct feasible base;
    struct feasible_outputs s;
    struct kinked psi;
    struct slopes at;
    struct problem p;
    struct prox x = {0};
    double *w, *z, *gradient, plane, dual;
    struct run r;

    for (size_t k = 0; k < M * N; k++)
        made->dense[k] *= pow(10, (double)(k % N) / 1.5);
    e = labelled(examples_dense(M, N, made->dense, CSR_DOUBLE), 12);
    spec = examples_spec(e, loss_find("softmax"), 0, BIAS_NONE, 1);
    ck_assert_int_eq(run_init(&r, &spec, reg_find("l1"), lambda, 1), OK);
    r.m.limits.relative = 1e-6;
    ck_assert_int_eq(run_solver(&r, solver_find("proximal:newton")), OK);
    ck_assert_int_eq(r.m.verdict, CONVERGED);
    p = (struct problem){.risk = r.risk, .reg = r.reg, .reg_p = r.reg_p, .lambda = lambda, .seed = 1};
    r.m.limits.relative = 1e-3;
    w = arena_doubles(&r.arena, r.risk->dim);
    gradient = arena_doubles(&r.arena, r.risk->dim);
    for (double **v[] = {&z, &x.u, &x.h}, ***image = v; image < v + 3; image++)
        **image = arena_doubles(&r.arena, r.risk->image);
    x.z = z;
    feasible_init(&base, &p, NULL, NULL, &r.arena);
    ck_assert(feasible_bounds(&p, &psi));
    newton_outputs_init(&model, r.risk, (struct kinked_each){&psi, 0}, &r.m, &r.arena);
    feasible_outputs_init(&s, &base, &model, &r.arena);
    ck_assert(!r.arena.failed && s.solver);
    vec_combine(r.risk->dim, 1 + 1e-5, r.m.best, 0, r.m.best, w);
    risk_apply(r.risk, w, z);
    at = (struct slopes){.w = w, .gradient = gradient, .u = x.u, .h = x.h};
    at.J = problem_primal(&p, r.risk->g->ops->proximal(r.risk->g, &x, &dual), w);
    risk_adjoint(r.risk, x.u, gradient);
    plane = problem_dual(&p, gradient, dual);
    ck_assert_msg(at.J - plane > 0.05 * at.J, "J %g, plane %g", at.J, plane);
    ck_assert_double_eq(feasible_outputs_dual(&s, &at, &x, at.J * 0.9999, &r.m), at.J * 0.9999); /* is enough */
    dual = feasible_outputs_dual(&s, &at, &x, plane, &r.m);
    ck_assert_msg(dual <= r.m.primal * (1 + 1e-12) && dual >= at.J * (1 - 1e-3), "J %.9g, bound %.9g, plane %.9g", r.m.primal,
                  dual, plane);
    run_free(&r);
    examples_free(made);
    examples_free(e);
}
END_TEST

/* By products Q falls, to no less than its minimum, and the violation by more than half. */
START_TEST(test_model)
{
    static const int sets[] = {0, 1, 3, 4};
    struct examples *e = data[sets[_i / 2]].make();
    const char *loss = losses[_i % 2];
    static struct bench direct, products;
    double *x = NULL, ridge = 1e-6, left, first, least, Q;

    begin(&direct, e, loss, BIAS_NONE, 1);
    check_direct(&direct);
    begin(&products, e, loss, BIAS_NONE, 1);
    x = calloc(2 * products.risk->dim, sizeof *x);
    ck_assert_ptr_nonnull(x);
    products.s.direct = false;
    output_metric_update(&products.s.metric, &products.s.X, products.h, products.s.d);
    vec_copy(products.risk->dim, products.w, x);
    newton_outputs_minimise(&products.s, products.gradient, ridge, products.D, x);
    model(&products, products.w, ridge, &first);
    Q = model(&products, x, ridge, &left);
    ck_assert_msg(Q < 0 && left <= 0.5 * first, "%s: Q %g, %g of %g", loss, Q, left, first);
    vec_copy(direct.risk->dim, direct.w, x);
    newton_outputs_minimise(&direct.s, direct.gradient, ridge, direct.D, x);
    least = model(&direct, x, ridge, &left);
    ck_assert_msg(least <= Q + 1e-3 * fabs(Q), "%s: %g, %g by products", loss, least, Q);
    check_metric(&products);
    free(x);
    end(&direct);
    end(&products);
    examples_free(e);
}
END_TEST

/* The same bits for every number of threads; free intercepts: no Hessian of few weights. */
START_TEST(test_threads)
{
    struct examples *e = many();
    static struct bench one, three;

    for (int mode = BIAS_NONE; mode < BIAS_MODES; mode++) {
        begin(&one, e, "softmax", (enum bias_mode)mode, 1);
        begin(&three, e, "softmax", (enum bias_mode)mode, 3);
        ck_assert(mode != BIAS_FREE || !one.s.direct);
        newton_outputs_minimise(&one.s, one.gradient, 1e-9, one.D, one.w);
        newton_outputs_minimise(&three.s, three.gradient, 1e-9, three.D, three.w);
        ck_assert_mem_eq(one.w, three.w, one.risk->dim * sizeof *one.w);
        end(&one);
        end(&three);
    }
    examples_free(e);
}
END_TEST

RUN_REPEATED("newton_outputs", {test_runs, DATA}, {test_model, 8}, {test_some_columns, 2}, {test_dual, 1},
             {test_threads, 1})
