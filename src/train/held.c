/* held - a training of one problem is watched by rows that it does not see. */
#include "train/held.h"

#include <math.h>

#include "math/vec.h"
#include "train/judge.h"

/* The solution of the point that is shown. */
static enum status make_solution(struct held *h, const struct training *t, struct error *err)
{
    struct solution *s = &h->shown.solution;
    size_t room = (s->columns + 1) * s->outputs + s->own, classes = (size_t)t->targets.classes;

    s->w = arena_doubles(&h->arena, room);
    s->bias = arena_doubles(&h->arena, s->outputs);
    s->scalars = arena_doubles(&h->arena, classes + 1);
    h->w = arena_doubles(&h->arena, room);
    if (h->arena.failed)
        return fail_memory(err, "the held-out examples");
    vec_copy(room, t->solution.w, s->w);
    return OK;
}

/* The figures of the point that is shown; those of probabilities if the scores are such. */
static enum status judge(struct held *h, struct figures *figures, struct error *err)
{
    const struct recipe *recipe = h->shown.recipe;
    bool probabilities = recipe->probability && task_has_probability(recipe->loss);
    struct model model = {0};
    enum status status = training_model(&h->shown, &model, err);

    if (status == OK)
        status = judge_rows(&model, h->rows, h->file, probabilities, h->shown.par, figures, err);
    model_free(&model);
    return status;
}

enum status held_begin(struct held *h, struct training *t, struct error *err)
{
    struct figures figures = {0};
    enum status status;

    h->shown = *t;
    h->shown.trial.restarts = 1; /* the model takes a copy of the weights */
    h->shown.calibration.problems = 0;
    h->shown.outcome = (struct outcome){.verdict = RUNNING, .engine = t->recipe->solver->name};
    h->figure = NAN;
    h->seen = NAN;
    h->best = NAN;
    h->primal = INFINITY;
    t->held = h;
    status = make_solution(h, t, err);
    if (status == OK)
        status = judge(h, &figures, err);
    if (status == OK && !figures_row(h->decides)->probable)
        status = judge_decides(&figures, h->decides, err);
    return status;
}

/* The figure of the best point; NaN: there is no point yet, or a row's prediction overflows. */
static double figure_of_best(struct held *h, const struct monitor *m)
{
    const double *best = monitor_best(m);
    struct figures figures = {0};
    const struct figure *figure;
    enum status status;
    struct error err;

    if (!best)
        return NAN;
    vec_copy(m->risk->dim, best, h->shown.solution.w);
    training_scalars(&h->shown, 0, m->risk, best);
    status = judge(h, &figures, &err);
    if (status == ERR_SYSTEM && h->status == OK) {
        h->status = status;
        h->err = err;
    }
    figure = status == OK ? figures_find(&figures, h->decides) : NULL;
    return figure ? figure->value : NAN;
}

/* Whether the point of J = primal takes the place of the best one. */
static bool is_taken(const struct held *h, double primal)
{
    return figures_better(h->decides, h->figure, h->best) ||
           (!figures_better(h->decides, h->best, h->figure) && primal < h->primal);
}

void held_look(struct held *h, const struct monitor *m)
{
    bool better;

    if (m->primal != h->seen)
        h->figure = figure_of_best(h, m);
    h->seen = m->primal;
    better = figures_better(h->decides, h->figure, h->best);
    h->idle = better ? 0 : h->idle + 1;
    if (is_taken(h, m->primal) && monitor_best(m)) {
        h->best = h->figure;
        h->primal = m->primal;
        vec_copy(m->risk->dim, m->best, h->w);
    }
    if (h->patience > 0 && h->idle >= h->patience)
        h->enough = 1;
}

void held_end(const struct held *h, struct monitor *m)
{
    if (m->verdict != OUT_OF_PATIENCE)
        return;
    vec_copy(m->risk->dim, h->w, m->best);
    m->primal = h->primal;
}

void held_free(struct held *h)
{
    arena_free(&h->arena);
}
