/* hinge - l(z) = max(0, 1 - yz). Cortes and Vapnik (1995). Below, t = yz and a = -yu. */
#include <math.h>

#include "loss/clip.h"
#include "loss/loss.h"

static inline double value(double p, double y, double z)
{
    (void)p;
    return y * z >= 1 ? 0 : 1 - y * z; /* NaN stays NaN */
}

static inline double slope(double p, double y, double z)
{
    (void)p;
    return y * z < 1 ? -y : 0;
}

/* -a on 0 <= a <= 1 */
static inline double dual(double p, double y, double u)
{
    double a = -y * u;

    (void)p;
    return a < 0 || a > 1 ? INFINITY : -a;
}

/* a+ = clip(a + (1 - t)/q); q = 0 (an empty row): the best a at this t. */
static inline double step(double p, double y, double z, double u, double q)
{
    double a = -y * u, slack = 1 - y * z;

    (void)p;
    if (q > 0)
        a = clip(a + slack / q, 0, 1);
    else if (slack != 0)
        a = slack > 0;
    return -y * a;
}

static inline int kinks(double p, double y, double *first, struct kink kink[])
{
    (void)p;
    *first = y > 0 ? -1 : 0;
    kink[0] = (struct kink){y, 1};
    return 1;
}

#include "loss/batch.h"
#include "loss/kinked.h"

const struct loss loss_hinge = {.name = "hinge",
                                .help = "max(0, 1 - yz), the support vector machine",
                                .traits = LOSS_BINARY | LOSS_KINKED | LOSS_POSITIVE | LOSS_LIPSCHITZ,
                                .kinks = kinks,
                                .line = batch_line,
                                LOSS_FUNCTIONS};
