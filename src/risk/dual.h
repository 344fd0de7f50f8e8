/* dual - planes of dual points, and exact dual coordinate steps: for sequential dual ascent.
 *
 * A dual point alpha has for each unit i a number, or k numbers, of the domain of l_i*, dual_size
 * in all; 0 is a dual point. As l_i(z) >= alpha_i z - l_i*(alpha_i) (Fenchel-Young), a = sum_i c_i
 * alpha_i x_i and b = -sum_i c_i l_i*(alpha_i) are a plane below R. */
#ifndef RRM_DUAL_H
#define RRM_DUAL_H

#include "risk/units.h"

/* A sweep of dual coordinate steps. Unit i takes alpha_i to
 *     argmin_v l_i*(v) - v <w, x_i> + q/2 (v - alpha_i)^2,   q = c_i |x_i|^2 / sigma,
 * and v = -(1/sigma) sum_i c_i alpha_i x_i along. With w = grad (lambda Omega)*(sigma v) this
 * maximises in alpha_i a lower bound of the dual
 *     -sum_i c_i l_i*(alpha_i) - (lambda Omega)*(sigma v),
 * as the gradient of (lambda Omega)* is Lipschitz with 1/sigma; with w = v (l2) the bound is exact.
 * Shalev-Shwartz, Zhang (JMLR 14, 2013; Math. Program. 155, 2016). */
struct sweep {
    double sigma;         /* strong convexity of lambda Omega */
    const int64_t *order; /* the units to visit */
    size_t count;
    const double *sqnorm; /* units: |x_i|^2 (risk_sqnorms) */
    double *alpha;        /* dual_size */
    double *v;            /* dim */
    double *w;            /* dim: grad (lambda Omega)*(sigma v); the same vector as v for l2 */
    unsigned char *moved; /* count: gets 1 where the step changed alpha, else 0 */
    /* Makes w follow v on `moved`, where a step has changed v; not called if w is v. */
    void (*update)(void *context, const struct support *moved);
    void *context;
    /* The feature of a bias that is not regularized: v and w have one entry more, its weight, which
     * the engine brings to an unregularized one; 0: there is none. One score a unit. */
    double bias;
    /* Several scores a unit: units x sweep_near(k), zeros at first, what sweeps know of the outputs
     * that a unit's steps can change; steps then leave out others. NULL: steps take all. */
    uint64_t *near;
};

enum { WORD_BITS = 64 };

/* The words that sweep.near has for a unit of k scores. */
static inline size_t sweep_near(size_t k)
{
    return (k + WORD_BITS - 1) / WORD_BITS + 1;
}

/* A set of units: bit i % UNIT_BITS of word i / UNIT_BITS is 1 where unit i belongs to it. */
enum { UNIT_BITS = 32 };

/* The words that a set of so many units has. */
static inline size_t unit_words(size_t units)
{
    return (units + UNIT_BITS - 1) / UNIT_BITS;
}

/* Two directions from a dual point, d_0 = alpha - last and d_1 = before. */
struct dual_span {
    double *alpha;      /* units; one score each */
    const double *last; /* units */
    double *before;     /* units */
    double slope[2];    /* of -sum_i c_i l_i*(alpha_i + sum_k t_k d_ki) at t = 0 by t_0, t_1 */
    double curvature[3]; /* -1 times its second derivatives: by t_0 twice, by both, by t_1 twice */
};

/* The plane (a, b) of the dual point alpha, with a bias that is not regularized that of the scaled
 * alpha for which sum_i c_i alpha_i = 0: a (dim), NULL: b alone; returns b, -INFINITY outside of
 * the domain. Half a pass, none for b alone. */
double risk_plane(const struct risk *risk, const double *alpha, double *a);

/* alpha (dual_size) = the dual point nearest to u_i/c_i, 0 where c_i = 0; alpha may be u. With
 * several scores a unit u_i/c_i itself, which is to be in the domain. No pass. */
void risk_nearest_dual(const struct risk *risk, const double *u, double *alpha);
/* inside[i] = 1 where u_i/c_i is inside the domain of l_i*, 0 at its ends and beyond: where
 * dalpha_i/du_i of the nearest dual point is 1/c_i and 0. Of one score a row. */
void risk_inside_dual(const struct risk *risk, const double *u, double *inside);

/* One dual coordinate step on each unit i of s->order in turn. Returns the sum of c_i q_i
 * |change of alpha_i|^2, at most twice the gain of the bound. count/units passes. */
double risk_sweep(const struct risk *risk, const struct sweep *s);

/* sqnorm (units) = |x_i|^2. No pass. */
void risk_sqnorms(const struct risk *risk, double *sqnorm);

/* The set `active` gains the units of which a step of s (its sigma, sqnorm, alpha and bias) at the
 * scores z (dual_size) would change alpha. No pass. */
void risk_reactivate(const struct risk *risk, const struct sweep *s, const double *z,
                     uint32_t *active);

/* alpha (dual_size) = a dual point for the scores z (dual_size) of a w that is about optimal:
 * slopes alpha_i of l_i at z_i, u_i = c_i alpha_i, and the set `active` gains the units whose
 * alpha_i z does not tell; alpha and u NULL: the set alone. One score: where the slopes at z_i - mu
 * and z_i + mu differ, unit i is active, and alpha_i, unless l is smooth, their mean. Several
 * scores, with kinks: alpha_i is the slope of l_i smoothed by mu around the mean of e_o - e_y over
 * the outputs o; unit i is active where that is no e_o - e_y. With a bias that is not regularized
 * z_i + the best b stands for z_i; returns that b, else 0. No pass. */
double risk_recover(const struct risk *risk, double mu, const double *z, double *alpha, double *u,
                    uint32_t *active);

/* visits[i], 1 to `most`: how often a permutation of the units is to have unit i, at least once, at
 * most twice the units in all. False: each once, and nothing is written.
 *
 * Coordinate steps converge fastest where unit i is drawn in proportion to 1 + q_i, q_i = c_i
 * |x_i|^2/sigma (Zhao, Zhang, ICML 2015, for 1-smooth losses). A unit that costs k_i > 1 times the
 * mean comes (1 + q_i)/(1 + q_i/k_i) times as often as with the mean cost: as often as its share in
 * R asks for where q_i is large, once where it is small. No pass. */
bool risk_visits(const struct risk *risk, double sigma, const double *sqnorm, int most,
                 unsigned char *visits);

/* The mean of c_i |x_i|^2 over the units; of many, over some thousands that lie evenly among them:
 * for estimates. No pass. */
double risk_unit_curvature(const struct risk *risk);

/* The geometric mean of c_i |x_i|^2 > 0, for some hundreds of units that lie evenly among them,
 * over that mean: at most 1, and the less the more of the sum lies in few. No pass. */
double risk_evenness(const struct risk *risk);

/* True if the mean of cos^2 of the angles between two units, each pair alike or with the weight
 * |x_i|^2 |x_k|^2, is above COHERENT, over some dozens of pairs that lie evenly among them: near 1
 * where one column outweighs all others, with the weights also where units lack it, near 0 for rows
 * of many columns. False without RISK_DUAL, with several outputs without that and RISK_NEWTON. No
 * pass. */
bool risk_is_coherent(const struct risk *risk);

/* These need RISK_QUADRATIC. Sets slope and curvature. No pass. */
void risk_span(const struct risk *risk, struct dual_span *s);

/* s->before becomes alpha, and alpha_i = alpha_i + t_0 d_0i + t_1 d_1i, or the nearest number of
 * the domain; to v (dim), which has moved along, -(1/sigma) c_i x_i times the difference of both is
 * added. Passes for these units are not counted: they are few. */
void risk_shift(const struct risk *risk, const struct dual_span *s, const double t[2], double sigma,
                double *v);

#endif
