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

/* The end of the visible ASCII characters at p, up to a colon. */
static const char *visible_end(const char *p)
{
    while (*p > ' ' && *p < 0x7f && *p != ':')
        p++;
    return p;
}

/* Whether the `length` letters at p are a name of a number that is not finite. */
static bool is_not_finite(const char *p, size_t length)
{
    static const char *const names[] = {"nan", "inf", "infinity"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == length && strncasecmp(p, names[i], length) == 0)
            return true;
    return false;
}

const char *parser_bad_label(struct parser *ps, const char *label)
{
    static const char *const expected[2][2] = {
        {", expected: label index:value ...", ", expected: label name:value ..."},
        {", expected: label index:value ..., or label:weight and -o weights=label",
         ", expected: label name:value ..., or label:weight and -o weights=label"}};
    bool words = ps->chunk->form.label_words, weighs = ps->chunk->form.label_weights;
    double v;
    const char *number_end = text_number(label, ps->end, &v), *word_end = visible_end(label);

    if (*label == '?' && is_border(label + 1))
        return parser_bad_word(ps, "label", label, " stands for none: only rrm-predict takes it");
    if (words && *words_end(label, ps->end) == ':')
        return parser_bad_word(ps, "no label before", label, expected[!weighs][1]);
    if (words)
        return parser_bad_word(ps, "label", label, " is no word: 1 to 63 bytes without a blank");
    if (number_end && *number_end == ':')
        return parser_bad_word(ps, "no label before", label, expected[!weighs][0]);
    if (is_letter(*label) && *word_end == ':')
        return parser_bad_word(ps, "no label before", label, expected[0][0]);
    if (is_letter(*label) && is_border(word_end) &&
        !is_not_finite(label, (size_t)(word_end - label)))
        return parser_bad_word(ps, "label", label,
                        " is a word: labels are numbers, write a number for each class, or train "
                        "with -o labels=words");
    return parser_bad_word(ps, "label", label, " is no finite number");
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
        return parser_bad_word(ps, "stray", entry, ", expected index:value");
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
