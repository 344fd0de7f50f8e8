/* apply - the rows of texts in a vocabulary that stands, line by line. */
#ifndef RRM_APPLY_H
#define RRM_APPLY_H

#include "base/output.h"
#include "base/par.h"
#include "base/status.h"
#include "terms/vocabulary.h"

/* Writes a row for each line of the file ("-": standard input) as it comes: what is at hand is
 * answered before more is waited for, in memory that does not grow with the lines. A line without a
 * tab is a text without a label, '?'. Terms that v has not are passed over. ERR_DATA: a label that
 * is none of the vocabulary's; the lines before it are written. */
enum status apply_run(const struct vocabulary *v, const char *file, const struct par *par,
                      struct output *out, struct row_report *report, struct error *err);

#endif
