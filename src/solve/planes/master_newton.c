/* master_newton - Newton's method on the dual of the master problem, for any regularizer.
 *
 *     phi(alpha) = b'alpha + min_w <A alpha, w> + Psi(w) + S Delta(w, centre)
 *
 * is concave and differentiable for alpha on the simplex. Its slope A'w + b is piecewise smooth in
 * alpha, so that the method is a semismooth one (Qi, Sun: A nonsmooth version of Newton's method,
 * Math. Program. 58, 1993):
 *
 *   here             what
 *   alpha            the planes' weights
 *   point.a, w       A alpha; w(alpha), the minimiser (prox, reg.h)
 *   point.slope      g = A'w + b - alpha'(A'w + b) 1; max phi - phi(alpha) <= max_j g_j, the
 *                    Frank-Wolfe gap
 *   H                -dw/d(A alpha), an operator (bend, reg.h)
 *   sigma            S + the curvature of Psi
 *   C                A - A alpha 1', so that C alpha = 0
 *   step.matrix      M = C'H C + damping/sigma C'C
 *   step.x           argmax over the simplex of g'x - (x - alpha)'M (x - alpha)/2, then x - alpha
 *   line.d, .rise    A (x - alpha), b'(x - alpha)
 *   t                argmax over [0, 1] of phi(alpha + t (x - alpha)), to SEARCH
 *
 * phi has the slope g and, where w is differentiable, the second derivative -A'H A on the simplex.
 * There 1'(x - alpha) = 0, so that C may stand for A: where the a_j have large parts in common,
 * a_j - A alpha keeps the digits that count. The damping (Levenberg 1944, Marquardt 1963) covers
 * the larger curvature behind the next kink of w: as H <= I/sigma, with damping 1 M is an upper
 * bound on the curvature everywhere. */
#include "solve/planes/master.h"

#include <math.h>

#include "base/memory.h"
#include "math/root.h"
#include "math/vec.h"

/* None of these numbers is critical (tests/tuning.txt).
 *
 * Steps of one solution at most; the next solution starts where this one ends. */
enum { STEPS = 100 };

/* More than PATIENCE steps in a row without a gap below STALL times the least one are the end: the
 * gap is down to rounding. */
enum { PATIENCE = 8 };
static const double STALL = 0.9;

/* A step of length t < SHORT met a kink of w on its way: the damping grows by the factor GROWTH, to
 * LEAST_DAMPING at least and to 1 at most. After a longer step it is divided by GROWTH,
 * and from DROPPED down it becomes 0. As in Levenberg's and Marquardt's rule. */
static const double SHORT = 0.3, GROWTH = 4, LEAST_DAMPING = 1e-3, DROPPED = 1e-6;

/* The quadratic program of a step is solved to a gap of INNER tol. */
static const double INNER = 0.1;

/* The search for t ends where |phi'(t)| <= SEARCH phi'(0), or where the bracket of t is
 * NARROW t wide. */
static const double SEARCH = 1e-3, NARROW = 1e-9;

/* A gap up to ROUNDING sum_j alpha_j (|<a_j, w> + b_j| + |b_j|) is rounding: 4.5 DBL_EPSILON. */
static const double ROUNDING = 1e-15;

/* What belongs to the present alpha: A alpha, and the slope of phi. */
struct newton_point {
    double *a;     /* dim */
    double *slope; /* capacity: g */
};

/* H, and what it is applied to: the entries where w is not 0, or all (bend, reg.h). */
struct newton_bend {
    size_t *place;          /* dim: their places */
    double *w, *a, *centre; /* dim: w, A alpha and the centre there */
    double *row;            /* dim: c_k = a_k - A alpha there */
    double **column;        /* reserved of them: H c_i there */
    size_t reserved;
};

/* The quadratic program of a step, over the planes j with alpha_j > 0 or g_j > 0: their numbers are
 * in `plane`. */
struct newton_step {
    size_t *plane, count;
    double *matrix;             /* count x count, rows of length capacity */
    double *linear, *x, *alpha; /* count: M alpha + g; the solution; alpha of these planes */
    double *mean;               /* count: A'A alpha of these planes, for add_damping */
    struct simplex_qp *qp;
};

/* The line alpha(t) = alpha + t (x - alpha), 0 <= t <= 1. */
struct newton_line {
    double *d, *trial, *w; /* dim: A (x - alpha); A alpha(t) and w(alpha(t)) */
    double rise;           /* b'(x - alpha) */
    double S;
    const double *centre;
};

struct newton {
    const struct problem *p;
    struct planes *planes;
    struct newton_point point;
    struct newton_step step;
    struct newton_line line;
    struct newton_bend bend;
    double damping;
    struct arena arena;
};

struct newton *newton_new(const struct problem *p, struct planes *planes)
{
    struct newton *c = mem_alloc(1, sizeof *c);
    size_t n = planes->n, capacity = planes->capacity;
    struct arena *arena;

    if (!c)
        return NULL;
    *c = (struct newton){.p = p, .planes = planes};
    arena = &c->arena;
    c->point = (struct newton_point){arena_doubles(arena, n), arena_doubles(arena, capacity)};
    c->step = (struct newton_step){
        .plane = arena_get(arena, capacity, sizeof *c->step.plane),
        .matrix = arena_room(arena, capacity, capacity * sizeof *c->step.matrix),
        .linear = arena_doubles(arena, capacity),
        .x = arena_doubles(arena, capacity),
        .alpha = arena_doubles(arena, capacity),
        .mean = arena_doubles(arena, capacity),
        .qp = simplex_qp_new(capacity)};
    c->line = (struct newton_line){.d = arena_doubles(arena, n),
                                   .trial = arena_doubles(arena, n),
                                   .w = arena_doubles(arena, n)};
    c->bend = (struct newton_bend){.place = arena_get(arena, n, sizeof *c->bend.place),
                                   .w = arena_doubles(arena, n),
                                   .a = arena_doubles(arena, n),
                                   .centre = arena_doubles(arena, n),
                                   .row = arena_doubles(arena, n),
                                   .column = arena_get(arena, capacity, sizeof *c->bend.column)};
    if (arena->failed || !c->step.qp) {
        newton_free(c);
        return NULL;
    }
    return c;
}

void newton_free(struct newton *c)
{
    if (!c)
        return;
    for (size_t j = 0; j < c->bend.reserved; j++)
        mem_free(c->bend.column[j]);
    simplex_qp_free(c->step.qp);
    arena_free(&c->arena);
    mem_free(c);
}

enum status newton_reserve(struct newton *c)
{
    struct newton_bend *b = &c->bend;

    for (; b->reserved < c->planes->count; b->reserved++) {
        b->column[b->reserved] = mem_alloc(c->planes->n, sizeof *b->column[b->reserved]);
        if (!b->column[b->reserved])
            return ERR_SYSTEM;
    }
    return OK;
}

/* ---- the matrix ------------------------------------------------------------------------------ */

/* matrix += share C'C, from the Gram matrix G = A'A: <a_i - A alpha, a_k - A alpha> = G_ik -
 * (G alpha)_i - (G alpha)_k + alpha'G alpha. All planes with alpha_j > 0 are planes of the step. */
static void add_damping(struct newton *c, double share)
{
    const struct planes *s = c->planes;
    struct newton_step *t = &c->step;
    double all;

    for (size_t i = 0; i < t->count; i++) {
        t->mean[i] = 0;
        for (size_t k = 0; k < t->count; k++)
            t->mean[i] += s->gram[t->plane[i] * s->capacity + t->plane[k]] * t->alpha[k];
    }
    all = vec_dot(t->count, t->mean, t->alpha);
    for (size_t i = 0; i < t->count; i++)
        for (size_t k = 0; k < t->count; k++)
            t->matrix[i * s->capacity + k] +=
                share *
                (s->gram[t->plane[i] * s->capacity + t->plane[k]] - t->mean[i] - t->mean[k] + all);
}

/* column_i = H c_i for each plane i of the step, at w = w(alpha): the entries at `place`. Returns
 * their number. */
static size_t bend_columns(struct newton *c, double S, const double *centre, const double *w)
{
    const struct problem *p = c->p;
    struct newton_bend *b = &c->bend;
    const unsigned some = REG_PLAIN | REG_SPARSE;
    bool all = (p->reg->traits & some) != some;
    size_t bent = 0;

    for (size_t j = 0; j < c->planes->n; j++)
        if (all || w[j] != 0) {
            b->w[bent] = w[j];
            b->a[bent] = c->point.a[j];
            b->centre[bent] = S > 0 ? centre[j] : 0;
            b->place[bent++] = j;
        }
    for (size_t i = 0; i < c->step.count; i++) {
        const double *a = c->planes->a[c->step.plane[i]];
        for (size_t q = 0; q < bent; q++)
            b->column[i][q] = a[b->place[q]] - b->a[q];
    }
    p->reg->bend(p->reg_p, bent, p->lambda, S, b->centre, b->a, b->w, c->step.count, b->column);
    return bent;
}

/* matrix = M: <c_k, H c_i>, and the damping. */
static void form_matrix(struct newton *c, double S, const double *centre, const double *w)
{
    const struct planes *s = c->planes;
    struct newton_step *t = &c->step;
    struct newton_bend *b = &c->bend;
    size_t bent = bend_columns(c, S, centre, w), ld = s->capacity;

    for (size_t k = 0; k < t->count; k++) {
        const double *a = s->a[t->plane[k]];
        for (size_t q = 0; q < bent; q++)
            b->row[q] = a[b->place[q]] - b->a[q];
        for (size_t i = k; i < t->count; i++) {
            t->matrix[i * ld + k] = vec_dot(bent, b->row, b->column[i]);
            t->matrix[k * ld + i] = t->matrix[i * ld + k];
        }
    }
    if (c->damping > 0)
        add_damping(c, c->damping / (problem_curvature(c->p) + S));
}

/* ---- a step ---------------------------------------------------------------------------------- */

/* alpha >= 0 with a sum of 1. */
static void normalise(size_t k, double *alpha)
{
    double sum = 0;

    for (size_t j = 0; j < k; j++) {
        alpha[j] = fmax(0, alpha[j]);
        sum += alpha[j];
    }
    if (sum > 0)
        vec_scale(k, 1 / sum, alpha);
    else
        alpha[k - 1] = 1;
}

/* At alpha: A alpha, w, the slopes g, and the planes of the next step. Returns the Frank-Wolfe gap
 * max_j g_j, 0 where rounding hides it. */
static double visit(struct newton *c, const double *alpha, int k, double *w)
{
    const struct planes *s = c->planes;
    struct newton_step *t = &c->step;
    double *slope = c->point.slope, mean = 0, size = 0, best = -INFINITY;

    planes_combine(s, k, 1, c->point.a);
    problem_prox(c->p, 1, c->line.S, c->line.centre, c->point.a, w);
    for (size_t j = 0; j < s->count; j++) {
        slope[j] = vec_dot(s->n, s->a[j], w) + s->b[j];
        mean += alpha[j] * slope[j];
        size += alpha[j] * (fabs(slope[j]) + fabs(s->b[j]));
        best = fmax(best, slope[j]);
    }
    t->count = 0;
    for (size_t j = 0; j < s->count; j++) {
        slope[j] -= mean;
        if (alpha[j] > 0 || slope[j] > 0) {
            t->alpha[t->count] = alpha[j];
            t->plane[t->count++] = j;
        }
    }
    return best - mean > ROUNDING * size ? best - mean : 0;
}

/* x = the solution of the quadratic program less alpha, and the line in that direction. sum = 1'x
 * is 0 but for rounding, which would drown the slope of phi along a short x: line.d and line.rise
 * are those of x - sum alpha. */
static void solve_step(struct newton *c, double tol)
{
    const struct planes *s = c->planes;
    struct newton_step *t = &c->step;
    struct newton_line *line = &c->line;
    double sum = 0;

    for (size_t i = 0; i < t->count; i++)
        t->linear[i] =
            c->point.slope[t->plane[i]] + vec_dot(t->count, t->matrix + i * s->capacity, t->alpha);
    vec_copy(t->count, t->alpha, t->x);
    simplex_qp_reset(t->qp);
    simplex_qp_solve(t->qp, t->count, t->matrix, s->capacity, 1, t->linear, tol, t->x);
    vec_fill(s->n, 0, line->d);
    line->rise = 0;
    for (size_t i = 0; i < t->count; i++) {
        t->x[i] -= t->alpha[i];
        sum += t->x[i];
        line->rise += t->x[i] * s->b[t->plane[i]];
        if (t->x[i] != 0)
            vec_add(s->n, t->x[i], s->a[t->plane[i]], line->d);
    }
    vec_add(s->n, -sum, c->point.a, line->d);
    for (size_t i = 0; i < t->count; i++)
        line->rise -= sum * t->alpha[i] * s->b[t->plane[i]];
}

/* -(d/dt) phi(alpha(t)) = -(rise + <d, w(alpha(t))>), nondecreasing in t as phi is concave. */
static double descent_at(void *context, double t)
{
    struct newton *c = context;
    struct newton_line *line = &c->line;
    size_t n = c->planes->n;

    vec_combine(n, 1, c->point.a, t, line->d, line->trial);
    problem_prox(c->p, 1, line->S, line->centre, line->trial, line->w);
    return -(line->rise + vec_dot(n, line->d, line->w));
}

/* argmax of phi(alpha(t)) over 0 <= t <= 1, where -d phi/dt = start < 0 at t = 0. */
static double search(struct newton *c, double start)
{
    if (descent_at(c, 1) <= 0)
        return 1;
    return fmin(1, root_beyond(descent_at, c, 0, start, 0.5, -SEARCH * start, NARROW, 0));
}

/* The damping for the next step, after one of length t. */
static double next_damping(double damping, double t)
{
    if (t < SHORT)
        return fmin(1, fmax(LEAST_DAMPING, GROWTH * damping));
    return damping > DROPPED ? damping / GROWTH : 0;
}

double newton_maximise(struct newton *c, int k, double S, const double *centre, double tol,
                       double *w)
{
    struct planes *s = c->planes;
    double *alpha = s->dual[k].alpha, gap, least = INFINITY, start, t;
    int waited = 0; /* steps without a smaller gap */

    c->line.S = S;
    c->line.centre = centre;
    normalise(s->count, alpha);
    gap = visit(c, alpha, k, w);
    for (int step = 0; gap > tol && step < STEPS; step++, gap = visit(c, alpha, k, w)) {
        waited = gap < STALL * least ? 0 : waited + 1;
        least = fmin(least, gap);
        if (waited > PATIENCE)
            break;
        form_matrix(c, S, centre, w);
        solve_step(c, INNER * tol);
        start = -(c->line.rise + vec_dot(s->n, c->line.d, w));
        if (!(start < 0)) { /* phi does not rise along x, for M is ill-conditioned: another step
                             * with damping 1; with damping 1 already, the end */
            if (c->damping >= 1) {
                c->damping = 0;
                break;
            }
            c->damping = 1;
            continue;
        }
        t = search(c, start);
        c->damping = next_damping(c->damping, t);
        for (size_t i = 0; i < c->step.count; i++)
            alpha[c->step.plane[i]] += t * c->step.x[i];
        normalise(s->count, alpha);
    }
    if (k == 0)
        planes_age(s);
    return gap;
}
