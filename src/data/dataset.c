/* dataset - what a training or test file says: a sparse matrix and a label for each row. */
#include "data/dataset.h"

#include <assert.h>
#include <string.h>

#include "base/memory.h"

void dataset_free(struct dataset *data)
{
    /* The view is const for its readers; the arrays are the data set's own. */
    mem_free((void *)data->x.start);
    mem_free((void *)data->x.col);
    mem_free((void *)data->x.value);
    mem_free(data->label);
    mem_free(data->feature);
    lines_free(&data->place);
    *data = (struct dataset){0};
}

uint32_t dataset_feature(const struct dataset *data, uint32_t column)
{
    return data->feature ? data->feature[column] : column + 1;
}

/* Sorts n numbers by their bytes, the lowest first; spare has room for n. The result is in items. */
static void sort_numbers(size_t n, uint32_t *items, uint32_t *spare)
{
    for (int shift = 0; shift < 32; shift += 8) {
        size_t place[256] = {0}, sum = 0;
        uint32_t *swap = items;
        for (size_t k = 0; k < n; k++)
            place[items[k] >> shift & 255]++;
        for (int b = 0; b < 256; b++) {
            size_t count = place[b];
            place[b] = sum;
            sum += count;
        }
        for (size_t k = 0; k < n; k++)
            spare[place[items[k] >> shift & 255]++] = items[k];
        items = spare;
        spare = swap;
    }
}

/* The place of wanted, which is there, in n ascending numbers. */
static uint32_t find_number(uint32_t n, const uint32_t *items, uint32_t wanted)
{
    uint32_t lo = 0;

    for (uint32_t hi = n; hi - lo > 1;) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (items[mid] <= wanted)
            lo = mid;
        else
            hi = mid;
    }
    return lo;
}

enum status dataset_compact(struct dataset *data, bool always, struct error *err)
{
    size_t nnz = (size_t)data->x.start[data->x.rows];
    uint32_t *col = (uint32_t *)data->x.col, *used, *spare, *shorter, count = 0;

    if (data->feature || (!always && data->x.cols <= 4 * nnz + ((size_t)1 << 20)))
        return OK;
    used = mem_alloc(nnz, sizeof *used);
    spare = mem_alloc(nnz, sizeof *spare);
    if (!used || !spare) {
        mem_free(used);
        mem_free(spare);
        return fail_memory(err, "the distinct features");
    }
    memcpy(used, col, nnz * sizeof *used);
    sort_numbers(nnz, used, spare);
    mem_free(spare);
    for (size_t k = 0; k < nnz; k++)
        if (count == 0 || used[count - 1] != used[k])
            used[count++] = used[k];
    for (size_t k = 0; k < nnz; k++)
        col[k] = find_number(count, used, col[k]);
    for (uint32_t j = 0; j < count; j++)
        used[j]++;
    shorter = mem_resize(used, count, sizeof *used);
    data->feature = shorter ? shorter : used;
    data->x.cols = count;
    return OK;
}

int64_t dataset_line(const struct dataset *data, int64_t row)
{
    return lines_of(&data->place, row);
}

/* Where a label stands in a table of twice as many places as there may be labels, each 1 + its number: there, or in the
 * first free place from there on. */
static size_t find_label(const uint16_t table[2 * DATASET_LABELS], const double *labels, double label)
{
    double plain = label + 0.0; /* -0 is 0 */
    uint64_t bits;
    size_t at;

    memcpy(&bits, &plain, sizeof bits);
    for (at = bits * 0x9e3779b97f4a7c15u >> 51; table[at] > 0 && labels[table[at] - 1] != label;)
        at = (at + 1) % (2 * DATASET_LABELS);
    return at;
}

size_t dataset_labels(const struct dataset *data, size_t room, double *labels, double *which, int64_t *row)
{
    uint16_t table[2 * DATASET_LABELS] = {0};
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
