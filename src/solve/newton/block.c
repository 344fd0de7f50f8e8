/* block - some columns of a matrix as a matrix of their own. */
#include "solve/newton/block.h"

#include <math.h>

#include "math/radix_sort.h"
#include "math/vec.h"

struct block block_make(size_t rows, int64_t entries, struct arena *arena)
{
    return (struct block){.rows = (int64_t)rows,
                          .start = arena_get(arena, rows + 1, sizeof(int64_t)),
                          .col = arena_room(arena, (size_t)entries, sizeof(uint32_t)),
                          .value = arena_room(arena, (size_t)entries, sizeof(double))};
}

void block_finish(struct block *b, const struct matrix *A, size_t cols, double bias)
{
    struct csr x = {.rows = b->rows,
                    .cols = (uint32_t)cols,
                    .storage = CSR_DOUBLE,
                    .start = b->start,
                    .end = b->start + 1,
                    .col = b->col,
                    .width = sizeof *b->col,
                    .value = b->value,
                    .bias = bias};

    b->A = (struct matrix){
        .x = x, .isa = A->isa, .kernels = csr_kernels(&x, A->isa), .sums = A->sums};
}

void block_take(struct block *b, const struct matrix *A, const uint32_t *place, size_t first,
                size_t cols)
{
    const struct csr *x = &A->x;
    int64_t count = 0;

    for (int64_t i = 0; i < x->rows; i++) {
        for (int64_t k = x->start[i]; k < x->end[i]; k++) {
            uint32_t j = place[csr_col(x, k)];
            if (j < first)
                continue;
            b->col[count] = j - (uint32_t)first;
            b->value[count++] = csr_value(x, k);
        }
        b->start[i + 1] = count;
    }
    block_finish(b, A, cols, x->bias);
    b->A.outputs = A->outputs;
    b->A.dim = cols * A->outputs;
    b->A.image = A->image;
    b->A.entries = count;
    b->A.rows = A->rows;
    b->A.partial = A->partial;
}

void block_select(struct block *b, const struct matrix *A, const uint32_t *column, size_t count,
                  uint32_t *place)
{
    size_t n = A->x.cols, first = n - count;

    for (size_t j = 0; j < n; j++)
        place[j] = 0;
    for (size_t k = 0; k < count; k++)
        place[column[k]] = (uint32_t)(first + k);
    block_take(b, A, place, first, count);
}

/* column (count): those of the largest D (columns of A), and the bias, ascending. sorted, spare:
 * scratch. */
static void find_heaviest(const struct matrix *A, const double *D, size_t count, uint32_t *column,
                          double *sorted, double *spare)
{
    const struct csr *x = &A->x;
    size_t others = x->cols - (x->bias != 0), most = count - (x->bias != 0);
    size_t in = 0, equal = 0;
    double least;

    vec_copy(others, D, sorted);
    radix_sort(others, sorted, spare);
    least = most > 0 ? sorted[others - most] : INFINITY;
    for (size_t k = others - most; k < others && sorted[k] == least; k++)
        equal++;
    for (size_t j = 0; j < others; j++) {
        if (D[j] < least || (D[j] == least && equal == 0))
            continue;
        equal -= D[j] == least;
        column[in++] = (uint32_t)j;
    }
    if (x->bias != 0)
        column[in] = x->cols - 1;
}

bool block_heaviest(struct block *b, const struct matrix *A, const double *D, size_t count,
                    uint32_t *column, double *scratch, uint32_t *place)
{
    size_t n = A->x.cols, k = A->outputs;

    for (size_t j = 0; j < n; j++)
        scratch[j] = vec_sum(k, D + j * k);
    if (!isfinite(vec_sum(n, scratch)))
        return false;
    find_heaviest(A, scratch, count, column, scratch + n, scratch + 2 * n);
    block_select(b, A, column, count, place);
    return true;
}
