/* option_table - a program's options in one table: letters, words, ranges, places, the text of -h;
 * which file names go with them. */
#ifndef RRM_OPTION_TABLE_H
#define RRM_OPTION_TABLE_H

#include <stdbool.h>

#include "cli/option_value.h"
#include "cli/words.h"

#define RRM_VERSION "0.1.0"

struct option_table;

/* A part of the help, --help=NAME. */
struct option_topic {
    const char *name;
    void (*print)(const struct option_table *table);
};

/* The topic of all parts. */
#define TOPIC_ALL "all"

struct option_table {
    const char *program;
    const struct option_row *rows;     /* in the order of -h; a row of zeros behind the last */
    const struct option_row *settings; /* the same of -o; NULL: none */
    const char *const *commands;       /* of which one is the first word; NULL: there are none */
    const char *usage;                 /* line behind messages on unknown options */
    const char *head, *tail;           /* of -h: what stands around the rows */
    const struct option_topic *topics; /* a row of zeros behind the last; NULL: none */
    enum words_kind words;             /* what others call them */
};

/* What a command line asks for. */
enum asked { ASKED_RUN, ASKED_HELP, ASKED_VERSION };

/* Takes the options of a command line up to the first file name, argv[optind], into `options`, the
 * program's struct. ERR_USAGE: the message names the option and what it expects, or the file name
 * behind the first one that begins with '-' and is not "-": the user meant an option. (getopt would
 * have taken it in the place of the first.) Behind `--` no name is refused. What stands behind -h
 * and -V is not looked at. A word may be cut, --sol, where no other begins so. */
enum status option_table_take(const struct option_table *table, int argc, char **argv,
                              void *options, enum asked *asked, struct error *err);

/* Prints the text of -h or of a topic, or the version, on standard output; ERR_SYSTEM: it cannot be
 * written. */
enum status option_table_tell(const struct option_table *table, enum asked asked,
                              const char *topic, struct error *err);

/* Prints a line of each setting. */
void option_table_settings(const struct option_table *table);

/* True if writing to one of the names would destroy the other: both are one regular file, or a name
 * that no file has yet in one folder, or "-". NULL is no file. */
bool option_table_same_file(const char *a, const char *b);

/* True if an output would destroy an input, "-" being standard input: the file that it comes from.
 * NULL is no file. */
bool option_table_replaces(const char *output, const char *input);

#endif
