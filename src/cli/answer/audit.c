/* audit - which features made a score: the lines of rrm-predict -x. */
#include "cli/answer/audit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "data/rows/scaling.h"

enum { OFFSET = 0 }; /* in the place of an index, which is 1 or more */

static int by_size(const void *a, const void *b)
{
    const struct term *x = a, *y = b;
    double size = fabs(x->value), other = fabs(y->value);

    if (size != other)
        return size > other ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

void terms_order(struct term *term, size_t count)
{
    if (count > 1)
        qsort(term, count, sizeof *term, by_size);
}

/* The place of the score that answers. */
static size_t score_of(const struct audit *a, double answer)
{
    size_t o = 0;

    while (o + 1 < a->d->outputs && a->d->labels[o] != answer)
        o++;
    return o;
}

/* The terms of score o that are not 0: w_j x_j, the bias, the offset of the row less that of the
 * model; returns how many. */
static size_t collect(const struct audit *a, const struct dataset *rows, int64_t i, size_t o,
                      struct term *term)
{
    const struct scorer *s = a->scorer;
    const struct csr *x = &rows->x;
    size_t count = 0;
    double bias = s->w[s->columns * s->outputs + o] * s->bias;
    double offset = dataset_offset(rows, i) - s->offset;
    double length = s->unit ? scaling_length(x, i) : 1;

    for (int64_t k = x->start[i]; k < x->end[i]; k++) {
        uint32_t j = csr_col(x, k);
        double value = s->w[j * s->outputs + o] * csr_value(x, k) / (length > 0 ? length : 1);
        if (value != 0)
            term[count++] = (struct term){value, s->feature ? s->feature[j] : j + 1};
    }
    if (bias != 0)
        term[count++] = (struct term){bias, a->model->features + 1};
    if (offset != 0)
        term[count++] = (struct term){offset, OFFSET};
    terms_order(term, count);
    return count < a->most ? count : a->most;
}

/* What is called so in a line. */
static const char *name_of(const struct audit *a, uint32_t index, char text[MODEL_FEATURE])
{
    return index == OFFSET ? "offset" : model_feature_text(a->model, index, text);
}

bool audit_line(const struct audit *a, const struct dataset *rows, int64_t i,
                const double *decision, double answer, struct audit_terms *terms, struct lines *l)
{
    size_t room = (size_t)(rows->x.end[i] - rows->x.start[i]) + 2, count, o = score_of(a, answer);
    void *term = terms->term;
    char name[MODEL_FEATURE], *to;

    if (room > terms->room) {
        if (!mem_resized(&term, 2 * room, sizeof *terms->term))
            return false;
        terms->term = term;
        terms->room = 2 * room;
    }
    count = collect(a, rows, i, o, terms->term);
    if (!lines_reserve(l, NAME_ROOM + 2 * TEXT_EXACT +
                              (count + 1) * (FEATURE_WORD + TEXT_EXACT + 2)))
        return false;
    to = l->text + l->length;
    if (a->model->text.label_words)
        to = lines_put_label(to, answer, &a->model->facts.names);
    else
        to = lines_put(to, answer, a->d->classes > 0);
    *to++ = '\t';
    to = lines_put(to, decision[o], false);
    for (size_t k = 0; k < count; k++) {
        const char *feature = name_of(a, terms->term[k].index, name);
        size_t length = strlen(feature);
        *to++ = '\t';
        memcpy(to, feature, length);
        to += length;
        *to++ = ':';
        to = lines_put(to, terms->term[k].value, false);
    }
    if (a->d->folded.cut != 0)
        to = lines_put(stpcpy(to, "\tthreshold:"), a->d->folded.cut, false);
    *to++ = '\n';
    l->length = (size_t)(to - l->text);
    return true;
}
