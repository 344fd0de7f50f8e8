/* dataset - rows of a training or test file: a sparse matrix, a label for each row, and more. */
#include "data/dataset.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"

enum { FIRST_ROOM = 64 }; /* spans; then twice as many each time: n additions copy O(n) spans */

bool spans_add(struct spans *spans, int64_t row, uint64_t value)
{
    if (value == (spans->count > 0 ? spans->span[spans->count - 1].value : 0))
        return true;
    if (spans->count == spans->room) {
        size_t room = spans->room > 0 ? 2 * spans->room : FIRST_ROOM;
        struct span *span = mem_resize(spans->span, room, sizeof *span);
        if (!span)
            return false;
        spans->span = span;
        spans->room = room;
    }
    spans->span[spans->count++] = (struct span){row, value};
    return true;
}

void spans_drop(struct spans *spans, int64_t row)
{
    if (spans->count > 0 && spans->span[spans->count - 1].row == row)
        spans->count--;
}

bool spans_append(struct spans *spans, int64_t row, const struct spans *from, uint64_t shift)
{
    bool done = spans_add(spans, row, spans_at(from, 0) + shift);

    for (size_t k = 0; k < from->count && done; k++)
        done = spans_add(spans, row + from->span[k].row, from->span[k].value + shift);
    return done;
}

uint64_t spans_at(const struct spans *spans, int64_t row)
{
    size_t lo = 0; /* spans that begin at or before the row: lo .. hi */

    for (size_t hi = spans->count; lo < hi;) {
        size_t mid = lo + (hi - lo) / 2;
        if (spans->span[mid].row <= row)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo > 0 ? spans->span[lo - 1].value : 0;
}

void spans_free(struct spans *spans)
{
    mem_free(spans->span);
    *spans = (struct spans){0};
}

/* ---- weights and offsets --------------------------------------------------------------------- */

/* The bits of the value that rows without the fact have. */
static uint64_t usual(enum row_fact which)
{
    const double value[] = {[ROW_WEIGHT] = 1, [ROW_OFFSET] = 0};
    uint64_t bits;

    memcpy(&bits, &value[which], sizeof bits);
    return bits;
}

static struct spans *fact_spans(struct row_facts *facts, enum row_fact which)
{
    return which == ROW_WEIGHT ? &facts->weight : &facts->offset;
}

bool row_facts_add(struct row_facts *facts, enum row_fact which, int64_t row, double value)
{
    double plain = value + 0.0; /* -0 is 0 */
    uint64_t bits;

    memcpy(&bits, &plain, sizeof bits);
    return spans_add(fact_spans(facts, which), row, bits ^ usual(which));
}

bool row_facts_append(struct row_facts *facts, int64_t row, const struct row_facts *from)
{
    return spans_append(&facts->weight, row, &from->weight, 0) &&
           spans_append(&facts->offset, row, &from->offset, 0);
}

bool row_facts_empty(const struct row_facts *facts)
{
    return facts->weight.count == 0 && facts->offset.count == 0;
}

void row_facts_free(struct row_facts *facts)
{
    spans_free(&facts->weight);
    spans_free(&facts->offset);
}

static double fact_at(const struct spans *spans, enum row_fact which, int64_t row)
{
    uint64_t bits = spans_at(spans, row) ^ usual(which);
    double value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

/* ---- data sets ------------------------------------------------------------------------------- */

void dataset_free(struct dataset *data)
{
    if (data->release)
        data->release(data->held);
    *data = (struct dataset){0};
}

void dataset_drop_labels(struct dataset *data)
{
    if (!data->drop)
        return;
    data->drop(data->held);
    data->label = NULL;
}

double dataset_scale(const struct dataset *data, uint32_t column)
{
    return data->scale && column < data->x.cols ? data->scale[column] : 1;
}

uint32_t dataset_feature(const struct dataset *data, uint32_t column)
{
    return data->feature ? data->feature[column] : column + 1;
}

uint32_t dataset_written(const struct dataset *data, uint32_t column)
{
    return dataset_feature(data, column) - data->from_zero;
}

int64_t dataset_origin(const struct dataset *data, int64_t row)
{
    return data->origin ? data->origin[row] : row;
}

int64_t dataset_line(const struct dataset *data, int64_t row)
{
    int64_t i = dataset_origin(data, row);

    return i + 1 + (data->skipped ? (int64_t)spans_at(data->skipped, i) : 0);
}

uint64_t dataset_query(const struct dataset *data, int64_t row)
{
    return data->query ? spans_at(data->query, dataset_origin(data, row)) : 0;
}

double dataset_weight(const struct dataset *data, int64_t row)
{
    return dataset_weighs(data)
               ? fact_at(&data->facts->weight, ROW_WEIGHT, dataset_origin(data, row)) : 1;
}

double dataset_offset(const struct dataset *data, int64_t row)
{
    return dataset_shifts(data)
               ? fact_at(&data->facts->offset, ROW_OFFSET, dataset_origin(data, row)) : 0;
}

double dataset_mass(const struct dataset *data)
{
    double sum = 0;

    if (!dataset_weighs(data))
        return (double)data->x.rows;
    for (int64_t i = 0; i < data->x.rows; i++)
        sum += dataset_weight(data, i);
    return sum;
}

bool dataset_weighs(const struct dataset *data)
{
    return data->facts && data->facts->weight.count > 0;
}

bool dataset_shifts(const struct dataset *data)
{
    return data->facts && data->facts->offset.count > 0;
}

const char *dataset_label_text(const struct dataset *data, double label,
                               char text[LABEL_WORD + 1])
{
    const struct term_table *words = data->words ? &data->words->labels : NULL;
    size_t k = words && words->count > 0 ? (size_t)label - 1 : 0;

    if (words && words->count > 0)
        snprintf(text, LABEL_WORD + 1, "%.*s", (int)words->term[k].length,
                 words->bytes + words->term[k].at);
    else
        snprintf(text, LABEL_WORD + 1, "%.15g", label);
    return text;
}

const char *dataset_comment(const struct dataset *data, int64_t row, size_t *length)
{
    const int64_t *start = data->comment_start;
    int64_t i = dataset_origin(data, row);

    *length = start ? (size_t)(start[i + 1] - start[i]) : 0;
    return *length > 0 ? data->comment + start[i] : "";
}

/* A hash table with open addressing: an entry is 1 + the index of its label, 0 is free. Twice as
 * many entries as labels keep the expected number of probes at 2.5 or less (Knuth, TAOCP 3,
 * 6.4). */
enum { HASH_BITS = 13 };
_Static_assert(1 << HASH_BITS == 2 * DATASET_LABELS, "the table is half full at most");

/* The entry of a label, or the free one where it belongs, by linear probing. */
static size_t find_label(const uint16_t *table, const double *labels, double label)
{
    double plain = label + 0.0; /* -0 is 0 */
    uint64_t bits;
    size_t at;

    memcpy(&bits, &plain, sizeof bits);
    at = hash_word(bits) >> (64 - HASH_BITS);
    while (table[at] > 0 && labels[table[at] - 1] != label)
        at = (at + 1) % (1 << HASH_BITS);
    return at;
}

size_t dataset_labels(const struct dataset *data, size_t room, double *labels, double *which,
                      int64_t *row)
{
    uint16_t table[1 << HASH_BITS] = {0};
    size_t found = 0;

    assert(room <= DATASET_LABELS);
    for (int64_t i = 0; i < data->x.rows; i++) {
        double label = data->label[i];
        size_t at = find_label(table, labels, label);
        if (table[at] == 0) {
            if (found == room) {
                *row = i;
                return room + 1;
            }
            labels[found++] = label;
            table[at] = (uint16_t)found;
        }
        if (which)
            which[i] = table[at] - 1;
    }
    return found;
}
