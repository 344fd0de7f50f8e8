/* results - what a program has to tell, as a list: printed as text, as a table or as JSON. */
#ifndef RRM_RESULTS_H
#define RRM_RESULTS_H

#include <stdio.h>

#include "base/arena.h"
#include "base/status.h"
#include "task/figures.h"
#include "task/task.h"

/* A row of cli/list.h. */
enum result_id {
#define RESULT(id, key, kind, digits, name) RESULT_##id,
#include "cli/list.h"
#undef RESULT
    RESULT_IDS
};

/* What a value is, and how text has it. JSON has each number in full. */
enum value_kind {
    VALUE_NUMBER,  /* so many significant digits */
    VALUE_FIXED,   /* so many digits behind the point */
    VALUE_PERCENT, /* "50%"; of a share, value = 100 part / whole, "50% (1/2)" */
    VALUE_GAP,     /* "0.5 (0.1 of the primal)": value = whole - part, primal and dual */
    VALUE_LABEL,   /* as few digits as read back as it */
    VALUE_TEXT,
    VALUE_LIST,    /* results inside: of JSON an object */
    VALUE_ROWS     /* lists inside: of JSON an array */
};

struct result_row {
    const char *key, *name;
    enum value_kind kind;
    int digits;
};

/* In the order in which they were added. The memory is the arena's, texts stay the caller's. What
 * finds no memory is left out, and arena->failed tells. */
struct results {
    struct arena *arena;
    FILE *out; /* where text goes, as from lists inside; NULL: none is printed */
    const struct names *names; /* of labels, in the place of numbers; NULL: they have none */
    struct result *first, *last;
};

struct result {
    const struct result_row *is;
    double value; /* NaN: not defined */
    union {       /* by its kind */
        struct {
            double part, whole;
        };
        const char *text;
        struct results *inside;
    };
    struct result *next;
};

/* Each adds a result: a number; a text; a figure of predictions, by its own key and name; a number
 * in the unit of that figure, percent or not. */
void results_add(struct results *list, enum result_id id, double value);
void results_add_text(struct results *list, enum result_id id, const char *text);
void results_add_gap(struct results *list, double primal, double dual);
void results_add_figure(struct results *list, const struct figure *figure);
void results_add_unit(struct results *list, enum result_id id, enum figure_id unit, double value);

/* Adds an empty list, or one of rows, and returns it; RESULT_ROW: to a list of rows. */
struct results *results_inside(struct results *list, enum result_id id);

/* A value as text has it: "n/a" where a number is not defined. */
enum { RESULT_ROOM = 80 };
const char *results_value(const struct result *r, char text[RESULT_ROOM]);

/* "0.5 (0.1 of the primal)", each of so many significant digits; returns text. */
enum { GAP_DIGITS = 3 };
const char *results_gap(double primal, double dual, int digits, char text[RESULT_ROOM]);

/* Print text, if any is wanted; failures stay in the stream. The form, in which {KEY} stands for
 * the value with that key; of each result a line "NAME = VALUE" behind a prefix. */
void results_print(const struct results *list, const char *form);
void results_print_lines(const struct results *list, const char *prefix);

/* The results that have a name as cells of a line of a table, or their names as its head, without
 * the end of the line; a list of rows below their head. width, of each cell: as printf has it, to
 * the left if it is below 0. */
void results_print_row(const struct results *list, bool head, const int *width);
void results_print_table(const struct results *rows, const int *width);

/* The list as a line of JSON (RFC 8259): an object. A number that is not finite is null; a byte of
 * a text that is no UTF-8 is U+FFFD. */
void results_print_json(FILE *out, const struct results *list);

#endif
