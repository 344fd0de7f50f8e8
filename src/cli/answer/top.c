/* top - the most probable labels of an example: the lines of rrm-predict -k and -p. */
#include "cli/answer/top.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/text.h"

struct top_label {
    double value;
    int place;
};

static int by_value(const void *a, const void *b)
{
    const struct top_label *x = a, *y = b;

    if (x->value != y->value)
        return x->value < y->value ? 1 : -1;
    return x->place - y->place;
}

bool top_takes(const struct decoder *d)
{
    bool scores = d->outputs == (size_t)d->classes || (d->classes == 2 && !d->task->ordered);

    return d->classes > 1 && !d->task->counts_groups && (scores || probability_known(d));
}

/* What class k is ranked by. */
static double value_of(const struct decoder *d, const double *decision, const double *probability,
                       int k)
{
    double side = decision[0] > d->folded.cut ? 1 : -1; /* of two classes by one score */

    if (probability)
        return probability[k];
    if (d->outputs > 1)
        return decision[k];
    return k == 0 ? side : 0;
}

bool top_line(const struct top *t, const double *decision, const double *probability,
              struct top_labels *labels, struct lines *l)
{
    size_t classes = (size_t)t->d->classes, most = t->most < classes ? t->most : classes;
    char *to;

    if (!labels->each)
        labels->each = mem_alloc(classes, sizeof *labels->each);
    if (!labels->each || !lines_reserve(l, 2 * most * (TEXT_EXACT + 1) + 1))
        return false;
    for (int k = 0; k < t->d->classes; k++)
        labels->each[k] = (struct top_label){value_of(t->d, decision, probability, k), k};
    qsort(labels->each, classes, sizeof *labels->each, by_value);
    to = l->text + l->length;
    for (size_t k = 0; k < most && (t->above < 0 || labels->each[k].value > t->above); k++) {
        if (k > 0)
            *to++ = ' ';
        to = lines_put(to, t->d->labels[labels->each[k].place], true);
        if (!t->probabilities)
            continue;
        *to++ = ' ';
        to = lines_put(to, labels->each[k].value, false);
    }
    *to++ = '\n';
    l->length = (size_t)(to - l->text);
    return true;
}
