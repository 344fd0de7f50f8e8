/* class_counts - how often labels and answers agree, class by class; how often each pair of them
 * came. */
#include "task/class_counts.h"

#include <stdlib.h>

#include "base/hash.h"
#include "base/memory.h"
#include "task/figures.h"

int classes_by_label(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

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

/* ---- pairs ----------------------------------------------------------------------------------- */

enum { FIRST_ROOM = 64 };

struct pair_count {
    uint32_t label, answer;
    int64_t count; /* 0: the slot is free */
};

/* The slot of the pair, or the free one where it belongs (Knuth, TAOCP 3, 6.4, algorithm L). */
static struct pair_count *slot_of(const struct pair_counts *p, uint32_t label, uint32_t answer)
{
    uint64_t hash = hash_word((uint64_t)label << 32 | answer);
    size_t mask = p->room - 1, at = (size_t)(hash >> 32) & mask;

    while (p->slot[at].count > 0 && (p->slot[at].label != label || p->slot[at].answer != answer))
        at = (at + 1) & mask;
    return &p->slot[at];
}

/* Twice the room. */
static bool grow(struct pair_counts *p)
{
    struct pair_counts wide = {.room = p->room > 0 ? 2 * p->room : FIRST_ROOM, .used = p->used};

    wide.slot = mem_alloc(wide.room, sizeof *wide.slot);
    if (!wide.slot)
        return false;
    for (size_t k = 0; k < p->room; k++)
        if (p->slot[k].count > 0)
            *slot_of(&wide, p->slot[k].label, p->slot[k].answer) = p->slot[k];
    mem_free(p->slot);
    *p = wide;
    return true;
}

bool pair_counts_add(struct pair_counts *p, uint32_t label, uint32_t answer)
{
    struct pair_count *slot;

    if (4 * p->used >= 3 * p->room && !grow(p))
        return false;
    slot = slot_of(p, label, answer);
    p->used += slot->count == 0;
    *slot = (struct pair_count){label, answer, slot->count + 1};
    return true;
}

int64_t pair_counts_of(const struct pair_counts *p, uint32_t label, uint32_t answer)
{
    return p->used > 0 ? slot_of(p, label, answer)->count : 0;
}

void pair_counts_free(struct pair_counts *p)
{
    mem_free(p->slot);
    *p = (struct pair_counts){0};
}
