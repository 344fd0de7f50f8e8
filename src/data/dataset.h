/* dataset - rows of a training or test file: a sparse matrix, a label for each row, and more. */
#ifndef RRM_DATASET_H
#define RRM_DATASET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/term_table.h"
#include "data/csr/csr.h"

/* ---- spans: a number for each row that seldom changes from one row to the next --------------- */

/* The rows from `row` up to that of the next span have this value. */
struct span {
    int64_t row;
    uint64_t value;
};

/* Spans in ascending order of row, each with another value than the span before. Rows before the
 * first span have value 0: in {0}, which is empty, every row has. */
struct spans {
    struct span *span;
    size_t count, room;
};

/* Sets the value of `row`, the largest set so far, and of all rows behind. False: no memory. */
bool spans_add(struct spans *spans, int64_t row, uint64_t value);

/* Takes back what was set for `row`, the largest so far. */
void spans_drop(struct spans *spans, int64_t row);

/* Sets the rows from `row` on as `from` sets its rows from 0 on, plus `shift`. False: no memory. */
bool spans_append(struct spans *spans, int64_t row, const struct spans *from, uint64_t shift);

/* The value of a row. */
uint64_t spans_at(const struct spans *spans, int64_t row);

void spans_free(struct spans *spans);

/* What is known of rows beside label and entries. The spans hold the bits of each number, less
 * (XOR) those of the usual one, weight 1 and offset 0: {0} is what lines without either have. */
struct row_facts {
    struct spans weight, offset;
};

/* Which of the two. Their sizes are at most DATASET_LARGEST. */
enum row_fact { ROW_WEIGHT, ROW_OFFSET };
#define DATASET_LARGEST 1e100

/* Sets the fact of `row`, the largest set so far, and of all rows behind. False: no memory. */
bool row_facts_add(struct row_facts *facts, enum row_fact which, int64_t row, double value);

/* Sets the rows from `row` on as `from` sets its rows from 0 on. False: no memory. */
bool row_facts_append(struct row_facts *facts, int64_t row, const struct row_facts *from);

bool row_facts_empty(const struct row_facts *facts);
void row_facts_free(struct row_facts *facts);

/* ---- data sets ------------------------------------------------------------------------------- */

/* What stands in a file in place of numbers. */
struct words {
    struct term_table labels;   /* the label k + 1 is word k; ascending by their bytes */
    struct term_table features; /* the index k + 1 is word k, in the order of their first places */
};

/* label[k], or feature[k] where label is NULL, = the place in `all` of word k of `found`, which is
 * put there. False: no memory. */
bool words_put(struct term_table *all, const struct term_table *found, double *label,
               uint32_t *feature);

/* The labels, which are places of words, become those in ascending order, from 1. False: no
 * memory. */
bool words_rank(struct words *words, int64_t rows, double *label);

void words_free(struct words *words);

/* Bytes of a label, and of the name of a feature, at most. */
enum { LABEL_WORD = 63, FEATURE_WORD = 1000 };

/* The word at s: bytes above ' ' but DEL, ':' and '#'. Returns its end, before `end`. */
static inline const char *words_end(const char *s, const char *end)
{
    while (s < end && (unsigned char)*s > ' ' && *s != 0x7f && *s != ':' && *s != '#')
        s++;
    return s;
}

/* A view of arrays that `held` owns; nobody writes into them once the data set is open. Members
 * from skipped to comment are those of the file's rows, from 0. */
struct dataset {
    struct csr x;                 /* rows x columns, no bias */
    const double *label;          /* rows: the labels as read; NULL once they were dropped */
    uint32_t features;            /* the largest index in the file (0: none) */
    bool from_zero;               /* the file writes each index, here from 1, as one less */
    const uint32_t *feature;      /* column j is feature[j] in the file, ascending; NULL: j + 1 */
    const double *scale;          /* column j has the values of the file over scale[j]; NULL: as
                                   * they are */
    bool unit;                    /* before that, rows were divided by their lengths */
    const int64_t *origin;        /* row i is row origin[i] of the file; NULL: row i */
    const struct spans *skipped;  /* row i is on line i + 1 + skipped; NULL: on line i + 1 */
    const struct spans *query;    /* qid of each row, 0 where its line has none; NULL: none has */
    const struct row_facts *facts; /* NULL: every row has weight 1 and offset 0 */
    const struct words *words;    /* NULL: labels and indices are numbers */
    int64_t unqueried;            /* the first row whose line has no qid; -1: every line has one */
    int64_t blank, commented;     /* lines passed over: blank ones, those of a comment alone */
    const int64_t *comment_start; /* rows + 1 places in comment; NULL: comments are not kept */
    const char *comment;
    void (*release)(void *held);  /* frees or unmaps; NULL: nothing is held */
    void (*drop)(void *held);     /* frees the labels before that; NULL: cannot */
    void *held;
};

/* What a reader of data sets is asked for. */
enum {
    DATASET_COMPACT = 1, /* columns are renumbered to those that occur */
    DATASET_COMMENTS = 2, /* the comments behind examples are kept */
    DATASET_UNORDERED = 4, /* the indices of a line may stand in any order */
    DATASET_LABEL_WORDS = 8,
    DATASET_FEATURE_WORDS = 16, /* name:value, or name where the value is 1 */
    DATASET_FROM_ZERO = 32, /* indices begin at 0 */
    DATASET_LABEL_WEIGHTS = 64, /* a label may be LABEL:WEIGHT; one that is missing is an error */
    DATASET_HASH = 8 /* how far BITS stand to the left: index k + 1 of the word whose hash_fnv is
                      * k modulo 2^BITS; 0: words have numbers */
};

/* Releases what the data set holds and empties it. */
void dataset_free(struct dataset *data);

/* Gives the memory of the labels back, which nobody needs any more. */
void dataset_drop_labels(struct dataset *data);

/* scale[j]; 1 of a column that is not scaled, as behind the last. */
double dataset_scale(const struct dataset *data, uint32_t column);

/* The index (from 1) of column j; the same as the file writes it. */
uint32_t dataset_feature(const struct dataset *data, uint32_t column);
uint32_t dataset_written(const struct dataset *data, uint32_t column);

/* The row of the file, from 0, that row i is. */
int64_t dataset_origin(const struct dataset *data, int64_t row);

/* The line of the file, from 1, that row i was read from. */
int64_t dataset_line(const struct dataset *data, int64_t row);

/* The qid of row i; 0 where its line has none, as in SVM-light. */
uint64_t dataset_query(const struct dataset *data, int64_t row);

/* The weight of row i, as many examples as it stands for; what is added to its score. */
double dataset_weight(const struct dataset *data, int64_t row);
double dataset_offset(const struct dataset *data, int64_t row);

/* The sum of the weights; without any, the rows. */
double dataset_mass(const struct dataset *data);

/* Whether a row has another weight than 1, another offset than 0. */
bool dataset_weighs(const struct dataset *data);
bool dataset_shifts(const struct dataset *data);

/* A label of the data as it stood there: the word, or the number; returns text. */
const char *dataset_label_text(const struct dataset *data, double label,
                               char text[LABEL_WORD + 1]);

/* The comment of row i, *length bytes behind the '#', without the line end; of length 0 where the
 * line has none or comments were not kept. */
const char *dataset_comment(const struct dataset *data, int64_t row, size_t *length);

enum { DATASET_LABELS = 4096 }; /* room for as many is enough for every caller */

/* The distinct labels in the order in which they first come, at most `room` of them, at most
 * DATASET_LABELS; which[i] becomes the index of the label of row i in labels (which may be NULL).
 * Returns their number; where there are more than room, room + 1, and *row is the first row whose
 * label found no room. */
size_t dataset_labels(const struct dataset *data, size_t room, double *labels, double *which,
                      int64_t *row);

#endif
