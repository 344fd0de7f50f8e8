/* lower - the lower model max_j <a_j, w> + b_j + lambda Omega(w) of J that an engine's cutting planes make, and its
 * minimum, for any regularizer.
 *
 * Omega(w) = |w|^2/2 makes the dual a quadratic program over the planes' Gram matrix. For any other Omega the dual
 *     phi(alpha) = b'alpha + min_w <A alpha, w> + lambda Omega(w) + S/2 |w - centre|^2
 * is concave and differentiable with the slope A'w(alpha) + b. It is maximised by Newton's method: the quadratic
 * program with the matrix A'HA, H = diag(h) - vv' the derivative of w(alpha), then an exact search along the way to
 * its solution. Where H misses what bends behind the next corner, a share of the Gram matrix, which bounds A'HA, is
 * added (Levenberg, Marquardt). */
#include "solve/lower.h"

#include <math.h>

#include "base/memory.h"
#include "math/root.h"
#include "math/vec.h"

enum { NEWTON_STEPS = 100, PATIENCE = 8, TRIES = 10 };

static const double LEAST_DAMPING = 1e-3;

/* The scratch of Newton's method. */
struct curved {
    double *slope;                /* capacity: of phi, less alpha'slope */
    size_t *work, count;          /* the planes that a step may use: with weight, or that promise a rise */
    double *matrix;               /* count x count, rows of length capacity: A'HA + damping Gram */
    double *linear, *x, *weight;  /* count: the quadratic program's b and solution; alpha */
    double **column;              /* capacity of them: H^1/2 (a_j - A alpha) where h is not 0, for each of work */
    double *Av;                   /* count: (a_j - A alpha)'v */
    double *h, *v, *centre;       /* dim */
    double *a, *d, *trial, *w;    /* dim: A alpha, A (x - alpha); A alpha' and w(alpha') for an alpha' between */
    size_t *active;               /* dim: where h is not 0 */
    double damping;
    double stiffness;             /* by so much the proximal term is more than the bound can bear; 0: none yet */
    int strayed;                  /* w was no good */
    struct simplex_qp *qp;
    struct arena arena;
};

/* Columns for so many planes as there are. */
static enum status make_room(struct lower *l)
{
    struct curved *c = l->curved;

    for (size_t j = l->planes.count; c && j-- > 0 && !c->column[j];) {
        c->column[j] = mem_alloc(l->planes.n, sizeof *c->column[j]);
        if (!c->column[j])
            return ERR_SYSTEM;
    }
    return OK;
}

enum status lower_add(struct lower *l, const double *a, double b)
{
    enum status status = planes_add(&l->planes, a, b);

    return status == OK ? make_room(l) : status;
}

enum status lower_init(struct lower *l, const struct problem *p, size_t capacity, int masters)
{
    enum status status = planes_init(&l->planes, p->risk, capacity, masters);
    size_t n = p->risk->dim;
    struct curved *c;

    l->p = p;
    l->curved = NULL;
    if (status != OK || p->reg->traits & REG_QUADRATIC)
        return status;
    l->curved = c = mem_alloc(1, sizeof *c);
    if (!c)
        return ERR_SYSTEM;
    *c = (struct curved){.damping = 0};
    c->qp = simplex_qp_new(capacity);
    c->matrix = arena_get(&c->arena, capacity, capacity * sizeof *c->matrix);
    c->work = arena_get(&c->arena, capacity, sizeof *c->work);
    c->active = arena_get(&c->arena, n, sizeof *c->active);
    c->column = arena_get(&c->arena, capacity, sizeof *c->column);
    {
        double **columns[] = {&c->slope, &c->linear, &c->x, &c->weight, &c->Av};
        double **vectors[] = {&c->h, &c->v, &c->centre, &c->a, &c->d, &c->trial, &c->w};
        for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
            *columns[i] = arena_doubles(&c->arena, capacity);
        for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
            *vectors[i] = arena_doubles(&c->arena, n);
    }
    return c->arena.failed || !c->qp ? ERR_SYSTEM : make_room(l);
}

void lower_free(struct lower *l)
{
    if (l->curved) {
        for (size_t j = 0; l->curved->column && j < l->planes.capacity; j++)
            mem_free(l->curved->column[j]);
        simplex_qp_free(l->curved->qp);
        arena_free(&l->curved->arena);
        mem_free(l->curved);
    }
    planes_free(&l->planes);
}

/* Which phi, and where. */
struct ascent {
    const struct lower *l;
    double S, rise; /* rise = b'(x - alpha) */
    const double *centre;
    double *w;
};

/* -(d/dt) phi(alpha + t (x - alpha)), an increasing function of t */
static double descent_at(void *context, double t)
{
    struct ascent *s = context;
    const struct curved *c = s->l->curved;
    size_t n = s->l->p->risk->dim;

    vec_combine(n, 1, c->a, t, c->d, c->trial);
    problem_prox(s->l->p, 1, s->S, s->centre, c->trial, s->w);
    return -(s->rise + vec_dot(n, c->d, s->w));
}

/* matrix += damping Gram/sigma, for the columns less A alpha. Borrows c->linear, which newton_step fills afterwards. */
static void damp(const struct lower *l, double share)
{
    struct curved *c = l->curved;
    const struct planes *s = &l->planes;
    double *mean = c->linear, all;

    for (size_t i = 0; i < c->count; i++) {
        mean[i] = 0;
        for (size_t k = 0; k < c->count; k++)
            mean[i] += s->gram[c->work[i] * s->capacity + c->work[k]] * c->weight[k];
    }
    all = vec_dot(c->count, mean, c->weight);
    for (size_t i = 0; i < c->count; i++)
        for (size_t k = 0; k < c->count; k++)
            c->matrix[i * s->capacity + k] +=
                share * (s->gram[c->work[i] * s->capacity + c->work[k]] - mean[i] - mean[k] + all);
}

/* matrix = A'HA + damping Gram/sigma at the point w, sigma the curvature of what is minimised. As all weights have the
 * same sum, A alpha may be taken from each column of A first: where H is large, the digits of the differences count. */
static void newton_matrix(const struct lower *l, double S, const double *centre, const double *w)
{
    struct curved *c = l->curved;
    const struct planes *s = &l->planes;
    const struct problem *p = l->p;
    size_t active = 0, ld = s->capacity;

    p->reg->jacobian(p->reg_p, s->n, p->lambda, S, centre, c->a, w, c->h, c->v);
    for (size_t j = 0; j < s->n; j++)
        if (c->h[j] > 0) {
            c->h[j] = sqrt(c->h[j]);
            c->active[active++] = j;
        }
    for (size_t i = 0; i < c->count; i++) {
        const double *a = s->a[c->work[i]];
        c->Av[i] = 0;
        for (size_t q = 0; q < active; q++) {
            size_t j = c->active[q];
            c->column[i][q] = c->h[j] * (a[j] - c->a[j]);
            c->Av[i] += c->v[j] * (a[j] - c->a[j]);
        }
        for (size_t k = 0; k <= i; k++)
            c->matrix[i * ld + k] = c->matrix[k * ld + i] =
                vec_dot(active, c->column[i], c->column[k]) - c->Av[i] * c->Av[k];
    }
    if (c->damping > 0)
        damp(l, c->damping / (problem_curvature(p) + S));
}

/* alpha >= 0 with a sum of 1. */
static void normalise(size_t k, double *alpha)
{
    double sum = 0;

    for (size_t j = 0; j < k; j++)
        sum += alpha[j] = fmax(0, alpha[j]);
    if (sum > 0)
        vec_scale(k, 1 / sum, alpha);
    else
        alpha[k - 1] = 1;
}

/* x = the solution of the quadratic program at alpha, less alpha; c->d = A x. Returns b'x. */
static double newton_step(const struct lower *l, double tol)
{
    struct curved *c = l->curved;
    const struct planes *s = &l->planes;
    double rise = 0, sum = 0;

    for (size_t i = 0; i < c->count; i++)
        c->linear[i] = c->slope[c->work[i]] + vec_dot(c->count, c->matrix + i * s->capacity, c->weight);
    vec_copy(c->count, c->weight, c->x);
    simplex_qp_reset(c->qp);
    simplex_qp_solve(c->qp, c->count, c->matrix, s->capacity, 1, c->linear, tol, c->x);
    vec_fill(s->n, 0, c->d);
    for (size_t i = 0; i < c->count; i++) {
        c->x[i] -= c->weight[i];
        sum += c->x[i];
        rise += c->x[i] * s->b[c->work[i]];
        if (c->x[i] != 0)
            vec_add(s->n, c->x[i], s->a[c->work[i]], c->d);
    }
    vec_add(s->n, -sum, c->a, c->d); /* sum is 0 but for rounding, which would drown the slope along a short way */
    for (size_t i = 0; i < c->count; i++)
        rise -= sum * c->weight[i] * s->b[c->work[i]];
    return rise;
}

/* At alpha: w, A alpha, slope, and which planes the next step uses. Returns the Frank-Wolfe gap, max slope less
 * alpha'slope; 0 where rounding hides it. */
static double survey(const struct lower *l, int master, double S, const double *centre, double *w)
{
    struct curved *c = l->curved;
    const struct planes *s = &l->planes;
    const double *alpha = s->master[master].alpha;
    double mean = 0, size = 0, best = -INFINITY;

    planes_combine(s, master, 1, c->a);
    problem_prox(l->p, 1, S, centre, c->a, w);
    for (size_t j = 0; j < s->count; j++) {
        c->slope[j] = vec_dot(s->n, s->a[j], w) + s->b[j];
        mean += alpha[j] * c->slope[j];
        size += alpha[j] * (fabs(c->slope[j]) + fabs(s->b[j]));
        best = fmax(best, c->slope[j]);
    }
    c->count = 0;
    for (size_t j = 0; j < s->count; j++) {
        c->slope[j] -= mean;
        if (alpha[j] > 0 || c->slope[j] > 0) {
            c->weight[c->count] = alpha[j];
            c->work[c->count++] = j;
        }
    }
    return best - mean > 1e-15 * size ? best - mean : 0;
}

/* The damping for the next step: what helped when this one went only a short part of its way, soon none. */
static double next_damping(double damping, double t)
{
    if (t < 0.3)
        return fmin(1, fmax(LEAST_DAMPING, 4 * damping));
    return damping > 1e-3 * LEAST_DAMPING ? damping / 4 : 0;
}

/* Maximises phi from the master's last alpha to a Frank-Wolfe gap of tol, or as far as rounding lets it; w = w(alpha).
 * Returns the gap that is left. */
static double newton(struct lower *l, int master, double S, const double *centre, double tol, double *w)
{
    struct curved *c = l->curved;
    const struct planes *s = &l->planes;
    double *alpha = s->master[master].alpha, gap, least = INFINITY, start, t;
    int waited = 0; /* steps without a smaller gap */
    struct ascent ascent = {.l = l, .S = S, .centre = centre, .w = c->w};

    normalise(s->count, alpha);
    for (int step = 0; (gap = survey(l, master, S, centre, w)) > tol && step < NEWTON_STEPS; step++) {
        waited = gap < 0.9 * least ? 0 : waited + 1;
        least = fmin(least, gap);
        if (waited > PATIENCE)
            break;
        newton_matrix(l, S, centre, w);
        ascent.rise = newton_step(l, 0.1 * tol);
        start = -(ascent.rise + vec_dot(s->n, c->d, w));
        if (!(start < 0)) { /* the program was too ill for its solution to be a way up */
            c->damping = c->damping < 1 ? 1 : 0;
            if (c->damping == 0)
                break;
            continue;
        }
        t = descent_at(&ascent, 1) <= 0
                ? 1 : fmin(1, root_beyond(descent_at, &ascent, 0, start, 0.5, -1e-3 * start, 1e-9));
        c->damping = next_damping(c->damping, t);
        for (size_t i = 0; i < c->count; i++)
            alpha[c->work[i]] += t * c->x[i];
        normalise(s->count, alpha);
    }
    if (master == 0)
        planes_age(&l->planes);
    return gap;
}

void lower_learn(struct lower *l, const struct monitor *m, double J, double share)
{
    if (l->curved)
        l->curved->strayed = J > m->primal + share * monitor_gap(m);
}

/* As much as costs the bound a part of the gap that is left, if w is as far from the best point as that is from 0; but
 * a best point at or next to 0 says nothing. */
static double proximal_term(const struct problem *p, const struct monitor *m)
{
    double radius = problem_radius(p), norm = sqrt(vec_sqnorm(p->risk->dim, m->best));

    return 0.1 * monitor_gap(m) / (radius * fmax(norm, 1e-3 * radius));
}

/* Where Omega has no curvature. The term begins such that the latest plane moves w by no more than the radius. It grows
 * where the engine tells that w strayed, or where it was too weak for the arithmetic, and else shrinks until the bound
 * is sharp. */
static void minimise_stabilised(struct lower *l, int master, const struct monitor *m, double tol, double *w)
{
    const struct planes *s = &l->planes;
    struct curved *c = l->curved;
    double S = proximal_term(l->p, m), slope = sqrt(vec_sqnorm(s->n, s->a[s->count - 1]));

    if (c->stiffness == 0)
        c->stiffness = slope / (problem_radius(l->p) * S);
    else
        c->stiffness *= c->strayed ? 2 : 0.5;
    c->strayed = 0;
    c->stiffness = fmax(1, c->stiffness);
    /* what S lets w stray, costs the bound much more than it costs the model: tol is a small part */
    for (int k = 0; k < TRIES; k++) {
        if (newton(l, master, S * c->stiffness, m->best, 1e-3 * tol, w) <= 0.1 * monitor_gap(m))
            break;
        c->stiffness *= 10;
    }
}

double lower_minimise(struct lower *l, int master, const struct monitor *m, double *a, double *w)
{
    const struct problem *p = l->p;
    double tol = monitor_inner_tolerance(m);

    if (!l->curved) {
        double b = planes_bound(&l->planes, master, p->lambda, tol, a);
        problem_minimiser(p, a, w);
        return problem_dual(p, a, b);
    }
    if (problem_curvature(p) > 0)
        newton(l, master, 0, m->best, tol, w);
    else
        minimise_stabilised(l, master, m, tol, w);
    planes_combine(&l->planes, master, 1, a);
    return problem_dual(p, a, planes_offset(&l->planes, master));
}

void lower_prox(struct lower *l, int master, double t, double taus, const double *W, double tol, double *w)
{
    size_t n = l->p->risk->dim;
    double S = t * problem_curvature(l->p) + taus;

    if (l->curved) {
        vec_combine(n, 1 / taus, W, 0, W, l->curved->centre);
        newton(l, master, taus / t, l->curved->centre, tol, w);
    } else {
        planes_solve(&l->planes, master, t / S, 1 / S, tol);
        planes_combine(&l->planes, master, -t / S, w);
        vec_add(n, 1 / S, W, w);
    }
}
