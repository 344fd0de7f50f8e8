/* option_table - a program's options in one table: letters, words, ranges, places, the text of -h;
 * which file names go with them. */
#include "cli/option_table.h"

#include <libgen.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text.h"
#include "cli/option_value.h"

enum { LETTERS = 128, NAME = 64 };

/* The text for getopt. The ':' at its head tells a missing argument from an unknown option. To '-'
 * with an argument getopt gives what stands behind "--": so in glibc, musl and BSD. */
static void letters_of(const struct option_table *table, char text[LETTERS])
{
    size_t length = 0;

    text[length++] = ':';
    for (const struct option_row *row = table->rows;
         row->letter && length < LETTERS - sizeof "x:-:"; row++) {
        text[length++] = row->letter;
        if (row->argument)
            text[length++] = ':';
    }
    text[length++] = '-';
    text[length++] = ':';
    text[length] = '\0';
}

static const struct option_row *find(const struct option_table *table, int letter)
{
    for (const struct option_row *row = table->rows; row->letter; row++)
        if (row->letter == letter)
            return row;
    return NULL;
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
        return option_value(row, text + length + 1, options, err);
    }
    if (option->take)
        return option->take(text, (char *)options + option->at, err);
    return fail(err, ERR_USAGE, "option -o: unknown setting '%.*s'; known: %s",
                (int)length, text, known);
}

/* text: the topic; NULL: none. */
static enum status take_help(const struct option_table *table, const char *text,
                             const char **topic, enum asked *asked, struct error *err)
{
    const struct option_topic *t = table->topics;
    char known[WORDS_TEXT] = "";

    *asked = ASKED_HELP;
    *topic = text;
    for (; t && t->name && text && strcmp(t->name, text) != 0; t++)
        text_list(known, sizeof known, ", ", "", t->name);
    if (!text || (t && (t->name || strcmp(text, TOPIC_ALL) == 0)))
        return OK;
    if (!t)
        return fail(err, ERR_USAGE, "option --help takes no value here");
    return fail(err, ERR_USAGE, "option --help: unknown topic '%.60s'; known: %s, %s", text, known,
                TOPIC_ALL);
}

static enum status take(const struct option_table *table, const struct option_row *row,
                        const char *text, void *options, enum asked *asked, struct error *err)
{
    void *member = (char *)options + row->at;

    switch (row->kind) {
    case OPTION_SETTING: return take_setting(table, row, text, options, err);
    case OPTION_HELP: return take_help(table, text, member, asked, err);
    case OPTION_VERSION: *asked = ASKED_VERSION; return OK;
    default: return option_value(row, text, options, err);
    }
}

/* An option as it was found, and its value; NULL: none. */
struct found {
    const struct option_row *row;
    const char *value;
};

/* By what getopt returned: '?', "unknown option -X", and what that is called here; ':', "option -X
 * needs a value". */
static enum status bad_letter(const struct option_table *table, int found, struct error *err)
{
    char letter[] = "?"; /* what is not printable ASCII */
    char called[WORDS_TEXT];

    if (optopt >= ' ' && optopt <= '~')
        letter[0] = (char)optopt;
    if (found == ':' && optopt != '-')
        return fail(err, ERR_USAGE, "option -%s needs a value\n%s", letter, table->usage);
    return fail(err, ERR_USAGE, "unknown option -%s%s\n%s", letter,
                words_called(table->words, letter, letter + 1, called), table->usage);
}

/* The row of which word[0 .. length) is the name or a beginning that no other has. NULL: none;
 * those that begin so are in `several`. */
static const struct option_row *find_word(const struct option_table *table, const char *word,
                                          size_t length, char several[WORDS_TEXT])
{
    const struct option_row *only = NULL;
    int count = 0;

    several[0] = '\0';
    for (const struct option_row *row = table->rows; row->letter; row++) {
        if (!row->word || length <= 1 || strncmp(row->word, word, length) != 0)
            continue; /* --v for -v would be the beginning of another word */
        if (strlen(row->word) == length)
            return row;
        only = row;
        count++;
        text_list(several, WORDS_TEXT, ", ", "--", row->word);
    }
    return count == 1 ? only : NULL;
}

/* The option of a word behind "--", WORD, WORD=VALUE or WORD and, behind it, VALUE. */
static enum status find_long(const struct option_table *table, const char *word, int argc,
                             char **argv, struct found *f, struct error *err)
{
    char several[WORDS_TEXT], called[WORDS_TEXT];
    size_t length = strcspn(word, "=");

    f->row = find_word(table, word, length, several);
    f->value = word[length] ? word + length + 1 : NULL;
    if (!f->row && *several)
        return fail(err, ERR_USAGE, "option '--%.*s' may be any of %s\n%s", (int)length, word,
                    several, table->usage);
    if (!f->row)
        return fail(err, ERR_USAGE, "unknown option '--%.60s'%s\n%s", word,
                    words_called(table->words, word, word + length, called), table->usage);
    if (!f->row->argument && f->value && f->row->kind != OPTION_HELP)
        return fail(err, ERR_USAGE, "option --%s takes no value\n%s", f->row->word, table->usage);
    if (!f->row->argument || f->value)
        return OK;
    if (optind == argc)
        return fail(err, ERR_USAGE, "option --%s needs a value\n%s", f->row->word, table->usage);
    f->value = argv[optind++];
    return OK;
}

/* By what getopt returned. */
static enum status find_option(const struct option_table *table, int found, int argc, char **argv,
                               struct found *f, struct error *err)
{
    if (found == '-' && optarg == argv[optind - 1] + strlen("--")) /* not "-x-" */
        return find_long(table, optarg, argc, argv, f, err);
    *f = (struct found){find(table, found), found == '-' ? NULL : optarg};
    if (f->row && !f->row->argument)
        f->value = NULL;
    if (f->row)
        return OK;
    if (found == '-')
        optopt = '-';
    return bad_letter(table, found, err);
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
        int found = getopt(argc, argv, letters);
        struct found f;

        if (found == -1)
            return OK;
        status = find_option(table, found, argc, argv, &f, err);
        if (status == OK && f.row->late == late)
            status = take(table, f.row, f.value, options, asked, err);
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

/* "-x, --word argument"; returns its length. */
static int print_name(const struct option_row *row, char text[NAME])
{
    return snprintf(text, NAME, "-%c, --%s%s%s", row->letter, row->word, row->argument ? " " : "",
                    row->argument ? row->argument : "");
}

static void print_rows(const struct option_table *table)
{
    char name[NAME];
    int width = 0;

    for (const struct option_row *row = table->rows; row->letter; row++) {
        int length = print_name(row, name);

        width = length > width ? length : width;
    }
    for (const struct option_row *row = table->rows; row->letter; row++) {
        print_name(row, name);
        printf("  %-*s  %s\n", width, name, row->help);
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

/* The options; where there are no topics, the settings too. */
static void print_help(const struct option_table *table)
{
    fputs(table->head, stdout);
    print_rows(table);
    if (!table->topics && table->settings) {
        puts("\nSettings (-o):");
        option_table_settings(table);
    }
    fputs(table->tail, stdout);
}

enum status option_table_tell(const struct option_table *table, enum asked asked,
                              const char *topic, struct error *err)
{
    bool all = topic && strcmp(topic, TOPIC_ALL) == 0;

    if (asked == ASKED_VERSION)
        printf("%s %s\n", table->program, RRM_VERSION);
    else if (!topic || all)
        print_help(table);
    for (const struct option_topic *t = table->topics; topic && t && t->name; t++) {
        if (all)
            putchar('\n');
        if (all || strcmp(topic, t->name) == 0)
            t->print(table);
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

bool option_table_replaces(const char *output, const char *input)
{
    struct stat in, out;

    if (!input || !output || strcmp(output, "-") == 0)
        return false;
    if (strcmp(input, "-") != 0)
        return option_table_same_file(input, output);
    return fstat(STDIN_FILENO, &in) == 0 && S_ISREG(in.st_mode) && stat(output, &out) == 0 &&
           in.st_dev == out.st_dev && in.st_ino == out.st_ino;
}
