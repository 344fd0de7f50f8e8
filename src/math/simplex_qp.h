/* simplex_qp - the small dual problem of every bundle method: a quadratic over the simplex. */
#ifndef RRM_SIMPLEX_QP_H
#define RRM_SIMPLEX_QP_H

#include <stddef.h>

/* The solver keeps the support of the last solution and the factor of its matrix, so that a call
 * after one variable was appended costs little. */
struct simplex_qp;

/* Room for problems of up to `capacity` variables. NULL: no memory. */
struct simplex_qp *simplex_qp_new(size_t capacity);
void simplex_qp_free(struct simplex_qp *qp);

/* Forgets the support and its factor. Required when rows of Q were changed, not when rows were
 * appended. */
void simplex_qp_reset(struct simplex_qp *qp);

/* Only the variables kept[0] < kept[1] < ... of `count` are left in Q, b and x, kept[i] as variable
 * i; the factor follows. A variable of the support may leave, too; its weight is lost, the next
 * start worse. */
void simplex_qp_keep(struct simplex_qp *qp, size_t count, const size_t *kept);

/* Minimises f(x) = kappa/2 x'Qx - b'x over {x >= 0, sum x = 1}: k >= 1 variables, kappa > 0; Q
 * symmetric positive semidefinite, singular or not, both triangles, its rows ld >= k apart. kappa
 * and b may change from call to call. x holds a start of any values, which is made feasible, and
 * gets the solution: x >= 0 with a sum of 1 within rounding. Returns the Frank-Wolfe gap
 *     x'g - min_j g_j >= f(x) - min f,   g = kappa Qx - b,
 * which is <= tol, or as small as rounding allows (the rules are in simplex_qp.c), or, where
 * neither the gap nor f falls any more or 50 (k + 10) major steps are done, what was reached. Never
 * fails. */
double simplex_qp_solve(struct simplex_qp *qp, size_t k, const double *Q, size_t ld, double kappa,
                        const double *b, double tol, double *x);

#endif
