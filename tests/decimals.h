/* decimals - random and adversarial decimal numbers for the number scanner; of tests/test_text and tools/check-numbers. */
#ifndef RRM_DECIMALS_H
#define RRM_DECIMALS_H

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "math/rng.h"

enum { DECIMAL_ROOM = 4096 };

static inline size_t decimal_digits(struct rng *r, char *to, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] = (char)('0' + rng_below(r, 10));
    to[count] = '\0';
    return count;
}

/* Any double by its bits, but for infinities and NaN. */
static inline double decimal_double(struct rng *r)
{
    double v;

    do {
        uint64_t bits = rng_next(r);
        memcpy(&v, &bits, sizeof v);
    } while (!isfinite(v));
    return v;
}

/* A double near 1, where most data are. */
static inline double decimal_near(struct rng *r)
{
    return ldexp(rng_uniform(r) + 0.5, (int)rng_below(r, 60) - 30);
}

/* Digits, a point at some place or none, and often an exponent, in all spellings. */
static inline void decimal_free_form(struct rng *r, char *to)
{
    static const char *const letter[] = {"e", "E", "e+", "E-", "e-0", "e+00"};
    size_t longest = rng_below(r, 20) == 0 ? 900 : rng_below(r, 4) == 0 ? 45 : 20, n = 0;

    if (rng_below(r, 3) == 0)
        to[n++] = rng_below(r, 2) ? '-' : '+';
    if (rng_below(r, 8) == 0)
        for (uint64_t zeros = rng_below(r, 30); zeros > 0; zeros--)
            to[n++] = '0';
    n += decimal_digits(r, to + n, (size_t)rng_below(r, longest));
    if (rng_below(r, 4) != 0) {
        to[n++] = '.';
        if (rng_below(r, 8) == 0)
            for (uint64_t zeros = rng_below(r, 400); zeros > 0; zeros--)
                to[n++] = '0';
        n += decimal_digits(r, to + n, 1 + (size_t)rng_below(r, longest));
    } else {
        n += decimal_digits(r, to + n, 1);
    }
    if (rng_below(r, 2) == 0)
        snprintf(to + n, DECIMAL_ROOM - n, "%s%d", letter[rng_below(r, 6)],
                 (int)rng_below(r, rng_below(r, 2) ? 40 : 360));
}

/* The exact decimal digits of the middle between a double and the next one, sometimes a little beside. */
static inline void decimal_middle(struct rng *r, char *to)
{
    double v = rng_below(r, 4) ? decimal_near(r) : fabs(decimal_double(r)) * 0x1p-1;
    long double middle = ((long double)v + (long double)nextafter(v, INFINITY)) / 2;
    size_t n;

    snprintf(to, DECIMAL_ROOM, "%.*Le", rng_below(r, 3) ? 1150 : 20, middle);
    n = strcspn(to, "e");
    if (n > 2 && rng_below(r, 2) == 0)
        to[n - 1] = (char)('0' + rng_below(r, 10)); /* mostly: the last of many digits is not 0 any more */
}

/* The middles that are short: m + 1/2 with 53 bits of m, scaled by a small power of two; with zeros and a tail. */
static inline void decimal_short_middle(struct rng *r, char *to)
{
    uint64_t m = (rng_next(r) >> 11 | UINT64_C(1) << 52) * 2 + 1;
    int shift = (int)rng_below(r, 10), n;

    if (rng_below(r, 2))
        n = snprintf(to, DECIMAL_ROOM, "%" PRIu64, m << shift);
    else
        n = snprintf(to, DECIMAL_ROOM, "%.*Lf", shift, ldexpl((long double)m, -shift));
    if (rng_below(r, 3) == 0)
        snprintf(to + n, DECIMAL_ROOM - (size_t)n, "%s%0*d%s", strchr(to, '.') ? "" : ".", (int)rng_below(r, 850), 0,
                 rng_below(r, 2) ? "1" : "");
}

/* Writes one number as text into to, which has DECIMAL_ROOM bytes. */
static inline void decimal_next(struct rng *r, char *to)
{
    switch (rng_below(r, 10)) {
    case 0:
        snprintf(to, DECIMAL_ROOM, "%.*g", (int)(1 + rng_below(r, 25)), decimal_double(r));
        break;
    case 1:
        snprintf(to, DECIMAL_ROOM, "%.17g", decimal_near(r));
        break;
    case 2:
    case 3:
        snprintf(to, DECIMAL_ROOM, "%.*f", (int)rng_below(r, 22), decimal_near(r));
        break;
    case 4:
        decimal_middle(r, to);
        break;
    case 5:
        decimal_short_middle(r, to);
        break;
    case 6: /* near the smallest and the largest doubles */
        snprintf(to, DECIMAL_ROOM, "%" PRIu64 "e%d", rng_next(r) >> rng_below(r, 60),
                 rng_below(r, 2) ? -300 - (int)rng_below(r, 50) : 270 + (int)rng_below(r, 45));
        break;
    case 7: /* 64-bit mantissas and the exponents of the fast ways */
        snprintf(to, DECIMAL_ROOM, "%" PRIu64 "e%d", rng_next(r) >> rng_below(r, 12), (int)rng_below(r, 62) - 31);
        break;
    default:
        decimal_free_form(r, to);
    }
}

#endif
