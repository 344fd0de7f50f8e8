/* soft - the rows whose prox is the soft threshold, Omega(w) = r |w|_1 + c |w|^2/2: l1 with r = 1,
 * c = 0, and elastic, the elastic net (Zou and Hastie 2005), with c = 1 - r. Hence
 *     Psi*(s) = sum_j max(0, |s_j| - lambda r)^2/(2 lambda c),
 * and for c = 0 the indicator of the box |s_j| <= lambda r. */
#include "reg/soft.h"

#include <math.h>

#include "math/vec.h"
#include "reg/columns.h"

enum { RATIO };

extern const struct reg reg_l2;

/* Without curvature Psi* is the indicator of the box |s_j| <= lambda r. A slope that `share`
 * scaled onto the edge of the box lies beyond it by a few DBL_EPSILON = 2.2e-16 of lambda r, which
 * this share forgives. */
static const double EDGE = 1e-15;

double soft_value(double r, double c, size_t n, const double *w)
{
    double sum = 0;

    for (size_t j = 0; j < n; j++)
        sum += fabs(w[j]);
    return (r > 0 ? r * sum : 0) + (c > 0 ? c * (vec_sqnorm(n, w) / 2) : 0);
}

/* sum_j max(0, |s_j| - lambda r)^2/(2 lambda c); for c = 0 it is 0 in the box and INFINITY
 * elsewhere, NaN included. */
static double conjugate(const double *p, size_t n, double lambda, double scale, const double *s)
{
    double r = p[RATIO], c = 1 - r, edge = lambda * r, most = 0, sum = 0;

    for (size_t j = 0; j < n; j++) {
        double size = fabs(scale * s[j]), beyond = size <= edge ? 0 : size - edge;
        most = fmax(most, beyond);
        sum += beyond * beyond;
    }
    if (c > 0)
        return sum / (2 * lambda * c);
    return most <= EDGE * edge && sum < INFINITY ? 0 : INFINITY;
}

/* soft(a, edge)/divisor: a less the point of [-edge, edge] nearest to a. NaN for NaN. No branch. */
static inline double minimum(double a, double edge, double divisor)
{
    double near = a < -edge ? -edge : a;

    return (a - (near > edge ? edge : near)) / divisor;
}

static double coordinate(const double *p, size_t j, double lambda, double S, double a)
{
    (void)j;
    return minimum(a, lambda * p[RATIO], S + lambda * (1 - p[RATIO]));
}

/* soft(S centre - g, lambda r)/(S + lambda c) */
static void prox(const double *p, size_t n, double lambda, double S, const double *centre,
                 const double *g, double *w)
{
    double r = p[RATIO], c = 1 - r;

    for (size_t j = 0; j < n; j++)
        w[j] = minimum(S > 0 ? S * centre[j] - g[j] : -g[j], lambda * r, S + lambda * c);
}

void soft_bend(size_t n, double divisor, const double *w, size_t count, double *const *d)
{
    double h = 1 / divisor;

    for (size_t k = 0; k < count; k++)
        for (size_t j = 0; j < n; j++)
            d[k][j] = w[j] != 0 ? h * d[k][j] : 0;
}

static const struct reg *special(const double *p)
{
    return p[RATIO] == 0 ? &reg_l2 : NULL;
}

/* r |w|_1 >= r |w| */
static struct reg_facts facts(const double *p)
{
    double r = p[RATIO];

    return (struct reg_facts){.curvature = 1 - r, .growth = r, .left = -r, .right = r};
}

static double value(const double *p, size_t n, const double *w)
{
    return soft_value(p[RATIO], 1 - p[RATIO], n, w);
}

static void bend(const double *p, size_t n, double lambda, double S, const double *centre,
                 const double *g, const double *w, size_t count, double *const *d)
{
    (void)centre;
    (void)g;
    soft_bend(n, S + lambda * (1 - p[RATIO]), w, count, d);
}

/* A ratio of 1 is l1, which has no curvature. */
const struct reg reg_elastic = {.name = "elastic",
                                .help = "ratio |w|_1 + (1-ratio) |w|^2/2",
                                .traits = REG_STRONG | REG_EUCLIDEAN | REG_SEPARABLE | REG_PARTS |
                                          REG_ADDITIVE | REG_SPARSE | REG_SUBLINEAR | REG_PLAIN,
                                .parameter = {[RATIO] = {"ratio", 0.5, 0, 0.999999}},
                                .special = special,
                                .by_column = &reg_elastic_columns,
                                .facts = facts,
                                .value = value,
                                .conjugate = conjugate,
                                .prox = prox,
                                .coordinate = coordinate,
                                .bend = bend};

/* ---- l1 -------------------------------------------------------------------------------------- */

static const double ONE[REG_PARAMETERS] = {[RATIO] = 1};

static struct reg_facts l1_facts(const double *p)
{
    (void)p;
    return facts(ONE);
}

static double l1_value(const double *p, size_t n, const double *w)
{
    (void)p;
    return value(ONE, n, w);
}

static double l1_conjugate(const double *p, size_t n, double lambda, double scale, const double *s)
{
    (void)p;
    return conjugate(ONE, n, lambda, scale, s);
}

/* Psi*(-t s) is finite where t |s_j| <= lambda for every j. */
static double l1_share(const double *p, size_t n, double lambda, const double *s)
{
    double largest = 0;

    (void)p;
    for (size_t j = 0; j < n; j++)
        largest = fmax(largest, fabs(s[j]));
    return largest > lambda ? lambda / largest : 1;
}

static double l1_coordinate(const double *p, size_t j, double lambda, double S, double a)
{
    (void)p;
    return coordinate(ONE, j, lambda, S, a);
}

static void l1_prox(const double *p, size_t n, double lambda, double S, const double *centre,
                    const double *g, double *w)
{
    (void)p;
    prox(ONE, n, lambda, S, centre, g, w);
}

static void l1_bend(const double *p, size_t n, double lambda, double S, const double *centre,
                    const double *g, const double *w, size_t count, double *const *d)
{
    (void)p;
    bend(ONE, n, lambda, S, centre, g, w, count, d);
}

const struct reg reg_l1 = {.name = "l1",
                           .help = "|w|_1: many weights are 0",
                           .traits = REG_EUCLIDEAN | REG_SEPARABLE | REG_PARTS | REG_ADDITIVE |
                                     REG_HOMOGENEOUS | REG_SPARSE | REG_SUBLINEAR | REG_PLAIN,
                           .by_column = &reg_l1_columns,
                           .facts = l1_facts,
                           .value = l1_value,
                           .conjugate = l1_conjugate,
                           .share = l1_share,
                           .prox = l1_prox,
                           .coordinate = l1_coordinate,
                           .bend = l1_bend};
