/* ndcg - g(z) = the mean over queries of
 *     max over orders p of sum_r c_r (z_p(r) - z_r) + 1 - sum_r a_r G_p(r) / N,
 * the rows r = 1 .. n of the query by falling labels, equal ones in the order of the file, c_r =
 * (r + 1)^(-1/4), gains G = 2^y - 1, discounts a_r = 1/log2(1 + r) for r <= k and else 0, N = sum_r
 * a_r G_r: a convex bound of 1 - NDCG@k of the order of the scores. A query without a label above 0
 * is 0. The mean is that by the weights of the queries.
 *
 * Chapelle, Le, Smola (Large margin optimization of ranking measures, NIPS workshop, 2007). The
 * maximum is an assignment of rows to places of profit c_r z_i - a_r G_i / N; u_i is what c the row
 * i gets there less what it has.
 *
 * Without gains the order of falling scores is the best one (Hardy, Littlewood, Polya,
 * Inequalities, 1934, theorem 368). With i(r) the row of place r there, the potentials
 *     v_i(r) - v_i(r+1) = c_{r+1} (z_i(r) - z_i(r+1)),   u_r = c_r z_i(r) - v_i(r)
 * have u_r + v_i >= c_r z_i, with equality for i = i(r): c_{r+1} is in [c_s, c_r'] for all
 * s > r >= r'. Gains take from a profit, so the inequality holds with them, and the equality where
 * a_r G_i(r) = 0. The at most k places that are left are matched in O(n^2) each. */
#include <math.h>
#include <stdlib.h>

#include "loss/group.h"
#include "loss/set/ndcg.h"
#include "math/assignment.h"
#include "math/logarithm.h"
#include "math/radix_sort.h"
#include "math/vec.h"

/* A row of a query: its gain over N, and which it is. */
struct gained {
    double gain;
    int64_t row;
};

/* Scratch of a part. */
struct ndcg_room {
    const struct ndcg *f;
    const double *z; /* of the rows of the query */
    const struct gained *row;
    struct assignment x;
    struct keyed *order; /* longest: the rows by falling scores */
    uint64_t *spare;     /* 2 longest */
};

struct ndcg {
    struct loss g; /* first: a struct loss * of ours is a struct ndcg * */
    struct groups queries;
    struct parts parts;    /* cut[k]: a query */
    struct gained *gained; /* rows: of each query by falling gains; all 0 where it is left out */
    double *c, *a;         /* of the places of the longest query */
    struct ndcg_room room[MOST_PARTS];
};

struct ndcg_job {
    struct ndcg *f;
    const double *z;
    double *u; /* NULL: values alone */
    struct sums sum[MOST_PARTS];
};

/* Falling gains; equal ones in the order of their rows. */
static int by_gain(const void *a, const void *b)
{
    const struct gained *x = a, *y = b;

    if (x->gain != y->gain)
        return x->gain < y->gain ? 1 : -1;
    return (x->row > y->row) - (x->row < y->row);
}

/* c_r z_i - a_r G_i / N of place r, from 1. */
static void profits(const void *context, size_t n, size_t r, double *profit)
{
    const struct ndcg_room *room = context;
    double c = room->f->c[r - 1], a = room->f->a[r - 1];

    for (size_t i = 0; i < n; i++)
        profit[i] = c * room->z[room->row[i].row] - a * room->row[i].gain;
}

/* a_r G_i / N of place r, from 0, and its row i in the order of falling scores. */
static double gain_at(const struct ndcg_room *room, size_t r)
{
    return room->f->a[r] * room->row[room->order[r].row].gain;
}

/* The order of falling scores, where it has no gain, and its potentials. False if a score is not
 * finite. */
static bool place_by_scores(struct ndcg_room *room, size_t n)
{
    const double *c = room->f->c;
    struct assignment *x = &room->x;
    double v = 0;

    for (size_t i = 0; i < n; i++) {
        room->order[i] = (struct keyed){room->z[room->row[i].row], (int64_t)i};
        if (!isfinite(room->order[i].key))
            return false;
    }
    radix_sort_keyed(&par_alone, n, room->order, room->spare);
    for (size_t r = 0; r < n; r++) {
        size_t i = (size_t)room->order[r].row;
        double score = room->order[r].key;

        v -= r > 0 ? c[r] * (room->order[r - 1].key - score) : 0;
        x->row[r + 1] = v - c[r] * score;
        x->column[i + 1] = -v;
        x->match[i + 1] = gain_at(room, r) == 0 ? r + 1 : 0;
    }
    return true;
}

/* The best assignment. False: scores are not finite, or so large that potentials are not. */
static bool assign(struct ndcg_room *room, size_t n)
{
    bool found = place_by_scores(room, n);

    for (size_t r = 0; found && r < n; r++)
        found = gain_at(room, r) == 0 || assignment_add(&room->x, n, r + 1);
    return found;
}

/* The share of query q in g and in the offset, times the mass of all; z and u are those of its
 * rows. The orders differ in the places of rows: (c_r - c_i) times scores less that of the middle
 * row, which cancels. */
static struct sums query(const struct ndcg *f, int64_t q, const double *z, double *u,
                         struct ndcg_room *room)
{
    int64_t lo = f->queries.start[q];
    size_t n = (size_t)(f->queries.start[q + 1] - lo);
    const struct gained *row = f->gained + lo;
    double weight = groups_weight(&f->queries, q), centre = z[row[n / 2].row];
    struct sums sum = {0, 0};

    if (u)
        vec_fill(n, 0, u);
    if (row[0].gain == 0)
        return sum;
    room->z = z;
    room->row = row;
    if (!assign(room, n))
        return (struct sums){NAN, NAN};
    for (size_t i = 0; i < n; i++) {
        size_t r = room->x.match[i + 1] - 1;
        double slope = f->c[r] - f->c[i];
        sum.offset += (f->a[i] - f->a[r]) * row[i].gain;
        sum.value += slope * (z[row[i].row] - centre);
        if (u)
            u[row[i].row] = weight / groups_mass(&f->queries) * slope;
    }
    sum.value += sum.offset;
    return (struct sums){weight * sum.value, weight * sum.offset};
}

static void queries(void *context, int part, int64_t lo, int64_t hi)
{
    struct ndcg_job *job = context;
    struct sums sum = {0, 0};

    for (int64_t q = lo; q < hi; q++) {
        int64_t at = job->f->queries.start[q];
        sums_add(&sum, query(job->f, q, job->z + at, job->u ? job->u + at : NULL,
                             &job->f->room[part]));
    }
    job->sum[part] = sum;
}

static double slopes(struct loss *g, double mu, const double *z, double *u, double *offset)
{
    struct ndcg *f = (struct ndcg *)g;
    struct ndcg_job job = {.f = f, .z = z, .u = u};
    struct sums sum;

    (void)mu;
    parts_for(&f->parts, queries, &job);
    sum = sums_total(f->parts.count, job.sum);
    if (u)
        *offset = sum.offset / groups_mass(&f->queries);
    return sum.value / groups_mass(&f->queries);
}

/* ---- single queries (group.h) ---------------------------------------------------------------- */

static struct sums group_slopes(struct loss *g, int64_t group, const double *z, double *u)
{
    struct ndcg *f = (struct ndcg *)g;
    struct sums sum = query(f, group, z, u, &f->room[0]);
    double mass = groups_mass(&f->queries);

    return (struct sums){sum.value / mass, sum.offset / mass};
}

/* c falls: c_1 >= c_r >= c_n. */
static void steepest(const struct loss *g, int64_t group, double *most)
{
    const struct ndcg *f = (const struct ndcg *)g;
    size_t lo = (size_t)f->queries.start[group], n = (size_t)f->queries.start[group + 1] - lo;

    for (size_t i = 0; i < n; i++)
        most[f->gained[lo + i].row] =
            groups_weight(&f->queries, group) *
            fmax(f->c[0] - f->c[i], f->c[i] - f->c[n - 1]) / groups_mass(&f->queries);
}

const struct group_terms group_gains = {.slopes = group_slopes, .steepest = steepest};

/* ---- making one ------------------------------------------------------------------------------ */

/* The gains over N of the n rows from `lo` on, sorted. */
static void set_gains(struct ndcg *f, const double *y, int64_t lo, size_t n)
{
    struct gained *row = f->gained + lo;
    double N = 0;

    for (size_t i = 0; i < n; i++)
        row[i] = (struct gained){exponential(y[lo + (int64_t)i] * LOG_2) - 1, (int64_t)i};
    qsort(row, n, sizeof *row, by_gain);
    for (size_t r = 0; r < n; r++)
        N += f->a[r] * row[r].gain;
    for (size_t r = 0; r < n && N > 0; r++)
        row[r].gain /= N;
}

static bool make_room(struct ndcg *f, size_t longest, struct arena *arena)
{
    size_t n = longest + 1;

    for (int part = 0; part < f->parts.count; part++) {
        struct assignment x = {.profits = profits,
                               .context = &f->room[part],
                               .profit = arena_doubles(arena, n),
                               .row = arena_doubles(arena, n),
                               .column = arena_doubles(arena, n),
                               .slack = arena_doubles(arena, n),
                               .match = arena_get(arena, n, sizeof(size_t)),
                               .before = arena_get(arena, n, sizeof(size_t)),
                               .seen = arena_get(arena, n, 1)};
        f->room[part] =
            (struct ndcg_room){.f = f,
                               .x = x,
                               .order = arena_get(arena, longest, sizeof(struct keyed)),
                               .spare = arena_get(arena, 2 * longest, sizeof(uint64_t))};
    }
    return !arena->failed;
}

/* c and a of the places; k: those that count. */
static void set_places(struct ndcg *f, size_t longest, double k)
{
    for (size_t r = 0; r < longest; r++) {
        f->c[r] = 1 / sqrt(sqrt((double)r + 2));
        f->a[r] = (double)r < k ? LOG_2 / logarithm((double)r + 2) : 0;
    }
}

/* g(0): the best order of no scores has the rows that count behind all others, or last to first
 * where they are few; found by an evaluation. False: no memory. */
static bool set_facts(struct ndcg *f, struct arena *arena)
{
    double *z = arena_doubles(arena, f->g.image);

    if (!z)
        return false;
    vec_fill(f->g.image, 0, z);
    f->g.at_zero = slopes(&f->g, 0, z, NULL, NULL);
    f->g.scale = 1;
    f->g.usual = 1;
    return true;
}

static enum status make(const struct loss_spec *spec, const struct parts *parts,
                        struct arena *arena, struct loss **g, struct error *err)
{
    static const struct loss_ops ops = {.slopes = slopes};
    const struct groups *groups = &spec->groups;
    size_t rows = (size_t)spec->rows, longest = (size_t)groups_longest(groups, 0, groups->count);
    struct ndcg *f = arena_get(arena, 1, sizeof *f);

    if (!f)
        return fail_memory(err, "the loss");
    *f = (struct ndcg){.g = {.ops = &ops, .image = rows, .rows = spec->rows,
                             .c = costs_of(NULL, spec->rows)},
                       .queries = spec->groups,
                       .parts = parts_of_groups(parts, &spec->groups),
                       .gained = arena_get(arena, rows, sizeof *f->gained),
                       .c = arena_doubles(arena, longest),
                       .a = arena_doubles(arena, longest)};
    if (arena->failed || !make_room(f, longest, arena))
        return fail_memory(err, "the loss");
    set_places(f, longest, spec->parameter);
    for (int64_t q = 0; q < spec->groups.count; q++)
        set_gains(f, spec->y, spec->groups.start[q],
                  (size_t)(spec->groups.start[q + 1] - spec->groups.start[q]));
    if (!set_facts(f, arena))
        return fail_memory(err, "the loss");
    *g = &f->g;
    return OK;
}

const struct loss_row loss_ndcg = {
    .name = "ndcg",
    .help = "mean over queries of a bound of 1 - NDCG@k, at most 1500 rows each",
    .task = TASK_RANKING,
    .traits = LOSS_PAIRS | LOSS_POSITIVE | LOSS_LIPSCHITZ | LOSS_GROUPS | LOSS_GAINS |
              LOSS_GROUP_WEIGHTS,
    .parameter = {"k", 10, 1, 1e9},
    .group = &group_gains,
    .make = make};
