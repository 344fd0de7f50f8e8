/* group - the rows of groups of weights, Omega(w) = r sum_g sqrt(n_g) |w_g|_2 + (1 - r) |w|^2/2,
 * n_g the weights of group g: group with r = 1, the group lasso (Yuan and Lin, J. R. Stat. Soc. B
 * 68, 2006), and elastic-group. With b_g = lambda r sqrt(n_g), c = 1 - r and a = S centre - g
 *     Psi*(s) = sum_g max(0, |s_g| - b_g)^2/(2 lambda c), for c = 0 the indicator of |s_g| <= b_g,
 *     w_g = max(0, 1 - b_g/|a_g|) a_g/(S + lambda c).
 *
 * A group is a list of its weights behind p: (link_j, size_j), link_j - 1 the next one, 0 at the
 * end; size_j = sqrt(n_g) at the first one, f, -(f + 1) at the others. Weights that are not
 * described are groups of their own. */
#include <math.h>

#include "math/vec.h"
#include "reg/columns.h"

enum { RATIO };

static const double ONE = 1;

/* Without curvature |s_g| may be beyond b_g by what rounding leaves where `share` scaled it there:
 * some DBL_EPSILON = 2.2e-16 and those of a sum. */
static const double EDGE = 1e-14;

/* sqrt(n_g) of the group that begins with weight j; 0: none does. */
static double size_of(const double *p, size_t j)
{
    return p[REG_DESCRIBED] > 0 ? fmax(0, p[REG_PARAMETERS + 2 * j + 1]) : 1;
}

/* The first weight of the group of j. */
static size_t first_of(const double *p, size_t j)
{
    double size = p[REG_DESCRIBED] > 0 ? p[REG_PARAMETERS + 2 * j + 1] : 1;

    return size > 0 ? j : (size_t)-size - 1;
}

/* The weight behind j in its group; `none`: j is the last. */
static size_t next_of(const double *p, size_t j, size_t none)
{
    double link = p[REG_DESCRIBED] > 0 ? p[REG_PARAMETERS + 2 * j] : 0;

    return link > 0 ? (size_t)link - 1 : none;
}

/* <v, w> over the group that begins with weight j. */
static double dot_of(const double *p, size_t j, size_t none, const double *v, const double *w)
{
    double sum = 0;

    for (; j != none; j = next_of(p, j, none))
        sum += v[j] * w[j];
    return sum;
}

/* |w_g| */
static double norm_of(const double *p, size_t j, size_t none, const double *w)
{
    return sqrt(dot_of(p, j, none, w, w));
}

static double value_of(const double *p, double r, size_t n, const double *w)
{
    double sum = 0, c = 1 - r;

    for (size_t j = 0; j < n; j++)
        if (size_of(p, j) > 0)
            sum += size_of(p, j) * norm_of(p, j, n, w);
    return r * sum + (c > 0 ? c * (vec_sqnorm(n, w) / 2) : 0);
}

static double conjugate_of(const double *p, double r, size_t n, double lambda, double scale,
                           const double *s)
{
    double c = 1 - r, sum = 0;
    bool inside = true;

    for (size_t j = 0; j < n; j++) {
        double edge = lambda * r * size_of(p, j), norm, beyond;
        if (!(size_of(p, j) > 0))
            continue;
        norm = fabs(scale) * norm_of(p, j, n, s);
        beyond = norm <= edge ? 0 : norm - edge;
        inside = inside && beyond <= EDGE * edge;
        sum += beyond * beyond;
    }
    if (c > 0)
        return sum / (2 * lambda * c);
    return inside ? 0 : INFINITY;
}

static void prox_of(const double *p, double r, size_t n, double lambda, double S,
                    const double *centre, const double *g, double *w)
{
    for (size_t j = 0; j < n; j++)
        w[j] = S > 0 ? S * centre[j] - g[j] : -g[j];
    for (size_t j = 0; j < n; j++) {
        double edge = lambda * r * size_of(p, j), norm, share;
        if (!(size_of(p, j) > 0))
            continue;
        norm = norm_of(p, j, n, w);
        share = norm <= edge ? 0 : (1 - edge / norm) / (S + lambda * (1 - r));
        for (size_t i = j; i != n; i = next_of(p, i, n))
            w[i] *= share;
    }
}

/* With e = w_g/|w_g| and |a_g| = S' |w_g| + b_g, S' = S + lambda c:
 *     H d = (S' |w_g| d + b_g e <e, d>)/(S' |a_g|), and 0 where w_g = 0. */
static void bend_group(const double *p, size_t j, size_t n, double edge, double S, const double *w,
                       double *d)
{
    double size = norm_of(p, j, n, w), norm = S * size + edge;
    double along = size > 0 ? edge * dot_of(p, j, n, w, d) / (size * size) : 0;

    for (size_t i = j; i != n; i = next_of(p, i, n))
        d[i] = size > 0 ? (S * size * d[i] + along * w[i]) / (S * norm) : 0;
}

static void bend_of(const double *p, double r, size_t n, double lambda, double S, const double *w,
                    size_t count, double *const *d)
{
    for (size_t k = 0; k < count; k++)
        for (size_t j = 0; j < n; j++)
            if (size_of(p, j) > 0)
                bend_group(p, j, n, lambda * r * size_of(p, j), S + lambda * (1 - r), w, d[k]);
}

/* ---- elastic-group --------------------------------------------------------------------------- */

/* sum_g sqrt(n_g) |w_g| >= sum_g |w_g| >= |w| */
static struct reg_facts facts(const double *p)
{
    return (struct reg_facts){.curvature = 1 - p[RATIO], .growth = p[RATIO]};
}

static double value(const double *p, size_t n, const double *w)
{
    return value_of(p, p[RATIO], n, w);
}

static double conjugate(const double *p, size_t n, double lambda, double scale, const double *s)
{
    return conjugate_of(p, p[RATIO], n, lambda, scale, s);
}

static void prox(const double *p, size_t n, double lambda, double S, const double *centre,
                 const double *g, double *w)
{
    prox_of(p, p[RATIO], n, lambda, S, centre, g, w);
}

static void part(const double *p, size_t n, size_t at, size_t count, double lambda, double scale,
                 const double *s, double *w)
{
    double c = 1 - p[RATIO], edge, norm, share;
    size_t last = n;

    for (size_t j = at; j < at + count; j++) {
        size_t first = first_of(p, j);
        if (first == last)
            continue;
        last = first;
        edge = lambda * p[RATIO] * size_of(p, first);
        norm = fabs(scale) * norm_of(p, first, n, s);
        share = norm <= edge ? 0 : (1 - edge / norm) * scale / (lambda * c);
        for (size_t i = first; i != n; i = next_of(p, i, n))
            w[i] = share * s[i];
    }
}

static void bend(const double *p, size_t n, double lambda, double S, const double *centre,
                 const double *g, const double *w, size_t count, double *const *d)
{
    (void)centre;
    (void)g;
    bend_of(p, p[RATIO], n, lambda, S, w, count, d);
}

const struct reg reg_elastic_group = {
    .name = "elastic-group",
    .help = "ratio sum_g sqrt(n_g) |w_g|_2 + (1-ratio) |w|^2/2",
    .traits = REG_STRONG | REG_EUCLIDEAN | REG_SPARSE | REG_COLUMNS | REG_PARTS,
    .parameter = {[RATIO] = {"ratio", 0.5, 0, 0.999999}},
    .facts = facts,
    .value = value,
    .conjugate = conjugate,
    .prox = prox,
    .part = part,
    .bend = bend};

/* ---- group ----------------------------------------------------------------------------------- */

static struct reg_facts group_facts(const double *p)
{
    (void)p;
    return facts(&ONE);
}

static double group_value(const double *p, size_t n, const double *w)
{
    return value_of(p, ONE, n, w);
}

static double group_conjugate(const double *p, size_t n, double lambda, double scale,
                              const double *s)
{
    return conjugate_of(p, ONE, n, lambda, scale, s);
}

/* Psi*(-t s) is finite where t |s_g| <= lambda sqrt(n_g) for every g. */
static double group_share(const double *p, size_t n, double lambda, const double *s)
{
    double share = 1;

    for (size_t j = 0; j < n; j++) {
        double edge = lambda * size_of(p, j), norm = edge > 0 ? norm_of(p, j, n, s) : 0;
        if (norm * share > edge)
            share = edge / norm;
    }
    return share;
}

static void group_prox(const double *p, size_t n, double lambda, double S, const double *centre,
                       const double *g, double *w)
{
    prox_of(p, ONE, n, lambda, S, centre, g, w);
}

static void group_bend(const double *p, size_t n, double lambda, double S, const double *centre,
                       const double *g, const double *w, size_t count, double *const *d)
{
    (void)centre;
    (void)g;
    bend_of(p, ONE, n, lambda, S, w, count, d);
}

const struct reg reg_group = {.name = "group",
                              .help = "sum_g sqrt(n_g) |w_g|_2: many groups of weights are 0",
                              .traits = REG_EUCLIDEAN | REG_HOMOGENEOUS | REG_SPARSE | REG_COLUMNS,
                              .facts = group_facts,
                              .value = group_value,
                              .conjugate = group_conjugate,
                              .share = group_share,
                              .prox = group_prox,
                              .bend = group_bend};

/* ---- a description --------------------------------------------------------------------------- */

size_t groups_room(size_t n)
{
    return REG_PARAMETERS + 2 * n;
}

void groups_begin(double *p, size_t n)
{
    for (size_t j = 0; j < n; j++) {
        p[REG_PARAMETERS + 2 * j] = 0;
        p[REG_PARAMETERS + 2 * j + 1] = 1;
    }
    p[REG_DESCRIBED] = (double)n;
}

void groups_join(double *p, size_t first, size_t last, size_t j)
{
    p[REG_PARAMETERS + 2 * first + 1] += p[REG_PARAMETERS + 2 * j + 1];
    p[REG_PARAMETERS + 2 * last] = (double)j + 1;
    p[REG_PARAMETERS + 2 * j + 1] = 0;
}

void groups_end(double *p)
{
    size_t n = (size_t)p[REG_DESCRIBED];

    for (size_t j = 0; j < n; j++) {
        if (!(size_of(p, j) > 0))
            continue;
        p[REG_PARAMETERS + 2 * j + 1] = sqrt(size_of(p, j));
        for (size_t i = next_of(p, j, n); i != n; i = next_of(p, i, n))
            p[REG_PARAMETERS + 2 * i + 1] = -(double)(j + 1);
    }
}
