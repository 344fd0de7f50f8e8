/* columns - renumbers the columns of a matrix to those that occur. */
#include "data/csr/columns.h"

#include <string.h>

#include "base/memory.h"

/* Radix sort, a byte at a time, the lowest first: four passes over n numbers, whatever they are,
 * and 4 n bytes beside. (A bitmap of the numbers would do without sorting, but takes 256 MB where
 * they are as large as indices may be.) spare has room for n. */
static void sort_numbers(size_t n, uint32_t *items, uint32_t *spare)
{
    for (int shift = 0; shift < 32; shift += 8) {
        size_t next[256] = {0}, sum = 0;
        uint32_t *swap = items;
        for (size_t k = 0; k < n; k++)
            next[items[k] >> shift & 255]++;
        for (int byte = 0; byte < 256; byte++) {
            size_t count = next[byte];
            next[byte] = sum;
            sum += count;
        }
        for (size_t k = 0; k < n; k++)
            spare[next[items[k] >> shift & 255]++] = items[k];
        items = spare;
        spare = swap;
    }
}

/* The index of `wanted`, which is there, in n ascending numbers. */
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

bool columns_compact(size_t n, uint32_t *col, uint32_t **feature, uint32_t *cols)
{
    uint32_t *used = mem_alloc(n, sizeof *used), *spare = mem_alloc(n, sizeof *spare), *shorter;
    uint32_t count = 0;

    if (!used || !spare) {
        mem_free(used);
        mem_free(spare);
        return false;
    }
    memcpy(used, col, n * sizeof *used);
    sort_numbers(n, used, spare);
    mem_free(spare);
    for (size_t k = 0; k < n; k++)
        if (count == 0 || used[count - 1] != used[k])
            used[count++] = used[k];
    for (size_t k = 0; k < n; k++)
        col[k] = find_number(count, used, col[k]);
    for (uint32_t j = 0; j < count; j++)
        used[j]++;
    shorter = mem_resize(used, count, sizeof *used);
    *feature = shorter ? shorter : used;
    *cols = count;
    return true;
}
