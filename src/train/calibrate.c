/* calibrate - sigmoids that turn scores into probabilities, fitted to scores of rows that training
 * did not see. */
#include "train/calibrate.h"

#include "base/memory.h"
#include "train/platt.h"

enum status calibrate_init(struct calibration *c, int problems, const struct targets *targets,
                           int64_t rows, uint64_t seed, struct arena *arena, struct error *err)
{
    *c = (struct calibration){.problems = problems};
    c->held = arena_doubles(arena, (size_t)rows * (size_t)problems);
    c->platt = arena_doubles(arena, 2 * (size_t)problems);
    if (!c->held || !c->platt)
        return fail_memory(err, "the calibration");
    return folds_deal(&c->folds, CALIBRATION_FOLDS, false, targets, rows, seed, arena, err);
}

void calibrate_keep(struct calibration *c, int problem, int fold, const struct csr *x,
                    const double *w, double free)
{
    double *held = c->held + problem * x->rows;

    for (int64_t i = 0; i < x->rows; i++)
        if (c->folds.of[i] == fold) {
            csr_kernels(x, isa_best())->product(x, i, i + 1, 1, w, &held[i]);
            held[i] += free;
        }
}

enum status calibrate_fit(struct calibration *c, const struct targets *targets, int64_t rows,
                          struct error *err)
{
    double *y = mem_alloc((size_t)rows, sizeof *y);
    enum status status = y ? OK : fail_memory(err, "the calibration");

    for (int k = 0; k < c->problems && status == OK; k++) {
        targets_side(targets, k, rows, y);
        status = platt_fit((size_t)rows, c->held + k * rows, y, &c->platt[2 * k],
                           &c->platt[2 * k + 1], err);
    }
    mem_free(y);
    return status;
}
