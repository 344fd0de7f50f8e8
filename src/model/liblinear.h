/* liblinear - models in LIBLINEAR's format, read and written (save_model, load_model and
 * predict_values of its linear.cpp, version 2.50). */
#ifndef RRM_LIBLINEAR_H
#define RRM_LIBLINEAR_H

#include "model/model.h"
#include "model/model_lines.h"

/* Reads the whole file, whose first line comes next; m is empty. Refusals name their line. */
void liblinear_read(struct model_lines *r, struct model *m);

/* Whether liblinear-predict can apply models of this loss; the names of those losses, separated by
 * commas: returns text. */
bool liblinear_has_loss(const struct loss_row *loss);
const char *liblinear_losses(char text[TASK_LIST]);

/* OK if LIBLINEAR can have these labels: whole numbers of 32 bits; else ERR_DATA, of `file`. */
enum status liblinear_check_labels(int classes, const double *labels, const char *file,
                                   struct error *err);

/* Writes the model, as model_save does. ERR_DATA also: LIBLINEAR has no such model. Sigmoids,
 * costs of errors and what is known of the training are left out. */
enum status liblinear_save(const struct model *m, const char *path, struct error *err);

#endif
