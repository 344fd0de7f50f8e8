/* simplex_qp - the small dual problem of every bundle method: a quadratic over the simplex.
 *
 * min f(x) = kappa/2 x'Qx - b'x over x >= 0, 1'x = 1 by the active set method of Wolfe (Finding the
 * nearest point in a polytope, Math. Programming 11, 1976, 128-149). His corral is the support S
 * here, a set of variables whose columns of Q are affinely independent. The factor is his R'R =
 * Q_SS + rho 11' (rho = 1 in the paper), positive definite just for such S. A major step inserts
 * the variable of the smallest gradient g = kappa Qx - b into S. Minor steps go towards the minimum
 * of f over the affine hull of S and remove each variable that reaches 0 on the way. A variable
 * that depends affinely on S first exchanges weight with S along their common null direction of Q,
 * until one of them has none left.
 *
 * Rounding. An error of the factor only lengthens the way: each major step computes g afresh, each
 * minor step has the exact length for its direction. What rounding can break is held by six rules:
 * (1) a variable depends on S where cholesky_border returns 0;
 * (2) at the start of a call rho is within a factor of RHO_RANGE of the scale of Q_SS, the harmonic
 *     mean of its diagonal (weights are largest where the diagonal is small), or the factor is
 *     computed anew with a fresh rho;
 * (3) variables with Q_jj <= NEGLIGIBLE max_i Q_ii, 0 but for rounding, do not count in that mean;
 * (4) a gap x'g - min g is 0 within rounding where it is at most ROUNDING_OF_SUM times the sum
 *     sum_j x_j |g_j| + |min g|, or DBL_EPSILON times that sum with |g_j| replaced by the terms it
 *     is the difference of, kappa |a_j| sum_i x_i |a_i| + |b_j|, |a_j| = sqrt Q_jj;
 * (5) the method ends after PATIENCE or LONG_PATIENCE major steps without progress, once with the
 *     old factor and once with a fresh one;
 * (6) weights whose sum is off 1 by more than SUM_ERROR at the end come from an overflow of Q. */
#include "math/simplex_qp.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "base/memory.h"
#include "math/cholesky.h"
#include "math/vec.h"

/* No record tells how these numbers were chosen, and they are not critical: tests/test_simplex_qp.c
 * holds, and takes as long, with any one of them at either value in brackets. */
static const double RHO_RANGE = 64;            /* most of rho / scale, or its inverse [4, 1e4] */
static const double NEGLIGIBLE = 1e-28;        /* that is |a_j| <= 1e-14 max |a_i| [0, 1e-20] */
static const double ROUNDING_OF_SUM = 1.6e-15; /* 7 DBL_EPSILON [2.2e-16, 1e-14] */
static const double PROGRESS = 0.9;            /* a gap below 0.9 of the least is [0.5, 0.999] */
static const double NEAR_ROUNDING = 256;       /* times rounding: gaps for PATIENCE [8, 1e5] */
static const double SUM_ERROR = 1e-9;          /* rounding of a sum of 1 stays far below */
enum { PATIENCE = 3, LONG_PATIENCE = 50 };     /* major steps [0, 20] and [5, 500] */
enum { STEPS_PER_VARIABLE = 50, SPARE = 10 };  /* major steps: at most 50 (k + 10) [5 (k + 10)] */

struct simplex_qp {
    size_t capacity;
    size_t size;            /* of the support, and order of the factor */
    size_t *support;        /* its variables in the order of the factor */
    bool *in_support;       /* capacity */
    double rho;             /* fixed while the factor lives */
    struct cholesky factor; /* R'R = Q_SS + rho 11' */
    double *g;              /* gradient of all variables */
    double *x, *gs;         /* over the support: weights, gradient minus its mean x'g */
    double *p, *Qp;         /* over the support: step, kappa Q_SS p */
    double *u;              /* over the support: scratch */
    struct arena arena;
};

/* The arguments of simplex_qp_solve. */
struct dual_qp {
    size_t k, ld;
    const double *Q, *b;
    double kappa;
};

/* What the gradient g at x tells. */
struct gradient {
    double gap;      /* x'g - min g, the Frank-Wolfe gap: f(x) - min f at most */
    double inner;    /* max g - min g over the support: 0 at the minimum over its hull */
    double value;    /* f(x) */
    double mean;     /* x'g */
    double rounding; /* gaps up to this are 0 within rounding: rule 4 */
    size_t best;     /* argmin g */
};

struct simplex_qp *simplex_qp_new(size_t capacity)
{
    struct simplex_qp *qp = mem_alloc(1, sizeof *qp);

    if (!qp)
        return NULL;
    qp->capacity = capacity;
    qp->support = arena_get(&qp->arena, capacity, sizeof *qp->support);
    qp->in_support = arena_get(&qp->arena, capacity, sizeof *qp->in_support);
    cholesky_init(&qp->factor, capacity, &qp->arena);
    qp->g = arena_doubles(&qp->arena, capacity);
    qp->x = arena_doubles(&qp->arena, capacity);
    qp->gs = arena_doubles(&qp->arena, capacity);
    qp->p = arena_doubles(&qp->arena, capacity);
    qp->Qp = arena_doubles(&qp->arena, capacity);
    qp->u = arena_doubles(&qp->arena, capacity);
    if (qp->arena.failed) {
        simplex_qp_free(qp);
        return NULL;
    }
    return qp;
}

void simplex_qp_free(struct simplex_qp *qp)
{
    if (!qp)
        return;
    arena_free(&qp->arena);
    mem_free(qp);
}

void simplex_qp_reset(struct simplex_qp *qp)
{
    for (size_t i = 0; i < qp->size; i++)
        qp->in_support[qp->support[i]] = false;
    qp->size = 0;
    qp->factor.size = 0;
}

/* ---- the support ---------------------------------------------------------------------------- */

static double diagonal(const struct dual_qp *pb, size_t j)
{
    return pb->Q[j * (pb->ld + 1)];
}

/* Takes the variable at this position out of the support. */
static void remove_at(struct simplex_qp *qp, size_t position)
{
    size_t tail = --qp->size - position;

    qp->in_support[qp->support[position]] = false;
    memmove(qp->support + position, qp->support + position + 1, tail * sizeof *qp->support);
    memmove(qp->x + position, qp->x + position + 1, tail * sizeof *qp->x);
    memmove(qp->gs + position, qp->gs + position + 1, tail * sizeof *qp->gs);
    cholesky_remove(&qp->factor, position);
}

void simplex_qp_keep(struct simplex_qp *qp, size_t count, const size_t *kept)
{
    for (size_t i = qp->size; i-- > 0;) {
        size_t j = 0;

        while (j < count && kept[j] != qp->support[i])
            j++;
        qp->in_support[qp->support[i]] = false;
        if (j == count)
            remove_at(qp, i);
        else
            qp->support[i] = j;
    }
    for (size_t i = 0; i < qp->size; i++)
        qp->in_support[qp->support[i]] = true;
}

/* The column of the factor for variable j, R'^-1 (Q_Sj + rho 1); returns its pivot, 0 by rule 1. */
static double border(const struct simplex_qp *qp, const struct dual_qp *pb, size_t j,
                     double *column)
{
    for (size_t i = 0; i < qp->size; i++)
        column[i] = pb->Q[j * pb->ld + qp->support[i]] + qp->rho;
    return cholesky_border(&qp->factor, column, diagonal(pb, j) + qp->rho);
}

/* Variable j of weight *x depends on the support: Q_Sj = Q_SS y, 1'y = 1. Moves weight along +-(-y,
 * 1), which leaves Qx as it is, and f falls by +-gain a unit, until a variable has none left: in
 * the direction in which f does not rise or, for *x = 0, in which x_j does not fall. Returns the
 * position of that variable in the support, or the size of the support for j itself. */
static size_t exchange(struct simplex_qp *qp, const struct dual_qp *pb, size_t j, double *x,
                       double *y)
{
    size_t hit = qp->size;
    double gain = pb->b[j], t = INFINITY;

    for (size_t i = 0; i < qp->size; i++)
        gain -= y[i] * pb->b[qp->support[i]];
    if (*x > 0 && gain < 0) {
        vec_scale(qp->size, -1, y);
        t = *x;
        *x = -*x;
    }
    for (size_t i = 0; i < qp->size; i++)
        if (y[i] > 0 && qp->x[i] < t * y[i]) {
            t = qp->x[i] / y[i];
            hit = i;
        }
    for (size_t i = 0; i < qp->size && isfinite(t); i++)
        qp->x[i] = fmax(0, qp->x[i] - t * y[i]);
    *x = fabs(*x + t);
    return hit;
}

/* Inserts variable j with weight x into the support; if j depends on the variables there, one of
 * them or j itself leaves. */
static void insert(struct simplex_qp *qp, const struct dual_qp *pb, size_t j, double x)
{
    double *column = qp->u, pivot = border(qp, pb, j, column);

    while (pivot == 0) {
        size_t hit;

        cholesky_backward(&qp->factor, column);
        hit = exchange(qp, pb, j, &x, column);
        if (hit == qp->size)
            return;
        remove_at(qp, hit);
        pivot = border(qp, pb, j, column);
    }
    cholesky_append(&qp->factor, column, pivot);
    qp->support[qp->size] = j;
    qp->in_support[j] = true;
    qp->x[qp->size++] = x;
}

/* The harmonic mean of the diagonal entries over the support that are not negligible beside `most`;
 * 0 if all are. */
static double mean_beside(const struct simplex_qp *qp, const struct dual_qp *pb, double most)
{
    double sum = 0, count = 0;

    for (size_t i = 0; i < qp->size; i++) {
        double q = diagonal(pb, qp->support[i]);

        if (q > NEGLIGIBLE * most) {
            sum += 1 / q;
            count++;
        }
    }
    return count > 0 ? count / sum : 0;
}

/* The scale of Q_SS by rules 2 and 3: beside the largest entry of all the diagonal, or, where the
 * support has only negligible ones, beside its own largest; 1 if all are 0. */
static double scale_of(const struct simplex_qp *qp, const struct dual_qp *pb)
{
    double most = 0, largest = 0, mean;

    for (size_t j = 0; j < pb->k; j++)
        most = fmax(most, diagonal(pb, j));
    for (size_t i = 0; i < qp->size; i++)
        largest = fmax(largest, diagonal(pb, qp->support[i]));
    mean = mean_beside(qp, pb, most);
    if (mean == 0)
        mean = mean_beside(qp, pb, largest);
    return mean > 0 ? mean : 1;
}

/* The factor of the listed support computed anew, with a fresh rho; dependent variables leave. */
static void refactor(struct simplex_qp *qp, const struct dual_qp *pb)
{
    size_t listed = qp->size;

    qp->rho = scale_of(qp, pb);
    simplex_qp_reset(qp);
    for (size_t i = 0; i < listed; i++)
        insert(qp, pb, qp->support[i], qp->x[i]);
}

/* ---- the method ----------------------------------------------------------------------------- */

/* Makes x >= 0 with a positive finite sum: a start without one puts all weight on one variable. */
static void make_feasible(const struct simplex_qp *qp, size_t k, double *x)
{
    double sum = 0;

    for (size_t j = 0; j < k; j++) {
        x[j] = x[j] > 0 ? x[j] : 0;
        sum += x[j];
    }
    if (!(sum > 0 && isfinite(sum))) {
        vec_fill(k, 0, x);
        x[qp->size ? qp->support[0] : 0] = 1;
    }
}

/* Makes the start feasible and the support hold all of its weight. */
static void start(struct simplex_qp *qp, const struct dual_qp *pb, double *x)
{
    double change;

    make_feasible(qp, pb->k, x);
    for (size_t i = 0; i < qp->size; i++)
        qp->x[i] = x[qp->support[i]];
    change = qp->rho / scale_of(qp, pb);
    if (qp->size > 0 && change < RHO_RANGE && change > 1 / RHO_RANGE) {
        for (size_t j = 0; j < pb->k; j++)
            if (x[j] > 0 && !qp->in_support[j])
                insert(qp, pb, j, x[j]);
        return;
    }
    simplex_qp_reset(qp);
    for (size_t j = 0; j < pb->k; j++)
        if (x[j] > 0) {
            qp->support[qp->size] = j;
            qp->x[qp->size++] = x[j];
        }
    refactor(qp, pb);
}

/* Scales x to a sum of 1 and sets g = kappa Qx - b; returns kappa sum_i x_i |a_i|. */
static double renew_gradient(struct simplex_qp *qp, const struct dual_qp *pb)
{
    double sum = 0, radius = 0;

    for (size_t i = 0; i < qp->size; i++)
        sum += qp->x[i];
    vec_fill(pb->k, 0, qp->g);
    for (size_t i = 0; i < qp->size; i++) {
        size_t j = qp->support[i];

        qp->x[i] /= sum;
        radius += qp->x[i] * sqrt(diagonal(pb, j));
        vec_add(pb->k, qp->x[i], pb->Q + j * pb->ld, qp->g);
    }
    vec_mix(pb->k, -1, pb->b, pb->kappa, qp->g);
    return pb->kappa * radius;
}

/* The gradient at x, and what it tells; `size` and `terms` are the two sums of rule 4. */
static struct gradient gradient_at(struct simplex_qp *qp, const struct dual_qp *pb)
{
    struct gradient v = {0};
    double radius = renew_gradient(qp, pb), size = 0, terms = 0, least = INFINITY;

    for (size_t j = 1; j < pb->k; j++)
        v.best = qp->g[j] < qp->g[v.best] ? j : v.best;
    for (size_t i = 0; i < qp->size; i++) {
        size_t j = qp->support[i];

        v.mean += qp->x[i] * qp->g[j];
        size += qp->x[i] * fabs(qp->g[j]);
        v.value += qp->x[i] * (qp->g[j] - pb->b[j]) / 2;
        terms += qp->x[i] * (radius * sqrt(diagonal(pb, j)) + fabs(pb->b[j]));
        least = fmin(least, qp->g[j]);
    }
    size += fabs(qp->g[v.best]);
    terms += radius * sqrt(diagonal(pb, v.best)) + fabs(pb->b[v.best]);
    v.rounding = fmax(ROUNDING_OF_SUM * size, DBL_EPSILON * terms);
    for (size_t i = 0; i < qp->size; i++) {
        v.gap += qp->x[i] * (qp->g[qp->support[i]] - qp->g[v.best]);
        v.inner = fmax(v.inner, qp->g[qp->support[i]] - least);
    }
    return v;
}

/* p = the step to the minimum of f over the affine hull of the support, up to a positive factor:
 * R'R p = -gs - mu 1 with mu such that 1'p = 0; rho drops out, for 11'p = 0. */
static void hull_step(struct simplex_qp *qp)
{
    size_t s = qp->size;

    for (size_t i = 0; i < s; i++) {
        qp->u[i] = 1;
        qp->p[i] = -qp->gs[i];
    }
    cholesky_forward(&qp->factor, qp->u);
    cholesky_forward(&qp->factor, qp->p);
    vec_add(s, -vec_dot(s, qp->u, qp->p) / vec_sqnorm(s, qp->u), qp->u, qp->p);
    cholesky_backward(&qp->factor, qp->p);
}

/* Qp = kappa Q_SS p */
static void multiply_step(struct simplex_qp *qp, const struct dual_qp *pb)
{
    for (size_t i = 0; i < qp->size; i++) {
        const double *row = pb->Q + qp->support[i] * pb->ld;
        double sum = 0;

        for (size_t l = 0; l < qp->size; l++)
            sum += row[qp->support[l]] * qp->p[l];
        qp->Qp[i] = pb->kappa * sum;
    }
}

/* The minor steps: to the minimum over the hull of the support, removing what reaches 0 on the way.
 * Each turn but the last removes a variable. t minimises f(x + t p) exactly, or takes the first x_i
 * to 0. */
static void descend(struct simplex_qp *qp, const struct dual_qp *pb, double mean)
{
    for (size_t i = 0; i < qp->size; i++)
        qp->gs[i] = qp->g[qp->support[i]] - mean;
    while (qp->size > 1) {
        size_t hit = qp->size;
        double slope, curvature, t;

        hull_step(qp);
        multiply_step(qp, pb);
        slope = vec_dot(qp->size, qp->gs, qp->p);
        curvature = vec_dot(qp->size, qp->Qp, qp->p);
        if (!(slope < 0))
            return;
        t = curvature > 0 ? -slope / curvature : INFINITY;
        for (size_t i = 0; i < qp->size; i++)
            if (qp->x[i] + t * qp->p[i] < 0) {
                t = qp->x[i] / -qp->p[i];
                hit = i;
            }
        if (!isfinite(t))
            return;
        for (size_t i = 0; i < qp->size; i++)
            qp->x[i] = fmax(0, qp->x[i] + t * qp->p[i]);
        vec_add(qp->size, t, qp->Qp, qp->gs);
        if (hit == qp->size)
            return;
        remove_at(qp, hit);
    }
}

/* x = the weights of the support, 0 elsewhere; a vertex by rule 6. */
static void write_solution(struct simplex_qp *qp, size_t k, double *x)
{
    double sum = 0;

    vec_fill(k, 0, x);
    for (size_t i = 0; i < qp->size; i++) {
        x[qp->support[i]] = qp->x[i];
        sum += qp->x[i];
    }
    if (fabs(sum - 1) <= SUM_ERROR)
        return;
    simplex_qp_reset(qp);
    vec_fill(k, 0, x);
    x[k - 1] = 1;
}

double simplex_qp_solve(struct simplex_qp *qp, size_t k, const double *Q, size_t ld, double kappa,
                        const double *b, double tol, double *x)
{
    const struct dual_qp pb = {.k = k, .ld = ld, .Q = Q, .b = b, .kappa = kappa};
    double gap = INFINITY, value = INFINITY; /* least so far */
    bool fresh = false;                      /* the factor was computed anew in this call */
    int waited = 0;                          /* major steps without progress */
    struct gradient v;

    start(qp, &pb, x);
    for (size_t step = 0;; step++) {
        v = gradient_at(qp, &pb);
        if (!(v.gap > tol && v.gap > v.rounding) || step > STEPS_PER_VARIABLE * (k + SPARE))
            break;
        waited = v.gap < PROGRESS * gap || v.value < value - v.rounding ? 0 : waited + 1;
        gap = fmin(gap, v.gap);
        value = fmin(value, v.value);
        if (waited > (v.gap < NEAR_ROUNDING * v.rounding ? PATIENCE : LONG_PATIENCE)) {
            if (fresh)
                break;
            refactor(qp, &pb);
            fresh = true;
            waited = 0;
        }
        /* A new variable waits until the minor steps have taken the support near its own
         * minimum. */
        if ((v.inner <= v.gap / 2 || waited > 0) && !qp->in_support[v.best])
            insert(qp, &pb, v.best, 0);
        descend(qp, &pb, v.mean);
    }
    write_solution(qp, k, x);
    return v.gap;
}
