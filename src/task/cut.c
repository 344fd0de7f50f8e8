/* cut - the threshold of two classes that is best by a figure, or by what errors cost, on scored
 * rows: a sweep over the decisions, from the greatest down. */
#include "task/cut.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "math/radix_sort.h"

/* ---- what is asked for ----------------------------------------------------------------------- */

/* J = recall of one class + recall of the other - 1 (Youden, Cancer 3, 1950): 2 balanced accuracy -
 * 1, best at the same threshold. */
static const char youden[] = "youden", cost[] = "cost:";

/* What an error may cost: a product with a weight neither overflows nor vanishes. */
static const double LEAST = 1e-100, MOST = 1e100;

static bool read_costs(const char *text, struct cut_goal *goal)
{
    const char *end = text + strlen(text), *colon = text_number(text, end, &goal->false_positive);

    goal->by = CUT_COST;
    goal->figure = FIGURE_MEAN_COST;
    return colon && *colon == ':' &&
           text_whole_number(colon + 1, LEAST, MOST, &goal->false_negative) &&
           goal->false_positive >= LEAST && goal->false_positive <= MOST;
}

bool cut_read(const char *text, struct cut_goal *goal)
{
    *goal = (struct cut_goal){.by = CUT_FIGURE, .figure = FIGURE_BALANCED_ACCURACY};
    if (strncmp(text, cost, strlen(cost)) == 0)
        return read_costs(text + strlen(cost), goal);
    return strcmp(text, youden) == 0 ||
           (figures_read(text, &goal->figure) && figures_row(goal->figure)->of_cut);
}

const char *cut_words(char text[FIGURES_KEYS])
{
    text[0] = '\0';
    for (int k = 0; k < FIGURE_IDS; k++) {
        const struct figure_row *row = figures_row((enum figure_id)k);
        if (row->of_cut)
            text_list(text, FIGURES_KEYS, ", ", "", row->key);
    }
    text_list(text, FIGURES_KEYS, ", ", "", youden);
    text_list(text, FIGURES_KEYS, ", ", cost, "FP:FN");
    return text;
}

/* ---- the choice ------------------------------------------------------------------------------ */

static double value_of(const struct cut_goal *goal, const struct cut_counts *c)
{
    double wrong = goal->false_positive * c->false_positive +
                   goal->false_negative * c->false_negative;

    if (goal->by == CUT_FIGURE)
        return figures_row(goal->figure)->of_cut(c);
    return figures_ratio(wrong, c->true_positive + c->false_positive + c->false_negative +
                                    c->true_negative);
}

/* Rows of weights above 0, by decision. */
struct sweep {
    const struct cut_goal *goal;
    const double *y, *weight;
    struct keyed *item; /* descending; y and weight are those of its row */
    size_t n;
    struct cut_counts counts; /* of the threshold below the last row that was passed */
};

/* Row k of the order becomes positive. */
static void pass(struct sweep *s, size_t k)
{
    int64_t row = s->item[k].row;
    double weight = s->weight ? s->weight[row] : 1;

    *(s->y[row] > 0 ? &s->counts.true_positive : &s->counts.false_positive) += weight;
    *(s->y[row] > 0 ? &s->counts.false_negative : &s->counts.true_negative) -= weight;
}

/* The threshold below the first k rows and above the others. */
static double between(const struct sweep *s, size_t k)
{
    double top = s->item[0].key, least = s->item[s->n - 1].key;
    double beyond = top / (2 * (double)s->n) - least / (2 * (double)s->n), middle;

    if (k == 0)
        return top + beyond;
    if (k == s->n)
        return least - beyond < least ? least - beyond : nextafter(least, -INFINITY);
    middle = s->item[k].key / 2 + s->item[k - 1].key / 2;
    return middle < s->item[k - 1].key ? middle : s->item[k].key;
}

/* All thresholds, from the greatest on. */
static void sweep(struct sweep *s, struct cut *cut)
{
    size_t k = 0;

    *cut = (struct cut){0, NAN, NAN};
    while (true) {
        double at = between(s, k) + 0.0, value = value_of(s->goal, &s->counts); /* -0 becomes 0 */
        bool first = k == 0, near = fabs(at) < fabs(cut->at) && !(value != cut->value);
        if (k == 0 || s->item[k - 1].key > 0)
            cut->before = value;
        if (first || near || figures_better(s->goal->figure, value, cut->value)) {
            cut->at = at;
            cut->value = value;
        }
        if (k == s->n)
            return;
        do
            pass(s, k++);
        while (k < s->n && s->item[k].key == s->item[k - 1].key);
    }
}

/* The rows into s, in order; spare is scratch. */
static enum status place_rows(struct sweep *s, size_t n, const double *decision, uint64_t *spare,
                              struct error *err)
{
    for (size_t i = 0; i < n; i++) {
        double weight = s->weight ? s->weight[i] : 1;
        if (!isfinite(decision[i]))
            return fail(err, ERR_DATA, "no threshold: a decision value is not finite: the data's "
                        "values are too large or too far apart; scale them");
        if (weight > 0)
            s->item[s->n++] = (struct keyed){decision[i], (int64_t)i};
        *(s->y[i] > 0 ? &s->counts.false_negative : &s->counts.true_negative) += weight;
    }
    radix_sort_keyed(&par_alone, s->n, s->item, spare);
    return OK;
}

enum status cut_choose(const struct cut_goal *goal, size_t n, const double *decision,
                       const double *y, const double *weight, struct cut *cut, struct error *err)
{
    struct sweep s = {.goal = goal, .y = y, .weight = weight};
    uint64_t *spare = mem_alloc(2 * n, sizeof *spare);
    enum status status = OK;

    *cut = (struct cut){0, NAN, NAN};
    s.item = mem_alloc(n, sizeof *s.item);
    if (!s.item || !spare)
        status = fail_memory(err, "the threshold");
    if (status == OK)
        status = place_rows(&s, n, decision, spare, err);
    if (status == OK && s.n > 0)
        sweep(&s, cut);
    mem_free(s.item);
    mem_free(spare);
    return status;
}
