/* steps - probabilities that ascend with the score, in steps: isotonic regression on scores of rows
 * that training did not see (Zadrozny, Elkan, KDD 2002). */
#ifndef RRM_STEPS_H
#define RRM_STEPS_H

#include "base/status.h"
#include "task/task.h"

/* Fits *steps to n decisions of rows with labels y, -1 or +1, each as if it stood there weight[i]
 * times (NULL: 1). A step begins in the middle between the decisions of two blocks; blocks beyond
 * STEPS are merged. No P is beyond Platt's t- = 1 / (n- + 2) and t+ = (n+ + 1) / (n+ + 2).
 * ERR_DATA: a decision is not finite; ERR_SYSTEM: no memory. */
enum status steps_fit(size_t n, const double *decision, const double *y, const double *weight,
                      struct steps *steps, struct error *err);

#endif
