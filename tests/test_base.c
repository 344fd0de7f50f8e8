/* test_base - the arena, parts of work, the clock, messages. */
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/par.h"
#include "base/status.h"
#include "common.h"

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
    ck_assert_ptr_null(arena_room(&a, 1, 1));
    arena_free(&a);
    ck_assert(!a.failed && !a.blocks);
    ck_assert_ptr_null(arena_get(&a, SIZE_MAX, 1)); /* no room for the header */
    arena_free(&a);
    ck_assert_ptr_null(arena_room(&a, SIZE_MAX / 2, 3));
    arena_free(&a);
    memset(arena_room(&a, 300, 3), 255, 900);
    ck_assert(!a.failed && a.blocks);
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

/* Longer than a thread polls before it sleeps (base/event.c). */
static void rest_a_while(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

static void visit_late(void *context, int part)
{
    if (part > 0)
        rest_a_while();
    visit(context, part);
}

/* Threads that sleep, because no work comes or because others have not finished theirs, wake up. */
START_TEST(test_par_sleep)
{
    static const int threads[] = {2, 7};

    for (size_t t = 0; t < 2; t++) {
        int visits[3] = {0};
        struct par par;
        par_init(&par, threads[t]);
        for (int call = 0; call < 20; call++) {
            par_for(&par, 3, visit_late, visits);
            rest_a_while();
        }
        par_free(&par);
        for (int part = 0; part < 3; part++)
            ck_assert_int_eq(visits[part], 20);
    }
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

RUN_TESTS("base", test_arena, test_memory_limits, test_par, test_par_sleep, test_clock, test_status)
