/* predict - a model applied to a data set. */
#ifndef RRM_PREDICT_H
#define RRM_PREDICT_H

#include "base/par.h"
#include "data/dataset.h"
#include "model/model.h"

/* decision[i] = <w, row i> + bias, one number per row (two classes). Features that the model has not seen weigh
 * nothing; the bias is the model's, whatever bias column the data have. ERR_SYSTEM: no memory. */
enum status predict_decisions(const struct model *model, const struct dataset *data, const struct par *par,
                              double *decision, struct error *err);

/* The label that a decision value stands for: > 0 the first, else the second. */
double predict_label(const struct model *model, double decision);

#endif
