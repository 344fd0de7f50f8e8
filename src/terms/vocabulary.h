/* vocabulary - the terms of a training text, how each is weighed, and the file that keeps them. */
#ifndef RRM_VOCABULARY_H
#define RRM_VOCABULARY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/output.h"
#include "base/status.h"
#include "terms/row.h"
#include "terms/splitter.h"
#include "base/term_table.h"

/* How a text becomes a row. */
struct vocabulary_rule {
    enum row_weight weight;
    struct ngrams ngrams;
    bool keep_case, raw;
    bool unicode;    /* UTF-8; else bytes (terms/letters.h) */
    int places;      /* as struct row_form has them */
};

/* Term k is that of index k + 1; `lines` of the table: in how many texts it stands. The lines
 * descend; terms of equal lines ascend by their bytes. */
struct vocabulary {
    struct vocabulary_rule rule;
    int64_t texts;            /* that it was made of */
    struct term_table labels; /* label k, a word, becomes k + 1; ascending by bytes */
    struct term_table terms;
    double *idf;              /* of each term: ln((1 + texts)/(1 + lines)) + 1 */
};

enum { LABELS_MOST = 1000 };

/* The names of weights in files and options; NULL behind the last. */
extern const char *const vocabulary_weights[];

/* Fills idf. False: no memory. */
bool vocabulary_weigh(struct vocabulary *v);

struct row_form vocabulary_form(const struct vocabulary *v);

/* Begins as a vocabulary; no other file is replaced by one. */
extern const struct output_kind vocabulary_output;

enum status vocabulary_write(const struct vocabulary *v, struct output *out, struct error *err);

/* Reads what vocabulary_write wrote ("-": standard input); every line and the check sum of all are
 * checked. ERR_DATA names the line. Free in any case. */
enum status vocabulary_read(struct vocabulary *v, const char *file, struct error *err);
void vocabulary_free(struct vocabulary *v);

#endif
