/* stabilise - the weight of a proximal term around the best point. */
#include "solve/stabilise.h"

#include <math.h>

#include "math/vec.h"

/* The least weight costs the bound this share of the gap that is left (see least_weight), as much
 * as the tolerance of the master problem. With 0.01, 0.1, 0.3 eighteen runs of bundle and
 * linesearch:ocas under |w|_1 on breast-cancer, digits-8 and a9a took 85, 87, 85 passes (geometric
 * means). */
static const double COST = 0.1;

/* A best point within this share of the radius of the solution counts as 0, where least_weight
 * would be infinite. The same runs took 87, 87, 83 passes with 1e-5, 1e-3, 0.1. */
static const double NEAR_ZERO = 1e-3;

/* After a serious step the weight is halved, after a null step doubled: Kiwiel's bounds on one
 * change of u are a tenth and ten. RAISE is that ten. */
static const double SERIOUS = 0.5, NULL_STEP = 2, RAISE = 10;

/* The slope S (w - centre) of the proximal term, left in a, costs the bound b - Psi*(-a) at most
 * S |w - centre| r, r the radius of the solution: COST gap where |w - centre| = |centre|. */
static double least_weight(const struct problem *p, const struct target *target)
{
    double radius = problem_radius(p), norm = sqrt(vec_sqnorm(p->risk->dim, target->centre));

    return COST * target->gap / (radius * fmax(norm, NEAR_ZERO * radius));
}

/* First such that the latest plane alone, argmin <a, w> + S/2 |w - centre|^2, moves w by the
 * radius: S = |a|/radius. */
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
