/* composite_parts - what the files of the composite risk share: a matrix and a loss. */
#ifndef RRM_COMPOSITE_PARTS_H
#define RRM_COMPOSITE_PARTS_H

#include "data/matrix.h"
#include "loss/loss.h"
#include "risk/dual.h"
#include "risk/image.h"
#include "risk/shared.h"

struct composite {
    struct risk risk; /* risk.self is this struct */
    struct matrix A;
    struct loss *g;
    struct risk_shared *shared; /* with other risks; NULL: nothing */
    double bias;      /* value of the bias feature if its weight is free, else 0 */
    double *z, *u;    /* image: scratch; NULL where the loss has `rows` */
    double *unit[2];  /* outputs: scratch, scores and slopes of one unit */
};

/* The operations on single units of a pointwise loss (composite_units.c, sweep_STORAGE.c). */
extern const struct unit_ops risk_unit_ops;
extern const struct dual_ops risk_dual_ops_binary, risk_dual_ops_float, risk_dual_ops_decimal,
    risk_dual_ops_double, risk_dual_ops_binary_medium, risk_dual_ops_float_medium,
    risk_dual_ops_decimal_medium, risk_dual_ops_double_medium, risk_dual_ops_binary_narrow,
    risk_dual_ops_float_narrow, risk_dual_ops_decimal_narrow, risk_dual_ops_double_narrow,
    risk_dual_ops_binary_byte, risk_dual_ops_float_byte, risk_dual_ops_decimal_byte,
    risk_dual_ops_double_byte;
extern const struct dual_ops risk_dual_ops_float_avx2, risk_dual_ops_decimal_avx2,
    risk_dual_ops_double_avx2, risk_dual_ops_float_medium_avx2, risk_dual_ops_decimal_medium_avx2,
    risk_dual_ops_double_medium_avx2, risk_dual_ops_float_narrow_avx2,
    risk_dual_ops_decimal_narrow_avx2, risk_dual_ops_double_narrow_avx2,
    risk_dual_ops_float_byte_avx2, risk_dual_ops_decimal_byte_avx2, risk_dual_ops_double_byte_avx2;
extern const struct newton_ops risk_newton_ops;

/* The dual operations over the rows of A, for its instruction set; the same bits for each. With
 * AVX2 sda (hinge, 1e-5) took .88 to .9 of the time on arxiv_astro, imdb, kdd99_10, mnist and
 * ijcnn1. */
const struct dual_ops *risk_dual_ops(const struct matrix *A);

/* dual_ops.plane */
double risk_dual_plane(const struct risk *risk, const double *alpha, double *a);

/* dual_ops.reactivate */
void risk_dual_reactivate(const struct risk *risk, const struct sweep *s, const double *z,
                          uint32_t *active);

/* dual_ops.sqnorms */
void risk_dual_sqnorms(const struct risk *risk, double *sqnorm);

/* dual_ops.recover */
double risk_dual_recover(const struct risk *risk, double mu, const double *z, double *alpha,
                         double *u, uint32_t *active);

/* dual_ops.curvature */
double risk_dual_curvature(const struct risk *risk);

/* dual_ops.visits */
bool risk_dual_visits(const struct risk *risk, double sigma, const double *sqnorm, int most,
                      unsigned char *visits);

/* dual_ops.span, dual_ops.shift (composite_span.c) */
void risk_dual_span(const struct risk *risk, struct dual_span *s);
void risk_dual_shift(const struct risk *risk, const struct dual_span *s, const double t[2],
                     double sigma, double *v);

#endif
