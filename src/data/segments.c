/* segments - the rows of a data set dealt into segments, for folds. */
#include "data/segments.h"

#include <assert.h>
#include <string.h>

#include "base/arena.h"
#include "base/memory.h"

/* The arrays that are written while the rows are dealt. */
struct arrays {
    int64_t *first, *start, *origin;
    uint32_t *col;
    char *value;
    double *label;
};

static void release(void *held)
{
    arena_free(held);
    mem_free(held);
}

/* False: no memory. */
static bool get_arrays(const struct csr *x, int count, struct arena *arena, struct arrays *a)
{
    size_t rows = (size_t)x->rows, entries = (size_t)csr_entries(x);

    a->first = arena_get(arena, (size_t)count + 1, sizeof *a->first);
    a->start = arena_get(arena, rows + 1, sizeof *a->start);
    a->origin = arena_get(arena, rows, sizeof *a->origin);
    a->col = arena_get(arena, entries, sizeof *a->col);
    a->value = arena_get(arena, entries, csr_value_size(x->storage));
    a->label = arena_doubles(arena, rows);
    return !arena->failed;
}

/* A counting sort by segment, which is stable: sets first and origin. */
static void sort_rows(int64_t rows, int count, const int *segment, const struct arrays *a)
{
    for (int64_t i = 0; i < rows; i++) {
        assert(segment[i] >= 0 && segment[i] < count);
        a->first[segment[i] + 1]++;
    }
    for (int s = 0; s < count; s++)
        a->first[s + 1] += a->first[s];
    for (int64_t i = 0; i < rows; i++)
        a->origin[a->first[segment[i]]++] = i;
    for (int s = count; s > 0; s--) /* first[s] has become the end of segment s */
        a->first[s] = a->first[s - 1];
    a->first[0] = 0;
}

static void copy_rows(const struct dataset *all, const struct arrays *a)
{
    const struct csr *x = &all->x;
    const char *value = x->value;
    size_t size = csr_value_size(x->storage);

    for (int64_t i = 0; i < x->rows; i++) {
        int64_t from = x->start[a->origin[i]], to = a->start[i];
        size_t length = (size_t)(x->start[a->origin[i] + 1] - from);
        memcpy(a->col + to, x->col + from, length * sizeof *a->col);
        if (size > 0)
            memcpy(a->value + (size_t)to * size, value + (size_t)from * size, length * size);
        a->label[i] = all->label[a->origin[i]];
        a->start[i + 1] = to + (int64_t)length;
    }
}

enum status segments_deal(const struct dataset *all, int count, const int *segment,
                          struct segments *out, struct error *err)
{
    struct arena *arena = mem_alloc(1, sizeof *arena);
    struct arrays a;

    assert(!all->origin);
    *out = (struct segments){0};
    if (!arena || !get_arrays(&all->x, count, arena, &a)) {
        if (arena)
            release(arena);
        return fail_memory(err, "the segments of the examples");
    }
    sort_rows(all->x.rows, count, segment, &a);
    copy_rows(all, &a);
    *out = (struct segments){.count = count, .first = a.first, .data = *all};
    out->data.x.start = a.start;
    out->data.x.col = a.col;
    out->data.x.value = all->x.value ? a.value : NULL;
    out->data.label = a.label;
    out->data.origin = a.origin;
    out->data.release = release;
    out->data.held = arena;
    return OK;
}

struct dataset segments_rows(const struct segments *segments, int s)
{
    struct dataset rows = segments->data;
    int64_t lo = segments->first[s], hi = segments->first[s + 1];

    rows.x = csr_rows(&segments->data.x, lo, hi);
    rows.label += lo;
    rows.origin += lo;
    rows.release = NULL;
    rows.held = NULL;
    return rows;
}

void segments_without(const struct segments *segments, int s, struct row_range out[2])
{
    out[0] = (struct row_range){0, segments->first[s]};
    out[1] = (struct row_range){segments->first[s + 1], segments->data.x.rows};
}

void segments_free(struct segments *segments)
{
    dataset_free(&segments->data);
    *segments = (struct segments){0};
}
