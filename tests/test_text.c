/* test_text - numbers to and from text: bit for bit strtod's, and never a byte too far. */
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "decimals.h"

#include "common.h"

/* text_number of exactly the bytes of text, in a block of their own: sanitizers see a byte read too far. */
static const char *scan(const char *text, double *value, size_t *used)
{
    size_t length = strlen(text);
    char *block = malloc(length ? length : 1);
    const char *stop;

    ck_assert_ptr_nonnull(block);
    memcpy(block, text, length);
    stop = text_number(block, block + length, value);
    *used = stop ? (size_t)(stop - block) : 0;
    free(block);
    return stop ? text : NULL;
}

/* As strtod: the value to the last bit, and where it ends. */
static void check_as_library(const char *text)
{
    char *end;
    double wanted = strtod(text, &end), is = -77;
    size_t used;

    ck_assert_msg(scan(text, &is, &used) != NULL, "%.60s was refused", text);
    ck_assert_msg(memcmp(&is, &wanted, sizeof is) == 0, "%.60s: %a, expected %a", text, is, wanted);
    ck_assert_uint_eq(used, (size_t)(end - text));
}

START_TEST(edges)
{
    static const char *const good[] = {
        "0", "-0", "+0", "00", "-0.0e5", "0e999", "1", "+1", "-1", ".5", "-.5", "5.", "1e5", "1E+05", "1e-05", "007",
        "1e", "1e+", "1e-", "1ex", "1.e3", ".5e1", "1.5.2", "1e5.5", "1 2", "3:4", "12-3",
        "1e99999999999", "-1e99999999999", "1e-99999999999", "-1e-99999999999", "0e99999999999",
        "1e99999999999999999999999999999", "0.1e-99999999999999999999999999999",
        "9007199254740991", "9007199254740992", "9007199254740993", "9007199254740994", "9007199254740995",
        "9007199254740993.0000000000000000000000000", "9007199254740993.00000000000000000000000001",
        "18446744073709551615", "18446744073709551616", "9999999999999999999", "99999999999999999999",
        "1.7976931348623157e308", "1.7976931348623158e308", "1.7976931348623159e308", "1.797693134862315807e308",
        "2.2250738585072014e-308", "2.2250738585072011e-308", "2.2250738585072012e-308",
        "4.9406564584124654e-324", "2.4703282292062327e-324", "2.4703282292062328e-324", "3e-324", "2e-324",
        "8.5e22", "1e22", "1e23", "1e27", "1e28", "9007199254740993e22", "9007199254740993e23", "1e-22", "1e-23",
        "18446744073709551615e27", "18446744073709551615e-27", "18446744073709551615e28", "18446744073709551615e-28",
        "0.000000000000000000000000000000000000000000000000000000000000000000000001234567890123456789",
        "0000000000000000000000000000000000000000000000000000000000000000000000000000001.5",
        "100000000000000000000000000000000000000000000000000", "123456789012345678900000000000000000000000e-20"};

    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        check_as_library(good[i]);
}
END_TEST

START_TEST(no_numbers)
{
    static const char *const bad[] = {"",     "+",   "-",    ".",    "+.",  "e5",  ".e5", "inf",
                                      "-inf", "nan", "NAN",  "abc",  " 1",  "--1", "+-1", "\n1"};
    double value = 7;
    size_t used;

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        ck_assert_msg(scan(bad[i], &value, &used) == NULL, "'%s' was taken", bad[i]);
    ck_assert(value == 7);
    ck_assert_ptr_nonnull(scan("0x10", &value, &used)); /* only its 0 is decimal */
    ck_assert(value == 0 && used == 1);
}
END_TEST

START_TEST(random_decimals)
{
    struct rng rng;

    rng_seed(&rng, 20);
    for (int i = 0; i < 200000; i++) {
        char text[DECIMAL_ROOM];
        decimal_next(&rng, text);
        check_as_library(text);
    }
}
END_TEST

/* Every length, so that every remainder of the eight-digit steps ends at the end of the block. */
START_TEST(every_length)
{
    char text[64];

    for (int whole = 0; whole < 22; whole++)
        for (int places = whole ? 0 : 1; places < 22; places++) {
            int n = snprintf(text, sizeof text, "%.*s.%.*s", whole, "9876543210987654321098", places,
                             "1234567890123456789012");
            check_as_library(text);
            snprintf(text + n, sizeof text - (size_t)n, "e-7");
            check_as_library(text);
        }
}
END_TEST

START_TEST(very_long)
{
    size_t length = 10000000;
    char *text = malloc(length + 32);

    ck_assert_ptr_nonnull(text);
    memset(text, '7', length);
    text[length] = '\0';
    check_as_library(text); /* infinity */
    snprintf(text + length, 32, "e-9999999");
    check_as_library(text);
    memset(text, '0', length);
    memcpy(text, "9007199254740993.", 17); /* the middle of two doubles, then zeros */
    text[length] = '\0';
    check_as_library(text);
    text[length - 1] = '1'; /* a little more than the middle */
    check_as_library(text);
    memset(text, '0', length);
    memcpy(text, "0.", 2);
    snprintf(text + length, 32, "123e10000000");
    check_as_library(text);
    free(text);
}
END_TEST

START_TEST(unsigned_numbers)
{
    static const char *const bad[] = {"", "-1", "+1", "x", " 1", "18446744073709551616", "99999999999999999999999"};
    const char *largest = "18446744073709551615", *some = "00000000000000000000000012:";
    uint64_t v = 0;

    ck_assert_ptr_eq(text_unsigned(largest, largest + 20, &v), largest + 20);
    ck_assert(v == UINT64_MAX);
    ck_assert_ptr_eq(text_unsigned(some, some + strlen(some), &v), some + strlen(some) - 1);
    ck_assert(v == 12);
    ck_assert_ptr_eq(text_unsigned(some, some + 25, &v), some + 25);
    ck_assert(v == 1);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        ck_assert_ptr_null(text_unsigned(bad[i], bad[i] + strlen(bad[i]), &v));
}
END_TEST

START_TEST(whole_numbers)
{
    double v = 0;

    ck_assert(text_whole_number("1e-3", 0, 1, &v) && v == 1e-3);
    ck_assert(text_whole_number("0", 0, 1, &v) && text_whole_number("1", 0, 1, &v));
    ck_assert(!text_whole_number("1.0000001", 0, 1, &v));
    ck_assert(!text_whole_number("-1e-300", 0, 1, &v));
    ck_assert(!text_whole_number("", 0, 1, &v));
    ck_assert(!text_whole_number("1 ", 0, 1, &v));
    ck_assert(!text_whole_number("1e", 0, 1, &v));
    ck_assert(!text_whole_number("nan", 0, 1, &v));
    ck_assert(!text_whole_number("1e999", 0, INFINITY, &v));
    ck_assert(v == 1);
}
END_TEST

START_TEST(formats)
{
    static const struct {
        double value;
        const char *text;
    } table[] = {{0, "0"}, {-0.0, "-0"}, {1, "1"}, {0.1, "0.1"}, {1e22, "1e+22"}, {-2.5, "-2.5"},
                 {0.1 + 0.2, "0.30000000000000004"}, {123456789012345678.0, "1.2345678901234568e+17"},
                 {DBL_MAX, "1.7976931348623157e+308"}, {0x1p-1074, "4.94065645841247e-324"}};
    char text[32];
    struct rng rng;

    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        ck_assert_uint_eq(text_format(table[i].value, text, sizeof text), strlen(table[i].text));
        ck_assert_str_eq(text, table[i].text);
    }
    rng_seed(&rng, 5);
    for (int i = 0; i < 10000; i++) { /* whole numbers of up to 15 digits */
        double v = trunc((rng_uniform(&rng) - 0.5) * 2 * pow(10, i % 16));
        char wanted[32];
        snprintf(wanted, sizeof wanted, "%.15g", v);
        ck_assert_uint_eq(text_format(v, text, sizeof text), strlen(wanted));
        ck_assert_str_eq(text, wanted);
    }
    for (int i = 0; i < 100000; i++) {
        double v = decimal_double(&rng), back;
        size_t length = text_format(v, text, sizeof text);
        ck_assert_ptr_eq(text_number(text, text + length, &back), text + length);
        ck_assert(memcmp(&back, &v, sizeof v) == 0);
    }
}
END_TEST

/* As printf, to the last byte. */
static void check_exact(double value)
{
    char wanted[64], is[TEXT_EXACT + 1];
    size_t length = text_exact(value, is);

    snprintf(wanted, sizeof wanted, "%.17g", value);
    ck_assert_uint_le(length, TEXT_EXACT);
    is[length] = '\0';
    ck_assert_str_eq(is, wanted);
}

START_TEST(exact_edges)
{
    static const double some[] = {0, 1, 1.5, 0.1, 123456, 1e15, 1e16, 1e17, 1e18, 1e-4, 1e-5, 9.5e-5, 1e-10, 1e-11, 1e-12,
                                  5e-324, DBL_MIN, DBL_MAX, INFINITY, 0.3, 2.5e-5, 99999999999999999.0, 72057594037927945.0,
                                  0.000099999999999999999, 9007199254740993.0, 1152921504606846977.0};

    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        double x = some[i];
        for (int step = 0; step < 9; step++, x = nextafter(x, step < 5 ? -INFINITY : INFINITY)) {
            check_exact(x);
            check_exact(-x);
        }
    }
    /* Halves, quarters, ... of odd numbers: where the digits behind the seventeenth are a tie. */
    for (int e = -60; e < 60; e++)
        for (uint64_t m = (UINT64_C(1) << 53) - 99; m < UINT64_C(1) << 53; m += 2)
            check_exact(ldexp((double)m, e - 52));
    for (int k = -30; k < 30; k++) {
        check_exact(pow(10, k));
        check_exact(nextafter(pow(10, k), 0));
    }
}
END_TEST

START_TEST(exact_random)
{
    struct rng rng;

    rng_seed(&rng, 3);
    for (int i = 0; i < 300000; i++) {
        uint64_t bits = rng_next(&rng);
        double x;
        memcpy(&x, &bits, sizeof x);
        if (!isnan(x)) /* any size */
            check_exact(x);
        check_exact((double)(int64_t)bits / 9007199254740992.0 * pow(10, i % 24 - 14)); /* sizes of weights */
    }
}
END_TEST

START_TEST(exact_unsigned)
{
    static const uint64_t some[] = {0, 9, 10, 4294967295u, UINT64_MAX};
    char wanted[32], is[TEXT_EXACT + 1];

    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        is[text_exact_unsigned(some[i], is)] = '\0';
        snprintf(wanted, sizeof wanted, "%" PRIu64, some[i]);
        ck_assert_str_eq(is, wanted);
    }
}
END_TEST

START_TEST(quotes)
{
    static const struct {
        const char *text, *quoted;
    } table[] = {{"abc def", "abc"}, {"", ""}, {"a\tb", "a"}, {"x\r\n", "x"}, {"x\ry", "x\\x0dy"},
                 {"\x01\x7f\xc3\xa9", "\\x01\\x7f\\xc3\\xa9"},
                 {"123456789012345678901234", "123456789012345678901234"},
                 {"1234567890123456789012345", "123456789012345678901234..."}};
    char quoted[TEXT_QUOTE], junk[100];

    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        ck_assert_str_eq(text_quote(table[i].text, table[i].text + strlen(table[i].text), quoted), table[i].quoted);
    memset(junk, 0xff, sizeof junk);
    ck_assert_uint_eq(strlen(text_quote(junk, junk + sizeof junk, quoted)), TEXT_QUOTE - 1);
}
END_TEST

RUN_TESTS("text", edges, no_numbers, random_decimals, every_length, very_long, unsigned_numbers, whole_numbers, formats, quotes,
          exact_edges, exact_random, exact_unsigned)
