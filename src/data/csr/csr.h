/* csr - a sparse matrix by rows, and its kernels. */
#ifndef RRM_CSR_H
#define RRM_CSR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/isa.h"
#include "base/nearest.h"

/* The narrowest storage that holds every value exactly. */
enum csr_storage {
    CSR_BINARY, /* every value is 1: no value array */
    CSR_FLOAT,
    CSR_DECIMAL, /* m / 10^places, m whole and |m| < 2^31: one number of places for all values */
    CSR_SCALED,  /* m 10^e / 10^places, m whole, 0 <= m < 2^30, 0 <= e < 4: each value has its e */
    CSR_DOUBLE,
    CSR_STORAGES
};

/* Bytes of a value. */
static inline size_t storage_size(enum csr_storage kind)
{
    static const size_t size[CSR_STORAGES] = {[CSR_FLOAT] = sizeof(float),
                                              [CSR_DECIMAL] = sizeof(int32_t),
                                              [CSR_SCALED] = sizeof(uint32_t),
                                              [CSR_DOUBLE] = sizeof(double)};

    return size[kind];
}

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
    const void *col;            /* of the entries, from 0: `width` bytes each (csr_col) */
    int width;                  /* 1 to 4; of 3 the byte behind the last column is readable */
    const void *value; /* float, int32_t, uint32_t (4 m + e) or double each; NULL if binary */
    double bias;
    int places; /* of CSR_DECIMAL: 0 to DECIMAL_PLACES; of CSR_SCALED: 0 to NEAREST_TEN */
};

/* Stored entries of all rows: sum_i end[i] - start[i]. */
int64_t csr_entries(const struct csr *x);

/* Functions that a caller with constants of the compiler in x makes loops of its own of. */
#define CSR_INLINE static inline __attribute__((always_inline))

enum { CSR_WIDTH = 4 }; /* the most bytes of a column */

/* The column of stored entry k. Three bytes are those of lower value of the four at 3 k. */
CSR_INLINE uint32_t csr_col(const struct csr *x, int64_t k)
{
    uint32_t four;

    switch (x->width) {
    case 1: return ((const uint8_t *)x->col)[k];
    case 2: return ((const uint16_t *)x->col)[k];
    case 3:
        memcpy(&four, (const char *)x->col + 3 * k, sizeof four);
        return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? four & 0xffffff : four >> 8;
    default: return ((const uint32_t *)x->col)[k];
    }
}

enum { DECIMAL_PLACES = 9 }; /* at most: 10^9 < 2^31, so that 1 has a mantissa, too */

/* decimal_unit[p] = {h, l}: h is 10^-p rounded to 22 bits, l is the double nearest to 10^-p - h. */
extern const double decimal_unit[DECIMAL_PLACES + 1][2];

/* The double nearest to v = m / 10^p, |m| < 2^31, without a division: fl(m h + fl(m l)).
 *
 * m h has at most 31 + 22 bits: it is exact. The roundings of l and of m l err by at most 2^-53
 * |m l| each, so that the sum before its rounding errs by at most 2^-52 |l / h| v. Let v in
 * [2^e, 2^(e+1)) be no double; the middles of two doubles there are n / 2^t, t = 53 - e >= 23, and
 * |v - n / 2^t| = |m 2^t - n 10^p| / (10^p 2^t) >= 2^p / (10^p 2^t) > 2^-54 5^-p v. No middle lies
 * between v and the sum, which therefore round alike, as 4 5^p |l / h| < 1 for each p: it is 0.65
 * for p = 9, 0.13 for p = 8, and less below. */
CSR_INLINE double decimal_value(int32_t m, int places)
{
    double v = (double)m;

    return v * decimal_unit[places][0] + v * decimal_unit[places][1];
}

enum { SCALED_BITS = 2, SCALED_MOST = (1 << SCALED_BITS) - 1 }; /* of e: its bits, the largest */
enum { SCALED_END = 1 << 30 };                                  /* behind the largest m */

/* The double nearest to m 10^e / 10^p, code = 4 m + e, p <= NEAREST_TEN: m 10^e < 2^53 and 10^p are
 * doubles, and the division rounds once. */
CSR_INLINE double scaled_value(uint32_t code, int places)
{
    return (double)(int32_t)(code >> SCALED_BITS) * nearest_ten[code & SCALED_MOST] /
           nearest_ten[places];
}

/* values[k] = m / 10^places, with the largest e: equal values have equal codes, whatever digits the
 * text wrote (data/rows/distinct.h compares them). False: scaled with `most` places it is not held,
 * or seldom is. */
CSR_INLINE bool scaled_put(void *values, int64_t k, uint64_t m, int64_t places, int most)
{
    uint64_t more = (uint64_t)(most - places), e = more < SCALED_MOST ? more : SCALED_MOST;
    uint64_t largest = most < SCALED_MOST ? (uint64_t)most : SCALED_MOST;

    if (m >= SCALED_END || more > SCALED_MOST + DECIMAL_PLACES)
        return false;
    m *= power_of_ten[more - e];
    if (m >= SCALED_END)
        return false;
    for (; e < largest && m % 10 == 0; e++)
        m /= 10;
    ((uint32_t *)values)[k] = (uint32_t)(m << SCALED_BITS | e);
    return true;
}

/* The value of stored entry k. */
CSR_INLINE double csr_value(const struct csr *x, int64_t k)
{
    switch (x->storage) {
    case CSR_BINARY: return 1;
    case CSR_FLOAT: return ((const float *)x->value)[k];
    case CSR_DECIMAL: return decimal_value(((const int32_t *)x->value)[k], x->places);
    case CSR_SCALED: return scaled_value(((const uint32_t *)x->value)[k], x->places);
    default: return ((const double *)x->value)[k];
    }
}

/* The list of storages: EACH(storage, width) for each pair, the storage without its CSR_. */
#define CSR_EACH_WIDTH(EACH, storage) \
    EACH(storage, 1) EACH(storage, 2) EACH(storage, 3) EACH(storage, 4)
#define CSR_EACH(EACH) \
    CSR_EACH_WIDTH(EACH, BINARY) CSR_EACH_WIDTH(EACH, FLOAT) CSR_EACH_WIDTH(EACH, DECIMAL) \
    CSR_EACH_WIDTH(EACH, SCALED) CSR_EACH_WIDTH(EACH, DOUBLE)

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
    /* D_jo += h[o] x_ij^2 for the entries and the bias of row i */
    void (*squares)(const struct csr *x, int64_t i, size_t outputs, const double *h, double *D);
    /* H[a * cols + b] += (h x_ia) x_ib for the entries a <= b of row i with a in [lo, hi) */
    void (*outer)(const struct csr *x, int64_t i, double h, uint32_t lo, uint32_t hi, double *H);
    /* Vector k of the panel, the last so far, = x_i without its columns below lo, a multiple of
     * PANEL_GROUP (math/panel.h). */
    void (*panel)(const struct csr *x, int64_t i, uint32_t lo, struct panel *p, size_t k);
};

/* The kernels of a storage for an instruction set. AVX-512 has none of its own: tuned. */
const struct csr_kernels *csr_kernels(const struct csr *x, enum isa isa);

/* The same for one instruction set. */
typedef const struct csr_kernels *csr_kernels_isa(const struct csr *x);
csr_kernels_isa csr_kernels_baseline, csr_kernels_avx2;

/* ---- the narrowest storage -------------------------------------------------------------------
 *
 * Values come one by one or by arrays; one that does not fit names the storage to try next. All
 * orders of the same values end in the same storage: binary, else float, else decimal with as many
 * places as the largest |value| admits, else scaled with the most places that a value needs, else
 * double. */

struct storage {
    enum csr_storage kind;
    int places; /* of CSR_DECIMAL and CSR_SCALED; else 0 */
};

/* What holds the values of a and of b, unless one that does not fit asks for more. */
struct storage storage_join(struct storage a, struct storage b);

bool storage_same(struct storage a, struct storage b);

/* values[k] = v. Returns s, or where s does not hold v the storage to try next: values is as
 * before. */
struct storage storage_put(struct storage s, void *values, size_t k, double v);

/* Changes an array with room for `room` values, the first n of which are set, to a wider storage:
 * `to`, or one that holds them if that does not. False: no memory; all is as before. */
bool storage_widen(size_t n, size_t room, void **values, struct storage *s, struct storage to);

#endif
