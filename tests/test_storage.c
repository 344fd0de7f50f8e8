/* test_storage - values in the narrowest exact storage: decimals against divisions, arrays against their values. */
#include "data/csr/csr.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "math/rng.h"
#include "reading.h"
#include "common.h" /* behind ours: check.h has a macro called fail */

/* 10^places is a double, so that the division rounds once. All m up to 10^4 and 2 10^6 others for each number of places. */
START_TEST(test_decimals)
{
    struct rng rng;
    double power = 1;

    rng_seed(&rng, 1);
    for (int places = 0; places <= DECIMAL_PLACES; places++, power *= 10) {
        for (int32_t m = -10000; m <= 10000; m++)
            ck_assert(decimal_value(m, places) == m / power);
        for (int trial = 0; trial < 2000000; trial++) {
            int32_t m = (int32_t)rng_below(&rng, (uint64_t)INT32_MAX + 1);
            ck_assert(decimal_value(m, places) == m / power);
        }
        ck_assert(decimal_value(INT32_MAX, places) == INT32_MAX / power);
        ck_assert(decimal_value(-INT32_MAX, places) == -(INT32_MAX / power));
    }
}
END_TEST

static struct storage with(enum csr_storage kind, int places)
{
    return (struct storage){kind, places};
}

START_TEST(test_put)
{
    double room[1] = {0};
    int32_t m;
    float f;

    ck_assert(storage_same(storage_put(with(CSR_BINARY, 0), NULL, 0, 1), with(CSR_BINARY, 0)));
    ck_assert(storage_same(storage_put(with(CSR_BINARY, 0), NULL, 0, 2), with(CSR_FLOAT, 0)));
    ck_assert(storage_same(storage_put(with(CSR_FLOAT, 0), room, 0, 0.5), with(CSR_FLOAT, 0)));
    memcpy(&f, room, sizeof f);
    ck_assert(f == 0.5f);
    ck_assert(storage_same(storage_put(with(CSR_FLOAT, 0), room, 0, 0.1), with(CSR_DECIMAL, 9)));
    ck_assert(storage_same(storage_put(with(CSR_DECIMAL, 9), room, 0, -0.1), with(CSR_DECIMAL, 9)));
    memcpy(&m, room, sizeof m);
    ck_assert_int_eq(m, -100000000);
    ck_assert(storage_same(storage_put(with(CSR_DECIMAL, 9), room, 0, 2.2), with(CSR_DECIMAL, 8)));
    ck_assert(storage_same(storage_put(with(CSR_DECIMAL, 0), room, 0, 3e9), with(CSR_DOUBLE, 0)));
    ck_assert(storage_same(storage_put(with(CSR_DECIMAL, 3), room, 0, 0.1234), with(CSR_DOUBLE, 0)));
    ck_assert(storage_same(storage_put(with(CSR_DECIMAL, 9), room, 0, nextafter(0.1, 1)), with(CSR_DOUBLE, 0)));
    ck_assert(storage_same(storage_put(with(CSR_DOUBLE, 0), room, 0, 1e300), with(CSR_DOUBLE, 0)));
    ck_assert(room[0] == 1e300);
}
END_TEST

START_TEST(test_join)
{
    ck_assert(storage_same(storage_join(with(CSR_BINARY, 0), with(CSR_FLOAT, 0)), with(CSR_FLOAT, 0)));
    ck_assert(storage_same(storage_join(with(CSR_DECIMAL, 5), with(CSR_FLOAT, 0)), with(CSR_DECIMAL, 5)));
    ck_assert(storage_same(storage_join(with(CSR_DECIMAL, 5), with(CSR_DECIMAL, 3)), with(CSR_DECIMAL, 3)));
    ck_assert(storage_same(storage_join(with(CSR_DECIMAL, 5), with(CSR_DOUBLE, 0)), with(CSR_DOUBLE, 0)));
}
END_TEST

/* What is widened keeps its values, in the storage that was asked for or in one that holds them. */
START_TEST(test_widen)
{
    static const float from[] = {1, 0.5f, 1234.5f, 3e30f};
    static const struct storage wanted[] = {{CSR_DECIMAL, 9}, {CSR_DECIMAL, 6}, {CSR_DOUBLE, 0}};

    for (size_t n = 1; n <= 4; n++) {
        void *values = mem_alloc(n, sizeof *from);
        struct storage s = with(CSR_FLOAT, 0);
        memcpy(values, from, n * sizeof *from);
        ck_assert(storage_widen(n, n, &values, &s, with(CSR_DECIMAL, 9)));
        ck_assert(storage_same(s, wanted[n < 3 ? 0 : n - 2]));
        for (size_t k = 0; k < n; k++) {
            struct csr x = {.storage = s.kind, .value = values, .places = s.places};
            ck_assert(csr_value(&x, (int64_t)k) == (double)from[k]);
        }
        mem_free(values);
    }
}
END_TEST

/* A text of one line for each value, the lines in any order and the blocks of any size, ends in the same storage. */
static void check_orders(const char *const *value, size_t count, enum csr_storage storage, int places)
{
    struct rng rng;

    rng_seed(&rng, 5);
    for (int round = 0; round < 200; round++) {
        char text[400] = "";
        struct dataset data;
        struct error err;
        size_t order[8], n = 0, block = 1 + rng_below(&rng, 40);
        for (size_t i = 0; i < count; i++) {
            size_t j = rng_below(&rng, i + 1);
            order[i] = order[j];
            order[j] = i;
        }
        for (size_t i = 0; i < count; i++)
            n += (size_t)snprintf(text + n, sizeof text - n, "1 %d:%s\n", (int)order[i] + 1, value[order[i]]);
        ck_assert_int_eq(read_whole(text, n, 1 + round % 3, block, &data, &err), OK);
        ck_assert_msg(data.x.storage == storage && data.x.places == places, "%s: storage %d, places %d", text,
                      data.x.storage, data.x.places);
        for (size_t i = 0; i < count; i++)
            ck_assert(csr_col(&data.x, (int64_t)i) == order[i] &&
                      csr_value(&data.x, (int64_t)i) == strtod(value[order[i]], NULL));
        dataset_free(&data);
    }
}

/* Storage grows and nothing is lost. */
START_TEST(test_grows)
{
    check_orders((const char *[]){"1", "1", "1", "0.5", "-2", "3e5"}, 6, CSR_FLOAT, 0);
    check_orders((const char *[]){"1", "1", "0.5", "0.000000001", "0.3"}, 5, CSR_DECIMAL, 9);
    check_orders((const char *[]){"1", "0.5", "-0.12", "21.5", "1234.567", "1"}, 6, CSR_DECIMAL, 6);
    check_orders((const char *[]){"1", "0.5", "2147483647", "16777217", "-7"}, 5, CSR_DOUBLE, 0);
    check_orders((const char *[]){"1", "5", "2147483647", "16777217", "-7"}, 5, CSR_DECIMAL, 0);
    check_orders((const char *[]){"1", "5", "2147483648", "16777217", "-7"}, 5, CSR_DOUBLE, 0);
    check_orders((const char *[]){"1", "0.1234567", "2147.5", "0.5"}, 4, CSR_DOUBLE, 0);
    check_orders((const char *[]){"1", "0.1000000000", "2147.5", "1.5000000"}, 4, CSR_DECIMAL, 5);
    check_orders((const char *[]){"1", "0.1", "0.0000000001", "0.5", "1e-9"}, 5, CSR_DOUBLE, 0);
    check_orders((const char *[]){"1", "0.1", "1e300", "1e-300", "0.333333333333"}, 5, CSR_DOUBLE, 0);
}
END_TEST

RUN_TESTS("storage", test_decimals, test_put, test_join, test_widen, test_grows)
