/* figures - how good predictions are, as a list of name and value. */
#include "task/figures.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/text.h"

/* ---- of a threshold -------------------------------------------------------------------------- */

static double f1_of(double right, double wrong)
{
    return figures_ratio(2 * right, 2 * right + wrong);
}

static double f1(const struct cut_counts *c)
{
    return f1_of(c->true_positive, c->false_positive + c->false_negative);
}

/* The mean of two numbers, or the one that is no NaN. */
static double mean(double a, double b)
{
    double other = isnan(b) ? a : (a + b) / 2;

    return isnan(a) ? b : other;
}

static double macro_f1(const struct cut_counts *c)
{
    return mean(f1(c), f1_of(c->true_negative, c->false_positive + c->false_negative));
}

static double accuracy(const struct cut_counts *c)
{
    double right = c->true_positive + c->true_negative;

    return 100 * figures_ratio(right, right + c->false_positive + c->false_negative);
}

static double balanced_accuracy(const struct cut_counts *c)
{
    return 100 * mean(figures_ratio(c->true_positive, c->true_positive + c->false_negative),
                      figures_ratio(c->true_negative, c->true_negative + c->false_positive));
}

/* ---- the table ------------------------------------------------------------------------------- */

const struct figure_row *figures_row(enum figure_id id)
{
    static const struct figure_row rows[FIGURE_IDS] = {
        [FIGURE_ACCURACY] =
            {"Accuracy", "accuracy", FIGURE_SHARE, BETTER_GREATER, .of_cut = accuracy},
        [FIGURE_BALANCED_ACCURACY] = {"Balanced accuracy", "balanced-accuracy", FIGURE_PERCENT,
                                      BETTER_GREATER, .of_cut = balanced_accuracy},
        [FIGURE_MACRO_F1] =
            {"Macro-F1", "macro-f1", FIGURE_NUMBER, BETTER_GREATER, .of_cut = macro_f1},
        [FIGURE_LOG_LOSS] =
            {"Log-loss", "log-loss", FIGURE_NUMBER, BETTER_SMALLER, .probable = true},
        [FIGURE_BRIER] = {"Brier score", "brier", FIGURE_NUMBER, BETTER_SMALLER, .probable = true},
        [FIGURE_CALIBRATION_ERROR] = {"Calibration error", "calibration-error", FIGURE_NUMBER,
                                      BETTER_SMALLER, .probable = true},
        [FIGURE_MEAN_COST] = {"Mean cost", "mean-cost", FIGURE_NUMBER, .better = BETTER_SMALLER},
        [FIGURE_POSITIVE_LABEL] =
            {"Positive label", "positive-label", FIGURE_LABEL, .better = BETTER_NEITHER},
        [FIGURE_ROC_AREA] = {"ROC area", "roc-area", FIGURE_NUMBER, .better = BETTER_GREATER},
        [FIGURE_PRECISION] = {"Precision", "precision", FIGURE_NUMBER, .better = BETTER_GREATER},
        [FIGURE_RECALL] = {"Recall", "recall", FIGURE_NUMBER, .better = BETTER_GREATER},
        [FIGURE_F1] = {"F1", "f1", FIGURE_NUMBER, BETTER_GREATER, .of_cut = f1},
        [FIGURE_ACCEPTED] = {"Accepted", "accepted", FIGURE_SHARE, .better = BETTER_NEITHER},
        [FIGURE_MEAN_SQUARED_ERROR] =
            {"Mean squared error", "mean-squared-error", FIGURE_NUMBER, .better = BETTER_SMALLER},
        [FIGURE_MEAN_ABSOLUTE_ERROR] =
            {"Mean absolute error", "mean-absolute-error", FIGURE_NUMBER, .better = BETTER_SMALLER},
        [FIGURE_MEDIAN_ABSOLUTE_ERROR] =
            {"Median absolute error", "median-absolute-error", FIGURE_NUMBER,
             .better = BETTER_SMALLER},
        [FIGURE_R2] = {"R^2", "r2", FIGURE_NUMBER, .better = BETTER_GREATER},
        [FIGURE_PAIRS] = {"Pairs in order", "pairs", FIGURE_NUMBER, .better = BETTER_GREATER},
        [FIGURE_NDCG10] = {"NDCG@10", "ndcg10", FIGURE_NUMBER, .better = BETTER_GREATER},
        [FIGURE_MAP] = {"MAP", "map", FIGURE_NUMBER, .better = BETTER_GREATER},
        [FIGURE_SEQUENCES] =
            {"Whole sequences", "whole-sequences", FIGURE_SHARE, .better = BETTER_GREATER},
        [FIGURE_CHUNK_PRECISION] =
            {"Chunk precision", "chunk-precision", FIGURE_NUMBER, .better = BETTER_GREATER},
        [FIGURE_CHUNK_RECALL] =
            {"Chunk recall", "chunk-recall", FIGURE_NUMBER, .better = BETTER_GREATER},
        [FIGURE_CHUNK_F1] = {"Chunk F1", "chunk-f1", FIGURE_NUMBER, .better = BETTER_GREATER},
    };

    return &rows[id];
}

bool figures_read(const char *key, enum figure_id *id)
{
    for (int k = 0; k < FIGURE_IDS; k++) {
        const struct figure_row *row = figures_row((enum figure_id)k);
        if (row->better != BETTER_NEITHER && strcmp(row->key, key) == 0) {
            *id = (enum figure_id)k;
            return true;
        }
    }
    return false;
}

const char *figures_keys(char text[FIGURES_KEYS])
{
    text[0] = '\0';
    for (int k = 0; k < FIGURE_IDS; k++) {
        const struct figure_row *row = figures_row((enum figure_id)k);
        if (row->better != BETTER_NEITHER)
            text_list(text, FIGURES_KEYS, ", ", "", row->key);
    }
    return text;
}

static void add(struct figures *list, struct figure figure)
{
    assert(list->count < FIGURE_IDS);
    list->figure[list->count++] = figure;
}

double figures_ratio(double a, double b)
{
    return b > 0 ? a / b : NAN;
}

void figures_add(struct figures *list, enum figure_id id, double value)
{
    add(list, (struct figure){.id = id, .value = value});
}

void figures_share(struct figures *list, enum figure_id id, int64_t count, int64_t of)
{
    double percent = figures_ratio((double)count * 100, (double)of);

    add(list, (struct figure){.id = id, .value = percent, .count = count, .of = of});
}

const struct figure *figures_find(const struct figures *list, enum figure_id id)
{
    for (int k = 0; k < list->count; k++)
        if (list->figure[k].id == id)
            return &list->figure[k];
    return NULL;
}

bool figures_better(enum figure_id id, double a, double b)
{
    if (isnan(a) || isnan(b))
        return !isnan(a) && isnan(b);
    return figures_row(id)->better == BETTER_SMALLER ? a < b : a > b;
}
