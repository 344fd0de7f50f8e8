/* class_counts - how often labels and answers agree, class by class. */
#include "task/class_counts.h"

#include <stdlib.h>

#include "base/memory.h"
#include "task/classes.h"
#include "task/figures.h"

bool class_counts_init(struct class_counts *c, int classes, const double *labels)
{
    *c = (struct class_counts){.classes = classes};
    c->tally = mem_alloc((size_t)classes, sizeof *c->tally);
    if (!c->tally)
        return false;
    for (int k = 0; k < classes; k++)
        c->tally[k] = (struct tally){.label = labels[k], .place = k};
    qsort(c->tally, (size_t)classes, sizeof *c->tally, classes_by_label);
    return true;
}

struct tally *class_counts_find(const struct class_counts *c, double label)
{
    struct tally *at = c->tally; /* the last one, so far, whose label is not above */

    for (int n = c->classes; n > 1; n -= n / 2)
        at += at[n / 2].label <= label ? n / 2 : 0;
    return at->label == label ? at : NULL;
}

const struct tally *class_counts_add(struct class_counts *c, double answer, double label)
{
    struct tally *own = class_counts_find(c, label), *said = class_counts_find(c, answer);

    c->rows++;
    if (!own)
        return NULL;
    c->right += own == said;
    c->known++;
    c->places += said > own ? said - own : own - said;
    own->rows++;
    own->right += own == said;
    said->said++;
    return own;
}

double tally_precision(const struct tally *t)
{
    return figures_ratio((double)t->right, (double)t->said);
}

double tally_recall(const struct tally *t)
{
    return figures_ratio((double)t->right, (double)t->rows);
}

double tally_f1(const struct tally *t)
{
    return figures_ratio(2 * (double)t->right, (double)t->rows + (double)t->said);
}

double class_counts_balanced(const struct class_counts *c)
{
    double sum = 0, present = 0;

    for (int k = 0; k < c->classes; k++) {
        sum += c->tally[k].rows > 0 ? tally_recall(&c->tally[k]) : 0;
        present += c->tally[k].rows > 0;
    }
    return figures_ratio(100 * sum, present);
}

double class_counts_macro_f1(const struct class_counts *c)
{
    double sum = 0, present = 0;

    for (int k = 0; k < c->classes; k++) {
        bool occurs = c->tally[k].rows + c->tally[k].said > 0;
        sum += occurs ? tally_f1(&c->tally[k]) : 0;
        present += occurs;
    }
    return figures_ratio(sum, present);
}

void class_counts_free(struct class_counts *c)
{
    mem_free(c->tally);
    *c = (struct class_counts){0};
}
