/* train - one training run: data and options in, a model out. */
#include "cli/train.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "risk/linear.h"

/* How messages call the training file. */
static const char *data_name(const struct options *o)
{
    return strcmp(o->data, "-") == 0 ? "(stdin)" : o->data;
}

/* Two classes: the label that comes first is the positive side, but -1 and +1 always stand as 1, -1. */
static enum status find_classes(struct training *t, struct error *err)
{
    double found[3], keep;
    int64_t row;
    size_t count = dataset_labels(t->data, 2, found, NULL, &row);

    if (count == 1)
        return fail(err, ERR_DATA, data_name(t->o), dataset_line(t->data, t->data->x.rows - 1),
                    "every label, up to the last one here, is %.15g: a classifier needs two classes", found[0]);
    if (count > 2)
        return fail(err, ERR_DATA, data_name(t->o), 0,
                    "more than two different labels: loss '%s' separates two classes", t->o->loss->name);
    if (found[0] == -1 && found[1] == 1) {
        keep = found[0];
        found[0] = found[1];
        found[1] = keep;
    }
    t->labels[0] = found[0] + 0.0; /* no -0 */
    t->labels[1] = found[1] + 0.0;
    return OK;
}

/* y_i = +1 or -1, c_i = weight of the label / m. */
static void set_examples(const struct training *t, double *y, double *cost)
{
    double weight[2] = {1, 1};
    int64_t rows = t->data->x.rows;

    for (int k = 0; k < t->o->weight_count; k++)
        for (int side = 0; side < 2; side++)
            if (t->o->weights[k].label == t->labels[side])
                weight[side] = t->o->weights[k].weight;
    for (int64_t i = 0; i < rows; i++) {
        int side = t->data->label[i] != t->labels[0];
        y[i] = side ? -1 : 1;
        cost[i] = weight[side] / (double)rows;
    }
}

enum status training_admits(const struct options *o, struct error *err)
{
    unsigned traits = linear_traits(o->loss, o->free_offset);
    char list[512] = "";

    if (solver_admits(o->solver, traits, o->reg))
        return OK;
    for (size_t i = 0; solver_at(i); i++) {
        size_t used = strlen(list);
        if (solver_admits(solver_at(i), traits, o->reg))
            snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "", solver_at(i)->name);
    }
    return fail(err, ERR_USAGE, NULL, 0, "solver '%s' cannot minimise loss '%s' with regularizer '%s'%s; try: %s",
                o->solver->name, o->loss->name, o->reg->name,
                o->free_offset ? " and an unregularized bias (-R)" : "", *list ? list : "no solver can");
}

enum status training_init(struct training *t, const struct options *o, const struct dataset *data,
                          const struct par *par, struct error *err)
{
    size_t rows = (size_t)data->x.rows;
    struct linear_spec spec = {.loss = o->loss, .parameter = o->parameter, .x = &data->x, .bias = o->bias,
                               .free_offset = o->free_offset};
    double *y, *cost;
    enum status status;

    *t = (struct training){.o = o, .data = data};
    status = find_classes(t, err);
    if (status != OK)
        return status;
    t->lambda = o->lambda > 0 ? o->lambda : 1 / (o->cost * (double)rows);
    spec.y = y = arena_doubles(&t->arena, rows);
    spec.cost = cost = arena_doubles(&t->arena, rows);
    if (t->arena.failed)
        return fail_memory(err, "the examples");
    set_examples(t, y, cost);
    t->risk = linear_risk(&spec, par, &t->arena);
    if (!t->risk)
        return fail_memory(err, "the risk");
    t->point.w = arena_doubles(&t->arena, t->risk->dim);
    t->monitor.best = arena_doubles(&t->arena, t->risk->dim);
    if (t->risk->traits & RISK_DUAL)
        t->point.alpha = arena_doubles(&t->arena, t->risk->units);
    if (t->arena.failed)
        return fail_memory(err, "the weights");
    t->monitor.relative = o->relative;
    t->monitor.absolute = o->absolute;
    t->monitor.max_passes = o->passes;
    t->monitor.max_seconds = o->seconds;
    t->monitor.engine = o->solver->name;
    return OK;
}

enum status training_run(struct training *t, struct error *err)
{
    struct problem problem = {.risk = t->risk, .reg = t->o->reg, .reg_p = t->o->reg_p, .lambda = t->lambda, .seed = t->o->seed,
                              .set = t->o->set};

    monitor_start(&t->monitor, t->risk, t->monitor.best);
    /* w = 0, whose objective is known without a pass, is a solution to fall back on. */
    if (monitor_tick(&t->monitor, problem_primal(&problem, t->risk->at_zero, t->point.w), t->risk->floor, t->point.w) &&
        t->o->solver->run(&problem, &t->point, &t->arena, &t->monitor) != OK)
        return fail_memory(err, "the solver");
    monitor_finish(&t->monitor);
    return OK;
}

enum status training_model(struct training *t, struct model *model, struct error *err)
{
    const struct options *o = t->o;
    const double *w = t->monitor.best;
    size_t columns = t->data->x.cols, n = t->risk->dim;
    double passes = t->risk->passes, offset = o->free_offset ? linear_offset(t->risk, w) : 0;

    *model = (struct model){.lambda = t->lambda, .bias = o->bias > 0 ? o->bias : -1, .classes = 2,
                            .features = t->data->features, .primal = t->monitor.primal, .dual = t->monitor.dual,
                            .passes = passes};
    snprintf(model->solver, sizeof model->solver, "%s", t->monitor.engine);
    snprintf(model->loss, sizeof model->loss, "%s", o->loss->name);
    if (o->loss->parameter)
        snprintf(model->loss, sizeof model->loss, "%s:%.17g", o->loss->name, o->parameter);
    snprintf(model->regularizer, sizeof model->regularizer, "%s", o->reg->name);
    snprintf(model->verdict, sizeof model->verdict, "%s", verdict_name(t->monitor.verdict));
    model->labels = mem_alloc(2, sizeof *model->labels);
    model->index = mem_alloc(n + 1, sizeof *model->index);
    model->weight = mem_alloc(n + 1, sizeof *model->weight);
    if (!model->labels || !model->index || !model->weight) {
        model_free(model);
        return fail_memory(err, "the model");
    }
    memcpy(model->labels, t->labels, sizeof t->labels);
    for (size_t j = 0; j < n + (offset != 0); j++) {
        double weight = j < n ? w[j] : offset;
        if (weight == 0)
            continue;
        model->index[model->weights] = j < columns ? dataset_feature(t->data, (uint32_t)j) : t->data->features + 1;
        model->weight[model->weights++] = weight;
    }
    return OK;
}

void training_free(struct training *t)
{
    arena_free(&t->arena);
}
