/* block_jacobi - a preconditioner of conjugate gradients over many columns. */
#include "solve/newton/block_jacobi.h"

#include <math.h>

#include "data/rows/gram.h"
#include "math/vec.h"
#include "risk/dual.h"
#include "solve/newton/newton_rows.h"

/* The factor of S_FF takes at most SHARE of the time of a pass. Tuned. */
static const double SHARE = 0.5;

/* The order of a partial block at most: 8 MB. */
enum { MOST = 1024 };

/* The numbers of the factors of several outputs at most: 64 MB, ten classes over 900 columns. */
enum { MOST_NUMBERS = 8 << 20 };

/* Products of a system before a factor is made. Tuned. */
enum { LEAST = 10 };

size_t block_jacobi_order(const struct risk *risk)
{
    double work = SHARE * matrix_work(risk->A);
    size_t n = risk->A->x.cols, k = risk->A->outputs, most = n, order = 0;

    if (k > 1)
        most = (size_t)fmin((double)n, sqrt((double)MOST_NUMBERS / (double)k));
    if (k > 1 && most == n && newton_direct(risk, n))
        return n;
    if (!risk_is_coherent(risk))
        return 0;
    while (order < MOST && order < most && newton_factor_work((double)order + 1) <= work)
        order++;
    return order;
}

void block_jacobi_init(struct block_jacobi *s, const struct risk *risk, double lambda,
                       struct arena *arena)
{
    size_t size;

    *s = (struct block_jacobi){
        .risk = risk, .lambda = lambda, .order = block_jacobi_order(risk)};
    if (s->order == 0)
        return;
    s->column = arena_get(arena, s->order, sizeof *s->column);
    if (s->order < risk->A->x.cols)
        s->rows = block_make(risk->units, risk->A->entries, arena);
    s->border = risk->A->outputs > 1 && risk->g->ops->scalars;
    size = s->order + s->border;
    s->R = arena_room(arena, risk->A->outputs, size * size * sizeof *s->R);
    s->r = arena_doubles(arena, size);
    cholesky_init_at(&s->factor, size, s->R, arena);
    s->factor.par = risk->par;
}

/* ---- the columns F -------------------------------------------------------------------------- */

/* F and rows, where they are not all columns. False: D is not finite, or there is no memory. */
static bool find_columns(struct block_jacobi *s, const double *D)
{
    const struct matrix *A = s->risk->A;
    size_t n = A->x.cols;
    struct arena own = {0};
    uint32_t *place = arena_get(&own, n, sizeof *place);
    double *scratch = arena_doubles(&own, BLOCK_SCRATCH * n);
    bool found = !own.failed &&
                 block_heaviest(&s->rows, A, D, s->order, s->column, scratch, place);

    s->X = s->rows.A;
    arena_free(&own);
    return found;
}

bool block_jacobi_find(struct block_jacobi *s, const double *D)
{
    if (s->work > 0)
        return true;
    if (s->order < s->risk->A->x.cols && !find_columns(s, D)) {
        s->order = 0;
        return false;
    }
    if (s->order == s->risk->A->x.cols) {
        s->X = *s->risk->A;
        for (size_t j = 0; j < s->order; j++)
            s->column[j] = (uint32_t)j;
    }
    if (s->border > 0) {
        s->X.x.bias = 1;
        s->X.x.cols++;
    }
    s->work = matrix_gram_work(&s->X) + newton_factor_work((double)s->order);
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

/* S_FF, its diagonal times 1 + t, where the factor will be, and the border; 1 for an s of 0. */
static void fill(void *system, double t)
{
    const struct weighted *of = system;
    struct block_jacobi *s = of->s;
    size_t size = s->order + s->border;
    double *S = s->factor.R, *last = S + size * size - 1;

    vec_fill(size * size, 0, S);
    matrix_gram(&s->X, of->count, of->row, of->weight, S);
    for (size_t k = 0; k < s->order; k++)
        S[k * (size + 1)] = (S[k * (size + 1)] + s->lambda) * (1 + t);
    if (s->border > 0)
        *last = *last > 0 ? *last * (1 + t) : 1;
}

/* The factor of output o. */
static struct cholesky factor_of(const struct block_jacobi *s, size_t o)
{
    struct cholesky factor = s->factor;

    factor.R = s->R + o * factor.capacity * factor.capacity;
    factor.size = factor.capacity;
    return factor;
}

bool block_jacobi_factor(struct block_jacobi *s, size_t o, int64_t count, const int64_t *row,
                         const double *weight)
{
    struct weighted of = {s, count, row, weight};
    size_t outputs = s->risk->A->outputs;
    bool is;

    s->factor = factor_of(s, o);
    is = cholesky_factor_shifted(&s->factor, s->order + s->border, fill, &of);
    newton_count_work(s->risk, s->work / (double)outputs);
    s->known = is && o + 1 == outputs;
    s->order = is ? s->order : 0;
    return is;
}

void block_jacobi_solve(const struct block_jacobi *s, const double *r, double *q)
{
    size_t outputs = s->risk->A->outputs;

    for (size_t o = 0; s->known && o < outputs; o++) {
        struct cholesky factor = factor_of(s, o);
        for (size_t k = 0; k < s->order; k++)
            s->r[k] = r[s->column[k] * outputs + o];
        if (s->border > 0)
            s->r[s->order] = 0;
        cholesky_solve(&factor, s->r);
        for (size_t k = 0; k < s->order; k++)
            q[s->column[k] * outputs + o] = s->r[k];
    }
}
