/* scaling - the values of a data set in the place of raw ones: rows of length 1, columns by their
 * size. */
#include "data/rows/scaling.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>

#include "base/input.h"
#include "math/vec.h"

double scaling_length(const struct csr *x, int64_t i)
{
    double sum = 0, most = 0;

    for (int64_t k = x->start[i]; k < x->end[i]; k++) {
        double v = csr_value(x, k);
        most = fmax(most, fabs(v));
        sum += v * v;
    }
    if (sum > DBL_MIN / DBL_EPSILON && sum < INFINITY)
        return sqrt(sum);
    sum = 0; /* squares overflow, or vanish */
    for (int64_t k = x->start[i]; most > 0 && k < x->end[i]; k++) {
        double v = csr_value(x, k) / most;
        sum += v * v;
    }
    return most * sqrt(sum);
}

/* value[k] of every entry of the rows. False: no memory. */
static double *values_of(const struct csr *x, bool unit, struct arena *arena)
{
    int64_t behind = 0;
    double *value;

    for (int64_t i = 0; i < x->rows; i++)
        behind = x->end[i] > behind ? x->end[i] : behind;
    value = arena_doubles(arena, (size_t)behind);
    for (int64_t i = 0; value && i < x->rows; i++) {
        double length = unit ? scaling_length(x, i) : 1;
        for (int64_t k = x->start[i]; k < x->end[i]; k++)
            value[k] = length > 0 ? csr_value(x, k) / length : csr_value(x, k);
    }
    return value;
}

static void largest(const struct dataset *data, double *size)
{
    const struct csr *x = &data->x;

    for (int64_t i = 0; i < x->rows; i++)
        for (int64_t k = x->start[i]; k < x->end[i]; k++) {
            double *s = &size[csr_col(x, k)];
            *s = fmax(*s, fabs(csr_value(x, k)));
        }
}

static void norms(const struct dataset *data, double *size)
{
    const struct csr *x = &data->x;

    for (int64_t i = 0; i < x->rows; i++) {
        double c = dataset_weight(data, i);
        for (int64_t k = x->start[i]; k < x->end[i]; k++)
            size[csr_col(x, k)] += c * csr_value(x, k) * csr_value(x, k);
    }
    for (uint32_t j = 0; j < x->cols; j++)
        size[j] = sqrt(size[j]);
}

/* In two passes, with the weight m - sum of c_i over the entries for the values 0: mean, seen
 * (cols) are scratch. */
static void deviations(const struct dataset *data, double *mean, double *seen, double *size)
{
    const struct csr *x = &data->x;
    double m = dataset_mass(data);

    for (int64_t i = 0; i < x->rows; i++) {
        double c = dataset_weight(data, i);
        for (int64_t k = x->start[i]; k < x->end[i]; k++) {
            mean[csr_col(x, k)] += c * csr_value(x, k) / m;
            seen[csr_col(x, k)] += c;
        }
    }
    for (int64_t i = 0; i < x->rows; i++) {
        double c = dataset_weight(data, i);
        for (int64_t k = x->start[i]; k < x->end[i]; k++) {
            double off = csr_value(x, k) - mean[csr_col(x, k)];
            size[csr_col(x, k)] += c * off * off;
        }
    }
    for (uint32_t j = 0; j < x->cols; j++)
        size[j] = sqrt((size[j] + fmax(0, m - seen[j]) * mean[j] * mean[j]) / m);
}

/* What each column is divided by. */
static enum status find_sizes(const struct dataset *data, enum scale_columns columns,
                              const char *file, double *size, struct arena *arena,
                              struct error *err)
{
    size_t cols = data->x.cols;
    double *mean = NULL, *seen = NULL;

    if (columns == SCALE_SD) {
        mean = arena_doubles(arena, cols);
        seen = arena_doubles(arena, cols);
        if (arena->failed)
            return fail_memory(err, "the sizes of features");
    }
    switch (columns) {
    case SCALE_MAXABS: largest(data, size); break;
    case SCALE_NORM: norms(data, size); break;
    case SCALE_SD: deviations(data, mean, seen, size); break;
    default: vec_fill(cols, 1, size);
    }
    for (uint32_t j = 0; j < data->x.cols; j++) {
        if (!isfinite(size[j]))
            return fail_at(err, ERR_DATA, input_called(file), 0, "the size of feature %" PRIu32
                           " overflows: scale=maxabs takes values of any size",
                           dataset_feature(data, j));
        if (size[j] < DBL_MIN)
            size[j] = 1;
    }
    return OK;
}

enum status scaling_apply(struct dataset *data, bool unit, enum scale_columns columns,
                          const char *file, struct arena *arena, struct error *err)
{
    double *value = values_of(&data->x, unit, arena);
    double *size = arena_doubles(arena, data->x.cols);
    enum status status;

    if (arena->failed)
        return fail_memory(err, "the scaled values");
    data->x.storage = CSR_DOUBLE;
    data->x.value = value;
    data->unit = unit;
    status = find_sizes(data, columns, file, size, arena, err);
    if (status != OK || columns == SCALE_NONE)
        return status;
    for (int64_t i = 0; i < data->x.rows; i++)
        for (int64_t k = data->x.start[i]; k < data->x.end[i]; k++)
            value[k] /= size[csr_col(&data->x, k)];
    data->scale = size;
    return OK;
}
