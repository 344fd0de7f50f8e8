/* svmlight_wrong - why a line cannot be read. */
#include <inttypes.h>
#include <stdio.h>
#include <strings.h>

#include "data/text/svmlight_parser.h"

const char *parser_bad_word(struct parser *ps, const char *before, const char *word,
                            const char *after)
{
    char quoted[TEXT_QUOTE];

    snprintf(ps->reason, SVMLIGHT_REASON, "%s '%s'%s", before,
             text_quote(word, ps->end, quoted), after);
    return NULL;
}

/* Whether [p, end) is a name of a number that is not finite. */
static bool is_not_finite(const char *p, const char *end)
{
    static const char *const names[] = {"nan", "inf", "infinity"};
    size_t length;

    p += *p == '-' || *p == '+';
    length = (size_t)(end - p);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == length && strncasecmp(p, names[i], length) == 0)
            return true;
    return false;
}

/* What is wrong with a label that is no number: [label, end) is a word, or several numbers. */
static const char *why_no_number(const struct parser *ps, const char *label, const char *end)
{
    double v;
    const char *number_end = text_number(label, ps->end, &v);

    if (number_end && (*number_end == ',' || *number_end == ';'))
        return " is no number: a line has one label, with a decimal point";
    if (end == label || !is_border(end) || number_end == end || is_not_finite(label, end))
        return " is no finite number";
    if (ps->chunk->form.unlabelled)
        return " is a word: the labels of this model are numbers, and ? where there is none";
    return " is a word: labels are numbers, write a number for each class, or train with "
           "-o labels=words";
}

enum { EXPECTED = 80 }; /* bytes of what a line is */

/* A feature, `called` so, stands where the label is to be, or it is a label with a weight. */
static const char *no_label(struct parser *ps, const char *at, const char *called, bool may_weigh)
{
    char expected[EXPECTED];

    snprintf(expected, sizeof expected, ", expected: label %s:value ...%s", called,
             may_weigh ? ", or label:weight and -o weights=label" : "");
    return parser_bad_word(ps, "no label before", at, expected);
}

const char *parser_bad_label(struct parser *ps, const char *label)
{
    bool words = ps->chunk->form.label_words, weighs = ps->chunk->form.label_weights;
    double v;
    const char *number_end = text_number(label, ps->end, &v), *end = words_end(label, ps->end);

    if (*label == '?' && is_border(label + 1))
        return parser_bad_word(ps, "label", label, " stands for none: only rrm-predict takes it");
    if (words && *end == ':')
        return no_label(ps, label, "name", !weighs);
    if (words)
        return parser_bad_word(ps, "label", label, " is no word: 1 to 63 bytes without a blank");
    if (number_end && *number_end == ':')
        return no_label(ps, label, "index", !weighs);
    if (is_letter(*label) && *end == ':')
        return no_label(ps, label, "index", false);
    return parser_bad_word(ps, "label", label, why_no_number(ps, label, end));
}

/* Whether training could take the NAME or NAME:VALUE at p with words: it begins with a letter and
 * is none of qid, cost, offset. */
static bool may_be_named(const struct parser *ps, const char *p)
{
    const char *end = words_end(p, ps->end);
    double v;

    if (*end == ':')
        end = text_number(end + 1, ps->end, &v);
    return end && is_border(end) && !ps->chunk->form.unlabelled && !parser_is_fact(p) &&
           (is_letter(*p) || *p == '_' || (unsigned char)*p > 0x7f);
}

const char *parser_bad_entry(struct parser *ps, const char *entry, int64_t last)
{
    bool zero = ps->chunk->form.from_zero;
    uint64_t index = 0;
    const char *p = text_unsigned(entry, ps->end, &index);
    char quoted[TEXT_QUOTE];

    if (!p && *entry == '-' && text_is_digit(entry[1]))
        return parser_bad_word(ps, "index of", entry, zero ? " is below 0" : " is below 1");
    if (!p && !text_is_digit(*entry))
        return parser_bad_word(ps, "stray", entry, may_be_named(ps, entry)
                               ? ", expected index:value; train with -o features=words where "
                                 "features have names" : ", expected index:value");
    if (p && *p != ':')
        return parser_bad_word(ps, "stray", entry, ", expected a colon behind the index");
    if (p && index == 0 && !zero)
        return parser_bad_word(ps, "index of", entry, " is below 1: where indices begin at 0, "
                               "train with -o first=0");
    if (!p || index > parser_most(ps))
        snprintf(ps->reason, SVMLIGHT_REASON, "index of '%s' is above %" PRIu64 ": train with "
                 "-o features=words, where it may be any, as a name (-o hash=BITS keeps no list)",
                 text_quote(entry, ps->end, quoted), parser_most(ps));
    else if ((int64_t)index == last)
        snprintf(ps->reason, SVMLIGHT_REASON, "index %" PRIu64 " is repeated", index);
    else if ((int64_t)index < last)
        snprintf(ps->reason, SVMLIGHT_REASON, "index %" PRIu64 " stands behind %" PRId64
                 ", expected ascending indices (-o order=any sorts them)", index, last);
    else
        snprintf(ps->reason, SVMLIGHT_REASON, "value '%s' of index %" PRIu64 " is no finite number",
                 text_quote(p + 1, ps->end, quoted), index);
    return NULL;
}
