/* calibrate - sigmoids that turn scores into probabilities, fitted to scores of rows that training
 * did not see (Platt 1999): each fold is left out once and scored by the weights of the other rows.
 * The sigmoids then serve the weights of all rows, as in LIBSVM. */
#ifndef RRM_CALIBRATE_H
#define RRM_CALIBRATE_H

#include "solve/monitor.h"
#include "train/folds.h"

enum { CALIBRATION_FOLDS = 5 }; /* as many as LIBSVM's */

struct calibration {
    struct folds folds;
    int problems;
    double *held;         /* problems x rows: the score of row i in the run that left it out */
    double *platt;        /* A and B of each problem: P = 1 / (1 + exp(A z + B)) */
    enum verdict verdict; /* the worst of the runs that leave a fold out; CONVERGED without any */
};

/* Deals out the folds. Memory comes from the arena. ERR_SYSTEM: no memory. */
enum status calibrate_init(struct calibration *c, int problems, const struct targets *targets,
                           int64_t rows, uint64_t seed, struct arena *arena, struct error *err);

/* Keeps the scores of the rows of a fold: <w, x_i> + free, x with the bias column that w has,
 * `free` the score of a bias outside of Omega. */
void calibrate_keep(struct calibration *c, int problem, int fold, const struct csr *x,
                    const double *w, double free);

/* When all folds of all problems have been kept: fits A and B of each. ERR_DATA: a score is not
 * finite; ERR_SYSTEM: no memory. */
enum status calibrate_fit(struct calibration *c, const struct targets *targets, int64_t rows,
                          struct error *err);

#endif
