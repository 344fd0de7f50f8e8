/* calibrate - sigmoids that turn scores into probabilities, fitted to scores that training did not see (-b 1). */
#include "cli/calibrate.h"

#include "base/memory.h"
#include "math/rng.h"
#include "model/platt.h"

/* The place of the class of row i. */
static size_t class_of(const struct targets *e, int64_t i)
{
    return e->ova ? (size_t)e->y[i] : e->y[i] < 0;
}

enum status calibrate_deal(struct training *t, struct error *err)
{
    const struct targets *e = &t->targets;
    size_t rows = (size_t)t->data->x.rows;
    int64_t *order = mem_alloc(rows, sizeof *order), *next = mem_alloc((size_t)e->classes, sizeof *next);
    struct rng rng;
    enum status status;

    t->fold = arena_get(&t->arena, rows, sizeof *t->fold);
    t->held = arena_doubles(&t->arena, rows * (size_t)t->problems);
    t->platt = arena_doubles(&t->arena, 2 * (size_t)t->problems);
    status = order && next && !t->arena.failed ? OK : fail_memory(err, "the calibration");
    if (status == OK) {
        for (size_t i = 0; i < rows; i++)
            order[i] = (int64_t)i;
        for (int k = 0; k < e->classes; k++) /* small classes do not all begin in the same fold */
            next[k] = k;
        rng_seed(&rng, t->o->recipe.seed);
        rng_shuffle(&rng, rows, order);
        for (size_t i = 0; i < rows; i++)
            t->fold[order[i]] = (int)(next[class_of(e, order[i])]++ % FOLDS);
    }
    mem_free(order);
    mem_free(next);
    return status;
}

int64_t calibrate_hold_out(const struct training *t, int fold, double *cost)
{
    int64_t rows = t->data->x.rows, outside = 0;

    for (int64_t i = 0; i < rows; i++)
        outside += t->fold[i] != fold;
    for (int64_t i = 0; i < rows; i++)
        cost[i] = t->fold[i] != fold ? t->targets.cost[i] * ((double)rows / (double)outside) : 0;
    return outside;
}

void calibrate_keep(struct training *t, int problem, int fold, const double *w, double offset)
{
    struct csr x = t->data->x;
    size_t rows = (size_t)x.rows;
    double *held = t->held + (size_t)problem * rows;

    if (t->columns > x.cols) {
        x.bias = t->o->recipe.bias;
        x.cols++;
    }
    for (size_t i = 0; i < rows; i++)
        if (t->fold[i] == fold) {
            csr_kernels(&x)->product(&x, (int64_t)i, (int64_t)i + 1, 1, w, &held[i]);
            held[i] += offset * t->o->recipe.bias;
        }
}

enum status calibrate_fit(struct training *t, struct error *err)
{
    size_t rows = (size_t)t->data->x.rows;
    double *y = mem_alloc(rows, sizeof *y);
    enum status status = y ? OK : fail_memory(err, "the calibration");

    for (int k = 0; k < t->problems && status == OK; k++) {
        targets_side(&t->targets, k, t->data->x.rows, y);
        status = platt_fit(rows, t->held + (size_t)k * rows, y, &t->platt[2 * k], &t->platt[2 * k + 1], err);
    }
    mem_free(y);
    return status;
}
