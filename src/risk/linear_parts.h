/* linear_parts - what the files of the linear risk share. */
#ifndef RRM_LINEAR_PARTS_H
#define RRM_LINEAR_PARTS_H

#include "risk/kinks.h"
#include "risk/linear.h"

enum { LINEAR_PARTS = 16 };

struct linear {
    struct risk risk; /* first: a struct risk * of ours is a struct linear * */
    const struct loss *loss;
    double p;
    struct csr x; /* with the bias, unless the offset is free */
    const struct csr_kernels *kernels;
    const double *y, *c;
    const struct par *par;
    /* Rows are cut into row_parts by their entries for sums and products by A; sums over parts are added in the order
     * of the parts. Products by A' use sum_parts of vectors of their own, fewer where there are many columns. */
    int row_parts, sum_parts;
    int64_t row_cut[LINEAR_PARTS + 1], sum_cut[LINEAR_PARTS + 1];
    double *partial;    /* sum_parts x dim; unused if sum_parts is 1 */
    double offset;        /* value of the feature whose weight is the free offset; 0: none */
    double *ones, *minus; /* rows: +1 and -1, the directions of the free offset */
    double *z, *u;      /* image: scratch of eval with a free offset, of plane */
    double *unit[2];    /* outputs: scratch of one unit, where there are several outputs */
    double *sqnorm;     /* rows: |x_i|^2, once linear_norms was called */
    int have_sqnorm;
    struct kink *kinks; /* LOSS_KINKS x rows, for piecewise linear losses */
};

/* Where row i begins in an image or a dual point. */
static inline const double *linear_at(const struct linear *r, const double *z, int64_t i)
{
    return z + (size_t)i * r->risk.outputs;
}

/* The rows [lo, hi) as the loss reads them, smoothed by mu. */
struct batch linear_batch(const struct linear *r, double mu, int64_t lo, int64_t hi);

/* Moves the image z to the best offset for the risk smoothed by mu; returns by how much. For a kinked loss without
 * smoothing, u (may be NULL) gets the slopes u_i with sum_i c_i u_i = 0, times c_i. */
double linear_centre(struct linear *r, double mu, double *z, double *u);

/* Fills sqnorm. */
void linear_norms(struct linear *r);

/* risk_ops.search */
double linear_search(struct risk *risk, double lin, double quad, double *z, const double *d);

/* The sum over the row parts, in their order, of what body(context, lo, hi) returns. */
double linear_sum(const struct linear *r, double (*body)(void *context, int64_t lo, int64_t hi), void *context);

/* risk_ops.sweep for each storage */
void linear_sweep_binary(struct risk *risk, const struct sweep *s);
void linear_sweep_float(struct risk *risk, const struct sweep *s);
void linear_sweep_double(struct risk *risk, const struct sweep *s);

#endif
