/* predict - a model applied to a data set. */
#ifndef RRM_PREDICT_H
#define RRM_PREDICT_H

#include <stdbool.h>

#include "base/par.h"
#include "data/dataset.h"
#include "model/model.h"

/* decision[i * outputs + o] = <w_o, row i> + bias_o, less rho for one class; outputs as in model_kind. Features that
 * the model has not seen weigh nothing; the bias is the model's, whatever bias column the data have. ERR_SYSTEM: no
 * memory. */
enum status predict_decisions(const struct model *model, const struct dataset *data, const struct par *par,
                              double *decision, struct error *err);

/* True if an entry of the data is of a feature with a weight in the model; it is looked for until the first one. */
bool predict_weighs(const struct model *model, const struct dataset *data);

/* What the decision values of each row stand for, in answer[rows]: a label or, for regression, a value. Two classes:
 * the first label above 0, else the second. More: the label of the largest, the first of those. Ordinal: the label
 * whose place is the number of thresholds below. One class: 1 from 0 on, else -1. */
void predict_answers(const struct model *model, int64_t rows, const double *decision, double *answer);

/* True if the model knows probabilities: its loss gives them or it was calibrated. */
bool predict_has_probabilities(const struct model *model);

/* Such a model's, probability[i * classes + k] for the class of labels[k]; those of a row add up to 1. */
void predict_probabilities(const struct model *model, int64_t rows, const double *decision, double *probability);

#endif
