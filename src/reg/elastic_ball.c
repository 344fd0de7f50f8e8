/* elastic_ball - Omega(w) = |w|^2/2 where r |w|_1 + (1 - r) |w|^2/2 <= B, the radius; infinite elsewhere.
 *
 * Zhang, Saha, Vishwanathan: Regularized Risk Minimization by Nesterov's Accelerated Gradient Methods (2010,
 * arXiv:1011.0472), (67)-(69). The nearest point of the ball to a is w = sgn(a) max(0, |a| - cut) factor with
 * cut = eta r and factor = 1/(1 + eta (1 - r)) for the eta that makes it lie on the boundary. */
#include <math.h>

#include "base/vec.h"
#include "reg/reg.h"
#include "reg/truncated.h"

enum { RADIUS, RATIO };

static double curvature(const double *p)
{
    (void)p;
    return 1;
}

/* What rounding adds to a point of the ball is forgiven. */
static double value(const double *p, size_t n, const double *w)
{
    return truncated_value(p[RATIO], 1 - p[RATIO], n, w) <= p[RADIUS] * (1 + 1e-9) ? vec_sqnorm(n, w) / 2 : INFINITY;
}

/* Of the |a| beyond a cut: how many, the sum and the sum of squares of what is beyond, the largest |a|. */
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

/* Projects scale a: returns the cut, and *factor. eta for the entries beyond the last cut is the root of a quadratic
 * equation, (69), never beyond the true one; the entries become fewer until they are the right ones. As this is at
 * least as quick as Newton's method on a convex function, in which function times slope falls by 4 a step, a few passes
 * suffice whatever the numbers, and nothing needs to be moved. */
static double project(const double *p, size_t n, double scale, const double *a, double *factor)
{
    double r = p[RATIO], q = 1 - r, B = p[RADIUS], cut = 0;
    struct tally t = tally(n, scale, a, cut);
    size_t before = n + 1;

    *factor = 1;
    if (r * t.sum + q * (t.squares / 2) <= B)
        return 0;
    for (; t.count < before; t = tally(n, scale, a, cut)) {
        double beyond = r * (*factor * t.sum) + q * (*factor * *factor * t.squares / 2) - B; /* with w in place of a */
        double x = 2 * beyond / ((double)t.count * r * r + 2 * B * q);
        double eta = x / (1 + sqrt(1 + q * x));
        cut = fmin(cut + eta * r / *factor, nextafter(t.most, 0)); /* something is left, whatever the rounding */
        *factor /= 1 + eta * q;
        before = t.count;
    }
    *factor = 2 * B / (r * t.sum + sqrt(r * t.sum * (r * t.sum) + 2 * q * t.squares * B)); /* on the boundary exactly */
    return cut;
}

/* By the maximiser, the projection of a = s/lambda: lambda sum (a w - w^2/2). */
static double conjugate(const double *p, size_t n, double lambda, double scale, const double *s)
{
    double factor, cut = project(p, n, scale / lambda, s, &factor), sum = 0;

    for (size_t j = 0; j < n; j++) {
        double a = fabs(scale / lambda * s[j]), w = a <= cut ? 0 : (a - cut) * factor;
        sum += w * (a - w / 2);
    }
    return lambda * sum;
}

/* The projection of (S c - g)/(S + lambda). */
static void prox(const double *p, size_t n, double lambda, double S, const double *centre, const double *g, double *w)
{
    double factor, cut;

    vec_combine(n, S / (S + lambda), centre, -1 / (S + lambda), g, w);
    cut = project(p, n, 1, w, &factor);
    for (size_t j = 0; j < n; j++)
        w[j] = fabs(w[j]) <= cut ? 0 : copysign((fabs(w[j]) - cut) * factor, w[j]);
}

/* Inside of the ball 1/(S + lambda). On its boundary factor (I - v v'/|v|^2) times that, where w is not 0, with the
 * normal v = r sgn(w) + (1 - r) w. h holds the point that is projected on the way. */
static void jacobian(const double *p, size_t n, double lambda, double S, const double *centre, const double *g,
                     const double *w, double *h, double *v)
{
    double r = p[RATIO], factor, cut, norm;

    vec_combine(n, S / (S + lambda), centre, -1 / (S + lambda), g, h);
    cut = project(p, n, 1, h, &factor);
    if (cut == 0 && factor == 1) { /* nothing was projected */
        truncated_jacobian(1, n, lambda, S, w, h, v);
        return;
    }
    for (size_t j = 0; j < n; j++) {
        h[j] = w[j] != 0 ? factor / (S + lambda) : 0;
        v[j] = w[j] != 0 ? copysign(r, w[j]) + (1 - r) * w[j] : 0;
    }
    norm = vec_sqnorm(n, v);
    if (norm > 0)
        vec_scale(n, sqrt(factor / ((S + lambda) * norm)), v);
}

const struct reg reg_elastic_ball = {.name = "elastic-ball",
                                     .help = "|w|^2/2 where ratio |w|_1 + (1-ratio) |w|^2/2 <= radius",
                                     .traits = REG_STRONG | REG_EUCLIDEAN,
                                     .parameter = {{"radius", 1, 1e-9, 1e9}, {"ratio", 0.5, 0, 1}},
                                     .curvature = curvature,
                                     .value = value,
                                     .conjugate = conjugate,
                                     .prox = prox,
                                     .jacobian = jacobian};
