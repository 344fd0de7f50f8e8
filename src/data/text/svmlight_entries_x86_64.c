/* svmlight_entries_x86_64 - the entries of a line with vectors of 32 bytes. Compiled on x86-64
 * alone, for AVX2 and BMI2: Makefile. */
#include <immintrin.h>

#include "base/isa.h"
#include "data/text/svmlight_entries.h"
#include "data/text/svmlight_entry.h"

/* Windows of any form at a time: where one entry is long, its neighbours often are. With 8 a window
 * in vain, for the short form, costs little, and so does one long entry among short ones. */
enum { WINDOWS = 8 };

/* Bit i is set where p[i], i < 64, is no digit: '0' .. '9' move to the ten largest signed bytes. */
static inline uint64_t marks_at(const char *p)
{
    const __m256i up = _mm256_set1_epi8(INT8_MAX - '9'), least = _mm256_set1_epi8(INT8_MAX - 9);
    __m256i low = _mm256_add_epi8(_mm256_loadu_si256((const void *)p), up);
    __m256i high = _mm256_add_epi8(_mm256_loadu_si256((const void *)(p + 32)), up);
    uint32_t first = (uint32_t)_mm256_movemask_epi8(_mm256_cmpgt_epi8(least, low));
    uint32_t second = (uint32_t)_mm256_movemask_epi8(_mm256_cmpgt_epi8(least, high));

    return (uint64_t)second << 32 | first;
}

/* A byte that vpshufb makes 0: its first bit is set. */
enum { NONE = 128 };

/* The bytes of eight that n digits move to, from element n on: their first is byte 0 or byte 8. */
static const unsigned char low_order[] = {NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE,
                                          0,    1,    2,    3,    4,    5,    6,    7};
static const unsigned char high_order[] = {NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE,
                                           8,    9,    10,   11,   12,   13,   14,   15};

/* The number of the first m bytes at p in the low half, that of the first n at q in the high half;
 * m and n are 1 to 8. The digits move to the end of eight bytes, behind zeros; then pairs, fours
 * and eights of digits are one number. */
static inline uint64_t two_numbers(const char *p, unsigned m, const char *q, unsigned n)
{
    const char *low = (const char *)low_order, *high = (const char *)high_order;
    __m128i text = _mm_set_epi64x((long long)digits_load(q), (long long)digits_load(p));
    __m128i order =
        _mm_set_epi64x((long long)digits_load(high + n), (long long)digits_load(low + m));
    __m128i digits = _mm_shuffle_epi8(_mm_sub_epi8(text, _mm_set1_epi8('0')), order);
    __m128i pairs = _mm_maddubs_epi16(digits, _mm_set1_epi16(DIGIT_WEIGHTS));
    __m128i fours = _mm_madd_epi16(pairs, _mm_set1_epi32(PAIR_WEIGHTS));
    __m128i words = _mm_packus_epi32(fours, fours);
    __m128i eights = _mm_madd_epi16(words, _mm_set1_epi32(FOUR_WEIGHTS));

    return (uint64_t)_mm_cvtsi128_si64(eights);
}

/* The digits of an entry of the short form: an index, and a value, perhaps with a minus, of 1 to 8
 * digits without a point or behind "0.". */
struct form {
    const char *index, *colon, *value, *end; /* colon is behind the index, end behind the value */
    unsigned places;                         /* the digits are those behind "0."; 0: whole */
    bool negative;
};

/* Finds the entry at s, not yet checked, by the marks from its colon on, and leaves in *marks those
 * behind it. Each branch is seldom mispredicted: the values of a file look alike. */
static inline struct form find_form(const char *window, const char *s, uint64_t *marks)
{
    struct form f = {.index = s, .colon = window + _tzcnt_u64(*marks)};

    f.value = f.colon + 1;
    *marks &= *marks - 1;
    if (*f.value == '-') {
        f.negative = true;
        f.value++;
        *marks &= *marks - 1;
    }
    if (f.value[0] == '0' && f.value[1] == '.') {
        f.value += 2;
        *marks &= *marks - 1;
        f.end = window + _tzcnt_u64(*marks);
        f.places = (unsigned)(f.end - f.value);
    } else {
        f.end = window + _tzcnt_u64(*marks);
    }
    *marks &= *marks - 1;
    return f;
}

/* Whether from .. to are 1 to 8 bytes. */
static inline bool fits(const char *from, const char *to)
{
    return (size_t)(to - from - 1) < 8;
}

/* values[k] = (-1)^negative number / 10^places, number < 10^8. False: `kind`, a constant of the
 * caller, does not hold it. */
static inline bool put_number(enum csr_storage kind, unsigned most, void *values, int64_t k,
                              uint64_t number, const struct form *f)
{
    double v;

    if (kind == CSR_DECIMAL)
        return f->places <= most &&
               put_decimal(values, k, number * power_of_ten[most - f->places], f->negative);
    if (kind == CSR_SCALED)
        return !f->negative && scaled_put(values, k, number, f->places, (int)most);
    v = (double)(int64_t)number;
    if (f->places > 0)
        v /= (double)power_of_ten[f->places];
    return put_real(kind, values, k, f->negative ? -v : v);
}

/* Reads the entries of a window of 64 bytes, as far as they have the short form, and returns the
 * byte behind the blank of the last, or the line end. Their places come from the marks alone: no
 * entry waits until the one before is read. What is written for an entry that is not taken is
 * overwritten by the next. */
__attribute__((always_inline)) static inline const char *
take_window(struct chunk *c, const char *p, uint32_t *before, enum csr_storage kind)
{
    const unsigned most = (unsigned)c->storage.places;
    void *values = c->value;
    uint32_t *col = c->col;
    uint64_t last = *before, marks = marks_at(p);
    int64_t k = c->entries;
    const char *s = p;

    for (;;) {
        struct form f = find_form(p, s, &marks);
        uint64_t numbers;
        if (!fits(f.index, f.colon) || !fits(f.value, f.end) || *f.colon != ':')
            break;
        numbers = two_numbers(f.index, (unsigned)(f.colon - f.index), f.value,
                              (unsigned)(f.end - f.value));
        if ((uint32_t)numbers <= last || !put_number(kind, most, values, k, numbers >> 32, &f))
            break;
        col[k] = (uint32_t)numbers - 1;
        if (*f.end != ' ' && *f.end != '\n')
            break;
        last = (uint32_t)numbers;
        k += numbers >> 32 != 0;
        s = f.end;
        if (*s == '\n')
            break;
        s++;
    }
    *before = (uint32_t)last;
    c->entries = k;
    return s;
}

/* Where the parts of an entry stand: index ':' [+-] first [. run], or run = first without a
 * point. */
struct parts {
    const char *index, *colon, *first, *run, *end; /* end is behind the run */
    uint64_t left;                                 /* the marks behind `end` */
    bool negative;
};

/* The place of the first mark, which goes. */
static inline const char *next_mark(const char *window, uint64_t *marks)
{
    const char *at = window + _tzcnt_u64(*marks);

    *marks &= *marks - 1;
    return at;
}

/* Finds the entry at s, not yet checked, by the marks from its colon on. Each branch is seldom
 * mispredicted: the values of a file look alike. */
static inline struct parts find_parts(const char *window, const char *s, uint64_t marks)
{
    struct parts f = {.index = s, .colon = next_mark(window, &marks)};

    f.first = f.colon + 1;
    if (*f.first == '-' || *f.first == '+') {
        f.negative = *f.first == '-';
        f.first++;
        next_mark(window, &marks);
    }
    f.run = f.first;
    f.end = next_mark(window, &marks);
    if (*f.end == '.') {
        f.run = f.end + 1;
        f.end = next_mark(window, &marks);
    }
    f.left = marks;
    return f;
}

/* The number of the first n <= 16 bytes at p. *pair: that of the first l at q in the low half, that
 * of the first m at r in the high half, as of two_numbers; m may be 0. */
static inline uint64_t three_numbers(const char *p, unsigned n, const char *q, unsigned l,
                                     const char *r, unsigned m, uint64_t *pair)
{
    static const unsigned char order[] = {
        NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE,
        NONE, NONE, NONE, NONE, NONE, 0,    1,    2,    3,    4,    5,
        6,    7,    8,    9,    10,   11,   12,   13,   14,   15};
    const char *low = (const char *)low_order, *high = (const char *)high_order;
    __m128i two = _mm_set_epi64x((long long)digits_load(r), (long long)digits_load(q));
    __m128i to = _mm_set_epi64x((long long)digits_load(high + m), (long long)digits_load(low + l));
    __m128i one = _mm_loadu_si128((const void *)p);
    __m128i one_to = _mm_loadu_si128((const void *)(order + n));
    __m256i text = _mm256_inserti128_si256(_mm256_castsi128_si256(two), one, 1);
    __m256i moved = _mm256_inserti128_si256(_mm256_castsi128_si256(to), one_to, 1);
    __m256i digits = _mm256_shuffle_epi8(_mm256_sub_epi8(text, _mm256_set1_epi8('0')), moved);
    __m256i pairs = _mm256_maddubs_epi16(digits, _mm256_set1_epi16(DIGIT_WEIGHTS));
    __m256i fours = _mm256_madd_epi16(pairs, _mm256_set1_epi32(PAIR_WEIGHTS));
    __m256i words = _mm256_packus_epi32(fours, fours);
    __m256i eights = _mm256_madd_epi16(words, _mm256_set1_epi32(FOUR_WEIGHTS));
    uint64_t halves = (uint64_t)_mm256_extract_epi64(eights, 2);

    *pair = (uint64_t)_mm256_extract_epi64(eights, 0);
    return (halves & UINT32_MAX) * power_of_ten[8] + (halves >> 32);
}

/* Reads the exponent behind the 'e' at the end of f, which moves behind it. False: it has not the
 * usual form. */
static inline bool find_exponent(const char *window, struct parts *f, struct entry *e)
{
    const char *s = f->end + 1;
    bool negative = *s == '-';
    int64_t exponent;

    if (negative || *s == '+') {
        next_mark(window, &f->left);
        s++;
    }
    f->end = next_mark(window, &f->left);
    if ((size_t)(f->end - s - 1) >= EXPONENT_DIGITS)
        return false;
    exponent = (int64_t)digits_value(digits_load(s), (int)(f->end - s));
    e->places -= negative ? -exponent : exponent;
    return true;
}

/* Reads the entry found, in any of the usual forms: before the point there are up to 8 digits, in
 * the run 16 and up to 8 more. False: it is left to others. */
static inline bool read_found(const char *window, struct parts *f, struct entry *e)
{
    unsigned digits = (unsigned)(f->end - f->run), more = digits > 16 ? digits - 16 : 0;
    unsigned before = f->run > f->first ? (unsigned)(f->run - f->first) - 1 : 0;
    uint64_t whole = 0, pair;

    if (*f->colon != ':' || !fits(f->index, f->colon) || digits > 24 || before > 8 ||
        digits + before == 0)
        return false;
    *e = (struct entry){.places = f->run > f->first ? digits : 0, .negative = f->negative};
    e->mantissa = three_numbers(f->run, digits - more, f->index, (unsigned)(f->colon - f->index),
                                f->end - more, more, &pair);
    e->index = (uint32_t)pair;
    if (before == 1)
        whole = (uint64_t)(*f->first - '0');
    else if (before > 1)
        whole = digits_value(digits_load(f->first), (int)before);
    if (whole > 0) {
        if (whole >= power_of_ten[NEAREST_DIGITS - digits + more])
            return false;
        e->mantissa += whole * power_of_ten[digits - more];
    }
    if (e->mantissa >= power_of_ten[NEAREST_DIGITS - more])
        return false;
    e->mantissa = e->mantissa * power_of_ten[more] + (pair >> 32);
    return (*f->end | 0x20) != 'e' || find_exponent(window, f, e);
}

/* The same for entries in any of the usual forms. */
__attribute__((always_inline)) static inline const char *
take_any(struct chunk *c, const char *p, uint32_t *last, enum csr_storage kind)
{
    uint64_t marks = marks_at(p);
    const char *s = p;

    for (;;) {
        struct parts f = find_parts(p, s, marks);
        struct entry e;
        if (!read_found(p, &f, &e) || (*f.end != ' ' && *f.end != '\n') || e.index <= *last ||
            !put_entry(kind, c->storage.places, c->value, c->entries, &e))
            break;
        *last = (uint32_t)e.index;
        c->col[c->entries] = *last - 1;
        c->entries += e.mantissa != 0;
        marks = f.left;
        s = f.end;
        if (*s == '\n')
            break;
        s++;
    }
    return s;
}

/* Up to WINDOWS of these, while each begins with an entry that is taken. */
__attribute__((always_inline)) static inline const char *
take_windows(struct chunk *c, const char *p, uint32_t *last, enum csr_storage kind)
{
    const char *s = p;
    int left = WINDOWS;

    do {
        p = s;
        s = take_any(c, p, last, kind);
    } while (--left > 0 && s != p && *s != '\n');
    return s;
}

/* Whether ":1 " stands at p. */
static inline bool is_one(const char *p)
{
    return (digits_load(p) & 0xffffff) == (':' | '1' << 8 | ' ' << 16);
}

/* The same for a storage without values: two entries at a time. */
static inline const char *take_ones(struct chunk *c, const char *p, uint32_t *before)
{
    uint32_t *col = c->col;
    uint64_t marks = marks_at(p);
    int64_t k = c->entries;
    const char *s = p;
    uint32_t last = *before;

    for (;;) {
        const char *first, *second;
        uint64_t numbers;
        first = p + _tzcnt_u64(marks);
        marks &= marks - 1;
        marks &= marks - 1;
        second = p + _tzcnt_u64(marks);
        marks &= marks - 1;
        marks &= marks - 1;
        if (!fits(s, first) || !fits(first + 3, second) || !is_one(first) || !is_one(second))
            break;
        numbers = two_numbers(s, (unsigned)(first - s), first + 3, (unsigned)(second - first - 3));
        if ((uint32_t)numbers <= last || numbers >> 32 <= (uint32_t)numbers)
            break;
        col[k++] = (uint32_t)numbers - 1;
        last = (uint32_t)(numbers >> 32);
        col[k++] = last - 1;
        s = second + 3;
    }
    *before = last;
    c->entries = k;
    return s;
}

/* Reads one entry at p without vectors; returns p if it is not taken. */
__attribute__((noinline)) static const char *take_one(struct chunk *c, const char *p,
                                                      uint32_t *last)
{
    const char *behind = take_entry(c, p, c->storage.kind, &c->entries, last);

    return behind ? behind + (*behind == ' ') : p;
}

/* Window after window: where the first entry has not the short form, that and some more windows of
 * any form; where it has none of the forms, that entry without vectors. */
__attribute__((always_inline)) static inline const char *
take_entries(struct chunk *c, const char *p, uint32_t *last, enum csr_storage kind)
{
    while (*p != '\n') {
        const char *s = kind == CSR_BINARY ? take_ones(c, p, last) : take_window(c, p, last, kind);
        if (s == p && kind != CSR_BINARY)
            s = take_windows(c, p, last, kind);
        if (s == p)
            s = take_one(c, p, last);
        if (s == p)
            break;
        p = s;
    }
    return p;
}

ENTRIES_TABLE(svmlight_entries_avx2)

const struct svmlight_entries *svmlight_entries_vectors(void)
{
    return isa_best() >= ISA_AVX2 ? &svmlight_entries_avx2 : NULL;
}
