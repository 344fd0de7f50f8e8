/* rank_pairs - g(z) = sum over pairs of max(0, 1 - z_i + z_j) / N, the rows i and j of one query
 * with y_i > y_j, N the number of such pairs: a convex bound of the share of pairs in the wrong
 * order. A query of weight v counts v times in both. A constant that is added to every score of a
 * query cancels.
 *
 * Joachims (Optimizing search engines using clickthrough data, KDD 2002; Training linear SVMs in
 * linear time, KDD 2006). With one rounded key k_i = z_i - 1
 *     p_i = #{j: y_j < y_i, z_j > k_i}, m_j = #{i: y_i > y_j, k_i < z_j}
 *     N g = sum_j m_j z_j - sum_i p_i k_i, N u_i = m_i - p_i, N offset = sum_i p_i
 * as each pair of p is one of m. Two sweeps over the sorted scores of a query count both by a
 * tree of its grades (math/count_tree.h): O(n log k) for n rows of k grades. */
#include <math.h>
#include <stdlib.h>

#include "loss/group.h"
#include "math/count_tree.h"
#include "math/radix_sort.h"
#include "math/vec.h"

/* A query of fewer rows is sorted by insertion, from the order of its last scores. Tuned. */
enum { SHORT = 256 };

/* A row of a query: its score, which it is, and the place of its label among those of the query,
 * from 1. */
struct ranked {
    double z;
    int32_t row, grade;
};

struct rank_pairs {
    struct loss g; /* first: a struct loss * of ours is a struct rank_pairs * */
    struct groups queries;
    struct parts parts;     /* cut[k]: a query */
    struct ranked *ranked;  /* rows: query by query, in the order of the last scores */
    int64_t *grades;        /* queries: labels that differ */
    int64_t *tree;          /* rows + queries: of query q from start[q] + q, its grades + 1 */
    int32_t *grade;         /* rows; as the next two NULL where each query is SHORT */
    struct keyed *item;     /* rows */
    uint64_t *spare;        /* 2 rows */
    double pairs;           /* N */
};

struct rank_job {
    struct rank_pairs *f;
    const double *z;
    double *u; /* NULL: values alone */
};

/* Ascending z; equal ones in the order of their rows, so that no sum depends on the sort. */
static inline bool is_behind(struct ranked x, struct ranked y)
{
    return x.z > y.z || (x.z == y.z && x.row > y.row);
}

static int by_score(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;

    return is_behind(*x, *y) - is_behind(*y, *x);
}

/* ---- a query --------------------------------------------------------------------------------- */

static void sort_short(int64_t n, struct ranked *row, const double *z)
{
    for (int64_t k = 0; k < n; k++) {
        struct ranked x = row[k];
        int64_t at = k;
        x.z = z[x.row];
        for (; at > 0 && is_behind(row[at - 1], x); at--)
            row[at] = row[at - 1];
        row[at] = x;
    }
}

/* From the order of the rows: equal scores stay in it. */
static void sort_long(const struct rank_pairs *f, int64_t lo, int64_t n, const double *z)
{
    struct keyed *item = f->item + lo;

    for (int64_t i = 0; i < n; i++)
        item[i] = (struct keyed){-z[i], i};
    radix_sort_keyed(&par_alone, (size_t)n, item, f->spare + 2 * lo);
    for (int64_t k = 0; k < n; k++)
        f->ranked[lo + k] = (struct ranked){-item[k].key, (int32_t)item[k].row,
                                            f->grade[lo + item[k].row]};
}

/* z of the rows of the query, sorted; false if one is not finite. */
static bool sort_query(const struct rank_pairs *f, int64_t lo, int64_t n, const double *z)
{
    for (int64_t i = 0; i < n; i++)
        if (!isfinite(z[i]))
            return false;
    if (n < SHORT)
        sort_short(n, f->ranked + lo, z);
    else
        sort_long(f, lo, n, z);
    return true;
}

/* sum_i p_i and -sum_i p_i (k_i - centre); u_i = -share p_i, unless u is NULL. */
static struct sums sweep_down(int64_t n, const struct ranked *row, int64_t grades, int64_t *tree,
                              double share, double *u)
{
    struct sums sum = {0, 0};
    int64_t entered = n;
    double centre = row[n / 2].z;

    count_tree_clear(grades, tree);
    for (int64_t k = n; k-- > 0;) {
        double key = row[k].z - 1, p;
        for (; entered > 0 && row[entered - 1].z > key; entered--)
            count_tree_add(grades, tree, row[entered - 1].grade);
        p = (double)count_tree_upto(tree, row[k].grade - 1);
        sum.value -= p * (key - centre);
        sum.offset += p;
        if (u)
            u[row[k].row] = -share * p;
    }
    return sum;
}

/* sum_j m_j (z_j - centre); u_j += share m_j, unless u is NULL. */
static double sweep_up(int64_t n, const struct ranked *row, int64_t grades, int64_t *tree,
                       double share, double *u)
{
    double sum = 0, centre = row[n / 2].z;
    int64_t entered = 0;

    count_tree_clear(grades, tree);
    for (int64_t k = 0; k < n; k++) {
        double m;
        for (; entered < n && row[entered].z - 1 < row[k].z; entered++)
            count_tree_add(grades, tree, row[entered].grade);
        m = (double)(entered - count_tree_upto(tree, row[k].grade));
        sum += m * (row[k].z - centre);
        if (u)
            u[row[k].row] += share * m;
    }
    return sum;
}

/* N times the share of query q in g and in the offset, z and u those of its rows; NaN if a score is
 * not finite. */
static struct sums query(struct rank_pairs *f, int64_t q, const double *z, double *u)
{
    int64_t lo = f->queries.start[q], n = f->queries.start[q + 1] - lo;
    struct ranked *row = f->ranked + lo;
    int64_t *tree = f->tree + lo + q;
    double weight = groups_weight(&f->queries, q), share = weight / f->pairs;
    struct sums sum;

    if (u)
        vec_fill((size_t)n, 0, u);
    if (f->grades[q] < 2)
        return (struct sums){0, 0};
    if (!sort_query(f, lo, n, z))
        return (struct sums){NAN, NAN};
    sum = sweep_down(n, row, f->grades[q], tree, share, u);
    sum.value += sweep_up(n, row, f->grades[q], tree, share, u);
    return (struct sums){weight * sum.value, weight * sum.offset};
}

static struct sums queries(void *context, int64_t lo, int64_t hi)
{
    const struct rank_job *job = context;
    struct sums sum = {0, 0};

    for (int64_t q = lo; q < hi; q++) {
        int64_t at = job->f->queries.start[q];
        sums_add(&sum, query(job->f, q, job->z + at, job->u ? job->u + at : NULL));
    }
    return sum;
}

static double slopes(struct loss *g, double mu, const double *z, double *u, double *offset)
{
    struct rank_pairs *f = (struct rank_pairs *)g;
    struct rank_job job = {f, z, u};
    struct sums sum = parts_sum(&f->parts, queries, &job);

    (void)mu;
    if (u)
        *offset = sum.offset / f->pairs;
    return sum.value / f->pairs;
}

/* ---- single queries (group.h) ---------------------------------------------------------------- */

static struct sums group_slopes(struct loss *g, int64_t group, const double *z, double *u)
{
    struct rank_pairs *f = (struct rank_pairs *)g;
    struct sums sum = query(f, group, z, u);

    return (struct sums){sum.value / f->pairs, sum.offset / f->pairs};
}

/* N u_i = m_i - p_i: p_i at most the rows of lower grades, m_i those of higher ones. */
static void steepest(const struct loss *g, int64_t group, double *most)
{
    const struct rank_pairs *f = (const struct rank_pairs *)g;
    int64_t lo = f->queries.start[group], n = f->queries.start[group + 1] - lo;
    const struct ranked *row = f->ranked + lo;
    int64_t *tree = f->tree + lo + group;

    count_tree_clear(f->grades[group], tree);
    for (int64_t k = 0; k < n; k++)
        count_tree_add(f->grades[group], tree, row[k].grade);
    for (int64_t k = 0; k < n; k++) {
        int64_t lower = count_tree_upto(tree, row[k].grade - 1);
        int64_t higher = n - count_tree_upto(tree, row[k].grade);
        most[row[k].row] = groups_weight(&f->queries, group) *
                           (double)(lower > higher ? lower : higher) / f->pairs;
    }
}

const struct group_terms group_pairs = {.slopes = group_slopes, .steepest = steepest};

/* ---- making one ------------------------------------------------------------------------------ */

/* Ascending labels, which stand in z. The grades of the n rows from `lo` on; returns how many
 * differ, and adds the pairs, each so many times. */
static int64_t grade_query(struct rank_pairs *f, const double *y, int64_t lo, int64_t n,
                           double weight)
{
    struct ranked *row = f->ranked + lo;
    int64_t first = 0;
    int32_t grade = 0;

    for (int64_t k = 0; k < n; k++)
        row[k] = (struct ranked){.z = y[lo + k], .row = (int32_t)k};
    qsort(row, (size_t)n, sizeof *row, by_score);
    for (int64_t k = 0; k < n; k++) {
        if (k == 0 || row[k].z > row[k - 1].z) {
            first = k;
            grade++;
        }
        row[k].grade = grade;
        if (f->grade)
            f->grade[lo + row[k].row] = grade;
        f->pairs += weight * (double)first;
    }
    return grade;
}

static enum status make(const struct loss_spec *spec, const struct parts *parts,
                        struct arena *arena, struct loss **g, struct error *err)
{
    static const struct loss_ops ops = {.slopes = slopes};
    size_t rows = (size_t)spec->rows, count = (size_t)spec->groups.count;
    int64_t longest = groups_longest(&spec->groups, 0, spec->groups.count);
    struct rank_pairs *f = arena_get(arena, 1, sizeof *f);

    if (!f)
        return fail_memory(err, "the loss");
    if (longest > INT32_MAX)
        return fail(err, ERR_DATA, "loss '%s' takes %d rows of one query at most",
                    spec->row->name, INT32_MAX);
    *f = (struct rank_pairs){.g = {.ops = &ops, .image = rows, .rows = spec->rows,
                                   .c = costs_of(NULL, spec->rows)},
                             .queries = spec->groups,
                             .parts = parts_of_groups(parts, &spec->groups),
                             .ranked = arena_get(arena, rows, sizeof *f->ranked),
                             .grades = arena_get(arena, count, sizeof *f->grades),
                             .tree = arena_get(arena, rows + count, sizeof *f->tree)};
    if (longest >= SHORT) {
        f->grade = arena_get(arena, rows, sizeof *f->grade);
        f->item = arena_get(arena, rows, sizeof *f->item);
        f->spare = arena_get(arena, 2 * rows, sizeof *f->spare);
    }
    if (arena->failed)
        return fail_memory(err, "the loss");
    for (size_t q = 0; q < count; q++) {
        int64_t lo = spec->groups.start[q];
        f->grades[q] = grade_query(f, spec->y, lo, spec->groups.start[q + 1] - lo,
                                   groups_weight(&spec->groups, (int64_t)q));
    }
    if (f->pairs == 0)
        return fail(err, ERR_DATA, "no query has two labels that differ: there is no pair to rank");
    f->g.at_zero = 1;
    f->g.scale = 1;
    f->g.usual = 1;
    *g = &f->g;
    return OK;
}

const struct loss_row loss_rank_pairs = {
    .name = "rank-pairs",
    .help = "mean of max(0, 1 - z_i + z_j) over pairs y_i > y_j of one query",
    .task = TASK_RANKING,
    .traits = LOSS_PAIRS | LOSS_POSITIVE | LOSS_LIPSCHITZ | LOSS_GROUPS |
              LOSS_GROUP_WEIGHTS,
    .group = &group_pairs,
    .make = make};
