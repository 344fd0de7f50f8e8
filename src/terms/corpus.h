/* corpus - labelled texts: their vocabulary, and their rows in it. */
#ifndef RRM_CORPUS_H
#define RRM_CORPUS_H

#include "base/output.h"
#include "base/par.h"
#include "base/status.h"
#include "terms/term_rank.h"
#include "terms/vocabulary.h"

struct corpus; /* texts as the numbers of their terms: 4 bytes for each term of each text */

/* Reads the texts, LABEL, a tab, the text a line, on the threads of par; par and the name of the
 * file must outlive *c. rule->unicode: where this machine has UTF-8; false afterwards if not.
 * ERR_DATA: a line without a tab, labels of which some are words and some numbers, no text. Free in
 * any case. */
enum status corpus_read(struct corpus **c, const char *file, struct vocabulary_rule *rule,
                       const struct par *par, struct error *err);

/* The vocabulary: the same for every number of threads. ERR_DATA: no term is left. Free v in any
 * case. */
enum status corpus_vocabulary(struct corpus *c, const struct vocabulary_rule *rule,
                             struct term_choice choice, struct vocabulary *v, struct error *err);

/* Writes the rows of the texts in the vocabulary that was made. */
enum status corpus_write(struct corpus *c, const struct vocabulary *v, struct output *out,
                        struct row_report *report, struct error *err);

/* NULL is allowed. */
void corpus_free(struct corpus *c);

#endif
