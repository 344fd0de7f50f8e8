/* scaling - the values of a data set in the place of raw ones: rows of length 1, columns by their
 * size. */
#include "data/rows/scaling.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>

#include "base/input.h"

/* A deviation of at most so many times the mean is rounding: of n equal values that of their mean
 * is below n DBL_EPSILON, and what is left of the squares the root of DBL_EPSILON of that. */
static const double ROUNDING = 1e-13;

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

/* Rows of weight 0 do not count. */
static void largest(const struct dataset *data, double *size)
{
    const struct csr *x = &data->x;

    for (int64_t i = 0; i < x->rows; i++)
        for (int64_t k = x->start[i]; k < x->end[i] && dataset_weight(data, i) > 0; k++) {
            double *s = &size[csr_col(x, k)];
            *s = fmax(*s, fabs(csr_value(x, k)));
        }
}

/* sums[j] = sum_i c_i (x_ij/most_j)^2 */
static void add_squares(const struct dataset *data, const double *most, double *sums)
{
    const struct csr *x = &data->x;

    for (int64_t i = 0; i < x->rows; i++) {
        double c = dataset_weight(data, i);
        for (int64_t k = x->start[i]; k < x->end[i] && c > 0; k++) {
            double v = csr_value(x, k) / most[csr_col(x, k)];
            sums[csr_col(x, k)] += c * v * v;
        }
    }
}

/* size holds max |x_ij|, which scales the squares: they neither overflow nor vanish. */
static void norms(const struct dataset *data, double *sums, double *size)
{
    add_squares(data, size, sums);
    for (uint32_t j = 0; j < data->x.cols; j++)
        size[j] *= sqrt(sums[j]);
}

/* What a column has of its mean and of the deviations from it. */
struct moments {
    double mean, seen; /* of x/most; sum of c_i over the entries */
    double off, spread; /* sums of c_i (x - mean) and of c_i (x - mean)^2 over these */
};

/* In two passes, the values 0 having the weight m - seen; the second sum is less what the rounding
 * of the mean adds to it (Chan, Golub, LeVeque, American Statistician 37, 1983). Deviations below
 * the rounding of the mean are 0. size holds max |x_ij|. */
static void deviations(const struct dataset *data, struct moments *of, double *size)
{
    const struct csr *x = &data->x;
    double m = dataset_mass(data);

    for (int pass = 0; pass <= 1; pass++)
        for (int64_t i = 0; i < x->rows; i++) {
            double c = dataset_weight(data, i);
            for (int64_t k = x->start[i]; k < x->end[i] && c > 0; k++) {
                struct moments *j = &of[csr_col(x, k)];
                double v = csr_value(x, k) / size[csr_col(x, k)], off = v - j->mean;
                j->mean += pass == 0 ? c * v / m : 0;
                j->seen += pass == 0 ? c : 0;
                j->off += pass == 1 ? c * off : 0;
                j->spread += pass == 1 ? c * off * off : 0;
            }
        }
    for (uint32_t j = 0; j < x->cols; j++) {
        double rest = fmax(0, m - of[j].seen), off = of[j].off - rest * of[j].mean;
        double spread = of[j].spread + rest * of[j].mean * of[j].mean - off * off / m;
        double deviation = sqrt(fmax(0, spread) / m);
        size[j] *= deviation > ROUNDING * fabs(of[j].mean) ? deviation : 0;
    }
}

/* What each column is divided by. */
static enum status find_sizes(const struct dataset *data, enum scale_columns columns,
                              const char *file, double *size, struct arena *arena,
                              struct error *err)
{
    size_t cols = data->x.cols;
    double *sums = columns == SCALE_NORM ? arena_doubles(arena, cols) : NULL;
    struct moments *of = columns == SCALE_SD ? arena_get(arena, cols, sizeof *of) : NULL;

    if (arena->failed)
        return fail_memory(err, "the sizes of features");
    largest(data, size);
    if (columns == SCALE_NORM)
        norms(data, sums, size);
    if (columns == SCALE_SD)
        deviations(data, of, size);
    for (uint32_t j = 0; j < data->x.cols; j++) {
        if (!isfinite(size[j]))
            return fail_at(err, ERR_DATA, input_called(file), 0, "the size of feature %" PRIu32
                           " overflows: scale=maxabs takes values of any size",
                           dataset_written(data, j));
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
    if (columns == SCALE_NONE)
        return OK;
    status = find_sizes(data, columns, file, size, arena, err);
    if (status != OK)
        return status;
    for (int64_t i = 0; i < data->x.rows; i++)
        for (int64_t k = data->x.start[i]; k < data->x.end[i]; k++)
            value[k] /= size[csr_col(&data->x, k)];
    data->scale = size;
    return OK;
}
