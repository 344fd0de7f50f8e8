/* test_svmlight_entries - the readers of entries against strtod, and those with vectors against those without. */
#include "data/text/svmlight_entries.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decimals.h"
#include "math/rng.h"
#include "storages.h"
#include "common.h"

enum { ROOM = 4096, ENTRIES = 60, READERS = 2 };

/* A number of many digits, in each form that printf has: one in four any double, of the others most in the storage. */
static int long_number(struct rng *rng, enum csr_storage kind, char *text, size_t room)
{
    static const char *const format[] = {"%.9g", "%.16g", "%.17g", "%.19g", "%.9e", "%.16e", "%+.17g", "%.12f", "%.18f", "%.21f"};
    static const char *const odd[] = {
        "1.", ".5", "+1", "+1.", "-.5e1", "1e5", "1E+05", "1e-05", "1e0", "1.0", "1.000000e+00", "0.00000000000000000000", "0e0",
        "1e", "1e+", "1.e", ".e1", "1e5.", "1e1e1", "1.2.3", "+-1", "1e00001", "1e0001", "1e22", "1e23", "9007199254740993", ".",
        "9007199254740992.5", "0.5000000000000001110223024625156540", "8.5e22", "1e308", "1e309", "-1e-308", "4.9e-324", "1e-400",
        "1e288", "1e289", "1e-288", "1e-289", "9999999999999999999", "18446744073709551615", "18446744073709551616",
        "99999999999999999999", "12345678.123456789012", "12345678.12345678901", "12345678.1234567", "123456789.5", "00000000.5",
        "000000000.25", "0.0000000012345678", "0.00000000123456789012345", "0.000000012345678901234567", "007.25", "1.0000000000",
        "1234567890", "2147483648", "0.000000000000000000000001", "0.00000000000000012345678", "1e-22", "1e-23", "0.1e1"};
    double v = rng_below(rng, 4) ? decimal_near(rng) : decimal_double(rng);

    if (rng_below(rng, 5) == 0)
        return snprintf(text, room, "%s", odd[rng_below(rng, sizeof odd / sizeof *odd)]);
    if (fabs(v) > 1e30 || rng_below(rng, 5) == 0)
        return snprintf(text, room, format[rng_below(rng, 7)], v);
    if (fabs(v) < 2000 && rng_below(rng, 4))
        return snprintf(text, room, rng_below(rng, 3) ? "%.17g" : "%.16e", storage_value(kind, v));
    return snprintf(text, room, format[rng_below(rng, 10)], v);
}

/* A number: most of the short form, some not. */
static int random_number(struct rng *rng, char *text, size_t room)
{
    static const char *const odd[] = {"-0", "0.0", "-0.000", "1e-3", "1.", ".5", "+1", "00.5", "0.", "-", "", "0..5", "1-2",
                                      "2147483647", "2147483648", "99999999", "0.123456789", "0.1234567890", "12345678.5",
                                      "0.00000001", "-0.000000001", "0x1", "1:1", "nan", "99999999.999999999"};
    uint64_t digits = rng_below(rng, 10), whole = rng_below(rng, 3) ? 0 : rng_below(rng, 300), power = 1;
    const char *sign = rng_below(rng, 4) ? "" : "-";

    if (rng_below(rng, 12) == 0)
        return snprintf(text, room, "%s", odd[rng_below(rng, sizeof odd / sizeof *odd)]);
    if (rng_below(rng, 3) == 0)
        return snprintf(text, room, "1");
    if (digits == 0)
        return snprintf(text, room, "%s%d", sign, (int)rng_below(rng, 100000));
    for (uint64_t d = 0; d < digits; d++)
        power *= 10;
    return snprintf(text, room, "%s%d.%0*d", sign, (int)whole, (int)digits, (int)rng_below(rng, power));
}

/* Entries and a line end; for CSR_BINARY mostly values 1; `many`: most values with many digits. */
static size_t random_entries(struct rng *rng, enum csr_storage kind, bool many, char *text)
{
    uint64_t index = 0;
    size_t n = 0;

    memset(text, (int)rng_below(rng, 256), ROOM);
    for (uint64_t left = rng_below(rng, ENTRIES); left > 0; left--) {
        index += 1 + rng_below(rng, rng_below(rng, 9) ? 40 : 3000000);
        if (rng_below(rng, 200) == 0)
            index /= 2;
        n += (size_t)snprintf(text + n, ROOM - n, rng_below(rng, 300) ? "%d:" : "%d ", (int)index);
        if (kind == CSR_BINARY && rng_below(rng, 20))
            n += (size_t)snprintf(text + n, ROOM - n, "1");
        else if (many && rng_below(rng, 4))
            n += (size_t)long_number(rng, kind, text + n, ROOM - n);
        else
            n += (size_t)random_number(rng, text + n, ROOM - n);
        n += (size_t)snprintf(text + n, ROOM - n, "%s", rng_below(rng, 150) ? left > 1 ? " " : "" : "\t ");
    }
    text[n++] = '\n';
    ck_assert(n + SVMLIGHT_SLACK < ROOM);
    return n;
}

/* What was taken of the text up to `end` is what strtod reads there, but for zeros. */
static void check_taken(const struct chunk *c, const char *text, const char *end)
{
    const struct csr x = {.storage = c->storage.kind, .value = c->value, .places = c->storage.places};
    int64_t k = 0;

    for (const char *p = text; p < end && *p != '\n';) {
        char *behind;
        unsigned long index = strtoul(p, &behind, 10);
        double v = strtod(behind + 1, &behind);
        if (v != 0) {
            ck_assert(k < c->entries && c->col[k] == index - 1);
            ck_assert_msg(csr_value(&x, k) == v, "%s: %.17g, not %.17g", p, csr_value(&x, k), v);
            k++;
        }
        p = behind + (*behind == ' ');
    }
    ck_assert_int_eq(k, c->entries);
}

static const struct svmlight_entries *reader_of(int r)
{
    const struct svmlight_entries *const reader[READERS] = {&svmlight_entries_baseline, svmlight_entries_vectors()};

    return reader[r];
}

static void check_readers(bool many)
{
    struct chunk c[READERS] = {{.rows = 0}};
    char text[ROOM];
    int64_t taken[CSR_STORAGES] = {0};
    struct rng rng;

    rng_seed(&rng, 6);
    for (int round = 0; round < 60000; round++) {
        struct storage storage = storage_for((enum csr_storage)(round % CSR_STORAGES));
        const char *end[READERS] = {NULL};
        uint32_t last[READERS] = {0};
        random_entries(&rng, storage.kind, many, text);
        for (int r = 0; r < READERS && reader_of(r); r++) {
            ck_assert(chunk_reset(&c[r], ENTRIES + SVMLIGHT_AHEAD, storage));
            end[r] = reader_of(r)->take[storage.kind](&c[r], text, &last[r]);
            check_taken(&c[r], text, end[r]);
            ck_assert_msg(end[r] == end[0] && last[r] == last[0], "%s: up to %s and %s", text, end[0], end[r]);
            ck_assert(c[r].entries == c[0].entries);
        }
        taken[storage.kind] += c[0].entries;
    }
    for (int s = 0; s < CSR_STORAGES; s++)
        ck_assert_int_gt(taken[s], 5000);
    for (int r = 0; r < READERS; r++)
        chunk_free(&c[r]);
}

START_TEST(test_readers)
{
    check_readers(false);
}
END_TEST

START_TEST(many_digits)
{
    check_readers(true);
}
END_TEST

/* Numbers of the usual form and size are taken, whatever their digits: none is left to slower ways. */
START_TEST(usual_forms)
{
    static const char *const usual[] = {
        "1", "-1", "+1", "1.", ".5", "-.5", "1e5", "1E+05", "-1.5e-05", "1.e2", ".5e1", "0.1234567890123456789", "12345678901",
        "1234567890123456789", "0.00012345678901234567", "3.667656493e-02", "0.036676564927031995", "1.7976931348623157e+64",
        "2.2250738585072014e-48", "12345678.12345678901", "1e0001", "9007199254740993", "0.0000000123456789"};

    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        for (int r = 0; r < READERS && reader_of(r); r++) {
            char text[ROOM] = "";
            struct chunk c = {0};
            uint32_t last = 0;
            size_t n = (size_t)snprintf(text, ROOM, "1:%s 22:%s 333:0.25 4444:%s\n", usual[i], usual[i], usual[i]);
            ck_assert(chunk_reset(&c, ENTRIES + SVMLIGHT_AHEAD, storage_for(CSR_DOUBLE)));
            ck_assert_msg(reader_of(r)->take[CSR_DOUBLE](&c, text, &last) == text + n - 1, "reader %d: %s", r, text);
            check_taken(&c, text, text + n - 1);
            chunk_free(&c);
        }
}
END_TEST

RUN_TESTS("svmlight_entries", test_readers, many_digits, usual_forms)
