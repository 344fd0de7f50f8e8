/* ova - the problems of a training: one, or with one class against the rest one for each class. */
#ifndef RRM_OVA_H
#define RRM_OVA_H

#include "risk/composite.h"
#include "train/recipe.h"

/* The risk of a problem over the rows of x with the labels y (x->rows), weights of the targets. */
struct risk_spec ova_spec(const struct recipe *recipe, const struct csr *x,
                          const struct targets *targets, const double *y);

/* How many problems there are. */
int ova_problems(const struct targets *targets);

/* Whether each problem has a minimum; `file` is where the data come from. ERR_DATA, ERR_USAGE:
 * it has none; ERR_SYSTEM: no memory. */
enum status ova_check(const struct recipe *recipe, const struct dataset *data,
                      const struct targets *targets, const char *file, struct error *err);

#endif
