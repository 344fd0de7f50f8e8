/* reliability - how far probabilities are from what comes to pass, in sum and bin by bin. */
#include <math.h>

#include "task/evaluation.h"

void reliability_add(struct reliability *r, size_t classes, const double *p, size_t own,
                     size_t said)
{
    size_t bin = p[said] < 1 ? (size_t)(p[said] * BINS) : BINS - 1;
    double squared = (1 - p[own]) * (1 - p[own]);

    for (size_t k = 0; classes > 2 && k < classes; k++)
        squared += k == own ? 0 : p[k] * p[k];
    r->brier += squared;
    r->probability[bin] += p[said];
    r->rows[bin]++;
    r->events[bin] += own == said;
}

static double rows_of(const struct reliability *r)
{
    double rows = 0;

    for (int k = 0; k < BINS; k++)
        rows += (double)r->rows[k];
    return rows;
}

double reliability_brier(const struct reliability *r)
{
    return figures_ratio(r->brier, rows_of(r));
}

double reliability_error(const struct reliability *r)
{
    double off = 0;

    for (int k = 0; k < BINS; k++)
        off += fabs(r->probability[k] - (double)r->events[k]);
    return figures_ratio(off, rows_of(r));
}
