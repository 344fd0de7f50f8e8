/* block_jacobi - a preconditioner of conjugate gradients over many columns. */
#include "solve/newton/block_jacobi.h"

#include <math.h>

#include "data/rows/gram.h"
#include "math/vec.h"
#include "risk/dual.h"
#include "solve/newton/newton_rows.h"

/* The factor of S_FF takes at most SHARE of the time of a pass. Tuned. */
static const double SHARE = 0.5;

/* A factor takes 8 MB at most. */
enum { MOST = 1024 };

/* Products of a system before a factor is made. Tuned. */
enum { LEAST = 10 };

/* The K-th largest D_j lies between two numbers whose logarithms differ by that of the largest D_j
 * over lambda, over 2^BISECTIONS. */
enum { BISECTIONS = 40 };

size_t block_jacobi_order(const struct risk *risk)
{
    double most = SHARE * matrix_work(risk->A);
    size_t order = 0;

    if (!risk_is_coherent(risk))
        return 0;
    while (order < MOST && order < risk->A->x.cols &&
           newton_factor_work((double)order + 1) <= most)
        order++;
    return order;
}

void block_jacobi_init(struct block_jacobi *s, const struct risk *risk, double lambda,
                       struct arena *arena)
{
    size_t order = block_jacobi_order(risk);

    *s = (struct block_jacobi){.risk = risk, .lambda = lambda};
    if (order == 0)
        return;
    *s = (struct block_jacobi){.risk = risk,
                               .lambda = lambda,
                               .order = order,
                               .place = arena_room(arena, risk->A->x.cols, sizeof *s->place),
                               .column = arena_room(arena, order, sizeof *s->column),
                               .rows = block_make(risk->units, risk->A->entries, arena),
                               .r = arena_doubles(arena, order)};
    cholesky_init(&s->factor, order, arena);
    s->factor.par = risk->par;
}

/* ---- the columns F -------------------------------------------------------------------------- */

static size_t count_above(size_t n, const double *D, double bound)
{
    size_t count = 0;

    for (size_t j = 0; j < n; j++)
        count += D[j] >= bound;
    return count;
}

/* lo < hi with at least `order` D_j >= lo, less D_j >= hi. False: some D_j is not finite. */
static bool bracket(const struct block_jacobi *s, size_t n, const double *D, double *lo,
                    double *hi)
{
    double most = 0;

    for (size_t j = 0; j < n; j++)
        most = fmax(most, D[j]);
    *lo = 0;
    *hi = 2 * most;
    if (!isfinite(vec_sum(n, D)) || !isfinite(*hi))
        return false;
    for (int k = 0; k < BISECTIONS; k++) {
        double middle = *lo > 0 ? sqrt(*lo) * sqrt(*hi) : s->lambda;
        if (count_above(n, D, middle) >= s->order)
            *lo = middle;
        else
            *hi = middle;
    }
    return true;
}

/* F: the bias, all D_j >= hi, and of those >= lo the first ones. */
static void choose(struct block_jacobi *s, size_t n, const double *D, double lo, double hi)
{
    bool bias = s->risk->A->x.bias != 0;
    size_t last = n - bias, in = 0, spare = s->order - bias - count_above(last, D, hi);

    for (size_t j = 0; j < last; j++) {
        if (D[j] < hi && (D[j] < lo || spare == 0))
            continue;
        spare -= D[j] < hi;
        s->column[in++] = (uint32_t)j;
    }
    if (bias)
        s->column[in] = (uint32_t)last;
}

/* F and rows. False: D is not finite. */
static bool find_columns(struct block_jacobi *s, const double *D)
{
    const struct matrix *A = s->risk->A;
    size_t n = A->x.cols, others = n - s->order;
    double lo, hi;

    if (!bracket(s, n, D, &lo, &hi))
        return false;
    choose(s, n, D, lo, hi);
    for (size_t j = 0; j < n; j++)
        s->place[j] = 0;
    for (size_t k = 0; k < s->order; k++)
        s->place[s->column[k]] = (uint32_t)(others + k);
    block_take(&s->rows, A, s->place, others, s->order);
    s->work = matrix_gram_work(&s->rows.A) + newton_factor_work((double)s->order);
    return true;
}

/* ---- the factor ------------------------------------------------------------------------------ */

bool block_jacobi_pays(const struct block_jacobi *s, int k, int64_t count)
{
    double rows = (double)count / (double)s->risk->units;

    return s->order > 0 && k >= LEAST && k * rows * matrix_work(s->risk->A) >= s->work;
}

/* The rows of h_i != 0. */
struct weighted {
    struct block_jacobi *s;
    int64_t count;
    const int64_t *row;
    const double *weight;
};

/* S_FF, its diagonal times 1 + t, where the factor will be. */
static void fill(void *system, double t)
{
    const struct weighted *of = system;
    struct block_jacobi *s = of->s;
    double *S = s->factor.R;

    vec_fill(s->order * s->order, 0, S);
    matrix_gram(&s->rows.A, of->count, of->row, of->weight, S);
    for (size_t k = 0; k < s->order; k++)
        S[k * (s->order + 1)] = (S[k * (s->order + 1)] + s->lambda) * (1 + t);
}

bool block_jacobi_factor(struct block_jacobi *s, int64_t count, const int64_t *row,
                         const double *weight, const double *D)
{
    struct weighted of = {s, count, row, weight};

    if (s->work == 0 && !find_columns(s, D))
        return false;
    s->known = cholesky_factor_shifted(&s->factor, s->order, fill, &of);
    risk_count(s->risk, s->work / (2 * fmax(1, matrix_work(s->risk->A))));
    return s->known;
}

void block_jacobi_solve(const struct block_jacobi *s, const double *r, double *q)
{
    if (!s->known)
        return;
    for (size_t k = 0; k < s->order; k++)
        s->r[k] = r[s->column[k]];
    cholesky_solve(&s->factor, s->r);
    for (size_t k = 0; k < s->order; k++)
        q[s->column[k]] = s->r[k];
}
