/* stabilise - the weight of a proximal term around the best point. */
#include "solve/planes/stabilise.h"

#include <math.h>

#include "math/vec.h"

/* The least weight costs the bound at most this share of the gap (least_weight), as the tolerance
 * of the master problem does (INNER in monitor.c). Tuned. */
static const double COST = 0.1;

/* For |centre| below this share of the radius of the solution, least_weight takes that share of the
 * radius instead: its quotient stays finite at centre = 0. The same runs took 87, 87, 83 passes
 * with 1e-5, 1e-3, 0.1. */
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
