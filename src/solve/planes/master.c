/* master - the minimum of the cutting-plane model of J. */
#include "solve/planes/master.h"

#include <math.h>

#include "data/matrix.h"
#include "math/root.h"
#include "math/vec.h"

/* The stabilised problem is solved to a gap of STABLE tolerance. With a gap eps its w is within
 * sqrt(2 eps/S) of the minimiser (strong convexity), which is far for a small S. Tuned. */
static const double STABLE = 1e-3;

/* Where rounding leaves more than SOLVED times the gap of the run, S is raised tenfold
 * (Kiwiel) and the problem solved again; RAISES solutions at most. Tuned. */
static const double SOLVED = 0.1;
enum { RAISES = 10 };

/* The search on a segment ends where |dD/d eta| <= SEARCH gamma, or where the bracket of eta is
 * NARROW eta wide. Tuned. */
static const double SEARCH = 1e-3, NARROW = 1e-9;

/* ---- proximity control ----------------------------------------------------------------------- */

/* The weight of a proximal term around the best point, for a cutting-plane model whose
 * minimum would otherwise jump: proximity control of bundle methods.
 *
 * Kiwiel: Proximity control in bundle methods for convex nondifferentiable minimization (Math.
 * Program. 46, 1990).
 *   paper                          here
 *   x^k, the stability centre      target.centre
 *   y^{k+1}, the trial point       the w that the master problem gave last; target.trial is J there
 *   u^k, the proximal weight       S = factor * least weight, factor >= 1
 *   serious step, u^k may fall     J(y) <= level: factor falls
 *   null step, u^k may grow        J(y) > level: factor grows
 *
 * Not in the paper: level is J(x) + slack gap, both of the time when y was chosen; the paper's is
 * below J(x), by a share of the descent that the model promised. The centre x is the best point of
 * the run, after null steps too. A trial point where J was not evaluated counts as a serious step.
 * The least weight falls with the gap, and so does what the term costs the bound of the model: the
 * bound becomes sharp. */

/* The least weight costs the bound at most this share of the gap (least_weight), as the tolerance
 * of the master problem does (INNER in monitor.c). Tuned. */
static const double COST = 0.1;

/* For |centre| below this share of the radius of the solution, least_weight takes that share of the
 * radius instead: its quotient stays finite at centre = 0. Tuned. */
static const double NEAR_ZERO = 1e-3;

/* A serious step multiplies the factor by SERIOUS, a null step by NULL_STEP; Kiwiel lets u change
 * by at most 10 or 1/10 a step. Tuned. RAISE is Kiwiel's 10. */
static const double SERIOUS = 0.5, NULL_STEP = 2, RAISE = 10;

/* At the minimum w of the stabilised model -(a + e) is a slope of Psi, a = A alpha, e = S (w -
 * centre). As <a, v> >= <a + e, v> - |e| r for every |v| <= r, the proximal term costs the bound of
 * the plane at most S |w - centre| r, r the radius of the solution. The least S makes that COST gap
 * where |w - centre| = |centre|. */
static double least_weight(const struct problem *p, const struct target *target)
{
    double radius = problem_radius(p), norm = sqrt(vec_sqnorm(p->risk->dim, target->centre));

    return COST * target->gap / (radius * fmax(norm, NEAR_ZERO * radius));
}

/* The first S is |a|/radius: then argmin <a, w> + S/2 |w - centre|^2, for the latest plane alone,
 * is at the distance radius from the centre. */
double stabilise_weight(struct stabilise *s, const struct problem *p, const struct target *target,
                        double slope)
{
    double least = least_weight(p, target);

    if (s->factor == 0)
        s->factor = slope / (problem_radius(p) * least);
    else
        s->factor *= target->trial > s->level ? NULL_STEP : SERIOUS;
    s->factor = fmax(1, s->factor);
    s->level = target->primal + target->slack * target->gap;
    return least * s->factor;
}

double stabilise_raise(struct stabilise *s, const struct problem *p, const struct target *target)
{
    s->factor *= RAISE;
    return least_weight(p, target) * s->factor;
}

/* ---- the problem ----------------------------------------------------------------------------- */

bool master_is_quadratic(const struct reg *reg)
{
    return (reg->traits & REG_QUADRATIC) != 0;
}

struct estimate master_estimate(const struct problem *p, double passes, double q)
{
    passes *= 1 + q;
    return (struct estimate){
        .passes = passes, .pass = problem_pass(p), .planes = fmin(passes, MASTER_PLANES)};
}

/* The minimum of a master problem that is no quadratic program takes the time of PLANE entries for
 * each weight and plane at the end of the run. A pass over data without a matrix, as chains, is
 * taken to be one of OTHER entries. Tuned. */
static const double PLANE = 5, OTHER = 5e6;

double master_pass(const struct problem *p, double planes)
{
    double work = p->risk->A ? matrix_work(p->risk->A) : OTHER;

    if (master_is_quadratic(p->reg))
        return 0;
    return PLANE * fmin(planes, MASTER_PLANES) * (double)p->risk->dim / work;
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
