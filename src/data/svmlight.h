/* svmlight - reads svmlight/libsvm text. */
#ifndef RRM_SVMLIGHT_H
#define RRM_SVMLIGHT_H

#include "base/input.h"
#include "base/par.h"
#include "base/status.h"
#include "data/dataset.h"

/* Bytes of text that are read and parsed at a time: they and what is made of them (at most 14 bytes
 * of arrays for 4 of text) stay in the second-level cache of a core. Tests take every other size. */
enum { SVMLIGHT_BLOCK = 1 << 18 };

/* Reads the rest of an input, lines of
 *     label [qid:N] index:value ... [# comment]
 * into data, in the narrowest exact storage; flags as in dataset_open. Explicit zeros count for
 * data->features but are not stored. ERR_DATA: the first error in the order of lines, with file and
 * line; an empty data set is one. The result depends neither on `block` (1 or more) nor on the
 * number of threads. On failure data is empty. Free with dataset_free. */
enum status svmlight_read(struct input *in, unsigned flags, size_t block, const struct par *par,
                          struct dataset *data, struct error *err);

#endif
