/* radix_sort - doubles, and rows by doubles, in order, in linear time.
 *
 * Their bits are sorted a digit at a time, the lowest first (Knuth, TAOCP 3, 5.2.5, algorithm R). A
 * digit on which all agree is left out. */
#include "math/radix_sort.h"

#include <stdbool.h>
#include <string.h>

enum { BYTES = 8, VALUES = 256 };

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

/* ---- rows ------------------------------------------------------------------------------------ */

/* The order of a double's highest bits, one half, is that of most of them; rows of equal high bits
 * are then sorted by the others. Beside half of a key stands the place of its row. */
enum { PLACE_BITS = 31, HALF_BITS = 64 - PLACE_BITS };
static const uint64_t PLACES = (UINT64_C(1) << PLACE_BITS) - 1;

/* The digits of a half, the lowest from bit PLACE_BITS on. Tuned. */
enum { DIGIT_BITS = 11, DIGITS = 3, DIGIT_VALUES = 1 << DIGIT_BITS };
_Static_assert(DIGIT_BITS * DIGITS == HALF_BITS, "the digits are a half");

/* So few are sorted by insertion: the counts of the digits cost more. A guess. */
enum { FEW = 48 };

static inline size_t digit_of(uint64_t half, int digit)
{
    return half >> (PLACE_BITS + DIGIT_BITS * digit) & (DIGIT_VALUES - 1);
}

/* The stable order of from[n], in from or in to: where it is. */
static uint64_t *sort_halves(size_t n, uint64_t *from, uint64_t *to)
{
    size_t count[DIGITS][DIGIT_VALUES] = {{0}};

    for (size_t i = 0; i < n; i++)
        for (int digit = 0; digit < DIGITS; digit++)
            count[digit][digit_of(from[i], digit)]++;
    for (int digit = 0; digit < DIGITS; digit++) {
        uint64_t *sorted = to;
        if (count[digit][digit_of(*from, digit)] == n)
            continue;
        add_up(DIGIT_VALUES, count[digit]);
        for (size_t i = 0; i < n; i++)
            to[count[digit][digit_of(from[i], digit)]++] = from[i];
        to = from;
        from = sorted;
    }
    return from;
}

/* Ascends as x descends. */
static inline uint64_t descending(double x)
{
    return ~key(x);
}

/* The stable order by the highest HALF_BITS of the keys, or by the others. */
static void sort_by(bool high, size_t n, struct keyed *item, uint64_t *spare)
{
    uint64_t *sorted, *keys;

    for (size_t i = 0; i < n; i++) {
        uint64_t bits = descending(item[i].key);
        spare[i] = (high ? bits & ~PLACES : bits << HALF_BITS) | i;
    }
    sorted = sort_halves(n, spare, spare + n);
    keys = sorted == spare ? spare + n : spare;
    for (size_t i = 0; i < n; i++) {
        const struct keyed *moved = &item[sorted[i] & PLACES];
        memcpy(&keys[i], &moved->key, sizeof keys[i]);
        sorted[i] = (uint64_t)moved->row;
    }
    for (size_t i = 0; i < n; i++) {
        memcpy(&item[i].key, &keys[i], sizeof keys[i]);
        item[i].row = (int64_t)sorted[i];
    }
}

static void sort_few(size_t n, struct keyed *item)
{
    for (size_t i = 1; i < n; i++) {
        struct keyed moved = item[i];
        uint64_t bits = descending(moved.key);
        size_t at = i;
        for (; at > 0 && descending(item[at - 1].key) > bits; at--)
            item[at] = item[at - 1];
        item[at] = moved;
    }
}

void radix_sort_keyed(size_t n, struct keyed *item, uint64_t *spare)
{
    if (n > FEW)
        sort_by(true, n, item, spare);
    for (size_t i = 0, end; i < n; i = end) {
        uint64_t bits = descending(item[i].key), differ = 0;
        for (end = i + 1; end < n; end++) {
            uint64_t other = bits ^ descending(item[end].key);
            if (n > FEW && other > PLACES)
                break;
            differ |= other;
        }
        if (differ != 0 && end - i <= FEW)
            sort_few(end - i, item + i);
        else if (differ != 0)
            sort_by(false, end - i, item + i, spare);
    }
}
