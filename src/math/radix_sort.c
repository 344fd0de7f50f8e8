/* radix_sort - doubles, and rows by doubles, in order, in linear time.
 *
 * Their bits are sorted a digit at a time, the lowest first (Knuth, TAOCP 3, 5.2.5, algorithm R). A
 * digit on which all agree is left out. */
#include "math/radix_sort.h"

#include <stdint.h>
#include <string.h>

enum { BYTES = 8, VALUES = 256 };

/* Rows move with their keys: fewer passes of wider digits. Tuned. */
enum { DIGIT_BITS = 11, DIGITS = 6, DIGIT_VALUES = 1 << DIGIT_BITS };

/* A number that is ordered as x is: the bits of a double ascend with its absolute value. */
static inline uint64_t key(double x)
{
    uint64_t bits;

    memcpy(&bits, &x, sizeof bits);
    return bits >> 63 ? ~bits : bits | UINT64_C(1) << 63;
}

static inline size_t byte_of(double x, int byte)
{
    return key(x) >> (8 * byte) & (VALUES - 1);
}

/* at[v], how many have the value v, becomes how many have a lesser one. */
static void add_up(int values, size_t *at)
{
    size_t before = 0;

    for (int v = 0; v < values; v++) {
        size_t count = at[v];
        at[v] = before;
        before += count;
    }
}

/* The stable order by one byte; at[v]: how many have the value v there. */
static void pass(size_t n, const double *from, double *to, int byte, size_t at[VALUES])
{
    add_up(VALUES, at);
    for (size_t i = 0; i < n; i++)
        to[at[byte_of(from[i], byte)]++] = from[i];
}

void radix_sort(size_t n, double *x, double *spare)
{
    size_t count[BYTES][VALUES] = {{0}};
    double *from = x, *to = spare;

    for (size_t i = 0; i < n; i++)
        for (int byte = 0; byte < BYTES; byte++)
            count[byte][byte_of(x[i], byte)]++;
    for (int byte = 0; n > 0 && byte < BYTES; byte++) {
        double *sorted = to;
        if (count[byte][byte_of(*from, byte)] == n)
            continue;
        pass(n, from, to, byte, count[byte]);
        to = from;
        from = sorted;
    }
    if (from != x)
        memcpy(x, from, n * sizeof *x);
}

/* Greater keys have lesser digits. */
static inline size_t digit_of(const struct keyed *item, int digit)
{
    return ~key(item->key) >> (DIGIT_BITS * digit) & (DIGIT_VALUES - 1);
}

/* The stable order by one digit; at[v]: how many have the value v there. */
static void keyed_pass(size_t n, const struct keyed *from, struct keyed *to, int digit,
                       size_t at[DIGIT_VALUES])
{
    add_up(DIGIT_VALUES, at);
    for (size_t i = 0; i < n; i++)
        to[at[digit_of(&from[i], digit)]++] = from[i];
}

void radix_sort_keyed(size_t n, struct keyed *item, struct keyed *spare)
{
    size_t count[DIGITS][DIGIT_VALUES] = {{0}};
    struct keyed *from = item, *to = spare;

    for (size_t i = 0; i < n; i++)
        for (int digit = 0; digit < DIGITS; digit++)
            count[digit][digit_of(&item[i], digit)]++;
    for (int digit = 0; n > 0 && digit < DIGITS; digit++) {
        struct keyed *sorted = to;
        if (count[digit][digit_of(from, digit)] == n)
            continue;
        keyed_pass(n, from, to, digit, count[digit]);
        to = from;
        from = sorted;
    }
    if (from != item)
        memcpy(item, from, n * sizeof *item);
}
