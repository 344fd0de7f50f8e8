/* few_columns - a step of a dual point to the bounds of the few columns that violate theirs. */
#include "solve/newton/few_columns.h"

#include <math.h>

#include "math/vec.h"

/* B has at most MOST_FEW columns. Tuned. */
enum { MOST_FEW = 64 };

void few_columns_init(struct few_columns *few, size_t rows, struct arena *arena)
{
    cholesky_init(&few->factor, MOST_FEW, arena);
    few->column = arena_get(arena, MOST_FEW, sizeof *few->column);
    few->y = arena_doubles(arena, MOST_FEW);
    few->inside = arena_doubles(arena, rows);
    few->count = 0;
}

static bool is_member(const struct few_columns *few, size_t j)
{
    for (size_t b = 0; b < few->count; b++)
        if (few->column[b] == j)
            return true;
    return false;
}

bool few_columns_find(struct few_columns *few, size_t n, const double *a,
                      const struct kinked *bounds, double share)
{
    bool found = false;

    for (size_t j = 0; j < n; j++) {
        if (few_columns_beyond(bounds, a[j], share) == 0)
            continue;
        found = true;
        if (is_member(few, j))
            continue;
        if (few->count == MOST_FEW)
            return false;
        few->column[few->count++] = (uint32_t)j;
    }
    return found;
}

/* v = X_j times the factors of its rows; NULL: 0 there. */
static void scatter(const struct columns *X, size_t j, const double *factor, double *v)
{
    for (size_t k = X->start[j]; k < X->start[j + 1]; k++)
        v[X->row[k]] = factor ? factor[X->row[k]] * (double)X->value[k] : 0;
}

/* The upper triangle, its diagonal times 1 + t, where the factor will be; 1 where h = 0 in all rows
 * of X_j that are inside. v is 0 before and after. */
static void fill(void *context, double t)
{
    struct few_columns *few = context;

    for (size_t b = 0; b < few->count; b++) {
        double *row = few->factor.R + b * few->factor.capacity;
        scatter(few->X, few->column[b], few->inside, few->v);
        for (size_t c = b; c < few->count; c++)
            row[c] = columns_dot(few->X, few->column[c], few->v);
        scatter(few->X, few->column[b], NULL, few->v);
        row[b] = (row[b] > 0 ? row[b] : 1) * (1 + t);
    }
}

bool few_columns_step(struct few_columns *few, const double *a, const struct kinked *bounds,
                      size_t *visited)
{
    const struct columns *X = few->X;

    *visited = 0;
    for (size_t b = 0; b < few->count; b++) {
        size_t j = few->column[b];
        few->y[b] = few_columns_beyond(bounds, a[j], 0);
        *visited += (b + 4) * (X->start[j + 1] - X->start[j]);
    }
    vec_fill(X->rows, 0, few->v);
    if (!cholesky_factor_shifted(&few->factor, few->count, fill, few))
        return false;
    cholesky_solve(&few->factor, few->y);
    if (!isfinite(vec_sum(few->count, few->y)))
        return false;
    for (size_t b = 0; b < few->count; b++)
        columns_add(X, few->column[b], few->y[b], few->v);
    return true;
}
