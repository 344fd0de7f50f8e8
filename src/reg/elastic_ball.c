/* elastic_ball - Omega(w) = |w|^2/2 where r |w|_1 + (1 - r) |w|^2/2 <= B, the radius; infinite
 * elsewhere.
 *
 * Zhang, Saha, Vishwanathan: Regularized Risk Minimization by Nesterov's Accelerated Gradient
 * Methods (2010, arXiv:1011.0472), (67)-(69). The nearest point of the ball to a is w = sgn(a)
 * max(0, |a| - cut)/unit with cut = eta r and unit = 1 + eta (1 - r) for the eta that makes w lie
 * on the boundary. */
#include <math.h>
#include <stdbool.h>

#include "math/vec.h"
#include "reg/reg.h"
#include "reg/soft.h"

enum { RADIUS, RATIO };

static struct reg_facts facts(const double *p)
{
    return (struct reg_facts){.curvature = 1, .a = p[RATIO], .b = 1 - p[RATIO], .B = p[RADIUS]};
}

/* What rounding adds to a point of the ball is forgiven: a sum of n terms is right to n
 * DBL_EPSILON, which is less for n up to some millions. */
static const double FORGIVEN = 1e-9;

static double value(const double *p, size_t n, const double *w)
{
    return soft_value(p[RATIO], 1 - p[RATIO], n, w) <= p[RADIUS] * (1 + FORGIVEN)
               ? vec_sqnorm(n, w) / 2
               : INFINITY;
}

/* Of the |scale a| beyond a cut: how many, the sum and the sum of squares of what is beyond; the
 * largest |scale a|. */
struct tally {
    size_t count;
    double sum, squares, most;
};

static struct tally tally(size_t n, double scale, const double *a, double cut)
{
    struct tally t = {0, 0, 0, 0};

    for (size_t j = 0; j < n; j++) {
        double size = fabs(scale * a[j]), beyond = size - cut;
        if (beyond > 0) {
            t.count++;
            t.sum += beyond;
            t.squares += beyond * beyond;
            t.most = fmax(t.most, size);
        }
    }
    return t;
}

/* The largest |a| whose square may be summed up: the sum of 1e100 squares of 1e100 is finite. */
static const double LARGE = 1e100;

/* The nearest point of the ball to scale a is w = sgn(a) max(0, |scale a| - cut)/unit. Numbers
 * beyond LARGE are divided by M = the largest one/LARGE: scale, cut and unit stand for scale/M,
 * cut/M and unit/M. */
struct projection {
    double scale, cut, unit;
    bool inside; /* scale a is in the ball */
};

static double projected(const struct projection *t, double a)
{
    double beyond = fabs(t->scale * a) - t->cut;

    return beyond <= 0 ? 0 : copysign(beyond / t->unit, t->scale * a); /* NaN stays NaN */
}

/* Let b be the n entries beyond the cut, less the cut, and q = 1 - r. From a cut and a unit on, eta
 * grows by the root d > 0 of (69) times unit^2,
 *     q/2 D d^2 + unit D d = c,   D = n r^2 + 2 B q,
 *     c = r unit sum b + q/2 sum b^2 - B unit^2,
 * with which these entries would lie on the boundary. That is never beyond the true eta; with a
 * larger eta fewer entries are left, until they are the right ones. Each step is at least one of
 * Newton's method on a convex decreasing function f of eta. There f_1/f_0 + f_1'/f_0' <= 1 for the
 * values before and after a step, so that f f' falls by 4 a step: a few passes suffice whatever the
 * numbers. */
static struct projection project(const double *p, size_t n, double scale, const double *a)
{
    double r = p[RATIO], q = 1 - r, B = p[RADIUS], D, c, d;
    struct projection out = {.scale = scale, .unit = 1};
    struct tally t = tally(n, scale, a, 0);
    size_t before = n + 1;

    if (t.most > LARGE) {
        out.unit = LARGE / t.most;
        out.scale = scale * out.unit;
        t = tally(n, out.scale, a, 0);
    }
    out.inside = r * t.sum + q * (t.squares / 2) / out.unit <= B * out.unit;
    if (out.inside)
        return out;
    for (; t.count < before; t = tally(n, out.scale, a, out.cut)) {
        D = (double)t.count * r * r + 2 * B * q;
        c = r * out.unit * t.sum + q * (t.squares / 2) - B * out.unit * out.unit;
        d = 2 * c / (out.unit * D + sqrt(out.unit * D * (out.unit * D) + 2 * q * D * c));
        out.cut = fmin(out.cut + d * r,
                       nextafter(t.most, 0)); /* something is left, whatever the rounding */
        out.unit += d * q;
        before = t.count;
    }
    /* on the boundary exactly: r sum b/unit + q/2 sum b^2/unit^2 = B */
    out.unit = (r * t.sum + sqrt(r * t.sum * (r * t.sum) + 2 * q * t.squares * B)) / (2 * B);
    return out;
}

/* By the maximiser, the projection w of a = s/lambda: lambda sum (a w - w^2/2). INFINITY where a
 * overflows. */
static double conjugate(const double *p, size_t n, double lambda, double scale, const double *s)
{
    struct projection t = project(p, n, scale / lambda, s);
    double sum = 0;

    for (size_t j = 0; j < n; j++) {
        double a = scale / lambda * s[j], w = projected(&t, s[j]);
        if (isinf(a))
            return INFINITY;
        sum += w * (a - w / 2);
    }
    return lambda * sum;
}

/* The projection of (S c - g)/(S + lambda). */
static void prox(const double *p, size_t n, double lambda, double S, const double *centre,
                 const double *g, double *w)
{
    struct projection t;

    vec_combine(n, S / (S + lambda), centre, -1 / (S + lambda), g, w);
    t = project(p, n, 1, w);
    for (size_t j = 0; j < n; j++)
        w[j] = projected(&t, w[j]);
}

/* eta of the w nearest to a = (S c - g)/(S + lambda): |a_j| = |w_j| + eta (r + (1 - r) |w_j|), by
 * the largest |w_j|; 0 inside of the ball, where prox gives a itself. */
static double multiplier(const double *p, size_t n, double lambda, double S, const double *centre,
                         const double *g, const double *w)
{
    size_t j = 0;
    double size, a;

    for (size_t k = 1; k < n; k++)
        j = fabs(w[k]) > fabs(w[j]) ? k : j;
    if (n == 0 || w[j] == 0)
        return 0;
    size = fabs(w[j]);
    vec_combine(1, S / (S + lambda), centre + j, -1 / (S + lambda), g + j, &a);
    return fmax(0, (fabs(a) - size) / (p[RATIO] + (1 - p[RATIO]) * size));
}

/* v_j */
static double normal(double r, double w)
{
    return w != 0 ? copysign(r, w) + (1 - r) * w : 0;
}

/* Inside of the ball H d = d/(S + lambda). On its boundary (d - v <v, d>/|v|^2)/((1 + eta (1 - r))
 * (S + lambda)) where w is not 0, with the normal v = r sgn(w) + (1 - r) w. */
static void bend(const double *p, size_t n, double lambda, double S, const double *centre,
                 const double *g, const double *w, size_t count, double *const *d)
{
    double r = p[RATIO], eta = multiplier(p, n, lambda, S, centre, g, w), square = 0;

    soft_bend(n, (1 + eta * (1 - r)) * (S + lambda), w, count, d);
    for (size_t j = 0; j < n && eta > 0; j++)
        square += normal(r, w[j]) * normal(r, w[j]);
    for (size_t k = 0; k < count && square > 0; k++) {
        double along = 0;
        for (size_t j = 0; j < n; j++)
            along += normal(r, w[j]) * d[k][j];
        for (size_t j = 0; j < n; j++)
            d[k][j] -= along / square * normal(r, w[j]);
    }
}

const struct reg reg_elastic_ball = {
    .name = "elastic-ball",
    .help = "|w|^2/2 where ratio |w|_1 + (1-ratio) |w|^2/2 <= radius",
    .traits = REG_STRONG | REG_EUCLIDEAN | REG_SPARSE | REG_SUBLINEAR | REG_PLAIN,
    .parameter = {[RADIUS] = {"radius", 1, 1e-9, 1e9}, [RATIO] = {"ratio", 0.5, 0, 1}},
    .facts = facts,
    .value = value,
    .conjugate = conjugate,
    .prox = prox,
    .bend = bend};
