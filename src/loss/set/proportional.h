/* proportional - the thresholds of proportional odds at given scores: F(theta) and its minimum. The
 * mathematics stand at the head of ordinal_logistic.c. */
#ifndef RRM_PROPORTIONAL_H
#define RRM_PROPORTIONAL_H

#include "loss/loss.h"

enum { ABOVE, BELOW, SIDES }; /* of a class: theta_{k+1}, theta_k */

/* Of a class: sums of c_i v_i and of c_i dv_i/dz_i. */
struct tally {
    double slope[SIDES], bend[SIDES];
};

/* Of a part of the rows. */
struct share {
    double value, along, offset[SIDES];
};

/* L D L' of the Hessian in theta: diag(e) and, between t - 1 and t, the coupling q_t. */
struct factor {
    double *pivot; /* thresholds: D_t */
    double *ratio; /* thresholds: -L_{t,t-1} = q_t/D_{t-1}; 0 for t = 0 */
};

/* The best theta of the last scores, and their weighted mean and spread. */
struct start {
    double *theta; /* present + 1: theta_t at t, 0 at both ends */
    double mean, spread;
};

struct ordered {
    struct loss g; /* first: a struct loss * of ours is a struct ordered * */
    const struct parts *parts;
    int classes;         /* of the labels */
    size_t present;      /* those with examples of weight > 0, numbered from 0 */
    int *number;         /* classes: its number; -1: none */
    int *label;          /* rows: number of the class; 0 where c_i = 0 */
    double *weight;      /* present: C_k */
    double *first;       /* present + 1: the best theta at z = 0; theta_t at t, 0 at both ends */
    struct start own, prox; /* of the last minimum of F, and of F_q */
    double *theta;       /* present + 1: where F is looked at */
    struct tally *tally; /* present: sums at theta; behind them those of the parts */
    double *push;        /* present: -dB/d d_k, 0 at both ends */
    double *couple;      /* present: d^2B/d d_k^2, 0 at both ends */
    double *gradient, *step, *origin; /* thresholds, present + 1 */
    struct factor newton, kept; /* of a step; of the last proximal step */
    double *h;           /* SIDES x rows: c_i dv_i/dz_i of the last proximal step */
    double *drift;       /* thresholds: how theta moves along a ray */
    double *z, *low;     /* rows: scratch, scores and slopes */
};

static inline size_t thresholds(const struct ordered *f)
{
    return f->present - 1;
}

/* Looks at F_q (prox.h) at z and f->theta: f in the place of l, B as it is. */
struct look {
    struct ordered *f;
    double q;
    const double *alpha; /* SIDES x rows */
    const double *z, *along;
    double *u[SIDES];    /* rows: c_i v_i; NULL: not wanted */
    double *h, *v;       /* SIDES x rows; NULL: not wanted */
    bool plane;          /* offset is wanted */
    struct share *shares; /* of the parts */
    struct share sum;    /* out; value: F with f itself and B */
};

/* Looks at f->theta: the sums, and the gradient of F_q. */
void ordered_look(struct look *k);

/* Minimises over theta, from `from` on, where the best one is kept; what k wants is that of the
 * last look, at the best theta. */
void ordered_minimise(struct look *k, struct start *from);

/* Sets mean and spread of the scores z. */
void ordered_measure(const struct ordered *f, const double *z, struct start *s);

/* L D L' of the Hessian of F_q at the last look. */
void ordered_factorise(const struct ordered *f, double ridge, const struct factor *to);

/* x (thresholds) = (L D L')^-1 x */
void ordered_divide(const struct ordered *f, const struct factor *by, double *x);

/* f->theta = f->origin + t step; false where that does not ascend. */
bool ordered_place(struct ordered *f, double t, const double *step);

#endif
