/* arrange - what a run minimises over: the examples, each once, in an order that is quick. */
#include "train/arrange.h"

#include "data/rows/by_length.h"
#include "data/rows/distinct.h"
#include "math/vec.h"

/* One example in the place of several weighs as much as they. A loss with a formula is a sum of
 * c_i l(z_i, y_i), at the best scalars where it has some; one over pairs is not. Engines that draw
 * single units take steps in proportion to c_i: the variance of a step, about the mean of
 * (m c_i |x_i|)^2, is least with costs that are the same. */
static bool takes_distinct(const struct recipe *recipe)
{
    return recipe->loss->formula && recipe->loss->traits & LOSS_WEIGHTS &&
           !(recipe->solver->risk_needs & RISK_UNITS);
}

static double *copy_of(size_t rows, const double *of, struct arena *arena)
{
    double *copy = arena_doubles(arena, rows);

    if (copy)
        vec_copy(rows, of, copy);
    return copy;
}

/* y and c that may change. False: no memory. */
static bool make_copies(struct rows *e, struct arena *arena)
{
    size_t rows = (size_t)e->x.rows;

    e->y = copy_of(rows, e->y, arena);
    e->c = e->c ? copy_of(rows, e->c, arena) : NULL;
    return !arena->failed;
}

/* start and end, unless they are there. False: no memory. */
static bool make_views(struct rows *e, struct arena *arena)
{
    size_t rows = (size_t)e->x.rows;

    if (e->start)
        return true;
    e->start = arena_get(arena, rows, sizeof *e->start);
    e->end = arena_get(arena, rows, sizeof *e->end);
    return !arena->failed;
}

/* x and y become those of the distinct rows. False: no memory. */
static bool merge(struct rows *e, struct arena *arena)
{
    double *c = e->c ? e->c : arena_doubles(arena, (size_t)e->x.rows);

    return c && make_views(e, arena) && distinct_merge(e, c, UINT64_MAX);
}

enum status arrange_rows(const struct recipe *recipe, bool stay, struct csr *x,
                         struct targets *targets, struct arena *arena, struct error *err)
{
    struct rows e = {.x = *x, .y = targets->y, .c = targets->cost};
    bool repeated = false, sorted, done;

    done = !takes_distinct(recipe) || distinct_pays(x, e.y, &repeated);
    if (done && repeated)
        done = (!stay || make_copies(&e, arena)) && merge(&e, arena);
    sorted = done && by_length_pays(&e.x);
    if (sorted && stay && !repeated)
        done = make_copies(&e, arena);
    if (sorted)
        done = done && make_views(&e, arena) && by_length_sort(&e);
    *x = e.x;
    targets->y = e.y;
    targets->cost = e.c;
    return done ? OK : fail_memory(err, "the examples");
}
