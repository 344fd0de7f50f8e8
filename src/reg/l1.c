/* l1 - Omega(w) = |w|_1.
 *
 * In the terms of soft.h: l1 = 1 and c = 0. Psi* is the indicator of the box |s_j| <= lambda: 0 in
 * it, infinite elsewhere. */
#include <math.h>

#include "reg/reg.h"
#include "reg/soft.h"

static double curvature(const double *p)
{
    (void)p;
    return 0;
}

/* |w|_1 >= |w| */
static double growth(const double *p)
{
    (void)p;
    return 1;
}

static double value(const double *p, size_t n, const double *w)
{
    (void)p;
    return soft_value(1, 0, n, w);
}

static double conjugate(const double *p, size_t n, double lambda, double scale, const double *s)
{
    (void)p;
    return soft_conjugate(1, 0, n, lambda, scale, s);
}

/* Psi*(-t s) is finite where t |s_j| <= lambda for every j. */
static double share(const double *p, size_t n, double lambda, const double *s)
{
    double largest = 0;

    (void)p;
    for (size_t j = 0; j < n; j++)
        largest = fmax(largest, fabs(s[j]));
    return largest > lambda ? lambda / largest : 1;
}

static double coordinate(const double *p, double lambda, double S, double a)
{
    (void)p;
    return soft_coordinate(1, 0, lambda, S, a);
}

static void kink(const double *p, double *left, double *right)
{
    (void)p;
    *left = -1;
    *right = 1;
}

static void prox(const double *p, size_t n, double lambda, double S, const double *centre,
                 const double *g, double *w)
{
    (void)p;
    soft_prox(1, 0, n, lambda, S, centre, g, w);
}

static void jacobian(const double *p, size_t n, double lambda, double S, const double *centre,
                     const double *g, const double *w, double *h, double *v)
{
    (void)centre;
    (void)g;
    (void)p;
    soft_jacobian(0, n, lambda, S, w, h, v);
}

const struct reg reg_l1 = {.name = "l1",
                           .help = "|w|_1: many weights are 0",
                           .traits = REG_EUCLIDEAN | REG_SEPARABLE | REG_ADDITIVE |
                                     REG_HOMOGENEOUS | REG_SPARSE | REG_SUBLINEAR | REG_SYMMETRIC,
                           .curvature = curvature,
                           .growth = growth,
                           .value = value,
                           .conjugate = conjugate,
                           .share = share,
                           .prox = prox,
                           .coordinate = coordinate,
                           .kink = kink,
                           .jacobian = jacobian};
