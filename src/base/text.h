/* text - numbers to and from text, independent of the locale. */
#ifndef RRM_TEXT_H
#define RRM_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline bool text_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool text_is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* The first byte of [s, end) that is no blank, or end. */
static inline const char *text_skip_blanks(const char *s, const char *end)
{
    while (s < end && text_is_blank(*s))
        s++;
    return s;
}

/* Whether [s, end) is the word. */
static inline bool text_is(const char *s, const char *end, const char *word)
{
    size_t length = strlen(word);

    return (size_t)(end - s) == length && memcmp(s, word, length) == 0;
}

/* Reads a decimal floating-point number at s: [+-] digits [. digits] [e [+-] digits], with a digit
 * before the exponent, ending before `end`. *value is correctly rounded, bit for bit what strtod
 * gives in the C locale: +-infinity where it is too large for a double, +-0 where it is too small.
 * Hexadecimal, inf and nan are no numbers here. Returns the first byte behind, or NULL where no
 * number begins at s. Never reads *end. */
const char *text_number(const char *s, const char *end, double *value);

/* The number that is the word at s, one that a blank or `end` closes. Returns the next word, or
 * `end`; NULL where the word is no number. */
const char *text_number_word(const char *s, const char *end, double *value);

/* Reads an unsigned decimal integer at s, without a sign, in the same way. NULL also where it is
 * above UINT64_MAX. */
const char *text_unsigned(const char *s, const char *end, uint64_t *value);

/* Whether the whole of the NUL-terminated s is a finite number in [lo, hi]; *value is set if so. */
bool text_whole_number(const char *s, double lo, double hi, double *value);

/* A number behind the name of a loss or a regularizer, NAME:P,P. */
struct range {
    const char *name;       /* NULL: there is no such number */
    double initial, lo, hi; /* default and range, both ends in it */
};

/* A copy of the string, from mem_alloc; NULL: no memory. */
char *text_copy(const char *s);

/* Writes the shortest of %.15g, %.16g, %.17g that reads back as value; returns the length. A room
 * of 32 is enough. */
size_t text_format(double value, char *buffer, size_t room);

/* Writes what printf writes for %.17g, which reads back as value, without a NUL; returns the
 * length. A room of TEXT_EXACT is enough. */
enum { TEXT_EXACT = 32 };
size_t text_exact(double value, char *to);

/* The same for %PRIu64. */
size_t text_exact_unsigned(uint64_t value, char *to);

/* Adds an item to a list in `text`, which has room for `room` bytes: `prefix` and `item`, behind
 * `between` if the list is not empty. What finds no room is cut. */
void text_list(char *text, size_t room, const char *between, const char *prefix, const char *item);

enum { TEXT_QUOTE = 100 }; /* 24 bytes as \xNN, three dots and the NUL are 100 */

/* The word at s, for a message: up to 24 bytes up to the next blank, line end or end, "..." if
 * there are more; what is not printable ASCII is written as \xNN. Returns buffer. */
const char *text_quote(const char *s, const char *end, char buffer[TEXT_QUOTE]);

/* The same of all of [s, end), blanks too. */
const char *text_quote_all(const char *s, const char *end, char buffer[TEXT_QUOTE]);

#endif
