/* feasible - a dual point within the constraints of l1, near one that violates them.
 *
 * The slopes u at a w near the optimum violate left <= -<X_j, u> <= right for some columns j. The
 * usual dual point is s u, s the least quotient of bound and slope (Fercoq, Gramfort, Salmon, ICML
 * 2015). Its bound is D(s u) = -sum_i c_i l_i*(s alpha_i), which is at least the s D(u) + (1 - s)
 * floor of the scaled plane (problem_dual), as D is concave: at the optimum dD(s u)/ds = lambda
 * Omega(w) at s = 1, so that D(s u) falls by (1 - s) lambda Omega(w) and a term in (1 - s)^2 where
 * l* is curved, the scaled plane by (1 - s) J.
 *
 * With s alone one column of few rows costs as much as if all rows had its violation. So the rows
 * of column j alone shrink, those whose u_i x_ij has the sign of the violation, by the factor that
 * takes <X_j, u> to its bound, column by column; where other columns then violate theirs, again.
 * What is left of a violation, s takes.
 *
 * alpha_i is between 0 and the slope at z_i, thus in the domain of l_i*, which holds 0 as l_i is
 * bounded from below. Sums over X, in single precision, choose the point; its bound is exact. */
#include "solve/newton/feasible.h"

#include <math.h>

#include "loss/loss.h"
#include "math/vec.h"
#include "risk/dual.h"
#include "risk/image.h"

/* D(s u) where (1 - s)^2 J, about what it lacks, is at most REACH times the tolerance, and a search
 * where the gap is. ROUNDS bounds at most, each after SWEEPS of the columns whose slope is beyond
 * CLOSE of its bound, while one takes the gap to at most BETTER of what it was. Tuned. */
static const double REACH = 50, CLOSE = 0.8, BETTER = 0.8;
enum { ROUNDS = 3, SWEEPS = 3 };

void feasible_init(struct feasible *s, const struct problem *p, const struct columns *X,
                   struct arena *arena)
{
    const unsigned needs = REG_SEPARABLE | REG_PLAIN;
    bool boxed = (p->reg->traits & needs) == needs && !(problem_curvature(p) > 0);
    struct reg_weight h;

    *s = (struct feasible){.p = p};
    s->X = boxed && p->risk->traits & RISK_DUAL ? X : NULL;
    if (!s->X)
        return;
    h = reg_weight_at(p->reg, p->reg_p, 0);
    s->left = p->lambda * h.left;
    s->right = p->lambda * h.right;
    s->alpha = arena_doubles(arena, p->risk->image);
    s->u = arena_doubles(arena, p->risk->image);
    s->scaled = arena_doubles(arena, p->risk->image);
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

/* D(t alpha), t the share of a = A'u. */
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

double feasible_dual(struct feasible *s, const struct prox *at, const double *gradient, double J,
                     double dual, const struct monitor *m)
{
    const struct risk *risk = s->p->risk;
    double wanted = monitor_tolerance(m), gap = J - dual, before = INFINITY, lost;
    struct prox point = *at;

    if (!s->X || gap <= wanted)
        return dual;
    lost = 1 - share_of(s, gradient);
    if (!(lost * lost * J <= REACH * wanted))
        return dual;
    point.v = s->alpha;
    risk->g->ops->proximal(risk->g, &point, NULL);
    dual = fmax(dual, bound_of(s, gradient));
    gap = J - dual;
    if (!(gap <= REACH * wanted))
        return dual;
    vec_copy(risk->image, at->u, s->u);
    for (int k = 0; k < ROUNDS && gap > wanted && gap <= BETTER * before; k++) {
        before = gap;
        dual = fmax(dual, next_bound(s, k == 0 ? gradient : s->a));
        gap = J - dual;
    }
    return dual;
}
