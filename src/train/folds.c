/* folds - the rows that a run sees: all but those of a part, each once, in a quick order. */
#include "train/folds.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "data/rows/by_length.h"
#include "data/rows/distinct.h"
#include "data/rows/segments.h"
#include "math/rng.h"
#include "math/vec.h"

/* 0 .. count - 1, shuffled by the seed. NULL: no memory. */
static int64_t *make_order(int64_t count, uint64_t seed)
{
    int64_t *order = mem_alloc((size_t)count, sizeof *order);
    struct rng rng;

    if (!order)
        return NULL;
    for (int64_t i = 0; i < count; i++)
        order[i] = i;
    rng_seed(&rng, seed);
    rng_shuffle(&rng, (size_t)count, order);
    return order;
}

/* next[k], modulo the number of folds: where the first row of class k goes; if `even`, behind all
 * rows of the classes before. */
static void first_folds(const struct targets *targets, size_t classes, int64_t rows, bool even,
                        int64_t *next)
{
    int64_t before = 0;

    for (int64_t i = 0; even && i < rows; i++)
        next[targets_class(targets, i)]++;
    for (size_t k = 0; k < classes; k++) {
        int64_t count = next[k];
        next[k] = even ? before : (int64_t)k;
        before += count;
    }
}

enum status folds_deal(struct folds *folds, int count, bool even, const struct targets *targets,
                       int64_t rows, uint64_t seed, struct arena *arena, struct error *err)
{
    size_t classes = targets->classes > 0 ? (size_t)targets->classes : 1;
    int64_t *order = make_order(rows, seed), *next = mem_alloc(classes, sizeof *next);
    bool done;

    *folds = (struct folds){count, arena_get(arena, (size_t)rows, sizeof *folds->of), false};
    done = order && next && folds->of;
    if (done)
        first_folds(targets, classes, rows, even, next);
    for (int64_t i = 0; done && i < rows; i++)
        folds->of[order[i]] = (int)(next[targets_class(targets, order[i])]++ % count);
    mem_free(order);
    mem_free(next);
    return done ? OK : fail_memory(err, "the folds");
}

/* ---- queries --------------------------------------------------------------------------------- */

static int by_qid(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

/* The distinct qids of the rows, ascending; `qid` has room for all rows. Returns how many. */
static int64_t find_queries(const struct dataset *data, uint64_t *qid)
{
    int64_t count = 0;

    for (int64_t i = 0; i < data->x.rows; i++)
        qid[i] = dataset_query(data, i);
    qsort(qid, (size_t)data->x.rows, sizeof *qid, by_qid);
    for (int64_t i = 0; i < data->x.rows; i++)
        if (count == 0 || qid[i] != qid[count - 1])
            qid[count++] = qid[i];
    return count;
}

enum status folds_deal_queries(struct folds *folds, int count, const struct dataset *data,
                               uint64_t seed, int64_t *queries, struct arena *arena,
                               struct error *err)
{
    uint64_t *qid = mem_alloc((size_t)data->x.rows, sizeof *qid);
    int64_t *order = NULL;
    bool done;

    *folds = (struct folds){
        count, arena_get(arena, (size_t)data->x.rows, sizeof *folds->of), false};
    if (qid) {
        *queries = find_queries(data, qid);
        order = make_order(*queries, seed);
    }
    done = order && folds->of;
    for (int64_t i = 0; done && i < data->x.rows; i++) {
        uint64_t own = dataset_query(data, i);
        const uint64_t *at = bsearch(&own, qid, (size_t)*queries, sizeof *qid, by_qid);
        folds->of[i] = (int)(order[at - qid] % count);
    }
    mem_free(qid);
    mem_free(order);
    return done ? OK : fail_memory(err, "the folds");
}

enum status folds_split_queries(const struct folds *folds, const struct dataset *data,
                                int64_t *queries, struct error *err)
{
    uint64_t *qid = mem_alloc((size_t)data->x.rows, sizeof *qid);
    int *seen = mem_alloc((size_t)data->x.rows, sizeof *seen); /* 2 + a fold; 0: none yet */
    bool *split = mem_alloc((size_t)data->x.rows, sizeof *split);
    bool done = qid && seen && split;
    int64_t count = done ? find_queries(data, qid) : 0;

    for (int64_t i = 0; done && i < data->x.rows; i++) {
        uint64_t own = dataset_query(data, i);
        const uint64_t *at = bsearch(&own, qid, (size_t)count, sizeof *qid, by_qid);
        int fold = folds->of[i] + 2;
        split[at - qid] = split[at - qid] || (seen[at - qid] > 0 && seen[at - qid] != fold);
        seen[at - qid] = fold;
    }
    *queries = 0;
    for (int64_t k = 0; k < count; k++)
        *queries += split[k];
    mem_free(qid);
    mem_free(seen);
    mem_free(split);
    return done ? OK : fail_memory(err, "the folds");
}

/* ---- blocks in the order of time ------------------------------------------------------------- */

enum status folds_forward(struct folds *folds, int count, int64_t rows, struct arena *arena,
                          struct error *err)
{
    int64_t least = rows / (count + (int64_t)1), longer = rows % (count + (int64_t)1), next = 0;

    *folds = (struct folds){count, arena_get(arena, (size_t)rows, sizeof *folds->of), true};
    for (int64_t block = 0; folds->of && block <= count; block++)
        for (int64_t k = least + (block < longer); k > 0; k--)
            folds->of[next++] = (int)block - 1;
    return folds->of ? OK : fail_memory(err, "the folds");
}

/* ---- a run without a fold -------------------------------------------------------------------- */

enum status folds_without(const struct folds *folds, int fold, const struct dataset *data,
                          const struct targets *targets, struct dataset *rows,
                          struct targets *out, struct arena *arena, struct error *err)
{
    enum status status = segments_without(data, folds->of, fold, rows, err);
    double scale;
    int64_t k = 0;

    if (status != OK)
        return status;
    *out = *targets;
    out->y = arena_doubles(arena, (size_t)rows->x.rows);
    out->cost = targets->cost ? arena_doubles(arena, (size_t)rows->x.rows) : NULL;
    if (arena->failed) {
        dataset_free(rows);
        return fail_memory(err, "the examples");
    }
    scale = dataset_mass(data) / dataset_mass(rows);
    if (!isfinite(scale))
        return fail(err, ERR_DATA, "the examples that calibrate have no weight without fold %d of "
                    "%d: more examples need one", fold + 1, folds->count);
    for (int64_t i = 0; i < data->x.rows; i++)
        if (folds->of[i] != fold) {
            out->y[k] = targets->y[i];
            if (out->cost)
                out->cost[k] = targets->cost[i] * scale;
            k++;
        }
    return OK;
}

/* ---- each row once --------------------------------------------------------------------------- */

/* One example in the place of several weighs as much as they, in a sum over rows. Engines that draw
 * single units take steps in proportion to c_i: the variance of a step, about the mean of
 * (m c_i |x_i|)^2, is least with costs that are the same. */
static bool takes_distinct(const struct recipe *recipe)
{
    const unsigned needs = LOSS_ROWS | LOSS_WEIGHTS;

    return (recipe->loss->traits & needs) == needs && !(recipe->solver->risk_needs & RISK_UNITS);
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
    sorted = done && targets->groups.count == 0 && by_length_pays(&e.x);
    if (sorted && stay && !repeated)
        done = make_copies(&e, arena);
    if (sorted)
        done = done && make_views(&e, arena) && by_length_sort(&e);
    *x = e.x;
    targets->y = e.y;
    targets->cost = e.c;
    return done ? OK : fail_memory(err, "the examples");
}
