/* master - the minimum of the cutting-plane model of J. */
#include "solve/planes/master.h"

#include <math.h>

#include "math/root.h"
#include "math/vec.h"
#include "solve/planes/master_newton.h"

/* The stabilised problem is solved to a gap of STABLE tolerance. With a gap eps its w is within
 * sqrt(2 eps/S) of the minimiser (strong convexity), which is far for a small S. With 0.1, 0.01,
 * 1e-3, 1e-4 eighteen runs of bundle and linesearch:ocas under |w|_1 took 86, 88, 87, 87 passes
 * (geometric means). */
static const double STABLE = 1e-3;

/* Where rounding leaves more than SOLVED times the gap of the run, S is raised tenfold
 * (stabilise.c) and the problem solved again; RAISES solutions at most. With 0.01 and 0.5, with 1
 * for RAISES, the passes of such runs were the same. */
static const double SOLVED = 0.1;
enum { RAISES = 10 };

/* The search on a segment ends where |dD/d eta| <= SEARCH gamma, or where the bracket of eta is
 * NARROW eta wide. Tuned. */
static const double SEARCH = 1e-3, NARROW = 1e-9;

bool master_is_quadratic(const struct reg *reg)
{
    return (reg->traits & REG_QUADRATIC) != 0;
}

bool master_stabilises(const struct master *m)
{
    return problem_curvature(m->p) == 0;
}

enum status master_init(struct master *m, const struct problem *p, size_t capacity, int duals)
{
    enum status status;

    *m = (struct master){.p = p};
    status = planes_init(&m->planes, p->risk, capacity, duals);
    m->linear = arena_doubles(&m->planes.arena, capacity);
    if (status == OK && !m->linear)
        status = ERR_SYSTEM;
    if (status != OK || master_is_quadratic(p->reg))
        return status;
    m->newton = newton_new(p, &m->planes);
    return m->newton ? newton_reserve(m->newton) : ERR_SYSTEM;
}

void master_free(struct master *m)
{
    newton_free(m->newton);
    planes_free(&m->planes);
}

enum status master_add(struct master *m, const double *a, double b)
{
    enum status status = planes_add(&m->planes, a, b);

    return status == OK && m->newton ? newton_reserve(m->newton) : status;
}

enum status master_start(struct master *m, const struct point *x, double *a)
{
    double b;

    if (!point_has_dual(x, m->p->risk))
        return OK;
    point_plane(x, m->p->risk, a, &b);
    return master_add(m, a, b);
}

static void minimise_stabilised(struct master *m, int k, const struct target *target, double *w)
{
    const struct planes *s = &m->planes;
    double slope = sqrt(vec_sqnorm(s->n, s->a[s->count - 1]));
    double S = stabilise_weight(&m->stabilise, m->p, target, slope);

    for (int raises = 0; raises < RAISES; raises++) {
        if (newton_maximise(m->newton, k, S, target->centre, STABLE * target->tolerance, w) <=
            SOLVED * target->gap)
            break;
        S = stabilise_raise(&m->stabilise, m->p, target);
    }
}

double master_minimise(struct master *m, int k, const struct target *target, double *a, double *w)
{
    const struct problem *p = m->p;

    if (!m->newton)
        planes_solve(&m->planes, k, 1 / p->lambda, NULL, target->tolerance);
    else if (master_stabilises(m))
        minimise_stabilised(m, k, target, w);
    else
        newton_maximise(m->newton, k, 0, target->centre, target->tolerance, w);
    planes_combine(&m->planes, k, 1, a);
    if (!m->newton)
        problem_minimiser(p, a, w);
    return problem_dual(p, a, planes_offset(&m->planes, k));
}

/* With Psi(w) = lambda |w|^2/2 the minimum over w is at w = (S centre - A alpha)/(S + lambda), and
 * the dual is, but for a constant,
 *     max (b + S/(S + lambda) A'centre)'alpha - |A alpha|^2/(2 (S + lambda)). */
void master_prox(struct master *m, int k, double S, const double *centre, double tol, double *w)
{
    struct planes *s = &m->planes;
    double lambda = m->p->lambda;

    if (m->newton) {
        newton_maximise(m->newton, k, S, centre, tol, w);
        return;
    }
    for (size_t j = 0; j < s->count; j++)
        m->linear[j] = s->b[j] + S / (S + lambda) * vec_dot(s->n, s->a[j], centre);
    planes_solve(s, k, 1 / (S + lambda), m->linear, tol);
    planes_combine(s, k, 1, w);
    problem_prox(m->p, 1, S, centre, w, w);
}

double prox_strength(double s, double r)
{
    return r * r / (2 * (s + sqrt(s * s + r * r)));
}

/* -dD/d eta, an increasing function: D(eta) = r + eta rise + min_w <A + eta d, w> + Psi(w). */
static double descent_at(void *context, double eta)
{
    struct segment *s = context;
    size_t n = s->p->risk->dim;

    vec_combine(n, 1, s->A, eta, s->d, s->trial);
    problem_minimiser(s->p, s->trial, s->trial);
    return -(s->rise + vec_dot(n, s->d, s->trial));
}

/* For Omega(w) = |w|^2/2 Smola, Vishwanathan, Le's (15): eta = min(1, lambda gamma/|d|^2); their
 * lambda w + a is d = a - A, as w = -A/lambda. */
double segment_maximise(struct segment *s, double gamma)
{
    if (master_is_quadratic(s->p->reg))
        return fmin(1, s->p->lambda * gamma / vec_sqnorm(s->p->risk->dim, s->d));
    if (descent_at(s, 1) <= 0)
        return 1;
    return fmin(1, root_beyond(descent_at, s, 0, -gamma, 0.5, SEARCH * gamma, NARROW, 0));
}
