/* row - the terms of one text, each with its count; their weights, and the line of them. */
#ifndef RRM_TERMS_ROW_H
#define RRM_TERMS_ROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct row_term {
    uint32_t term, count;
};

/* Of a term: where it stands in the row, if it does, and in how many rows it has stood. */
struct row_seen {
    uint32_t place, rows;
};

/* An empty row is {0}. A term t stands in the row if seen[t].place < count and item[seen[t].place]
 * is of t (Briggs, Torczon, ACM Letters on Programming Languages and Systems 2, 1993): nothing is
 * cleared between two rows. */
struct row {
    struct row_term *item, *spare;
    size_t count, room;
    struct row_seen *seen;
    size_t terms;
};

/* Room for the terms [0, terms). False: no memory. */
bool row_reserve(struct row *r, size_t terms);

/* Each of the terms once more, but for TERM_NONE. Not without room for them. False: no memory. */
bool row_add(struct row *r, size_t count, const uint32_t *term);

/* A term that is not in the row yet, so many times, `seen` left as it is. False: no memory. */
bool row_push(struct row *r, uint32_t term, uint32_t count);

/* The terms in ascending order, in linear time. */
void row_sort(struct row *r);

void row_free(struct row *r);

/* ---- its line -------------------------------------------------------------------------------- */

enum row_weight { ROW_TF_IDF, ROW_COUNTS, ROW_BINARY, ROW_WEIGHTS };

/* What stands for a term of count c. */
struct row_form {
    enum row_weight weight; /* c idf[term], c, or 1 */
    bool raw;               /* of tf-idf: not divided by the row's norm */
    int places;             /* decimal places that it is rounded to; ROW_ALL: none */
    const double *idf;      /* NULL but for tf-idf */
};

enum { ROW_ALL = 0, ROW_PLACES = 15 };

/* What became of a text. */
struct row_report {
    int64_t texts;
    int64_t entries;     /* that were written */
    int64_t bad, passed; /* bytes that are no UTF-8; words that are too long */
};

/* Bytes that grow; entries counts those of the lines that were added. */
struct row_text {
    char *bytes;
    size_t length, room;
    int64_t entries;
};

/* Adds a line of svmlight: the label [label, label + n), then 1 + term and its value, in the order
 * of the row. What is rounded to 0 is left out. False: no memory. */
bool row_line(const struct row *r, const struct row_form *form, const char *label, size_t n,
              struct row_text *to);

#endif
