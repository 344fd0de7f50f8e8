/* feasible - a dual point within the constraints of l1, near one that violates them.
 *
 * The slopes u_i = c_i alpha_i at a w near the optimum violate left <= -<X_j, u> <= right for some
 * columns j. The usual dual point is t u, t the least quotient of bound and slope (Fercoq,
 * Gramfort, Salmon, ICML 2015). Its bound D(t u) = -sum_i c_i l_i*(t alpha_i) is at least
 * t D(u) + (1 - t) D(0), that of the scaled plane (problem_dual), as D is concave. At the optimum,
 * for l_i* that are differentiable at alpha_i, dD(t u)/dt = -<A'u, w> = lambda Omega(w) at t = 1:
 * D(t u) lacks (1 - t) lambda Omega(w) and a term in (1 - t)^2, the scaled plane lacks
 * (1 - t) (J - D(0)).
 *
 * With t alone one column of few rows costs as much as if all rows had its violation. So the rows
 * of column j alone shrink, those whose u_i x_ij has the sign of the violation, by the factor that
 * takes <X_j, u> to its bound, column by column; where other columns then violate theirs, again.
 * What is left of a violation, t takes.
 *
 * alpha_i is between 0 and a number of the domain of l_i*, which holds 0 as l_i is bounded from
 * below. Sums over X, in single precision, choose the point; its bound is exact. */
#include "solve/newton/feasible.h"

#include <math.h>

#include "math/vec.h"
#include "risk/dual.h"

/* D(t u) is taken where (1 - t)^2 (J - D(0)), which it lacks at least where l* is quadratic, is at
 * most REACH times the tolerance; a search begins where the gap is. ROUNDS bounds at most, each
 * after SWEEPS of the columns whose slope is beyond CLOSE of its bound, while one takes the gap to
 * at most BETTER of what it was. Tuned. */
static const double REACH = 50, CLOSE = 0.8, BETTER = 0.8;
enum { ROUNDS = 3, SWEEPS = 3 };

void feasible_init(struct feasible *s, const struct problem *p, const struct columns *X,
                   struct arena *arena)
{
    const unsigned needs = REG_SEPARABLE | REG_PLAIN;
    bool boxed = (p->reg->traits & needs) == needs && !(problem_curvature(p) > 0);
    struct reg_weight h;

    *s = (struct feasible){.p = p};
    if (!X || !p->reg->share || !(p->risk->traits & RISK_DUAL))
        return;
    s->alpha = arena_doubles(arena, p->risk->image);
    s->scaled = arena_doubles(arena, p->risk->image);
    s->X = boxed ? X : NULL;
    if (!s->X)
        return;
    h = reg_weight_at(p->reg, p->reg_p, 0);
    s->left = p->lambda * h.left;
    s->right = p->lambda * h.right;
    s->u = arena_doubles(arena, p->risk->image);
    s->a = arena_doubles(arena, p->risk->dim);
}

/* If <X_j, u> is beyond a bound, the rows whose u_i x_ij has its sign shrink to take it there. */
static void shrink(struct feasible *s, size_t j)
{
    size_t begin = s->X->start[j], end = s->X->start[j + 1];
    double sum = 0, size = 0, sign, part, most;

    for (size_t k = begin; k < end; k++) {
        double term = (double)s->X->value[k] * s->u[s->X->row[k]];
        sum += term;
        size += fabs(term);
    }
    sign = sum > 0 ? 1 : -1;
    part = (size + fabs(sum)) / 2; /* the terms of this sign */
    most = part - fabs(sum) + (sum > 0 ? -s->left : s->right);
    if (!(part > most))
        return;
    for (size_t k = begin; k < end; k++) {
        uint32_t i = s->X->row[k];
        double factor = sign * (double)s->X->value[k] * s->u[i] > 0 ? most / part : 1;
        s->u[i] *= factor;
        s->alpha[i] *= factor;
    }
}

static double share_of(const struct feasible *s, const double *a)
{
    return reg_share(s->p->reg, s->p->reg_p, s->p->risk->dim, s->p->lambda, a);
}

/* D(t u) - Psi*(-t a) for u_i = c_i alpha_i and a = A'u, t the share of a. */
static double bound_of(struct feasible *s, const double *a)
{
    const struct risk *risk = s->p->risk;
    double t = share_of(s, a);

    vec_combine(risk->image, t, s->alpha, 0, s->alpha, s->scaled);
    return risk_plane(risk, s->scaled, NULL) -
           s->p->reg->conjugate(s->p->reg_p, risk->dim, s->p->lambda, -t, a);
}

/* The next point from one with the slopes a (dim). Returns its bound; s->a becomes its slopes. */
static double next_bound(struct feasible *s, const double *a)
{
    const struct risk *risk = s->p->risk;
    size_t visited = 0;

    for (int k = 0; k < SWEEPS; k++) {
        for (size_t j = 0; j < risk->dim; j++) {
            if (-a[j] >= CLOSE * s->left && -a[j] <= CLOSE * s->right)
                continue;
            visited += s->X->start[j + 1] - s->X->start[j];
            shrink(s, j);
        }
    }
    risk_count(risk, (double)visited / (2 * fmax(1, (double)s->X->start[risk->dim])));
    risk_plane(risk, s->alpha, s->a);
    return bound_of(s, s->a);
}

/* The bound of the slopes u themselves, where it may be above `dual`: at t = 1, or where l_i* is
 * linear from 0 to alpha_i, it is that of the scaled plane. */
static double first_bound(struct feasible *s, const double *u, const double *gradient, double J,
                          double dual, double wanted)
{
    double cut = 0;

    if (s->p->risk->traits & RISK_SMOOTH)
        cut = 1 - share_of(s, gradient);
    if (!(cut > 0 && cut * cut * (J - s->p->risk->floor) <= REACH * wanted))
        return dual;
    risk_nearest_dual(s->p->risk, u, s->alpha);
    return fmax(dual, bound_of(s, gradient));
}

double feasible_dual(struct feasible *s, const double *u, const double *gradient, double J,
                     double dual, const struct monitor *m)
{
    const struct risk *risk = s->p->risk;
    double wanted = monitor_tolerance(m), gap = J - dual, before = INFINITY;

    if (!s->alpha || gap <= wanted)
        return dual;
    dual = first_bound(s, u, gradient, J, dual, wanted);
    gap = J - dual;
    if (!s->X || !(gap <= REACH * wanted))
        return dual;
    risk_nearest_dual(risk, u, s->alpha);
    vec_copy(risk->image, u, s->u);
    for (int k = 0; k < ROUNDS && gap > wanted && gap <= BETTER * before; k++) {
        before = gap;
        dual = fmax(dual, next_bound(s, k == 0 ? gradient : s->a));
        gap = J - dual;
    }
    return dual;
}
