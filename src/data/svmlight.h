/* svmlight - reads svmlight/libsvm text. */
#ifndef RRM_SVMLIGHT_H
#define RRM_SVMLIGHT_H

#include "base/par.h"
#include "base/status.h"
#include "data/dataset.h"

/* Reads a file (plain, gzip, or "-": standard input) of lines
 *     label [qid:N] index:value ... [# comment]
 * into data, in the narrowest exact storage; explicit zeros count for data->features but are not stored, a qid is
 * checked but not kept. The first error in the file, in the order of lines, is reported as ERR_DATA with file and line;
 * an empty data set is one. The result does not depend on the number of threads. On failure data is empty. Free with
 * dataset_free. */
enum status svmlight_read(const char *path, const struct par *par, struct dataset *data, struct error *err);

/* The same, the text read in blocks of so many bytes (1 or more): tests try every border with it. */
enum status svmlight_read_blocks(const char *path, const struct par *par, size_t block, struct dataset *data,
                                 struct error *err);

#endif
