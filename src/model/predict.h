/* predict - a model applied to a data set. */
#ifndef RRM_PREDICT_H
#define RRM_PREDICT_H

#include <stdbool.h>

#include "base/par.h"
#include "data/dataset.h"
#include "model/model.h"

/* decision[i * outputs + o] = <w_o, row i> + bias_o, less rho for one class; outputs as in
 * model_kind. Features that the model has not seen weigh nothing; the bias is the model's,
 * whatever bias column the data have. ERR_SYSTEM: no memory. */
enum status predict_decisions(const struct model *model, const struct dataset *data,
                              const struct par *par, double *decision, struct error *err);

/* True if an entry of the data is of a feature with a weight in the model; it is looked for
 * until the first one. */
bool predict_weighs(const struct model *model, const struct dataset *data);

#endif
