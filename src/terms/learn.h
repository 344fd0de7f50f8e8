/* learn - makes a vocabulary of labelled texts, and their rows. */
#ifndef RRM_LEARN_H
#define RRM_LEARN_H

#include "base/output.h"
#include "base/par.h"
#include "base/status.h"
#include "terms/vocabulary.h"

struct learn; /* texts as the numbers of their terms: 4 bytes for each term of each text */

/* Which terms are kept: those of `least` texts or more, of these the first `most`. */
struct learn_choice {
    uint32_t least, most;
};

/* Reads the texts, LABEL, a tab, the text a line, on the threads of par; par and the name
 * of the file must outlive *l.
 * rule->unicode: where this machine has UTF-8; false afterwards if not. ERR_DATA: a line without a
 * tab, labels of which some are words and some numbers, no text. Free in any case. */
enum status learn_read(struct learn **l, const char *file, struct vocabulary_rule *rule,
                       const struct par *par, struct error *err);

/* The vocabulary: the same for every number of threads. ERR_DATA: no term is left. Free v in any
 * case. */
enum status learn_vocabulary(struct learn *l, const struct vocabulary_rule *rule,
                             struct learn_choice choice, struct vocabulary *v, struct error *err);

/* Writes the rows of the texts in the vocabulary that was made. */
enum status learn_write(struct learn *l, const struct vocabulary *v, struct output *out,
                        struct row_report *report, struct error *err);

/* NULL is allowed. */
void learn_free(struct learn *l);

#endif
