/* chunk - consecutive rows as the parser writes them, before they go to their place in a table; the
 * parser. */
#ifndef RRM_CHUNK_H
#define RRM_CHUNK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "data/dataset.h"

/* A comment lies in the text that was parsed, which must stay as long as the chunk is used. */
struct chunk_comment {
    const char *s;
    size_t length;
};

/* The lines that are read. */
struct chunk_lines {
    bool first; /* they begin the input */
    int64_t count, commented; /* of these a comment alone, unless these are rows */
    struct spans skipped;     /* row i stands on line i + 1 + skipped */
};

struct chunk_queries {
    struct spans of; /* the query of each row; 0 where its line has none */
    int64_t count;   /* rows with a query */
    int64_t missing; /* the first row without; -1: none */
};

/* A bad line that was passed over. */
struct chunk_refused {
    int64_t row, line; /* stands before that row; from 1 */
    size_t reason;     /* where it begins in the text */
    size_t comment, comment_length; /* the same of the comment, if comments are kept */
};

struct chunk_refusals {
    bool kept; /* bad lines are passed over, and a comment alone is a row as a blank line is */
    size_t count, room;
    struct chunk_refused *at;
    char *text; /* the reasons, a NUL behind each, and comments */
    size_t length, text_room;
};

/* What lines have, and what is kept of them. */
struct text_form {
    bool comments;   /* they are kept */
    bool unlabelled; /* a label may be missing or '?': it is NaN then; a blank line is a row */
    bool unordered;  /* the indices of a line may stand in any order */
    bool from_zero;  /* indices begin at 0: column j has the index j */
    bool label_words, feature_words; /* words stand in place of numbers */
    bool label_weights; /* a label may be LABEL:WEIGHT; it is never missing */
    int hash_bits;   /* of DATASET_HASH; 0: words have numbers */
};

/* The form that the flags of dataset_open ask for. */
struct text_form text_form_of(unsigned flags);

/* An entry of a line whose entries are sorted. */
struct chunk_entry {
    uint32_t index; /* from 1 */
    double value;
};

struct chunk_held {
    struct chunk_entry *at;
    size_t count, room;
};

/* The words of a chunk, and what becomes of them. */
struct chunk_words {
    struct words found;   /* in the order of their first places, labels too */
    double *label_as;     /* of each label; */
    uint32_t *feature_as; /* the column of each feature */
    size_t label_room, feature_room;
};

/* An empty one is {0}, but for form and refused.kept. The arrays are kept and used again for the
 * next text. */
struct chunk {
    struct text_form form;
    int64_t rows, entries;
    uint32_t features;             /* the largest index, of explicit zeros too */
    struct storage storage;        /* of value */
    double *label;                 /* rows */
    uint32_t *length;              /* rows: stored entries */
    uint32_t *col;                 /* entries: columns from 0 */
    void *value;                   /* entries */
    struct chunk_comment *comment; /* rows */
    size_t comment_bytes;          /* in all */
    struct chunk_lines lines;
    struct chunk_queries queries;
    struct row_facts facts;
    struct chunk_refusals refused;
    struct chunk_words words;
    struct chunk_held held; /* the entries of one line, while they are sorted */
    size_t row_room, entry_room;
    size_t value_room; /* bytes */
};

/* Empties the chunk and makes room for `entries` entries at most, with values in `storage`. False:
 * no memory. */
bool chunk_reset(struct chunk *c, size_t entries, struct storage storage);

/* Makes room for one more row than the chunk has. False: no memory. */
bool chunk_reserve_row(struct chunk *c);

/* Adds a bad line, number lines.count, with its comment[length]. False: no memory. */
bool chunk_refuse(struct chunk *c, const char *reason, const char *comment, size_t length);

/* Changes the values to a wider storage: `to`, or one that holds them if that does not. False: no
 * memory. */
bool chunk_widen(struct chunk *c, struct storage to);

/* Sets the value of the entry behind all others, in a wider storage if need be. False: no
 * memory. */
bool chunk_put(struct chunk *c, double v);

/* Holds an entry; sorts those that are held by their indices. False: no memory. */
bool chunk_hold(struct chunk *c, uint32_t index, double value);
void chunk_sort_held(struct chunk *c);

void chunk_free(struct chunk *c);

/* ---- chunk_words.c --------------------------------------------------------------------------- */

/* Where words have numbers, label and col hold the places of words.found. Makes room for what
 * becomes of them. False: no memory. */
bool chunk_words_reserve(struct chunk *c);

/* label and col become words.label_as and feature_as; the columns of each row ascend again. */
void chunk_words_rename(struct chunk *c);

/* ---- svmlight_parse.c ------------------------------------------------------------------------ */

enum { SVMLIGHT_REASON = 256 };

/* Parses `length` bytes, whose last is a line end, into chunk, its values in `storage` or a wider
 * one; SVMLIGHT_SLACK bytes follow. ERR_DATA, unless bad lines are passed over: the bad line is
 * number chunk->lines.count (from 1) of the text and reason says what is wrong; ERR_SYSTEM: no
 * memory. */
enum status svmlight_parse(const char *text, size_t length, struct storage storage,
                           struct chunk *chunk, char reason[SVMLIGHT_REASON]);

/* ---- svmlight_format.c ----------------------------------------------------------------------- */

/* If the line at s, which ends before `end`, looks like one of another format (CSV, ARFF, Vowpal
 * Wabbit, a byte order mark), reason says so; else it stays as it is. */
void svmlight_tell_format(const char *s, const char *end, char reason[SVMLIGHT_REASON]);

/* Whether the line, though words could be read in it, is surely of another format that
 * svmlight_tell_format names: fields between commas without a blank or with one behind each, '|'
 * where features begin, a byte order mark, @relation. A label with a comma is none if a feature
 * follows. */
bool svmlight_is_foreign(const char *s, const char *end);

#endif
