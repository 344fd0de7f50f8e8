/* l1 - Omega(w) = |w|_1. */
#include "reg/reg.h"
#include "reg/truncated.h"

static double curvature(const double *p)
{
    (void)p;
    return 0;
}

static double l1(const double *p)
{
    (void)p;
    return 1;
}

static double value(const double *p, size_t n, const double *w)
{
    (void)p;
    return truncated_value(1, 0, n, w);
}

static double conjugate(const double *p, size_t n, double lambda, double scale, const double *s)
{
    (void)p;
    return truncated_conjugate(1, 0, n, lambda, scale, s);
}

static void prox(const double *p, size_t n, double lambda, double S, const double *centre, const double *g, double *w)
{
    (void)p;
    truncated_prox(1, 0, n, lambda, S, centre, g, w);
}

static void jacobian(const double *p, size_t n, double lambda, double S, const double *centre, const double *g,
                     const double *w, double *h, double *v)
{
    (void)centre;
    (void)g;
    (void)p;
    truncated_jacobian(0, n, lambda, S, w, h, v);
}

const struct reg reg_l1 = {.name = "l1",
                           .help = "|w|_1: many weights are 0",
                           .traits = REG_TRUNCATED | REG_EUCLIDEAN,
                           .curvature = curvature,
                           .l1 = l1,
                           .value = value,
                           .conjugate = conjugate,
                           .prox = prox,
                           .jacobian = jacobian};
