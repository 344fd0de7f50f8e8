/* judge - how good a model is on rows that its training has not seen. */
#include "train/judge.h"

#include "base/input.h"
#include "base/text.h"
#include "model/predict.h"
#include "task/evaluation.h"

/* decision and answer of the rows; what rrm-predict has of a test file. */
struct judged {
    double *decision, *answer, *probability;
};

static enum status count_rows(const struct decoder *d, const struct dataset *rows,
                              const struct judged *j, struct figures *figures, struct error *err)
{
    struct evaluation e;
    enum status status = evaluation_init(&e, d, j->probability != NULL, err);

    if (status != OK)
        return status;
    status = evaluation_add(&e, rows, j->answer, j->decision, j->probability, err);
    if (status == OK)
        status = evaluation_figures(&e, figures, err);
    evaluation_free(&e);
    return status;
}

/* The predictions of the rows. */
static enum status predict(const struct model *model, const struct decoder *d,
                           const struct dataset *rows, const char *file, const struct par *par,
                           const struct judged *j, struct error *err)
{
    enum status status = predict_decisions(model, rows, par, j->decision, err);
    int64_t finite;

    if (status != OK)
        return status;
    if (!task_answers(d, rows, j->decision, j->answer))
        return fail_memory(err, "the answers");
    finite = predict_finite(rows->x.rows, d->outputs, j->decision, j->answer);
    if (finite < rows->x.rows)
        return fail_at(err, ERR_DATA, input_called(file), dataset_line(rows, finite),
                       "the prediction overflows: a value here is too large for the model");
    if (j->probability)
        probability_of_rows(d, rows->x.rows, j->decision, j->probability);
    return OK;
}

enum status judge_rows(const struct model *model, const struct dataset *rows, const char *file,
                       bool probabilities, const struct par *par, struct figures *figures,
                       struct error *err)
{
    struct decoder d = model_decoder(model);
    size_t count = (size_t)rows->x.rows;
    struct arena arena = {0};
    struct judged j = {arena_doubles(&arena, count * d.outputs), arena_doubles(&arena, count),
                       NULL};
    enum status status;

    if (probabilities)
        j.probability = arena_doubles(&arena, count * (size_t)d.classes);
    status = arena.failed ? fail_memory(err, "the predictions")
                          : predict(model, &d, rows, file, par, &j, err);
    if (status == OK)
        status = count_rows(&d, rows, &j, figures, err);
    arena_free(&arena);
    return status;
}

enum status judge_decides(const struct figures *list, enum figure_id decides, struct error *err)
{
    char keys[FIGURES_KEYS] = "";

    if (figures_find(list, decides))
        return OK;
    for (int k = 0; k < list->count; k++) {
        const struct figure_row *row = figures_row(list->figure[k].id);
        if (row->better != BETTER_NEITHER)
            text_list(keys, sizeof keys, ", ", "", row->key);
    }
    return fail(err, ERR_USAGE, "option -o: score=%s is no figure of these data: %s",
                figures_row(decides)->key, keys);
}
