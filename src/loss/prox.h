/* prox - a proximal step on the dual point of a loss: for Newton's method.
 *
 * At the scores z, row by row, from the centre alpha with the weight q,
 *     v_i = argmax_v v z_i - l*(v) - q/2 (v - alpha_i)^2,
 * the dual step of formula.h. The maximum l_q(z_i) is differentiable, with l_q' = v_i, and twice
 * almost everywhere, with l_q'' = dv_i/dz_i <= 1/q: a loss that is smoothed and shifted
 * (Rockafellar, SIAM J. Control Optim. 14, 1976). With q = 0, for a smooth l only, it is l itself:
 * v_i = l'(z_i), dv_i/dz_i = l''(z_i).
 *
 * A loss of prox_size 0 (loss.h) has no centre: g_q is g_mu (formula.h) with mu = q, and alpha and
 * v are not used. */
#ifndef RRM_LOSS_PROX_H
#define RRM_LOSS_PROX_H

#include <stddef.h>

/* All vectors have an entry for each score. */
struct prox {
    double q;            /* >= 0 */
    const double *alpha; /* the centre, a dual point; not read if q = 0 */
    const double *z;
    double *v;     /* gets v_i; may be alpha; NULL: not wanted */
    double *u, *h; /* get c_i v_i and c_i dv_i/dz_i, of several scores the diagonal of that */
};

/* The vectors of x from entry `at` on. */
static inline struct prox prox_from(const struct prox *x, size_t at)
{
    return (struct prox){.q = x->q,
                         .alpha = x->alpha ? x->alpha + at : NULL,
                         .z = x->z + at,
                         .v = x->v ? x->v + at : NULL,
                         .u = x->u + at,
                         .h = x->h + at};
}

#endif
