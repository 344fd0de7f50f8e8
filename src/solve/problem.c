/* problem - J(w) = R(w) + lambda Omega(w). */
#include "solve/problem.h"

#include <float.h>
#include <math.h>

#include "data/matrix.h"
#include "loss/loss.h"
#include "math/vec.h"
#include "risk/dual.h"
#include "risk/image.h"

double problem_primal(const struct problem *p, double R, const double *w)
{
    return R + problem_regularizer(p, w);
}

double problem_curvature(const struct problem *p)
{
    return p->lambda * p->reg->facts(p->reg_p).curvature;
}

bool problem_is_whole(const struct problem *p)
{
    const unsigned read = RISK_NEWTON | RISK_DUAL | RISK_SMOOTH;
    const struct risk *risk = p->risk;

    return (risk->traits & read) == RISK_NEWTON && risk->A->outputs == 1 && risk->g->looks == 0;
}

/* The gap that estimates are for. */
static const double USUAL = 1e-3;

double problem_condition(const struct problem *p)
{
    double sigma = problem_curvature(p);
    bool ball = p->reg->facts(p->reg_p).B > 0;

    if (!(p->risk->traits & RISK_BOUNDED && p->reg->traits & REG_EUCLIDEAN) || ball)
        return 0;
    if (!(p->risk->traits & RISK_DUAL) &&
        !(problem_is_whole(p) && p->reg->traits & REG_QUADRATIC))
        return 1;
    return risk_unit_curvature(p->risk) / (sigma > 0 ? sigma : USUAL * p->lambda);
}

/* A is dense with at least m n/FULL entries. Tuned. */
static const double FULL = 2;

bool problem_has_corners(const struct problem *p)
{
    const struct matrix *A = p->risk->A;
    double rows, columns;

    if (!A || A->outputs > 1 || !risk_has_flats(p->risk) || problem_curvature(p) > 0)
        return false;
    rows = (double)A->x.rows;
    columns = (double)A->x.cols;
    return rows < columns && FULL * (double)A->entries >= rows * columns;
}

/* The slopes of several scores, and each look of a loss of one score (loss.h), take the time of
 * SMOOTH entries a unit, exponentials, or KINKED, projections and kinks. Tuned. */
static const double SMOOTH = 200, KINKED = 5;

static double pass_of(const struct risk *risk, double looks)
{
    double slopes = (risk->traits & RISK_SMOOTH ? SMOOTH : KINKED) * (double)risk->units;

    if (risk->A->outputs == 1 && looks == 0)
        return 1;
    return 1 + slopes * fmax(1, looks) / matrix_work(risk->A);
}

double problem_pass(const struct problem *p)
{
    return p->risk->A ? pass_of(p->risk, p->risk->g->looks) : 1;
}

double problem_step(const struct problem *p)
{
    return p->risk->A ? pass_of(p->risk, p->risk->g->proximal_looks) : 1;
}

double problem_growth(const struct problem *p)
{
    return p->lambda * p->reg->facts(p->reg_p).growth;
}

double problem_regularizer(const struct problem *p, const double *w)
{
    return p->lambda * p->reg->value(p->reg_p, p->risk->dim, w);
}

void problem_prox(const struct problem *p, double t, double S, const double *centre,
                  const double *g, double *w)
{
    p->reg->prox(p->reg_p, p->risk->dim, t * p->lambda, S, centre, g, w);
}

void problem_minimiser(const struct problem *p, const double *a, double *w)
{
    problem_prox(p, 1, 0, a, a, w);
}

/* The roundings of a slope besides those of its sum: of u_i, of x_ij, of their products, and of the
 * planes that a bundle combines, sqrt(1000) for 1000 planes. Those of a sum of k terms are taken as
 * random: they grow like sqrt(k) (Higham, Mary, SIAM J. Sci. Comput. 41, 2019). k itself, their
 * worst case, forgives gaps of (k DBL_EPSILON steep_j)^2/(2 lambda c) that are none of rounding. */
enum { OPERATIONS = 64 };

double problem_rounding(const struct problem *p, size_t j)
{
    double terms = OPERATIONS + sqrt((double)p->risk->units);

    return p->risk->steep ? terms * DBL_EPSILON * p->risk->steep[j] : 0;
}

/* True if 0 is in a + dPsi(0) but for rounding, column by column; dPsi(0) is lambda [h-, h+]. */
static bool flat_at_zero(const struct problem *p, const double *a)
{
    if (!p->risk->steep || !(p->reg->traits & REG_EUCLIDEAN))
        return false;
    for (size_t j = 0; j < p->risk->dim; j++) {
        struct reg_weight h = reg_weight_at(p->reg, p->reg_p, j);
        double rounding = problem_rounding(p, j);
        if (!(-a[j] >= p->lambda * h.left - rounding && -a[j] <= p->lambda * h.right + rounding))
            return false;
    }
    return true;
}

double problem_dual(const struct problem *p, const double *a, double b)
{
    double s = reg_share(p->reg, p->reg_p, p->risk->dim, p->lambda, a);

    if (s < 1)
        b = s * b + (1 - s) * p->risk->floor;
    if (flat_at_zero(p, a))
        return b;
    return b - p->reg->conjugate(p->reg_p, p->risk->dim, p->lambda, -s, a);
}

double problem_search(const struct problem *p, double rise, double sqdistance, const double *z,
                      const double *dz, void *room)
{
    double quad = problem_curvature(p) * sqdistance, reach = reg_reach(p->reg);
    double k = risk_search(p->risk, rise - quad / 2, quad, z, dz, room);

    return k > reach ? reach : k;
}

bool problem_start(const struct problem *p, double *w)
{
    vec_fill(p->risk->dim, 0, w);
    if (isfinite(problem_regularizer(p, w)))
        return true;
    problem_minimiser(p, w, w);
    return false;
}

/* The share of argmin Omega in a start with weights that are 0 (problem_admit): J moves by about
 * this share of J(argmin Omega) - J. */
static const double INTERIOR = 1e-3;

bool problem_admit(const struct problem *p, double *w, struct arena *arena)
{
    size_t n = p->risk->dim;
    double *some;

    if (p->reg->traits & REG_EUCLIDEAN && isfinite(problem_regularizer(p, w)))
        return true;
    some = arena_doubles(arena, n);
    if (!some)
        return false;
    if (!isfinite(problem_regularizer(p, w)))
        problem_prox(p, 0, 1, w, some, w);
    problem_start(p, some);
    if (!isfinite(problem_regularizer(p, w)))
        vec_copy(n, some, w);
    else if (vec_nonzeros(n, w) < n)
        vec_mix(n, INTERIOR, some, 1 - INTERIOR, w);
    return true;
}

void problem_bound(const struct problem *p, double *w)
{
    for (size_t j = 0; p->reg->weight && j < p->risk->dim; j++) {
        struct reg_weight h = p->reg->weight(p->reg_p, j);
        w[j] = clip(w[j], h.lo, h.hi);
    }
}

double problem_radius(const struct problem *p)
{
    struct reg_facts facts = p->reg->facts(p->reg_p);
    bool free = facts.free > 0;
    double sigma = p->lambda * (free ? facts.others_curvature : facts.curvature),
           g = p->lambda * (free ? facts.others_growth : facts.growth),
           range = p->risk->at_zero - p->risk->floor;

    if (isinf(range))
        return range;
    return facts.free + 2 * range / (g + sqrt(g * g + 4 * sigma * range));
}

/* Values of R so many times as large as those at the start say nothing about the minimum; planes
 * with such slopes would drown all others in the master problem. The origin of 1e9 is not
 * recorded. */
static const double FAR = 1e9;

bool problem_far(const struct problem *p, double R)
{
    return !(R <= FAR * (1 + fabs(p->risk->at_zero) + p->scale));
}

double problem_eval(const struct problem *p, const double *near, double *w, double *a, double *b)
{
    size_t n = p->risk->dim;
    double R = risk_eval(p->risk, w, a, b);

    for (int k = 0; k < HALVINGS && !isnan(R) && problem_far(p, R) && near; k++) {
        vec_mix(n, 0.5, near, 0.5, w);
        R = risk_eval(p->risk, w, a, b);
    }
    return R;
}
