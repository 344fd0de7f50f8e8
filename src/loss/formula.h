/* formula - a loss l(z, y) of one example, as formulas and as loops over many examples.
 *
 * The conjugate is l*(u) = max_z uz - l(z), its domain where that is finite. A slope u is a number
 * of the subdifferential of l at z; then l(z) = uz - l*(u) (Fenchel-Young), and uz' - l*(u) <=
 * l(z') for all z'. In the files of formula/ t = yz is the margin of a label y = -1 or +1, a = -yu
 * (so that uz = -at), r = z - y the residual of a number y, and u+ or a+ the answer of a dual step
 * from u, a. */
#ifndef RRM_FORMULA_H
#define RRM_FORMULA_H

#include <stddef.h>

#include "loss/costs.h"
#include "loss/prox.h"
#include "loss/quadratic.h"

/* What tells one loss of a formula from another. */
struct parameter {
    double value;        /* p */
    struct quadratic l;  /* l* where it is a quadratic */
    const double *shift; /* LOSS_COSTS: D_yo for each y and o, row-major, of the costs D; NULL: 0 */
    double margin;       /* 1; 0 of costs, which hold all of the margin D_yo */
};

/* The examples i = 0 .. n - 1. mu > 0 asks for the smoothed loss
 *     l_mu(z) = max_u uz - l*(u) - mu/2 |u|^2,   l - mu/2 max |u|^2 <= l_mu <= l,
 * whose slope u_mu(z) is the maximiser (Nesterov, Math. Program. 103, 2005); mu = 0 asks for l. */
struct batch {
    struct parameter p;
    double mu;
    size_t n, k;     /* examples; scores of each, 1 without LOSS_SCORES */
    const double *y; /* n: labels */
    struct costs c;  /* of the n: 1/m each without -w */
};

/* c x, but 0 if c = 0 and x is infinite: an example of weight 0 adds nothing. */
static inline double loss_weigh(double c, double x)
{
    return c * (c == 0 ? 0 : x);
}

/* A row of functions without state or errors; a score that is not finite gives values that are not.
 * z and u have n numbers, or, with LOSS_SCORES, n k: the k scores of an example side by side. */
struct formula {
    /* sum_i c_i l_mu(z_i) */
    double (*value)(const struct batch *b, const double *z);
    /* The same; cu_i = c_i u_mu(z_i) and *offset = -sum_i c_i l*(u_mu(z_i)): for all z'
     * <cu, z'> + *offset <= sum_i c_i l(z'_i), with equality at z if mu = 0. */
    double (*slopes)(const struct batch *b, const double *z, double *cu, double *offset);
    /* d/dt sum_i c_i l_mu(z_i + t d_i); at a kink some number between the slopes of both sides */
    double (*ray)(const struct batch *b, const double *z, const double *d, double t);
    /* sum_i c_i l*(u_i); INFINITY outside of the domain */
    double (*conjugate)(const struct batch *b, const double *u);
    /* The proximal step x; mu is not read. Returns sum_i c_i l(z_i); *offset, if not NULL, gets
     * -sum_i c_i l*(v_i): <u, z'> + *offset <= sum_i c_i l(z'_i) for all z'. */
    double (*prox)(const struct batch *b, const struct prox *x, double *offset);
    /* d/dt sum_i c_i l_q(z_i + t d_i) for the q, alpha and z of x */
    double (*prox_ray)(const struct batch *b, const struct prox *x, const double *d, double t);
    /* to = the Hessian of sum_i c_i l_q at z, for an x that prox left, times d; NULL with one
     * score, where that is diag(h). */
    void (*prox_bend)(const struct batch *b, const struct prox *x, const double *d, double *to);

    /* Of one example of one score: the slope at z; l*(u); and the dual coordinate step
     *     argmin_v l*(v) - zv + q/2 (v - u)^2, u in the domain, q >= 0
     * (Shalev-Shwartz, Zhang, JMLR 14, 2013): the slope v at z - q (v - u). */
    double (*slope)(struct parameter p, double y, double z);
    double (*dual)(struct parameter p, double y, double u);
    double (*step)(struct parameter p, double y, double z, double u, double q);
    /* dv/dz of v = step(p, y, z, u, q), the same for all z and u that lead to v:
     *     1/(q + l*''(v)) = l''(s)/(1 + q l''(s)),   s = z - q (v - u), v = l'(s);
     * 0 at an end of the domain and at a kink of l*, where s moves with z and v stays. q > 0 where
     * l has kinks, for l*'' = 0 between those of l*. */
    double (*curvature)(struct parameter p, double y, double v, double q);
    /* Of one example of k scores the same: u gets the slope; *u becomes the answer of the step. */
    void (*vector_slope)(struct parameter p, size_t k, double y, const double *z, double *u);
    double (*vector_dual)(struct parameter p, size_t k, double y, const double *u);
    void (*vector_step)(struct parameter p, size_t k, double y, const double *z, double *u,
                        double q);
    /* Of one example of k scores: M_ab += c dv_a/dz_b, u = c v, for the rows a = first, first +
     * every, .. and the columns b > a of M (k x k, row-major). */
    void (*vector_couple)(size_t k, double y, double c, const double *u, double q, size_t first,
                          size_t every, double *M);
    /* Of one example of k scores: d/dt l(z + t d); at a kink as `ray`. */
    double (*vector_ray)(struct parameter p, size_t k, double y, const double *z, const double *d,
                         double t);
};

/* The functions of every l whose l* is a quadratic, p.l, by the instructions of a set (isa.h): the
 * same bits. */
extern const struct formula quadratic_formula_baseline, quadratic_formula_avx2;

#endif
