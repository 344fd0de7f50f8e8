/* message - lines for the user on standard error: errors, and what can be done but is hardly what
 * was meant. */
#include "cli/message.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

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

static const char program[] = "rrm-train";

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
    message(program,
            "warning: %s: %d different labels, from %.15g to %.15g, look like numbers rather than "
            "classes: for a regression choose a loss (-l): %s",
            input_called(file), classes, targets->labels[0], targets->labels[classes - 1],
            task_losses(task_takes_numbers, list));
}

/* A word has no number where no example has it. */
static void tell_unused_weight(const struct class_weight *w)
{
    if (isnan(w->label))
        message(program, "warning: option -w: no example has the label %.*s",
                (int)(strrchr(w->text, ':') - w->text), w->text);
    else
        message(program, "warning: option -w: no example has the label %.15g", w->label);
}

static void warn_of_unused_weights(const struct recipe *recipe, const struct targets *targets)
{
    for (int k = 0; k < recipe->weights.count; k++)
        if (!task_has_label(recipe->weights.each[k].label, targets->classes, targets->labels))
            tell_unused_weight(&recipe->weights.each[k]);
}

/* Two labels' weights scale every pair of a positive and a negative example by the same number. */
static void warn_of_weighted_pairs(const struct recipe *recipe, const struct targets *targets)
{
    if (class_weights_any(&recipe->weights) && recipe->loss->traits & LOSS_PAIRS && !targets->ova)
        message(program, "warning: option -w: loss '%s' is a mean over pairs of the two labels: "
                "their weights change nothing", recipe->loss->name);
}

/* The examples of a query belong together only for a loss of groups. */
static void warn_of_queries(const struct training *t)
{
    if (t->data->query && !(t->recipe->loss->traits & LOSS_GROUPS))
        message(program, "warning: %s: the loss '%s' ignores qid: it does not rank the examples "
                "of a query", input_called(t->file), t->recipe->loss->name);
}

/* Bytes from which on the memory of an engine is told before it is taken. */
static const double LARGE = 0x1p30;

/* sda keeps theta_i and mu_i of each sequence i (solve/dual/exponentiated.c). */
static void warn_of_memory(const struct training *t)
{
    const struct recipe *recipe = t->recipe;
    const struct solver *sda = solver_find("sda");
    double S = t->targets.classes, rows = (double)t->data->x.rows;
    double bytes = 2 * sizeof(double) * (rows * S + (double)t->targets.units * S * S);

    if (recipe->loss->gibbs && bytes >= LARGE &&
        solver_admits(sda, risk_traits(recipe->loss, recipe->free_bias), recipe->reg) &&
        (recipe->solver == sda || recipe->solver == solver_find("auto")))
        message(program, "warning: sda keeps two numbers for each label of each line and for each "
                "pair of labels of each sequence, %.3g GB; -s linesearch:ocas does not",
                bytes / LARGE);
}

void warnings_of_labels(const struct training *t)
{
    warn_of_memory(t);
    warn_of_queries(t);
    warn_of_weighted_pairs(t->recipe, &t->targets);
    warn_of_unused_weights(t->recipe, &t->targets);
    warn_of_numbers(t->recipe, t->file, &t->targets);
}

void warning_of_held(const struct training *t, const struct dataset *held, const char *file)
{
    const struct targets *targets = &t->targets;

    for (int64_t i = 0; i < held->x.rows; i++)
        if (targets->classes < 2 ||
            task_has_label(held->label[i], targets->classes, targets->labels))
            return;
    message(program, "warning: %s: no label here is one of the training's: the first here is "
            "%.15g, the first there %.15g; the figures mean nothing", input_called(file),
            held->label[0], targets->labels[0]);
}

enum { MORE = 160 }; /* bytes of the text */

/* Costs up to there are tried by hand and by others: 2^20 is the largest of LIBLINEAR's -C. */
static const double USUAL = 0x1p20;

/* What a smaller lambda does where all weights are 0. */
static const char *tell_of_lambda(const struct training *t, char text[MORE])
{
    const struct recipe *recipe = t->recipe;
    bool own = recipe->lambda > 0;
    bool held = recipe->reg->traits & REG_BOUNDED || recipe->files.name[FILE_BOUNDS];
    const char *which = own ? "smaller -L" : "greater -c";
    double least = 0;
    bool known = true;

    for (int k = 0; k < t->problems; k++) {
        least = fmax(least, t->advice[k].least);
        known = known && t->advice[k].least > 0;
    }
    if (known && least < t->lambda && 1 / (least * t->targets.mass) >= USUAL)
        snprintf(text, MORE, "a %s does not help: %s %.3g weights of 0 meet the tolerance; "
                 "%s", which, own ? "down to -L" : "up to -c",
                 own ? least : recipe->cost * (t->lambda / least),
                 held ? "their bounds hold them: allow others, or try another loss (-l)"
                      : "try another loss (-l)");
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
        program,
        "warning: the weights of all features are 0: the model says the same of every example; %s",
        more);
}
