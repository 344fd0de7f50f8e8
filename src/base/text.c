/* text - numbers to and from text, independent of the locale.
 *
 * A number is m 10^e with a whole mantissa m. Its nearest double comes from base/nearest where m <
 * 2^64 and |e| <= 64; m is the first 19 digits where all larger m with these have the same; the
 * rest comes from strtod. */
#include "base/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/nearest.h"

__extension__ typedef unsigned __int128 wide;

enum {
    SIGNIFICANT = 800,     /* no double, and no middle of two, has more than 768 digits */
    FAR_EXPONENT = 100000, /* |e| beyond: 0 or infinity, whatever the SIGNIFICANT digits are */
    EXPONENT_ROOM = 16,    /* bytes for "e-100000" */
    EXACT = 17,            /* significant digits that tell any double from its neighbours */
    QUOTED = 24            /* bytes of a word that messages show */
};

/* 5^k, k <= NEAREST_EXACT: odd, and the first word of 10^k but for its zeros. */
static inline uint64_t five(int k)
{
    uint64_t word = nearest_power[NEAREST_MOST + k][0];

    return word >> __builtin_ctzll(word);
}

/* *number = *number 10^k + the k digits at p, modulo 2^64; returns the first byte behind them. */
static inline const char *take_digits(const char *p, const char *end, uint64_t *number)
{
    while (end - p >= 8) {
        uint64_t bytes = digits_load(p);
        int count = digits_count(bytes);
        *number = *number * power_of_ten[count] + digits_value(bytes, count);
        p += count;
        if (count < 8)
            return p;
    }
    for (; p < end && text_is_digit(*p); p++)
        *number = *number * 10 + (uint64_t)(*p - '0');
    return p;
}

/* Reads the exponent whose 'e' stands at p; |*exponent| stays below 10^18, so that the length of
 * any text can be added. Returns the byte behind, or p where no digits follow the 'e'. */
static const char *take_exponent(const char *p, const char *end, int64_t *exponent)
{
    const char *s = p + 1;
    bool negative = s < end && *s == '-';
    int64_t e = 0;

    s += s < end && (*s == '-' || *s == '+');
    if (s >= end || !text_is_digit(*s))
        return p;
    for (; s < end && text_is_digit(*s); s++)
        if (e < INT64_C(100000000000000000)) /* 10^17 */
            e = e * 10 + (*s - '0');
    *exponent = negative ? -e : e;
    return s;
}

/* The double nearest to digits 10^exponent, by strtod. digits has EXPONENT_ROOM bytes behind its
 * `count`. */
static double from_library(char *digits, size_t count, int64_t exponent)
{
    int e = exponent < FAR_EXPONENT ? (int)exponent : FAR_EXPONENT;

    if (exponent < -FAR_EXPONENT)
        e = -FAR_EXPONENT;
    snprintf(digits + count, EXPONENT_ROOM, "e%d", e);
    return strtod(digits, NULL);
}

/* The double nearest to mantissa 10^exponent where |exponent| > NEAREST_MOST. */
static double nearest_far(uint64_t mantissa, int64_t exponent)
{
    char digits[24 + EXPONENT_ROOM];
    int count = snprintf(digits, 24, "%" PRIu64, mantissa);

    return from_library(digits, (size_t)count, exponent);
}

/* The double nearest to mantissa 10^exponent. */
static inline double nearest(uint64_t mantissa, int64_t exponent)
{
    if (exponent < -NEAREST_MOST || exponent > NEAREST_MOST)
        return nearest_far(mantissa, exponent);
    return nearest_double(mantissa, (int)exponent);
}

/* The double nearest to the number [s, end), digits with at most one point, times 10^exponent. Of
 * what follows its first SIGNIFICANT digits only counts whether it is 0: a digit 1 stands for the
 * rest if not. */
__attribute__((noinline)) static double from_many_digits(const char *s, const char *end,
                                                         int64_t exponent)
{
    char digits[SIGNIFICANT + 1 + EXPONENT_ROOM];
    size_t count = 0, behind; /* behind: the digits behind the mantissa */
    bool fraction = false, more = false;
    uint64_t mantissa = 0;
    double v;

    for (; s < end; s++) {
        if (*s == '.') {
            fraction = true;
        } else if (count == SIGNIFICANT) {
            more |= *s != '0';
            exponent += !fraction;
        } else {
            if (count > 0 || *s != '0')
                digits[count++] = *s;
            exponent -= fraction;
        }
    }
    if (more) {
        digits[count++] = '1';
        exponent--;
    }
    for (; count > NEAREST_DIGITS && digits[count - 1] == '0'; exponent++)
        count--;
    behind = count > NEAREST_DIGITS ? count - NEAREST_DIGITS : 0;
    take_digits(digits, digits + count - behind, &mantissa);
    v = nearest(mantissa, exponent + (int64_t)behind);
    if (behind == 0 || v == nearest(mantissa + 1, exponent + (int64_t)behind))
        return v;
    return from_library(digits, count, exponent);
}

const char *text_number(const char *s, const char *end, double *value)
{
    static const double sign[] = {1, -1}; /* a table: a branch on a random sign is mispredicted */
    const char *first, *behind, *p;
    uint64_t mantissa = 0;
    int64_t count, places = 0, exponent = 0;
    bool negative;
    double v;

    if (s == end)
        return NULL;
    negative = *s == '-';
    first = text_is_digit(*s) ? s : s + (negative | (*s == '+'));
    if (end - first > 1 && first[1] == '.' && text_is_digit(first[0])) { /* as 0.5: frequent */
        mantissa = (uint64_t)(first[0] - '0');
        p = first + 1;
    } else {
        p = take_digits(first, end, &mantissa);
    }
    count = p - first;
    if (p < end && *p == '.') {
        behind = p + 1;
        p = take_digits(behind, end, &mantissa);
        places = p - behind;
        count += places;
    }
    if (count == 0)
        return NULL;
    behind = p;
    if (p < end && (*p == 'e' || *p == 'E'))
        p = take_exponent(p, end, &exponent);
    if (count <= NEAREST_DIGITS)
        v = nearest(mantissa, exponent - places);
    else
        v = from_many_digits(first, behind, exponent);
    *value = v * sign[negative];
    return p;
}

const char *text_number_word(const char *s, const char *end, double *value)
{
    const char *behind = text_number(s, end, value);

    return behind && (behind == end || text_is_blank(*behind)) ? text_skip_blanks(behind, end)
                                                               : NULL;
}

const char *text_unsigned(const char *s, const char *end, uint64_t *value)
{
    const char *p = s;
    uint64_t v = 0;

    for (; p < end && text_is_digit(*p); p++) {
        uint64_t digit = (uint64_t)(*p - '0');
        if (v > (UINT64_MAX - digit) / 10)
            return NULL;
        v = v * 10 + digit;
    }
    if (p == s)
        return NULL;
    *value = v;
    return p;
}

bool text_whole_number(const char *s, double lo, double hi, double *value)
{
    const char *end = s + strlen(s);
    double v;

    if (text_number(s, end, &v) != end || !isfinite(v) || v < lo || v > hi)
        return false;
    *value = v;
    return true;
}

char *text_copy(const char *s)
{
    size_t size = strlen(s) + 1;
    char *copy = mem_alloc(size, 1);

    if (copy)
        memcpy(copy, s, size);
    return copy;
}

/* %.15g writes whole numbers below as such. */
static const double WHOLE = 1e15;

size_t text_format(double value, char *buffer, size_t room)
{
    int length = 0;

    if (fabs(value) < WHOLE && value == rint(value) && room >= TEXT_EXACT) {
        buffer[0] = '-';
        length = signbit(value) != 0;
        length += (int)text_exact_unsigned((uint64_t)fabs(value), buffer + length);
        buffer[length] = '\0';
        return (size_t)length;
    }
    for (int digits = 15; digits <= 17; digits++) {
        double back;
        length = snprintf(buffer, room, "%.*g", digits, value);
        if (length < 0 || (size_t)length >= room)
            break;
        if (text_number(buffer, buffer + length, &back) && back == value)
            break;
    }
    return length < 0 ? 0 : (size_t)length;
}

/* For normal x = m 2^e with 1e-11 <= |x| < 1e17: *digits = |x| 10^(16 - *exponent), rounded to an
 * integer of EXACT digits, ties to even as printf has it. For k = 16 - *exponent in [0, 27] both
 * m 5^k < 2^116 and its remainder by 2^-(e + k) are exact in 128 bits. False for other x. */
static bool to_wide(double x, uint64_t *digits, int *exponent)
{
    static const uint64_t one = UINT64_C(1) << 52, least = UINT64_C(100000000000000000);
    uint64_t bits, m;
    int e, k, shift;

    memcpy(&bits, &x, sizeof bits);
    e = (int)(bits >> 52 & 0x7ff) - 1075;
    m = (bits & (one - 1)) | one;
    *exponent = (int)floor((e + 52) * 0.30102999566398120); /* floor(log10 |x|), or 1 less */
    for (;; ++*exponent) {
        k = EXACT - 1 - *exponent;
        if (k < 0 || k > NEAREST_EXACT)
            return false;
        wide product = (wide)m * five(k);
        shift = -(e + k);
        if (shift <= 0) {
            *digits = (uint64_t)(product << -shift);
        } else {
            wide rest = product & (((wide)1 << shift) - 1), half = (wide)1 << (shift - 1);
            *digits = (uint64_t)(product >> shift);
            *digits += rest > half || (rest == half && (*digits & 1) != 0);
        }
        if (*digits < least)
            return true;
    }
}

/* Two digits at a time: half as many divisions, one after the other, as digits. */
size_t text_exact_unsigned(uint64_t value, char *to)
{
    static const char pairs[] = "00010203040506070809101112131415161718192021222324"
                                "25262728293031323334353637383940414243444546474849"
                                "50515253545556575859606162636465666768697071727374"
                                "75767778798081828384858687888990919293949596979899";
    char digits[20], *p = digits + sizeof digits;

    for (; value >= 100; value /= 100)
        p = memcpy(p - 2, pairs + value % 100 * 2, 2);
    p = memcpy(p - 2, pairs + value * 2, 2);
    p += value < 10;
    size_t length = (size_t)(digits + sizeof digits - p);
    memcpy(to, p, length);
    return length;
}

/* The digits d[0 .. count), a point behind `whole` of them where more follow; returns the end. */
static char *put_point(char *to, const char *d, size_t whole, size_t count)
{
    memcpy(to, d, whole);
    to += whole;
    if (count > whole) {
        *to++ = '.';
        memcpy(to, d + whole, count - whole);
        to += count - whole;
    }
    return to;
}

size_t text_exact(double value, char *to)
{
    static const char zeros[] = "0.000";
    char d[20], *p = to;
    uint64_t digits;
    int exponent;

    if (value == 0 && !signbit(value)) {
        *to = '0';
        return 1;
    }
    if (!to_wide(value, &digits, &exponent))
        return (size_t)snprintf(to, TEXT_EXACT, "%.17g", value);
    size_t count = text_exact_unsigned(digits, d);
    while (count > (exponent > 0 ? (size_t)exponent + 1 : 1) && d[count - 1] == '0')
        count--;
    if (value < 0)
        *p++ = '-';
    if (exponent >= 0) {
        p = put_point(p, d, (size_t)exponent + 1, count);
    } else if (exponent >= -4) {
        memcpy(p, zeros, (size_t)(1 - exponent));
        p = put_point(p + (1 - exponent), d, count, count);
    } else {
        p = put_point(p, d, 1, count);
        *p++ = 'e';
        *p++ = '-';
        *p++ = (char)('0' - exponent / 10);
        *p++ = (char)('0' - exponent % 10);
    }
    return (size_t)(p - to);
}

/* Whether a blank, a line end or the end stands at s. */
static bool ends_word(const char *s, const char *end)
{
    if (s >= end || text_is_blank(*s) || *s == '\n')
        return true;
    return *s == '\r' && (s + 1 == end || s[1] == '\n');
}

const char *text_quote_all(const char *s, const char *end, char buffer[TEXT_QUOTE])
{
    static const char hex[] = "0123456789abcdef";
    char *to = buffer;

    for (int bytes = 0; bytes < QUOTED && s < end; s++, bytes++) {
        unsigned char c = (unsigned char)*s;
        if (c >= ' ' && c < 0x7f) {
            *to++ = *s;
        } else {
            *to++ = '\\';
            *to++ = 'x';
            *to++ = hex[c >> 4];
            *to++ = hex[c & 15];
        }
    }
    for (int dots = s < end ? 3 : 0; dots > 0; dots--)
        *to++ = '.';
    *to = '\0';
    return buffer;
}

const char *text_quote(const char *s, const char *end, char buffer[TEXT_QUOTE])
{
    const char *stop = s;

    while (stop - s <= QUOTED && !ends_word(stop, end))
        stop++;
    return text_quote_all(s, stop, buffer);
}

void text_list(char *text, size_t room, const char *between, const char *prefix, const char *item)
{
    size_t used = strlen(text);

    snprintf(text + used, room - used, "%s%s%s", used > 0 ? between : "", prefix, item);
}
