/* simplex_qp - the small dual problem of every bundle method: a quadratic over the simplex.
 *
 * The active set method of Wolfe (Finding the nearest point in a polytope, Math. Programming 11, 1976) with the factor
 * R'R = M = Q_SS + rho 11' of the support S; M is positive definite just when the columns of S are affinely
 * independent. A major step puts the variable of the smallest gradient into S; minor steps then go towards the minimum
 * over the affine hull of S and drop each variable that reaches zero on the way. A variable that depends affinely on S
 * first exchanges weight with it along their null direction of Q, until another one has none left and leaves. Every
 * major step starts from a fresh gradient and searches the lengths of its steps exactly, so that it also mends the
 * rounding errors of those before. */
#include "math/simplex_qp.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "base/memory.h"
#include "math/vec.h"

static const double PIVOT_FLOOR = 1e-14;    /* smallest squared pivot, relative to the diagonal entry */
static const double RHO_RANGE = 64;         /* rho may be off scale_of by this factor */
static const double NEAR_ROUNDING = 256;    /* gaps below this many limits of rounding get little patience */
enum { PATIENCE = 3, LONG_PATIENCE = 50 };  /* major steps without a smaller gap or value */
enum { STEPS_PER_VARIABLE = 50 };           /* major steps at most */

struct simplex_qp {
    size_t capacity;
    size_t size;     /* of the support */
    size_t *support; /* its variables in the order of the factor */
    bool *inside;    /* capacity: is this variable in the support? */
    double rho;      /* about the diagonal of Q_SS, fixed while the factor lives */
    double *R;       /* upper triangle by rows of length capacity */
    double *g;       /* gradient of all variables */
    double *x, *gs;  /* over the support: weights, gradient */
    double *p, *Qp;  /* over the support: step, Q_SS times it */
    double *u;       /* scratch over the support */
    struct arena arena;
};

/* The arguments of simplex_qp_solve. */
struct dual_qp {
    size_t k, ld;
    const double *Q, *b;
    double kappa;
};

/* What the gradient at x says. */
struct view {
    double gap;      /* x'g - min g */
    double inner;    /* max g - min g over the support: 0 at the minimum over its hull */
    double value;    /* f(x) */
    double mean;     /* x'g */
    double rounding; /* what a gap cannot be told from 0 by */
    size_t best;     /* argmin g */
};

struct simplex_qp *simplex_qp_new(size_t capacity)
{
    struct simplex_qp *qp = mem_alloc(1, sizeof *qp);

    if (!qp)
        return NULL;
    qp->capacity = capacity;
    qp->support = arena_get(&qp->arena, capacity, sizeof *qp->support);
    qp->inside = arena_get(&qp->arena, capacity, sizeof *qp->inside);
    qp->R = arena_get(&qp->arena, capacity, capacity * sizeof *qp->R);
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
        qp->inside[qp->support[i]] = false;
    qp->size = 0;
}

/* ---- the factor --------------------------------------------------------------------------------------------- */

/* v = R'^-1 v */
static void solve_lower(const struct simplex_qp *qp, double *v)
{
    for (size_t i = 0; i < qp->size; i++) {
        const double *row = qp->R + i * qp->capacity;

        v[i] /= row[i];
        vec_add(qp->size - i - 1, -v[i], row + i + 1, v + i + 1);
    }
}

/* v = R^-1 v */
static void solve_upper(const struct simplex_qp *qp, double *v)
{
    for (size_t i = qp->size; i-- > 0;) {
        const double *row = qp->R + i * qp->capacity;

        v[i] = (v[i] - vec_dot(qp->size - i - 1, row + i + 1, v + i + 1)) / row[i];
    }
}

/* Takes the variable at this position out of the support: without its column, R has one entry too many in each row from
 * there on, which Givens rotations of neighbouring rows remove. */
static void drop(struct simplex_qp *qp, size_t position)
{
    size_t s = --qp->size, tail = s - position;

    qp->inside[qp->support[position]] = false;
    memmove(qp->support + position, qp->support + position + 1, tail * sizeof *qp->support);
    memmove(qp->x + position, qp->x + position + 1, tail * sizeof *qp->x);
    memmove(qp->gs + position, qp->gs + position + 1, tail * sizeof *qp->gs);
    for (size_t i = 0; i <= s; i++) {
        size_t from = i <= position ? position : i - 1; /* row i has nothing left of column i - 1 once moved */
        double *row = qp->R + i * qp->capacity;

        memmove(row + from, row + from + 1, (s - from) * sizeof *row);
    }
    for (size_t i = position; i < s; i++) {
        double *upper = qp->R + i * qp->capacity, *lower = upper + qp->capacity;
        double length = hypot(upper[i], lower[i]), c = upper[i] / length, d = lower[i] / length;

        upper[i] = length;
        for (size_t j = i + 1; j < s; j++) {
            double a = upper[j], b = lower[j];

            upper[j] = c * a + d * b;
            lower[j] = c * b - d * a;
        }
    }
}

void simplex_qp_keep(struct simplex_qp *qp, size_t count, const size_t *kept)
{
    for (size_t i = qp->size; i-- > 0;) {
        size_t j = 0;

        while (j < count && kept[j] != qp->support[i])
            j++;
        qp->inside[qp->support[i]] = false;
        if (j == count)
            drop(qp, i);
        else
            qp->support[i] = j;
    }
    for (size_t i = 0; i < qp->size; i++)
        qp->inside[qp->support[i]] = true;
}

/* column = R'^-1 (Q_Sj + rho 1), the column of the factor for variable j; returns the square of its pivot, which is 0
 * if j depends affinely on the support. */
static double column_of(const struct simplex_qp *qp, const struct dual_qp *pb, size_t j, double *column)
{
    for (size_t i = 0; i < qp->size; i++)
        column[i] = pb->Q[j * pb->ld + qp->support[i]] + qp->rho;
    solve_lower(qp, column);
    return pb->Q[j * (pb->ld + 1)] + qp->rho - vec_sqnorm(qp->size, column);
}

/* Variable j of weight x depends on the support: Q_Sj = Q_SS y, 1'y = 1. Moves weight between them along +-(-y, 1),
 * which leaves Qx as it is, so that f does not rise, until a variable has none left. Returns its position; the size of
 * the support stands for j itself. */
static size_t exchange(struct simplex_qp *qp, const struct dual_qp *pb, size_t j, double *x, double *y)
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

/* Puts variable j with weight x into the support; if it depends on those there, one of them or j itself leaves. */
static void admit(struct simplex_qp *qp, const struct dual_qp *pb, size_t j, double x)
{
    double *column = qp->u, pivot = column_of(qp, pb, j, column);
    size_t s;

    while (pivot <= PIVOT_FLOOR * (pb->Q[j * (pb->ld + 1)] + qp->rho)) {
        solve_upper(qp, column);
        s = exchange(qp, pb, j, &x, column);
        if (s == qp->size)
            return;
        drop(qp, s);
        pivot = column_of(qp, pb, j, column);
    }
    s = qp->size++;
    for (size_t i = 0; i < s; i++)
        qp->R[i * qp->capacity + s] = column[i];
    qp->R[s * qp->capacity + s] = sqrt(pivot);
    qp->support[s] = j;
    qp->inside[j] = true;
    qp->x[s] = x;
}

/* The harmonic mean of the diagonal entries over the support that are not next to 0 beside `most`; 0 if all are. */
static double mean_beside(const struct simplex_qp *qp, const struct dual_qp *pb, double most)
{
    double sum = 0, count = 0;

    for (size_t i = 0; i < qp->size; i++) {
        double q = pb->Q[qp->support[i] * (pb->ld + 1)];

        if (q > 1e-28 * most) {
            sum += 1 / q;
            count++;
        }
    }
    return count > 0 ? count / sum : 0;
}

/* The mean of the diagonal: most weight is where its entries are small. But those of columns that are 0 but for
 * rounding beside the others do not count, if any other does. */
static double scale_of(const struct simplex_qp *qp, const struct dual_qp *pb)
{
    double most = 0, largest = 0, mean;

    for (size_t j = 0; j < pb->k; j++)
        most = fmax(most, pb->Q[j * (pb->ld + 1)]);
    for (size_t i = 0; i < qp->size; i++)
        largest = fmax(largest, pb->Q[qp->support[i] * (pb->ld + 1)]);
    mean = mean_beside(qp, pb, most);
    if (mean == 0)
        mean = mean_beside(qp, pb, largest);
    return mean > 0 ? mean : 1;
}

/* The factor of the listed support from scratch, with a fresh rho; what depends on the rest leaves. */
static void refactor(struct simplex_qp *qp, const struct dual_qp *pb)
{
    size_t s = qp->size;

    qp->rho = scale_of(qp, pb);
    qp->size = 0;
    for (size_t i = 0; i < s; i++)
        qp->inside[qp->support[i]] = false;
    for (size_t i = 0; i < s; i++)
        admit(qp, pb, qp->support[i], qp->x[i]);
}

/* ---- the method --------------------------------------------------------------------------------------------- */

/* Makes the start feasible and sees to it that the support holds all of its weight. */
static void start(struct simplex_qp *qp, const struct dual_qp *pb, double *x)
{
    double sum = 0, change;

    for (size_t j = 0; j < pb->k; j++) {
        x[j] = x[j] > 0 ? x[j] : 0;
        sum += x[j];
    }
    if (!(sum > 0 && isfinite(sum))) {
        vec_fill(pb->k, 0, x);
        x[qp->size ? qp->support[0] : 0] = sum = 1;
    }
    for (size_t i = 0; i < qp->size; i++)
        qp->x[i] = x[qp->support[i]];
    change = qp->rho / scale_of(qp, pb);
    if (qp->size > 0 && change < RHO_RANGE && change > 1 / RHO_RANGE) {
        for (size_t j = 0; j < pb->k; j++)
            if (x[j] > 0 && !qp->inside[j])
                admit(qp, pb, j, x[j]);
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

/* Renormalises x and computes the gradient there. */
static struct view survey(struct simplex_qp *qp, const struct dual_qp *pb)
{
    struct view v = {0};
    double sum = 0, radius = 0, size = 0, terms = 0, least = INFINITY;

    for (size_t i = 0; i < qp->size; i++)
        sum += qp->x[i];
    vec_fill(pb->k, 0, qp->g);
    for (size_t i = 0; i < qp->size; i++) {
        const double *row = pb->Q + qp->support[i] * pb->ld;

        qp->x[i] /= sum;
        radius += qp->x[i] * sqrt(row[qp->support[i]]);
        vec_add(pb->k, qp->x[i], row, qp->g);
    }
    vec_mix(pb->k, -1, pb->b, pb->kappa, qp->g);
    for (size_t j = 1; j < pb->k; j++)
        v.best = qp->g[j] < qp->g[v.best] ? j : v.best;
    for (size_t i = 0; i < qp->size; i++) {
        size_t j = qp->support[i];

        v.mean += qp->x[i] * qp->g[j];
        size += qp->x[i] * fabs(qp->g[j]);
        v.value += qp->x[i] * (qp->g[j] - pb->b[j]) / 2;
        terms += qp->x[i] * (pb->kappa * radius * sqrt(pb->Q[j * (pb->ld + 1)]) + fabs(pb->b[j]));
        least = fmin(least, qp->g[j]);
    }
    size += fabs(qp->g[v.best]);
    terms += pb->kappa * radius * sqrt(pb->Q[v.best * (pb->ld + 1)]) + fabs(pb->b[v.best]);
    v.rounding = fmax(1.6e-15 * size, DBL_EPSILON * terms);
    for (size_t i = 0; i < qp->size; i++) {
        v.gap += qp->x[i] * (qp->g[qp->support[i]] - qp->g[v.best]);
        v.inner = fmax(v.inner, qp->g[qp->support[i]] - least);
    }
    return v;
}

/* p = the step to the minimum of f over the affine hull of the support, up to a positive factor:
 * M p = -gs - mu 1 with 1'p = 0, M = R'R. */
static void newton_step(struct simplex_qp *qp)
{
    size_t s = qp->size;

    for (size_t i = 0; i < s; i++) {
        qp->u[i] = 1;
        qp->p[i] = -qp->gs[i];
    }
    solve_lower(qp, qp->u);
    solve_lower(qp, qp->p);
    vec_add(s, -vec_dot(s, qp->u, qp->p) / vec_sqnorm(s, qp->u), qp->u, qp->p);
    solve_upper(qp, qp->p);
}

/* The minor steps: to the minimum over the hull of the support, dropping what reaches zero on the way. Ends, for every
 * turn but the last drops a variable. The length of a step is searched exactly: an inexact factor does no harm. */
static void descend(struct simplex_qp *qp, const struct dual_qp *pb, double mean)
{
    for (size_t i = 0; i < qp->size; i++)
        qp->gs[i] = qp->g[qp->support[i]] - mean;
    while (qp->size > 1) {
        size_t hit = qp->size;
        double slope, curvature, t;

        newton_step(qp);
        for (size_t i = 0; i < qp->size; i++) {
            const double *row = pb->Q + qp->support[i] * pb->ld;
            double sum = 0;

            for (size_t l = 0; l < qp->size; l++)
                sum += row[qp->support[l]] * qp->p[l];
            qp->Qp[i] = pb->kappa * sum;
        }
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
        drop(qp, hit);
    }
}

double simplex_qp_solve(struct simplex_qp *qp, size_t k, const double *Q, size_t ld, double kappa, const double *b,
                        double tol, double *x)
{
    const struct dual_qp pb = {.k = k, .ld = ld, .Q = Q, .b = b, .kappa = kappa};
    double gap = INFINITY, value = INFINITY; /* least so far */
    double sum = 0;
    bool fresh = false;                      /* the factor was computed anew in this call */
    struct view v;
    int waited = 0; /* major steps without progress */

    start(qp, &pb, x);
    for (size_t step = 0;; step++) {
        v = survey(qp, &pb);
        if (!(v.gap > tol && v.gap > v.rounding) || step > STEPS_PER_VARIABLE * (k + 10))
            break;
        waited = v.gap < 0.9 * gap || v.value < value - v.rounding ? 0 : waited + 1;
        gap = fmin(gap, v.gap);
        value = fmin(value, v.value);
        if (waited > (v.gap < NEAR_ROUNDING * v.rounding ? PATIENCE : LONG_PATIENCE)) {
            if (fresh)
                break;
            refactor(qp, &pb);
            fresh = true;
            waited = 0;
        }
        if ((v.inner <= v.gap / 2 || waited > 0) && !qp->inside[v.best])
            admit(qp, &pb, v.best, 0);
        descend(qp, &pb, v.mean);
    }
    vec_fill(k, 0, x);
    for (size_t i = 0; i < qp->size; i++)
        sum += x[qp->support[i]] = qp->x[i];
    if (!(fabs(sum - 1) <= 1e-9)) { /* Q overflowed: any point of the simplex is an answer, if not a good one */
        simplex_qp_reset(qp);
        vec_fill(k, 0, x);
        x[k - 1] = 1;
    }
    return v.gap;
}
