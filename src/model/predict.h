/* predict - a model applied to a data set. */
#ifndef RRM_PREDICT_H
#define RRM_PREDICT_H

#include <stdbool.h>

#include "base/par.h"
#include "data/dataset.h"
#include "model/model.h"

/* The weights of a model by the columns of the data that it scores. */
struct scorer {
    size_t outputs;    /* as in model_kind */
    uint32_t columns;  /* of features; one for the bias follows */
    uint32_t *feature; /* column j is feature[j], ascending; NULL: j + 1 */
    double *w;         /* (columns + 1) x outputs */
    double bias;       /* the value of the bias in each row; 0: none */
    double offset;     /* subtracted from each score: rho of one class */
};

/* For rows that are not known yet: the features of the model that weigh have columns, and the last
 * column, whose weights are 0, is that of all other features. Takes the weights out of the model,
 * whose `weight` is then NULL: both would need the memory. ERR_SYSTEM: no memory; s is to be freed
 * all the same. */
enum status scorer_take(struct scorer *s, struct model *model, struct error *err);
void scorer_free(struct scorer *s);

/* decision[(i - lo) * outputs + o] = <w_o, row i> + bias_o, less the offset, for the rows i in
 * [lo, hi) of x, which has no bias column but that of the scorer. The order of the sum is that of
 * csr.h: a feature without weights adds a 0. */
void scorer_rows(const struct scorer *s, const struct csr *x, int64_t lo, int64_t hi,
                 double *decision);

/* decision (rows x outputs) gets the offset of each row added to its scores. */
void predict_shift(const struct dataset *rows, size_t outputs, double *decision);

/* decision[i * outputs + o] = <w_o, row i> + bias_o, less rho for one class, and the offset of row
 * i; outputs as in model_kind. Features that the model has not seen weigh nothing; the bias is the
 * model's, whatever bias column the data have. ERR_SYSTEM: no memory. */
enum status predict_decisions(const struct model *model, const struct dataset *data,
                              const struct par *par, double *decision, struct error *err);

/* The first of so many rows with an answer or a decision[outputs] that is not finite, for values
 * and weights that are fit to be read may yet overflow in a sum; else `rows`. */
int64_t predict_finite(int64_t rows, size_t outputs, const double *decision,
                       const double *answer);

/* True if an entry of the data is of a feature with a weight in the model; it is looked for
 * until the first one. */
bool predict_weighs(const struct model *model, const struct dataset *data);

#endif
