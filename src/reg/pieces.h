/* pieces - what separable rows with bounds share: Omega(w) = sum_j psi_j(w_j),
 *     psi(w) = curvature w^2/2 + slope |w| where lo <= w <= hi, else infinite.
 *
 * `stride` 0: one piece for all weights; 1: piece[j] is that of weight j. */
#ifndef RRM_PIECES_H
#define RRM_PIECES_H

#include "reg/reg.h"

/* curvature, slope >= 0; lo <= 0 <= hi, both finite where curvature and slope are 0. */
struct piece {
    double curvature, slope, lo, hi;
};

/* argmin_w S/2 w^2 - a w + lambda psi(w), S + lambda curvature > 0 */
double piece_step(const struct piece *piece, double lambda, double S, double a);

struct reg_weight piece_weight(const struct piece *piece);

/* reg.h: value, conjugate, share, prox, bend. */
double pieces_value(const struct piece *piece, size_t stride, size_t n, const double *w);
double pieces_conjugate(const struct piece *piece, size_t stride, size_t n, double lambda,
                        double scale, const double *s);
double pieces_share(const struct piece *piece, size_t stride, size_t n, double lambda,
                    const double *s);
void pieces_prox(const struct piece *piece, size_t stride, size_t n, double lambda, double S,
                 const double *centre, const double *g, double *w);
void pieces_bend(const struct piece *piece, size_t stride, size_t n, double lambda, double S,
                 const double *w, size_t count, double *const *d);

#endif
