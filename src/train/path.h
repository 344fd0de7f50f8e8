/* path - one problem for a list of lambdas, each from the solution of the one before. */
#ifndef RRM_PATH_H
#define RRM_PATH_H

#include "train/fit.h"

/* Told after each lambda, number k of the list: fit->monitor.best is the solution. False:
 * enough. */
typedef bool path_visit(void *context, size_t k, const struct fit *fit);

/* Runs a fit for each lambda of the list, in its order (descending lambdas, rising costs, keep
 * the weights near each other), until visit has enough, an interrupt comes or the seconds of the
 * recipe, which are those of the whole path, are over. ERR_SYSTEM: no memory. */
enum status path_run(struct fit *fit, size_t count, const double *lambda, path_visit *visit,
                     void *context, struct error *err);

#endif
