/* letters - what the characters of a text are, letters, digits or blanks, and their lower case: by
 * the C library, whatever the user's locale. */
#include "terms/letters.h"

#include <wctype.h>

/* The no-break blanks of Unicode, which no locale calls blanks. */
enum { NO_BREAK = 0xa0, NO_BREAK_FIGURE = 0x2007, NO_BREAK_NARROW = 0x202f };

static bool is_blank(uint32_t code, locale_t locale)
{
    return code == NO_BREAK || code == NO_BREAK_FIGURE || code == NO_BREAK_NARROW ||
           iswspace_l((wint_t)code, locale) || iswcntrl_l((wint_t)code, locale);
}

/* Numbers that no locale calls digits, as a superscript 2 and the sign of a half: Unicode's class
 * No where Latin, Greek, Cyrillic and East Asian texts have it. */
static bool is_number(uint32_t code)
{
    static const struct {
        uint16_t from, to;
    } ranges[] = {{0xb2, 0xb3}, {0xb9, 0xb9}, {0xbc, 0xbe}, {0x2070, 0x2070}, {0x2074, 0x2079},
                  {0x2080, 0x2089}, {0x2150, 0x215f}, {0x2189, 0x2189}, {0x2460, 0x249b},
                  {0x24ea, 0x24ff}, {0x2776, 0x2793}, {0x3192, 0x3195}, {0x3220, 0x3229},
                  {0x3248, 0x324f}, {0x3251, 0x325f}, {0x3280, 0x3289}, {0x32b1, 0x32bf}};

    for (size_t k = 0; k < sizeof ranges / sizeof *ranges; k++)
        if (code <= ranges[k].to)
            return code >= ranges[k].from;
    return false;
}

/* By the locale. wchar_t holds codes of Unicode in locales of UTF-8. */
static uint32_t look_up(const struct letters *l, uint32_t code)
{
    uint32_t is = LETTER_GOOD;

    if (code == '_' || iswalnum_l((wint_t)code, l->locale) || is_number(code))
        is |= LETTER_WORD;
    if (!is_blank(code, l->locale))
        is |= LETTER_GRAPH;
    if (l->lower)
        code = (uint32_t)towlower_l((wint_t)code, l->locale) & LETTER_CODE;
    return is | code;
}

/* Without a locale: of ASCII; a byte above is a letter. */
static uint32_t of_byte(const struct letters *l, uint32_t code)
{
    uint32_t is = LETTER_GOOD;
    bool upper = code >= 'A' && code <= 'Z', small = code >= 'a' && code <= 'z';
    bool digit = code >= '0' && code <= '9';

    if (upper || small || digit || code == '_' || code >= LETTERS_ASCII)
        is |= LETTER_WORD;
    if (code > ' ' && code != LETTERS_ASCII - 1)
        is |= LETTER_GRAPH;
    return is | (upper && l->lower ? code - 'A' + 'a' : code);
}

void letters_init(struct letters *l, bool unicode, bool lower)
{
    *l = (struct letters){.lower = lower};
    if (unicode)
        l->locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    l->unicode = l->locale != (locale_t)0;
    for (uint32_t code = 0; code < LETTERS_KNOWN; code++)
        l->known[code] = l->unicode ? look_up(l, code) : of_byte(l, code);
}

void letters_free(struct letters *l)
{
    if (l->locale)
        freelocale(l->locale);
    l->locale = (locale_t)0;
}

enum { MORE_BITS = 6 }; /* of a code, in each byte behind the first */

/* The code at s, *length bytes; false: a bad byte. */
static bool decode(const unsigned char *s, size_t left, uint32_t *code, size_t *length)
{
    /* The least code by *length; shorter forms of the same code are bad. */
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const uint32_t surrogates = 0xd800, behind_surrogates = 0xe000, most = 0x10ffff;

    *length = 2;
    *length += s[0] >= 0xe0;
    *length += s[0] >= 0xf0;
    if (s[0] < 0xc0 || s[0] >= 0xf8 || left < *length)
        return false;
    *code = s[0] & (0x7fU >> *length);
    for (size_t k = 1; k < *length; k++) {
        if ((s[k] & 0xc0) != 0x80)
            return false;
        *code = *code << MORE_BITS | (s[k] & 0x3f);
    }
    return *code >= least[*length] && *code <= most &&
           (*code < surrogates || *code >= behind_surrogates);
}

uint32_t letters_above(const struct letters *l, const char **s, const char *end)
{
    const unsigned char *from = (const unsigned char *)*s;
    uint32_t code;
    size_t length;

    if (!l->unicode) {
        ++*s;
        return l->known[*from];
    }
    if (!decode(from, (size_t)(end - *s), &code, &length)) {
        ++*s;
        return 0;
    }
    *s += length;
    return code < LETTERS_KNOWN ? l->known[code] : look_up(l, code);
}

/* A capital or a small letter. */
static bool has_case(const struct letters *l, uint32_t character)
{
    wint_t code = character & LETTER_CODE;

    return iswlower_l(code, l->locale) || iswupper_l(code, l->locale);
}

uint32_t letters_sigma(const struct letters *l, uint32_t before, const char *next, const char *end)
{
    static const uint32_t small = 0x3c3, final = 0x3c2;
    bool last = has_case(l, before) && (next == end || !has_case(l, letters_next(l, &next, end)));

    return LETTER_GOOD | LETTER_WORD | LETTER_GRAPH | (last ? final : small);
}

char *letters_put_above(const struct letters *l, uint32_t code, char *to)
{
    unsigned char *at = (unsigned char *)to;
    int more = 1 + (code >= 0x800) + (code >= 0x10000); /* bytes behind the first */

    if (!l->unicode) {
        *at = (unsigned char)code;
        return to + 1;
    }
    *at++ = (unsigned char)((0xff00U >> (more + 1) & 0xff) | code >> (MORE_BITS * more));
    while (more-- > 0)
        *at++ = (unsigned char)(0x80 | (code >> (MORE_BITS * more) & 0x3f));
    return (char *)at;
}
