/* samples - rows of a file with what is minimised over them. */
#include "samples.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "data/text/source.h"
#include "math/vec.h"
#include "common.h"
#include "optima.h"
#include "problems.h"

const char *const no_files[RECIPE_FILES] = {NULL};

/* Columns of sizes from .3 to 3, numbers that %.4f keeps; labels of all columns but the last. */
void sample_make(struct sample *s, uint64_t seed, bool logistic)
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

double sample_risk(const struct sample *s, const double *w)
{
    double sum = 0;

    for (int i = 0; i < ROWS; i++) {
        double z = score(s, i, w), t = s->y[i] * z;
        sum += s->logistic ? log1p(exp(-fabs(t))) + fmax(0, -t) : (z - s->y[i]) * (z - s->y[i]) / 2;
    }
    return sum / ROWS;
}

/* dR/dw_j */
double sample_slope(const struct sample *s, const double *w, int j)
{
    double sum = 0;

    for (int i = 0; i < ROWS; i++) {
        double z = score(s, i, w), y = s->y[i];
        sum += s->x[i][j] * (s->logistic ? -y / (1 + exp(y * z)) : z - y);
    }
    return sum / ROWS;
}

double sample_value(const struct sample *s, const double *w)
{
    double sum = 0;

    for (int j = 0; j < COLS; j++) {
        ck_assert_msg(w[j] >= s->lo[j] && w[j] <= s->hi[j], "w_%d = %.17g is beyond a bound", j + 1, w[j]);
        sum += s->f[j] * (s->c * w[j] * w[j] / 2 + s->r * fabs(w[j]));
    }
    return sample_risk(s, w) + s->lambda * sum;
}

/* f'(v) along w_j = v != 0 on its side of 0. */
static double along(const struct sample *s, double *w, int j, double v)
{
    double sign = v > 0 ? 1 : -1;

    w[j] = v;
    return sample_slope(s, w, j) + s->lambda * s->f[j] * (s->c * v + s->r * sign);
}

/* w_j to its minimum, the others as they are: by bisection on the side of 0 where J falls. */
static void descend(const struct sample *s, double *w, int j)
{
    double slope, kink = s->lambda * s->f[j] * s->r, sign, least = 0, most;

    w[j] = 0;
    slope = sample_slope(s, w, j);
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
double sample_minimise(const struct sample *s, double *w)
{
    double before = INFINITY, J;

    vec_fill(COLS, 0, w);
    J = sample_value(s, w);

    for (int k = 0; k < 3000 && before - J > 1e-14 * J; k++) {
        before = J;
        for (int j = 0; j < COLS; j++)
            descend(s, w, j);
        J = sample_value(s, w);
    }
    return J;
}

/* ---- training -------------------------------------------------------------------------------------------------------- */

enum status trained_run(struct trained *a, const char *path, const char *solver, const char *loss, const char *reg,
                         double lambda, double tol, struct error *err)
{
    double p[REG_PARAMETERS];
    const struct reg *row = reg_named(reg, p);
    enum status status;

    a->recipe.loss = loss_read(loss, &a->recipe.parameter);
    recipe_solver(&a->recipe, solver_find(solver));
    recipe_regularizer(&a->recipe, row, p);
    for (int k = 0; k < RECIPE_FILES; k++)
        ck_assert(!a->files[k] || recipe_take_file(&a->recipe, (enum recipe_file)k, a->files[k]));
    status = recipe_read_files(&a->recipe, NULL, &a->arena, err);
    if (status != OK)
        return status;
    a->recipe.bias = a->bias;
    a->recipe.lambda = lambda;
    a->recipe.relative = tol;
    ck_assert_int_eq(dataset_open(path, training_reads(&a->recipe), &par_alone, &a->data, err), OK);
    status = training_init(&a->t, &a->recipe, &a->data, path, &par_alone, err);
    return status == OK ? training_run(&a->t, err) : status;
}

void trained_free(struct trained *a)
{
    training_free(&a->t);
    dataset_free(&a->data);
    arena_free(&a->arena);
}

/* The engines that come to 1e-8 of J here, and those that need not. */
static const char *const exact[] = {"auto", "bundle", "linesearch:ocas", "proximal", "proximal:newton", "agm"},
                  *const coarse[] = {"linesearch", "sda", "pegasos", "proximal:online"};

/* By each engine that is admitted: the twin's minimum, between the bound and J. Returns how many engines there were. */
int check_engines(const struct sample *s, const char *reg, const char *const files[RECIPE_FILES], double least,
                         double (*value)(const struct sample *s, const double *w))
{
    const size_t many = sizeof exact / sizeof *exact, all = many + sizeof coarse / sizeof *coarse;
    const char *loss = s->logistic ? "logistic" : "squared";
    int count = 0;

    for (size_t k = 0; k < all; k++) {
        const char *solver = k < many ? exact[k] : coarse[k - many];
        struct trained a = {.recipe = recipe_default()};
        struct error err = {.text = ""};
        struct outcome *o = &a.t.outcome;
        enum status status;
        memcpy(a.files, files, sizeof a.files);
        status = trained_run(&a, s->path, solver, loss, reg, s->lambda, k < many ? 1e-8 : 1e-6, &err);
        if (status == ERR_USAGE && strstr(err.text, "cannot minimise")) {
            trained_free(&a);
            continue;
        }
        ck_assert_msg(status == OK, "%s by %s: %s", reg, solver, err.text);
        ck_assert_msg(k >= many || o->verdict == CONVERGED, "%s by %s: gap %g", reg, solver, o->primal - o->dual);
        ck_assert_msg(fabs(value(s, a.t.solution.w) - o->primal) <= 1e-11 * o->primal, "%s by %s: J %.15g, not %.15g",
                      reg, solver, o->primal, value(s, a.t.solution.w));
        ck_assert_msg(o->dual <= least * (1 + 1e-12), "%s by %s: bound %.15g, minimum %.15g", reg, solver, o->dual, least);
        ck_assert_msg(o->primal >= least * (1 - 1e-10), "%s by %s: J %.15g, minimum %.15g", reg, solver, o->primal, least);
        ck_assert_msg(k >= many || o->primal <= least * (1 + 2e-8), "%s by %s: J %.15g, minimum %.15g", reg, solver,
                      o->primal, least);
        trained_free(&a);
        count++;
    }
    return count;
}

/* One run to 1e-9 of J; the weights in w (COLS). */
struct outcome run_once(const char *path, const char *solver, const char *loss, const char *reg,
                               const char *const files[RECIPE_FILES], double lambda, double *w)
{
    struct trained a = {.recipe = recipe_default()};
    struct outcome o;
    struct error err;

    memcpy(a.files, files, sizeof a.files);
    ck_assert_msg(trained_run(&a, path, solver, loss, reg, lambda, 1e-9, &err) == OK, "%s", err.text);
    o = a.t.outcome;
    ck_assert_msg(o.verdict == CONVERGED, "%s by %s", reg, solver);
    for (size_t j = 0; w && j < COLS; j++)
        w[j] = a.t.solution.w[j];
    trained_free(&a);
    return o;
}
