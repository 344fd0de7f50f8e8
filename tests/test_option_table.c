/* test_option_table - every kind of option at and beyond its ends; the tables of the programs. */
#include "cli/option_table.h"

#include <math.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "cli/options.h"
#include "common.h"

enum { WORDS = 16, LINES = 80 };

struct taken {
    bool flag, yes;
    double number, whole;
    int count;
    uint64_t seed;
    const char *text, *first, *late, *file;
    struct option_list list;
    int choice;
    const char *topic;
};

static enum status take_first(const char *text, void *member, struct error *err)
{
    const char **first = member;

    if (*text == '!')
        return fail(err, ERR_USAGE, "refused");
    *first = text;
    return OK;
}

/* Comes behind all others: what -t gave is there. */
static enum status take_late(const char *text, void *options, struct error *err)
{
    struct taken *o = options;

    (void)err;
    o->late = *text ? o->text : NULL;
    return OK;
}

#define AT(member) .at = offsetof(struct taken, member)
static const struct option_row rows[] = {
    {.letter = 'l', .word = "late", .kind = OPTION_TAKEN, .argument = "x", .take = take_late, .late = true},
    {.letter = 'f', .word = "flag", .kind = OPTION_FLAG, AT(flag)},
    {.letter = 'y', .word = "yes", .kind = OPTION_SWITCH, .argument = "0|1", .lo = 0, .hi = 1, AT(yes)},
    {.letter = 'n', .word = "number", .kind = OPTION_NUMBER, .argument = "x", .lo = -2, .hi = 0.5, AT(number)},
    {.letter = 'w', .word = "whole", .kind = OPTION_WHOLE, .argument = "x", .lo = 1, .hi = 1e15, AT(whole)},
    {.letter = 'i', .word = "count", .kind = OPTION_INT, .argument = "x", .lo = 1, .hi = 1024, AT(count)},
    {.letter = 'c', .word = "costs", .kind = OPTION_LIST, .argument = "x", .lo = 0.5, .hi = 100, AT(list)},
    {.letter = 's', .word = "seed", .kind = OPTION_SEED, .argument = "x", .lo = 0, .hi = 0x1p53 - 1, AT(seed)},
    {.letter = 't', .word = "text", .kind = OPTION_TEXT, .argument = "x", AT(text)},
    {.letter = 'x', .word = "taken", .kind = OPTION_TAKEN, .argument = "x", .take = take_first, AT(first)},
    {.letter = 'o', .word = "setting", .kind = OPTION_SETTING, .argument = "name=value"},
    {.letter = 'h', .word = "help", .kind = OPTION_HELP, AT(topic)},
    {.letter = 'V', .word = "version", .kind = OPTION_VERSION},
    {0}};
static const struct option_row settings[] = {
    {.word = "file", .kind = OPTION_FILE, .argument = "FILE", AT(file)},
    {.word = "rule", .kind = OPTION_CHOICE, .argument = "best|1sd|last", AT(choice)},
    {.word = "folds", .kind = OPTION_INT, .argument = "K", .lo = 2, .hi = 9, AT(count)},
    {.word = "at", .kind = OPTION_NUMBER, .argument = "X", .lo = -1, .hi = 1, AT(number)},
    {0}};
static const struct option_topic topics[] = {{"one", NULL}, {"two", NULL}, {0}};
static const struct option_table table = {.rows = rows, .settings = settings, .topics = topics, .usage = "usage: so"};

/* The words of a line, behind a program's name; returns how many. */
static int words_of(const char *line, char room[256], char *word[WORDS])
{
    int count = 0;

    word[count++] = "program";
    ck_assert_uint_lt(strlen(line), 256);
    strncpy(room, line, 256);
    for (char *at = room; *at;) {
        char *end = at + strcspn(at, " ");

        ck_assert_int_lt(count, WORDS - 1);
        word[count++] = at;
        at = *end ? end + 1 : end;
        *end = '\0';
    }
    word[count] = NULL;
    return count;
}

static enum status take_line(const char *line, struct taken *o, enum asked *asked,
                             struct error *err)
{
    static char rooms[LINES][256]; /* getopt remembers a place in the words of the line before */
    static int used;
    char *word[WORDS];
    int count;

    ck_assert_int_lt(used, LINES);
    count = words_of(line, rooms[used++], word);

    *o = (struct taken){0};
    return option_table_take(&table, count, word, o, asked, err);
}

START_TEST(values)
{
    struct taken o;
    struct error err;
    enum asked asked;

    ck_assert_int_eq(take_line("-f -n -2 -w 1e15 -i 1024 file y 1", &o, &asked, &err), OK);
    ck_assert(asked == ASKED_RUN && o.flag && o.number == -2 && o.whole == 1e15 && o.count == 1024);
    ck_assert(!o.yes && optind == 8); /* the first file name ends the options */
    ck_assert_int_eq(take_line("-n0.5 -s 9007199254740991 -y1", &o, &asked, &err), OK);
    ck_assert(o.number == 0.5 && o.seed == 9007199254740991 && o.yes && !o.flag);
    ck_assert_int_eq(take_line("-y 1 -y 0 -x first -x last", &o, &asked, &err), OK);
    ck_assert(!o.yes && strcmp(o.first, "last") == 0);
    ck_assert_int_eq(take_line("-l any -t text -- -f", &o, &asked, &err), OK);
    ck_assert(o.late && o.late == o.text && strcmp(o.late, "text") == 0 && !o.flag);
    ck_assert_int_eq(take_line("-c 100", &o, &asked, &err), OK);
    ck_assert(o.list.from == 100 && o.list.count == 0);
    ck_assert_int_eq(take_line("-c 0.5:2:8", &o, &asked, &err), OK);
    ck_assert(o.list.from == 0.5 && o.list.factor == 2 && o.list.count == 8);
    ck_assert_int_eq(take_line("-o rule=best -o file=a=b -o folds=9 -o at=-1", &o, &asked, &err), OK);
    ck_assert(o.choice == 1 && strcmp(o.file, "a=b") == 0 && o.count == 9 && o.number == -1);
    ck_assert_int_eq(take_line("-o rule=best -orule=last", &o, &asked, &err), OK);
    ck_assert_int_eq(o.choice, 3);
    ck_assert_int_eq(take_line("-f -V -n none", &o, &asked, &err), OK);
    ck_assert(asked == ASKED_VERSION && o.flag);
}
END_TEST

/* --word VALUE, --word=VALUE, and beginnings of one word only; between short ones. */
START_TEST(words)
{
    struct taken o;
    struct error err;
    enum asked asked;

    ck_assert_int_eq(take_line("--flag --number -2 -i 3 --whole=7 --see 5 file y 1", &o, &asked, &err), OK);
    ck_assert(o.flag && o.number == -2 && o.count == 3 && o.whole == 7 && o.seed == 5 && !o.yes && optind == 9);
    ck_assert_int_eq(take_line("--ye=1 --text=--flag --text= --late --x --cos 1:2:3 -- --flag", &o, &asked, &err), OK);
    ck_assert(o.yes && !o.flag && strcmp(o.text, "") == 0 && o.late == o.text && o.list.count == 3);
    ck_assert_int_eq(take_line("--sett=rule=last --setting file=a -f", &o, &asked, &err), OK);
    ck_assert(o.choice == 3 && strcmp(o.file, "a") == 0 && o.flag);
    ck_assert_int_eq(take_line("--help -n none", &o, &asked, &err), OK);
    ck_assert(asked == ASKED_HELP && !o.topic);
    ck_assert_int_eq(take_line("-f --help=two --nothing", &o, &asked, &err), OK);
    ck_assert(asked == ASKED_HELP && strcmp(o.topic, "two") == 0);
    ck_assert_int_eq(take_line("--help=all", &o, &asked, &err), OK);
    ck_assert_str_eq(o.topic, "all");
    ck_assert_int_eq(take_line("--version -n none", &o, &asked, &err), OK);
    ck_assert(asked == ASKED_VERSION);
}
END_TEST

static const struct {
    const char *line, *says;
} refused[] = {
    {"-n 0.51", "option -n: '0.51' is no number from -2 to 0.5"},
    {"-n -2.01", "no number"},
    {"-n nan", "no number"},
    {"-n 0x1", "no number"},
    {"-w 1.5", "option -w: '1.5' is no whole number from 1 to 1e+15"},
    {"-w 0", "no whole number"},
    {"-i 1025", "no whole number from 1 to 1024"},
    {"-s 9007199254740992", "no whole number from 0 to 9007199254740991"},
    {"-s -1", "no whole number"},
    {"-y 2", "option -y: '2' is neither 0 nor 1"},
    {"-y 0.5", "neither 0 nor 1"},
    {"-x !", "refused"},
    {"-n", "option -n needs a value\nusage: so"},
    {"-c 0.4", "option -c: '0.4' is no number from 0.5 to 100"},
    {"-c 0.5:2:9", "option -c: '0.5:2:9' is not FROM:FACTOR:COUNT"}, /* the last is 128 */
    {"-c 0.4:2:2", "is not FROM:FACTOR:COUNT"},
    {"-c 1:1:2", "is not FROM:FACTOR:COUNT"},
    {"-c 1:2:0", "is not FROM:FACTOR:COUNT"},
    {"-c 1:2:2.5", "is not FROM:FACTOR:COUNT"},
    {"-z", "unknown option -z\nusage: so"},
    {"-o rule=las", "option -o rule: 'las' is none of best|1sd|last"},
    {"-o rule=best|1sd", "is none of"},
    {"-o rule=", "is none of"},
    {"-o rule", "option -o: rule needs a value: -o rule=best|1sd|last"},
    {"-o file=", "option -o file takes the name of a file"},
    {"-o folds=10", "option -o folds: '10' is no whole number from 2 to 9"},
    {"-o folds=2.5", "no whole number"},
    {"-o at=1.5", "option -o at: '1.5' is no number from -1 to 1"},
    {"-o fold=2", "option -o: unknown setting 'fold'; known: file, rule, folds, at"},
    {"-o =2", "unknown setting ''"},
    {"--se 1", "option '--se' may be any of --seed, --setting\nusage: so"},
    {"--s 1", "unknown option '--s'"},
    {"--floor", "unknown option '--floor'\nusage: so"},
    {"--=1", "unknown option '--=1'"},
    {"--flag=1", "option --flag takes no value"},
    {"--version=1", "option --version takes no value"},
    {"--help=three", "option --help: unknown topic 'three'; known: one, two, all"},
    {"--number=1", "option -n: '1' is no number from -2 to 0.5"},
    {"--number", "option --number needs a value\nusage: so"},
    {"-f-", "unknown option --"},
    {"-f-lag x", "unknown option --"},
    {"-f--flag", "unknown option --"},
    {"-f file -y 1", "option '-y' stands behind a file name"},
};

START_TEST(refusals)
{
    for (size_t k = 0; k < sizeof refused / sizeof *refused; k++) {
        struct taken o;
        struct error err;
        enum asked asked;

        ck_assert_int_eq(take_line(refused[k].line, &o, &asked, &err), ERR_USAGE);
        ck_assert_msg(strstr(err.text, refused[k].says) != NULL, "%s: %s", refused[k].line, err.text);
    }
}
END_TEST

/* A row has a range just where its kind needs one, and a function or not. */
static void check_row(const struct option_row *row, const char *name)
{
    bool number = row->kind >= OPTION_NUMBER && row->kind <= OPTION_LIST;

    ck_assert_msg((row->lo < row->hi) == number, "%s", name);
    ck_assert_msg((row->take != NULL) == (row->kind == OPTION_TAKEN) || row->kind == OPTION_SETTING, "%s", name);
}

/* Letters, and names of settings, are different. */
static void check_rows(const struct option_table *t)
{
    char letters[128] = "";
    size_t count = 0;

    for (const struct option_row *row = t->rows; row->letter; row++) {
        bool number = row->kind >= OPTION_NUMBER && row->kind <= OPTION_LIST;

        ck_assert_msg(!strchr(letters, row->letter), "-%c twice", row->letter);
        letters[count++] = row->letter;
        ck_assert_msg(row->word && strlen(row->word) > 1, "-%c has no word", row->letter);
        for (const struct option_row *other = t->rows; other < row; other++)
            ck_assert_str_ne(other->word, row->word);
        check_row(row, (char[]){row->letter, '\0'});
        ck_assert_msg((row->argument != NULL) == (number || (row->kind >= OPTION_TEXT && row->kind <= OPTION_SETTING)),
                      "-%c", row->letter);
        ck_assert_ptr_nonnull(row->help);
    }
    for (const struct option_row *row = t->settings; row && row->word; row++) {
        check_row(row, row->word);
        ck_assert_msg(!row->letter && row->argument && row->help && strlen(row->word) < 32, "%s", row->word);
        for (const struct option_row *other = t->settings; other < row; other++)
            ck_assert_str_ne(other->word, row->word);
    }
    ck_assert(count > 0 && strncmp(t->usage, "usage: ", 7) == 0);
}

START_TEST(programs)
{
    check_rows(&options_table);
    check_rows(&request_table);
    check_rows(&words_table);
    check_rows(&model_table);
}
END_TEST

RUN_TESTS("option_table", values, words, refusals, programs)
