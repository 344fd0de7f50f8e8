/* letters - what the characters of a text are, letters, digits or blanks, and their lower case: by
 * the C library, whatever the user's locale. */
#ifndef RRM_LETTERS_H
#define RRM_LETTERS_H

#include <locale.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A character: its code, in lower case if asked for, and what it is. 0: no character, a bad byte.
 */
enum {
    LETTER_CODE = 0x1fffff,
    LETTER_WORD = 1 << 24,  /* a letter, a digit or '_' */
    LETTER_GRAPH = 1 << 25, /* neither a blank nor a control character */
    LETTER_GOOD = 1 << 26   /* any character */
};

enum {
    LETTERS_KNOWN = 0x800, /* codes of one byte or two in UTF-8, looked up once */
    LETTERS_ASCII = 0x80,
    LETTERS_BYTES = 4      /* of a character at most */
};

struct letters {
    bool unicode; /* UTF-8; else each byte above 127 is a letter */
    bool lower;
    locale_t locale;
    uint32_t known[LETTERS_KNOWN];
};

/* unicode: as far as this machine has the locale C.UTF-8; l->unicode says whether. Free with
 * letters_free. */
void letters_init(struct letters *l, bool unicode, bool lower);
void letters_free(struct letters *l);

/* The character of the byte above 127 at *s < end, behind which *s is set: behind one byte if that
 * begins no character in UTF-8, the shortest form of a code that there is (RFC 3629). */
uint32_t letters_above(const struct letters *l, const char **s, const char *end);

/* The lower case of a capital sigma between the character `before`, 0 if there is none, and what is
 * at `next`: the final one behind a letter and not before one, of letters that have a case (Unicode
 * 3.13, Final_Sigma, but for what is to be passed over there). */
uint32_t letters_sigma(const struct letters *l, uint32_t before, const char *next, const char *end);

static inline uint32_t letters_next(const struct letters *l, const char **s, const char *end)
{
    unsigned char byte = (unsigned char)**s;

    if (byte >= LETTERS_ASCII)
        return letters_above(l, s, end);
    ++*s;
    return l->known[byte];
}

/* The same of a run of letters, of which `before` is the last one; 0: there is none. */
static inline uint32_t letters_in_run(const struct letters *l, uint32_t before, const char **s,
                                      const char *end)
{
    const char *at = *s;
    uint32_t character = letters_next(l, s, end);
    bool sigma = at[0] == '\xce' && *s == at + 2 && at[1] == '\xa3'; /* capital, in UTF-8 */

    return sigma && l->lower ? letters_sigma(l, before, *s, end) : character;
}

/* Writes the code of a character, LETTERS_BYTES bytes at most; returns the end. */
char *letters_put_above(const struct letters *l, uint32_t code, char *to);

static inline char *letters_put(const struct letters *l, uint32_t character, char *to)
{
    uint32_t code = character & LETTER_CODE;

    if (code >= LETTERS_ASCII)
        return letters_put_above(l, code, to);
    *to = (char)code;
    return to + 1;
}

#endif
