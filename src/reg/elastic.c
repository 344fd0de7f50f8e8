/* elastic - the elastic net (Zou and Hastie 2005): Omega(w) = r |w|_1 + (1 - r) |w|^2/2, r the
 * ratio.
 *
 * In the terms of soft.h l1 = r and c = 1 - r. Hence
 *     Psi*(s) = sum_j max(0, |s_j| - lambda r)^2/(2 lambda (1 - r)). */
#include "reg/reg.h"
#include "reg/soft.h"

enum { RATIO };

extern const struct reg reg_l2;

static const struct reg *special(const double *p)
{
    return p[RATIO] == 0 ? &reg_l2 : NULL;
}

static double curvature(const double *p)
{
    return 1 - p[RATIO];
}

/* r |w|_1 >= r |w| */
static double growth(const double *p)
{
    return p[RATIO];
}

static double value(const double *p, size_t n, const double *w)
{
    return soft_value(p[RATIO], 1 - p[RATIO], n, w);
}

static double conjugate(const double *p, size_t n, double lambda, double scale, const double *s)
{
    return soft_conjugate(p[RATIO], 1 - p[RATIO], n, lambda, scale, s);
}

static double coordinate(const double *p, double lambda, double S, double a)
{
    return soft_coordinate(p[RATIO], 1 - p[RATIO], lambda, S, a);
}

static void kink(const double *p, double *left, double *right)
{
    *left = -p[RATIO];
    *right = p[RATIO];
}

static void prox(const double *p, size_t n, double lambda, double S, const double *centre,
                 const double *g, double *w)
{
    soft_prox(p[RATIO], 1 - p[RATIO], n, lambda, S, centre, g, w);
}

static void jacobian(const double *p, size_t n, double lambda, double S, const double *centre,
                     const double *g, const double *w, double *h, double *v)
{
    (void)centre;
    (void)g;
    soft_jacobian(1 - p[RATIO], n, lambda, S, w, h, v);
}

/* A ratio of 1 is l1, which has no curvature. */
const struct reg reg_elastic = {.name = "elastic",
                                .help = "ratio |w|_1 + (1-ratio) |w|^2/2",
                                .traits = REG_STRONG | REG_EUCLIDEAN | REG_SEPARABLE |
                                          REG_ADDITIVE | REG_SPARSE | REG_SUBLINEAR | REG_SYMMETRIC,
                                .parameter = {[RATIO] = {"ratio", 0.5, 0, 0.999999}},
                                .special = special,
                                .curvature = curvature,
                                .growth = growth,
                                .value = value,
                                .conjugate = conjugate,
                                .prox = prox,
                                .coordinate = coordinate,
                                .kink = kink,
                                .jacobian = jacobian};
