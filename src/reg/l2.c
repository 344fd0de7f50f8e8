/* l2 - Omega(w) = |w|^2/2. */
#include "math/vec.h"
#include "reg/columns.h"

static struct reg_facts facts(const double *p)
{
    (void)p;
    return (struct reg_facts){.curvature = 1};
}

static double value(const double *p, size_t n, const double *w)
{
    (void)p;
    return vec_sqnorm(n, w) / 2;
}

/* |s|^2 / 2 lambda */
static double conjugate(const double *p, size_t n, double lambda, double scale, const double *s)
{
    (void)p;
    return scale * scale * vec_sqnorm(n, s) / (2 * lambda);
}

/* (S c - g)/(S + lambda) */
static void prox(const double *p, size_t n, double lambda, double S, const double *centre,
                 const double *g, double *w)
{
    (void)p;
    vec_combine(n, S / (S + lambda), centre, -1 / (S + lambda), g, w);
}

const struct reg reg_l2 = {.name = "l2",
                           .help = "|w|^2/2",
                           .traits = REG_STRONG | REG_EUCLIDEAN | REG_SEPARABLE | REG_PARTS |
                                     REG_ADDITIVE | REG_HOMOGENEOUS | REG_QUADRATIC |
                                     REG_SUBLINEAR | REG_PLAIN,
                           .by_column = &reg_l2_columns,
                           .facts = facts,
                           .value = value,
                           .conjugate = conjugate,
                           .prox = prox};
