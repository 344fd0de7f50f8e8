/* svmlight_entry - one entry of the usual form (svmlight_entries.h), without vectors. */
#ifndef RRM_SVMLIGHT_ENTRY_H
#define RRM_SVMLIGHT_ENTRY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/nearest.h"
#include "base/text.h"
#include "data/text/chunk.h"

enum { EXPONENT_DIGITS = 4 };

/* Weights of neighbours a and b, that of a lowest: sums 10^k a + b, k = 1, 2, 4. */
enum { DIGIT_WEIGHTS = 10 | 1 << 8, PAIR_WEIGHTS = 100 | 1 << 16, FOUR_WEIGHTS = 10000 | 1 << 16 };

/* index:value with value = (-1)^negative mantissa / 10^places. */
struct entry {
    uint64_t index, mantissa;
    int64_t places;
    bool negative;
};

/* *number = *number 10^k + the k digits at p, modulo 2^64; returns the byte behind them. */
static inline const char *read_digits(const char *p, uint64_t *number)
{
    int count;

    do {
        uint64_t bytes = digits_load(p);
        count = digits_count(bytes);
        *number = *number * power_of_ten[count] + digits_value(bytes, count);
        p += count;
    } while (count == 8);
    return p;
}

/* Whether the digits at s, perhaps with a point among them, are a mantissa below
 * 10^NEAREST_DIGITS. */
__attribute__((noinline)) static bool is_mantissa(const char *s, const char *end)
{
    int count = 0;

    for (; s < end && count <= NEAREST_DIGITS; s++)
        count += *s != '.' && (count > 0 || *s != '0');
    return count <= NEAREST_DIGITS;
}

/* Reads the exponent whose 'e' stands at p and returns the byte behind it; p: it has not the usual
 * form. */
static inline const char *read_exponent(const char *p, struct entry *e)
{
    const char *s = p + 1 + (p[1] == '-' || p[1] == '+');
    uint64_t bytes = digits_load(s);
    int count = digits_count(bytes);
    int64_t exponent = (int64_t)digits_value(bytes, count);

    if (count == 0 || count > EXPONENT_DIGITS)
        return p;
    e->places -= p[1] == '-' ? -exponent : exponent;
    return s + count;
}

/* Reads the value at s and returns the byte behind it; NULL: it has not the usual form. Where
 * neither a blank nor a line end follows, the value is longer. */
static inline const char *read_value(const char *s, struct entry *e)
{
    const char *first = s + (*s == '-'), *p, *behind;
    int64_t digits;

    if (*s == '+')
        first++;
    e->negative = *s == '-';
    p = first;
    if (p[1] == '.' && text_is_digit(*p)) { /* as 0.5: frequent */
        e->mantissa = (uint64_t)(*p++ - '0');
    } else {
        p = read_digits(p, &e->mantissa);
        if (p == first && !(*p == '.' && text_is_digit(p[1])))
            return NULL;
    }
    digits = p - first;
    if (*p == '.') {
        behind = p + 1;
        p = read_digits(behind, &e->mantissa);
        e->places = p - behind;
        digits += e->places;
    }
    if (digits > NEAREST_DIGITS && !is_mantissa(first, p))
        return NULL;
    return (*p | 0x20) == 'e' ? read_exponent(p, e) : p;
}

/* The same for the entry at p; in a binary storage the value 1 needs no more. */
static inline const char *read_entry(const char *p, enum csr_storage kind, struct entry *e)
{
    uint64_t bytes = digits_load(p);
    int count = digits_count(bytes);

    *e = (struct entry){.index = digits_value(bytes, count), .mantissa = kind == CSR_BINARY};
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

/* values[k] = (-1)^negative mantissa / 10^places. False: `kind`, a constant of the caller, does not
 * hold it, or it is too small or too large for base/nearest. */
__attribute__((always_inline)) static inline bool put_entry(enum csr_storage kind, int places,
                                                            void *values, int64_t k,
                                                            const struct entry *e)
{
    static const double sign[] = {1, -1};
    uint64_t more = (uint64_t)(places - e->places);
    double v;

    if (kind == CSR_BINARY)
        return e->mantissa == 1 && e->places == 0 && !e->negative;
    if (kind == CSR_DECIMAL && more <= DECIMAL_PLACES && e->mantissa <= INT32_MAX)
        return put_decimal(values, k, e->mantissa * power_of_ten[more], e->negative);
    if (kind == CSR_SCALED && !e->negative &&
        scaled_put(values, k, e->mantissa, e->places, places))
        return true;
    if (e->places < -NEAREST_MOST || e->places > NEAREST_MOST)
        return false;
    v = nearest_double(e->mantissa, -(int)e->places) * sign[e->negative];
    if (kind == CSR_DECIMAL || kind == CSR_SCALED) {
        struct storage same = {kind, places};
        return storage_same(storage_put(same, values, (size_t)k, v), same);
    }
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
    *k += e.mantissa != 0;
    return behind;
}

/* The functions of the storages, of the includer's take_entries(c, p, last, kind), which is inlined
 * with each kind as a constant; the table of them. */
#define TAKE_ENTRIES(storage)                                                                 \
    static const char *take_##storage(struct chunk *c, const char *p, uint32_t *last)         \
    {                                                                                         \
        return take_entries(c, p, last, CSR_##storage);                                       \
    }
#define ENTRIES_TABLE(name)                                                                   \
    TAKE_ENTRIES(BINARY) TAKE_ENTRIES(FLOAT) TAKE_ENTRIES(DECIMAL) TAKE_ENTRIES(SCALED)       \
    TAKE_ENTRIES(DOUBLE)                                                                      \
    const struct svmlight_entries name = {{[CSR_BINARY] = take_BINARY, [CSR_FLOAT] = take_FLOAT, \
                                           [CSR_DECIMAL] = take_DECIMAL,                      \
                                           [CSR_SCALED] = take_SCALED,                        \
                                           [CSR_DOUBLE] = take_DOUBLE}};

#endif
