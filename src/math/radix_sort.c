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

/* The stable order by one byte; at[v]: how many have the value v there. */
static void pass(size_t n, const double *from, double *to, int byte, size_t at[VALUES])
{
    size_t before = 0;

    for (int v = 0; v < VALUES; v++) {
        size_t count = at[v];
        at[v] = before;
        before += count;
    }
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

/* Fewer rows are the work of one thread. A guess. */
enum { MANY = 1 << 14, MOST_SHARES = 8 };

static inline size_t digit_of(uint64_t half, int digit)
{
    return half >> (PLACE_BITS + DIGIT_BITS * digit) & (DIGIT_VALUES - 1);
}

/* Ascends as x descends. */
static inline uint64_t descending(double x)
{
    return ~key(x);
}

/* A sort by half of the keys: each thread has a share of the rows, in their order. The order that
 * comes out is the only stable one, whatever the shares. */
struct halves {
    bool high; /* the highest HALF_BITS, or the others */
    size_t n, shares;
    struct keyed *item;
    uint64_t *from, *to;
    int digit;
    size_t (*at)[DIGIT_VALUES]; /* of a share: counts, then places */
};

static size_t share_begin(const struct halves *h, int share)
{
    return h->n * (size_t)share / h->shares;
}

/* Half of each key, and its place. */
static void pack(void *context, int share)
{
    const struct halves h = *(const struct halves *)context;
    size_t end = share_begin(&h, share + 1);

    for (size_t i = share_begin(&h, share); i < end; i++) {
        uint64_t bits = descending(h.item[i].key);
        h.from[i] = (h.high ? bits & ~PLACES : bits << HALF_BITS) | i;
    }
}

static void count(void *context, int share)
{
    const struct halves h = *(const struct halves *)context;
    size_t *at = h.at[share], end = share_begin(&h, share + 1);

    memset(at, 0, sizeof *h.at);
    for (size_t i = share_begin(&h, share); i < end; i++)
        at[digit_of(h.from[i], h.digit)]++;
}

static void move(void *context, int share)
{
    const struct halves h = *(const struct halves *)context;
    size_t *at = h.at[share], end = share_begin(&h, share + 1);

    for (size_t i = share_begin(&h, share); i < end; i++)
        h.to[at[digit_of(h.from[i], h.digit)]++] = h.from[i];
}

/* h->to = the keys in order, h->from = the rows. */
static void gather(void *context, int share)
{
    const struct halves h = *(const struct halves *)context;
    size_t end = share_begin(&h, share + 1);

    for (size_t i = share_begin(&h, share); i < end; i++) {
        const struct keyed *moved = &h.item[h.from[i] & PLACES];
        memcpy(&h.to[i], &moved->key, sizeof *h.to);
        h.from[i] = (uint64_t)moved->row;
    }
}

static void put(void *context, int share)
{
    const struct halves h = *(const struct halves *)context;
    size_t end = share_begin(&h, share + 1);

    for (size_t i = share_begin(&h, share); i < end; i++) {
        memcpy(&h.item[i].key, &h.to[i], sizeof *h.to);
        h.item[i].row = (int64_t)h.from[i];
    }
}

/* The places of the digits of all shares; false: one digit has all rows. */
static bool find_places(struct halves *h)
{
    size_t before = 0;

    for (size_t v = 0; v < DIGIT_VALUES; v++) {
        size_t first = before;
        for (size_t share = 0; share < h->shares; share++) {
            size_t count = h->at[share][v];
            h->at[share][v] = before;
            before += count;
        }
        if (before - first == h->n)
            return false;
    }
    return true;
}

/* The stable order by the highest HALF_BITS of the keys, or by the others. */
static void sort_by(bool high, const struct par *par, size_t n, struct keyed *item,
                    uint64_t *spare)
{
    size_t threads = (size_t)par->threads, most = threads < MOST_SHARES ? threads : MOST_SHARES;
    size_t at[MOST_SHARES][DIGIT_VALUES];
    struct halves h = {.high = high, .n = n, .shares = n < MANY ? 1 : most, .item = item,
                       .from = spare, .to = spare + n, .at = at};
    int shares = (int)h.shares;

    par_for(par, shares, pack, &h);
    for (h.digit = 0; h.digit < DIGITS; h.digit++) {
        uint64_t *sorted = h.to;
        par_for(par, shares, count, &h);
        if (!find_places(&h))
            continue;
        par_for(par, shares, move, &h);
        h.to = h.from;
        h.from = sorted;
    }
    par_for(par, shares, gather, &h);
    par_for(par, shares, put, &h);
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

void radix_sort_keyed(const struct par *par, size_t n, struct keyed *item, uint64_t *spare)
{
    if (n > FEW)
        sort_by(true, par, n, item, spare);
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
            sort_by(false, par, end - i, item + i, spare);
    }
}
