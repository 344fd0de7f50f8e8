/* test_vector_loss - every loss of several scores against its formula, and against what a convex loss, its conjugate and
 * its dual step must be. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "math/vec.h"
#include "common.h"
#include "loss/loss.h"
#include "problems.h"

enum { MOST = 17, ROWS = 20 };

/* A loss with k scores and an example of class y. */
struct one {
    const struct loss_row *loss;
    size_t k;
    double y, shift[MOST * MOST];
    struct parameter p;
    struct rng rng;
};

/* D_yo */
static double cost(const struct one *s, size_t o)
{
    return s->p.shift ? s->p.shift[(size_t)s->y * s->k + o] : o != (size_t)s->y;
}

static void each_case(void (*check)(struct one *s))
{
    static const size_t classes[] = {2, 3, 4, 10, MOST};

    for (size_t l = 0; loss_at(l); l++)
        for (size_t c = 0; c < sizeof classes / sizeof *classes && loss_at(l)->task == TASK_MULTICLASS; c++)
            for (size_t y = 0; y < classes[c]; y += 1 + classes[c] / 4) {
                struct one s = {.loss = loss_at(l), .k = classes[c], .y = (double)y, .p = {.margin = 1}};
                rng_seed(&s.rng, l + c + y);
                check(&s);
                for (size_t a = 0; a < s.k * s.k; a++) /* costs 0, 1/4 .. 9/4 */
                    s.shift[a] = a / s.k == a % s.k ? 0 : 0.25 * (double)rng_below(&s.rng, 10);
                s.p = (struct parameter){.shift = s.shift};
                if (s.loss->traits & LOSS_COSTS)
                    check(&s);
            }
}

static double value(const struct one *s, double mu, const double *z)
{
    double c = 1;

    return s->loss->formula->value(&(struct batch){s->p, mu, 1, s->k, &s->y, {&c, 0}}, z);
}

static double slopes(const struct one *s, double mu, const double *z, double *u, double *offset)
{
    double c = 1;

    return s->loss->formula->slopes(&(struct batch){s->p, mu, 1, s->k, &s->y, {&c, 0}}, z, u, offset);
}

static double dual(const struct one *s, const double *u)
{
    return s->loss->formula->vector_dual(s->p, s->k, s->y, u);
}

/* u = p - e_y: a vertex, a face or the inside of the simplex. */
static void random_dual(struct one *s, double *u)
{
    double sum = 0;
    size_t kind = rng_below(&s->rng, 3), corner = rng_below(&s->rng, s->k);

    for (size_t o = 0; o < s->k; o++)
        sum += u[o] = kind == 0 ? o == corner : kind == 1 && o != corner && rng_below(&s->rng, 2) ? 0 : rng_uniform(&s->rng);
    for (size_t o = 0; o < s->k; o++)
        u[o] /= sum;
    sum = 0;
    for (size_t o = 0; o < s->k; o++)
        sum += o == (size_t)s->y ? 0 : u[o];
    u[(size_t)s->y] = -fmin(1, sum);
}

/* ---- value, slope, conjugate ------------------------------------------------------------------------------------------ */

/* By the formulas, with more digits. */
static double formula(const struct one *s, const double *z)
{
    size_t own = (size_t)s->y;
    long double most = 0, sum = 0;

    if (strcmp(s->loss->name, "softmax") == 0) {
        for (size_t o = 0; o < s->k; o++)
            sum += expl((long double)z[o] - z[own]);
        return (double)logl(sum);
    }
    ck_assert_str_eq(s->loss->name, "crammer-singer");
    for (size_t o = 0; o < s->k; o++)
        most = o != own ? fmaxl(most, cost(s, o) + (long double)z[o] - z[own]) : most;
    return (double)most;
}

static void check_value(struct one *s)
{
    static const double scale[] = {0, 1e-3, 0.5, 2, 30, 1000};
    double z[MOST], u[MOST], other[MOST], off, h = 1e-5;

    for (int trial = 0; trial < 600; trial++) {
        double l, size = scale[trial % 6], nearest = INFINITY;
        random_vector(&s->rng, s->k, size, z);
        random_vector(&s->rng, s->k, 1 + size, other);
        l = value(s, 0, z);
        ck_assert_msg(fabs(l - formula(s, z)) <= 4e-16 * (l + size + (s->p.shift ? 1 : 0)), /* z + D */
                      "%s: %.17g for %.17g", s->loss->name, l, formula(s, z));
        ck_assert_double_eq(slopes(s, 0, z, u, &off), l);
        ck_assert_double_eq(off, -dual(s, u));
        ck_assert_double_le(fabs(vec_dot(s->k, u, z) + off - l), 1e-14 * (1 + 10 * size)); /* it touches, */
        ck_assert_double_le(vec_dot(s->k, u, other) + off, value(s, 0, other) + 1e-14 * (1 + 10 * size)); /* from below */
        ck_assert(!(s->loss->traits & LOSS_POSITIVE) || l >= 0);
        for (size_t a = 0; a < s->k; a++) /* the distance from the next kink */
            for (size_t b = 0; b < a; b++)
                nearest = fmin(nearest, fabs(z[a] + cost(s, a) - z[b] - cost(s, b)));
        for (size_t o = 0; o < s->k && (nearest > h || s->loss->traits & LOSS_SMOOTH); o++) {
            double keep = z[o], above, below;
            z[o] = keep + h;
            above = value(s, 0, z);
            z[o] = keep - h;
            below = value(s, 0, z);
            z[o] = keep;
            ck_assert_double_eq_tol((above - below) / (2 * h), u[o], 1e-9 * (1 + size));
        }
    }
}

START_TEST(test_value)
{
    each_case(check_value);
}
END_TEST

struct search {
    const struct one *s;
    const double *u;
    double z[MOST];
    size_t o;
};

static double below_plane(void *context, double t) /* l(z) - <u, z>: its least value is -l*(u) */
{
    struct search *f = context;

    f->z[f->o] = t;
    return value(f->s, 0, f->z) - vec_dot(f->s->k, f->u, f->z);
}

/* The supremum by one score after the other, from where all classes are as good as each other: there a piecewise linear
 * loss has no direction to improve in that is not one of a single score. */
static void check_conjugate(struct one *s)
{
    double u[MOST], z[MOST], at, least = 0;

    for (int trial = 0; trial < 100; trial++) {
        random_dual(s, u);
        ck_assert(isfinite(dual(s, u)));
        for (int k = 0; k < 10; k++) { /* Fenchel, Young */
            random_vector(&s->rng, s->k, 1 + k, z);
            ck_assert_double_ge(value(s, 0, z) + dual(s, u), vec_dot(s->k, u, z) - 1e-13 * (1 + k));
        }
        if (trial < 10 && s->k <= 4) {
            struct search f = {.s = s, .u = u};
            for (size_t o = 0; o < s->k; o++)
                f.z[o] = o == (size_t)s->y ? 0 : -1;
            for (int round = 0; round < 60; round++)
                for (f.o = 0; f.o < s->k; f.o++) {
                    least = golden_section(below_plane, &f, -40, 40, &at);
                    f.z[f.o] = at;
                }
            ck_assert_msg(fabs(least + dual(s, u)) <= 1e-8, "%s: l* is %.17g, the supremum %.17g", s->loss->name, dual(s, u),
                          -least);
        }
        at = u[(size_t)trial % s->k];
        u[(size_t)trial % s->k] = at + 1e-6; /* not a sum of 0 */
        ck_assert_double_eq(dual(s, u), INFINITY);
        u[(size_t)trial % s->k] = at;
    }
    memset(u, 0, sizeof u); /* outside of the simplex though the sum is 0 */
    ck_assert_double_eq(dual(s, u), 0);
    u[(size_t)s->y] = 1e-6;
    u[((size_t)s->y + 1) % s->k] = -1e-6;
    ck_assert_double_eq(dual(s, u), INFINITY);
    u[(size_t)s->y] = -1 - 1e-6;
    u[((size_t)s->y + 1) % s->k] = 1 + 1e-6;
    ck_assert_double_eq(dual(s, u), INFINITY);
}

START_TEST(test_conjugate)
{
    each_case(check_conjugate);
}
END_TEST

/* Values worked out by hand or with many digits. */
START_TEST(test_known)
{
    static const struct {
        const char *loss;
        double y, z[3], value, slope[3];
    } known[] = {{"softmax", 0, {0, 0, 0}, 1.0986122886681098, {-2. / 3, 1. / 3, 1. / 3}},
                 {"softmax", 1, {1, 2, 3}, 1.4076059644443804, {0.090030573170380462, -0.75527152894520233, 0.66524095577482178}},
                 {"softmax", 0, {40, 0, 0}, 8.4967085105831778e-18, {-8.4967085105831778e-18, 4.248354255291589e-18,
                                                                     4.248354255291589e-18}},
                 {"crammer-singer", 0, {0, 0, 0.5}, 1.5, {-1, 0, 1}},
                 {"crammer-singer", 2, {0.5, 1, 1.75}, 0.25, {0, 1, -1}},
                 {"crammer-singer", 1, {-1, 0, -3}, 0, {0, 0, 0}}};

    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        struct one s = {.loss = loss_find(known[k].loss), .k = 3, .y = known[k].y, .p = {.margin = 1}};
        double u[3], off, l = slopes(&s, 0, known[k].z, u, &off);
        ck_assert_double_le(fabs(l - known[k].value), 4e-16 * known[k].value);
        for (int o = 0; o < 3; o++)
            ck_assert_double_le(fabs(u[o] - known[k].slope[o]), 1e-15 * fabs(known[k].slope[o]));
    }
}
END_TEST

/* ---- the dual step ---------------------------------------------------------------------------------------------------- */

struct transfer {
    const struct one *s;
    const double *z, *old;
    double q, v[MOST];
    size_t from, to;
};

/* What a step minimises, with t more of p_to and less of p_from. */
static double objective(void *context, double t)
{
    const struct transfer *x = context;
    double v[MOST], sum;

    vec_copy(x->s->k, x->v, v);
    v[x->from] -= t;
    v[x->to] += t;
    sum = dual(x->s, v) - vec_dot(x->s->k, x->z, v);
    return sum + x->q / 2 * vec_sqdistance(x->s->k, v, x->old);
}

/* The objective is a sum of convex functions of single p_o: if no transfer from one to another improves it, nothing does. */
static void check_transfers(struct transfer *x)
{
    double v[MOST], now = objective(x, 0), at;

    vec_copy(x->s->k, x->v, v);
    v[(size_t)x->s->y] += 1;
    for (x->from = 0; x->from < x->s->k; x->from++)
        for (x->to = 0; x->to < x->from; x->to++) {
            double least = golden_section(objective, x, -fmax(0, v[x->to]), fmax(0, v[x->from]), &at);
            ck_assert_msg(now <= least + 1e-12 * (1 + fabs(least)), "%s q %g: %.17g, but %.17g with %g moved", x->s->loss->name,
                          x->q, now, least, at);
        }
}

static void check_step(struct one *s)
{
    static const double q[] = {0, 1e-300, 1e-12, 1e-6, 0.01, 0.3, 1, 7, 1e3, 1e6, 1e12};
    static const double scale[] = {0, 0.1, 1, 10, 1e4};

    for (size_t j = 0; j < sizeof q / sizeof *q; j++)
        for (int trial = 0; trial < 25; trial++) {
            double z[MOST], u[MOST], score[MOST], size = scale[trial % 5], gap, tol;
            struct transfer x = {.s = s, .z = z, .old = u, .q = q[j]};
            random_vector(&s->rng, s->k, size, z);
            random_dual(s, u);
            vec_copy(s->k, u, x.v);
            s->loss->formula->vector_step(s->p, s->k, s->y, z, x.v, q[j]);
            ck_assert_msg(isfinite(dual(s, x.v)), "%s q %g: left the simplex", s->loss->name, q[j]);
            for (size_t o = 0; o < s->k; o++)
                score[o] = z[o] - q[j] * (x.v[o] - u[o]);
            gap = value(s, 0, score) + dual(s, x.v) - vec_dot(s->k, x.v, score); /* v is a slope there */
            tol = 1e-13 * (1 + size) + 1e-15 * q[j];
            ck_assert_msg(fabs(gap) <= tol * (double)s->k, "%s k %zu q %g scores %g: gap %g", s->loss->name, s->k, q[j],
                          size, gap);
            if (s->k <= 4 && size <= 10 && q[j] <= 1e3)
                check_transfers(&x);
        }
}

START_TEST(test_step)
{
    each_case(check_step);
}
END_TEST

/* The softmax step in long double, by bisections: log p + q p = r - nu, sum p = 1. */
static long double exact_p(long double s, long double q)
{
    long double lo = -3000, hi = 0; /* of log p */

    for (int k = 0; k < 90; k++) {
        long double mid = lo + (hi - lo) / 2;
        *(mid + q * expl(mid) < s ? &lo : &hi) = mid;
    }
    return expl(lo);
}

static void check_softmax_digits(struct one *s)
{
    static const double q[] = {0, 1e-6, 0.01, 1, 30, 1e5, 1e12};
    size_t own = (size_t)s->y;

    if (strcmp(s->loss->name, "softmax") != 0 || s->k > 4)
        return;
    for (size_t j = 0; j < sizeof q / sizeof *q; j++)
        for (int trial = 0; trial < 4; trial++) {
            double z[MOST], u[MOST], v[MOST];
            long double r[MOST], most = -INFINITY, lo, hi;
            random_vector(&s->rng, s->k, trial < 3 ? 2 : 100, z);
            random_dual(s, u);
            vec_copy(s->k, u, v);
            s->loss->formula->vector_step(s->p, s->k, s->y, z, v, q[j]);
            for (size_t o = 0; o < s->k; o++)
                most = fmaxl(most, r[o] = (long double)z[o] + q[j] * ((long double)u[o] + (o == own)));
            lo = most - q[j] - 1;
            hi = most + 5;
            for (int k = 0; k < 90; k++) {
                long double mid = lo + (hi - lo) / 2, sum = 0;
                for (size_t o = 0; o < s->k; o++)
                    sum += exact_p(r[o] - mid, q[j]);
                *(sum > 1 ? &lo : &hi) = mid;
            }
            for (size_t o = 0; o < s->k; o++) {
                double p = (double)exact_p(r[o] - lo, q[j]);
                ck_assert_msg(fabs(v[o] + (o == own) - p) <= 1e-15 + 4e-14 * fmin(p, 1 - p), "q %g: %.17g for %.17g", q[j],
                              v[o] + (o == own), p);
            }
        }
}

START_TEST(test_softmax_digits)
{
    each_case(check_softmax_digits);
}
END_TEST

/* Two classes are one score, z_y - z_other, with |p - p'|^2 twice (a - a')^2. */
START_TEST(test_two_classes)
{
    static const char *const pairs[][2] = {{"softmax", "logistic"}, {"crammer-singer", "hinge"}};
    static const double q[] = {0, 1e-6, 0.3, 1, 100};

    for (size_t n = 0; n < 2; n++) {
        const struct loss_row *scalar = loss_find(pairs[n][1]);
        struct one s = {.loss = loss_find(pairs[n][0]), .k = 2, .p = {.margin = 1}};
        rng_seed(&s.rng, n);
        for (int trial = 0; trial < 500; trial++) {
            double z[2], u[2], c = 1, y = 1, t, a;
            struct batch b = {.p = loss_parameter(scalar, 0), .n = 1, .k = 1, .y = &y, .c = {&c, 0}};
            s.y = trial % 2;
            random_vector(&s.rng, 2, 2, z);
            t = z[trial % 2] - z[1 - trial % 2];
            ck_assert_double_eq_tol(value(&s, 0, z), scalar->formula->value(&b, &t), 1e-14);
            s.loss->formula->vector_slope(loss_parameter(s.loss, 0), 2, s.y, z, u);
            ck_assert_double_eq_tol(u[trial % 2], scalar->formula->slope(loss_parameter(scalar, 0), 1, t), 1e-15);
            random_dual(&s, u);
            a = u[trial % 2];
            ck_assert_double_eq_tol(dual(&s, u), scalar->formula->dual(loss_parameter(scalar, 0), 1, a), 1e-15);
            s.loss->formula->vector_step(loss_parameter(s.loss, 0), 2, s.y, z, u, q[trial % 5]);
            ck_assert_double_eq_tol(u[trial % 2], scalar->formula->step(loss_parameter(scalar, 0), 1, t, a, 2 * q[trial % 5]),
                                    1e-14);
        }
    }
}
END_TEST

/* ---- smoothing and batches -------------------------------------------------------------------------------------------- */

static void check_smoothed(struct one *s)
{
    static const double mu[] = {1e-3, 0.05, 0.7, 10};

    for (int trial = 0; trial < 200; trial++) {
        double z[MOST], u[MOST], other[MOST], m = mu[trial % 4], off, l, l_mu, h = 1e-6;
        random_vector(&s->rng, s->k, 2, z);
        l = value(s, 0, z);
        l_mu = value(s, m, z);
        ck_assert_double_eq(slopes(s, m, z, u, &off), l_mu);
        ck_assert_double_eq(off, -dual(s, u));
        ck_assert(l_mu <= l + 1e-14 * (1 + l) && l_mu >= l - m - 1e-14 * (1 + l)); /* |p - e_y|^2 <= 2 */
        for (int k = 0; k < 20; k++) { /* it is the greatest value of <u, z> - l*(u) - mu/2 |u|^2 */
            random_dual(s, other);
            ck_assert_double_ge(l_mu + 1e-13 * (1 + l),
                                vec_dot(s->k, other, z) - dual(s, other) - m / 2 * vec_sqnorm(s->k, other));
        }
        ck_assert_double_eq_tol(l_mu, vec_dot(s->k, u, z) + off - m / 2 * vec_sqnorm(s->k, u), 1e-13 * (1 + l));
        for (size_t o = 0; o < s->k; o++) {
            double keep = z[o], above, below;
            z[o] = keep + h;
            above = value(s, m, z);
            z[o] = keep - h;
            below = value(s, m, z);
            z[o] = keep;
            ck_assert_double_eq_tol(u[o], (above - below) / (2 * h), 2 * h / m + 1e-8 * (1 + l));
        }
    }
}

START_TEST(test_smoothed)
{
    each_case(check_smoothed);
}
END_TEST

static void check_batch(struct one *s)
{
    static const size_t lengths[] = {0, 1, 7, ROWS};
    double y[ROWS], c[ROWS], z[ROWS * MOST], d[ROWS * MOST], cu[ROWS * MOST], u[ROWS * MOST], one[MOST];

    for (int trial = 0; trial < 40; trial++) {
        size_t n = lengths[trial % 4], k = s->k;
        double t = rng_uniform(&s->rng), mu = trial % 3 ? 0 : 0.1, sum = 0, below = 0, ray = 0, conjugate = 0, off, moved[MOST];
        const struct batch b = {s->p, mu, n, k, y, {c, 0}};
        random_vector(&s->rng, n * k, 2, z);
        random_vector(&s->rng, n * k, 1, d);
        for (size_t i = 0; i < n; i++) {
            s->y = y[i] = (double)rng_below(&s->rng, k);
            c[i] = rng_below(&s->rng, 5) ? rng_uniform(&s->rng) : 0;
            random_dual(s, u + i * k);
            conjugate += c[i] * dual(s, u + i * k);
            vec_combine(k, 1, z + i * k, t, d + i * k, moved);
            slopes(s, mu, moved, one, &off);
            ray += c[i] * vec_dot(k, one, d + i * k);
        }
        ck_assert_double_eq_tol(s->loss->formula->conjugate(&b, u), conjugate, 1e-13);
        ck_assert_double_eq_tol(s->loss->formula->ray(&b, z, d, t), ray, 1e-12);
        off = NAN;
        t = s->loss->formula->slopes(&b, z, cu, &off);
        ck_assert_double_eq(s->loss->formula->value(&b, z), t);
        for (size_t i = 0; i < n; i++) {
            double o;
            s->y = y[i];
            sum += c[i] * slopes(s, mu, z + i * k, one, &o);
            below += c[i] * o;
            for (size_t j = 0; j < k; j++)
                ck_assert_double_eq(cu[i * k + j], c[i] * one[j]);
        }
        ck_assert_double_eq_tol(t, sum, 1e-13 * (1 + sum));
        ck_assert_double_eq_tol(off, below, 1e-13 * (1 + fabs(below)));
    }
}

START_TEST(test_batch)
{
    each_case(check_batch);
}
END_TEST

/* An example of weight 0 adds nothing, though its loss and its conjugate are infinite. */
static void check_weightless(struct one *s)
{
    const struct formula *formula = s->loss->formula;
    double c = 0, d[MOST] = {1}, z[MOST] = {0}, u[MOST], offset;

    z[s->y == 0] = INFINITY;
    for (int k = 0; k < 2; k++) {
        const struct batch b = {s->p, k * 0.1, 1, s->k, &s->y, {&c, 0}};
        ck_assert_double_eq(formula->value(&b, z), 0);
        ck_assert_double_eq(formula->slopes(&b, z, u, &offset), 0);
        ck_assert_double_eq(offset, 0);
        for (size_t o = 0; o < s->k; o++)
            ck_assert_double_eq(u[o], 0);
        ck_assert_double_eq(formula->ray(&b, z, d, 0.5), 0);
        ck_assert_double_eq(formula->conjugate(&b, z), 0);
    }
}

START_TEST(test_weightless)
{
    each_case(check_weightless);
}
END_TEST

START_TEST(test_table)
{
    int count = 0;

    for (size_t k = 0; loss_at(k); k++) {
        const struct loss_row *loss = loss_at(k);
        const struct formula *f = loss->formula;

        if (loss->task != TASK_MULTICLASS)
            continue;
        ck_assert(loss_find(loss->name) == loss && f->value && f->slopes && f->ray && f->conjugate && loss->help);
        ck_assert(f->vector_slope && f->vector_dual && f->vector_step);
        ck_assert(!f->slope && !f->dual && !f->step && !loss->quadratic);
        count++;
    }
    ck_assert_int_eq(count, 2);
}
END_TEST

RUN_TESTS("vector_loss", test_table, test_value, test_known, test_conjugate, test_step, test_softmax_digits, test_two_classes,
          test_smoothed, test_batch, test_weightless)
