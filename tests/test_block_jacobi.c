/* test_block_jacobi - the block of the largest columns as a preconditioner: its columns, its solution, what it saves. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common.h"
#include "data/matrix.h"
#include "loss/loss.h"
#include "math/vec.h"
#include "problems.h"
#include "risk/image.h"
#include "solve/newton/newton_system.h"

enum { ROWS = 4000, NUMBERS = 6, LEVELS = 700, CATEGORIES = 3, COLS = NUMBERS + CATEGORIES * LEVELS };
static const double LAMBDA = 1e-4, RESIDUAL = 1e-6;

/* Numbers that are not scaled, near to dependent, in one of so many rows, and behind each other the levels of categories. */
static struct examples *table(size_t one_of)
{
    double *dense = calloc((size_t)ROWS * COLS, sizeof *dense);
    struct examples *e;
    struct rng rng;

    ck_assert_ptr_nonnull(dense);
    rng_seed(&rng, 8);
    for (size_t i = 0; i < ROWS; i++) {
        double *row = dense + i * COLS, year = 2000 + (double)rng_below(&rng, 20);
        for (int k = 0; k < NUMBERS && i % one_of == 0; k++)
            row[k * LEVELS / 3] = year * (k + 1) + random_normal(&rng) * (k % 2 ? 30 : 1);
        for (size_t c = 0; c < CATEGORIES; c++) {
            size_t level = rng_below(&rng, 1 + rng_below(&rng, LEVELS - 1));
            row[c * LEVELS + level + 1 + (size_t)NUMBERS] += 1;
        }
    }
    e = examples_dense(ROWS, COLS, dense, CSR_DOUBLE);
    for (size_t i = 0; i < ROWS; i++)
        e->y[i] = dense[i * COLS] - 2010 + 3 * random_normal(&rng) + (double)(i % 7) > 3 ? 1 : -1;
    free(dense);
    return e;
}

struct made {
    struct arena arena;
    struct meter meter;
    struct par par;
    struct risk *risk;
    int64_t count, row[ROWS];
    double weight[ROWS], D[COLS + 1], h[ROWS];
};

/* The risk, weights of all but each third row, and D. */
static void make(struct made *s, const struct examples *e, const char *loss, enum bias_mode mode, int threads)
{
    struct risk_spec spec = examples_spec(e, loss_find(loss), 0, mode, 1e-3);

    memset(s, 0, sizeof *s);
    par_init(&s->par, threads);
    s->risk = risk_of(&spec, &s->par, &s->arena);
    ck_assert(s->risk && !newton_system_direct(s->risk) && !newton_rows_apply(s->risk));
    s->risk->meter = &s->meter;
    for (int64_t i = 0; i < ROWS; i++) {
        s->h[i] = i % 3 ? (1 + (double)(i % 11)) / ROWS : 0;
        s->row[s->count] = i;
        s->weight[s->count] = s->h[i];
        s->count += s->h[i] != 0;
    }
    vec_fill(s->risk->A->x.cols, LAMBDA, s->D);
    matrix_diagonal(s->risk->A, s->count, s->row, s->weight, s->D);
}

static void unmake(struct made *s)
{
    arena_free(&s->arena);
    par_free(&s->par);
}

/* F: as many as `order`, ascending, the bias, and none of the others has a larger D_j. */
static void check_order(const struct block_jacobi *b, size_t n, const double *D, bool bias)
{
    static bool in[COLS + 1];
    double least = INFINITY;

    memset(in, 0, sizeof in);
    for (size_t k = 0; k < b->order; k++) {
        ck_assert(b->column[k] < n && (k == 0 || b->column[k] > b->column[k - 1]));
        in[b->column[k]] = true;
        if (!(bias && b->column[k] == n - 1))
            least = fmin(least, D[b->column[k]]);
    }
    ck_assert(!bias || in[n - 1]);
    for (size_t j = 0; j < n; j++)
        ck_assert(in[j] || D[j] <= least * (1 + 1e-9));
}

/* S_FF q_F = r_F; the others of q stay. S d for d with the entries of q in F alone, by products. */
static void check_block(const struct examples *e, enum bias_mode mode, int threads, double *q)
{
    static struct made s;
    static double r[COLS + 1], d[COLS + 1], z[ROWS], Sd[COLS + 1];
    struct block_jacobi b;
    size_t n;

    make(&s, e, "logistic", mode, threads);
    n = s.risk->A->x.cols;
    block_jacobi_init(&b, s.risk, LAMBDA, &s.arena);
    ck_assert(!s.arena.failed && b.order > 20 && b.order < n / 4);
    ck_assert(!block_jacobi_pays(&b, 1, ROWS) && block_jacobi_pays(&b, 1000, ROWS));
    for (size_t j = 0; j < n; j++) {
        r[j] = sin((double)j);
        q[j] = 7;
    }
    block_jacobi_solve(&b, r, q);
    ck_assert(q[0] == 7); /* there is no factor yet */
    ck_assert(block_jacobi_find(&b, s.D) && block_jacobi_factor(&b, 0, s.count, s.row, s.weight));
    check_order(&b, n, s.D, mode == BIAS_REGULARIZED);
    ck_assert(!block_jacobi_pays(&b, 1000, 0)); /* products over no rows take no time */
    block_jacobi_solve(&b, r, q);
    vec_fill(n, 0, d);
    for (size_t k = 0; k < b.order; k++)
        d[b.column[k]] = q[b.column[k]];
    for (size_t j = 0; j < n; j++)
        ck_assert(d[j] != 0 || q[j] == 7);
    risk_apply(s.risk, d, z);
    for (size_t i = 0; i < ROWS; i++)
        z[i] *= s.h[i];
    risk_adjoint(s.risk, z, Sd);
    vec_add(n, LAMBDA, d, Sd);
    for (size_t k = 0; k < b.order; k++)
        ck_assert_msg(fabs(Sd[b.column[k]] - r[b.column[k]]) <= 1e-4, "column %u: %g of %g", b.column[k], Sd[b.column[k]],
                      r[b.column[k]]);
    unmake(&s);
}

START_TEST(test_block)
{
    static double one[COLS + 1], three[COLS + 1];
    struct examples *e = table(1);

    for (int mode = BIAS_NONE; mode <= BIAS_REGULARIZED; mode++) {
        check_block(e, mode, 1, one);
        check_block(e, mode, 3, three);
        ck_assert_mem_eq(one, three, sizeof one);
    }
    examples_free(e);
}
END_TEST

/* Equal D_j: the first columns. D that is not finite: no block. Rows of words: none; numbers that most rows lack: there is
 * one. */
START_TEST(test_columns)
{
    static struct made s;
    static double D[COLS + 1];
    struct examples *e = table(1), *words;
    struct block_jacobi b;

    make(&s, e, "logistic", BIAS_NONE, 1);
    block_jacobi_init(&b, s.risk, LAMBDA, &s.arena);
    vec_fill(COLS, INFINITY, D);
    ck_assert(!block_jacobi_find(&b, D) && !b.known && b.order == 0);
    block_jacobi_init(&b, s.risk, LAMBDA, &s.arena);
    vec_fill(COLS, 2, D);
    ck_assert(block_jacobi_find(&b, D) && block_jacobi_factor(&b, 0, s.count, s.row, s.weight));
    for (size_t k = 0; k < b.order; k++)
        ck_assert_uint_eq(b.column[k], k);
    unmake(&s);
    examples_free(e);
    words = examples_random(5, ROWS, COLS, 0.003, CSR_DOUBLE);
    make(&s, words, "logistic", BIAS_NONE, 1);
    block_jacobi_init(&b, s.risk, LAMBDA, &s.arena);
    ck_assert(b.order == 0 && !block_jacobi_pays(&b, 1000, ROWS));
    unmake(&s);
    examples_free(words);
    e = table(3);
    make(&s, e, "logistic", BIAS_NONE, 1);
    ck_assert(block_jacobi_order(s.risk) > 0);
    unmake(&s);
    examples_free(e);
}
END_TEST

/* Passes of a system at w = 0 to |r| <= RESIDUAL |g|. */
static double passes(const struct examples *e, const char *loss, bool block)
{
    static double z[ROWS], u[ROWS], h[ROWS], w[COLS], g[COLS], d[COLS];
    static struct made s;
    struct monitor m = {.limits = {.max_passes = INFINITY, .max_seconds = INFINITY}};
    struct prox x = {.z = z, .u = u, .h = h};
    struct newton_system system;
    struct point from = {.arena = NULL};
    double before;

    make(&s, e, loss, BIAS_NONE, 1);
    from.arena = &s.arena;
    newton_system_init(&system, s.risk, LAMBDA, false, INFINITY, &from, (struct stop_token){0}, &s.arena);
    ck_assert(!s.arena.failed);
    if (!block)
        system.cg.block.order = 0;
    s.risk->g->ops->proximal(s.risk->g, &x, NULL);
    risk_adjoint(s.risk, u, g);
    before = risk_passes(s.risk);
    newton_system_solve(&system, &x, w, g, RESIDUAL, &m, d);
    ck_assert(system.cg.block.known == block);
    newton_system_scale(&system, 0.5);
    ck_assert(!system.cg.block.known); /* of other weights */
    before = risk_passes(s.risk) - before;
    unmake(&s);
    return before;
}

START_TEST(test_passes)
{
    static const char *const losses[] = {"squared-hinge", "logistic"};
    struct examples *e = table(1);

    for (int k = 0; k < 2; k++) {
        double without = passes(e, losses[k], false), with = passes(e, losses[k], true);
        ck_assert_msg(with < without / 2, "%s: %g passes, %g without a block", losses[k], with, without);
    }
    examples_free(e);
}
END_TEST

RUN_TESTS("block_jacobi", test_block, test_columns, test_passes)
