/* segments - some rows of a data set as a data set, for folds: their entries are not copied. */
#include "data/segments.h"

#include "base/arena.h"
#include "base/memory.h"

static void release(void *held)
{
    arena_free(held);
    mem_free(held);
}

/* The rows i for which (segment[i] == s) == inside. */
static enum status select_rows(const struct dataset *all, const int *segment, int s, bool inside,
                               struct dataset *out, struct error *err)
{
    struct arena *arena = mem_alloc(1, sizeof *arena);
    int64_t *start = NULL, *end = NULL, *origin = NULL, rows = 0;
    double *label = NULL;

    *out = (struct dataset){0};
    for (int64_t i = 0; i < all->x.rows; i++)
        rows += (segment[i] == s) == inside;
    if (arena) {
        start = arena_get(arena, (size_t)rows, sizeof *start);
        end = arena_get(arena, (size_t)rows, sizeof *end);
        origin = arena_get(arena, (size_t)rows, sizeof *origin);
        label = all->label ? arena_doubles(arena, (size_t)rows) : NULL;
    }
    if (!arena || arena->failed) {
        if (arena)
            release(arena);
        return fail_memory(err, "some of the examples");
    }
    rows = 0;
    for (int64_t i = 0; i < all->x.rows; i++)
        if ((segment[i] == s) == inside) {
            start[rows] = all->x.start[i];
            end[rows] = all->x.end[i];
            origin[rows] = dataset_origin(all, i);
            if (label)
                label[rows] = all->label[i];
            rows++;
        }
    *out = *all;
    out->x.rows = rows;
    out->x.start = start;
    out->x.end = end;
    out->origin = origin;
    out->label = label;
    out->release = release;
    out->drop = NULL;
    out->keep = NULL;
    out->held = arena;
    return OK;
}

enum status segments_within(const struct dataset *all, const int *segment, int s,
                            struct dataset *out, struct error *err)
{
    return select_rows(all, segment, s, true, out, err);
}

enum status segments_without(const struct dataset *all, const int *segment, int s,
                             struct dataset *out, struct error *err)
{
    return select_rows(all, segment, s, false, out, err);
}
