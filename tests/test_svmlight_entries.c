/* test_svmlight_entries - the readers of entries against strtod, and those with vectors against those without. */
#include "data/svmlight_entries.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "math/rng.h"
#include "storages.h"
#include "common.h"

enum { ROOM = 4096, ENTRIES = 60, READERS = 3 };

/* A number: most of the usual form, some not. */
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

/* Entries and a line end; `ones`: mostly values 1. */
static size_t random_entries(struct rng *rng, bool ones, char *text)
{
    uint64_t index = 0;
    size_t n = 0;

    memset(text, (int)rng_below(rng, 256), ROOM);
    for (uint64_t left = rng_below(rng, ENTRIES); left > 0; left--) {
        index += 1 + rng_below(rng, rng_below(rng, 9) ? 40 : 3000000);
        if (rng_below(rng, 200) == 0)
            index /= 2;
        n += (size_t)snprintf(text + n, ROOM - n, rng_below(rng, 300) ? "%d:" : "%d ", (int)index);
        if (ones && rng_below(rng, 20))
            n += (size_t)snprintf(text + n, ROOM - n, "1");
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

START_TEST(test_readers)
{
    const struct svmlight_entries *reader[READERS] = {&svmlight_entries_baseline, svmlight_entries_vectors(),
                                                      svmlight_entries_wide()};
    struct chunk c[READERS] = {{0}};
    char text[ROOM];
    int64_t taken[CSR_STORAGES] = {0};
    struct rng rng;

    rng_seed(&rng, 6);
    for (int round = 0; round < 40000; round++) {
        struct storage storage = storage_for((enum csr_storage)(round % CSR_STORAGES));
        const char *end[READERS] = {NULL};
        uint32_t last[READERS] = {0};
        random_entries(&rng, storage.kind == CSR_BINARY, text);
        for (int r = 0; r < READERS && reader[r]; r++) {
            ck_assert(chunk_reset(&c[r], ENTRIES + SVMLIGHT_AHEAD, storage));
            end[r] = reader[r]->take[storage.kind](&c[r], text, &last[r]);
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
END_TEST

int main(void)
{
    const TTest *const tests[] = {test_readers};

    return run_tests("svmlight_entries", sizeof tests / sizeof *tests, tests);
}
