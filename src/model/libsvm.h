/* libsvm - models that LIBSVM wrote with a linear kernel, read (svm_save_model of its svm.cpp,
 * version 3.3). */
#ifndef RRM_LIBSVM_H
#define RRM_LIBSVM_H

#include "model/model.h"
#include "model/model_lines.h"

/* Reads the whole file, whose first line comes next; m is empty. Refusals name their line. Of more
 * than two classes LIBSVM trains one against one, which is no model here. */
void libsvm_read(struct model_lines *r, struct model *m);

#endif
