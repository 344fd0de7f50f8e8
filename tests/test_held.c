/* test_held - a run that held-out examples end: the point that is written, its certificate, how long it was waited. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "data/text/source.h"
#include "math/vec.h"
#include "model/predict.h"
#include "train/held.h"
#include "train/judge.h"
#include "common.h"

static struct error err;

struct bench {
    struct dataset data, rows;
    struct recipe recipe;
    struct training t;
    struct held held;
};

static void bench_init(struct bench *b, const char *loss, const char *solver, enum figure_id decides, int patience)
{
    b->recipe = recipe_default();
    b->recipe.loss = loss_read(loss, &b->recipe.parameter);
    b->recipe.relative = 1e-9;
    recipe_solver(&b->recipe, solver_find(solver));
    ck_assert(dataset_open("data/digits-8.train.gz", 0, &par_alone, &b->data, &err) == OK);
    ck_assert(dataset_open("data/digits-8.test.gz", DATASET_COMPACT, &par_alone, &b->rows, &err) == OK);
    ck_assert_msg(training_init(&b->t, &b->recipe, &b->data, "data", &par_alone, &err) == OK, "%s", err.text);
    b->held = (struct held){.rows = &b->rows, .file = "test", .decides = decides, .patience = patience};
}

static void bench_free(struct bench *b)
{
    held_free(&b->held);
    training_free(&b->t);
    dataset_free(&b->data);
    dataset_free(&b->rows);
}

/* J of the model by its definition: the hinge. */
static double objective(const struct bench *b, const struct model *m)
{
    double *z = calloc((size_t)b->data.x.rows, sizeof *z), sum = 0;

    ck_assert(predict_decisions(m, &b->data, &par_alone, z, &err) == OK);
    for (int64_t i = 0; i < b->data.x.rows; i++)
        sum += fmax(0, 1 - (b->data.label[i] > 0 ? z[i] : -z[i]));
    free(z);
    return sum / (double)b->data.x.rows + m->lambda / 2 * vec_sqnorm(m->weights, m->weight);
}

/* What the ticks of a run see: the best figure, its least J, the ticks since it came. */
struct seen {
    const struct held *held;
    double best, primal, dual;
    int since, ticks;
};

static void look(void *context, int run, const struct monitor *m, const double *w)
{
    struct seen *s = context;
    double figure = s->held->figure;

    ck_assert(run == 0 && w);
    s->ticks++;
    s->since++;
    if (s->ticks == 1 || figures_better(s->held->decides, figure, s->best)) {
        s->best = figure;
        s->primal = m->primal;
        s->since = 0;
    } else if (figure == s->best) {
        s->primal = fmin(s->primal, m->primal);
    }
    s->dual = m->dual;
}

/* The point is the best one by the figure, its primal is J there, the bound the best one: of each engine, alone and as a
 * stage. */
START_TEST(patience)
{
    static const char *const solvers[] = {"sda", "pegasos", "linesearch:ocas", "bundle", "proximal:newton", "auto"};
    enum { PATIENT = 4 };

    for (size_t k = 0; k < sizeof solvers / sizeof *solvers; k++) {
        struct bench b;
        struct model model;
        struct figures figures;
        struct seen seen = {.held = &b.held};
        const struct outcome *out;

        bench_init(&b, "hinge", solvers[k], FIGURE_ROC_AREA, PATIENT);
        b.t.observer = (struct observer){.tick = look, .context = &seen};
        ck_assert_msg(held_begin(&b.held, &b.t, &err) == OK, "%s", err.text);
        ck_assert_msg(training_run(&b.t, &err) == OK, "%s", err.text);
        out = &b.t.outcome;
        ck_assert_msg(out->verdict == OUT_OF_PATIENCE, "%s: %s", solvers[k], verdict_name(out->verdict));
        ck_assert_msg(seen.since == PATIENT && seen.ticks == out->iterations, "%s: %d", solvers[k], seen.since);
        ck_assert_msg(out->primal == seen.primal && out->dual == seen.dual, "%s", solvers[k]);
        ck_assert(training_model(&b.t, &model, &err) == OK);
        ck_assert_str_eq(model.verdict, "patience");
        ck_assert_msg(fabs(objective(&b, &model) - out->primal) <= 1e-12, "%s: J %.17g, told %.17g", solvers[k],
                      objective(&b, &model), out->primal);
        ck_assert(judge_rows(&model, &b.rows, "test", false, &par_alone, &figures, &err) == OK);
        ck_assert(figures_find(&figures, FIGURE_ROC_AREA)->value == seen.best);
        model_free(&model);
        bench_free(&b);
    }
}
END_TEST

/* Without patience, or where the tolerance comes first, the run is that without held-out examples. */
START_TEST(unmoved)
{
    for (int patient = 0; patient <= 100000; patient += 100000) {
        struct bench b, plain;

        bench_init(&b, "logistic", "auto", FIGURE_ACCURACY, patient);
        bench_init(&plain, "logistic", "auto", FIGURE_ACCURACY, 0);
        ck_assert(held_begin(&b.held, &b.t, &err) == OK);
        ck_assert(training_run(&b.t, &err) == OK && training_run(&plain.t, &err) == OK);
        ck_assert(b.t.outcome.verdict == CONVERGED && b.t.outcome.primal == plain.t.outcome.primal);
        ck_assert(vec_dot(b.t.solution.columns, b.t.solution.w, plain.t.solution.w) ==
                  vec_sqnorm(b.t.solution.columns, plain.t.solution.w));
        bench_free(&b);
        bench_free(&plain);
    }
}
END_TEST

START_TEST(refused)
{
    struct bench b;

    bench_init(&b, "hinge", "auto", FIGURE_R2, 1);
    ck_assert_int_eq(held_begin(&b.held, &b.t, &err), ERR_USAGE);
    ck_assert_msg(strstr(err.text, "score=r2 is no figure of these data: accuracy, "), "%s", err.text);
    bench_free(&b);
}
END_TEST

RUN_TESTS("held", patience, unmoved, refused)
