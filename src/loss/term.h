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
    double lin;              /* <= 0; < 0 for a margin only */
    double b;                /* argmin F as last found: where the next search begins */
    double most;             /* a margin's: max of sum_i u_i d_i, u_i/c_i in the domain of l* */
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

/* max of sum_i u_i d_i of a margin; z is a vector of zeros. */
double term_most(const struct pointwise *base, const struct term *term, const double *z);

#endif
