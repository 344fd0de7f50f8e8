/* path - what rrm-train -P writes: the weights at each of several costs. */
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/text.h"
#include "cli/feature_names.h"
#include "cli/message.h"
#include "cli/report.h"
#include "math/vec.h"
#include "train/judge.h"

/* The first columns of a path. */
#define PATH_HEAD "C\tlambda\tprimal\t"

static const char *const heads[] = {PATH_HEAD, NULL};
const struct output_kind path_output = {.name = "path", .replaces = output_begins,
                                        .context = heads};

/* What turns scores into answers, if the model has it: thresholds, transitions from-major, rho. */
static void write_numbers(FILE *out, const double *number, size_t count)
{
    for (size_t k = 0; k < count; k++)
        fprintf(out, "%c%.17g", k > 0 ? ' ' : '\t', number[k]);
}

static void write_head(const struct path *p, const struct training *t, FILE *out)
{
    const struct task *task = task_of(p->recipe->loss);

    fputs(PATH_HEAD "dual\tgap\tpasses\tnonzeros\t", out);
    if (p->held)
        fprintf(out, "held-out:%s\t", figures_row(p->decides)->key);
    fputs("weights", out);
    if (task_offsets(task, t->targets.classes) > 0)
        fputs("\toffsets", out);
    if (p->recipe->chosen.cut.by != CUT_NONE)
        fputs("\tthreshold", out);
    putc('\n', out);
}

/* "3:0.5 bias:1", names as the model has them; of several scores "3:0.5,0,-1 ...". */
static void write_weights(FILE *out, const struct model *m)
{
    size_t outputs = model_kind(m).outputs;
    char feature[MODEL_FEATURE];

    for (uint32_t j = 0; j < m->weights; j++) {
        const double *w = m->weight + j * outputs;
        fprintf(out, "%s%s:%.17g", j > 0 ? " " : "", model_feature_text(m, m->index[j], feature),
                *w);
        for (size_t o = 1; o < outputs; o++)
            fprintf(out, ",%.17g", w[o]);
    }
}

/* The figure of the held-out examples that is told; NaN: they do not define it, or there are
 * none. */
static enum status judge(const struct path *p, const struct training *t, const struct model *m,
                         double *figure, struct error *err)
{
    struct figures figures;
    enum status status;

    *figure = NAN;
    if (!p->held)
        return OK;
    status = judge_rows(m, p->held, p->held_file, p->recipe->probability, t->par, &figures, err);
    if (status == OK)
        status = judge_decides(&figures, p->decides, err);
    if (status == OK)
        *figure = figures_find(&figures, p->decides)->value;
    return status;
}

/* A line of the table for the user. */
static void tell_cost(const struct path *p, const struct training *t, const struct model *m,
                      double figure)
{
    unsigned columns = p->held ? COLUMN_FIGURE : 0;
    const struct outcome *all = &t->outcome;
    struct results *row = results_inside(p->costs, RESULT_ROW);
    double gap = all->primal - all->dual;
    size_t nonzeros = vec_nonzeros(m->weights * model_kind(m).outputs, m->weight);

    results_add(row, RESULT_C, p->recipe->cost);
    if (p->held)
        results_add_figure(row, &(struct figure){.id = p->decides, .value = figure});
    results_add(row, RESULT_RELATIVE_GAP, all->primal == 0 ? gap : gap / fabs(all->primal));
    results_add(row, RESULT_MEAN_PASSES, all->passes);
    results_add(row, RESULT_MEAN_NONZEROS, (double)nonzeros);
    results_add(row, RESULT_UNMET, all->unmet);
    if (!row->out)
        return;
    if (p->tried == 1) {
        trials_print_row(row, true, columns);
        putc('\n', row->out);
    }
    trials_print_row(row, false, columns);
    fputs(all->unmet > 0 ? "  tolerance not met\n" : "\n", row->out);
    fflush(row->out);
}

/* What came out at a cost. */
static enum status note(struct path *p, FILE *out, struct training *t, struct error *err)
{
    const struct outcome *all = &t->outcome;
    struct model model = {0};
    char cost[RESULT_ROOM];
    double figure;
    enum status status = training_model(t, &model, err);

    if (status == OK)
        status = judge(p, t, &model, &figure, err);
    if (status == OK)
        status = feature_names_keep(p->text, t->data, &model, err);
    if (status == OK) {
        p->tried++;
        p->unmet += all->unmet > 0;
        text_format(p->recipe->cost, cost, sizeof cost);
        fprintf(out, "%s\t%.17g\t%.17g\t%.17g\t%.17g\t%.17g\t%zu\t", cost, t->lambda, all->primal,
                all->dual, all->primal - all->dual, all->passes,
                vec_nonzeros(model.weights * model_kind(&model).outputs, model.weight));
        if (p->held)
            fprintf(out, "%.17g\t", figure);
        write_weights(out, &model);
        write_numbers(out, model.offsets, model_kind(&model).offsets);
        write_numbers(out, &model.folded.cut, p->recipe->chosen.cut.by != CUT_NONE);
        putc('\n', out);
        tell_cost(p, t, &model, figure);
    }
    model_free(&model);
    return status;
}

enum status path_run(struct path *p, FILE *out, struct training *t, struct error *err)
{
    double end = clock_now() + p->recipe->seconds, cost = p->from;
    enum status status = OK;

    write_head(p, t, out);
    for (int k = 0; k < p->count && status == OK; k++) {
        if (k > 0 && ((t->interrupt && *t->interrupt) || !(clock_now() < end)))
            return OK;
        p->recipe->cost = cost;
        p->recipe->seconds = fmax(0, end - clock_now());
        status = training_run(t, err);
        if (status == OK)
            status = note(p, out, t, err);
        cost = cost_behind(cost, p->factor);
    }
    return status;
}

bool path_warning(const struct path *p)
{
    if (p->tried < p->count)
        message("rrm-train", "warning: option -P: ended early: %d of %d costs have begun", p->tried,
                p->count);
    if (p->unmet > 0)
        message("rrm-train", "warning: option -P: the tolerance was not met at %d of %d costs: see "
                "their gaps", p->unmet, p->tried);
    return p->unmet == 0;
}
