/* arrange - what a run minimises over: the examples, each once, in an order that is quick. */
#include "train/arrange.h"

#include "data/by_length.h"
#include "data/distinct.h"
#include "math/vec.h"

/* A loss with a formula is a sum of c_i l(z_i, y_i), at the best scalars where it has some; one
 * over pairs is not. Engines that draw single units take steps in proportion to c_i: the variance
 * of a step, about the mean of (m c_i |x_i|)^2, is least with costs that are the same. */
static bool takes_distinct(const struct recipe *recipe)
{
    return recipe->loss->formula && !(recipe->solver->risk_needs & RISK_UNITS);
}

static double *copy_of(size_t rows, const double *of, struct arena *arena)
{
    double *copy = arena_doubles(arena, rows);

    if (copy)
        vec_copy(rows, of, copy);
    return copy;
}

/* Arrays that may change. False: no memory. */
static bool make_room(struct rows *e, bool stay, struct arena *arena)
{
    size_t rows = (size_t)e->x.rows;

    if (e->start)
        return true;
    e->start = arena_get(arena, rows, sizeof *e->start);
    e->end = arena_get(arena, rows, sizeof *e->end);
    e->y = stay ? copy_of(rows, e->y, arena) : e->y;
    e->c = stay && e->c ? copy_of(rows, e->c, arena) : e->c;
    return !arena->failed;
}

/* False: no memory. */
static bool merge(struct rows *e, bool stay, struct arena *arena)
{
    double *c;

    if (!make_room(e, stay, arena))
        return false;
    c = e->c ? e->c : arena_doubles(arena, (size_t)e->x.rows);
    return c && distinct_merge(e, c, UINT64_MAX);
}

enum status arrange_rows(const struct recipe *recipe, bool stay, struct csr *x,
                         struct targets *targets, struct arena *arena, struct error *err)
{
    struct rows e = {.x = *x, .y = targets->y, .c = targets->cost};
    bool repeated = false, done = true;

    if (takes_distinct(recipe))
        done = distinct_pays(x, e.y, &repeated);
    if (done && repeated)
        done = merge(&e, stay, arena);
    if (done && by_length_pays(&e.x))
        done = make_room(&e, stay, arena) && by_length_sort(&e);
    if (!done)
        return fail_memory(err, "the examples");
    *x = e.x;
    targets->y = e.y;
    targets->cost = e.c;
    return OK;
}
