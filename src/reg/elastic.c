/* elastic - the elastic net (Zou and Hastie 2005): Omega(w) = r |w|_1 + (1 - r) |w|^2/2, r the ratio. */
#include "reg/reg.h"
#include "reg/truncated.h"

static double curvature(const double *p)
{
    return 1 - p[0];
}

static double l1(const double *p)
{
    return p[0];
}

static double value(const double *p, size_t n, const double *w)
{
    return truncated_value(p[0], 1 - p[0], n, w);
}

static double conjugate(const double *p, size_t n, double lambda, double scale, const double *s)
{
    return truncated_conjugate(p[0], 1 - p[0], n, lambda, scale, s);
}

static void prox(const double *p, size_t n, double lambda, double S, const double *centre, const double *g, double *w)
{
    truncated_prox(p[0], 1 - p[0], n, lambda, S, centre, g, w);
}

static void jacobian(const double *p, size_t n, double lambda, double S, const double *centre, const double *g,
                     const double *w, double *h, double *v)
{
    (void)centre;
    (void)g;
    truncated_jacobian(1 - p[0], n, lambda, S, w, h, v);
}

/* A ratio of 1 is l1, which has no curvature. */
const struct reg reg_elastic = {.name = "elastic",
                                .help = "ratio |w|_1 + (1-ratio) |w|^2/2",
                                .traits = REG_STRONG | REG_TRUNCATED | REG_EUCLIDEAN,
                                .parameter = {{"ratio", 0.5, 0, 0.999999}},
                                .curvature = curvature,
                                .l1 = l1,
                                .value = value,
                                .conjugate = conjugate,
                                .prox = prox,
                                .jacobian = jacobian};
