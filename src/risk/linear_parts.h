/* linear_parts - what the files of the linear risk share. */
#ifndef RRM_LINEAR_PARTS_H
#define RRM_LINEAR_PARTS_H

#include "math/piecewise.h"
#include "risk/linear.h"

enum { LINEAR_PARTS = 16 };

/* One scalar b that is not regularized: the risk is the sum over the terms of the least over b of
 *     sum_i c_i l(z_i + d_i b; y_i) + lin b. */
struct free_term {
    const double *y, *c, *d; /* rows; d is +1 or -1 */
    double lin;              /* <= 0; -nu for a margin */
    double b;                /* the best one, as last found: where the next search begins */
    double most;             /* the greatest sum_i u_i d_i of slopes; only if lin < 0 */
};

struct linear {
    struct risk risk; /* first: a struct risk * of ours is a struct linear * */
    const struct loss_row *loss;
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
    double bias;        /* value of the feature whose weight is a free offset; 0: none */
    size_t terms;       /* 0: no scalar is free */
    struct free_term *term;
    double *term_u;     /* rows: scratch of the second term on */
    double *z, *u;      /* image: scratch of eval and search with free terms, of plane */
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

/* Finds out which scalars are free. False: no memory. */
bool linear_free_init(struct linear *r, const struct linear_spec *spec, struct arena *arena);

/* risk_ops.value and .slopes with free terms, and the derivative of the risk at z + t d. */
double linear_free_value(struct linear *r, double mu, const double *z);
double linear_free_slopes(struct linear *r, double mu, const double *z, double *u, double *b);
double linear_free_ray(struct linear *r, const double *z, const double *d, double t);

/* The kinks in (lo, hi] of t -> sum_i c_i l(z_i + t d_i), with the c, y and d of the term, side by side in r->kinks;
 * adds the slope at lo to *slope. */
size_t linear_kinks(const struct linear *r, const struct free_term *term, const double *z, double lo, double hi,
                    double *slope);

/* Fills sqnorm. */
void linear_norms(struct linear *r);

/* risk_ops.search */
double linear_search(struct risk *risk, double lin, double quad, const double *z, const double *d);

/* The sum over the row parts, in their order, of what body(context, lo, hi) returns. */
double linear_sum(const struct linear *r, double (*body)(void *context, int64_t lo, int64_t hi), void *context);

/* risk_ops.sweep for each storage */
void linear_sweep_binary(struct risk *risk, const struct sweep *s);
void linear_sweep_float(struct risk *risk, const struct sweep *s);
void linear_sweep_double(struct risk *risk, const struct sweep *s);

#endif
