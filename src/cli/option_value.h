/* option_value - an option or a setting as a row, and the value that a text gives it. */
#ifndef RRM_OPTION_VALUE_H
#define RRM_OPTION_VALUE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

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
    OPTION_HELP,    /* no argument; ends the command line; const char *: of --help=TOPIC, or NULL */
    OPTION_VERSION, /* the same */
    OPTION_KINDS
};

/* From a number in [lo, hi] on so many, each so many times the one before, the last one in [lo, hi]
 * too: FROM:FACTOR:COUNT; count = 0: the number alone. */
struct option_list {
    double from, factor;
    int count;
};

/* An option, -X or --WORD, or, without a letter, a setting, -o WORD=VALUE. */
struct option_row {
    char letter;
    const char *word;
    enum option_kind kind;
    const char *argument; /* its name; NULL: none */
    double lo, hi;        /* both ends allowed */
    const char *unit;     /* of a number of time; else NULL */
    const char *zero;     /* what to give in place of 0, which the range lacks; or NULL */
    size_t at;            /* offset of the member in the program's struct of options */
    enum status (*take)(const char *text, void *member, struct error *err); /* or ERR_USAGE */
    bool late;            /* taken when all others are */
    const char *help;     /* a line */
};

/* Writes the value of `text`, which an option without an argument does not look at, into the row's
 * member of `options`. ERR_USAGE: the text names the option and its range or words. Not of help,
 * version and settings. */
enum status option_value(const struct option_row *row, const char *text, void *options,
                         struct error *err);

#endif
