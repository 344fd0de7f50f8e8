/* test_ranking - losses and figures of queries against all pairs, all orders. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "loss/instance.h"
#include "math/assignment.h"
#include "math/rng.h"
#include "math/vec.h"
#include "task/evaluation.h"
#include "common.h"
#include "grouped.h"

/* A LONG query is sorted in another way than a short one. */
enum { LONG = 700, MOST_QUERIES = 40, MOST_ROWS = MOST_QUERIES * LONG, MOST_BRUTE = 7 };

/* Queries of made-up grades and scores. */
struct made {
    int64_t start[MOST_QUERIES + 1];
    struct groups groups;
    double y[MOST_ROWS], z[MOST_ROWS];
};

static double any_score(struct rng *rng, int kind)
{
    double value = 4 * rng_uniform(rng) - 2;

    if (kind == 0)
        return rint(value);
    return kind == 1 ? rint(8 * value) / 8 + 1e9 : value;
}

static void make_queries(struct made *m, struct rng *rng, int kind, int longest)
{
    int queries = 1 + (int)rng_below(rng, MOST_QUERIES - 1), grades = 2 + (int)rng_below(rng, 4);
    int64_t rows = 0;

    for (int q = 0; q < queries; q++) {
        int64_t n = 1 + (int64_t)rng_below(rng, (uint64_t)longest);
        m->start[q] = rows;
        for (int64_t k = 0; k < n; k++, rows++) {
            m->y[rows] = q % 5 == 4 ? 0 : (double)rng_below(rng, (uint64_t)grades);
            m->z[rows] = any_score(rng, kind);
        }
    }
    m->y[0] = 0;
    if (m->start[1] == 1 || queries == 1)
        m->y[rows - 1] = m->y[rows - 1] + 1;
    m->start[queries] = rows;
    m->groups = (struct groups){.count = queries, .start = m->start};
}

static struct loss *instance(const struct made *m, const char *name, double parameter, int parts, struct arena *arena)
{
    static struct parts cut;
    int64_t rows = m->start[m->groups.count];
    struct loss_spec spec = {.row = loss_find(name), .parameter = parameter, .rows = rows, .y = m->y, .groups = m->groups};
    struct loss *g = NULL;
    struct error err;

    cut = (struct parts){.par = &par_alone, .count = parts};
    for (int k = 0; k <= parts; k++)
        cut.cut[k] = rows * k / parts;
    return loss_make(&spec, &cut, arena, &g, &err) == OK ? g : NULL;
}

/* ---- rank-pairs ------------------------------------------------------------------------------------------------------- */

/* Pair by pair, by the same rounded numbers z_i - 1. False: there is none. */
static bool pair_by_pair(const struct made *m, const double *z, double *value, double *u)
{
    double pairs = 0;

    *value = 0;
    memset(u, 0, MOST_ROWS * sizeof *u);
    for (int64_t q = 0; q < m->groups.count; q++)
        for (int64_t i = m->start[q]; i < m->start[q + 1]; i++)
            for (int64_t j = m->start[q]; j < m->start[q + 1]; j++) {
                if (!(m->y[i] > m->y[j]))
                    continue;
                pairs++;
                if (z[j] <= z[i] - 1)
                    continue;
                *value += z[j] - (z[i] - 1);
                u[i]--;
                u[j]++;
            }
    for (int64_t i = 0; i < m->start[m->groups.count]; i++)
        u[i] /= pairs;
    *value /= pairs;
    return pairs > 0;
}

START_TEST(rank_pairs)
{
    struct rng rng;
    int tried = 0;

    rng_seed(&rng, 1);
    for (int run = 0; run < 300; run++) {
        static struct made m;
        static double expected[MOST_ROWS], u[MOST_ROWS];
        double value, offset, R;
        struct arena arena = {0};
        struct loss *g;
        bool some;
        make_queries(&m, &rng, run % 3, run % 25 ? 14 : LONG);
        some = pair_by_pair(&m, m.z, &value, expected);
        g = instance(&m, "rank-pairs", 0, 1 + run % 5, &arena);
        ck_assert(some == (g != NULL));
        for (int again = 0; some && again < 2; again++) { /* the second time the scores are sorted */
            R = g->ops->slopes(g, 0, m.z, u, &offset);
            tried++;
            ck_assert_double_eq_tol(R, value, 1e-13 * fmax(1, value));
            ck_assert_double_eq(g->ops->slopes(g, 0, m.z, NULL, NULL), R);
            for (size_t i = 0; i < g->image; i++)
                ck_assert_double_eq_tol(u[i], expected[i], 1e-15);
            if (run % 3 != 1)
                ck_assert_double_eq_tol(vec_dot(g->image, u, m.z) + offset, R, 1e-13);
        }
        arena_free(&arena);
    }
    ck_assert_int_gt(tried, 300);
}
END_TEST

/* ---- ndcg ------------------------------------------------------------------------------------------------------------- */

START_TEST(ndcg)
{
    struct rng rng;

    rng_seed(&rng, 2);
    for (int run = 0; run < 40; run++) {
        static struct made m;
        double value = 0, u[MOST_ROWS], offset, R, k = 1 + run % 4;
        struct arena arena = {0};
        struct loss *g;
        make_queries(&m, &rng, run % 2 ? 2 : 0, run % 10 ? 6 : MOST_BRUTE);
        g = instance(&m, "ndcg", k, 1 + run % 5, &arena);
        ck_assert_ptr_nonnull(g);
        for (int64_t q = 0; q < m.groups.count; q++) {
            int64_t lo = m.start[q];
            value += grouped_ndcg(m.y + lo, m.z + lo, (size_t)(m.start[q + 1] - lo), k);
        }
        R = g->ops->slopes(g, 0, m.z, u, &offset);
        ck_assert_double_eq_tol(R, value / (double)m.groups.count, 1e-12);
        ck_assert_double_eq_tol(vec_dot(g->image, u, m.z) + offset, R, 1e-12);
        for (int other = 0; other < 20; other++) { /* the plane is below g */
            double z[MOST_ROWS];
            for (size_t i = 0; i < g->image; i++)
                z[i] = any_score(&rng, 2);
            ck_assert_double_ge(g->ops->slopes(g, 0, z, NULL, NULL), vec_dot(g->image, u, z) + offset - 1e-12);
        }
        arena_free(&arena);
    }
}
END_TEST

static double profit[LONG * LONG];

static void profits(const void *context, size_t n, size_t i, double *own)
{
    ck_assert_ptr_null(context);
    memcpy(own, profit + (i - 1) * n, n * sizeof *own);
}

/* The same for queries that are too long for all orders, matched place by place from potentials of 0; rows by falling labels. */
static double matched(size_t n, const double *y, const double *z, double k)
{
    static double own[LONG + 1], row[LONG + 1], column[LONG + 1], slack[LONG + 1];
    static size_t match[LONG + 1], before[LONG + 1];
    static unsigned char seen[LONG + 1];
    struct assignment x = {profits, NULL, own, row, column, slack, match, before, seen};
    double N = 0, value = 0;

    memset(row, 0, sizeof row);
    memset(column, 0, sizeof column);
    memset(match, 0, sizeof match);
    for (size_t r = 0; r < n; r++)
        N += r < k ? (exp2(y[r]) - 1) / log2((double)r + 2) : 0;
    for (size_t r = 0; r < n && N > 0; r++) {
        double a = r < k ? 1 / log2((double)r + 2) : 0, c = pow((double)r + 2, -0.25);
        for (size_t i = 0; i < n; i++)
            profit[r * n + i] = c * z[i] - a * (exp2(y[i]) - 1) / N;
        value += a * (exp2(y[r]) - 1) / N - c * z[r];
        ck_assert(assignment_add(&x, n, r + 1));
    }
    for (size_t i = 0; i < n && N > 0; i++)
        value += profit[(match[i + 1] - 1) * n + i];
    return value;
}

static int falling(const void *a, const void *b)
{
    return (*(const double *)a < *(const double *)b) - (*(const double *)a > *(const double *)b);
}

START_TEST(ndcg_long)
{
    static struct made m;
    static double u[MOST_ROWS];
    struct rng rng;

    rng_seed(&rng, 3);
    for (int run = 0; run < 60; run++) {
        double value = 0, offset, k = run % 3 ? 10 : 1e9;
        struct arena arena = {0};
        struct loss *g;
        make_queries(&m, &rng, run % 3, run % 20 ? 60 : 300);
        for (int64_t q = 0; q < m.groups.count; q++)
            qsort(m.y + m.start[q], (size_t)(m.start[q + 1] - m.start[q]), sizeof *m.y, falling);
        g = instance(&m, "ndcg", k, 1 + run % 5, &arena);
        ck_assert_ptr_nonnull(g);
        for (int64_t q = 0; q < m.groups.count; q++)
            value += matched((size_t)(m.start[q + 1] - m.start[q]), m.y + m.start[q], m.z + m.start[q], k);
        value /= (double)m.groups.count; /* every third time scores beside 1e9 */
        ck_assert_double_eq_tol(g->ops->slopes(g, 0, m.z, u, &offset), value, run % 3 == 1 ? 1e-5 : 1e-11);
        arena_free(&arena);
    }
}
END_TEST

/* Finite scores whose potentials overflow: no number, and an end. */
START_TEST(ndcg_overflow)
{
    static struct made m = {.start = {0, 3}, .groups = {.count = 1, .start = m.start}, .y = {0, 1, 0}};
    static const double z[3] = {1.7e308, -1.7e308, 0};
    struct arena arena = {0};
    struct loss *g = instance(&m, "ndcg", 10, 1, &arena);
    double u[3], offset;

    ck_assert_ptr_nonnull(g);
    ck_assert(!isfinite(g->ops->slopes(g, 0, z, u, &offset)));
    arena_free(&arena);
}
END_TEST

/* ---- figures ---------------------------------------------------------------------------------------------------------- */

static struct ranking_sums sums_of(size_t n, const uint64_t *query, const double *label, const double *score)
{
    struct ranking r = {.row = NULL};
    struct ranking_sums sums;

    for (size_t i = 0; i < n; i++)
        ck_assert(ranking_add(&r, query[i], label[i], score[i]));
    ck_assert(ranking_sums(&r, &sums));
    ck_assert(ranking_sums(&r, &sums)); /* asking changes nothing */
    ranking_free(&r);
    return sums;
}

START_TEST(figures_by_hand)
{
    const uint64_t query[] = {1, 1, 1, 1, 2, 2, 3, 3};
    const double label[] = {2, 0, 1, 0, 0, 0, 1, 0}, score[] = {3, 4, 2, 1, 5, 6, 7, 7};
    struct ranking_sums s = sums_of(8, query, label, score);
    double ideal = 3 + 1 / log2(3), got = 3 / log2(3) + 1 / log2(4);

    ck_assert_double_eq(s.with_pairs, 2);
    ck_assert_double_eq(s.relevant, 2);
    ck_assert_double_eq_tol(s.pairs, 3.0 / 5 + 0.5, 1e-15);
    ck_assert_double_eq_tol(s.ndcg, got / ideal + 1 / log2(3), 1e-14); /* a tie: the lesser label in front */
    ck_assert_double_eq_tol(s.precision, (1.0 / 2 + 2.0 / 3) / 2 + 0.5, 1e-15);
    s = sums_of(2, query, score, score);
    ck_assert_double_eq(s.pairs, 1);
    s = sums_of(0, query, label, score);
    ck_assert_double_eq(s.relevant + s.with_pairs, 0);
}
END_TEST

/* 2^y beyond every double: the gains count beside the greatest. */
START_TEST(figures_of_great_labels)
{
    const uint64_t query[] = {1, 1, 1, 1, 2, 2};
    const double label[] = {3000, 2999, 2998.5, 0, 1e300, 7}, score[] = {3, 4, 2, 1, 5, 6};
    struct ranking_sums s = sums_of(6, query, label, score);
    double half = 0.5 / log2(3), last = exp2(-1.5) / 2;

    ck_assert_double_eq(s.relevant, 2);
    ck_assert_double_eq_tol(s.ndcg, (0.5 + 1 / log2(3) + last) / (1 + half + last) + 1 / log2(3), 1e-13);
}
END_TEST

RUN_TESTS("ranking", rank_pairs, ndcg, ndcg_long, ndcg_overflow, figures_by_hand, figures_of_great_labels)
