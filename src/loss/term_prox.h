/* term_prox - a proximal step of one scalar that is not regularized.
 *
 * In a term (term.h) l_q takes the place of l (prox.h):
 *     F_q(b) = sum_i c_i l_q(z_i + d_i b, y_i) + lin b,   g_q(z) = min over b of F_q(b),
 * with the gradient u_i = c_i v_i at the best b, where sum_i u_i d_i = -lin. With
 * h_i = c_i dv_i/dz_i and s = sum_i h_i its Hessian is diag(h) - (h d)(h d)'/s, the Schur
 * complement of b. */
#ifndef RRM_TERM_PROX_H
#define RRM_TERM_PROX_H

#include "loss/term.h"

/* What a term keeps of its last proximal step. */
struct term_prox {
    double b;    /* argmin F_q; where the next search begins */
    double s;    /* sum_i h_i; 0: none was made, or no row bends */
    double size; /* sum_i |u_i| */
};

/* The step of one term at x->z: v, u and h, vectors of rows, u of a plane for the term. *offset is
 * that of the plane <u, z'> + *offset <= min over b of F(b) at z'; if it is NULL, u may miss
 * sum_i u_i d_i = -lin by its rounding. Returns F(kept->b), F with l itself. */
double term_prox(const struct pointwise *base, const struct term *term, struct term_prox *kept,
                 const struct prox *x, double *offset);

/* Along z_i + t along_i and b + t db, db = -sum_i h_i d_i along_i / s the change of b that the
 * Hessian tells. */
struct term_ray {
    const struct pointwise *base;
    const struct term *term;
    struct prox x;        /* as term_prox left it */
    const double *along;  /* rows */
    double b, db;
    double t;
};

/* The ray of a term after term_prox. */
struct term_ray term_ray(const struct pointwise *base, const struct term *term,
                         const struct term_prox *kept, const struct prox *x, const double *along);

/* d/dt of F_q along the ray, at t. */
double term_ray_slope(struct term_ray *ray, double t);

#endif
