/* block - some columns of a matrix as a matrix of their own. */
#ifndef RRM_BLOCK_H
#define RRM_BLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "data/matrix.h"

/* Sparse rows, row i with the entries start[i] .. start[i + 1] - 1, and the same as a matrix. */
struct block {
    int64_t rows, *start;
    uint32_t *col;
    double *value;
    struct matrix A;
};

/* Room for so many rows and entries, which takes memory where it is used; the arena tells whether
 * there was enough. */
struct block block_make(size_t rows, int64_t entries, struct arena *arena);

/* b->A, what products and sums need of it, with `cols` columns, the last of them the bias where
 * that is not 0; A tells its kernels and threads. */
void block_finish(struct block *b, const struct matrix *A, size_t cols, double bias);

/* The columns j of A with place[j] >= first, and the bias, each as column place[j] - first of
 * `cols`, with the outputs of A. place grows with j among them. The room is for rows and entries of
 * A, whose scratch serves the block, too. */
void block_take(struct block *b, const struct matrix *A, const uint32_t *place, size_t first,
                size_t cols);

/* The columns column[0] < ... < column[count - 1] of A, and the bias is one of them. place (columns
 * of A): scratch. */
void block_select(struct block *b, const struct matrix *A, const uint32_t *column, size_t count,
                  uint32_t *place);

/* block_select of the columns with the largest sum over the outputs of D (columns of A x outputs),
 * of equal ones the first, and the bias: column (count). scratch (BLOCK_SCRATCH x columns of A).
 * False: D is not finite. */
enum { BLOCK_SCRATCH = 3 };
bool block_heaviest(struct block *b, const struct matrix *A, const double *D, size_t count,
                    uint32_t *column, double *scratch, uint32_t *place);

#endif
