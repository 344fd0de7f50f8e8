/* svmlight_entries_x86_64 - the entries of a line with vectors of 32 bytes. Compiled on x86-64
 * alone, for AVX2 and BMI2: Makefile. */
#include <immintrin.h>

#include "base/isa.h"
#include "data/svmlight_entries.h"
#include "data/svmlight_entry.h"

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

/* The number of the first m bytes at p in the low half, that of the first n at q in the high half;
 * m and n are 1 to 8. The digits move to the end of eight bytes, behind zeros; then pairs, fours
 * and eights of digits are one number. */
static inline uint64_t two_numbers(const char *p, unsigned m, const char *q, unsigned n)
{
    static const unsigned char low[] = {128, 128, 128, 128, 128, 128, 128, 128,
                                        0,   1,   2,   3,   4,   5,   6,   7};
    static const unsigned char high[] = {128, 128, 128, 128, 128, 128, 128, 128,
                                         8,   9,   10,  11,  12,  13,  14,  15};
    __m128i text = _mm_set_epi64x((long long)digits_load(q), (long long)digits_load(p));
    __m128i order = _mm_set_epi64x((long long)digits_load((const char *)high + n),
                                   (long long)digits_load((const char *)low + m));
    __m128i digits = _mm_shuffle_epi8(_mm_sub_epi8(text, _mm_set1_epi8('0')), order);
    __m128i pairs = _mm_maddubs_epi16(digits, _mm_set1_epi16(10 | 1 << 8));
    __m128i fours = _mm_madd_epi16(pairs, _mm_set1_epi32(100 | 1 << 16));
    __m128i words = _mm_packus_epi32(fours, fours);
    __m128i eights = _mm_madd_epi16(words, _mm_set1_epi32(10000 | 1 << 16));

    return (uint64_t)_mm_cvtsi128_si64(eights);
}

/* The digits of an entry in the usual form. */
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
    v = (double)(int64_t)number;
    if (f->places > 0)
        v /= (double)power_of_ten[f->places];
    return put_real(kind, values, k, f->negative ? -v : v);
}

/* Reads the entries of a window of 64 bytes and returns the byte behind the blank of the last, or
 * the line end. Their places come from the marks alone: no entry waits until the one before is
 * read. What is written for an entry that is not taken is overwritten by the next. */
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

/* Reads up to `most` entries from p on without vectors; returns p if none is taken. */
__attribute__((noinline)) static const char *take_some(struct chunk *c, const char *p,
                                                       uint32_t *last, int most)
{
    for (; most > 0 && *p != '\n'; most--) {
        const char *behind = take_entry(c, p, c->storage.kind, &c->entries, last);
        if (!behind)
            break;
        p = behind + (*behind == ' ');
    }
    return p;
}

/* Window after window; where the entry that begins a window is not taken, some come without
 * vectors, each time twice as many: O(log n) windows of a line of n long entries are in vain. */
__attribute__((always_inline)) static inline const char *
take_entries(struct chunk *c, const char *p, uint32_t *last, enum csr_storage kind)
{
    int some = 4;

    while (*p != '\n') {
        const char *s = kind == CSR_BINARY ? take_ones(c, p, last) : take_window(c, p, last, kind);
        if (s == p) {
            s = take_some(c, p, last, some);
            some += some < 1 << 20 ? some : 0;
        }
        if (s == p)
            break;
        p = s;
    }
    return p;
}

#define ENTRIES svmlight_entries_avx2
#include "data/svmlight_entries_template.h"

const struct svmlight_entries *svmlight_entries_vectors(void)
{
    return isa_has(ISA_AVX2) && __builtin_cpu_supports("bmi2") ? &svmlight_entries_avx2 : NULL;
}
