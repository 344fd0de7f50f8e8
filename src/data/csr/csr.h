/* csr - a sparse matrix by rows, and its kernels. */
#ifndef RRM_CSR_H
#define RRM_CSR_H

#include <stddef.h>
#include <stdint.h>

#include "base/isa.h"
#include "data/csr/decimal.h"

/* The narrowest storage that holds every value exactly. */
enum csr_storage {
    CSR_BINARY, /* every value is 1: no value array */
    CSR_FLOAT,
    CSR_DECIMAL, /* m / 10^places, m whole and |m| < 2^31: one number of places for all values */
    CSR_DOUBLE,
    CSR_STORAGES
};

/* A view: the arrays belong to whoever made them. Row i has the entries start[i] .. end[i] - 1 of
 * col and value, columns ascending. Where the rows follow each other, end = start + 1; an array
 * end of its own makes rows of any part of another matrix, in any order, over the same entries. If
 * bias is not 0, each row has one more entry, of this value in column cols - 1, that is stored
 * nowhere. */
struct csr {
    int64_t rows;
    uint32_t cols; /* with the bias column */
    enum csr_storage storage;
    const int64_t *start, *end; /* rows */
    /* The columns of the entries, from 0, in one of these; the others are NULL. */
    const uint32_t *col;
    const uint16_t *narrow;     /* their lower 16 bits, and */
    const uint64_t *high;       /* bit k mod 64 of high[k / 64] is bit 16 of column k, all below
                                 * 2^17; NULL where all are below 2^16 */
    const uint8_t *byte;        /* all below 2^8 */
    const void *value;          /* float, int32_t or double for each entry; NULL if binary */
    double bias;
    int places;                 /* of CSR_DECIMAL: 0 to DECIMAL_PLACES */
};

/* Stored entries of all rows: sum_i end[i] - start[i]. */
int64_t csr_entries(const struct csr *x);

/* What holds the columns: the narrower, the greater. */
enum csr_width {
    CSR_WIDE,   /* col */
    CSR_MEDIUM, /* narrow and high: two bytes and a bit each */
    CSR_NARROW, /* narrow */
    CSR_BYTE,   /* byte */
    CSR_WIDTHS
};

static inline enum csr_width csr_width(const struct csr *x)
{
    if (!x->narrow)
        return x->byte ? CSR_BYTE : CSR_WIDE;
    return x->high ? CSR_MEDIUM : CSR_NARROW;
}

/* What holds the columns of a width, but for high, and the bytes of an element. */
static inline const void *csr_columns(const struct csr *x, enum csr_width width, size_t *size)
{
    switch (width) {
    case CSR_WIDE: *size = sizeof *x->col; return x->col;
    case CSR_BYTE: *size = sizeof *x->byte; return x->byte;
    default: *size = sizeof *x->narrow; return x->narrow;
    }
}

/* Columns that 8 and 16 bits number, and bits of a word of high. */
enum { CSR_BYTES = 1 << 8, CSR_PAGE = 1 << 16, CSR_WORD = 64 };

/* Bit 16 of the column of stored entry k. */
static inline uint32_t csr_high(const struct csr *x, int64_t k)
{
    return (uint32_t)(x->high[(uint64_t)k / CSR_WORD] >> (uint64_t)k % CSR_WORD & 1);
}

/* The column of stored entry k by narrow and high. */
static inline uint32_t csr_medium(const struct csr *x, int64_t k)
{
    return x->narrow[k] + csr_high(x, k) * CSR_PAGE;
}

/* The first entry from k on with a column from 2^16 on, or end > k: the bits of a row ascend. */
static inline int64_t csr_split(const struct csr *x, int64_t k, int64_t end)
{
    while (k < end) {
        uint64_t word = x->high[(uint64_t)k / CSR_WORD] >> (uint64_t)k % CSR_WORD;
        if (word)
            return k + __builtin_ctzll(word) < end ? k + __builtin_ctzll(word) : end;
        k = (int64_t)((uint64_t)k / CSR_WORD + 1) * CSR_WORD;
    }
    return end;
}

/* The column of stored entry k, for code that is not bound by time. */
static inline uint32_t csr_col(const struct csr *x, int64_t k)
{
    switch (csr_width(x)) {
    case CSR_WIDE: return x->col[k];
    case CSR_MEDIUM: return csr_medium(x, k);
    case CSR_NARROW: return x->narrow[k];
    default: return x->byte[k];
    }
}

/* The value of stored entry k by the storage of x. Macros: with functions in their place products
 * and sweeps took 1.2 times the instructions (decimals, 17-bit columns, gcc 12). */
#define CSR_BINARY_VALUE(x, k) ((void)(x), (void)(k), 1.0)
#define CSR_FLOAT_VALUE(x, k) ((double)((const float *)(x)->value)[k])
#define CSR_DECIMAL_VALUE(x, k) decimal_value(((const int32_t *)(x)->value)[k], (x)->places)
#define CSR_DOUBLE_VALUE(x, k) (((const double *)(x)->value)[k])

/* The same for code that is not bound by time. */
static inline double csr_value(const struct csr *x, int64_t k)
{
    switch (x->storage) {
    case CSR_BINARY: return CSR_BINARY_VALUE(x, k);
    case CSR_FLOAT: return CSR_FLOAT_VALUE(x, k);
    case CSR_DECIMAL: return CSR_DECIMAL_VALUE(x, k);
    default: return CSR_DOUBLE_VALUE(x, k);
    }
}

/* The initializer of a table [CSR_WIDTHS][CSR_STORAGES] of pointers to the variables
 * NAME_<storage>_<width>, without width where that is CSR_WIDE, whose names end in `binary` for
 * CSR_BINARY, in `others` for the other storages. */
#define CSR_BY_STORAGE(NAME, binary, others) \
    {[CSR_BINARY] = &NAME##_binary##binary, [CSR_FLOAT] = &NAME##_float##others, \
     [CSR_DECIMAL] = &NAME##_decimal##others, [CSR_DOUBLE] = &NAME##_double##others}
#define CSR_BY_WIDTH(NAME, binary, others) \
    {[CSR_WIDE] = CSR_BY_STORAGE(NAME, binary, others), \
     [CSR_MEDIUM] = CSR_BY_STORAGE(NAME, _medium##binary, _medium##others), \
     [CSR_NARROW] = CSR_BY_STORAGE(NAME, _narrow##binary, _narrow##others), \
     [CSR_BYTE] = CSR_BY_STORAGE(NAME, _byte##binary, _byte##others)}

struct panel;

/* The kernels of one storage. Vectors over columns are doubles, cols times outputs of them: w_o[j]
 * = w[j * outputs + o], the outputs of a column side by side. x_i is row i with its bias entry.
 *
 * The order of every summation is part of the contract, so that a variant of a kernel, as one with
 * vectors of four doubles, gives the same bits. With b = bias w[cols - 1], or 0 without
 * bias, and e_k = value_k w[col_k] for the entries k = 0 .. n - 1 of a row, in groups of
 * four, but for the last n mod 4:
 *     one output   s_m = sum over the groups in turn of e_k, k mod 4 = m: four running sums from 0;
 *                  r = b + the last n mod 4 e_k, one by one;
 *                  <w, x_i> = ((s_0 + s_2) + (s_1 + s_3)) + r
 *     several      z starts as b; each group adds (e_0 + e_1) + (e_2 + e_3); the last n mod 4 e_k
 *                  are added one by one
 * Sums into a vector over columns add one row after the other, its entries before its bias; a
 * product of three factors is (a u_o) value_k. No multiplication is fused with an addition
 * (-ffp-contract=off). */
struct csr_kernels {
    /* z[(i - lo) * outputs + o] = <w_o, x_i> for the rows i in [lo, hi) */
    void (*product)(const struct csr *x, int64_t lo, int64_t hi, size_t outputs, const double *w,
                    double *z);
    /* g_o += sum over the rows i in [lo, hi) of u[(i - lo) * outputs + o] x_i */
    void (*adjoint)(const struct csr *x, int64_t lo, int64_t hi, size_t outputs, const double *u,
                    double *g);
    /* w_o += a u[o] x_i; returns the change of |w|^2, a sum over the entries in the order of their
     * steps s of s (2 w + s): in one sum with one output; with several in four sums over outputs
     * o mod 4, the last outputs mod 4 of them in the first */
    double (*add)(const struct csr *x, int64_t i, size_t outputs, double a, const double *u,
                  double *w);
    /* |x_i|^2, one sum from bias^2 on */
    double (*sqnorm)(const struct csr *x, int64_t i);
    /* H[a * cols + b] += (h x_ia) x_ib for the entries a <= b of row i with a in [lo, hi) */
    void (*outer)(const struct csr *x, int64_t i, double h, uint32_t lo, uint32_t hi, double *H);
    /* Vector k of the panel, the last so far, = x_i without its columns below lo, a multiple of
     * PANEL_GROUP (math/panel.h). */
    void (*panel)(const struct csr *x, int64_t i, uint32_t lo, struct panel *p, size_t k);
};

/* The kernels of the storage of x for the best instruction set of this machine. */
const struct csr_kernels *csr_kernels(const struct csr *x);

/* The kernels of a storage for an instruction set. With one output AVX2 takes .7 to .9 of the time
 * of SSE2 for products and .7 to 1 for additions of decimals, floats and doubles (12 sets), with
 * several outputs .35 to .85 (2 to 105; connect-4, mnist, letter, sector). AVX-512 took 1 to 1.3 of
 * AVX2's: it has no kernels of its own. */
const struct csr_kernels *csr_kernels_of(const struct csr *x, enum isa isa);

#endif
