/* test_terms - raw texts: characters, the table of terms, terms of a text, rows. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wctype.h>

#include "math/rng.h"
#include "terms/labels.h"
#include "terms/row.h"
#include "terms/splitter.h"

#include "common.h"

/* ---- characters ------------------------------------------------------------------------------------------------------- */

/* In a block of its own: sanitizers see a byte read too far. */
static uint32_t first_of(const struct letters *l, const char *bytes, size_t length, size_t *used)
{
    char *block = malloc(length);
    const char *s = block;
    uint32_t is;

    ck_assert_ptr_nonnull(block);
    memcpy(block, bytes, length);
    is = letters_next(l, &s, block + length);
    *used = (size_t)(s - block);
    free(block);
    return is;
}

/* Every code there and back; cut, it is bad, a byte at a time. */
START_TEST(codes)
{
    struct letters l;

    letters_init(&l, true, false);
    for (uint32_t code = 0; l.unicode && code <= 0x10ffff; code++) {
        bool surrogate = code >= 0xd800 && code < 0xe000;
        char bytes[LETTERS_BYTES];
        size_t length = (size_t)(letters_put(&l, code, bytes) - bytes), used;
        uint32_t is = first_of(&l, bytes, length, &used);

        ck_assert_uint_eq(length, 1U + (code >= 0x80) + (code >= 0x800) + (code >= 0x10000));
        ck_assert_uint_eq(used, surrogate ? 1 : length);
        ck_assert_uint_eq(is & LETTER_CODE, surrogate ? 0 : code);
        ck_assert((is & LETTER_GOOD) != 0 || surrogate);
        if (length > 1) {
            ck_assert_uint_eq(first_of(&l, bytes, length - 1, &used), 0);
            ck_assert_uint_eq(used, 1);
        }
    }
    letters_free(&l);
}
END_TEST

START_TEST(bad_bytes)
{
    static const char *const bad[] = {"\x80", "\xbf", "\xc0\x80", "\xc1\xbf", "\xe0\x9f\xbf", "\xf0\x8f\xbf\xbf",
                                      "\xf4\x90\x80\x80", "\xf8\x88\x80\x80\x80", "\xff", "\xfe", "\xe2\x28\xa1",
                                      "\xe2\x82\x28", "\xf0\x90\x28\xbc", "\xc3("};
    struct letters l;

    letters_init(&l, true, true);
    for (size_t k = 0; l.unicode && k < sizeof bad / sizeof *bad; k++) {
        size_t used;
        ck_assert_msg(first_of(&l, bad[k], strlen(bad[k]), &used) == 0, "%zu", k);
        ck_assert_uint_eq(used, 1);
    }
    letters_free(&l);
}
END_TEST

/* What a character is and becomes, with and without a locale. */
START_TEST(classes)
{
    static const struct {
        const char *bytes;
        uint32_t unicode, plain; /* what it is, and its lower case */
    } cases[] = {{"A", LETTER_WORD | LETTER_GRAPH | 'a', LETTER_WORD | LETTER_GRAPH | 'a'},
                 {"z", LETTER_WORD | LETTER_GRAPH | 'z', LETTER_WORD | LETTER_GRAPH | 'z'},
                 {"7", LETTER_WORD | LETTER_GRAPH | '7', LETTER_WORD | LETTER_GRAPH | '7'},
                 {"_", LETTER_WORD | LETTER_GRAPH | '_', LETTER_WORD | LETTER_GRAPH | '_'},
                 {"-", LETTER_GRAPH | '-', LETTER_GRAPH | '-'},
                 {" ", ' ', ' '},
                 {"\r", '\r', '\r'},
                 {"\x7f", 0x7f, 0x7f},
                 {"\x01", 1, 1},
                 {"\xc3\x84", LETTER_WORD | LETTER_GRAPH | 0xe4, LETTER_WORD | LETTER_GRAPH | 0xc3},
                 {"\xc2\xb2", LETTER_WORD | LETTER_GRAPH | 0xb2, LETTER_WORD | LETTER_GRAPH | 0xc2},
                 {"\xc2\xb4", LETTER_GRAPH | 0xb4, LETTER_WORD | LETTER_GRAPH | 0xc2},
                 {"\xe3\x8a\xbf", LETTER_WORD | LETTER_GRAPH | 0x32bf, LETTER_WORD | LETTER_GRAPH | 0xe3},
                 {"\xc2\xa0", 0xa0, LETTER_WORD | LETTER_GRAPH | 0xc2},
                 {"\xe2\x80\xaf", 0x202f, LETTER_WORD | LETTER_GRAPH | 0xe2},
                 {"\xe2\x80\x94", LETTER_GRAPH | 0x2014, LETTER_WORD | LETTER_GRAPH | 0xe2},
                 {"\xd0\x9f", LETTER_WORD | LETTER_GRAPH | 0x43f, LETTER_WORD | LETTER_GRAPH | 0xd0},
                 {"\xe6\x9d\xb1", LETTER_WORD | LETTER_GRAPH | 0x6771, LETTER_WORD | LETTER_GRAPH | 0xe6}};

    for (int unicode = 0; unicode <= 1; unicode++) {
        struct letters l;
        letters_init(&l, unicode != 0, true);
        ck_assert(unicode || !l.unicode);
        for (size_t k = 0; k < sizeof cases / sizeof *cases && l.unicode == (unicode != 0); k++) {
            const char *s = cases[k].bytes;
            uint32_t wanted = LETTER_GOOD | (unicode ? cases[k].unicode : cases[k].plain);
            ck_assert_msg(letters_next(&l, &s, s + strlen(s)) == wanted, "%zu", k);
        }
        letters_free(&l);
    }
}
END_TEST

/* ---- the table -------------------------------------------------------------------------------------------------------- */

/* Every string of 0 to 3 letters out of four, and long ones that differ in one byte: each has its number, others none. */
START_TEST(numbers)
{
    struct term_table t = {0};
    char text[64];
    uint32_t count = 0;

    ck_assert_uint_eq(term_table_find(&t, "", 0), TERM_NONE);
    for (size_t n = 0; n <= 40; n++)
        for (size_t at = 0; at <= n; at++)
            for (char c = '\0'; c < 3; c++) {
                memset(text, 'a', sizeof text);
                text[at] = c;
                if (at == n && c > 0) /* the byte behind the string is none of it */
                    ck_assert_uint_eq(term_table_put(&t, text, n), count - 1);
                else
                    ck_assert_uint_eq(term_table_put(&t, text, n), count++);
                ck_assert_uint_eq(term_table_find(&t, text, n), count - 1);
            }
    for (size_t n = 0; n <= 40; n++)
        for (size_t at = 0; at < n; at++) {
            memset(text, 'a', sizeof text);
            text[at] = 'b';
            ck_assert_uint_eq(term_table_find(&t, text, n), TERM_NONE);
        }
    ck_assert_uint_eq(t.count, count);
    for (size_t n = 0; n <= 40; n++) { /* several at once, with anything behind them */
        struct term_place place[2] = {{.at = 1, .length = n}, {.at = 0, .length = 0}};
        uint32_t number[2];
        memset(text, 'a', sizeof text);
        text[n] = n % 2 ? '\3' : '\1'; /* of odd n there is none yet */
        text[n + 1] = '\2';
        term_table_find_all(&t, text, 2, place, number);
        ck_assert_uint_eq(number[0], term_table_find(&t, text + 1, n));
        ck_assert(number[1] == 0 && (number[0] == TERM_NONE) == (n % 2 == 1));
        ck_assert(term_table_put_all(&t, text, 1, place, number));
        ck_assert_uint_eq(number[0], term_table_find(&t, text + 1, n));
    }
    term_table_free(&t);
}
END_TEST

START_TEST(many_numbers)
{
    enum { MANY = 200000 };
    struct term_table t = {0};
    char text[32];

    for (uint32_t round = 0; round < 2; round++)
        for (uint32_t k = 0; k < MANY; k++) {
            int n = snprintf(text, sizeof text, k % 2 ? "%u" : "term number %u", k);
            ck_assert_uint_eq(term_table_put(&t, text, (size_t)n), k);
        }
    for (uint32_t k = 0; k < MANY; k += 999) {
        int n = snprintf(text, sizeof text, k % 2 ? "%u" : "term number %u", k);
        ck_assert_uint_eq(t.term[k].length, (size_t)n);
        ck_assert_int_eq(memcmp(t.bytes + t.term[k].at, text, (size_t)n), 0);
    }
    term_table_free(&t);
}
END_TEST

/* ---- the terms of a text ---------------------------------------------------------------------------------------------- */

struct taken {
    char text[1 << 20]; /* the terms, a '|' behind each */
    size_t length;
    size_t left;        /* terms until taking ends */
};

static bool take(void *context, const char *bytes, size_t count, const struct term_place *term)
{
    struct taken *to = context;

    ck_assert(count > 0 && count <= TERMS_AT_ONCE);
    for (size_t k = 0; k < count; k++) {
        ck_assert(to->length + term[k].length + 1 < sizeof to->text);
        memcpy(to->text + to->length, bytes + term[k].at, term[k].length);
        to->length += term[k].length;
        to->text[to->length++] = '|';
    }
    to->text[to->length] = '\0';
    to->left--;
    return to->left > 0;
}

/* The terms of the text, in a block of its own. */
static bool split(struct ngrams ngrams, const char *text, size_t most, struct taken *to, struct splitter *p)
{
    size_t length = strlen(text);
    char *block = malloc(length ? length : 1);
    struct letters l;
    bool all;

    ck_assert_ptr_nonnull(block);
    memcpy(block, text, length);
    letters_init(&l, true, true);
    *to = (struct taken){.left = most};
    *p = (struct splitter){.letters = &l, .ngrams = ngrams, .take = take, .context = to};
    all = splitter_run(p, block, block + length);
    letters_free(&l);
    free(block);
    return all;
}

START_TEST(terms)
{
    static const struct {
        struct ngrams ngrams;
        const char *text, *terms;
    } cases[] = {{{false, 1, 1}, "", ""},
                 {{false, 1, 1}, " One, two--three_3! ", "one|two|three_3|"},
                 {{false, 1, 2}, "a B c", "a|b|a b|c|b c|"},
                 {{false, 2, 3}, "a b c d", "a b|b c|a b c|c d|b c d|"},
                 {{false, 4, 5}, "a b c", ""},
                 {{false, 1, 1}, "ΟΔΟΣ Σ ΣΑΣ1, ΑΣσ x² ½", "οδος|σ|σας1|ασσ|x²|½|"},
                 {{true, 4, 4}, "ΑΣ ΑΣ!", " ας | ας!|ας! |"},
                 {{true, 3, 3}, "Ab c", " ab|ab | c |"},
                 {{true, 1, 2}, "x-", " |x| x|-|x-| |- |"},
                 {{true, 5, 9}, "ab c", " ab | c |"},
                 {{true, 4, 4}, "ab abc", " ab | abc|abc |"}};
    static struct taken to;
    static struct splitter p;

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        ck_assert(split(cases[k].ngrams, cases[k].text, SIZE_MAX, &to, &p));
        ck_assert_str_eq(to.text, cases[k].terms);
    }
}
END_TEST

/* A text far longer than the splitter's bytes, of words of `least` letters and more, some too long: each term is that of its
 * place, as if the latter were not there. */
static void check_long_text(int together, size_t least)
{
    static char text[120000], kept[120000];
    static struct taken to;
    static struct splitter p;
    size_t length = 0, words = 0, end = 0, first = 0, at = 0;

    for (unsigned k = 0; length < sizeof text - 2 * WORD_MOST; k++) {
        size_t n = k % 5 == 4 ? WORD_MOST + k % 3 : least + k * 7 % 12, from = length;
        for (size_t i = 0; i < n; i++)
            text[length++] = (char)('a' + (k + i) % 26);
        text[length++] = ' ';
        if (n > WORD_MOST)
            continue;
        words++;
        memcpy(kept + end, text + from, n + 1);
        end += n + 1;
    }
    text[length] = '\0';
    ck_assert(split((struct ngrams){false, together, together}, text, SIZE_MAX, &to, &p));
    ck_assert(p.passed > 0 && end > 2 * SPLITTER_BYTES);
    for (size_t k = 0; k + (size_t)together <= words; k++) { /* a term begins a word behind the one before */
        size_t n = 0;
        for (int w = 0; w < together; w++)
            n += strcspn(kept + first + n, " ") + 1;
        ck_assert_int_eq(memcmp(to.text + at, kept + first, n - 1), 0);
        ck_assert_int_eq(to.text[at + n - 1], '|');
        at += n;
        first += strcspn(kept + first, " ") + 1;
    }
    ck_assert_uint_eq(at, to.length);
}

START_TEST(long_text)
{
    check_long_text(1, 1);
    check_long_text(1, 300); /* few words fill the splitter's bytes */
    check_long_text(2, 300);
    check_long_text(NGRAM_MOST, 1);
}
END_TEST

START_TEST(ended)
{
    static struct taken to;
    static struct splitter p;

    for (size_t most = 1; most <= 2; most++)
        ck_assert(!split((struct ngrams){true, 1, 2}, "a text of more than sixty-four terms, but for taking", most, &to, &p));
}
END_TEST

/* ---- rows ------------------------------------------------------------------------------------------------------------- */

/* Of any length, ascending, each with its count; rows leave nothing behind for the next one. */
START_TEST(sorted)
{
    enum { TERMS = 70000, MOST = 700 };
    struct row r = {0};
    struct rng rng;
    static uint32_t count[TERMS], term[MOST];

    rng_seed(&rng, 3);
    ck_assert(row_reserve(&r, 10) && row_reserve(&r, TERMS));
    for (size_t n = 0; n < MOST; n += 1 + n / 10) {
        size_t different = 0;
        memset(count, 0, sizeof count);
        for (size_t k = 0; k < n; k++) {
            term[k] = (uint32_t)rng_below(&rng, n % 2 ? TERMS : 30);
            different += count[term[k]]++ == 0;
        }
        if (n > 1) {
            different -= --count[term[1]] == 0;
            term[1] = TERM_NONE;
        }
        r.count = 0;
        ck_assert(row_add(&r, n, term));
        ck_assert_uint_eq(r.count, different);
        row_sort(&r);
        for (size_t k = 0; k < r.count; k++) {
            ck_assert(k == 0 || r.item[k - 1].term < r.item[k].term);
            ck_assert_uint_eq(r.item[k].count, count[r.item[k].term]);
        }
    }
    row_free(&r);
}
END_TEST

START_TEST(lines)
{
    static const double idf[] = {1, 2, 1.25, 1e-7};
    static const struct {
        struct row_form form;
        const char *line;
    } cases[] = {{{.weight = ROW_COUNTS}, "x 1:3 2:1 3:1 4:2\n"},
                 {{.weight = ROW_BINARY}, "x 1:1 2:1 3:1 4:1\n"},
                 {{.weight = ROW_TF_IDF, .raw = true, .idf = idf}, "x 1:3 2:2 3:1.25 4:1.9999999999999999e-07\n"},
                 {{.weight = ROW_TF_IDF, .raw = true, .idf = idf, .places = 1}, "x 1:3 2:2 3:1.2\n"},
                 {{.weight = ROW_TF_IDF, .raw = true, .idf = idf, .places = 7}, "x 1:3 2:2 3:1.25 4:0.0000002\n"},
                 {{.weight = ROW_TF_IDF, .idf = idf, .places = 3}, "x 1:0.786 2:0.524 3:0.328\n"},
                 {{.weight = ROW_TF_IDF, .idf = idf, .places = 15},
                  "x 1:0.786146138496501 2:0.524097425664334 3:0.327560891040209 4:0.000000052409743\n"}};
    struct row r = {0};

    ck_assert(row_push(&r, 0, 3) && row_push(&r, 1, 1) && row_push(&r, 2, 1) && row_push(&r, 3, 2));
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct row_text text = {0};
        ck_assert(row_line(&r, &cases[k].form, "x", 1, &text));
        ck_assert_msg(text.length == strlen(cases[k].line) && memcmp(text.bytes, cases[k].line, text.length) == 0, "%.*s",
                      (int)text.length, text.bytes);
        free(text.bytes);
    }
    row_free(&r);
}
END_TEST

START_TEST(labels)
{
    static const struct {
        const char *label;
        enum label_kind kind;
    } cases[] = {{"", LABEL_NONE}, {"?", LABEL_NONE}, {"??", LABEL_WORD}, {"1", LABEL_NUMBER}, {"-1e3", LABEL_NUMBER},
                 {"1e999", LABEL_WRONG}, {"nan", LABEL_WORD}, {"inf", LABEL_WORD}, {"1 2", LABEL_WORD}, {" a", LABEL_WRONG},
                 {"a\001", LABEL_WRONG}, {"\xff", LABEL_WORD}};

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        ck_assert_msg(label_kind(cases[k].label, cases[k].label + strlen(cases[k].label)) == cases[k].kind, "%s",
                      cases[k].label);
}
END_TEST

RUN_TESTS("terms", codes, bad_bytes, classes, numbers, many_numbers, terms, long_text, ended, sorted, lines, labels)
