/* radix_sort - doubles in ascending order, in linear time.
 *
 * Their bits are sorted a byte at a time, the lowest first (Knuth, TAOCP 3, 5.2.5, algorithm R). */
#include "math/radix_sort.h"

#include <stdint.h>
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
            continue; /* all have the same value there */
        pass(n, from, to, byte, count[byte]);
        to = from;
        from = sorted;
    }
    if (from != x)
        memcpy(x, from, n * sizeof *x);
}
