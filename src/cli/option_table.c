/* option_table - a program's options in one table: letters, ranges, places, the text of -h; which
 * file names go with them. */
#include "cli/option_table.h"

#include <libgen.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/text.h"

enum { LETTERS = 128, NAME = 64 };

/* Of a list: its factors, in [LEAST_FACTOR, MOST_FACTOR], and how many numbers at most. Chosen, not
 * measured: closer numbers differ by less than a choice between them can tell. */
static const double LEAST_FACTOR = 1.01, MOST_FACTOR = 1e100;
enum { LIST_MOST = 1000 };

/* The text for getopt. The ':' at its head tells a missing argument from an unknown option. */
static void letters_of(const struct option_table *table, char text[LETTERS])
{
    size_t length = 0;

    text[length++] = ':';
    for (const struct option_row *row = table->rows; row->letter && length < LETTERS - 2; row++) {
        text[length++] = row->letter;
        if (row->argument)
            text[length++] = ':';
    }
    text[length] = '\0';
}

static const struct option_row *find(const struct option_table *table, int letter)
{
    for (const struct option_row *row = table->rows; row->letter; row++)
        if (row->letter == letter)
            return row;
    return NULL;
}

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
    double seconds = row->unit ? seconds_of(text) : NAN;
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
    return fail(err, ERR_USAGE, "option %s: '%.40s' is no %snumber from %s to %s%s", name, text, whole ? "whole " : "", lo, hi, say);
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

/* What `text` gives to an option or a setting. */
static enum status take_value(const struct option_row *row, const char *text, void *options,
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

/* NAME=VALUE */
static enum status take_setting(const struct option_table *table, const struct option_row *option,
                                const char *text, void *options, struct error *err)
{
    size_t length = strcspn(text, "=");
    char known[WORDS_TEXT] = "";

    for (const struct option_row *row = table->settings; row && row->word; row++) {
        text_list(known, sizeof known, ", ", "", row->word);
        if (strlen(row->word) != length || memcmp(row->word, text, length) != 0)
            continue;
        if (!text[length])
            return fail(err, ERR_USAGE, "option -o: %s needs a value: -o %s=%s", row->word,
                        row->word, row->argument);
        return take_value(row, text + length + 1, options, err);
    }
    if (option->take)
        return option->take(text, (char *)options + option->at, err);
    return fail(err, ERR_USAGE, "option -o: unknown setting '%.*s'; known: %s",
                length < 60 ? (int)length : 60, text, known);
}

static enum status take(const struct option_table *table, const struct option_row *row,
                        const char *text, void *options, enum asked *asked, struct error *err)
{
    switch (row->kind) {
    case OPTION_SETTING: return take_setting(table, row, text, options, err);
    case OPTION_HELP: *asked = ASKED_HELP; return OK;
    case OPTION_VERSION: *asked = ASKED_VERSION; return OK;
    default: return take_value(row, text, options, err);
    }
}

/* The word "--..." in which getopt read the second dash as an unknown option; NULL if it read
 * another. optind is still that word's, for its letters are left: so in glibc, musl and BSD. */
static const char *long_option(int found, char **argv)
{
    const char *word = found == '?' && optopt == '-' ? argv[optind] : NULL;

    return word && strncmp(word, "--", 2) == 0 ? word : NULL;
}

/* The option for what getopt returned: 'h' for the word --help, 'V' for --version, else `found`. */
static int option_of(int found, char **argv)
{
    const char *word = long_option(found, argv);

    if (word && strcmp(word, "--help") == 0)
        return 'h';
    return word && strcmp(word, "--version") == 0 ? 'V' : found;
}

/* By what getopt returned: '?', "unknown option -X" or "unknown option '--word'", and what that is
 * called here; ':', "option -X needs a value". */
static enum status bad_option(const struct option_table *table, int found, char **argv,
                              struct error *err)
{
    const char *word = long_option(found, argv);
    char letter[] = "?"; /* what is not printable ASCII */
    char called[WORDS_TEXT];

    if (word)
        return fail(err, ERR_USAGE, "unknown option '%.60s'%s\n%s", word,
                    words_called(table->words, word + 2, word + strcspn(word, "="), called),
                    table->usage);
    if (optopt >= ' ' && optopt <= '~')
        letter[0] = (char)optopt;
    if (found == ':')
        return fail(err, ERR_USAGE, "option -%s needs a value\n%s", letter, table->usage);
    return fail(err, ERR_USAGE, "unknown option -%s%s\n%s", letter,
                words_called(table->words, letter, letter + 1, called), table->usage);
}

/* The options of one of two rounds: those that are late, or the others. POSIX getopt ends at the
 * first file name. (With _POSIX_C_SOURCE, as the Makefile sets it, glibc's does too; the '+' that
 * would tell it otherwise is an option character elsewhere.) */
static enum status take_round(const struct option_table *table, bool late, int argc, char **argv,
                              void *options, enum asked *asked, struct error *err)
{
    char letters[LETTERS];
    enum status status = OK;

    letters_of(table, letters);
    optind = 1;
    while (status == OK && *asked == ASKED_RUN) {
        int found = getopt(argc, argv, letters), letter;
        const struct option_row *row;

        if (found == -1)
            return OK;
        letter = option_of(found, argv);
        row = find(table, letter);
        if (!row)
            return bad_option(table, letter, argv, err);
        if (row->late == late)
            status = take(table, row, optarg, options, asked, err);
    }
    return status;
}

/* Of the `count` file names argv[first], ... */
static enum status check_names(int first, int count, char **argv, struct error *err)
{
    if (count < 2 || strcmp(argv[first - 1], "--") == 0)
        return OK;
    for (int k = first + 1; k < first + count; k++)
        if (argv[k][0] == '-' && argv[k][1] != '\0')
            return fail(err, ERR_USAGE,
                        "option '%.60s' stands behind a file name: options stand before them (a "
                        "file of this name is ./%.60s)", argv[k], argv[k]);
    return OK;
}

enum status option_table_take(const struct option_table *table, int argc, char **argv,
                              void *options, enum asked *asked, struct error *err)
{
    enum status status;

    *asked = ASKED_RUN;
    status = take_round(table, false, argc, argv, options, asked, err);
    if (status == OK && *asked == ASKED_RUN)
        status = take_round(table, true, argc, argv, options, asked, err);
    if (status == OK && *asked == ASKED_RUN)
        status = check_names(optind, argc - optind, argv, err);
    return status;
}

/* "-x argument", or "-x, -y" of rows that share a line; returns its length. */
static int print_name(const struct option_row *row, char text[LETTERS])
{
    int length = snprintf(text, LETTERS, "-%c", row->letter);

    if (row->argument)
        return snprintf(text, LETTERS, "-%c %s", row->letter, row->argument);
    for (row++; row->letter && !row->help && length < LETTERS; row++)
        length += snprintf(text + length, LETTERS - (size_t)length, ", -%c", row->letter);
    return length;
}

static void print_rows(const struct option_table *table)
{
    char name[LETTERS];
    int width = 0;

    for (const struct option_row *row = table->rows; row->letter; row++) {
        int length = print_name(row, name);

        width = length > width ? length : width;
    }
    for (const struct option_row *row = table->rows; row->letter; row++) {
        const char *line = row->help;

        print_name(row, name);
        while (line) { /* of the help, each behind the names */
            const char *end = strchr(line, '\n');
            int length = end ? (int)(end - line) : (int)strlen(line);

            printf("  %-*s  %.*s\n", width, line == row->help ? name : "", length, line);
            line = end ? end + 1 : NULL;
        }
    }
}

void option_table_settings(const struct option_table *table)
{
    char text[NAME], range[NAME + 16];

    for (const struct option_row *row = table->settings; row && row->word; row++) {
        range[0] = '\0';
        if (row->lo < row->hi)
            snprintf(range, sizeof range, " (%s%.7g to %.7g)",
                     row->kind == OPTION_NUMBER ? "" : "whole, ", row->lo, row->hi);
        snprintf(text, sizeof text, "-o %s=%s", row->word, row->argument);
        printf("  %-22s %s%s\n", text, row->help, range);
    }
}

enum status option_table_tell(const struct option_table *table, enum asked asked,
                              struct error *err)
{
    if (asked == ASKED_VERSION) {
        printf("%s %s\n", table->program, RRM_VERSION);
    } else {
        fputs(table->head, stdout);
        print_rows(table);
        fputs(table->tail, stdout);
        if (table->more)
            table->more();
    }
    if (fflush(stdout) == 0 && !ferror(stdout))
        return OK;
    return fail_at(err, ERR_SYSTEM, "(stdout)", 0, "cannot write");
}

/* ---- file names ------------------------------------------------------------------------------ */

/* stat of the folder of a path; false if there is none, or no memory for its name. */
static bool stat_folder(const char *path, struct stat *st)
{
    char *copy = text_copy(path);
    bool found = copy && stat(dirname(copy), st) == 0;

    mem_free(copy);
    return found;
}

/* What stands behind the last '/'. */
static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

bool option_table_same_file(const char *a, const char *b)
{
    struct stat sa, sb;
    bool has_a, has_b;

    if (!a || !b)
        return false;
    if (strcmp(a, "-") == 0 || strcmp(b, "-") == 0)
        return strcmp(a, b) == 0;
    has_a = stat(a, &sa) == 0;
    has_b = stat(b, &sb) == 0;
    if (has_a != has_b || (has_a && !S_ISREG(sa.st_mode)))
        return false;
    if (!has_a) { /* no files yet: one name in one folder */
        if (strcmp(base_of(a), base_of(b)) != 0)
            return false;
        if (!stat_folder(a, &sa) || !stat_folder(b, &sb))
            return false;
    }
    return sa.st_dev == sb.st_dev && sa.st_ino == sb.st_ino;
}
