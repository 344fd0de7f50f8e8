/* start - the weights of a model as the point where a training begins.
 *
 * Loss, regularizer and lambda of the model may be others than those of the training, and so may
 * its data: features are matched by their indices, classes by their labels, in whatever order. What
 * is matched is used, all else starts at 0. Scalars outside of Omega (a bias, rho, thresholds) are
 * not needed: R is the minimum over them. */
#ifndef RRM_TRAIN_START_H
#define RRM_TRAIN_START_H

#include "train/training.h"

/* t->w (columns x outputs) becomes the weights of the model, for t between training_init and
 * training_run: the problems of t start there; runs that calibrate start cold, for a start knows
 * rows that they must not have seen. `file` is where the model comes from. The model is not needed
 * any more then. ERR_DATA: it has no label of the data, or has classes where the training has none,
 * or none where that needs some; ERR_SYSTEM: no memory. */
enum status training_start(struct training *t, const struct model *model, const char *file,
                           struct error *err);

#endif
