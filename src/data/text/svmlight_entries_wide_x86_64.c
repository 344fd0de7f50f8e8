/* svmlight_entries_wide_x86_64 - the entries of a line, eight at a time, with vectors of 64 bytes.
 * Compiled on x86-64 alone, for AVX-512 with VBMI and VBMI2, and BMI2: Makefile. */
#include <immintrin.h>

#include "base/isa.h"
#include "data/text/svmlight_entries.h"
#include "data/text/svmlight_entry.h"

enum { LANES = 8, DIGITS = 8 };

/* Lines that come with vectors of 32 bytes behind one whose first window is not taken: the lines of
 * a file look alike, and a window in vain in one of nine costs little. */
enum { NARROW = 8 };

/* Where bytes of 64 stand, bit i for byte i, up to the end of the last whole entry. */
struct marks {
    uint64_t digits, colons, dots, minuses;
    uint64_t zeros;     /* those of "0." and that behind it */
    uint64_t ends;      /* of entries: the blank or line end behind each */
    uint64_t fractions; /* dots and the digits behind them */
    uint64_t line_end;  /* if the last entry of the line is among them */
    unsigned count;     /* of entries, at most LANES */
};

static inline uint64_t bytes_equal(__m512i text, char c)
{
    return _mm512_cmpeq_epi8_mask(text, _mm512_set1_epi8(c));
}

/* The digits as numbers; all else becomes 10 or more, without a sign. */
static inline __m512i digits_of(__m512i text)
{
    return _mm512_sub_epi8(text, _mm512_set1_epi8('0'));
}

/* Bits 0 to that of the last end. */
static inline uint64_t range_of(const struct marks *m)
{
    return UINT64_MAX >> _lzcnt_u64(m->ends | 1);
}

/* The bits from each of `marks` to the one before the next end. The sum carries from a mark to that
 * end; where another mark is in between, the sum has its bit. */
static inline uint64_t up_to_ends(uint64_t marks, uint64_t ends, uint64_t *repeated)
{
    uint64_t sum = ~ends + marks;

    *repeated = sum & marks;
    return ~ends & ~sum;
}

static inline struct marks find_marks(__m512i text)
{
    uint64_t blanks = bytes_equal(text, ' '), lines = bytes_equal(text, '\n');
    uint64_t range, zeros = ~_mm512_cmpneq_epi8_mask(text, _mm512_set1_epi8('0'));
    struct marks m = {.count = 0};

    /* A blank before the line end ends the line's last entry. */
    m.ends = _pdep_u64((1 << LANES) - 1, (blanks | (lines & ~(blanks << 1))) & _blsmsk_u64(lines));
    m.count = (unsigned)_mm_popcnt_u64(m.ends);
    m.line_end = (m.ends | m.ends << 1) & lines;
    range = range_of(&m);
    m.digits = _mm512_cmplt_epu8_mask(digits_of(text), _mm512_set1_epi8(10)) & range;
    m.colons = bytes_equal(text, ':') & range;
    m.dots = bytes_equal(text, '.') & range;
    m.minuses = bytes_equal(text, '-') & range;
    m.zeros = zeros & m.dots >> 1 & (m.colons | m.minuses) << 1;
    m.zeros |= zeros & m.zeros << 2;
    return m;
}

/* Whether there are entries, and each is digits, a colon, perhaps a minus, digits, perhaps a dot
 * and digits, an end. Sets fractions. */
static inline bool in_order(struct marks *m)
{
    uint64_t behind_digits = m->colons | m->dots | m->ends, wrong, repeated;
    uint64_t values = up_to_ends(m->colons, m->ends, &wrong);

    m->fractions = up_to_ends(m->dots, m->ends, &repeated);
    wrong |= repeated | (m->dots & ~values);
    wrong |= behind_digits & ~(m->digits << 1);
    wrong |= m->minuses & ~(m->colons << 1);
    wrong |= range_of(m) ^ (behind_digits | m->digits | m->minuses);
    wrong |= m->count ^ (unsigned)_mm_popcnt_u64(m->colons);
    return m->count > 0 && wrong == 0;
}

/* Byte i is the place of bit i of `bits` that is set, in their order; 0 behind the last. */
static inline __m128i places_of(uint64_t bits)
{
    const __m512i place = _mm512_set_epi64(
        0x3f3e3d3c3b3a3938, 0x3736353433323130, 0x2f2e2d2c2b2a2928, 0x2726252423222120,
        0x1f1e1d1c1b1a1918, 0x1716151413121110, 0x0f0e0d0c0b0a0908, 0x0706050403020100);

    return _mm512_castsi512_si128(_mm512_maskz_compress_epi8(bits, place));
}

/* Bytes: the place behind the one before; the first is 0. */
static inline __m128i behind(__m128i places)
{
    const __m128i one = _mm_set1_epi8(-1);

    return _mm_sub_epi8(_mm_alignr_epi8(places, one, 15), one);
}

/* The 32 bits of each four digits of eight numbers: number i begins at byte `start` + i of
 * `starts`, and `missing` is 8 times what it has less than DIGITS. Its digits move to the end of
 * eight bytes, behind zeros. */
static inline __m512i fours_at(__m512i digits, __m128i starts, int start, __m128i missing)
{
    const __m512i byte = _mm512_set1_epi64(0x0706050403020100);
    const __m512i spread = _mm512_add_epi8(
        _mm512_set1_epi8((char)start),
        _mm512_set_epi64(0x0707070707070707, 0x0606060606060606, 0x0505050505050505,
                         0x0404040404040404, 0x0303030303030303, 0x0202020202020202,
                         0x0101010101010101, 0));
    __m512i first = _mm512_permutexvar_epi8(spread, _mm512_castsi128_si512(starts));
    __m512i eight = _mm512_permutexvar_epi8(_mm512_add_epi8(first, byte), digits);
    __m512i moved = _mm512_sllv_epi64(eight, _mm512_cvtepu8_epi64(missing));
    __m512i pairs = _mm512_maddubs_epi16(moved, _mm512_set1_epi16(DIGIT_WEIGHTS));

    return _mm512_madd_epi16(pairs, _mm512_set1_epi32(PAIR_WEIGHTS));
}

/* The entries of a window. Bit i of `wrong` is set where entry i cannot be taken. */
struct numbers {
    __m256i index, value; /* value: its digits without the dot */
    __m128i places;       /* bytes: digits behind the dot */
    __m512i element;      /* (-1)^minus value / 10^places in the storage, of its size */
    unsigned wrong;
};

/* Index and value of each entry side by side become two vectors. */
static inline void separate(__m512i first, __m512i second, struct numbers *n)
{
    const __m512i order = _mm512_set_epi32(15, 11, 7, 3, 13, 9, 5, 1, 14, 10, 6, 2, 12, 8, 4, 0);
    __m512i words = _mm512_packus_epi32(first, second);
    __m512i eights = _mm512_madd_epi16(words, _mm512_set1_epi32(FOUR_WEIGHTS));
    __m512i numbers = _mm512_permutexvar_epi32(order, eights);

    n->index = _mm512_castsi512_si256(numbers);
    n->value = _mm512_extracti64x4_epi64(numbers, 1);
}

/* Reads the entries, whose marks are in order. */
static inline struct numbers read_numbers(__m512i text, const struct marks *m)
{
    uint64_t keep = ~(m->dots | m->minuses | m->zeros);
    uint64_t behind_dots = m->fractions & ~m->dots;
    __m512i digits = _mm512_maskz_compress_epi8(keep, digits_of(text));
    __m128i end = places_of(_pext_u64(m->colons | m->ends, keep)), start = behind(end);
    __m128i more = _mm_sub_epi8(_mm_sub_epi8(end, start), _mm_set1_epi8(DIGITS)); /* digits */
    __m128i missing = _mm_slli_epi16(_mm_sub_epi8(_mm_setzero_si128(), more), 3);
    __m128i fraction_end = places_of(_pext_u64(m->ends, m->ends | behind_dots));
    unsigned too_long = (unsigned)_mm_movemask_epi8(_mm_cmpgt_epi8(more, _mm_setzero_si128()));
    struct numbers n;

    separate(fours_at(digits, start, 0, missing),
             fours_at(digits, start, LANES, _mm_bsrli_si128(missing, LANES)), &n);
    n.places = _mm_sub_epi8(fraction_end, behind(fraction_end));
    n.wrong = _pext_u32(too_long | too_long >> 1, 0x5555);
    return n;
}

/* Bit i: the sign of element i. */
static inline unsigned signs(__m256i elements)
{
    return (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(elements));
}

/* The decimals of eight values, `most` places each. They are exact where value <= (2^31 - 1) /
 * 10^(most - places). */
static inline void set_decimals(struct numbers *n, int most, unsigned negative)
{
    const __m512i power = _mm512_setr_epi32(1, 10, 100, 1000, 10000, 100000, 1000000, 10000000,
                                            100000000, 1000000000, 0, 0, 0, 0, 0, 0);
    const __m512i bound = _mm512_setr_epi32(INT32_MAX, 214748364, 21474836, 2147483, 214748, 21474,
                                            2147, 214, 21, 2, -1, -1, -1, -1, -1, -1);
    __m128i exponent = _mm_sub_epi8(_mm_set1_epi8((char)most), n->places);
    __m512i at = _mm512_castsi256_si512(
        _mm256_cvtepu8_epi32(_mm_min_epu8(exponent, _mm_set1_epi8(15))));
    __m256i powers = _mm512_castsi512_si256(_mm512_permutexvar_epi32(at, power));
    __m256i bounds = _mm512_castsi512_si256(_mm512_permutexvar_epi32(at, bound));
    __m256i m = _mm256_mullo_epi32(n->value, powers);

    n->wrong |= signs(_mm256_cmpgt_epi32(n->value, bounds));
    if (negative)
        m = _mm256_mask_sub_epi32(m, (__mmask8)negative, _mm256_setzero_si256(), m);
    n->element = _mm512_castsi256_si512(m);
}

static inline void set_reals(enum csr_storage kind, struct numbers *n, unsigned negative)
{
    const __m512d low = _mm512_setr_pd(1, 10, 100, 1000, 1e4, 1e5, 1e6, 1e7);
    const __m512d high = _mm512_setr_pd(1e8, 1e9, 1, 1, 1, 1, 1, 1);
    __m512d powers = _mm512_permutex2var_pd(low, _mm512_cvtepu8_epi64(n->places), high);
    __m512d v = _mm512_div_pd(_mm512_cvtepu32_pd(n->value), powers);
    __m256 f;

    if (negative)
        v = _mm512_mask_sub_pd(v, (__mmask8)negative, _mm512_setzero_pd(), v);
    n->element = _mm512_castpd_si512(v);
    if (kind == CSR_DOUBLE)
        return;
    f = _mm512_cvtpd_ps(v);
    n->wrong |= _mm512_cmp_pd_mask(_mm512_cvtps_pd(f), v, _CMP_NEQ_UQ);
    n->element = _mm512_castsi256_si512(_mm256_castps_si256(f));
}

/* Where entries go: column and value k on. */
struct sink {
    uint32_t *col;
    void *value;
    int64_t k;
    __m256i last; /* its last element: the index of the entry before */
};

/* Stores eight entries, of which `count` stay. */
__attribute__((always_inline)) static inline void
store(enum csr_storage kind, struct sink *s, unsigned count, __m256i col, __m512i element)
{
    _mm256_storeu_si256((void *)(s->col + s->k), col);
    if (kind == CSR_DOUBLE)
        _mm512_storeu_si512((double *)s->value + s->k, element);
    else if (kind != CSR_BINARY)
        _mm256_storeu_si256((void *)((int32_t *)s->value + s->k), _mm512_castsi512_si256(element));
    s->k += count;
}

/* The same without the entries 0. */
__attribute__((always_inline)) static inline void
store_some(enum csr_storage kind, struct sink *s, unsigned some, __m256i col, __m512i element)
{
    const __mmask8 m = (__mmask8)some;

    element = kind == CSR_DOUBLE ? _mm512_maskz_compress_epi64(m, element)
                                 : _mm512_maskz_compress_epi32(m, element);
    store(kind, s, (unsigned)_mm_popcnt_u32(some), _mm256_maskz_compress_epi32(m, col), element);
}

/* Reads the entries of a window, whose marks are in order. False: not all can be taken, and none
 * is. There is one branch for entries 0: most data have none or many. */
__attribute__((always_inline)) static inline bool
take_window(struct sink *s, __m512i text, const struct marks *m, enum csr_storage kind, int most)
{
    const unsigned all = _bzhi_u32(UINT8_MAX, m->count);
    const unsigned negative = (unsigned)_pext_u64(m->minuses >> 1, m->colons);
    const __m256i one = _mm256_set1_epi32(1);
    struct numbers n = read_numbers(text, m);
    __m256i before = _mm256_alignr_epi32(n.index, s->last, LANES - 1);
    __m256i col = _mm256_sub_epi32(n.index, one);
    unsigned zeros = all & signs(_mm256_cmpgt_epi32(one, n.value));

    if (kind == CSR_BINARY)
        n.wrong |= signs(_mm256_cmpgt_epi32(n.value, one)) | zeros;
    else if (kind == CSR_DECIMAL)
        set_decimals(&n, most, negative);
    else
        set_reals(kind, &n, negative);
    n.wrong |= ~signs(_mm256_cmpgt_epi32(n.index, before));
    if (n.wrong & all)
        return false;
    if (zeros == 0)
        store(kind, s, m->count, col, n.element);
    else
        store_some(kind, s, all & ~zeros, col, n.element);
    s->last = _mm256_permutevar8x32_epi32(n.index, _mm256_set1_epi32((int)m->count - 1));
    return true;
}

/* Window after window. Where the next one begins is known before the numbers are read. The rest of
 * a line behind a window that is not taken comes with vectors of 32 bytes; where that is a whole
 * line, the next lines, too. */
__attribute__((always_inline)) static inline const char *
take_entries(struct chunk *c, const char *p, uint32_t *last, enum csr_storage kind)
{
    struct sink s = {c->col, c->value, c->entries, _mm256_set1_epi32((int)*last)};
    const char *begin = p;
    bool taken = true, ended = *p == '\n';

    if (c->narrow > 0) {
        c->narrow--;
        return svmlight_entries_vectors()->take[kind](c, p, last);
    }

    while (taken && !ended) {
        const __m512i text = _mm512_loadu_si512(p);
        struct marks m = find_marks(text);
        taken = in_order(&m) && (kind != CSR_BINARY || (m.dots | m.minuses) == 0) &&
                take_window(&s, text, &m, kind, c->storage.places);
        if (!taken)
            break;
        ended = m.line_end != 0;
        p += ended ? _tzcnt_u64(m.line_end) : 64 - _lzcnt_u64(m.ends);
    }
    c->entries = s.k;
    *last = (uint32_t)_mm256_cvtsi256_si32(s.last);
    if (!taken && p == begin)
        c->narrow = NARROW;
    return taken ? p : svmlight_entries_vectors()->take[kind](c, p, last);
}

#define ENTRIES svmlight_entries_avx512
#include "data/text/svmlight_entries_template.h"

const struct svmlight_entries *svmlight_entries_wide(void)
{
    bool has = isa_has(ISA_AVX512) && __builtin_cpu_supports("avx512vbmi") &&
               __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("bmi2");

    return has ? &svmlight_entries_avx512 : NULL;
}
