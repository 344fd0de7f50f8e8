/* model_header - the header of a model file, read and checked line by line. */
#ifndef RRM_MODEL_HEADER_H
#define RRM_MODEL_HEADER_H

#include "model/model.h"
#include "model/model_lines.h"

#define MODEL_DAMAGED "the file is damaged; copy it again or train again"

/* Reads the lines of rrm-model(5) up to `weights`; a line that is wrong is refused. */
void model_header_read(struct model_lines *r, struct model *m);

/* Whether the next line has this key, which need not come; another that may is `instead`. The
 * line comes once more. */
bool model_key_next(struct model_lines *r, const char *key, const char *instead);

#endif
