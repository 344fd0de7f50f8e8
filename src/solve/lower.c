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
#include "base/root.h"
#include "base/vec.h"

enum { NEWTON_STEPS = 100 };

static const double LEAST_DAMPING = 1e-3;

/* The scratch of Newton's method. */
struct curved {
    double *slope;                /* capacity: of phi */
    size_t *work, count;          /* the planes that a step may use: with weight, or that promise a rise */
    double *matrix;               /* count x count, rows of length capacity: A'HA + damping Gram */
    double *linear, *x, *weight;  /* count: the quadratic program's b and solution; alpha */
    double *Av;                   /* count: A'v */
    double *h, *v, *row, *centre; /* dim */
    double *a, *d, *trial;        /* dim: A alpha, A (x - alpha), a point between */
    size_t *active;               /* dim: where h is not 0 */
    double damping;
    struct simplex_qp *qp;
    struct arena arena;
};

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
    {
        double **columns[] = {&c->slope, &c->linear, &c->x, &c->weight, &c->Av};
        double **vectors[] = {&c->h, &c->v, &c->row, &c->centre, &c->a, &c->d, &c->trial};
        for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
            *columns[i] = arena_doubles(&c->arena, capacity);
        for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
            *vectors[i] = arena_doubles(&c->arena, n);
    }
    return c->arena.failed || !c->qp ? ERR_SYSTEM : OK;
}

void lower_free(struct lower *l)
{
    if (l->curved) {
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

/* <row, a> over the active columns, which row is 0 outside of. */
static double active_dot(const struct curved *c, size_t active, size_t n, const double *row, const double *a)
{
    double sum = 0;

    if (active > n / 4)
        return vec_dot(n, row, a);
    for (size_t q = 0; q < active; q++)
        sum += row[c->active[q]] * a[c->active[q]];
    return sum;
}

/* matrix = A'HA + damping Gram/sigma at the point w, sigma the curvature of what is minimised. */
static void newton_matrix(const struct lower *l, double S, const double *centre, const double *w)
{
    struct curved *c = l->curved;
    const struct planes *s = &l->planes;
    const struct problem *p = l->p;
    size_t n = p->risk->dim, active = 0, ld = s->capacity;
    double share = c->damping / (problem_curvature(p) + S);

    p->reg->jacobian(p->reg_p, n, p->lambda, S, centre, c->a, w, c->h, c->v);
    for (size_t j = 0; j < n; j++)
        if (c->h[j] > 0)
            c->active[active++] = j;
    vec_fill(n, 0, c->row);
    for (size_t i = 0; i < c->count; i++) {
        const double *a = s->a[c->work[i]], *gram = s->gram + c->work[i] * ld;
        for (size_t q = 0; q < active; q++)
            c->row[c->active[q]] = c->h[c->active[q]] * a[c->active[q]];
        c->Av[i] = active_dot(c, active, n, c->v, a);
        for (size_t k = 0; k <= i; k++)
            c->matrix[i * ld + k] = c->matrix[k * ld + i] = share * gram[c->work[k]] - c->Av[i] * c->Av[k] +
                                                            active_dot(c, active, n, c->row, s->a[c->work[k]]);
    }
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
    double rise = 0;

    for (size_t i = 0; i < c->count; i++)
        c->linear[i] = c->slope[c->work[i]] + vec_dot(c->count, c->matrix + i * s->capacity, c->weight);
    vec_copy(c->count, c->weight, c->x);
    simplex_qp_reset(c->qp);
    simplex_qp_solve(c->qp, c->count, c->matrix, s->capacity, 1, c->linear, tol, c->x);
    vec_fill(s->n, 0, c->d);
    for (size_t i = 0; i < c->count; i++) {
        c->x[i] -= c->weight[i];
        rise += c->x[i] * s->b[c->work[i]];
        if (c->x[i] != 0)
            vec_add(s->n, c->x[i], s->a[c->work[i]], c->d);
    }
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
    for (size_t j = 0; j < s->count; j++)
        if (alpha[j] > 0 || c->slope[j] > mean) {
            c->weight[c->count] = alpha[j];
            c->work[c->count++] = j;
        }
    return best - mean > 1e-15 * size ? best - mean : 0;
}

/* Maximises phi from the master's last alpha to a Frank-Wolfe gap of tol; w = w(alpha). */
static void newton(const struct lower *l, int master, double S, const double *centre, double tol, double *w)
{
    struct curved *c = l->curved;
    const struct planes *s = &l->planes;
    double *alpha = s->master[master].alpha, gap, start, t;
    struct ascent ascent = {.l = l, .S = S, .centre = centre, .w = c->row};

    normalise(s->count, alpha);
    for (int step = 0; step < NEWTON_STEPS && (gap = survey(l, master, S, centre, w)) > tol; step++) {
        newton_matrix(l, S, centre, w);
        ascent.rise = newton_step(l, 0.1 * tol);
        start = -(ascent.rise + vec_dot(s->n, c->d, w));
        if (!(start < 0))
            return;
        t = descent_at(&ascent, 1) <= 0
                ? 1 : fmin(1, root_beyond(descent_at, &ascent, 0, start, 0.5, -1e-3 * start, 1e-9));
        c->damping = t < 0.3 ? fmin(1, fmax(LEAST_DAMPING, 4 * c->damping)) : c->damping / 4;
        for (size_t i = 0; i < c->count; i++)
            alpha[c->work[i]] += t * c->x[i];
        normalise(s->count, alpha);
    }
}

/* With a curvature of its own, none; else as much as shifts the model by a part of the gap that is left. */
static double proximal_term(const struct problem *p, const struct monitor *m)
{
    double norm = sqrt(vec_sqnorm(p->risk->dim, m->best));

    if (p->reg->traits & REG_STRONG)
        return 0;
    return 0.1 * monitor_gap(m) / (problem_radius(p) * (norm > 0 ? norm : problem_radius(p)));
}

double lower_minimise(struct lower *l, int master, const struct monitor *m, double *a, double *w)
{
    const struct problem *p = l->p;
    double tol = monitor_inner_tolerance(m), b, S;

    if (l->curved) {
        S = proximal_term(p, m);
        newton(l, master, S, m->best, S > 0 ? 1e-3 * tol : tol, w); /* what S lets w stray, costs the bound much more */
        planes_combine(&l->planes, master, 1, a);
        b = planes_offset(&l->planes, master);
    } else {
        b = planes_bound(&l->planes, master, p->lambda, tol, a);
        problem_minimiser(p, a, w);
    }
    return problem_dual(p, a, b);
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
