/* contract - what reg.h promises of a row, checked from outside: no twin, no word about which row
 * it is. */
#include "contract.h"

#include <math.h>
#include <stdlib.h>

#include "math/vec.h"
#include "common.h"
#include "problems.h"

/* A sum of at most CONTRACT_DIM terms, each of a few operations, is right to this share of their
 * sizes: 1e-14, and what a projection or a logarithm of 1e4 parameters loses. */
static const double ROUNDING = 1e-11;

/* A row with its parameters, for n weights. */
struct omega_n {
    const struct reg *reg;
    const double *p;
    size_t n;
    struct rng *rng;
};

static double value(const struct omega_n *o, const double *w)
{
    return o->reg->value(o->p, o->n, w);
}

/* A random point of the domain: a prox step of random length from the point nearest to 0. */
static void random_point(const struct omega_n *o, double *w)
{
    double start[CONTRACT_DIM] = {0}, g[CONTRACT_DIM];

    if (isinf(value(o, start)))
        o->reg->prox(o->p, o->n, 1, 0, start, start, start);
    random_vector(o->rng, o->n, exp(2 * random_normal(o->rng)), g);
    o->reg->prox(o->p, o->n, 1e-3, 1, start, g, w);
    ck_assert_msg(isfinite(value(o, w)), "%s: prox leaves the domain", o->reg->name);
}

/* Omega(w) >= Omega(0) + g |w| + c |w|^2/2; for separable rows g is the least slope of h at 0. */
static void check_growth(const struct omega_n *o)
{
    double zeros[CONTRACT_DIM] = {0}, w[CONTRACT_DIM], g = o->reg->facts(o->p).growth,
           c = o->reg->facts(o->p).curvature;
    double square, above, least = INFINITY;

    ck_assert(c > 0 || (g > 0 && o->reg->share));
    ck_assert_int_eq(c > 0, (o->reg->traits & REG_STRONG) != 0);
    if (!(o->reg->traits & REG_EUCLIDEAN)) {
        ck_assert(g == 0);
        return;
    }
    random_point(o, w);
    square = vec_sqnorm(o->n, w);
    above = value(o, w) - value(o, zeros);
    ck_assert_msg(above >= (g * sqrt(square) + c * square / 2) * (1 - ROUNDING), "%s grows less",
                  o->reg->name);
    for (int sign = -1; sign <= 1 && o->reg->traits & REG_SEPARABLE; sign += 2) {
        double t = 1e-6 * sign;
        least = fmin(least, o->reg->value(o->p, 1, &t) / 1e-6 - c * 1e-6 / 2);
    }
    ck_assert(!(o->reg->traits & REG_SEPARABLE) || fabs(least - g) <= ROUNDING * (c + g));
}

/* Psi*(-t s) is finite for t = share and, where that is less than 1, for no t beyond. */
static void check_share(const struct omega_n *o, double lambda, const double *s)
{
    double t = reg_share(o->reg, o->p, o->n, lambda, s);

    ck_assert(t >= 0 && t <= 1);
    ck_assert_msg(isfinite(o->reg->conjugate(o->p, o->n, lambda, -t, s)), "%s: share %g",
                  o->reg->name, t);
    if (t < 1)
        ck_assert_msg(isinf(o->reg->conjugate(o->p, o->n, lambda, -t * (1 + 1e-9), s)),
                      "%s: share %g is not all", o->reg->name, t);
}

/* f(v) = <g, v> + Psi(v) + S Delta(v, centre) has its minimum at w = prox: f(v) >= f(w) + (S +
 * lambda c) Delta(v, w). So s = S (centre - w) - g is a slope of Psi at w, if Delta is Euclidean,
 * and Psi*(s) = <s, w> - Psi(w). */
static void check_prox(const struct omega_n *o, double lambda, double S, const double *g)
{
    double centre[CONTRACT_DIM], w[CONTRACT_DIM], v[CONTRACT_DIM], s[CONTRACT_DIM],
        nearer = 0, above, size, share, star;

    random_point(o, centre);
    random_point(o, v);
    o->reg->prox(o->p, o->n, lambda, S, centre, g, w);
    if (S > 0)
        nearer =
            S * (reg_distance(o->reg, o->n, v, centre) - reg_distance(o->reg, o->n, w, centre));
    above =
        vec_dot(o->n, g, v) - vec_dot(o->n, g, w) + lambda * (value(o, v) - value(o, w)) + nearer;
    size = lambda * (value(o, v) + value(o, w)) +
           (S + lambda) * (vec_sqnorm(o->n, v) + vec_sqnorm(o->n, w) + 1);
    for (size_t j = 0; j < o->n; j++)
        size += fabs(g[j]) * (fabs(v[j]) + fabs(w[j])) + S * centre[j] * centre[j];
    if (o->reg->traits & REG_EUCLIDEAN)
        above -= (S + lambda * o->reg->facts(o->p).curvature) * reg_distance(o->reg, o->n, v, w);
    ck_assert_msg(above >= -ROUNDING * size, "%s: prox is no minimum by %g of %g", o->reg->name,
                  above, size);
    if (!(o->reg->traits & REG_EUCLIDEAN))
        return;
    vec_combine(o->n, S, w, -S, centre, s);
    vec_add(o->n, 1, g, s); /* -s */
    share = reg_share(o->reg, o->p, o->n, lambda, s);
    ck_assert_double_ge(share, 1 - ROUNDING * size / lambda);
    star = o->reg->conjugate(o->p, o->n, lambda, -share, s);
    ck_assert_double_le(fabs(star + share * vec_dot(o->n, s, w) + lambda * value(o, w)),
                        ROUNDING * size);
}

/* H d against differences of prox along d; where those to either side differ, a kink is between.
 * <d, H d> <= |d|^2/(S + lambda c), H symmetric. */
static void check_bend(const struct omega_n *o, double lambda, double S, const double *g)
{
    const double step = 1e-5 * (S + lambda), sum = S + lambda * o->reg->facts(o->p).curvature;
    double centre[CONTRACT_DIM], w[CONTRACT_DIM], place[CONTRACT_DIM], side[2][CONTRACT_DIM],
        from[2][CONTRACT_DIM], to[2][CONTRACT_DIM], *both[] = {to[0], to[1]}, most = 0, corner = 0,
        error = 0;

    random_point(o, centre);
    o->reg->prox(o->p, o->n, lambda, S, centre, g, w);
    for (int k = 0; k < 2; k++) {
        random_vector(o->rng, o->n, 1, from[k]);
        vec_copy(o->n, from[k], to[k]);
    }
    o->reg->bend(o->p, o->n, lambda, S, centre, g, w, 2, both);
    for (int k = 0; k < 2; k++) {
        double form = vec_dot(o->n, from[k], to[k]), square = vec_sqnorm(o->n, from[k]);
        ck_assert(form >= -1e-9 * square / sum);
        if (o->reg->traits & REG_EUCLIDEAN)
            ck_assert_double_le(form, (1 + 1e-9) * square / sum);
        vec_combine(o->n, 1, g, k ? step : -step, from[0], place);
        o->reg->prox(o->p, o->n, lambda, S, centre, place, side[k]);
    }
    ck_assert_double_eq_tol(vec_dot(o->n, from[0], to[1]), vec_dot(o->n, from[1], to[0]),
                            1e-9 * (vec_sqnorm(o->n, from[0]) + vec_sqnorm(o->n, from[1])) / sum);
    for (size_t j = 0; j < o->n; j++) {
        double before = (w[j] - side[1][j]) / step, after = (side[0][j] - w[j]) / step;
        corner = fmax(corner, fabs(before - after));
        most = fmax(most, fabs(to[0][j]));
        error = fmax(error, fabs(to[0][j] - (before + after) / 2));
    }
    ck_assert_msg(corner > 1e-3 * most || error <= 1e-4 * most + 1e-9, "%s: bend is %g off, of %g",
                  o->reg->name, error, most);
}

/* H d where w_j != 0 is that of these weights alone, and 0 elsewhere. */
static void check_bend_some(const struct omega_n *o, double lambda, double S, const double *g)
{
    double centre[CONTRACT_DIM], w[CONTRACT_DIM], d[CONTRACT_DIM], some[4][CONTRACT_DIM],
        *all = d, *few = some[3];
    size_t n = 0;

    random_point(o, centre);
    random_vector(o->rng, o->n, 1, d);
    o->reg->prox(o->p, o->n, lambda, S, centre, g, w);
    for (size_t j = 0; j < o->n; j++)
        if (w[j] != 0) {
            some[0][n] = centre[j];
            some[1][n] = g[j];
            some[2][n] = w[j];
            some[3][n++] = d[j];
        }
    o->reg->bend(o->p, o->n, lambda, S, centre, g, w, 1, &all);
    o->reg->bend(o->p, n, lambda, S, some[0], some[1], some[2], 1, &few);
    for (size_t j = 0, k = 0; j < o->n; j++)
        ck_assert_double_eq_tol(d[j], w[j] != 0 ? few[k++] : 0, 1e-9 / S);
}

/* Parts are those of prox, and what s_j moves is in the part of j. */
static void check_part(const struct omega_n *o, double lambda, const double *g)
{
    double w[CONTRACT_DIM], v[CONTRACT_DIM], moved[CONTRACT_DIM], s[CONTRACT_DIM],
        c = o->reg->facts(o->p).curvature;
    size_t at = (size_t)rng_below(o->rng, o->n), count = 1 + (size_t)rng_below(o->rng, o->n - at);

    o->reg->prox(o->p, o->n, lambda, 0, g, g, w);
    vec_combine(o->n, -0.5, g, 0, g, s);
    vec_copy(o->n, s, moved);
    for (size_t j = at; j < at + count; j++)
        moved[j] += random_normal(o->rng);
    vec_combine(o->n, -2, moved, 0, moved, v);
    o->reg->prox(o->p, o->n, lambda, 0, v, v, v); /* at `moved`, then back at s */
    o->reg->part(o->p, o->n, at, count, lambda, 2, s, v);
    for (size_t j = 0; j < o->n; j++)
        ck_assert_double_le(fabs(v[j] - w[j]), ROUNDING * fabs(g[j]) / (lambda * c));
}

/* Every point v != w = coordinate is worse by at least (S + lambda c)/2 (v - w)^2, near and far. */
static void check_coordinate(const struct omega_n *o, double lambda, double S, double a)
{
    double c = o->reg->facts(o->p).curvature, sum = S + lambda * c;
    double w = o->reg->coordinate ? o->reg->coordinate(o->p, 0, lambda, S, a) : a / sum;
    double least = S / 2 * w * w - a * w + lambda * o->reg->value(o->p, 1, &w), there, size;

    ck_assert(isfinite(least));
    for (int k = -20; k <= 20; k++) {
        double v = k == 0 ? 0 : w + (k < 0 ? -1 : 1) * (1 + fabs(w)) * pow(2, 6 - 2 * abs(k));
        there = S / 2 * v * v - a * v + lambda * o->reg->value(o->p, 1, &v);
        size = sum * (v * v + w * w) + fabs(a) * (fabs(v) + fabs(w)) + lambda * (fabs(v) + fabs(w));
        ck_assert_msg(there >= least + sum / 2 * (v - w) * (v - w) - ROUNDING * size,
                      "%s: coordinate(%g, %g, %g) = %g, %g", o->reg->name, lambda, S, a, w, v);
    }
}

/* Omega(w) is the sum of its weights' values, and the prox step that of its weights' coordinate
 * steps. */
static void check_separable(const struct omega_n *o, double lambda, double S, const double *g)
{
    double w[CONTRACT_DIM], v[CONTRACT_DIM], centre[CONTRACT_DIM], sum = 0,
                                                                   c = o->reg->facts(o->p).curvature;

    random_point(o, w);
    random_point(o, centre);
    o->reg->prox(o->p, o->n, lambda, S, centre, g, v);
    for (size_t j = 0; j < o->n; j++) {
        double a = S * centre[j] - g[j];
        double one =
            o->reg->coordinate ? o->reg->coordinate(o->p, 0, lambda, S, a) : a / (S + lambda * c);
        sum += o->reg->value(o->p, 1, &w[j]);
        ck_assert_double_le(fabs(v[j] - one),
                            ROUNDING * (S * fabs(centre[j]) + fabs(g[j])) / (S + lambda * c));
        check_coordinate(o, lambda, S, a);
    }
    ck_assert_double_le(fabs(sum - value(o, w)), ROUNDING * sum);
    if (o->reg->facts(o->p).growth > 0) /* a slope within the kink leaves a weight at 0, exactly */
        ck_assert(o->reg->coordinate(o->p, 0, lambda, S,
                                     lambda * o->reg->facts(o->p).growth * rng_uniform(o->rng)) == 0);
}

/* prox_{s h} after prox_{t h} is prox_{(s+t) h}: steps of lengths s and t with (s + t) c < 1. */
static void check_additive(const struct omega_n *o)
{
    double c = o->reg->facts(o->p).curvature, s = rng_uniform(o->rng) / (2 + c),
           t = rng_uniform(o->rng) / (2 + c);
    double a = random_normal(o->rng), once, twice;

    if (!o->reg->coordinate)
        return;
    a = o->reg->coordinate(o->p, 0, 0, 1, a); /* a point of the domain */
    once = o->reg->coordinate(o->p, 0, s + t, 1 - (s + t) * c, a);
    twice = o->reg->coordinate(o->p, 0, s, 1 - s * c, o->reg->coordinate(o->p, 0, t, 1 - t * c, a));
    ck_assert_msg(fabs(once - twice) <= ROUNDING * (fabs(a) + s + t), "%s: %g %g", o->reg->name,
                  once, twice);
}

/* Omega(w) is infinite just where a |w|_1 + b |w|^2/2 > B. */
static void check_ball(const struct omega_n *o)
{
    double w[CONTRACT_DIM], a, b, B = reg_ball(o->reg, o->p, &a, &b), one = 0, share;

    random_vector(o->rng, o->n, exp(random_normal(o->rng)), w);
    for (size_t j = 0; j < o->n; j++)
        one += a * fabs(w[j]);
    share = b * vec_sqnorm(o->n, w) / 2;
    ck_assert(a >= 0 && b >= 0 && a + b > 0 && B > 0);
    vec_scale(o->n, 2 * B / (one + sqrt(one * one + 4 * share * B)), w); /* onto the boundary */
    ck_assert(isfinite(value(o, w)));
    vec_scale(o->n, 1 + 1e-6, w);
    ck_assert(isinf(value(o, w)));
}

/* Omega(t) = c t^2/2 + slope t where t is within the bound of its side, else infinite. */
static void check_side(const struct omega_n *o, double t, double slope, double bound)
{
    double c = reg_weight_at(o->reg, o->p, 0).curvature, value = o->reg->value(o->p, 1, &t);

    if (isinf(slope) || fabs(t) > fabs(bound))
        ck_assert(isinf(value));
    else if (isfinite(t))
        ck_assert_double_le(fabs(value - c * t * t / 2 - slope * t),
                            ROUNDING * (c * t * t + fabs(slope * t)));
}

/* psi of weight 0, on both sides of 0; in the ball, if there is one, (a + b) t <= B for t <= 1. */
static void check_kink(const struct omega_n *o)
{
    struct reg_weight h = reg_weight_at(o->reg, o->p, 0);
    double t = exp(random_normal(o->rng)), a, b, B = reg_ball(o->reg, o->p, &a, &b);

    t = isinf(B) ? t : fmin(fmin(t, 1), B / (a + b));
    ck_assert(h.left <= h.right && (o->reg->coordinate || (h.left == 0 && h.right == 0)));
    ck_assert(h.lo < 0 && h.hi > 0);
    check_side(o, t, h.right, h.hi);
    check_side(o, -t, h.left, h.lo);
    check_side(o, h.hi, h.right, h.hi);
    check_side(o, h.lo, h.left, h.lo);
    check_side(o, h.hi * (1 + 1e-9), h.right, h.hi);
    check_side(o, h.lo * (1 + 1e-9), h.left, h.lo);
}

/* Omega(4 w)/Omega(2 w) = Omega(2 w)/Omega(w) = 2^q */
static void check_homogeneous(const struct omega_n *o)
{
    double w[CONTRACT_DIM], one, two, four;

    random_point(o, w);
    one = value(o, w);
    vec_scale(o->n, 2, w);
    two = value(o, w);
    vec_scale(o->n, 2, w);
    four = value(o, w);
    ck_assert_double_le(fabs(four * one - two * two), ROUNDING * two * two);
}

/* Omega and Psi* of weights in another order; of one weight more, 0, but for REG_COUNTED. */
static void check_plain(const struct omega_n *o, double lambda, const double *s)
{
    double w[CONTRACT_DIM + 1], v[CONTRACT_DIM + 1] = {0}, slope[CONTRACT_DIM + 1] = {0}, star, size;
    size_t turn = (size_t)rng_below(o->rng, o->n), n = o->reg->traits & REG_COUNTED ? o->n : o->n + 1;

    random_point(o, w);
    for (size_t j = 0; j < o->n; j++) {
        v[(j + turn) % o->n] = w[j];
        slope[(j + turn) % o->n] = s[j];
    }
    ck_assert_msg(fabs(o->reg->value(o->p, n, v) - value(o, w)) <= ROUNDING * fabs(value(o, w)),
                  "%s: REG_PLAIN is granted, but Omega(P w) is not Omega(w)", o->reg->name);
    star = o->reg->conjugate(o->p, o->n, lambda, 1, s);
    size = isfinite(star) ? ROUNDING * (fabs(star) + lambda) : 0;
    ck_assert(o->reg->conjugate(o->p, n, lambda, 1, slope) == star ||
              fabs(o->reg->conjugate(o->p, n, lambda, 1, slope) - star) <= size);
}

/* The parabola of reg_reach: up to k = 1, or an equality for every k. */
static void check_reach(const struct omega_n *o)
{
    double w[CONTRACT_DIM], x[CONTRACT_DIM], y[CONTRACT_DIM], parabola, size;
    double reach = reg_reach(o->reg),
           k = isinf(reach) ? 10 * rng_uniform(o->rng) : reach * rng_uniform(o->rng);

    random_point(o, w);
    random_point(o, x);
    vec_combine(o->n, 1 - k, w, k, x, y);
    parabola = (1 - k) * value(o, w) + k * value(o, x) -
               o->reg->facts(o->p).curvature / 2 * k * (1 - k) * vec_sqdistance(o->n, w, x);
    size = (1 + k * k) * (1 + value(o, w) + value(o, x) + vec_sqdistance(o->n, w, x));
    ck_assert_double_le(value(o, y), parabola + ROUNDING * size);
    ck_assert(isfinite(reach) || value(o, y) >= parabola - ROUNDING * size);
}

void contract_check(const struct reg *reg, const double *p, size_t n, struct rng *rng)
{
    const struct omega_n o = {reg, p, n, rng};
    double lambda = exp(random_normal(rng)), S = exp(random_normal(rng)), g[CONTRACT_DIM];

    random_vector(rng, n, 2 * (S + lambda), g);
    check_growth(&o);
    check_share(&o, lambda, g);
    check_prox(&o, lambda, S, g);
    if (reg->traits & REG_STRONG)
        check_prox(&o, lambda, 0, g);
    ck_assert_int_eq(!reg->bend, (reg->traits & REG_QUADRATIC) != 0);
    if (reg->bend)
        check_bend(&o, lambda, S, g);
    if (reg->bend && reg->traits & REG_PLAIN && reg->traits & REG_SPARSE)
        check_bend_some(&o, lambda, S, g);
    if (reg->bend && reg->traits & REG_STRONG)
        check_bend(&o, lambda, 0, g);
    ck_assert_int_eq(!reg->part, !(reg->traits & REG_PARTS) || reg->traits & REG_SEPARABLE);
    if (reg->part)
        check_part(&o, lambda, g);
    if (reg->traits & REG_SEPARABLE)
        check_separable(&o, lambda, S, g);
    else
        ck_assert(!reg->coordinate && !(reg->traits & REG_ADDITIVE));
    if (reg->traits & REG_ADDITIVE)
        check_additive(&o);
    if (reg->traits & REG_HOMOGENEOUS)
        check_homogeneous(&o);
    if (reg->traits & REG_SUBLINEAR)
        check_kink(&o);
    ck_assert_int_eq(reg->facts(p).B > 0,
                     reg->traits & REG_SUBLINEAR && !(reg->traits & REG_SEPARABLE));
    if (reg->facts(p).B > 0)
        check_ball(&o);
    ck_assert_msg(!!(reg->traits & REG_PLAIN) + !!(reg->traits & REG_NUMBERED) +
                          !!(reg->traits & REG_COLUMNS) ==
                      1,
                  "%s: one of REG_PLAIN, REG_NUMBERED and REG_COLUMNS is to be granted", reg->name);
    if (reg->traits & REG_PLAIN)
        check_plain(&o, lambda, g);
    check_reach(&o);
}
