/* coupling - the second derivatives of sum_i c_i l(z_i + b, y_i) by the k scalars b, factored. */
#ifndef RRM_LOSS_COUPLING_H
#define RRM_LOSS_COUPLING_H

#include "loss/pointwise.h"
#include "math/cholesky.h"

/* M = sum_i c_i dv_i/dz_i, v_i a slope of row i; M e = 0, e all ones. */
struct coupling {
    const struct pointwise *base;
    bool smooth;        /* l is; else it is smoothed by q, or l_q of a proximal step (prox.h) */
    size_t k;
    double *weight, W;  /* k: N_o, the weight of the rows of class o; their sum */
    double *M;          /* k x k: its upper triangle */
    struct cholesky factor;
    double ridge[2];    /* of M_oo: by N_o, and for all o alike */
};

/* N and W of the labels of base; the arena tells whether memory sufficed. */
void coupling_init(struct coupling *m, const struct pointwise *base, bool smooth,
                   struct arena *arena);

/* M of the slopes u (rows x k) of the weight q, with a ridge: M_oo, about N_o, or N_o/q with kinks,
 * gains `share` of that, 1e-12 at least. False: it is not finite. */
bool coupling_factor(struct coupling *m, const double *u, double q, double share);

/* v (k) less its mean over the classes that have examples; 0 for the others. */
void coupling_centre(const struct coupling *m, double *v);

/* v (k) = M^-1 v where e'v = 0 but for rounding, of mean 0, as b + t e is as good as b; 0 where N_o
 * is. The part along e is taken from v before and after: M alone does not bound it. */
void coupling_solve(const struct coupling *m, double *v);

#endif
