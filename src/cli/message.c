/* message - lines for the user on standard error: errors, and what can be done but is hardly what
 * was meant. */
#include "cli/message.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>

#include "base/input.h"
#include "model/predict.h"
#include "train/training.h"

FILE *message_stream(void)
{
    fflush(stdout); /* a failure stays in the stream until its writer asks */
    return stderr;
}

void message(const char *program, const char *format, ...)
{
    FILE *stream = message_stream();
    va_list args;

    va_start(args, format);
    fprintf(stream, "%s: ", program);
    vfprintf(stream, format, args);
    fputc('\n', stream);
    va_end(args);
}

/* ---- warnings -------------------------------------------------------------------------------- */

/* More classes than GAPPED_LABELS that are not the whole numbers from 0 or 1 on look like numbers.
 * A guess, not measured: marks, years and codes of classes leave gaps, but seldom among so many. */
enum { GAPPED_LABELS = 20 };

/* As many answers without labels that are the same are odd: of two labels, equally likely, that
 * happens once in 2^9 times. */
enum { SAME_ANSWERS = 10 };

static const char trainer[] = "rrm-train", predictor[] = "rrm-predict";

/* ---- rrm-train ------------------------------------------------------------------------------- */

/* Whether the labels, which ascend, are the whole numbers from 0 or 1 on. */
static bool labels_count(int classes, const double *labels)
{
    for (int k = 1; k < classes; k++)
        if (labels[k] != labels[k - 1] + 1)
            return false;
    return labels[0] == 0 || labels[0] == 1;
}

static void warn_of_numbers(const struct recipe *recipe, const char *file,
                            const struct targets *targets)
{
    int classes = targets->classes;
    char list[TASK_LIST];

    if (classes <= GAPPED_LABELS || task_of(recipe->loss)->ordered ||
        labels_count(classes, targets->labels))
        return;
    message(trainer,
            "warning: %s: %d different labels, from %.15g to %.15g, look like numbers rather than "
            "classes: for a regression choose a loss (-l): %s",
            input_called(file), classes, targets->labels[0], targets->labels[classes - 1],
            task_losses(task_takes_numbers, list));
}

static bool is_one_of(double label, int classes, const double *labels)
{
    for (int k = 0; k < classes; k++)
        if (labels[k] == label)
            return true;
    return false;
}

static void warn_of_unused_weights(const struct recipe *recipe, const struct targets *targets)
{
    for (int k = 0; k < recipe->weight_count; k++)
        if (!is_one_of(recipe->weights[k].label, targets->classes, targets->labels))
            message(trainer, "warning: option -w: no example has the label %.15g",
                    recipe->weights[k].label);
}

/* Two labels' weights scale every pair of a positive and a negative example by the same number. */
static void warn_of_weighted_pairs(const struct recipe *recipe, const struct targets *targets)
{
    if (recipe->weight_count > 0 && recipe->loss->traits & LOSS_PAIRS && !targets->ova)
        message(trainer, "warning: option -w: loss '%s' is a mean over pairs of the two labels: "
                "their weights change nothing", recipe->loss->name);
}

/* The examples of a query belong together only for a loss that ranks them, which none does. */
static void warn_of_queries(const struct training *t)
{
    if (t->data->query)
        message(trainer, "warning: %s: the loss '%s' ignores qid: it does not rank the examples "
                "of a query", input_called(t->file), t->recipe->loss->name);
}

void warnings_of_labels(const struct training *t)
{
    warn_of_queries(t);
    warn_of_weighted_pairs(t->recipe, &t->targets);
    warn_of_unused_weights(t->recipe, &t->targets);
    warn_of_numbers(t->recipe, t->file, &t->targets);
}

enum { MORE = 160 }; /* bytes of the text */

/* Costs up to there are tried by hand and by others: 2^20 is the largest of LIBLINEAR's -C. */
static const double USUAL = 0x1p20;

/* What a smaller lambda does where all weights are 0. */
static const char *tell_of_lambda(const struct training *t, char text[MORE])
{
    const struct recipe *recipe = t->recipe;
    bool own = recipe->lambda > 0;
    const char *which = own ? "smaller -L" : "greater -c";
    double least = 0;
    bool known = true;

    for (int k = 0; k < t->problems; k++) {
        least = fmax(least, t->advice[k].least);
        known = known && t->advice[k].least > 0;
    }
    if (known && least < t->lambda && 1 / (least * (double)t->data->x.rows) >= USUAL)
        snprintf(text, MORE, "a %s does not help: %s %.3g weights of 0 meet the tolerance; "
                 "try another loss (-l)", which, own ? "down to -L" : "up to -c",
                 own ? least : recipe->cost * (t->lambda / least));
    else
        snprintf(text, MORE, "a %s may help", which);
    return text;
}

void warnings_of_model(const struct training *t, const struct model *model)
{
    const struct csr *x = &t->data->x;
    enum verdict verdict = t->outcome.verdict;
    char text[MORE];
    const char *more = tell_of_lambda(t, text);

    if (!model_is_constant(model))
        return;
    /* With R and Omega homogeneous, R(t w) = t R(w), lambda only scales w. */
    if (t->recipe->loss->traits & LOSS_MARGIN && t->recipe->reg->traits & REG_HOMOGENEOUS)
        more = "a greater nu may help";
    if (csr_entries(x) == 0)
        more = "no example has a value that is not 0";
    else if (verdict != CONVERGED)
        more = "the solver did not converge";
    message(
        trainer,
        "warning: the weights of all features are 0: the model says the same of every example; %s",
        more);
}

/* ---- rrm-predict ----------------------------------------------------------------------------- */

static void see_labels(struct test_seen *seen, const struct model *model,
                       const struct dataset *rows)
{
    for (int64_t i = 0; i < rows->x.rows && !seen->known; i++) {
        double label = rows->label[i];
        if (isnan(label))
            continue;
        if (!seen->labelled)
            seen->label = label;
        seen->labelled = true;
        seen->known = is_one_of(label, model->classes, model->labels);
    }
}

static void see_answers(struct test_seen *seen, const struct dataset *rows, const double *answer)
{
    for (int64_t i = 0; i < rows->x.rows && !seen->varies; i++) {
        if (seen->answers++ == 0)
            seen->answer = answer[i];
        seen->varies = answer[i] != seen->answer;
        seen->bare = seen->bare || isnan(rows->label[i]);
        seen->wrong = seen->wrong || (!isnan(rows->label[i]) && rows->label[i] != answer[i]);
    }
}

void warnings_see(struct test_seen *seen, const struct model *model, const struct dataset *rows,
                  const double *answer)
{
    seen->rows = true;
    seen->entries = seen->entries || csr_entries(&rows->x) > 0;
    seen->weighs = seen->weighs || predict_weighs(model, rows);
    see_labels(seen, model, rows);
    see_answers(seen, rows, answer);
}

static void warn_of_unmet(const char *path, const struct model *model)
{
    if (model->unbegun > 0)
        message(predictor,
                "warning: %s: training stopped before %d of %d classes had met the tolerance, %d "
                "of them without a single pass: their decision values are 0",
                input_called(path), model->unmet, model->classes, model->unbegun);
    else if (model->unmet > 0)
        message(predictor,
                "warning: %s: training stopped before %d of %d classes had met the tolerance",
                input_called(path), model->unmet, model->classes);
}

void warnings_of_prediction(const char *path, const struct model *model)
{
    warn_of_unmet(path, model);
    if (model_is_constant(model))
        message(predictor,
                "warning: %s: the weights of all features are 0: the model says the same of every "
                "example",
                input_called(path));
}

/* Whether there are features, and none has a weight. */
static bool is_blind(const struct test_seen *seen)
{
    return seen->entries && !seen->weighs;
}

void warnings_of_test(const char *test, const struct test_seen *seen, const char *path,
                      const struct model *model, bool figures)
{
    if (is_blind(seen) && !seen->constant)
        message(
            predictor,
            "warning: %s: no feature here has a weight in the model %s: it says the same of every "
            "example; was it trained on other features?",
            input_called(test), input_called(path));
    if (figures && model->classes > 1 && seen->labelled && !seen->known)
        message(predictor,
                "warning: %s: no label here is one of the model's: the first here is %.15g, the "
                "first there %.15g; the figures mean nothing",
                input_called(test), seen->label, model->labels[0]);
}

void warnings_of_answers(const char *test, const struct test_seen *seen, const struct model *model)
{
    bool odd = seen->wrong ? seen->answers > 1 : seen->bare && seen->answers >= SAME_ANSWERS;

    if (seen->varies || !odd || model->classes == 1 || seen->constant || is_blind(seen))
        return;
    if (model->classes > 1)
        message(predictor, "warning: %s: all %" PRId64 " answers are the label %.15g; the decision "
                "values (-d) may still tell the examples apart",
                input_called(test), seen->answers, seen->answer);
    else
        message(predictor, "warning: %s: all %" PRId64 " answers are the value %.15g",
                input_called(test), seen->answers, seen->answer);
}
