/* option_value - an option or a setting as a row, and the value that a text gives it. */
#include "cli/option_value.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/text.h"

enum { NAME = 64 };

/* Of a list: its factors, in [LEAST_FACTOR, MOST_FACTOR], and how many numbers at most. Chosen, not
 * measured: closer numbers differ by less than a choice between them can tell. */
static const double LEAST_FACTOR = 1.01, MOST_FACTOR = 1e100;
enum { LIST_MOST = 1000 };

/* "90s", "1m", "1.5h" in seconds; NaN: no such text. */
static double seconds_of(const char *text)
{
    static const struct {
        const char *unit;
        double seconds;
    } units[] = {{"s", 1},
                 {"sec", 1},
                 {"m", CLOCK_MINUTE},
                 {"min", CLOCK_MINUTE},
                 {"h", CLOCK_HOUR},
                 {"d", CLOCK_DAY}};
    double value;
    const char *unit = text_number(text, text + strlen(text), &value);

    for (size_t k = 0; unit && k < sizeof units / sizeof *units; k++)
        if (strcmp(unit, units[k].unit) == 0)
            return value * units[k].seconds;
    return NAN;
}

/* "-c", or "-o score" of a setting; returns name. */
static const char *name_of(const struct option_row *row, char name[NAME])
{
    if (row->letter)
        snprintf(name, NAME, "-%c", row->letter);
    else
        snprintf(name, NAME, "-o %s", row->word);
    return name;
}

static enum status refuse(const struct option_row *row, const char *text, struct error *err)
{
    char lo[32], hi[32], say[NAME + 64] = "", name[NAME];
    double seconds = row->unit ? seconds_of(text) : NAN, zero;
    bool whole = row->kind != OPTION_NUMBER && row->kind != OPTION_LIST;

    name_of(row, name);
    if (row->kind == OPTION_SWITCH)
        return fail(err, ERR_USAGE, "option %s: '%.40s' is neither 0 nor 1", name, text);
    if (row->kind == OPTION_FILE)
        return fail(err, ERR_USAGE, "option %s takes the name of a file or a folder", name);
    if (row->kind == OPTION_CHOICE)
        return fail(err, ERR_USAGE, "option %s: '%.60s' is none of %s", name, text, row->argument);
    text_format(row->lo, lo, sizeof lo);
    text_format(row->hi, hi, sizeof hi);
    if (row->kind == OPTION_LIST && strchr(text, ':'))
        return fail(err, ERR_USAGE, "option %s: '%.60s' is not FROM:FACTOR:COUNT, a number from "
                    "%s, the factor between two, from %.15g to %.15g, and how many, at most %d, "
                    "up to %s", name, text, lo, LEAST_FACTOR, MOST_FACTOR, LIST_MOST, hi);
    if (seconds >= row->lo && seconds <= row->hi)
        snprintf(say, sizeof say, ": it is a number of %s: %s%c%.15g", row->unit, name,
                 row->letter ? ' ' : '=', seconds);
    if (row->zero && text_whole_number(text, 0, 0, &zero))
        snprintf(say, sizeof say, ": %s", row->zero);
    return fail(err, ERR_USAGE, "option %s: '%.40s' is no %snumber from %s to %s%s", name, text,
                whole ? "whole " : "", lo, hi, say);
}

/* The value of a number option within its range. */
static enum status take_number(const struct option_row *row, const char *text, void *member,
                               struct error *err)
{
    double value;

    if (!text_whole_number(text, row->lo, row->hi, &value))
        return refuse(row, text, err);
    if (row->kind != OPTION_NUMBER && value != floor(value))
        return refuse(row, text, err);
    switch (row->kind) {
    case OPTION_SWITCH: *(bool *)member = value == 1; break;
    case OPTION_INT: *(int *)member = (int)value; break;
    case OPTION_SEED: *(uint64_t *)member = (uint64_t)value; break;
    default: *(double *)member = value;
    }
    return OK;
}

/* FROM:FACTOR:COUNT, or FROM alone. */
static enum status take_list(const struct option_row *row, const char *text,
                             struct option_list *list, struct error *err)
{
    struct option_list it = {.factor = 1};
    const char *end = text + strlen(text), *factor, *count = NULL;
    double many = 0, last;

    factor = text_number(text, end, &it.from);
    if (factor && *factor == ':')
        count = text_number(factor + 1, end, &it.factor);
    if (!factor || it.from < row->lo || (*factor && (!count || *count != ':')))
        return refuse(row, text, err);
    if (count && (it.factor < LEAST_FACTOR || it.factor > MOST_FACTOR ||
                  !text_whole_number(count + 1, 1, LIST_MOST, &many) || many != floor(many)))
        return refuse(row, text, err);
    it.count = (int)many;
    last = it.from;
    for (int k = 1; k < it.count; k++)
        last *= it.factor;
    if (last > row->hi)
        return refuse(row, text, err);
    *list = it;
    return OK;
}

static enum status take_file(const struct option_row *row, const char *text, const char **file,
                             struct error *err)
{
    *file = text;
    return *text ? OK : refuse(row, text, err);
}

/* The place of the word among those of the argument. */
static enum status take_choice(const struct option_row *row, const char *text, int *choice,
                               struct error *err)
{
    const char *word = row->argument;
    size_t length = strcspn(word, "|");
    int place = 1;

    while (word[length] && (strlen(text) != length || memcmp(word, text, length) != 0)) {
        word += length + 1;
        length = strcspn(word, "|");
        place++;
    }
    if (strlen(text) != length || memcmp(word, text, length) != 0)
        return refuse(row, text, err);
    *choice = place;
    return OK;
}

enum status option_value(const struct option_row *row, const char *text, void *options,
                              struct error *err)
{
    void *member = (char *)options + row->at;

    switch (row->kind) {
    case OPTION_FLAG: *(bool *)member = true; return OK;
    case OPTION_TEXT: *(const char **)member = text; return OK;
    case OPTION_FILE: return take_file(row, text, member, err);
    case OPTION_CHOICE: return take_choice(row, text, member, err);
    case OPTION_TAKEN: return row->take(text, member, err);
    case OPTION_LIST: return take_list(row, text, member, err);
    default: return take_number(row, text, member, err);
    }
}
