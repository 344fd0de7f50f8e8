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

/* All codes of m below 2000 and 12000 others for each number of places: the value of the text "me-(places - e)". */
START_TEST(test_scaled)
{
    struct rng rng;

    rng_seed(&rng, 2);
    for (int places = 0; places <= NEAREST_TEN; places++) {
        for (int trial = 0; trial < 20000; trial++) {
            uint32_t code = trial < 8000 ? (uint32_t)trial : UINT32_MAX - (uint32_t)rng_below(&rng, (uint64_t)1 << 32);
            char text[40];
            snprintf(text, sizeof text, "%de%d", (int)(code >> SCALED_BITS), (int)(code & SCALED_MOST) - places);
            ck_assert(scaled_value(code, places) == strtod(text, NULL));
        }
    }
}
END_TEST

static struct storage with(enum csr_storage kind, int places)
{
    return (struct storage){kind, places};
}

/* A value has one code, whatever digits the text wrote: rows that are equal are so byte by byte. */
START_TEST(test_one_code)
{
    struct rng rng;

    rng_seed(&rng, 3);
    for (int trial = 0; trial < 20000; trial++) {
        int most = (int)rng_below(&rng, 12), places = (int)rng_below(&rng, (uint64_t)most + 1);
        uint64_t m = rng_below(&rng, 1000);
        uint32_t text, longer, number;
        if (!scaled_put(&text, 0, m, places, most))
            continue;
        ck_assert(storage_same(storage_put(with(CSR_SCALED, most), &number, 0, (double)m / nearest_ten[places]),
                               with(CSR_SCALED, most)));
        ck_assert_uint_eq(text, number);
        if (places < most && scaled_put(&longer, 0, 10 * m, places + 1, most))
            ck_assert_uint_eq(text, longer);
    }
}
END_TEST

START_TEST(test_put)
{
    double room[1] = {0};
    int32_t m;
    uint32_t code;
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
    ck_assert(storage_same(storage_put(with(CSR_DECIMAL, 0), room, 0, 3e9), with(CSR_SCALED, 0)));
    ck_assert(storage_same(storage_put(with(CSR_DECIMAL, 3), room, 0, 0.1234), with(CSR_SCALED, 0)));
    ck_assert(storage_same(storage_put(with(CSR_DECIMAL, 9), room, 0, nextafter(0.1, 1)), with(CSR_SCALED, 0)));
    ck_assert(storage_same(storage_put(with(CSR_SCALED, 0), room, 0, 0.1234), with(CSR_SCALED, 4)));
    ck_assert(storage_same(storage_put(with(CSR_SCALED, 7), room, 0, 0.1234), with(CSR_SCALED, 7)));
    memcpy(&code, room, sizeof code);
    ck_assert_uint_eq(code, 1234 * 4 + 3);
    ck_assert(storage_same(storage_put(with(CSR_SCALED, 8), room, 0, 0.1234), with(CSR_SCALED, 8)));
    memcpy(&code, room, sizeof code);
    ck_assert_uint_eq(code, 12340 * 4 + 3);
    ck_assert(storage_same(storage_put(with(CSR_SCALED, 3), room, 0, (1 << 30) - 1), with(CSR_SCALED, 3)));
    ck_assert(storage_same(storage_put(with(CSR_SCALED, 3), room, 0, 1 << 30), with(CSR_DOUBLE, 0)));
    ck_assert(storage_same(storage_put(with(CSR_SCALED, 4), room, 0, (1 << 30) - 1), with(CSR_DOUBLE, 0)));
    ck_assert(storage_same(storage_put(with(CSR_SCALED, 4), room, 0, -0.5), with(CSR_DOUBLE, 0)));
    ck_assert(storage_same(storage_put(with(CSR_SCALED, 4), room, 0, nextafter(0.1, 1)), with(CSR_DOUBLE, 0)));
    ck_assert(storage_same(storage_put(with(CSR_SCALED, 4), room, 0, 1e-300), with(CSR_DOUBLE, 0)));
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
    ck_assert(storage_same(storage_join(with(CSR_DECIMAL, 5), with(CSR_SCALED, 0)), with(CSR_SCALED, 0)));
    ck_assert(storage_same(storage_join(with(CSR_SCALED, 5), with(CSR_SCALED, 3)), with(CSR_SCALED, 5)));
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

/* Values that come in any order end in the same storage. */
static void check_puts(size_t count, const double *value, enum csr_storage storage, int places)
{
    struct rng rng;

    rng_seed(&rng, 6);
    for (int round = 0; round < 200; round++) {
        struct chunk c = {0};
        struct csr x;
        size_t order[8];
        for (size_t i = 0; i < count; i++) {
            size_t j = rng_below(&rng, i + 1);
            order[i] = order[j];
            order[j] = i;
        }
        ck_assert(chunk_reset(&c, count, with(CSR_BINARY, 0)));
        for (; (size_t)c.entries < count; c.entries++)
            ck_assert(chunk_put(&c, value[order[c.entries]]));
        ck_assert(storage_same(c.storage, with(storage, places)));
        x = (struct csr){.storage = c.storage.kind, .value = c.value, .places = c.storage.places};
        for (size_t i = 0; i < count; i++)
            ck_assert(csr_value(&x, (int64_t)i) == value[order[i]]);
        chunk_free(&c);
    }
}

START_TEST(test_puts)
{
    check_puts(4, (const double[]){1, 0.1234567, 2147.5, 0.5}, CSR_SCALED, 7);
    check_puts(5, (const double[]){1, 0.123456789, 0.0123456789, 0.000123456789, 0.5}, CSR_SCALED, 12);
    check_puts(4, (const double[]){1.07, 0.123456789, 0.000123456789, 1e-12}, CSR_SCALED, 12);
    check_puts(5, (const double[]){1, 0.123456789, 0.00123456789, 0.00001, -0.5}, CSR_DOUBLE, 0);
    check_puts(5, (const double[]){1.5, 0.123456789, 0.00123456789, 0.0001, 1234567}, CSR_DOUBLE, 0);
    check_puts(3, (const double[]){1, 0.1234567891, 0.5}, CSR_DOUBLE, 0);
}
END_TEST

/* Many entries of nine digits in four decades stay scaled: those of the text, for each number of threads. */
START_TEST(test_large)
{
    enum { ROWS = 2200, COLS = 1000, ROOM = 18 };
    char *text = malloc((size_t)ROWS * COLS * ROOM);
    double *value = malloc(sizeof *value * ROWS * COLS);
    struct dataset data;
    struct error err;
    struct rng rng;
    size_t n = 0;

    ck_assert(text && value);
    rng_seed(&rng, 7);
    for (int k = 0; k < ROWS * COLS; k++) {
        uint64_t m = 100000000 + rng_below(&rng, 900000000);
        char *s = text + n;
        n += (size_t)sprintf(s, "%s%d:%de-%d", k % COLS ? " " : k ? "\n1 " : "1 ", k % COLS + 1, (int)m,
                             9 + (int)rng_below(&rng, 4));
        value[k] = strtod(strchr(s, ':') + 1, NULL);
    }
    text[n++] = '\n';
    for (int threads = 1; threads <= 2; threads++) {
        ck_assert_int_eq(read_whole(text, n, threads, 1 << 15, &data, &err), OK);
        ck_assert(data.x.storage == CSR_SCALED && data.x.places == 12);
        for (int64_t k = 0; k < ROWS * COLS; k++)
            ck_assert(csr_value(&data.x, k) == value[k]);
        dataset_free(&data);
    }
    free(text);
    free(value);
}
END_TEST

RUN_TESTS("storage", test_decimals, test_scaled, test_one_code, test_put, test_join, test_widen, test_grows, test_puts,
          test_large)
