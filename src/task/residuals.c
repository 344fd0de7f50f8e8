/* residuals - how far values are from labels, row by row. */
#include "task/residuals.h"

#include <math.h>

/* The spread of the labels in one pass: Welford's (Technometrics 4, 1962), of numbers about 0 whose
 * differences do not overflow. */
static void add_label(struct residuals *r, double label)
{
    double rows = (double)r->distances.count, t, off;

    if (rows == 1)
        r->first = label;
    r->vary = r->vary || label != r->first;
    t = label / 2 - r->first / 2;
    off = t - r->mean;
    r->mean += off / rows;
    r->spread += off * (t - r->mean);
}

bool residuals_add(struct residuals *r, double answer, double label)
{
    double error = answer - label;

    if (!numbers_add(&r->distances, fabs(error)))
        return false;
    r->squared += error * error;
    r->absolute += fabs(error);
    add_label(r, label);
    return true;
}

bool residuals_median(struct residuals *r, double *median)
{
    size_t rows = r->distances.count, middle = (rows + 1) / 2; /* from 1 */
    struct ascent ascent;
    double upper;

    *median = NAN;
    if (!ascent_begin(&ascent, &r->distances))
        return false;
    for (size_t i = 0; i < middle; i++)
        ascent_next(&ascent, median);
    if (rows % 2 == 0 && ascent_next(&ascent, &upper) && upper != *median)
        *median = *median / 2 + upper / 2;
    ascent_free(&ascent);
    return true;
}

double residuals_r2(const struct residuals *r)
{
    return r->vary ? 1 - r->squared / (4 * r->spread) : NAN;
}

void residuals_free(struct residuals *r)
{
    numbers_free(&r->distances);
    *r = (struct residuals){0};
}
