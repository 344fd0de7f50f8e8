/* whole - a whole training, from the options to the model, or a cross-validation, with calibration: of two
 * classes sigmoids and a threshold, of three steps. */
#include "whole.h"

#include <stdio.h>

#include "cli/options.h"
#include "train/search.h"
#include "data/text/source.h"

enum { ROWS = 12 }; /* of tests/reference/bin.libsvm */

static enum status parse(const struct whole *whole, struct options *o, struct error *err)
{
    char words[][24] = {"rrm-train", "-q", "-b", "1", "-m", "3", "-l", "", "data.txt"};
    char *argv[16] = {NULL};
    int count = sizeof words / sizeof *words;

    snprintf(words[7], sizeof words[7], "%s", whole->loss);
    for (int k = 0; k < count; k++)
        argv[k] = words[k];
    return options_parse(count, argv, o, err);
}

static double sum_of(const struct model *m)
{
    struct model_kind kind = model_kind(m);
    double sum = m->primal + m->dual + m->passes + m->folded.cut;

    for (size_t j = 0; j < m->weights * kind.outputs; j++)
        sum += m->weight[j];
    for (size_t k = 0; m->folded.platt && k < 2 * kind.sigmoids; k++)
        sum += m->folded.platt[k];
    for (size_t k = 0; m->folded.steps && k < kind.sigmoids; k++)
        sum += m->folded.steps[k].pair[1];
    return sum;
}

static enum status train(const struct recipe *recipe, const struct dataset *data, const struct par *par, double *sum,
                         struct error *err)
{
    struct training t = {0};
    struct model model = {0};
    enum status status = training_init(&t, recipe, data, "data", par, err);

    if (status == OK)
        status = training_run(&t, err);
    if (status == OK)
        status = training_model(&t, &model, err);
    if (status == OK)
        *sum = sum_of(&model);
    model_free(&model);
    training_free(&t);
    return status;
}

static enum status judge(const struct recipe *recipe, const struct dataset *data, int folds, const struct par *par,
                         double *sum, struct error *err)
{
    bool search = folds < 0;
    struct training t = {0};
    struct cross c = {0};
    struct search s = {.cross = &c, .decides = FIGURE_ACCURACY, .start = 64};
    enum status status = training_init(&t, recipe, data, "data", par, err);

    if (status == OK)
        status = cross_init(&c, &t, search ? -folds : folds, search, err);
    if (status == OK)
        status = search ? search_run(&s, err) : cross_run(&c, err);
    for (int f = 0; f < c.folds.count && status == OK; f++)
        for (int k = 0; k < c.fold[f].figures.count; k++) {
            double value = c.fold[f].figures.figure[k].value;
            *sum += value == value ? (k + 1) * value : 0;
        }
    cross_free(&c);
    training_free(&t);
    return status;
}

enum status whole_training(struct whole *whole, struct error *err)
{
    struct dataset data = {0};
    double label[ROWS];
    struct options o;
    struct par par;
    enum status status = parse(whole, &o, err);

    par_init(&par, whole->threads);
    if (whole->classes == 3)
        o.recipe.chosen.calibration = CALIBRATION_ISOTONIC;
    if (whole->classes == 2)
        o.recipe.chosen.cut = (struct cut_goal){.by = CUT_FIGURE, .figure = FIGURE_F1};
    o.data = "tests/reference/bin.libsvm"; /* the words are gone */
    if (status == OK)
        status = dataset_open(o.data, 0, &par, &data, err);
    for (int i = 0; i < ROWS; i++)
        label[i] = i % whole->classes;
    data.label = label;
    whole->sum = 0;
    if (status == OK && whole->folds > 0)
        status = judge(&o.recipe, &data, whole->folds, &par, &whole->sum, err);
    else if (status == OK)
        status = train(&o.recipe, &data, &par, &whole->sum, err);
    dataset_free(&data);
    par_free(&par);
    options_free(&o);
    return status;
}
