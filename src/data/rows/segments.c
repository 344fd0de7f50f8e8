/* segments - some rows of a data set as a data set, for folds: their entries are not copied. */
#include "data/rows/segments.h"

#include "base/arena.h"
#include "base/memory.h"

static void release(void *held)
{
    arena_free(held);
    mem_free(held);
}

/* Of the rows of a view, one more than it has: each row is written before it is known whether it
 * belongs to the view, which no branch has to predict. */
struct view {
    int64_t *start, *end, *origin;
    double *label; /* NULL: none */
};

static bool view_init(struct view *v, bool labelled, int64_t rows, struct arena *arena)
{
    size_t room = (size_t)rows + 1;

    v->start = arena_get(arena, room, sizeof *v->start);
    v->end = arena_get(arena, room, sizeof *v->end);
    v->origin = arena_get(arena, room, sizeof *v->origin);
    v->label = labelled ? arena_doubles(arena, room) : NULL;
    return !arena->failed;
}

/* The rows i for which (segment[i] == s) == inside. */
static void fill(const struct dataset *all, const int *segment, int s, bool inside, struct view *v)
{
    int64_t k = 0;

    for (int64_t i = 0; i < all->x.rows; i++) {
        v->start[k] = all->x.start[i];
        v->end[k] = all->x.end[i];
        v->origin[k] = dataset_origin(all, i);
        if (v->label)
            v->label[k] = all->label[i];
        k += (segment[i] == s) == inside;
    }
}

static int64_t count_rows(const struct dataset *all, const int *segment, int s, bool inside)
{
    int64_t rows = 0;

    for (int64_t i = 0; i < all->x.rows; i++)
        rows += (segment[i] == s) == inside;
    return rows;
}

static enum status select_rows(const struct dataset *all, const int *segment, int s, bool inside,
                               struct dataset *out, struct error *err)
{
    struct arena *arena = mem_alloc(1, sizeof *arena);
    int64_t rows = count_rows(all, segment, s, inside);
    struct view view;

    *out = (struct dataset){0};
    if (!arena || !view_init(&view, all->label, rows, arena)) {
        if (arena)
            release(arena);
        return fail_memory(err, "some of the examples");
    }
    fill(all, segment, s, inside, &view);
    *out = *all;
    out->x.rows = rows;
    out->x.start = view.start;
    out->x.end = view.end;
    out->origin = view.origin;
    out->label = view.label;
    out->release = release;
    out->drop = NULL;
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

/* The entries of a row ascend: its last one has its largest column. */
void segments_trim(struct dataset *view)
{
    struct csr *x = &view->x;
    uint32_t cols = 0;

    for (int64_t i = 0; i < x->rows; i++)
        if (x->end[i] > x->start[i]) {
            uint32_t last = csr_col(x, x->end[i] - 1);
            cols = last >= cols ? last + 1 : cols;
        }
    x->cols = cols;
    view->features = cols > 0 ? dataset_feature(view, cols - 1) : 0;
}
