/* calibrate - sigmoids that turn scores into probabilities, and the threshold of two classes, of
 * scores of rows that training did not see (Platt 1999): each fold is left out once and scored by
 * the weights of the other rows. They then serve the weights of all rows, as in LIBSVM. */
#ifndef RRM_CALIBRATE_H
#define RRM_CALIBRATE_H

#include "solve/monitor.h"
#include "train/folds.h"

enum { CALIBRATION_FOLDS = 5 }; /* as many as LIBSVM's */

struct calibration {
    struct folds folds;
    int problems;
    size_t outputs;       /* scores of a row in each */
    double *held;         /* problems x rows x outputs: by the runs that left rows out */
    enum calibration_method method; /* AUTO: no probabilities are wanted */
    double *platt;        /* PLATT, of each problem: P = 1 / (1 + exp(A z + B)); else NULL */
    struct steps *steps;  /* ISOTONIC, of each problem; else NULL */
    double temperature;   /* TEMPERATURE, of the only problem; else 0 */
    const struct cut_goal *goal; /* a threshold is wanted, best by this: */
    struct cut cut;              /* else at 0 */
    enum verdict verdict; /* the worst of the runs that leave a fold out; CONVERGED without any */
};

/* Deals out the folds; c is empty but for problems, outputs, method and goal. Memory comes from the
 * arena. ERR_SYSTEM: no memory. */
enum status calibrate_init(struct calibration *c, const struct targets *targets, int64_t rows,
                           uint64_t seed, struct arena *arena, struct error *err);

/* Keeps the scores of the rows of a fold: <w_o, x_i> + free[o], x with the bias column that w has,
 * `free` (outputs) the scores of a bias outside of Omega. */
void calibrate_keep(struct calibration *c, int problem, int fold, const struct csr *x,
                    const double *w, const double *free);

/* When all folds of all problems have been kept: fits what the method asks for and chooses the
 * threshold, rows by their weights.
 * ERR_DATA: a score is not finite; ERR_SYSTEM: no memory. */
enum status calibrate_fit(struct calibration *c, const struct targets *targets,
                          const struct dataset *data, struct error *err);

/* Fits P(y = +1 | z) = 1 / (1 + exp(A z + B)) to n decision values z of examples with labels y, -1
 * or +1, each of weight[i] (NULL: 1) as if it stood there so many times, by maximum likelihood for
 * targets t_i between t- and t+ (calibrate.c), which are neither 0 nor 1. The examples should be
 * others than those of the training (Platt 1999).
 *
 * A and B are finite for data of one class and for separable ones too: with d the least difference
 * of two unequal z, |A| d <= log((n+ + 1)(n- + 1)). (Else the p_i of all z but one, c, were beyond
 * t- and t+, and all terms of sum_i (z_i - c)(t_i - p_i) = 0 had one sign.) So A overflows only for
 * d < 1e-306; with max |z_i| < 1e-300 it is 0. ERR_DATA: a decision value is not finite. */
enum status platt_fit(size_t n, const double *decision, const double *y, const double *weight,
                      double *A, double *B, struct error *err);

#endif
