/* svmlight - reads svmlight/libsvm text. */
#ifndef RRM_SVMLIGHT_H
#define RRM_SVMLIGHT_H

#include "base/input.h"
#include "base/par.h"
#include "base/status.h"
#include "data/dataset.h"

/* Bytes of text that are read and parsed at a time, both tuned. Small blocks take little memory.
 * PACKED ones of gzip are larger: each call of inflate copies a window of 2^15 bytes, but the last
 * block is parsed after all is inflated. */
enum { SVMLIGHT_BLOCK = 1 << 15, SVMLIGHT_PACKED = 1 << 17 };

/* Reads the rest of an input, lines of
 *     label [qid:N] index:value ... [# comment]
 * into data, in the narrowest exact storage; flags as in dataset_open. Explicit zeros count for
 * data->features but are not stored. ERR_DATA: the first error in the order of lines, with file and
 * line; an empty data set is one. The result depends neither on `block` (1 or more) nor on the
 * number of threads. On failure data is empty. Free with dataset_free. */
enum status svmlight_read(struct input *in, unsigned flags, size_t block, const struct par *par,
                          struct dataset *data, struct error *err);

#endif
