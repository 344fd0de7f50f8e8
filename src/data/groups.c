/* groups - the queries or sequences of a data set: consecutive rows of one qid. */
#include "data/groups.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/input.h"
#include "base/memory.h"

/* A group: its qid, and where it begins. */
struct group {
    uint64_t qid;
    int64_t row;
};

static int by_qid(const void *a, const void *b)
{
    const struct group *x = a, *y = b;

    if (x->qid != y->qid)
        return x->qid > y->qid ? 1 : -1;
    return (x->row > y->row) - (x->row < y->row);
}

/* Every line of the file has a qid. */
static enum status check_queries(const struct dataset *data, const char *file, struct error *err)
{
    const char *remedy = "rows that belong together carry one 'qid:N' behind their labels";

    if (!data->query)
        return fail_at(err, ERR_DATA, input_called(file), 0, "no line has a qid: %s", remedy);
    for (int64_t i = 0; i < data->x.rows && data->unqueried >= 0; i++)
        if (dataset_origin(data, i) >= data->unqueried && dataset_query(data, i) == 0)
            return fail_at(err, ERR_DATA, input_called(file), dataset_line(data, i),
                           "no qid, while other lines have one: %s", remedy);
    return OK;
}

/* No two groups have one qid; g is sorted. */
static enum status check_returns(const struct dataset *data, const char *file, struct group *g,
                                 int64_t count, struct error *err)
{
    int64_t first = -1;

    qsort(g, (size_t)count, sizeof *g, by_qid);
    for (int64_t k = 1; k < count; k++)
        if (g[k].qid == g[k - 1].qid && (first < 0 || g[k].row < g[first].row))
            first = k;
    if (first < 0)
        return OK;
    return fail_at(err, ERR_DATA, input_called(file), dataset_line(data, g[first].row),
                   "qid:%" PRIu64 " returns after another came between: lines of one qid stand "
                   "together",
                   g[first].qid);
}

/* Lists the groups in g (rows); returns how many. */
static int64_t list_groups(const struct dataset *data, struct group *g)
{
    int64_t count = 0;

    for (int64_t i = 0; i < data->x.rows; i++) {
        uint64_t qid = dataset_query(data, i);
        if (count == 0 || qid != g[count - 1].qid)
            g[count++] = (struct group){qid, i};
    }
    return count;
}

/* The weights of the groups, if any row has another than 1. */
static enum status weigh(const struct dataset *data, const char *file, struct groups *out,
                         struct arena *arena, struct error *err)
{
    double *weight = dataset_weighs(data) ? arena_doubles(arena, (size_t)out->count) : NULL;

    if (!dataset_weighs(data))
        return OK;
    if (!weight)
        return fail_memory(err, "the groups");
    for (int64_t g = 0; g < out->count; g++) {
        weight[g] = dataset_weight(data, out->start[g]);
        out->mass += weight[g];
        for (int64_t i = out->start[g]; i < out->start[g + 1]; i++)
            if (dataset_weight(data, i) != weight[g])
                return fail_at(err, ERR_DATA, input_called(file), dataset_line(data, i),
                               "the weight %.15g, where others of qid:%" PRIu64 " have %.15g: this "
                               "loss weighs the lines of one qid together",
                               dataset_weight(data, i), dataset_query(data, i), weight[g]);
    }
    out->weight = weight;
    return OK;
}

enum status groups_of(const struct dataset *data, const char *file, struct groups *out,
                      struct arena *arena, struct error *err)
{
    enum status status = check_queries(data, file, err);
    struct group *g;
    int64_t *start;

    if (status != OK)
        return status;
    g = mem_alloc((size_t)data->x.rows, sizeof *g);
    if (!g)
        return fail_memory(err, "the groups");
    *out = (struct groups){.count = list_groups(data, g)};
    start = arena_get(arena, (size_t)out->count + 1, sizeof *start);
    for (int64_t k = 0; start && k < out->count; k++)
        start[k] = g[k].row;
    if (start)
        start[out->count] = data->x.rows;
    out->start = start;
    status = start ? check_returns(data, file, g, out->count, err) : fail_memory(err, "the groups");
    mem_free(g);
    return status == OK ? weigh(data, file, out, arena, err) : status;
}
