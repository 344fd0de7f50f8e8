/* simplex_qp - the small dual problem of every bundle method: a quadratic over the simplex. */
#ifndef RRM_SIMPLEX_QP_H
#define RRM_SIMPLEX_QP_H

#include <stddef.h>

/* The solver keeps the support of the last solution and the factor of its matrix, so that a call after one column was
 * appended costs little. */
struct simplex_qp;

/* Room for problems of up to capacity variables. NULL: no memory. */
struct simplex_qp *simplex_qp_new(size_t capacity);
void simplex_qp_free(struct simplex_qp *qp);

/* Forgets the support and its factor: to be called when rows of Q were changed (not when they were appended). */
void simplex_qp_reset(struct simplex_qp *qp);

/* Says that only the variables kept[0] < kept[1] < ... of count are left in Q, b and x, and that kept[i] is now i. The
 * factor goes on; a variable of the support may leave, too, but its weight is lost and the next start is worse. */
void simplex_qp_keep(struct simplex_qp *qp, size_t count, const size_t *kept);

/* Minimises f(x) = kappa/2 x'Qx - b'x over {x >= 0, sum x = 1}, k >= 1 variables, kappa > 0; Q is symmetric positive
 * semidefinite (it may be singular, rows may be equal), stored by rows, both triangles, of length ld >= k; kappa and b
 * may change from call to call. x holds a start (any values; it is made feasible) and gets the solution: x >= 0 with a
 * sum of 1 to rounding. Stops when the Frank-Wolfe gap  x'g - min_j g_j,  g = kappa Qx - b,  is <= tol, or where
 * rounding forbids more: at 1.6e-15 of sum_j x_j |g_j| + |min g|, at 2.2e-16 of the same sum over the terms that g_j is
 * the difference of, or when neither gap nor f falls any more; the number of steps is bounded. Returns that gap. */
double simplex_qp_solve(struct simplex_qp *qp, size_t k, const double *Q, size_t ld, double kappa, const double *b,
                        double tol, double *x);

#endif
