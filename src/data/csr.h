/* csr - a sparse matrix by rows, and its kernels. */
#ifndef RRM_CSR_H
#define RRM_CSR_H

#include <stddef.h>
#include <stdint.h>

/* The narrowest storage that holds every value exactly. */
enum csr_storage {
    CSR_BINARY, /* every value is 1: no value array */
    CSR_FLOAT,
    CSR_DOUBLE,
    CSR_STORAGES
};

/* A view: who made the arrays owns them. Row i holds the entries start[i] .. end[i]-1, columns
 * ascending. Where the entries of all rows follow each other, end is start + 1; where end is an
 * array by itself, the rows are any rows of another matrix, in any order, with the same entries. If
 * bias is not 0, every row has one more entry of that value in column cols-1; it is stored
 * nowhere. */
struct csr {
    int64_t rows;
    uint32_t cols; /* with the bias column */
    enum csr_storage storage;
    const int64_t *start, *end; /* rows */
    const uint32_t *col;        /* columns of the entries, from 0 */
    const void *value;          /* float or double values of the entries; NULL if binary */
    double bias;
};

/* The stored entries of all rows. */
int64_t csr_entries(const struct csr *x);

/* The kernels of one storage. Vectors over columns are always doubles: x->cols times outputs
 * entries, the outputs of a column side by side, w[j * outputs + o]. */
struct csr_kernels {
    /* z[(i - lo) * outputs + o] = <row i, output o of w> for i in [lo, hi) */
    void (*product)(const struct csr *x, int64_t lo, int64_t hi, size_t outputs, const double *w,
                    double *z);
    /* output o of g += sum over i in [lo, hi) of u[(i - lo) * outputs + o] row i */
    void (*adjoint)(const struct csr *x, int64_t lo, int64_t hi, size_t outputs, const double *u,
                    double *g);
    /* output o of w += a u[o] row i; returns the change of |w|^2 */
    double (*add)(const struct csr *x, int64_t i, size_t outputs, double a, const double *u,
                  double *w);
    /* |row i|^2 */
    double (*sqnorm)(const struct csr *x, int64_t i);
};

/* The kernels of x's storage. */
const struct csr_kernels *csr_kernels(const struct csr *x);

#endif
