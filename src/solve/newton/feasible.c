/* feasible - a dual point within the constraints of l1, near one that violates them.
 *
 * The slopes u at a w near the optimum violate left <= -<X_j, u> <= right for some columns j. The
 * usual dual point is s u, s the least quotient of bound and slope of all (Fercoq, Gramfort, Salmon,
 * ICML 2015): one column of few rows costs as much as if all rows had its violation. Here the rows
 * of column j alone shrink, those whose u_i x_ij has the sign of the violation, by the factor that
 * takes <X_j, u> to its bound, column by column; where other columns then violate theirs, again. The
 * rest of a violation is left to s.
 *
 * alpha_i is between 0 and the slope at z_i, thus in the domain of l_i*, which holds 0 as l_i is
 * bounded from below. Sums over X, in single precision, choose the point; its bound is exact. */
#include "solve/newton/feasible.h"

#include <math.h>

#include "loss/loss.h"
#include "math/vec.h"
#include "risk/dual.h"
#include "risk/image.h"

/* A search where the gap is at most NEAR times the tolerance: ROUNDS bounds at most, each after
 * SWEEPS of all columns, while one takes the gap to at most BETTER of what it was. Tuned. */
static const double NEAR = 50, BETTER = 0.8;
enum { ROUNDS = 3, SWEEPS = 3 };

void feasible_init(struct feasible *s, const struct problem *p, const struct columns *X,
                   struct arena *arena)
{
    bool boxed = p->reg->traits & REG_SEPARABLE && !(problem_curvature(p) > 0);

    *s = (struct feasible){.p = p, .X = boxed && p->risk->traits & RISK_DUAL ? X : NULL};
    if (!s->X)
        return;
    reg_kink(p->reg, p->reg_p, &s->left, &s->right);
    s->left *= p->lambda;
    s->right *= p->lambda;
    s->alpha = arena_doubles(arena, p->risk->image);
    s->u = arena_doubles(arena, p->risk->image);
    s->a = arena_doubles(arena, p->risk->dim);
}

/* The rows of column j whose u_i x_ij has this sign shrink, so that <X_j, u> comes to its bound. */
static void shrink(struct feasible *s, size_t j)
{
    double sum[2] = {0}, most, factor; /* of what is negative, of what is positive */
    bool above;

    for (size_t k = s->X->start[j]; k < s->X->start[j + 1]; k++) {
        double term = (double)s->X->value[k] * s->u[s->X->row[k]];
        sum[term > 0] += fabs(term);
    }
    above = sum[1] - sum[0] > -s->left;
    most = above ? sum[0] - s->left : sum[1] + s->right; /* of the sum that is too large */
    if (!(sum[above] > most))
        return;
    factor = most / sum[above];
    for (size_t k = s->X->start[j]; k < s->X->start[j + 1]; k++) {
        uint32_t i = s->X->row[k];
        if (((double)s->X->value[k] * s->u[i] > 0) == above) {
            s->u[i] *= factor;
            s->alpha[i] *= factor;
        }
    }
}

/* The next point: SWEEPS over the columns. Returns its bound. */
static double next_bound(struct feasible *s)
{
    const struct risk *risk = s->p->risk;
    double b;

    for (int k = 0; k < SWEEPS; k++)
        for (size_t j = 0; j < risk->dim; j++)
            shrink(s, j);
    risk_count(risk, 0.5 * SWEEPS);
    b = risk_plane(risk, s->alpha, s->a);
    return problem_dual(s->p, s->a, b);
}

double feasible_dual(struct feasible *s, const struct prox *at, double J, double dual,
                     const struct monitor *m)
{
    const struct risk *risk = s->p->risk;
    double wanted = monitor_tolerance(m), gap = monitor_gap_at(m, J, dual), before = INFINITY;
    struct prox point = *at;

    if (!s->X || gap <= wanted || !(gap <= NEAR * wanted))
        return dual;
    point.v = s->alpha;
    risk->g->ops->proximal(risk->g, &point, NULL);
    vec_copy(risk->image, at->u, s->u);
    for (int k = 0; k < ROUNDS && gap > wanted && gap <= BETTER * before; k++) {
        before = gap;
        dual = fmax(dual, next_bound(s));
        gap = fmin(gap, J - dual);
    }
    return dual;
}
