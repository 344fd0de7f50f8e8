/* test_penalties - bounds, factors and groups of weights, as the program trains with them, against coordinate descent by
 * bisection, and against what is known of the minimum. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "math/vec.h"
#include "data/text/source.h"
#include "train/training.h"
#include "common.h"
#include "optima.h"
#include "problems.h"

enum { ROWS = 40, COLS = 6 };

/* Rows of a file, and what is minimised over them: R + lambda sum_j f_j (c w_j^2/2 + r |w_j|), lo_j <= w_j <= hi_j. */
struct sample {
    double x[ROWS][COLS], y[ROWS];
    char path[64];
    bool logistic;
    double lambda, c, r, f[COLS], lo[COLS], hi[COLS];
};

/* Columns of sizes from .3 to 3, numbers that %.4f keeps; labels of all columns but the last. */
static void sample_make(struct sample *s, uint64_t seed, bool logistic)
{
    static char text[ROWS * COLS * 40];
    size_t used = 0;
    struct rng rng;

    *s = (struct sample){.logistic = logistic, .lambda = 0.1, .c = 1};
    rng_seed(&rng, seed);
    for (int i = 0; i < ROWS; i++) {
        double z = random_normal(&rng);
        for (int j = 0; j < COLS; j++) {
            s->x[i][j] = round(1e4 * random_normal(&rng) * pow(3, j % 3 - 1)) / 1e4;
            z += j == COLS - 1 ? 0 : s->x[i][j] * (j % 2 ? -1 : 1) * pow(3, 1 - j % 3);
        }
        s->y[i] = logistic ? (z > 0 ? 1 : -1) : round(1e4 * z) / 1e4;
        used += (size_t)snprintf(text + used, sizeof text - used, "%.4f", s->y[i]);
        for (int j = 0; j < COLS; j++)
            used += (size_t)snprintf(text + used, sizeof text - used, " %d:%.4f", j + 1, s->x[i][j]);
        used += (size_t)snprintf(text + used, sizeof text - used, "\n");
    }
    temp_file(s->path, text, used);
    for (int j = 0; j < COLS; j++) {
        s->f[j] = 1;
        s->lo[j] = -INFINITY;
        s->hi[j] = INFINITY;
    }
}

static double score(const struct sample *s, int i, const double *w)
{
    return vec_dot(COLS, s->x[i], w);
}

static double risk_at(const struct sample *s, const double *w)
{
    double sum = 0;

    for (int i = 0; i < ROWS; i++) {
        double z = score(s, i, w), t = s->y[i] * z;
        sum += s->logistic ? log1p(exp(-fabs(t))) + fmax(0, -t) : (z - s->y[i]) * (z - s->y[i]) / 2;
    }
    return sum / ROWS;
}

/* dR/dw_j */
static double slope_at(const struct sample *s, const double *w, int j)
{
    double sum = 0;

    for (int i = 0; i < ROWS; i++) {
        double z = score(s, i, w), y = s->y[i];
        sum += s->x[i][j] * (s->logistic ? -y / (1 + exp(y * z)) : z - y);
    }
    return sum / ROWS;
}

static double twin_value(const struct sample *s, const double *w)
{
    double sum = 0;

    for (int j = 0; j < COLS; j++) {
        ck_assert_msg(w[j] >= s->lo[j] && w[j] <= s->hi[j], "w_%d = %.17g is beyond a bound", j + 1, w[j]);
        sum += s->f[j] * (s->c * w[j] * w[j] / 2 + s->r * fabs(w[j]));
    }
    return risk_at(s, w) + s->lambda * sum;
}

/* f'(v) along w_j = v != 0 on its side of 0. */
static double along(const struct sample *s, double *w, int j, double v)
{
    double sign = v > 0 ? 1 : -1;

    w[j] = v;
    return slope_at(s, w, j) + s->lambda * s->f[j] * (s->c * v + s->r * sign);
}

/* w_j to its minimum, the others as they are: by bisection on the side of 0 where J falls. */
static void descend(const struct sample *s, double *w, int j)
{
    double slope, kink = s->lambda * s->f[j] * s->r, sign, least = 0, most;

    w[j] = 0;
    slope = slope_at(s, w, j);
    if (fabs(slope) <= kink)
        return;
    sign = slope < 0 ? 1 : -1;
    most = fmin(sign > 0 ? s->hi[j] : -s->lo[j], 1e3);
    if (most == 0 || sign * along(s, w, j, sign * most) <= 0) {
        w[j] = sign * most;
        return;
    }
    for (int k = 0; k < 60; k++) {
        double v = (least + most) / 2;
        if (sign * along(s, w, j, sign * v) < 0)
            least = v;
        else
            most = v;
    }
    w[j] = sign * least;
}

/* min J, at w. */
static double twin_minimise(const struct sample *s, double *w)
{
    double before = INFINITY, J;

    vec_fill(COLS, 0, w);
    J = twin_value(s, w);

    for (int k = 0; k < 3000 && before - J > 1e-14 * J; k++) {
        before = J;
        for (int j = 0; j < COLS; j++)
            descend(s, w, j);
        J = twin_value(s, w);
    }
    return J;
}

/* ---- training -------------------------------------------------------------------------------------------------------- */

/* A training of the file, as the program does it. */
struct trained {
    struct recipe recipe;
    struct dataset data;
    struct training t;
    struct arena arena;
};

static enum status train(struct trained *a, const char *path, const char *solver, const char *loss, const char *reg,
                         double lambda, double tol, struct error *err)
{
    double p[REG_PARAMETERS];
    const struct reg *row = reg_named(reg, p);
    enum status status;

    a->recipe.loss = loss_read(loss, &a->recipe.parameter);
    recipe_solver(&a->recipe, solver_find(solver));
    recipe_regularizer(&a->recipe, row, p);
    a->recipe.lambda = lambda;
    a->recipe.relative = tol;
    ck_assert_int_eq(dataset_open(path, training_reads(&a->recipe), &par_alone, &a->data, err), OK);
    status = training_init(&a->t, &a->recipe, &a->data, path, &par_alone, err);
    return status == OK ? training_run(&a->t, err) : status;
}

static void trained_free(struct trained *a)
{
    training_free(&a->t);
    dataset_free(&a->data);
    arena_free(&a->arena);
}

/* The engines that come to 1e-8 of J here, and those that need not. */
static const char *const exact[] = {"auto", "bundle", "linesearch:ocas", "proximal", "proximal:newton", "agm"},
                  *const coarse[] = {"linesearch", "sda", "pegasos", "proximal:online"};

/* By each engine that is admitted: the twin's minimum, between the bound and J. Returns how many engines there were. */
static int check_engines(const struct sample *s, const char *reg)
{
    const size_t many = sizeof exact / sizeof *exact, all = many + sizeof coarse / sizeof *coarse;
    const char *loss = s->logistic ? "logistic" : "squared";
    double w[COLS], least = twin_minimise(s, w);
    int count = 0;

    for (size_t k = 0; k < all; k++) {
        const char *solver = k < many ? exact[k] : coarse[k - many];
        struct trained a = {.recipe = recipe_default()};
        struct error err = {.text = ""};
        struct outcome *o = &a.t.outcome;
        enum status status = train(&a, s->path, solver, loss, reg, s->lambda, k < many ? 1e-8 : 1e-6, &err);
        if (status == ERR_USAGE && strstr(err.text, "cannot minimise")) {
            trained_free(&a);
            continue;
        }
        ck_assert_msg(status == OK, "%s by %s: %s", reg, solver, err.text);
        ck_assert_msg(k >= many || o->verdict == CONVERGED, "%s by %s: gap %g", reg, solver, o->primal - o->dual);
        ck_assert_msg(fabs(twin_value(s, a.t.solution.w) - o->primal) <= 1e-11 * o->primal, "%s by %s: J %.15g, not %.15g",
                      reg, solver, o->primal, twin_value(s, a.t.solution.w));
        ck_assert_msg(o->dual <= least * (1 + 1e-12), "%s by %s: bound %.15g, minimum %.15g", reg, solver, o->dual, least);
        ck_assert_msg(o->primal >= least * (1 - 1e-10), "%s by %s: J %.15g, minimum %.15g", reg, solver, o->primal, least);
        ck_assert_msg(k >= many || o->primal <= least * (1 + 2e-8), "%s by %s: J %.15g, minimum %.15g", reg, solver,
                      o->primal, least);
        trained_free(&a);
        count++;
    }
    return count;
}

/* ---- nonneg and box -------------------------------------------------------------------------------------------------- */

static void set_bounds(struct sample *s, double lo, double hi)
{
    for (int j = 0; j < COLS; j++) {
        s->lo[j] = lo;
        s->hi[j] = hi;
    }
}

START_TEST(test_bounded)
{
    static const struct {
        const char *reg;
        double c, r, lo, hi;
    } list[] = {{"nonneg", 1, 0, 0, INFINITY},       {"nonneg:0.7", 0.3, 0.7, 0, INFINITY},
                {"nonneg:0.95", 0.05, 0.95, 0, INFINITY}, {"box", 1, 0, -1, 1},
                {"box:-0.1,0.05", 1, 0, -0.1, 0.05}, {"box:0,0.3", 1, 0, 0, 0.3}, {"box:-1e100,1e100", 1, 0, -1e100, 1e100}};

    for (size_t k = 0; k < sizeof list / sizeof *list; k++)
        for (uint64_t seed = 1; seed <= 4; seed++) {
            struct sample s;
            sample_make(&s, seed, seed % 2 == 0);
            s.c = list[k].c;
            s.r = list[k].r;
            set_bounds(&s, list[k].lo, list[k].hi);
            s.lambda = seed > 2 ? 0.001 : 0.1;
            ck_assert_int_eq(check_engines(&s, list[k].reg), 10);
            unlink(s.path);
        }
}
END_TEST

RUN_TESTS("penalties", test_bounded)
