/* test_csr - the kernels of every storage against dense loops, with a forbidden page right behind every array. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "data/csr/csr.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "math/panel.h"
#include "math/rng.h"
#include "storages.h"
#include "common.h"

enum { ROWS = 64, COLS = 40, LONGEST = 20, MOST = 17 }; /* MOST: outputs */

/* Room for count elements that ends where a forbidden page begins; another one lies before it. */
static void *guarded(size_t count, size_t size)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), room = (count * size + page - 1) / page * page;
    char *base = mmap(NULL, room + 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    ck_assert(base != MAP_FAILED);
    ck_assert_int_eq(mprotect(base, page, PROT_NONE), 0);
    ck_assert_int_eq(mprotect(base + page + room, page, PROT_NONE), 0);
    return base + page + room - count * size;
}

struct matrix {
    struct csr x;
    uint32_t cols; /* with the bias */
    double dense[ROWS][COLS + 1];
};

/* Columns of `width` bytes each: of three the byte behind the last is readable (csr.h). */
static void *guarded_columns(size_t count, int width)
{
    return width == 3 ? guarded(3 * count + 1, 1) : guarded(count, (size_t)width);
}

/* Rows of every length 0 .. LONGEST, then of random lengths. The last row ends in the last column. */
static struct matrix *random_matrix(struct rng *rng, enum csr_storage storage, int width, double bias)
{
    static struct matrix m;
    int64_t *start = guarded(ROWS + 1, sizeof *start), entries = 0, k = 0;
    unsigned char *col;
    struct storage held = storage_for(storage);
    void *value = NULL;
    int length[ROWS];

    memset(&m, 0, sizeof m);
    for (int i = 0; i < ROWS; i++) {
        length[i] = i <= LONGEST ? i : i == ROWS - 2 ? 0 : 1 + (int)rng_below(rng, LONGEST);
        entries += length[i];
    }
    col = guarded_columns((size_t)entries, width);
    if (storage != CSR_BINARY)
        value = guarded((size_t)entries, storage_size(storage));
    start[0] = 0;
    for (int i = 0; i < ROWS; i++) {
        int left = length[i];
        for (uint32_t j = 0; j < COLS; j++)
            if (rng_below(rng, COLS - j) < (uint64_t)left || (i == ROWS - 1 && j == COLS - 1 && left)) {
                double v = storage_value(storage, rng_uniform(rng) * 4 - 2);
                left--;
                m.dense[i][j] = v;
                ck_assert(storage_same(storage_put(held, value, (size_t)k, v), held));
                storage_column(col, width, (size_t)k++, j);
            }
        start[i + 1] = k;
        m.dense[i][COLS] = bias;
    }
    ck_assert_int_eq(k, entries);
    m.cols = COLS + (bias != 0);
    m.x = (struct csr){.rows = ROWS, .cols = m.cols, .storage = storage, .start = start, .end = start + 1, .col = col,
                       .width = width, .value = value, .bias = bias, .places = held.places};
    return &m;
}

/* <row i, output o of w> */
static double dense_dot(const struct matrix *m, int64_t i, size_t outputs, size_t o, const double *w, double *size)
{
    double sum = 0;

    *size = 0;
    for (uint32_t j = 0; j < m->cols; j++) {
        sum += m->dense[i][j] * w[j * outputs + o];
        *size += fabs(m->dense[i][j] * w[j * outputs + o]);
    }
    return sum;
}

static void fill(struct rng *rng, size_t n, double *v)
{
    for (size_t j = 0; j < n; j++)
        v[j] = rng_uniform(rng) - 0.5;
}

/* Some of them 0: in a third of the rows most, in another third all. */
static void fill_slopes(struct rng *rng, size_t rows, size_t outputs, double *u)
{
    fill(rng, rows * outputs, u);
    for (size_t i = 0; i < rows; i++) {
        uint64_t keep = rng_below(rng, 3);
        for (size_t o = 0; o < outputs && keep < 2; o++)
            if (keep == 0 || rng_below(rng, 8))
                u[i * outputs + o] = 0;
    }
}

static void check_dots(const struct matrix *m, const struct csr_kernels *kernels, size_t outputs, struct rng *rng)
{
    double *w = guarded(m->cols * outputs, sizeof *w), size, norm, alone[MOST];
    double *end = (double *)guarded(ROWS * outputs, sizeof *w) + ROWS * outputs;

    fill(rng, m->cols * outputs, w);
    for (int64_t lo = 0; lo <= ROWS; lo++) {
        int64_t hi = lo + (int64_t)rng_below(rng, (uint64_t)(ROWS - lo) + 1);
        double *z = end - (size_t)(hi - lo) * outputs;
        kernels->product(&m->x, lo, hi, outputs, w, z);
        for (int64_t i = lo; i < hi; i++) {
            kernels->product(&m->x, i, i + 1, outputs, w, alone);
            for (size_t o = 0; o < outputs; o++) {
                double dot = dense_dot(m, i, outputs, o, w, &size), got = z[(size_t)(i - lo) * outputs + o];
                ck_assert_double_le(fabs(got - dot), 1e-15 * size);
                ck_assert_double_eq(got, alone[o]);
            }
        }
    }
    for (int64_t i = 0; i < ROWS; i++) {
        norm = dense_dot(m, i, 1, 0, m->dense[i], &size);
        ck_assert_double_le(fabs(kernels->sqnorm(&m->x, i) - norm), 1e-14 * size);
    }
}

static void check_adjoint(const struct matrix *m, const struct csr_kernels *kernels, size_t outputs, struct rng *rng)
{
    size_t dim = m->cols * outputs;
    double *g = guarded(dim, sizeof *g), wanted[(COLS + 1) * MOST];
    double *end = (double *)guarded(ROWS * outputs, sizeof *g) + ROWS * outputs;

    for (int64_t lo = 0; lo <= ROWS; lo += 3) {
        int64_t hi = lo + (int64_t)rng_below(rng, (uint64_t)(ROWS - lo) + 1);
        double *u = end - (size_t)(hi - lo) * outputs;
        fill_slopes(rng, (size_t)(hi - lo), outputs, u);
        fill(rng, dim, g);
        memcpy(wanted, g, dim * sizeof *g);
        for (int64_t i = lo; i < hi; i++)
            for (size_t k = 0; k < dim; k++)
                wanted[k] += u[(size_t)(i - lo) * outputs + k % outputs] * m->dense[i][k / outputs];
        kernels->adjoint(&m->x, lo, hi, outputs, u, g);
        for (size_t k = 0; k < dim; k++)
            ck_assert_double_le(fabs(g[k] - wanted[k]), 1e-13);
    }
}

static void check_add(const struct matrix *m, const struct csr_kernels *kernels, size_t outputs, struct rng *rng)
{
    size_t dim = m->cols * outputs;
    double *w = guarded(dim, sizeof *w), *u = guarded(outputs, sizeof *u), wanted[(COLS + 1) * MOST];

    for (int64_t i = 0; i < ROWS; i++) {
        double a = rng_uniform(rng) - 0.5, before = 0, after = 0, change;
        fill(rng, dim, w);
        fill_slopes(rng, 1, outputs, u);
        for (size_t k = 0; k < dim; k++) {
            before += w[k] * w[k];
            wanted[k] = w[k] + a * u[k % outputs] * m->dense[i][k / outputs];
            after += wanted[k] * wanted[k];
        }
        change = kernels->add(&m->x, i, outputs, a, u, w);
        for (size_t k = 0; k < dim; k++)
            ck_assert_double_le(fabs(w[k] - wanted[k]), 1e-15);
        ck_assert_double_le(fabs(change - (after - before)), 1e-14 * (before + after));
    }
}

/* <w_o, x_i> in the order that csr.h prescribes. */
static double ordered_dot(const struct csr *x, int64_t i, size_t outputs, size_t o, const double *w)
{
    double sum[4] = {0}, rest = x->bias != 0 ? x->bias * w[(x->cols - 1) * outputs + o] : 0, e[4];
    int64_t k = x->start[i];

    for (; k + 4 <= x->end[i]; k += 4) {
        for (int m = 0; m < 4; m++) {
            e[m] = csr_value(x, k + m) * w[csr_col(x, k + m) * outputs + o];
            sum[m] += e[m];
        }
        if (outputs > 1)
            rest += (e[0] + e[1]) + (e[2] + e[3]);
    }
    for (; k < x->end[i]; k++)
        rest += csr_value(x, k) * w[csr_col(x, k) * outputs + o];
    return outputs > 1 ? rest : ((sum[0] + sum[2]) + (sum[1] + sum[3])) + rest;
}

/* g_o += (a u_o) x_i, the entries before the bias. */
static void ordered_add(const struct csr *x, int64_t i, size_t outputs, double a, const double *u, double *g)
{
    for (int64_t k = x->start[i]; k < x->end[i]; k++)
        for (size_t o = 0; o < outputs; o++)
            g[csr_col(x, k) * outputs + o] += a * u[o] * csr_value(x, k);
    for (size_t o = 0; x->bias != 0 && o < outputs; o++)
        g[(x->cols - 1) * outputs + o] += a * u[o] * x->bias;
}

static void ordered_squares(const struct csr *x, int64_t i, size_t outputs, const double *h, double *D)
{
    for (int64_t k = x->start[i]; k < x->end[i]; k++)
        for (size_t o = 0; o < outputs; o++)
            D[csr_col(x, k) * outputs + o] += h[o] * csr_value(x, k) * csr_value(x, k);
    for (size_t o = 0; x->bias != 0 && o < outputs; o++)
        D[(x->cols - 1) * outputs + o] += h[o] * x->bias * x->bias;
}

/* The contract to the last bit, and the same bits as the baseline where the contract is longer. */
static void check_bits(const struct matrix *m, const struct csr_kernels *kernels, size_t outputs, struct rng *rng)
{
    const struct csr_kernels *baseline = csr_kernels(&m->x, ISA_BASELINE);
    size_t dim = m->cols * outputs;
    double w[(COLS + 1) * MOST], g[(COLS + 1) * MOST], again[(COLS + 1) * MOST], z[ROWS * MOST];

    fill(rng, dim, w);
    kernels->product(&m->x, 0, ROWS, outputs, w, z);
    for (int64_t i = 0; i < ROWS; i++)
        for (size_t o = 0; o < outputs; o++)
            ck_assert(z[(size_t)i * outputs + o] == ordered_dot(&m->x, i, outputs, o, w));
    fill_slopes(rng, ROWS, outputs, z);
    memcpy(g, w, dim * sizeof *g);
    for (int64_t i = 0; i < ROWS; i++)
        ordered_add(&m->x, i, outputs, 1, z + (size_t)i * outputs, g);
    kernels->adjoint(&m->x, 0, ROWS, outputs, z, w);
    ck_assert(memcmp(w, g, dim * sizeof *g) == 0);
    memcpy(again, g, dim * sizeof *g);
    for (int64_t i = 0; i < ROWS; i++) {
        const double *u = z + (size_t)i * outputs;
        double change = kernels->add(&m->x, i, outputs, -.7, u, w);
        ordered_add(&m->x, i, outputs, -.7, u, g);
        ck_assert(change == baseline->add(&m->x, i, outputs, -.7, u, again));
        ck_assert(memcmp(w, g, dim * sizeof *g) == 0 && memcmp(w, again, dim * sizeof *g) == 0);
        ck_assert(kernels->sqnorm(&m->x, i) == baseline->sqnorm(&m->x, i));
        kernels->squares(&m->x, i, outputs, u, w);
        ordered_squares(&m->x, i, outputs, u, g);
        ck_assert(memcmp(w, g, dim * sizeof *g) == 0);
        memcpy(w, again, dim * sizeof *g);
        memcpy(g, again, dim * sizeof *g);
    }
}

/* Rows of outer products, in two slices, and of a panel. */
static void check_outer(const struct matrix *m, const struct csr_kernels *kernels, struct rng *rng)
{
    double H[(COLS + 1) * (COLS + 1)] = {0}, wanted[(COLS + 1) * (COLS + 1)] = {0};
    uint32_t n = m->cols;
    struct arena arena = {0};
    struct panel panel;

    panel_init(&panel, n, &arena);
    for (int64_t i = 0; i < ROWS; i++) {
        double h = rng_uniform(rng) - .5;
        uint32_t cut = (uint32_t)rng_below(rng, n + 1), lo = cut / PANEL_GROUP * PANEL_GROUP;
        kernels->outer(&m->x, i, h, 0, cut, H);
        kernels->outer(&m->x, i, h, cut, n, H);
        kernels->panel(&m->x, i, lo, &panel, (size_t)i);
        for (uint32_t a = 0; a < n; a++) {
            ck_assert(panel.x[panel_at(a, (size_t)i)] == (a < lo ? 0 : m->dense[i][a]));
            for (uint32_t b = a; b < n; b++)
                wanted[a * n + b] += h * m->dense[i][a] * m->dense[i][b];
        }
    }
    for (uint32_t k = 0; k < n * n; k++)
        ck_assert(H[k] == wanted[k]);
    arena_free(&arena);
}

START_TEST(test_kernels)
{
    static const double bias[] = {0, 1, 2.5};
    static const size_t outputs[] = {1, 2, 3, 4, 5, 6, 7, 8, 10, MOST};
    struct rng rng;

    rng_seed(&rng, 1);
    for (int storage = CSR_BINARY; storage < CSR_STORAGES; storage++)
        for (int b = 0; b < 3 * CSR_WIDTH; b++) {
            const struct matrix *m = random_matrix(&rng, (enum csr_storage)storage, 1 + b % CSR_WIDTH, bias[b / CSR_WIDTH]);
            for (enum isa isa = 0; isa <= isa_best(); isa++)
                check_outer(m, csr_kernels(&m->x, isa), &rng);
            for (size_t k = 0; k < sizeof outputs / sizeof *outputs; k++)
                for (enum isa isa = 0; isa <= isa_best(); isa++) {
                    const struct csr_kernels *kernels = csr_kernels(&m->x, isa);
                    check_dots(m, kernels, outputs[k], &rng);
                    check_adjoint(m, kernels, outputs[k], &rng);
                    check_add(m, kernels, outputs[k], &rng);
                    check_bits(m, kernels, outputs[k], &rng);
                }
        }
}
END_TEST

enum { AROUND = 30, PAGE = 1 << 16, PAGED = PAGE + AROUND, ALL = (LONGEST + 1) * (LONGEST + 2) / 2 };

/* A row of each length 0 .. LONGEST for each number of its columns from 2^16 on; columns lie around 2^16. */
static struct csr paged_rows(struct rng *rng, enum csr_storage storage, double bias)
{
    static int64_t start[ALL + 1];
    size_t most = (size_t)ALL * LONGEST, k = 0;
    struct storage held = storage_for(storage);
    void *columns = guarded_columns(most, 3);
    void *value = guarded(most, sizeof(double));
    int64_t row = 0;

    for (uint32_t length = 0; length <= LONGEST; length++)
        for (uint32_t split = 0; split <= length; split++) {
            uint32_t gap = (uint32_t)rng_below(rng, AROUND - LONGEST);
            for (uint32_t e = 0; e < length; e++, k++) {
                storage_column(columns, 3, k, PAGE + e - split + (e < split ? 0 : gap));
                ck_assert(storage_same(storage_put(held, value, k, storage_value(storage, rng_uniform(rng) * 4 - 2)), held));
            }
            start[++row] = (int64_t)k;
        }
    ck_assert_int_eq(row, ALL);
    return (struct csr){.rows = ALL, .cols = PAGED + (bias != 0), .storage = storage, .start = start, .end = start + 1,
                        .col = columns, .width = 3, .value = value, .bias = bias, .places = held.places};
}

/* The contract to the last bit for columns on both sides of 2^16. */
static void check_paged(const struct csr *x, const struct csr_kernels *kernels, size_t outputs, struct rng *rng)
{
    size_t dim = x->cols * outputs, bytes = dim * sizeof(double);
    double *w = guarded(dim, sizeof *w), *g = malloc(bytes), *z = guarded(ALL * outputs, sizeof *z);

    ck_assert_ptr_nonnull(g);
    fill(rng, dim, w);
    kernels->product(x, 0, ALL, outputs, w, z);
    for (int64_t i = 0; i < ALL; i++)
        for (size_t o = 0; o < outputs; o++)
            ck_assert(z[(size_t)i * outputs + o] == ordered_dot(x, i, outputs, o, w));
    fill_slopes(rng, ALL, outputs, z);
    memcpy(g, w, bytes);
    kernels->adjoint(x, 0, ALL, outputs, z, w);
    for (int64_t i = 0; i < ALL; i++)
        ordered_add(x, i, outputs, 1, z + (size_t)i * outputs, g);
    ck_assert(memcmp(w, g, bytes) == 0);
    for (int64_t i = 0; i < ALL; i++) {
        (void)kernels->add(x, i, outputs, -.7, z + (size_t)i * outputs, w);
        ordered_add(x, i, outputs, -.7, z + (size_t)i * outputs, g);
    }
    ck_assert(memcmp(w, g, bytes) == 0);
    free(g);
}

START_TEST(test_pages)
{
    static const size_t outputs[] = {1, 2, 10};
    struct rng rng;

    rng_seed(&rng, 2);
    for (int storage = CSR_BINARY; storage < CSR_STORAGES; storage++)
        for (int bias = 0; bias < 2; bias++) {
            struct csr x = paged_rows(&rng, (enum csr_storage)storage, bias);
            for (int64_t i = 0; i < ALL; i++)
                for (int64_t k = x.start[i]; k < x.end[i]; k++)
                    ck_assert(csr_col(&x, k) < PAGED && (k == x.start[i] || csr_col(&x, k) > csr_col(&x, k - 1)));
            for (size_t o = 0; o < sizeof outputs / sizeof *outputs; o++)
                for (enum isa isa = 0; isa <= isa_best(); isa++)
                    check_paged(&x, csr_kernels(&x, isa), outputs[o], &rng);
        }
}
END_TEST

/* No rows, no columns, no entries. */
START_TEST(test_empty)
{
    static const int64_t start[] = {0, 0};

    for (int storage = CSR_BINARY; storage < CSR_STORAGES; storage++) {
        struct csr x = {.rows = 1, .storage = (enum csr_storage)storage, .start = start, .end = start + 1, .width = 1};
        const struct csr_kernels *kernels = csr_kernels(&x, isa_best());
        double z = 7, u = 1, w = 5;
        kernels->product(&x, 0, 0, 1, NULL, NULL);
        kernels->product(&x, 0, 1, 1, NULL, &z);
        ck_assert_double_eq(z, 0);
        kernels->adjoint(&x, 0, 1, 1, &u, NULL);
        ck_assert_double_eq(kernels->sqnorm(&x, 0), 0);
        ck_assert_double_eq(kernels->add(&x, 0, 1, 2, &u, NULL), 0);
        x.cols = 1; /* the bias alone */
        x.bias = 3;
        kernels->product(&x, 0, 1, 1, &w, &z);
        ck_assert_double_eq(z, 15);
        ck_assert_double_eq(kernels->add(&x, 0, 1, 2, &u, &w), 121 - 25);
        ck_assert_double_eq(w, 11);
    }
}
END_TEST

RUN_TESTS("csr", test_kernels, test_pages, test_empty)
