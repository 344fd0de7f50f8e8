/* steps - probabilities that ascend with the score, in steps: isotonic regression on scores of rows
 * that training did not see. */
#include "train/steps.h"

#include <math.h>

#include "base/memory.h"
#include "math/isotonic.h"
#include "math/radix_sort.h"

/* The rows of weights above 0 by decision, then the different decisions, then blocks of these. */
struct blocks {
    struct keyed *item;
    uint64_t *spare;
    double *at;           /* each different decision, ascending */
    double *sum, *weight; /* of the rows with y > 0; of all */
    size_t *end;
    size_t count;
    double positives, negatives;
};

static bool make(struct blocks *b, size_t n)
{
    b->item = mem_alloc(n, sizeof *b->item);
    b->spare = mem_alloc(2 * n, sizeof *b->spare);
    b->at = mem_alloc(n, sizeof *b->at);
    b->sum = mem_alloc(n, sizeof *b->sum);
    b->weight = mem_alloc(n, sizeof *b->weight);
    b->end = mem_alloc(n, sizeof *b->end);
    return b->item && b->spare && b->at && b->sum && b->weight && b->end;
}

static void clear(struct blocks *b)
{
    mem_free(b->item);
    mem_free(b->spare);
    mem_free(b->at);
    mem_free(b->sum);
    mem_free(b->weight);
    mem_free(b->end);
}

/* A block for each different decision. */
static enum status place(struct blocks *b, size_t n, const double *decision, const double *y,
                         const double *weight, struct error *err)
{
    size_t rows = 0;

    for (size_t i = 0; i < n; i++) {
        if (!isfinite(decision[i]))
            return fail(err, ERR_DATA, "no probabilities: a decision value is not finite: the "
                        "data's values are too large or too far apart; scale them");
        if (!weight || weight[i] > 0)
            b->item[rows++] = (struct keyed){decision[i], (int64_t)i};
    }
    radix_sort_keyed(&par_alone, rows, b->item, b->spare);
    while (rows-- > 0) {
        int64_t i = b->item[rows].row;
        double w = weight ? weight[i] : 1;
        if (b->count == 0 || b->item[rows].key > b->at[b->count - 1])
            b->at[b->count++] = b->item[rows].key;
        b->sum[b->count - 1] += y[i] > 0 ? w : 0;
        b->weight[b->count - 1] += w;
        *(y[i] > 0 ? &b->positives : &b->negatives) += w;
    }
    return OK;
}

/* Above lo and not above hi, lo < hi. */
static double between(double lo, double hi)
{
    double middle = lo / 2 + hi / 2;

    return middle > lo ? middle : hi;
}

static void put(const struct blocks *b, size_t count, struct steps *steps)
{
    double least = 1 / (b->negatives + 2), most = (b->positives + 1) / (b->positives + 2);

    *steps = (struct steps){.count = 1, .pair = {0, most}}; /* without rows: 1/2 */
    for (size_t k = 0; k < count; k++) {
        size_t first = k > 0 ? b->end[k - 1] : 0;
        steps->pair[2 * k] = k > 0 ? between(b->at[first - 1], b->at[first]) : b->at[0];
        steps->pair[2 * k + 1] = fmax(least, fmin(most, b->sum[k] / b->weight[k]));
        steps->count = (int)k + 1;
    }
}

enum status steps_fit(size_t n, const double *decision, const double *y, const double *weight,
                      struct steps *steps, struct error *err)
{
    struct blocks b = {.count = 0};
    enum status status = make(&b, n) ? OK : fail_memory(err, "the calibration");
    size_t count;

    if (status == OK)
        status = place(&b, n, decision, y, weight, err);
    if (status == OK) {
        count = isotonic_pool(b.count, b.sum, b.weight, b.end);
        count = isotonic_merge(count, b.sum, b.weight, b.end, STEPS);
        put(&b, count, steps);
    }
    clear(&b);
    return status;
}
