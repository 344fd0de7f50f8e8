/* l1_dense - quadratic programs with a kink at 0 in every variable, over a dense matrix. */
#ifndef RRM_L1_DENSE_H
#define RRM_L1_DENSE_H

#include "base/arena.h"
#include "math/cholesky.h"
#include "math/kinked.h"

/* f(x) = q(x) + sum_j psi_j(x_j), q a quadratic with the Hessian H. */
struct l1_dense {
    struct kinked_each psi;
    size_t n;
    const double *H; /* n x n, both triangles: positive semidefinite, a positive diagonal */
    double *x, *g;   /* n: the point, grad q there */
    double *step;    /* n: what x moved by, less than DBL_EPSILON |x_j| of it too */
    /* scratch */
    struct cholesky factor;
    size_t *support;
    double *p, *right, *Hp;
    struct kink *kinks;
};

/* Room for scratch of n variables; the arena tells whether memory sufficed. */
void l1_dense_init(struct l1_dense *s, size_t n, struct arena *arena);

/* Minimises f from x on; g and step, which is added to, follow. Ends where the sum of the
 * violations (kinked_violation) is at most tol, or after so many rounds of coordinate descent and
 * steps on the support. Returns that sum. */
double l1_dense_minimise(struct l1_dense *s, double tol, int rounds);

#endif
