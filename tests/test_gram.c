/* test_gram - weighted sums of outer products against dense sums in long double, with any threads. */
#include "data/rows/gram.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "math/panel.h"
#include "math/vec.h"
#include "common.h"
#include "problems.h"

enum { ROWS = 150, COLS = 37, MOST = COLS + 1 };

struct rows {
    struct examples *e;
    struct matrix A;
    struct arena arena;
    double bias;
};

static void rows_init(struct rows *p, enum csr_storage storage, double density, double bias, struct par *par)
{
    static const struct arena empty;

    p->e = examples_random(3, ROWS, COLS, density, storage);
    p->arena = empty;
    p->bias = bias;
    ck_assert(matrix_init(&p->A, &p->e->x, bias, 1, 0, par, &p->arena));
}

static void rows_free(struct rows *p)
{
    examples_free(p->e);
    arena_free(&p->arena);
}

/* x_ij with the bias column */
static double entry(const struct rows *p, int64_t i, size_t j)
{
    return j < COLS ? p->e->dense[(size_t)i * COLS + j] : p->bias;
}

/* H = before + sum h_k x_i x_i' within the rounding of a sum of count terms; the lower triangle is as before. */
static void check_sum(const struct rows *p, int64_t count, const int64_t *row, const double *h, const double *before,
                      const double *H)
{
    size_t n = p->A.x.cols;

    for (size_t a = 0; a < n; a++)
        for (size_t b = 0; b < n; b++) {
            long double sum = before[a * n + b], size = fabsl(sum);

            for (int64_t k = 0; b >= a && k < count; k++) {
                int64_t i = row ? row[k] : k;
                long double term = (long double)h[k] * entry(p, i, a) * entry(p, i, b);

                sum += term;
                size += fabsl(term);
            }
            ck_assert_msg(fabsl(sum - H[a * n + b]) <= (long double)(count + 3) * DBL_EPSILON * size,
                          "entry %zu %zu: %g, not %Lg", a, b, H[a * n + b], sum);
            if (b < a)
                ck_assert(H[a * n + b] == before[a * n + b]);
        }
}

/* Rows in any order, some twice, a fifth of the weights negative, a tenth 0. */
static int64_t choose_rows(struct rng *rng, int64_t *row, double *h)
{
    int64_t count = (int64_t)rng_below(rng, ROWS + 1);

    for (int64_t k = 0; k < count; k++) {
        uint64_t kind = rng_below(rng, 10);

        row[k] = (int64_t)rng_below(rng, ROWS);
        h[k] = kind == 0 ? 0 : kind < 3 ? -rng_uniform(rng) : rng_uniform(rng);
    }
    return count;
}

static void check_rows(struct rows *p, struct rng *rng, const struct par *other)
{
    double before[MOST * MOST], H[MOST * MOST], again[MOST * MOST], h[ROWS];
    int64_t row[ROWS];
    const struct par *par = p->A.sums.par;
    size_t n = p->A.x.cols;

    for (int trial = 0; trial < 6; trial++) {
        int64_t count = choose_rows(rng, row, h);
        const int64_t *rows = trial % 3 ? row : NULL;

        random_vector(rng, n * n, 1, before);
        vec_copy(n * n, before, H);
        matrix_gram(&p->A, count, rows, h, H);
        check_sum(p, count, rows, h, before, H);
        for (enum isa isa = 0; isa <= isa_best(); isa++) {
            matrix_use(&p->A, isa);
            p->A.sums.par = other;
            vec_copy(n * n, before, again);
            matrix_gram(&p->A, count, rows, h, again);
            ck_assert(memcmp(H, again, n * n * sizeof *H) == 0);
            p->A.sums.par = par;
        }
    }
}

START_TEST(test_sums)
{
    static const double density[] = {.05, .4, 1}, bias[] = {0, 1, 2.5};
    struct par par, other;
    struct rng rng;

    rng_seed(&rng, 4);
    par_init(&par, 1);
    par_init(&other, 3);
    for (int storage = CSR_BINARY; storage < CSR_STORAGES; storage++)
        for (int d = 0; d < 3; d++)
            for (int b = 0; b < 3; b++) {
                struct rows p;

                rows_init(&p, (enum csr_storage)storage, density[d], bias[b], &par);
                check_rows(&p, &rng, &other);
                rows_free(&p);
            }
    par_free(&other);
    par_free(&par);
}
END_TEST

/* A row that enters and leaves again leaves what was there, where the sums are exact. */
START_TEST(test_leaving)
{
    double H[MOST * MOST] = {0};
    int64_t row[2 * ROWS];
    double h[2 * ROWS];
    struct rows p;
    struct par par;

    par_init(&par, 1);
    rows_init(&p, CSR_BINARY, .3, 1, &par);
    for (int64_t k = 0; k < 2 * ROWS; k++) {
        row[k] = k % ROWS;
        h[k] = k < ROWS ? .5 : -.5;
    }
    matrix_gram(&p.A, ROWS, row, h, H);
    ck_assert(H[MOST * MOST - 1] == .5 * ROWS); /* the bias with itself */
    matrix_gram(&p.A, ROWS, row + ROWS, h + ROWS, H);
    ck_assert_uint_eq(vec_nonzeros((size_t)MOST * MOST, H), 0);
    rows_free(&p);
    par_free(&par);
}
END_TEST

/* A A' in both triangles, the same bits for any number of threads; none where that is to stop. */
START_TEST(test_row_gram)
{
    const struct stop_token go_on = {0}, stop = {always, NULL};

    for (int k = 0; k < 4 * CSR_STORAGES; k++) {
        double K[ROWS * ROWS], again[ROWS * ROWS];
        struct rows p;
        struct par par;

        for (int threads = 1; threads <= 3; threads += 2) {
            par_init(&par, threads);
            rows_init(&p, (enum csr_storage)(k / 4), k % 2 ? .9 : .2, k % 4 < 2 ? 0 : 1.5, &par);
            ck_assert(matrix_row_gram_work(&p.A) > 0);
            ck_assert(matrix_row_gram(&p.A, &go_on, threads == 1 ? K : again));
            for (int64_t i = 0; threads == 1 && i < ROWS; i++)
                for (int64_t j = 0; j < ROWS; j++) {
                    long double sum = 0, size = 0;
                    for (size_t l = 0; l < p.A.x.cols; l++) {
                        sum += (long double)entry(&p, i, l) * entry(&p, j, l);
                        size += fabsl((long double)entry(&p, i, l) * entry(&p, j, l));
                    }
                    ck_assert(fabsl(sum - K[i * ROWS + j]) <= MOST * DBL_EPSILON * size);
                }
            ck_assert(threads > 1 || !matrix_row_gram(&p.A, &stop, again));
            rows_free(&p);
            par_free(&par);
        }
        ck_assert(memcmp(K, again, sizeof K) == 0);
    }
}
END_TEST

/* Asks so far; stop at none. */
static bool count_asks(const void *context)
{
    int *asks = (int *)(uintptr_t)context;

    ++*asks;
    return false;
}

/* A A' of so many columns that the sum over them is cut, and asks in between: the sum by hand, for some of the rows. */
START_TEST(test_many_columns)
{
    enum { FEW = 300, MANY = 9000, SOME = 7 };
    struct examples *e = examples_random(5, FEW, MANY, 0.5, CSR_DOUBLE);
    struct arena arena = {0};
    double *K = arena_doubles(&arena, FEW * FEW);
    struct matrix A;
    int asks = 0;
    const struct stop_token stop = {count_asks, &asks};

    ck_assert(matrix_init(&A, &e->x, 0, 1, 0, &par_alone, &arena) && K);
    ck_assert(matrix_gram_rows(&A, FEW) % PANEL_ROWS == 0 && matrix_gram_rows(&A, 3) == 3);
    ck_assert(matrix_row_gram(&A, &stop, K));
    ck_assert_int_gt(asks, 1);
    for (size_t i = 0; i < FEW; i += SOME)
        for (size_t j = 0; j < FEW; j++) {
            double sum = vec_dot(MANY, e->dense + i * MANY, e->dense + j * MANY);
            double size = sqrt(vec_sqnorm(MANY, e->dense + i * MANY) * vec_sqnorm(MANY, e->dense + j * MANY));
            ck_assert_double_le(fabs(K[i * FEW + j] - sum), MANY * DBL_EPSILON * size);
        }
    arena_free(&arena);
    examples_free(e);
}
END_TEST

RUN_TESTS("gram", test_sums, test_leaving, test_row_gram, test_many_columns)
