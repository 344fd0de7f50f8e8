/* absolute - l(z) = |r|, r = z - y: least absolute deviations, which fit the median. */
#include <math.h>

#include "loss/formula/clip.h"
#include "loss/loss.h"

static inline double value(double p, double y, double z)
{
    (void)p;
    return fabs(z - y);
}

static inline double slope(double p, double y, double z)
{
    (void)p;
    return (z > y) - (z < y);
}

/* uy on |u| <= 1 */
static inline double dual(double p, double y, double u)
{
    (void)p;
    return fabs(u) > 1 ? INFINITY : u * y;
}

/* u+ = clip(u + r/q); q = 0 (an empty row): the end that r points to. */
static inline double step(double p, double y, double z, double u, double q)
{
    double r = z - y;

    (void)p;
    return r == 0 ? u : clip(u + r / q, -1, 1);
}

static inline int kinks(double p, double y, double *first, struct kink kink[])
{
    (void)p;
    *first = -1;
    kink[0] = (struct kink){y, 2};
    return 1;
}

#include "loss/formula/kinked_template.h"

const struct loss_row loss_absolute = {
    .name = "absolute",
    .help = "|z - y|, least absolute deviations",
    .task = TASK_REGRESSION,
    .traits = LOSS_RESIDUAL | LOSS_BIAS | LOSS_POSITIVE | LOSS_LIPSCHITZ,
    .formula = &formula};
