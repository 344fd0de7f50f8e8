/* source - opens a data set, whatever the form of its file. */
#ifndef RRM_SOURCE_H
#define RRM_SOURCE_H

#include "base/par.h"
#include "base/status.h"
#include "data/dataset.h"

/* Reads the file (plain or gzip, by its first bytes; "-" is standard input) with all threads
 * of par; flags: DATASET_COMPACT, DATASET_COMMENTS. The result does not depend on the number of
 * threads. ERR_DATA, which names the first bad line: the file is no data set; ERR_SYSTEM: it cannot
 * be read, or no memory; data is then empty. Free with dataset_free. */
enum status dataset_open(const char *path, unsigned flags, const struct par *par,
                         struct dataset *data, struct error *err);

#endif
