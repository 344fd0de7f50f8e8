/* test_cholesky - the factor that gains and loses rows, against products and solutions in long
 * double. */
#include "math/cholesky.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "math/rng.h"
#include "math/vec.h"
#include "common.h"
#include "problems.h"

enum { MOST = 60, RANK = 5 };

/* A factor beside the matrix that it is of. */
struct pair {
    struct cholesky f;
    struct arena arena;
    double M[MOST][MOST]; /* f.size x f.size, both triangles */
};

static void pair_init(struct pair *p)
{
    p->arena = (struct arena){0};
    cholesky_init(&p->f, MOST, &p->arena);
    ck_assert(!p->arena.failed && p->f.size == 0);
}

/* Appends the row (a; d) unless it is dependent; a becomes its column. */
static bool append(struct pair *p, double *a, double d)
{
    size_t n = p->f.size;
    double pivot;

    for (size_t i = 0; i < n; i++)
        p->M[n][i] = p->M[i][n] = a[i];
    p->M[n][n] = d;
    pivot = cholesky_border(&p->f, a, d);
    ck_assert(pivot >= 0 && p->f.size == n);
    if (pivot == 0)
        return false;
    cholesky_append(&p->f, a, pivot);
    return true;
}

static void delete(struct pair *p, size_t position)
{
    size_t n = p->f.size;

    cholesky_remove(&p->f, position);
    for (size_t i = 0; i < n; i++)
        memmove(p->M[i] + position, p->M[i] + position + 1, (n - position - 1) * sizeof **p->M);
    memmove(p->M + position, p->M + position + 1, (n - position - 1) * sizeof *p->M);
}

/* |R'R - M|_ij <= factor (n + 1) u sqrt(M_ii M_jj), the bound of a factorisation times `factor`. */
static void check_product(const struct pair *p, double factor)
{
    size_t n = p->f.size;
    double bound = factor * (double)(n + 1) * DBL_EPSILON / 2;

    for (size_t i = 0; i < n; i++)
        for (size_t j = i; j < n; j++) {
            long double sum = 0;

            for (size_t l = 0; l <= i; l++)
                sum += (long double)p->f.R[l * MOST + i] * p->f.R[l * MOST + j];
            ck_assert_msg(fabsl(sum - p->M[i][j]) <= bound * sqrt(p->M[i][i]) * sqrt(p->M[j][j]),
                          "order %zu, entry %zu %zu: off by %Lg", n, i, j, fabsl(sum - p->M[i][j]));
        }
}

/* x of M x = v: the residual is the product's error times |x|, however badly M is conditioned. */
static void check_solution(const struct pair *p, struct rng *rng)
{
    size_t n = p->f.size;
    double v[MOST], x[MOST], length;

    random_vector(rng, n, 1, v);
    vec_copy(n, v, x);
    cholesky_forward(&p->f, x);
    cholesky_backward(&p->f, x);
    length = sqrt(vec_sqnorm(n, x));
    for (size_t i = 0; i < n; i++) {
        long double residual = v[i], row = 0;

        for (size_t j = 0; j < n; j++) {
            residual -= (long double)p->M[i][j] * x[j];
            row += fabsl((long double)p->M[i][j]);
        }
        ck_assert_msg(fabsl(residual) <= 40 * (double)n * DBL_EPSILON * (row * length + fabs(v[i])),
                      "order %zu: residual %Lg of %Lg", n, residual, row * length);
    }
}

/* Row n of M = A A' + shift I for random rows of A. */
static double gram_row(const struct pair *p, double A[][MOST], size_t columns, double shift,
                       double *a)
{
    size_t n = p->f.size;

    for (size_t i = 0; i < n; i++)
        a[i] = vec_dot(columns, A[i], A[n]);
    return vec_sqnorm(columns, A[n]) + shift;
}

START_TEST(test_append_remove)
{
    static double A[MOST][MOST];
    static struct pair p;
    struct rng rng;
    double a[MOST];

    rng_seed(&rng, 1);
    for (int trial = 0; trial < 30; trial++) {
        static const double units[] = {1, 1e-120, 1, 1e120, 1}; /* of A */
        double unit = units[trial % 5];
        double shift = unit * unit * pow(10, -(double)(trial % 6)); /* condition numbers up to about 1e13 */
        size_t columns = trial % 3 ? MOST : RANK;

        pair_init(&p);
        for (int step = 0; step < 300; step++) {
            if (p.f.size < MOST && rng_below(&rng, 3) > 0) {
                random_vector(&rng, columns, step % 7 ? unit : 1e3 * unit, A[p.f.size]);
                ck_assert(append(&p, a, gram_row(&p, A, columns, shift, a)));
            } else if (p.f.size > 0) {
                size_t position = (size_t)rng_below(&rng, p.f.size);

                delete(&p, position);
                memmove(A + position, A + position + 1, (p.f.size - position) * sizeof *A);
            }
            check_product(&p, 8); /* rotations add to the error of the factorisation */
        }
        if (unit == 1)
            check_solution(&p, &rng);
        arena_free(&p.arena);
    }
}
END_TEST

/* Gram matrices of rank r: r rows are admitted, every other is dependent, and its null vector is
 * one. The first r rows are far from dependent: a null vector y lets the rounding of M into the
 * pivot with a factor |y|^2. */
START_TEST(test_dependent)
{
    static double A[MOST][MOST];
    static struct pair p;
    struct rng rng;
    double a[MOST];

    rng_seed(&rng, 2);
    for (size_t rank = 1; rank < 30; rank++) {
        pair_init(&p);
        for (size_t row = 0; row < 2 * rank; row++) {
            size_t n = p.f.size;
            double d;

            random_vector(&rng, rank, pow(10, (double)(row % 5) - 2), A[n]);
            if (n < rank)
                A[n][n] += 4 * sqrt((double)rank * vec_sqnorm(rank, A[n]));
            d = gram_row(&p, A, rank, 0, a);
            ck_assert(append(&p, a, d) == (row < rank));
            if (row < rank)
                continue;
            cholesky_backward(&p.f, a);
            for (size_t i = 0; i <= n; i++) { /* row i of the larger matrix times (-R^-1 c; 1) */
                double sum = p.M[i][n], size = fabs(sum);

                for (size_t j = 0; j < n; j++) {
                    sum -= p.M[i][j] * a[j];
                    size += fabs(p.M[i][j] * a[j]);
                }
                ck_assert_double_le(fabs(sum), 1e-13 * size);
            }
        }
        ck_assert_uint_eq(p.f.size, rank);
        check_product(&p, 1);
        arena_free(&p.arena);
    }
}
END_TEST

/* Hilbert's matrix, 1/(i + j + 1): its pivots over their diagonal fall by about 16 with every
 * row. */
START_TEST(test_hilbert)
{
    static struct pair p;
    struct rng rng;
    double a[MOST];
    size_t n = 0;

    rng_seed(&rng, 3);
    pair_init(&p);
    for (bool more = true; more; n = p.f.size) {
        for (size_t i = 0; i < n; i++)
            a[i] = 1 / (double)(i + n + 1);
        more = append(&p, a, 1 / (double)(2 * n + 1));
        check_product(&p, 1);
        check_solution(&p, &rng);
    }
    ck_assert_msg(n >= 11 && n <= 14, "%zu rows", n);
    while (p.f.size > 0) { /* without its first rows it is as bad */
        delete(&p, 0);
        check_product(&p, 8);
        check_solution(&p, &rng);
    }
    arena_free(&p.arena);
}
END_TEST

/* Small integers: the factor is known exactly. Removing the last row is cutting it off. */
START_TEST(test_exact)
{
    static struct pair p;
    double first[1] = {0}, second[1] = {6}, third[2] = {8, 17}, v[3] = {4, 9, 18};

    pair_init(&p);
    ck_assert(append(&p, first, 4) && append(&p, second, 10) && append(&p, third, 45));
    ck_assert(p.f.R[0] == 2 && p.f.R[1] == 3 && p.f.R[2] == 4);
    ck_assert(p.f.R[MOST + 1] == 1 && p.f.R[MOST + 2] == 5 && p.f.R[2 * MOST + 2] == 2);
    cholesky_forward(&p.f, v);
    ck_assert(v[0] == 2 && v[1] == 3 && v[2] == -2.5);
    delete(&p, 2);
    ck_assert(p.f.size == 2 && p.f.R[0] == 2 && p.f.R[1] == 3 && p.f.R[MOST + 1] == 1);
    delete(&p, 0);
    ck_assert_double_eq_tol(p.f.R[0], sqrt(10), 4 * DBL_EPSILON);
    arena_free(&p.arena);
}
END_TEST

/* M = A A' + shift I of order n in both places, ready for cholesky_factor; the lower triangle of R is set to a mark. */
static void set_matrix(struct pair *p, size_t n, size_t columns, double shift, struct rng *rng)
{
    static double A[MOST][MOST];

    for (size_t i = 0; i < n; i++) {
        random_vector(rng, columns, 1, A[i]);
        for (size_t j = 0; j <= i; j++) {
            p->M[i][j] = p->M[j][i] = vec_dot(columns, A[i], A[j]) + (i == j ? shift : 0);
            p->f.R[i * MOST + j] = 7;
            p->f.R[j * MOST + i] = p->M[i][j];
        }
    }
}

/* Every order, also nearly singular ones; rows can be removed afterwards. */
START_TEST(test_factor)
{
    static struct pair p;
    struct rng rng;

    rng_seed(&rng, 5);
    for (size_t n = 0; n <= MOST; n++) {
        double shift = pow(10, -(double)(n % 8));

        pair_init(&p);
        set_matrix(&p, n, n % 2 ? MOST : RANK, shift, &rng);
        ck_assert(cholesky_factor(&p.f, n) && p.f.size == n);
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < i; j++)
                ck_assert(p.f.R[i * MOST + j] == 7);
        check_product(&p, 1);
        check_solution(&p, &rng);
        if (n > 3) {
            delete(&p, 2);
            check_product(&p, 8);
        }
        arena_free(&p.arena);
    }
}
END_TEST

/* R of the upper triangle M (n x n, row i at i * stride) by the definition, entry for entry in one sum from k = 0 on. */
static void factor_plainly(size_t n, size_t stride, double *M)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = i; j < n; j++) {
            double sum = M[i * stride + j];

            for (size_t k = 0; k < i; k++)
                sum -= M[k * stride + i] * M[k * stride + j];
            M[i * stride + j] = i == j ? sqrt(sum) : sum / M[i * stride + i];
        }
}

/* Orders around those of blocks and tiles, with every instruction set, on one thread and on three: the bits of the
 * definition. */
START_TEST(test_blocks)
{
    static const size_t order[] = {15, 63, 64, 65, 66, 79, 80, 81, 127, 128, 129, 192, 200, 210};
    enum { ROOM = 210 * 210 };
    static double M[ROOM], R[ROOM];
    struct rng rng;
    struct par par;

    par_init(&par, 3);
    rng_seed(&rng, 6);
    for (size_t t = 0; t < sizeof order / sizeof *order; t++) {
        size_t n = order[t], capacity = n + t % 2 * (210 - n);
        struct arena arena = {0};
        struct cholesky f;

        cholesky_init(&f, capacity, &arena);
        random_vector(&rng, capacity * capacity, 1, M);
        for (size_t i = 0; i < n; i++)
            M[i * capacity + i] = 3 * (double)n;
        vec_copy(capacity * capacity, M, R);
        factor_plainly(n, capacity, R);
        for (int run = 0; run < 2 * ISAS; run++) {
            enum isa isa = (enum isa)(run / 2);
            f.par = run % 2 ? &par : NULL;
            f.panel.tile = panel_kernel(isa <= isa_best() ? isa : ISA_BASELINE);
            vec_copy(capacity * capacity, M, f.R);
            ck_assert(cholesky_factor(&f, n) && f.size == n);
            for (size_t i = 0; i < n * capacity; i++)
                ck_assert_msg(f.R[i] == R[i], "order %zu, set %d: %zu %zu", n, (int)isa, i / capacity, i % capacity);
        }
        f.R[(n - 1) * (capacity + 1)] = -1;
        for (size_t i = 0; i + 1 < n; i++)
            f.R[i * capacity + n - 1] = 0;
        ck_assert(!cholesky_factor(&f, n));
        arena_free(&arena);
    }
    par_free(&par);
}
END_TEST

/* A pivot that is 0, negative or no number, in each place. */
START_TEST(test_indefinite)
{
    static const double bad[] = {0, -1e-3, NAN};
    static struct pair p;

    pair_init(&p);
    for (size_t n = 1; n <= MOST; n++)
        for (size_t place = 0; place < n; place++) {
            for (size_t i = 0; i < n; i++)
                for (size_t j = i; j < n; j++)
                    p.f.R[i * MOST + j] = i == j ? 2 : 0;
            p.f.R[place * MOST + place] = bad[(n + place) % 3];
            ck_assert(!cholesky_factor(&p.f, n) && p.f.size == 0);
        }
    arena_free(&p.arena);
}
END_TEST

/* The upper triangle of I + 1 1', and how often it was asked for. */
struct filled {
    struct cholesky f;
    size_t n;
    int fills, asks, last; /* the ask at which to stop */
};

static void fill_ones(void *context, double t)
{
    struct filled *p = context;

    p->fills++;
    for (size_t i = 0; i < p->n; i++)
        for (size_t j = i; j < p->n; j++)
            p->f.R[i * p->f.capacity + j] = i == j ? 2 * (1 + t) : 1;
}

static bool is_last(const void *context)
{
    struct filled *p = (struct filled *)(uintptr_t)context;

    return ++p->asks >= p->last;
}

/* A factor of several panels ends at the ask that says so, and is not tried again; not before. */
START_TEST(test_stop)
{
    struct filled p = {.n = 5 * PANEL_ROWS};
    struct arena arena = {0};

    cholesky_init(&p.f, p.n, &arena);
    ck_assert(!arena.failed);
    p.f.stop = (struct stop_token){is_last, &p};
    for (p.last = 1; p.last <= 4; p.last++) {
        p.fills = p.asks = 0;
        ck_assert(!cholesky_factor_shifted(&p.f, p.n, fill_ones, &p));
        ck_assert(p.f.size == 0 && p.fills == 1 && p.asks == p.last + 1);
    }
    p.asks = 0;
    ck_assert(cholesky_factor_shifted(&p.f, p.n, fill_ones, &p) && p.f.size == p.n && p.asks == 4);
    arena_free(&arena);
}
END_TEST

RUN_TESTS("cholesky", test_append_remove, test_dependent, test_hilbert, test_exact, test_factor, test_blocks, test_indefinite,
          test_stop)
