/* options_check - which options of rrm-train go together, and which files. */
#include <math.h>
#include <string.h>

#include "base/output.h"
#include "cli/options.h"

enum { SEARCH_FOLDS = 5 }; /* of -C; LIBLINEAR's; and where -o folds stands without -v */

enum status options_wrong_weight(const char *text, struct error *err)
{
    return fail(err, ERR_USAGE, "option -w: '%.40s' is neither balanced nor LABEL:WEIGHT, a label "
                "from -1e300 to 1e300, or a word with -o labels=words, and a weight from 1e-100 to "
                "1e100", text);
}

/* The file of an option is no other one; nobody reads standard input twice. */
static enum status check_file(const struct options *o, const char *file, const char *option,
                              const char *name, struct error *err)
{
    if (!file)
        return OK;
    if (option_table_replaces(o->model, file) || option_table_replaces(o->trace, file) ||
        option_table_replaces(o->path, file))
        return fail(err, ERR_USAGE, "the model or the %s would replace the file of %s%s: name "
                    "another place for it", o->path ? "path" : "trace", option, name);
    if (strcmp(file, "-") == 0 && (strcmp(o->data, "-") == 0 ||
                                   (o->start && strcmp(o->start, "-") == 0)))
        return fail(err, ERR_USAGE, "standard input ('-') cannot be both the file of %s%s and "
                    "another one", option, name);
    return OK;
}

static enum status check_files(const struct options *o, struct error *err)
{
    bool forward = o->judging.own && strcmp(o->judging.own, FORWARD) == 0;
    enum status status = check_file(o, o->scaling.row_facts, "-W", "", err);

    if (status == OK && !forward)
        status = check_file(o, o->judging.own, "-o folds", "", err);
    if (status == OK)
        status = check_file(o, o->judging.held, "-H", "", err);
    if (status == OK)
        status = check_file(o, o->text.names, "-N", "", err);
    for (int k = 0; k < RECIPE_FILES && status == OK; k++)
        status = check_file(o, o->recipe.files.name[k], "-o ",
                            recipe_file_at((enum recipe_file)k)->name, err);
    return status;
}

/* The table that a training writes; *called as messages have it. NULL: none. */
static const char *table_of(const struct options *o, const char **called)
{
    *called = o->trace ? "trace (-T)" : "path (-P)";
    return o->trace ? o->trace : o->path;
}

/* Places that are not one another; the model may replace that from which the training starts. */
enum status options_check_places(const struct options *o, struct error *err)
{
    bool piped = strcmp(o->data, "-") == 0;
    const char *called, *table = table_of(o, &called);

    if (option_table_replaces(o->model, o->data))
        return fail(err, ERR_USAGE, "the model would replace the training file: name another place "
                    "for it");
    if (option_table_replaces(table, o->data))
        return fail(err, ERR_USAGE, "the %s would replace the training file: name another place "
                    "for it", called);
    if (option_table_same_file(o->model, table))
        return fail(err, ERR_USAGE, "the %s and the model have the same place: name two", called);
    if (option_table_replaces(table, o->start))
        return fail(err, ERR_USAGE, "the %s would replace the model to start from (-i): name "
                    "another place for it", called);
    if (o->json &&
        ((o->model && output_is_stdout(o->model)) || (table && output_is_stdout(table))))
        return fail(err, ERR_USAGE, "option -J prints its line on standard output: name another "
                    "place for the %s", table && output_is_stdout(table) ? called : "model");
    if (piped && o->start && strcmp(o->start, "-") == 0)
        return fail(err, ERR_USAGE, "standard input ('-') cannot be both the training file and the "
                    "model to start from (-i)");
    return check_files(o, err);
}

/* Whether the figure of held-out examples decides at each iteration. */
static bool watches_held(const struct options *o)
{
    return o->judging.held && (o->trace || o->path || o->judging.patience > 0);
}

/* -H and what belongs to it. */
static enum status check_held(const struct options *o, struct error *err)
{
    const struct judging *j = &o->judging;
    const struct recipe *r = &o->recipe;

    if (j->patience > 0 && !j->held)
        return fail(err, ERR_USAGE, "option -o: patience=N waits for a better figure of held-out "
                    "examples: add -H FILE");
    if (j->patience > 0 && o->search)
        return fail(err, ERR_USAGE, "options -C and -o patience: -C compares trainings that come "
                    "to their end: leave one of them out");
    if (j->patience > 0 && r->probability && !(r->loss->traits & LOSS_PROBABILITY))
        return fail(err, ERR_USAGE, "options -b 1 and -o patience: no held-out examples end the "
                    "trainings that calibrate: leave one of them out, or choose a loss with "
                    "probabilities (-l logistic)");
    if (j->held && j->own)
        return fail(err, ERR_USAGE, "options -H and -o folds: held-out examples judge in place of "
                    "folds: leave one of them out");
    if (j->held && j->folds > 0)
        return fail(err, ERR_USAGE, "options -H and -v: held-out examples judge in place of folds: "
                    "leave one of them out");
    if (j->held && o->choice.rule == RULE_1SD)
        return fail(err, ERR_USAGE, "option -o: rule=1sd needs the standard error of folds, and "
                    "held-out examples (-H) have none: leave one of them out");
    return OK;
}

/* -P and what belongs to it. */
static enum status check_path(const struct options *o, struct error *err)
{
    const struct {
        bool given;
        const char *option;
    } others[] = {{o->search, "-C"}, {o->judging.folds > 0 || o->judging.own, "-v"},
                  {o->trace, "-T"}, {o->judging.patience > 0, "-o patience"}};

    for (size_t k = 0; o->path && k < sizeof others / sizeof *others; k++)
        if (others[k].given)
            return fail(err, ERR_USAGE, "options -P and %s: a path is a training to the end for "
                        "each cost: leave one of them out", others[k].option);
    if (!o->path)
        return OK;
    if (o->costs.count == 0)
        return fail(err, ERR_USAGE, "option -P writes the weights at several costs: name them, "
                    "-c from:factor:count");
    return OK;
}

/* The log-loss needs probabilities, and asks for them. */
static enum status check_score(struct recipe *r, const struct choice *choice, struct error *err)
{
    char list[TASK_LIST];

    if (!choice->scored || !figures_row(choice->score)->probable)
        return OK;
    if (!r->probability && !(r->loss->traits & LOSS_PROBABILITY))
        return fail(err, ERR_USAGE, "option -o: score=%s needs probabilities: add -b 1, or "
                    "choose a loss (-l) that has them: %s", figures_row(choice->score)->key,
                    task_losses(task_has_probability, list));
    r->probability = true;
    return OK;
}

/* -C and what belongs to it. */
static enum status check_search(struct options *o, struct error *err)
{
    struct recipe *r = &o->recipe;

    if (!o->search && o->choice.scored && !watches_held(o))
        return fail(err, ERR_USAGE, "option -o: score=NAME is the figure by which -C chooses, or "
                    "that of -H in a trace (-T), a path (-P) or for -o patience: add one of them");
    if (!o->search && o->choice.rule)
        return fail(err, ERR_USAGE, "option -o: rule=NAME says which cost -C takes: add -C");
    if (!o->search && !o->path && o->costs.count > 0)
        return fail(err, ERR_USAGE, "option -c: from:factor:count gives costs for -C to choose "
                    "from, or for a path (-P): add one of these, or give one cost: -c %.15g",
                    o->costs.from);
    if (!o->search)
        return check_score(r, &o->choice, err);
    if (r->lambda > 0)
        return fail(err, ERR_USAGE, "options -C and -L: -C chooses the cost, and with it lambda: "
                    "leave one of them out");
    if (r->loss->traits & LOSS_MARGIN && r->reg->traits & REG_HOMOGENEOUS)
        return fail(err, ERR_USAGE, "option -C: with loss '%s' and regularizer '%s' every cost has "
                    "the same answers; choose %s instead", r->loss->name, r->reg->name,
                    r->loss->parameter.name);
    return check_score(r, &o->choice, err);
}

static bool is_inside(double bound)
{
    return isfinite(bound) && bound != 0;
}

/* Names of features, and what does not go with words. */
static enum status check_features(const struct options *o, struct error *err)
{
    const struct text_options *t = &o->text;
    bool words = t->features == TEXT_WORDS, any = words || t->labels == TEXT_WORDS;

    if (t->hash_bits > 0 && !words)
        return fail(err, ERR_USAGE, "option -o hash=%d: names are hashed, and indices are numbers: "
                    "add -o features=words", t->hash_bits);
    if (t->names && words)
        return fail(err, ERR_USAGE, "options -N and -o features=words: words are their own names: "
                    "leave one of them out");
    if ((any || t->names) && o->format != FORMAT_RRM)
        return fail(err, ERR_USAGE, "option -F liblinear: LIBLINEAR's models have no words and no "
                    "names: leave it out, or %s", any ? "the words (-o)" : "-N");
    if (t->first == FIRST_0 && words)
        return fail(err, ERR_USAGE, "options -o first=0 and features=words: words are no indices: "
                    "leave first=0 out");
    if (t->first == FIRST_0 && o->format != FORMAT_RRM)
        return fail(err, ERR_USAGE, "option -F liblinear: LIBLINEAR's indices begin at 1: leave it "
                    "out, or -o first=0");
    if (any && o->judging.held)
        return fail(err, ERR_USAGE, "option -H does not go with words: the held-out examples would "
                    "have other numbers for them");
    if (any && o->start)
        return fail(err, ERR_USAGE, "option -i does not go with words: the model to start from may "
                    "have other numbers for them");
    return OK;
}

/* What the text has, and what does not go with that. */
static enum status check_text(const struct options *o, struct error *err)
{
    const struct recipe *r = &o->recipe;
    const struct text_options *t = &o->text;
    bool words = t->labels == TEXT_WORDS;
    char list[TASK_LIST];

    for (int k = 0; k < r->weights.count; k++)
        if (isnan(r->weights.each[k].label) && !words)
            return options_wrong_weight(r->weights.each[k].text, err);
    if (words && !task_takes_words(r->loss))
        return fail(err, ERR_USAGE, "option -o labels=words: the labels of loss '%s' are no "
                    "classes; losses that have classes: %s", r->loss->name,
                    task_losses(task_takes_words, list));
    if (words && r->files.name[FILE_NAMES])
        return fail(err, ERR_USAGE, "options -o labels=words and -o names: words are their own "
                    "names: leave one of them out");
    return check_features(o, err);
}

/* What folds choose for the scores. */
static enum status check_chosen(const struct recipe *r, struct error *err)
{
    char list[TASK_LIST];

    if (r->chosen.calibration && !r->probability)
        return fail(err, ERR_USAGE, "option -o: calibration=NAME says how -b 1 calibrates: add "
                    "-b 1");
    if (r->chosen.calibration && !task_takes_calibration(r->loss, recipe_calibration(r)))
        return fail(err, ERR_USAGE, "option -o: loss '%s' cannot be calibrated so; those that can: "
                    "%s", r->loss->name,
                    task_losses(r->chosen.calibration == CALIBRATION_TEMPERATURE
                                    ? task_takes_temperature : task_takes_cut, list));
    if (r->chosen.calibration == CALIBRATION_TEMPERATURE && r->ova)
        return fail(err, ERR_USAGE, "options -o calibration=temperature and -l ova: a temperature "
                    "is of one training, not of each class: choose platt or isotonic");
    if (r->chosen.cut.by != CUT_NONE && !task_takes_cut(r->loss))
        return fail(err, ERR_USAGE, "option -o threshold: loss '%s' has no threshold of two "
                    "classes; those that have: %s", r->loss->name,
                    task_losses(task_takes_cut, list));
    if (r->chosen.cut.by != CUT_NONE && r->ova)
        return fail(err, ERR_USAGE, "options -o threshold and -l ova: a threshold is of two "
                    "classes, not of each against the rest: leave one of them out");
    return OK;
}

/* Options that do not go together, or not with the loss. */
static enum status check_choices(const struct options *o, struct error *err)
{
    const struct recipe *r = &o->recipe;
    const struct reg_weight all = reg_weight_at(r->reg, r->reg_p, 0);
    char list[TASK_LIST];

    if (r->lambda > 0 && o->costs.from > 0)
        return fail(err, ERR_USAGE, "options -c and -L both set lambda: give one of them");
    if (r->free_bias && !(r->bias > 0))
        return fail(err, ERR_USAGE, "option -R needs a bias that it may leave unregularized: add "
                    "-B 1");
    if (r->bias > 0 && !r->free_bias && r->reg->traits & REG_BOUNDED)
        return fail(err, ERR_USAGE, "option -B: regularizer '%s' would hold the bias within its "
                    "bounds, too: add -R", r->reg->name);
    if (!r->files.name[FILE_GROUPS] && recipe_file_at(FILE_GROUPS)->reg_takes(r->reg))
        return fail(err, ERR_USAGE, "option -r: regularizer '%s' needs the groups of features: add "
                    "-o groups=FILE", r->reg->name);
    if (o->judging.folds > 0 && !o->search && o->start)
        return fail(err, ERR_USAGE, "option -i does not go with -v: the model to start from may "
                    "have seen the examples that are left out");
    if (o->judging.folds > 0 && !o->search && o->trace)
        return fail(err, ERR_USAGE, "options -v and -T: a trace is that of one run, and -v has one "
                    "for each fold: leave one of them out");
    if (class_weights_any(&r->weights) && !task_takes_weights(r->loss))
        return fail(err, ERR_USAGE, "option -w: loss '%s' cannot weigh examples by their labels: "
                    "leave -w out", r->loss->name);
    if (r->probability && !task_takes_calibration(r->loss, recipe_calibration(r)))
        return fail(err, ERR_USAGE, "option -b 1: loss '%s' cannot give probabilities; those that "
                    "can: %s",
                    r->loss->name, task_losses(task_takes_probability, list));
    if (o->judging.folds > 0 && !o->search && o->format != FORMAT_RRM)
        return fail(err, ERR_USAGE, "options -v and -F: -v judges and writes no model: leave one "
                    "of them out");
    if (o->format == FORMAT_LIBLINEAR && o->scaling.rows == ROWS_UNIT)
        return fail(err, ERR_USAGE, "option -F liblinear: its models do not divide rows by their "
                    "lengths: leave -o rows=unit out, or write the model as -F rrm");
    if (o->scaling.columns > 1 && (is_inside(all.lo) || is_inside(all.hi)))
        return fail(err, ERR_USAGE, "option -o scale: the bounds of regularizer '%s' would be "
                    "those of scaled features: give them by feature, -o bounds=FILE with another "
                    "regularizer", r->reg->name);
    return format_check(o->format, r->loss, r->probability, r->chosen.cut.by != CUT_NONE, err);
}

enum status options_check(struct options *o, struct error *err)
{
    enum status status = check_held(o, err);

    if (status == OK)
        status = check_path(o, err);
    if (o->judging.folds == 0 && (o->search || o->judging.own))
        o->judging.folds = SEARCH_FOLDS;
    if (status == OK)
        status = check_chosen(&o->recipe, err);
    if (status == OK)
        status = check_choices(o, err);
    if (status == OK)
        status = check_text(o, err);
    if (status == OK)
        status = choices_check_shares(&o->choice.shares, o->search, &o->recipe, err);
    return status == OK ? check_search(o, err) : status;
}
