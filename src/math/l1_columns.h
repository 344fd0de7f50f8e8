/* l1_columns - quadratic programs with a kink at 0 in every variable, over sparse columns. */
#ifndef RRM_L1_COLUMNS_H
#define RRM_L1_COLUMNS_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/stop.h"
#include "math/kinked.h"
#include "math/sparse_columns.h"

/* Scratch of steps on the support A = {j: x_j + d_j is neither 0 nor a bound}; vectors of a column
 * each. */
struct l1_support {
    uint32_t *set; /* A */
    size_t count;
    double *b;              /* -(slope + psi') on A */
    double *p, *r, *y, *q;  /* of conjugate gradients for p; 0 outside of A */
    double *Xp, *Ep;        /* a row, a border each */
    struct kink *kinks;     /* two a column */
};

/* f(d) = <g, d> + d'Hd/2 + sum_j (ridge_j d_j^2/2 + psi_j(x_j + d_j)),
 *     H = X'X - sum_k e_k e_k',
 * for the columns of X and a few borders e_k. H is positive semidefinite, but for a rounding below
 * the ridge. */
struct l1_columns {
    struct kinked_each psi;
    struct columns X;
    double *g, *ridge; /* a column each */
    double *x, *d, *v; /* x moves with d; v = X d: a row each */
    size_t borders;
    double *E; /* borders x columns of X: e_k, side by side */
    double *t; /* borders: <e_k, d> */
    double *square;   /* a column each: |X_j|^2 */
    double *diagonal; /* scratch, a column each: H_jj + ridge_j */
    uint32_t *active; /* scratch, a column each */
    struct l1_support support;
    size_t visited;  /* entries of X that products with X_j and steps along it have read */
    struct stop_token stop; /* asked before each epoch */
    /* NULL: conjugate gradients. Else support.p = (H_AA + ridge + curvature)^-1 b, about, where the
     * step along the one before had the length `last`; false: there is none. */
    bool (*solve)(void *systems, const struct l1_columns *s, double last);
    void *systems;
    double last;
};

/* Room for so many columns, rows and borders but for the entries of X; the arena tells whether
 * memory sufficed. */
void l1_columns_init(struct l1_columns *s, size_t count, size_t rows, size_t borders,
                     struct arena *arena);

/* Minimises f from d = 0 on: ends where the violations (kinked_violation) that an epoch of all
 * variables met sum up to share times those at d = 0, after `epochs`, or when s->stop. Returns
 * how many it took. */
int l1_columns_minimise(struct l1_columns *s, double share, int epochs);

#endif
