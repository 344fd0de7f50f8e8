/* option_table - a program's options in one table: letters, ranges, places, the text of -h; which
 * file names go with them. */
#ifndef RRM_OPTION_TABLE_H
#define RRM_OPTION_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "cli/words.h"

#define RRM_VERSION "0.1.0"

/* What an argument is, and the type of the member that takes its value. */
enum option_kind {
    OPTION_FLAG,    /* no argument; bool: true */
    OPTION_NUMBER,  /* a number in [lo, hi]; double */
    OPTION_WHOLE,   /* a whole number in [lo, hi]; double */
    OPTION_SWITCH,  /* the same, 0 or 1; bool */
    OPTION_INT,     /* the same; int */
    OPTION_SEED,    /* the same; uint64_t */
    OPTION_LIST,    /* a number, or several: struct option_list */
    OPTION_TEXT,    /* any text; const char *, which stays argv's */
    OPTION_FILE,    /* any but the empty one; the same */
    OPTION_CHOICE,  /* a word of the argument, "best|1sd"; int: its place, from 1 on */
    OPTION_TAKEN,   /* any text; as `take` has it */
    OPTION_SETTING, /* NAME=VALUE: a row of the table's settings, any other as `take` has it */
    OPTION_HELP,    /* no argument; ends the command line */
    OPTION_VERSION, /* the same */
    OPTION_KINDS
};

/* From a number in [lo, hi] on so many, each so many times the one before, the last one in [lo, hi]
 * too: FROM:FACTOR:COUNT; count = 0: the number alone. */
struct option_list {
    double from, factor;
    int count;
};

/* An option or, without a letter, a setting, -o WORD=VALUE. */
struct option_row {
    char letter;
    const char *word;
    enum option_kind kind;
    const char *argument; /* its name; NULL: none */
    double lo, hi;        /* both ends allowed */
    const char *unit;     /* of a number of time; else NULL */
    size_t at;            /* offset of the member in the program's struct of options */
    enum status (*take)(const char *text, void *member, struct error *err); /* or ERR_USAGE */
    bool late;            /* taken when all others are */
    const char *help;     /* lines; NULL: on the line of the row before */
};

struct option_table {
    const char *program;
    const struct option_row *rows;     /* in the order of -h; a row of zeros behind the last */
    const struct option_row *settings; /* the same of -o; NULL: none */
    const char *usage;                 /* line behind messages on unknown options */
    const char *head, *tail;           /* of -h: what stands around the rows */
    void (*more)(void);                /* prints what stands behind; NULL: nothing */
    enum words_kind words;             /* what others call them */
};

/* What a command line asks for. */
enum asked { ASKED_RUN, ASKED_HELP, ASKED_VERSION };

/* Takes the options of a command line up to the first file name, argv[optind], into `options`, the
 * program's struct. ERR_USAGE: the message names the option and what it expects, or the file name
 * behind the first one that begins with '-' and is not "-": the user meant an option. (getopt would
 * have taken it in the place of the first.) Behind `--` no name is refused. What stands behind -h
 * and -V is not looked at. */
enum status option_table_take(const struct option_table *table, int argc, char **argv,
                              void *options, enum asked *asked, struct error *err);

/* Prints the text of -h, or the version, on standard output; ERR_SYSTEM: it cannot be written. */
enum status option_table_tell(const struct option_table *table, enum asked asked,
                              struct error *err);

/* Prints a line of each setting. */
void option_table_settings(const struct option_table *table);

/* True if writing to one of the names would destroy the other: both are one regular file, or a name
 * that no file has yet in one folder, or "-". NULL is no file. */
bool option_table_same_file(const char *a, const char *b);

#endif
