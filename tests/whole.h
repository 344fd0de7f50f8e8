/* whole - a whole training, from the options to the model, or a cross-validation, with calibration. */
#ifndef RRM_TESTS_WHOLE_H
#define RRM_TESTS_WHOLE_H

#include "base/status.h"

struct whole {
    const char *loss; /* as -l has it */
    int classes;      /* labels are 0 to classes - 1 */
    int threads;
    int folds;  /* of a cross-validation; 0: none; below 0: of a search for a cost */
    double sum; /* out: of all numbers of the model, or of the figures of the folds */
};

/* Trains on tests/reference/bin.libsvm with other labels and lets the model, or the figures, go but for their sum. */
enum status whole_training(struct whole *whole, struct error *err);

#endif
