/* svmlight_format - text that is none of svmlight's but of another format: which one. */
#include "data/text/chunk.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"

/* A line from its first byte that is no blank up to a '#' or the line end. */
struct line {
    const char *s, *end;
};

/* A carriage return may end the line. */
static bool is_blank(char c)
{
    return text_is_blank(c) || c == '\r';
}

static const char *line_skip(struct line line, const char *s)
{
    while (s < line.end && is_blank(*s))
        s++;
    return s;
}

static const char *word_end(struct line line, const char *s)
{
    while (s < line.end && !is_blank(*s))
        s++;
    return s;
}

static const char *next_word(struct line line, const char *s)
{
    return line_skip(line, word_end(line, s));
}

static struct line line_at(const char *s, const char *end)
{
    struct line line = {s, s};

    while (line.end < end && *line.end != '\n' && *line.end != '#')
        line.end++;
    line.s = line_skip(line, s);
    return line;
}

static const char *find(struct line line, char c)
{
    return memchr(line.s, c, (size_t)(line.end - line.s));
}

static bool begins(struct line line, const char *word)
{
    size_t length = strlen(word);

    return (size_t)(line.end - line.s) >= length && strncasecmp(line.s, word, length) == 0;
}

/* A byte order mark of UTF-8 or UTF-16. */
static bool has_mark(struct line line)
{
    return begins(line, "\xef\xbb\xbf") || begins(line, "\xff\xfe") || begins(line, "\xfe\xff");
}

static bool is_arff(struct line line)
{
    return begins(line, "%") || begins(line, "@relation") || begins(line, "@attribute") ||
           begins(line, "@data");
}

/* A '|' begins the features, behind a label or at the beginning of the line. */
static bool is_vowpal_wabbit(struct line line)
{
    const char *bar = find(line, '|');

    return bar && (bar == line.s || word_end(line, line.s) < bar) &&
           !find((struct line){line.s, bar}, ':');
}

/* Whether a word behind the first is an entry, index:value. */
static bool has_entry(struct line line)
{
    for (const char *s = next_word(line, line.s); s < line.end; s = next_word(line, s)) {
        uint64_t index;
        const char *colon = text_unsigned(s, line.end, &index);
        if (colon && colon < line.end && *colon == ':')
            return true;
    }
    return false;
}

/* The separator of the fields of a line of CSV; '\0': the line is none. A line with an entry is
 * none: its comma may be a decimal one. In CSV the separator is part of the first word, or the
 * second word begins with it. */
static char separator(struct line line)
{
    char mark = find(line, ';') ? ';' : ',';
    const char *second = next_word(line, line.s);
    double label;

    if (*line.s == '{' || *line.s == '<') /* JSON, XML */
        return '\0';
    if (!find(line, mark) || has_entry(line))
        return '\0';
    if (text_number(line.s, line.end, &label) != word_end(line, line.s))
        return mark;
    return second < line.end && *second == mark ? mark : '\0';
}

/* Whether the word at s begins with a '|', or is a tag with one, 'tag|. */
static bool is_bar(struct line line, const char *s)
{
    return s < line.end &&
           (*s == '|' || (*s == '\'' && memchr(s, '|', (size_t)(word_end(line, s) - s))));
}

bool svmlight_is_foreign(const char *s, const char *end)
{
    struct line line = line_at(s, end);
    const char *second = next_word(line, line.s), *label_end = word_end(line, line.s);
    char mark = separator(line);
    double importance;

    if (has_mark(line) || begins(line, "@relation "))
        return true;
    if (mark != '\0' && (second == line.end || (label_end[-1] == mark && !find(line, ':'))))
        return true;
    return is_vowpal_wabbit(line) &&
           (*line.s == '|' || is_bar(line, second) ||
            (text_number(second, line.end, &importance) == word_end(line, second) &&
             is_bar(line, next_word(line, second))));
}

void svmlight_tell_format(const char *s, const char *end, char reason[SVMLIGHT_REASON])
{
    static const char expected[] = "expected: label index:value ...";
    struct line line = line_at(s, end);
    char quoted[TEXT_QUOTE];

    if (has_mark(line))
        snprintf(reason, SVMLIGHT_REASON,
                 "a byte order mark stands here: save the text as UTF-8 without one");
    else if (is_arff(line))
        snprintf(reason, SVMLIGHT_REASON, "'%s' looks like ARFF, %s # comment",
                 text_quote(line.s, line.end, quoted), expected);
    else if (is_vowpal_wabbit(line))
        snprintf(reason, SVMLIGHT_REASON, "'|' before the features looks like Vowpal Wabbit's "
                 "format, %s, each index a number", expected);
    else if (separator(line) != '\0')
        snprintf(reason, SVMLIGHT_REASON, "'%c' between the fields looks like CSV, %s (rrm-data(5) "
                 "and rrm-jobs(7) tell how to convert)", separator(line), expected);
}
