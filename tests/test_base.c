/* test_base - vectors, the random generator, the root finder, the arena, parts of work, messages. */
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/par.h"
#include "math/rng.h"
#include "math/root.h"
#include "base/status.h"
#include "math/vec.h"
#include "common.h"

enum { LONGEST = 40 };

START_TEST(test_vec)
{
    double x[LONGEST], y[LONGEST], r[LONGEST], dot, size;
    struct rng rng;

    rng_seed(&rng, 1);
    for (size_t n = 0; n <= LONGEST; n++) {
        size_t nonzeros = 0;
        dot = size = 0;
        for (size_t i = 0; i < n; i++) {
            x[i] = rng_below(&rng, 4) ? rng_uniform(&rng) - 0.5 : 0;
            y[i] = rng_uniform(&rng) - 0.5;
            dot += x[i] * y[i];
            size += fabs(x[i] * y[i]);
            nonzeros += x[i] != 0;
        }
        ck_assert_double_le(fabs(vec_dot(n, x, y) - dot), 1e-15 * size);
        ck_assert_double_eq(vec_sqnorm(n, x), vec_dot(n, x, x));
        ck_assert_uint_eq(vec_nonzeros(n, x), nonzeros);
        vec_combine(n, 2, x, -3, y, r);
        for (size_t i = 0; i < n; i++)
            ck_assert_double_eq(r[i], 2 * x[i] - 3 * y[i]);
        vec_copy(n, y, r);
        vec_add(n, 0.5, x, r);
        for (size_t i = 0; i < n; i++)
            ck_assert_double_eq(r[i], y[i] + 0.5 * x[i]);
        vec_copy(n, y, r);
        vec_mix(n, 0.5, x, 4, r);
        for (size_t i = 0; i < n; i++)
            ck_assert_double_eq(r[i], 0.5 * x[i] + 4 * y[i]);
        vec_combine(n, 1, r, 1, r, r); /* in place */
        vec_scale(n, 0.5, r);
        for (size_t i = 0; i < n; i++)
            ck_assert_double_eq(r[i], 0.5 * x[i] + 4 * y[i]);
        vec_fill(n, 7, r);
        for (size_t i = 0; i < n; i++)
            ck_assert_double_eq(r[i], 7);
    }
}
END_TEST

/* The published sequences: splitmix64 from 0, xoshiro256** from the state 1, 2, 3, 4. */
START_TEST(test_rng_published)
{
    static const uint64_t seeded[] = {0xe220a8397b1dcdafu, 0x6e789e6aa1b965f4u, 0x06c45d188009454fu,
                                      0xf88bb8a8724c81ecu};
    static const uint64_t output[] = {11520u, 0u, 1509978240u, 1215971899390074240u, 1216172134540287360u,
                                      607988272756665600u, 16172922978634559625u, 8476171486693032832u,
                                      10595114339597558777u, 2904607092377533576u};
    struct rng rng;

    rng_seed(&rng, 0);
    for (int i = 0; i < 4; i++)
        ck_assert_uint_eq(rng.s[i], seeded[i]);
    rng = (struct rng){{1, 2, 3, 4}};
    for (size_t i = 0; i < sizeof output / sizeof *output; i++)
        ck_assert_uint_eq(rng_next(&rng), output[i]);
}
END_TEST

START_TEST(test_rng_uniform)
{
    enum { DRAWS = 60000, CELLS = 6 };
    double cell[CELLS] = {0}, chi = 0, sum = 0;
    struct rng rng;

    rng_seed(&rng, 5);
    for (int i = 0; i < DRAWS; i++) {
        double u = rng_uniform(&rng);
        uint64_t k = rng_below(&rng, CELLS);
        ck_assert(u >= 0 && u < 1 && k < CELLS);
        cell[k]++;
        sum += u;
        ck_assert_uint_eq(rng_below(&rng, 1), 0);
        ck_assert_uint_lt(rng_below(&rng, UINT64_MAX / 2 + 2), UINT64_MAX / 2 + 2);
    }
    for (int k = 0; k < CELLS; k++)
        chi += pow(cell[k] - DRAWS / CELLS, 2) / (DRAWS / CELLS);
    ck_assert_double_lt(chi, 25); /* 5 degrees of freedom: 1.4e-4 */
    ck_assert_double_eq_tol(sum / DRAWS, 0.5, 0.006);
}
END_TEST

START_TEST(test_rng_shuffle)
{
    double count[6] = {0};
    struct rng rng;

    rng_seed(&rng, 9);
    for (int trial = 0; trial < 12000; trial++) {
        int64_t items[3] = {0, 1, 2};
        rng_shuffle(&rng, 3, items);
        ck_assert_int_eq((1 << items[0]) + (1 << items[1]) + (1 << items[2]), 7);
        count[2 * items[0] + (items[1] > items[2])]++;
    }
    for (int k = 0; k < 6; k++)
        ck_assert_double_eq_tol(count[k], 2000, 200);
    rng_shuffle(&rng, 0, NULL);
}
END_TEST

/* ---- root ------------------------------------------------------------------------------------------------------------- */

struct curve {
    int kind, calls;
    double root;
};

static double curve_at(void *context, double t)
{
    struct curve *c = context;

    c->calls++;
    switch (c->kind) {
    case 0: return t - c->root;
    case 1: return pow(t - c->root, 3);
    case 2: return t < c->root ? -1 : 2;                  /* a jump */
    case 3: return exp(fmin(t, 800) - c->root) - 1;       /* overflows far out */
    case 4: return t < c->root ? -1e-3 : INFINITY;
    case 5: return atan(t - c->root);
    case 6: return t > 2 * c->root + 1 ? NAN : t - c->root;
    case 7: return fmax(-1, fmin(0, t - c->root));        /* flat: never above 0 */
    default: return 1 - exp(c->root - t);                 /* overflows below the root */
    }
}

START_TEST(test_root)
{
    static const double roots[] = {1e-9, 0.3, 1, 77, 1e6}, steps[] = {1e-3, 1, 50};

    for (int kind = 0; kind < 9; kind++)
        for (size_t k = 0; k < sizeof roots / sizeof *roots; k++)
            for (size_t s = 0; s < sizeof steps / sizeof *steps; s++) {
                struct curve c = {kind, 0, kind == 3 ? fmin(roots[k], 600) : roots[k]};
                double f_lo = curve_at(&c, 0), t, value;
                if (!(f_lo < 0))
                    continue;
                t = root_beyond(curve_at, &c, 0, f_lo, steps[s], 1e-13, 0);
                ck_assert_msg(c.calls < 250, "curve %d root %g: %d calls", kind, c.root, c.calls);
                value = curve_at(&c, t);
                ck_assert_msg(fabs(value) <= 1e-13 || fabs(t - c.root) <= 8 * DBL_EPSILON * c.root,
                              "curve %d root %g step %g: at %.17g", kind, c.root, steps[s], t);
                t = root_beyond(curve_at, &c, 0, f_lo, steps[s], 0, 1e-3); /* only nearly */
                ck_assert(kind == 7 ? t >= c.root : fabs(t - c.root) <= 1.1e-3 * c.root);
            }
}
END_TEST

static double always_negative(void *context, double t)
{
    (void)context;
    (void)t;
    return -1;
}

START_TEST(test_root_absent)
{
    ck_assert_double_gt(root_beyond(always_negative, NULL, 0, -1, 1, 1e-9, 0), 1e299);
}
END_TEST

/* ---- arena, par, status ----------------------------------------------------------------------------------------------- */

START_TEST(test_arena)
{
    struct arena a = {0};

    for (size_t n = 0; n < 300; n++) {
        unsigned char *bytes = arena_get(&a, n, 3);
        double *numbers = arena_doubles(&a, n);
        ck_assert_ptr_nonnull(bytes);
        ck_assert_uint_eq((uintptr_t)bytes % _Alignof(max_align_t), 0);
        for (size_t i = 0; i < 3 * n; i++)
            ck_assert_uint_eq(bytes[i], 0);
        memset(bytes, 255, 3 * n);
        for (size_t i = 0; i < n; i++)
            ck_assert_double_eq(numbers[i], 0);
        memset(numbers, 255, n * sizeof *numbers);
    }
    ck_assert(!a.failed);
    ck_assert_ptr_null(arena_get(&a, SIZE_MAX / 2, 3));
    ck_assert(a.failed);
    ck_assert_ptr_null(arena_doubles(&a, 1)); /* a failure stays */
    arena_free(&a);
    ck_assert(!a.failed && !a.blocks);
    ck_assert_ptr_null(arena_get(&a, SIZE_MAX, 1)); /* no room for the header */
    arena_free(&a);
    arena_free(&a);
}
END_TEST

START_TEST(test_memory_limits)
{
    void *block = mem_alloc(0, 8);

    ck_assert_ptr_nonnull(block);
    ck_assert_ptr_null(mem_alloc(SIZE_MAX / 2, 4));
    ck_assert_ptr_null(mem_resize(block, SIZE_MAX / 2, 4));
    block = mem_resize(block, 0, 8);
    ck_assert_ptr_nonnull(block);
    mem_free(block);
    mem_free(NULL);
}
END_TEST

static void visit(void *context, int part)
{
    ((int *)context)[part]++;
}

START_TEST(test_par)
{
    static const int threads[] = {1, 2, 7};

    for (size_t t = 0; t < 3; t++)
        for (int parts = 0; parts <= 100; parts += parts < 9 ? 1 : 13) {
            struct par par;
            par_init(&par, threads[t]);
            for (int call = 1; call <= 200; call++) { /* one right after the other */
                int visits[128] = {0};
                par_for(&par, parts, visit, visits);
                for (int part = 0; part < 128; part++)
                    ck_assert_int_eq(visits[part], part < parts);
            }
            par_free(&par);
        }
    ck_assert_int_ge(par_cores(), 1);
}
END_TEST

START_TEST(test_clock)
{
    double last = clock_now();

    for (int i = 0; i < 1000; i++) {
        double now = clock_now();
        ck_assert_double_ge(now, last);
        last = now;
    }
}
END_TEST

START_TEST(test_status)
{
    static struct error err;
    char *longer = malloc(20000);

    ck_assert_int_eq(fail_at(&err, ERR_DATA, "f.txt", 12, "bad %s", "label"), ERR_DATA);
    ck_assert_str_eq(err.text, "f.txt:12: bad label");
    ck_assert_int_eq(fail_at(&err, ERR_SYSTEM, "f.txt", 0, "gone"), ERR_SYSTEM);
    ck_assert_str_eq(err.text, "f.txt: gone");
    ck_assert_int_eq(fail(&err, ERR_USAGE, "100 %%"), ERR_USAGE);
    ck_assert_str_eq(err.text, "100 %");
    ck_assert_int_eq(fail_memory(&err, "the rows"), ERR_SYSTEM);
    ck_assert_ptr_nonnull(strstr(err.text, "the rows"));
    ck_assert_ptr_nonnull(longer);
    memset(longer, 'x', 19999);
    longer[19999] = 0;
    fail_at(&err, ERR_DATA, longer, 1, "reason");
    ck_assert_uint_lt(strlen(err.text), sizeof err.text);
    fail_at(&err, ERR_DATA, "f", 1, "%s", longer);
    ck_assert_uint_lt(strlen(err.text), sizeof err.text);
    free(longer);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {test_vec, test_rng_published, test_rng_uniform, test_rng_shuffle, test_root,
                                  test_root_absent, test_arena, test_memory_limits, test_par, test_clock, test_status};

    return run_tests("base", sizeof tests / sizeof *tests, tests);
}
