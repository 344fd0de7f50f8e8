/* l2 - Omega(w) = |w|^2/2. */
#include "base/vec.h"
#include "reg/reg.h"

static double value(size_t n, const double *w)
{
    return vec_sqnorm(n, w) / 2;
}

/* |s|^2 / 2 lambda */
static double conjugate(size_t n, double lambda, double scale, const double *s)
{
    return scale * scale * vec_sqnorm(n, s) / (2 * lambda);
}

/* (S c - g)/(S + lambda) */
static void prox(size_t n, double lambda, double S, const double *centre, const double *g, double *w)
{
    vec_combine(n, S / (S + lambda), centre, -1 / (S + lambda), g, w);
}

const struct reg reg_l2 = {.name = "l2",
                           .help = "|w|^2/2",
                           .traits = REG_QUADRATIC | REG_PROX,
                           .curvature = 1,
                           .value = value,
                           .conjugate = conjugate,
                           .prox = prox};
