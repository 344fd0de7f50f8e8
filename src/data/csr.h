/* csr - a sparse matrix by rows, and its kernels. */
#ifndef RRM_CSR_H
#define RRM_CSR_H

#include <stddef.h>
#include <stdint.h>

/* The narrowest storage that holds every value exactly. */
enum csr_storage {
    CSR_BINARY, /* every value is 1: no value array */
    CSR_FLOAT,
    CSR_DOUBLE
};

/* A view: who made the arrays owns them. Row i holds the entries start[i] .. start[i+1]-1, columns ascending.
 * If bias is not 0, every row has one more entry of that value in column cols-1; it is stored nowhere. */
struct csr {
    int64_t rows;
    uint32_t cols; /* with the bias column */
    enum csr_storage storage;
    const int64_t *start; /* rows + 1 */
    const uint32_t *col;  /* start[rows] columns, from 0 */
    const void *value;    /* start[rows] float or double; NULL if binary */
    double bias;
};

/* The kernels of one storage. Vectors over columns have x->cols entries, always doubles. */
struct csr_kernels {
    /* z[i - lo] = <row i, w> for i in [lo, hi) */
    void (*product)(const struct csr *x, int64_t lo, int64_t hi, const double *w, double *z);
    /* g += sum over i in [lo, hi) of u[i - lo] row i */
    void (*adjoint)(const struct csr *x, int64_t lo, int64_t hi, const double *u, double *g);
    /* <row i, w> */
    double (*dot)(const struct csr *x, int64_t i, const double *w);
    /* w += a row i; returns the change of |w|^2 */
    double (*add)(const struct csr *x, int64_t i, double a, double *w);
    /* |row i|^2 */
    double (*sqnorm)(const struct csr *x, int64_t i);
};

const struct csr_kernels *csr_kernels(const struct csr *x);

#endif
