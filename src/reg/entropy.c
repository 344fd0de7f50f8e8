/* entropy - Omega(w) = sum w log(n w), the relative entropy to the uniform distribution, where w is
 * a distribution with no entry above 1/nu; infinite elsewhere.
 *
 * The distance is the relative entropy too, so every maximiser and prox step is w = min(1/nu, rho
 * e^l) for some l, with rho such that the sum is 1 (Warmuth, Glocer, Vishwanathan: Entropy
 * regularized LPBoost, 2008). */
#include <float.h>
#include <math.h>

#include "math/logarithm.h"
#include "math/rng.h"
#include "reg/reg.h"

enum { NU };

static struct reg_facts facts(const double *p)
{
    return (struct reg_facts){.least = (size_t)ceil(p[NU]), .curvature = 1};
}

/* w log(w/c) - w + c >= 0; by log(1 - d) where w is near c and the terms cancel. */
static double divergence(double w, double c)
{
    double d = (c - w) / w;

    if (w == 0)
        return c;
    return fabs(d) < 0.5 ? w * (d - logarithm_1p(d)) : c - w - w * (logarithm(c) - logarithm(w));
}

static double distance(size_t n, const double *w, const double *c)
{
    double sum = 0;

    for (size_t j = 0; j < n; j++)
        sum += divergence(w[j], c[j]);
    return sum;
}

/* What rounding does to a distribution is forgiven: a sum of n terms is right to n DBL_EPSILON,
 * which is less for n up to some millions. */
static const double FORGIVEN = 1e-9;

static double value(const double *p, size_t n, const double *w)
{
    double mass = 0, sum = 0;

    for (size_t j = 0; j < n; j++) {
        if (!(w[j] >= 0 && w[j] * p[NU] <= 1 + FORGIVEN))
            return INFINITY;
        mass += w[j];
        sum += divergence(w[j], 1 / (double)n);
    }
    return fabs(mass - 1) <= FORGIVEN ? sum : INFINITY;
}

/* The entries of scale l that are at least `edge` are at the cap: their number. Of the others, the
 * largest and sum e^(l - largest), which is 0 if there are none but -INFINITY. */
struct split {
    double edge, capped, largest, sum;
};

static struct split split_at(size_t n, double scale, const double *l, double edge)
{
    struct split s = {edge, 0, -DBL_MAX, 0};

    for (size_t j = 0; j < n; j++) {
        double x = scale * l[j];
        if (x >= edge) {
            s.capped++;
        } else if (x > s.largest) {
            s.sum = s.sum * exponential(s.largest - x) + 1;
            s.largest = x;
        } else {
            s.sum += exponential(x - s.largest);
        }
    }
    return s;
}

/* An entry of scale l between lo and edge, drawn from a random place on; lo if there is none. */
static double between(struct rng *rng, size_t n, double scale, const double *l, double lo,
                      double edge)
{
    size_t first = (size_t)rng_below(rng, n);

    for (size_t j = 0; j < n; j++) {
        double x = scale * l[j < n - first ? j + first : j - (n - first)];
        if (x > lo && x < edge)
            return x;
    }
    return lo;
}

/* After so many Newton steps pivots are tried, too: a pivot costs a pass over l. The origin of 4 is
 * not recorded. */
enum { PATIENCE = 4 };

/* The split with the edge at which sum min(1/nu, rho e^l) = 1. Newton's method on that sum, concave
 * in rho, moves the edge down and never too far. If l is spread wide it caps few entries a step;
 * then a random entry in between is tried as the edge, too, which halves their number each time (on
 * average, as in quickselect). */
static struct split split(double nu, size_t n, double scale, const double *l)
{
    struct split s = split_at(n, scale, l, INFINITY);
    double lo = -INFINITY;
    struct rng rng;

    rng_seed(&rng, 1);
    for (int k = 0; s.sum > 0 && s.sum < nu - s.capped; k++) {
        double edge = fmin(s.largest, s.largest - logarithm((nu - s.capped) / s.sum)), pivot = lo;
        if (k >= PATIENCE)
            pivot = between(&rng, n, scale, l, lo, edge);
        if (pivot > lo) {
            struct split further = split_at(n, scale, l, pivot);
            if (further.capped + further.sum * exponential(further.largest - pivot) <= nu) {
                s = further;
                continue;
            }
            lo = pivot;
        }
        s = split_at(n, scale, l, edge);
    }
    return s;
}

/* The w of l = largest + log(w/rho), or of one beyond the edge. */
static double weight(const struct split *t, double nu, double l)
{
    double w;

    if (l >= t->edge)
        return 1 / nu;
    if (t->sum == 0)
        return 0;
    w = exponential(l - t->largest) * fmax(0, nu - t->capped) / (nu * t->sum);
    return w > 1 / nu ? 1 / nu : w;
}

/* By the maximiser w for l = s/lambda: lambda (<l, w> - Omega(w)). Small l keep their digits: Omega
 * is then smaller. */
static double conjugate(const double *p, size_t n, double lambda, double scale, const double *s)
{
    struct split t = split(p[NU], n, scale / lambda, s);
    double sum = 0;

    for (size_t j = 0; j < n; j++) {
        double l = scale / lambda * s[j], w = weight(&t, p[NU], l);
        sum += l * w - divergence(w, 1 / (double)n);
    }
    return lambda * sum;
}

/* l = (S log c - g)/(S + lambda); what is 0 in the centre stays 0. */
static void prox(const double *p, size_t n, double lambda, double S, const double *centre,
                 const double *g, double *w)
{
    struct split t;

    for (size_t j = 0; j < n; j++)
        w[j] = (S > 0 ? S * logarithm(centre[j]) - g[j] : -g[j]) / (S + lambda);
    t = split(p[NU], n, 1, w);
    for (size_t j = 0; j < n; j++)
        w[j] = weight(&t, p[NU], w[j]);
}

/* H d = f (d - <f, d>/sum f)/(S + lambda), f = w where the cap does not hold it, as prox writes
 * the cap, else 0. */
static void bend(const double *p, size_t n, double lambda, double S, const double *centre,
                 const double *g, const double *w, size_t count, double *const *d)
{
    double cap = 1 / p[NU], mass = 0;

    (void)centre;
    (void)g;
    for (size_t j = 0; j < n; j++)
        mass += w[j] < cap ? w[j] : 0;
    for (size_t k = 0; k < count; k++) {
        double mean = 0;
        for (size_t j = 0; j < n; j++)
            mean += w[j] < cap ? w[j] * d[k][j] : 0;
        mean = mass > 0 ? mean / mass : 0;
        for (size_t j = 0; j < n; j++)
            d[k][j] = w[j] < cap ? w[j] * (d[k][j] - mean) / (S + lambda) : 0;
    }
}

const struct reg reg_entropy = {.name = "entropy",
                                .help = "sum w log(n w) where w >= 0, sum w = 1, w <= 1/nu",
                                .traits = REG_STRONG | REG_COUNTED | REG_PLAIN,
                                .parameter = {[NU] = {"nu", 1, 1, 1e9}},
                                .facts = facts,
                                .value = value,
                                .conjugate = conjugate,
                                .prox = prox,
                                .bend = bend,
                                .distance = distance};
