/* svmlight_entry - one entry of the usual form (svmlight_entries.h), without vectors. */
#ifndef RRM_SVMLIGHT_ENTRY_H
#define RRM_SVMLIGHT_ENTRY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/digits.h"
#include "base/text.h"
#include "data/chunk.h"

/* index:value with value = (-1)^negative (whole + fraction / 10^places), whole < 10^8, fraction <
 * 10^places, places <= DECIMAL_PLACES. */
struct entry {
    uint64_t index, whole, fraction;
    int places;
    bool negative;
};

static const uint64_t MOST_EXACT = UINT64_C(1) << 53; /* every whole number up to it is a double */

static const uint64_t power_of_ten[DECIMAL_PLACES + 1] = {
    1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000};

/* Reads the value at s and returns the byte behind it; NULL: it has not the usual form. Where a
 * digit or an 'e' follows, the value is longer. */
static inline const char *read_value(const char *s, struct entry *e)
{
    const char *p = s + (*s == '-');
    uint64_t bytes = digits_load(p);
    int count = 1;

    if ((bytes & 0xffff) == ('0' | '.' << 8)) { /* as 0.5: frequent */
        p++;
    } else {
        count = digits_count(bytes);
        e->whole = digits_value(bytes, count);
        p += count;
        if (count == 0)
            return NULL;
    }
    e->negative = *s == '-';
    if (*p != '.')
        return p;
    bytes = digits_load(p + 1);
    e->places = digits_count(bytes);
    e->fraction = digits_value(bytes, e->places);
    p += 1 + e->places;
    if (e->places == 8 && text_is_digit(*p)) {
        e->places++;
        e->fraction = e->fraction * 10 + (uint64_t)(*p++ - '0');
    }
    return p;
}

/* The same for the entry at p; in a binary storage the value is 1, without more. */
static inline const char *read_entry(const char *p, enum csr_storage kind, struct entry *e)
{
    uint64_t bytes = digits_load(p);
    int count = digits_count(bytes);

    *e = (struct entry){.index = digits_value(bytes, count), .whole = kind == CSR_BINARY};
    if (p[count] != ':')
        return NULL;
    p += count + 1;
    if (kind == CSR_BINARY)
        return *p == '1' ? p + 1 : NULL;
    return read_value(p, e);
}

/* values[k] = (-1)^negative m. False: the storage of decimals does not hold it. */
static inline bool put_decimal(void *values, int64_t k, uint64_t m, bool negative)
{
    if (m > INT32_MAX)
        return false;
    ((int32_t *)values)[k] = negative ? -(int32_t)m : (int32_t)m;
    return true;
}

/* values[k] = v. False: `kind`, CSR_FLOAT or CSR_DOUBLE, does not hold it. */
static inline bool put_real(enum csr_storage kind, void *values, int64_t k, double v)
{
    if (kind == CSR_DOUBLE)
        ((double *)values)[k] = v;
    else
        ((float *)values)[k] = (float)v;
    return kind == CSR_DOUBLE || (double)(float)v == v;
}

/* values[k] = (-1)^negative (whole + fraction / 10^places). False: `kind`, a constant of the
 * caller, does not hold it, or the division would round twice. */
__attribute__((always_inline)) static inline bool put_entry(enum csr_storage kind, int places,
                                                            void *values, int64_t k,
                                                            const struct entry *e)
{
    static const double sign[] = {1, -1};
    uint64_t m;
    double v;

    if (kind == CSR_BINARY)
        return e->whole == 1 && e->places == 0 && !e->negative;
    if (kind == CSR_DECIMAL) {
        if (e->places > places)
            return false;
        m = e->whole * power_of_ten[places] + e->fraction * power_of_ten[places - e->places];
        return put_decimal(values, k, m, e->negative);
    }
    m = e->whole * power_of_ten[e->places] + e->fraction;
    if (m > MOST_EXACT)
        return false;
    v = (double)m / (double)power_of_ten[e->places] * sign[e->negative];
    return put_real(kind, values, k, v);
}

/* Reads the entry at p as entry k of c, whose storage is `kind`, a constant of the caller where it
 * can be. Returns the byte behind, a blank or the line end; NULL: it is left to others. An entry 0
 * is taken, but k stays. */
__attribute__((always_inline)) static inline const char *
take_entry(const struct chunk *c, const char *p, enum csr_storage kind, int64_t *k, uint32_t *last)
{
    struct entry e;
    const char *behind = read_entry(p, kind, &e);

    if (!behind || e.index <= *last || (*behind != ' ' && *behind != '\n') ||
        !put_entry(kind, c->storage.places, c->value, *k, &e))
        return NULL;
    *last = (uint32_t)e.index;
    c->col[*k] = *last - 1;
    *k += (e.whole | e.fraction) != 0;
    return behind;
}

#endif
