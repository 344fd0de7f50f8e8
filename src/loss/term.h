/* term - one scalar that is not regularized: min over b of F(b), its slopes, its plane.
 *
 *     F(b) = sum_i c_i l(z_i + d_i b, y_i) + lin b
 * With sum_i u_i d_i = -lin and u_i/c_i in the domain of l*, the plane of u holds for every b. */
#ifndef RRM_TERM_H
#define RRM_TERM_H

#include <stdbool.h>

#include "loss/pointwise.h"

/* What F is made of. */
struct term {
    const double *y, *d;     /* rows; d is +1 or -1 */
    struct costs c;
    double lin;              /* <= 0; < 0 for a margin, or a linear term in b (free.h) */
    double b;                /* argmin F as last found: where the next search begins */
    double most;             /* with lin < 0: max of sum_i u_i d_i, u_i/c_i in the domain of l* */
};

/* One term at the scores z. */
struct term_job {
    const struct pointwise *base;
    const struct term *term;
    double mu;
    const double *z;
    double b;               /* the scalar */
    double theta;           /* share of the jump of a kink at b that lies left of b (piecewise.h) */
    double side;            /* +1 or -1: the direction of a search */
    double *u;              /* rows: c_i times a slope of l at z_i + d_i b; NULL: not wanted */
    const double *along;    /* rows: a direction of z */
    double up, down, share; /* what balance does to u */
    bool all;               /* the share: of all rows, or of those of u_i d_i > 0 */
};

/* The term at z, mu >= 0, with b = argmin F, which the term keeps for its next search; u and along
 * are NULL. F must have a minimum (free_check). */
struct term_job term_best(const struct pointwise *base, struct term *term, double mu,
                          const double *z);

/* F(b); job->u, if not NULL, gets c_i times slopes of l_mu at z_i + d_i b. */
double term_value(struct term_job *job);

/* Makes job->u of term_value the slopes of a plane below min over b of F; returns its offset. */
double term_balance(struct term_job *job);

/* The derivative of min over b of F along job->along, mu = 0. job->u is scratch. */
double term_along(struct term_job *job);

/* term.most; z is a vector of zeros. */
double term_most(const struct pointwise *base, const struct term *term, const double *z);

/* ---- proximal steps ------------------------------------------------------------------------ */

/* In a term l_q takes the place of l (prox.h):
 *     F_q(b) = sum_i c_i l_q(z_i + d_i b, y_i) + lin b,   g_q(z) = min over b of F_q(b),
 * with the gradient u_i = c_i v_i at the best b, where sum_i u_i d_i = -lin. With
 * h_i = c_i dv_i/dz_i and s = sum_i h_i its Hessian is diag(h) - (h d)(h d)'/s, the Schur
 * complement of b. */

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
