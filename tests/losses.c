/* losses - what the tests of losses share. */
#include "losses.h"

#include <math.h>

void each_loss(void (*check)(const struct loss_row *loss, double p, double y))
{
    static const double factor[] = {1, 0, 0.02, 0.3, 1.9, 4, 1.25}, two_class[] = {1, -1}, counts[] = {0, 1, 3, 0.3},
                        amounts[] = {1, 3, 0.3, 20}, any[] = {0, 1, 3, -2.3};

    for (size_t k = 0; loss_at(k); k++) {
        const struct loss_row *loss = loss_at(k);
        /* at a threshold a label is on one side */
        bool two = loss->task != TASK_REGRESSION;
        const double *label = two ? two_class : loss->traits & LOSS_ABOVE_0 ? amounts : loss->traits & LOSS_COUNTS ? counts : any;
        if (loss->task == TASK_MULTICLASS || !loss->formula) /* test_vector_loss, test_risk */
            continue;
        for (int f = 0; f < (loss->parameter.name ? 7 : 1); f++)
            for (int l = 0; l < (two ? 2 : 4); l++) {
                double p = loss->parameter.initial * factor[f];
                if (!loss->parameter.name || (p >= loss->parameter.lo && p <= loss->parameter.hi))
                    check(loss, p, label[l]);
            }
    }
}

double value_mu(const struct loss_row *loss, double p, double mu, double y, double z)
{
    double one = 1;

    return loss->formula->value(&(struct batch){loss_parameter(loss, p), mu, 1, 1, &y, {&one, 0}}, &z);
}

double slope_mu(const struct loss_row *loss, double p, double mu, double y, double z)
{
    double one = 1, u, offset;

    loss->formula->slopes(&(struct batch){loss_parameter(loss, p), mu, 1, 1, &y, {&one, 0}}, &z, &u, &offset);
    return u;
}

int kinks_of(const struct loss_row *loss, double p, double y, double *first, struct kink kink[LOSS_KINKS])
{
    struct quadratic l = loss_parameter(loss, p).l;

    if (!loss->quadratic || quadratic_kinks(l) == 0)
        return 0;
    *first = quadratic_lo(l, y);
    quadratic_kink(l, y, kink);
    return quadratic_kinks(l);
}

bool near_kink(const struct loss_row *loss, double p, double y, double z, double reach)
{
    struct kink kink[LOSS_KINKS];
    double first;
    int kinks = kinks_of(loss, p, y, &first, kink);

    for (int k = 0; k < kinks; k++)
        if (fabs(z - kink[k].at) <= reach)
            return true;
    return false;
}

double domain_end(const struct loss_row *loss, double p, double y, double side)
{
    double in = loss->formula->slope(loss_parameter(loss, p), y, 0.25), out = side * 1000;

    if (isfinite(loss->formula->dual(loss_parameter(loss, p), y, out)))
        return out;
    for (int k = 0; k < 200; k++) {
        double mid = in + (out - in) / 2;
        *(isfinite(loss->formula->dual(loss_parameter(loss, p), y, mid)) ? &in : &out) = mid;
    }
    return in;
}

double random_dual(const struct loss_row *loss, double p, double y, struct rng *rng)
{
    uint64_t pick = rng_below(rng, 8);
    double lo = domain_end(loss, p, y, -1), hi = domain_end(loss, p, y, 1);

    if (pick == 0 && lo > -999)
        return lo;
    if (pick == 1 && hi < 999)
        return hi;
    return fmax(lo, -20) + rng_uniform(rng) * (fmin(hi, 20) - fmax(lo, -20));
}
