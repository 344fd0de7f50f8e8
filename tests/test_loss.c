/* test_loss - every row of loss/list.h against what a convex loss, its conjugate and its dual step must be. */
#include "loss/loss.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "common.h"
#include "problems.h"

/* Calls check(loss, p, y) for every loss, some parameters and labels. */
static void each_case(void (*check)(const struct loss *loss, double p, double y))
{
    static const double factor[] = {1, 0.02, 0.3, 4}, two_class[] = {1, -1}, any[] = {0, 1, 3};
    const unsigned two = LOSS_BINARY | LOSS_ONE_CLASS | LOSS_ORDINAL; /* at a threshold, a label is on one side */

    for (size_t k = 0; loss_at(k); k++) {
        const struct loss *loss = loss_at(k);
        const double *label = loss->traits & two ? two_class : any;
        if (loss->traits & LOSS_MULTICLASS) /* test_vector_loss */
            continue;
        for (int f = 0; f < (loss->parameter ? 4 : 1); f++)
            for (int l = 0; l < (loss->traits & two ? 2 : 3); l++) {
                double p = loss->initial * factor[f];
                if (!loss->parameter || (p > loss->lo && p <= loss->hi))
                    check(loss, p, label[l]);
            }
    }
}

static double value(const struct loss *loss, double p, double mu, double y, double z)
{
    double one = 1;

    return loss->value(&(struct batch){p, mu, 1, 1, &y, &one}, &z);
}

/* u_mu(z) */
static double slope_mu(const struct loss *loss, double p, double mu, double y, double z)
{
    double one = 1, u, offset;

    loss->slopes(&(struct batch){p, mu, 1, 1, &y, &one}, &z, &u, &offset);
    return u;
}

/* True if the loss bends within reach of z. */
static bool near_kink(const struct loss *loss, double p, double y, double z, double reach)
{
    struct kink kink[LOSS_KINKS];
    double first;
    int kinks = loss->kinks ? loss->kinks(p, y, &first, kink) : 0;

    for (int k = 0; k < kinks; k++)
        if (fabs(z - kink[k].at) <= reach)
            return true;
    return false;
}

/* An end of the domain of l*, at most 1000 away: side is +1 or -1. */
static double domain_end(const struct loss *loss, double p, double y, double side)
{
    double in = loss->slope(p, y, 0.25), out = in + side * 1000;

    if (isfinite(loss->dual(p, y, out)))
        return out;
    for (int k = 0; k < 200; k++) {
        double mid = in + (out - in) / 2;
        *(isfinite(loss->dual(p, y, mid)) ? &in : &out) = mid;
    }
    return in;
}

/* A dual point: the ends of the domain now and then, else from scores that are likely. */
static double random_dual(const struct loss *loss, double p, double y, struct rng *rng)
{
    uint64_t pick = rng_below(rng, 8);
    double lo = domain_end(loss, p, y, -1), hi = domain_end(loss, p, y, 1);

    if (pick == 0 && lo > -999)
        return lo;
    if (pick == 1 && hi < 999)
        return hi;
    return fmax(lo, -20) + rng_uniform(rng) * (fmin(hi, 20) - fmax(lo, -20));
}

/* ---- value, slope, traits --------------------------------------------------------------------------------------------- */

static void check_slope(const struct loss *loss, double p, double y)
{
    struct rng rng;

    rng_seed(&rng, 1);
    for (int trial = 0; trial < 3000; trial++) {
        double z = 4 * random_normal(&rng), other = 4 * random_normal(&rng), h = 1e-5;
        double l = value(loss, p, 0, y, z), u = loss->slope(p, y, z);
        double difference = (value(loss, p, 0, y, z + h) - value(loss, p, 0, y, z - h)) / (2 * h);
        if (!near_kink(loss, p, y, z, h)) /* 1e-4: h times half the greatest curvature, where a smooth piece begins */
            ck_assert_msg(fabs(difference - u) <= 1e-4 * (1 + fabs(u)), "%s:%g y %g z %g: %g for %g", loss->name, p, y, z, u,
                          difference);
        ck_assert_msg(value(loss, p, 0, y, other) >= l + u * (other - z) - 1e-12 * (1 + fabs(l) + fabs(u * (other - z))),
                      "%s:%g y %g: not convex between %g and %g", loss->name, p, y, z, other);
        if (loss->traits & LOSS_POSITIVE)
            ck_assert_double_ge(l, 0);
    }
}

START_TEST(test_slope)
{
    each_case(check_slope);
}
END_TEST

static void check_traits(const struct loss *loss, double p, double y)
{
    const double h = 1e-9;
    double steepest = 0;

    ck_assert_int_eq(!!(loss->traits & LOSS_KINKED), loss->kinks != NULL);
    ck_assert_msg(!(loss->traits & LOSS_SMOOTH) || !(loss->traits & LOSS_KINKED), "%s", loss->name);
    for (int k = -400; k <= 400; k++) {
        double z = k * 0.01, rise = loss->slope(p, y, z + h / 2) - loss->slope(p, y, z - h / 2);
        steepest = fmax(steepest, rise / h);
    }
    if (loss->traits & LOSS_LIPSCHITZ)
        ck_assert(domain_end(loss, p, y, 1) < 999 && domain_end(loss, p, y, -1) > -999);
    else
        ck_assert(domain_end(loss, p, y, 1) > 999 || domain_end(loss, p, y, -1) < -999);
    if (loss->traits & LOSS_SMOOTH)
        ck_assert_msg(steepest < 1e5, "%s: its slope jumps", loss->name);
    if (loss->traits & LOSS_KINKED)
        ck_assert_msg(steepest > 1e5, "%s: its slope does not jump", loss->name);
}

START_TEST(test_traits)
{
    each_case(check_traits);
}
END_TEST

static void check_kinks(const struct loss *loss, double p, double y)
{
    struct kink kink[LOSS_KINKS];
    double first;
    struct rng rng;
    int kinks;

    if (!loss->kinks)
        return;
    rng_seed(&rng, 2);
    kinks = loss->kinks(p, y, &first, kink);
    ck_assert(kinks >= 1 && kinks <= LOSS_KINKS);
    for (int k = 0; k < kinks; k++)
        ck_assert(kink[k].jump > 0 && (k == 0 || kink[k].at >= kink[k - 1].at));
    for (int trial = 0; trial < 1000; trial++) {
        double z = 4 * random_normal(&rng), slope = first, h = 1e-3;
        for (int k = 0; k < kinks; k++)
            slope += kink[k].at < z ? kink[k].jump : 0;
        if (near_kink(loss, p, y, z, h))
            continue;
        ck_assert_double_eq_tol(slope, loss->slope(p, y, z), 1e-14);
        ck_assert_double_eq_tol(slope, (value(loss, p, 0, y, z + h) - value(loss, p, 0, y, z - h)) / (2 * h), 1e-9);
    }
}

START_TEST(test_kinks)
{
    each_case(check_kinks);
}
END_TEST

/* Values worked out by hand or with many digits. */
START_TEST(test_known)
{
    static const struct {
        const char *loss;
        double y, z, value, slope;
    } known[] = {{"hinge", 1, -0.5, 1.5, -1},
                 {"hinge", -1, -3, 0, 0},
                 {"squared-hinge", -1, 1, 4, 4},
                 {"squared-hinge", 1, 0.5, 0.25, -1},
                 {"huber-hinge:0.5", 1, 1, 0.125, -0.5},
                 {"huber-hinge:0.5", 1, -1, 2, -1},
                 {"huber-hinge:0.25", -1, -1.125, 0.015625, 0.25},
                 {"logistic", 1, 0, 0.69314718055994530942, -0.5},
                 {"logistic", -1, 2, 2.1269280110429727, 0.88079707797788243},
                 {"logistic", 1, 40, 4.2483542552915889953e-18, -4.2483542552915889863e-18}};

    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        double p = 0;
        const struct loss *loss = loss_named(known[k].loss, &p);
        if (!loss)
            continue;
        ck_assert_double_le(fabs(value(loss, p, 0, known[k].y, known[k].z) - known[k].value), 1e-15 * known[k].value);
        ck_assert_double_le(fabs(loss->slope(p, known[k].y, known[k].z) - known[k].slope), 1e-15 * fabs(known[k].slope));
    }
}
END_TEST

START_TEST(test_table)
{
    for (size_t k = 0; loss_at(k); k++) {
        const struct loss *loss = loss_at(k);
        ck_assert(loss->name && loss->help && strcspn(loss->name, ": \t") == strlen(loss->name));
        ck_assert_ptr_eq(loss_find(loss->name, strlen(loss->name)), loss);
        ck_assert_ptr_null(loss_find(loss->name, strlen(loss->name) - 1));
        if (loss->parameter)
            ck_assert(loss->initial > loss->lo && loss->initial <= loss->hi);
        ck_assert(loss->value && loss->slopes && loss->ray && loss->conjugate);
        ck_assert(loss->traits & LOSS_MULTICLASS || (loss->slope && loss->dual && loss->step));
    }
    ck_assert_ptr_null(loss_find("", 0));
}
END_TEST

/* ---- the conjugate ---------------------------------------------------------------------------------------------------- */

struct scalar {
    const struct loss *loss;
    double p, mu, y, z, u, q;
};

static double below_line(void *context, double z) /* l(z) - uz: its least value is -l*(u) */
{
    const struct scalar *s = context;

    return value(s->loss, s->p, 0, s->y, z) - s->u * z;
}

static void check_conjugate(const struct loss *loss, double p, double y)
{
    double lo = domain_end(loss, p, y, -1), hi = domain_end(loss, p, y, 1);
    struct rng rng;

    rng_seed(&rng, 3);
    for (int trial = 0; trial < 1000; trial++) {
        double z = 4 * random_normal(&rng), u = random_dual(loss, p, y, &rng), slope = loss->slope(p, y, z);
        double l = value(loss, p, 0, y, z), dual = loss->dual(p, y, u), at;
        struct scalar s = {loss, p, 0, y, 0, u, 0};
        ck_assert_msg(isfinite(dual), "%s:%g y %g: l*(%g) = %g", loss->name, p, y, u, dual);
        ck_assert_double_ge(l + dual, u * z - 1e-12 * (1 + fabs(l) + fabs(u * z)));
        ck_assert_msg(fabs(l + loss->dual(p, y, slope) - slope * z) <= 1e-12 * (1 + l + fabs(slope * z)),
                      "%s:%g y %g z %g: Fenchel-Young misses equality", loss->name, p, y, z);
        if (u > lo && u < hi) /* at an end the supremum may lie at infinity */
            ck_assert_msg(fabs(dual + golden_section(below_line, &s, -3000, 3000, &at)) <= 1e-8 * (1 + fabs(dual)),
                          "%s:%g y %g u %g: l* is %g, the supremum %g", loss->name, p, y, u, dual, u * at);
    }
    if (lo > -999)
        ck_assert_double_eq(loss->dual(p, y, lo - 1e-9), INFINITY);
    if (hi < 999)
        ck_assert_double_eq(loss->dual(p, y, hi + 1e-9), INFINITY);
}

START_TEST(test_conjugate)
{
    each_case(check_conjugate);
}
END_TEST

/* ---- the dual step ---------------------------------------------------------------------------------------------------- */

static double step_objective(void *context, double v)
{
    const struct scalar *s = context;

    return s->loss->dual(s->p, s->y, v) - s->z * v + s->q / 2 * (v - s->u) * (v - s->u);
}

static void check_step(const struct loss *loss, double p, double y)
{
    static const double q[] = {0, 1e-300, 1e-12, 1e-6, 0.01, 0.3, 1, 7, 1e3, 1e8, 1e16, 1e24};
    static const double z[] = {0, 1, -1, 0.3, -0.7, 1e-300, 2.5, -4, 30, -30, 500, -500};
    double lo = domain_end(loss, p, y, -1), hi = domain_end(loss, p, y, 1), at;
    struct rng rng;

    rng_seed(&rng, 4);
    for (size_t k = 0; k < sizeof q / sizeof *q; k++)
        for (size_t j = 0; j < sizeof z / sizeof *z; j++)
            for (int trial = 0; trial < 12; trial++) {
                struct scalar s = {loss, p, 0, y, z[j], random_dual(loss, p, y, &rng), q[k]};
                double v = loss->step(p, y, s.z, s.u, s.q), phi = step_objective(&s, v), score = s.z - s.q * (v - s.u);
                double least = golden_section(step_objective, &s, lo, hi, &at);
                ck_assert_msg(isfinite(phi), "%s:%g y %g z %g u %g q %g: left the domain, %.17g", loss->name, p, y, s.z, s.u,
                              s.q, v);
                ck_assert_msg(phi <= least + 1e-11 * (1 + fabs(least)) + s.q * DBL_EPSILON * DBL_EPSILON, /* v is a double */
                              "%s:%g y %g z %g u %.17g q %g: %.17g gives %.17g, %.17g gives %.17g", loss->name, p, y, s.z, s.u,
                              s.q, v, phi, at, least);
                if (q[k] <= 1e3) { /* v is a slope at z - q(v - u) */
                    double l = value(loss, p, 0, y, score), gap = l + loss->dual(p, y, v) - v * score;
                    ck_assert_msg(gap <= 1e-9 * (1 + l + fabs(v * score)), "%s:%g y %g z %g u %g q %g: gap %g", loss->name, p,
                                  y, s.z, s.u, s.q, gap);
                }
            }
}

START_TEST(test_step)
{
    each_case(check_step);
}
END_TEST

/* ---- smoothing -------------------------------------------------------------------------------------------------------- */

static double smoothed_objective(void *context, double v)
{
    const struct scalar *s = context;

    return s->loss->dual(s->p, s->y, v) - s->z * v + s->mu / 2 * v * v;
}

static void check_smoothed(const struct loss *loss, double p, double y)
{
    static const double mu[] = {1e-3, 0.05, 0.7, 10};
    double lo = domain_end(loss, p, y, -1), hi = domain_end(loss, p, y, 1), at, h = 1e-6;
    struct rng rng;

    rng_seed(&rng, 5);
    for (int k = 0; k < 4; k++)
        for (int trial = 0; trial < 300; trial++) {
            double z = 3 * random_normal(&rng), other = 3 * random_normal(&rng), u = slope_mu(loss, p, mu[k], y, z);
            double l = value(loss, p, 0, y, z), l_mu = value(loss, p, mu[k], y, z), slope = loss->slope(p, y, z);
            struct scalar s = {loss, p, mu[k], y, z, 0, 0};
            double tol = 1e-12 * (1 + fabs(l));
            ck_assert(l_mu <= l + tol && l_mu >= l - mu[k] / 2 * slope * slope - tol);
            ck_assert_msg(fabs(l_mu + golden_section(smoothed_objective, &s, lo, hi, &at)) <= 1e-10 * (1 + fabs(l_mu)),
                          "%s:%g y %g z %g mu %g", loss->name, p, y, z, mu[k]);
            ck_assert_double_eq_tol(
                u, (value(loss, p, mu[k], y, z + h) - value(loss, p, mu[k], y, z - h)) / (2 * h),
                2 * h / mu[k] + 1e-8 * (1 + fabs(l)));
            ck_assert_double_le(fabs(u - slope_mu(loss, p, mu[k], y, other)), fabs(z - other) / mu[k] * (1 + 1e-9) + 1e-12);
        }
}

START_TEST(test_smoothed)
{
    each_case(check_smoothed);
}
END_TEST

/* ---- batches ---------------------------------------------------------------------------------------------------------- */

enum { MOST = 100 };

static void check_batch(const struct loss *loss, double p, double label)
{
    static const size_t lengths[] = {0, 1, 2, 7, MOST};
    double y[MOST], c[MOST], z[MOST], d[MOST], cu[MOST], u[MOST], moved[MOST], other[MOST], below, h = 1e-6;
    struct rng rng;

    rng_seed(&rng, 6);
    for (int trial = 0; trial < 100; trial++) {
        size_t n = lengths[trial % 5];
        double t = rng_uniform(&rng) * 2, mu = trial % 3 ? 0 : 0.1, sum = 0, offset = 0, ray = 0, dual = 0, plane, r;
        const struct batch b = {p, mu, n, 1, y, c}, sharp = {p, 0, n, 1, y, c};
        bool kink = false;
        for (size_t i = 0; i < n; i++) {
            y[i] = loss->traits & LOSS_BINARY && rng_below(&rng, 2) ? -label : label;
            c[i] = rng_below(&rng, 5) ? rng_uniform(&rng) : 0;
            z[i] = 3 * random_normal(&rng);
            d[i] = random_normal(&rng);
            other[i] = 3 * random_normal(&rng);
            moved[i] = z[i] + t * d[i];
            u[i] = random_dual(loss, p, y[i], &rng);
            sum += c[i] * value(loss, p, mu, y[i], z[i]);
            offset -= c[i] * loss->dual(p, y[i], slope_mu(loss, p, mu, y[i], z[i]));
            ray += c[i] * d[i] * slope_mu(loss, p, mu, y[i], moved[i]);
            dual += c[i] * loss->dual(p, y[i], u[i]);
            kink = kink || near_kink(loss, p, y[i], moved[i], 10 * h);
        }
        ck_assert_double_le(fabs(loss->value(&b, z) - sum), 1e-13 * (1 + sum));
        r = loss->slopes(&b, z, cu, &below);
        ck_assert_double_le(fabs(r - sum), 1e-13 * (1 + sum));
        ck_assert_double_le(fabs(below - offset), 1e-12 * (1 + fabs(offset)));
        plane = below;
        for (size_t i = 0; i < n; i++) {
            ck_assert_double_le(fabs(cu[i] - c[i] * slope_mu(loss, p, mu, y[i], z[i])), 1e-15 * fabs(cu[i]));
            plane += cu[i] * other[i];
        }
        ck_assert_double_ge(loss->value(&sharp, other), plane - 1e-12 * (1 + fabs(plane)));
        r = loss->ray(&b, z, d, t);
        ck_assert_double_le(fabs(r - ray), 1e-13 * (1 + fabs(ray)) * (double)(n + 1));
        if (!kink) {
            for (size_t i = 0; i < n; i++) {
                other[i] = moved[i] - h * d[i];
                moved[i] += h * d[i];
            }
            plane = (loss->value(&b, moved) - loss->value(&b, other)) / (2 * h);
            ck_assert_double_eq_tol(r, plane, 1e-3 * (1 + fabs(r)));
        }
        ck_assert_double_le(fabs(loss->conjugate(&b, u) - dual), 1e-13 * (1 + fabs(dual)) * (double)(n + 1));
    }
}

START_TEST(test_batch)
{
    each_case(check_batch);
}
END_TEST

/* The slope at lo and the kinks behind it make up the derivative along the line. */
static void check_line(const struct loss *loss, double p, double label)
{
    static const double from[] = {0, 1, -INFINITY, 0.3}, upto[] = {1, INFINITY, INFINITY, 0.9};
    double y[MOST], c[MOST], z[MOST], d[MOST], slope;
    struct kink out[LOSS_KINKS * MOST];
    struct rng rng;

    ck_assert_int_eq(loss->line != NULL, loss->kinks != NULL);
    if (!loss->line)
        return;
    rng_seed(&rng, 7);
    for (int trial = 0; trial < 400; trial++) {
        double lo = from[trial % 4], hi = upto[trial % 4];
        size_t n = trial % 5 ? MOST : 0, count;
        const struct batch b = {p, 0, n, 1, y, c};
        for (size_t i = 0; i < n; i++) {
            static const double still[] = {0, 1e-320, -1e-320}; /* no way, or almost none */
            uint64_t kind = rng_below(&rng, 8);
            y[i] = loss->traits & LOSS_BINARY && rng_below(&rng, 2) ? -label : label;
            c[i] = rng_below(&rng, 5) ? rng_uniform(&rng) : 0;
            z[i] = 3 * random_normal(&rng);
            d[i] = kind < 3 ? still[kind] : 3 * random_normal(&rng);
        }
        count = loss->line(&b, z, d, lo, hi, out, &slope);
        ck_assert_uint_le(count, LOSS_KINKS * n);
        for (size_t k = 0; k < count; k++)
            ck_assert(out[k].at > lo && out[k].at <= hi && isfinite(out[k].at) && out[k].jump >= 0);
        for (int probe = 0; probe < 20; probe++) {
            double t = isfinite(lo) ? lo : -5, sum = slope, nearest = INFINITY;
            t += probe ? rng_uniform(&rng) * (isfinite(hi) ? hi - t : 10) : 1e-9;
            for (size_t k = 0; k < count; k++) {
                sum += out[k].at < t ? out[k].jump : 0;
                nearest = fmin(nearest, fabs(out[k].at - t));
            }
            if (nearest > 1e-9)
                ck_assert_msg(fabs(sum - loss->ray(&b, z, d, t)) <= 1e-12, "%s: slope %g at %g for %g", loss->name,
                              sum, t, loss->ray(&b, z, d, t));
        }
    }
}

START_TEST(test_line)
{
    each_case(check_line);
}
END_TEST

/* ---- extremes --------------------------------------------------------------------------------------------------------- */

static void check_extremes(const struct loss *loss, double p, double y)
{
    static const double far[] = {0, 1e-300, 1e-17, 700, 745, 1e4, 1e8, 1e100}, q[] = {0, 1e-300, 1, 1e8, 1e300};
    bool modest = isfinite(value(loss, p, 0, y, 800)) && isfinite(value(loss, p, 0, y, -800)); /* grows like a power */
    double ends[] = {domain_end(loss, p, y, -1), domain_end(loss, p, y, 1), loss->slope(p, y, 0)};

    for (size_t k = 0; k < 2 * sizeof far / sizeof *far; k++) {
        double z = k % 2 ? -far[k / 2] : far[k / 2], l = value(loss, p, 0, y, z), u = loss->slope(p, y, z);
        ck_assert_msg(!isnan(l) && !isnan(u), "%s z %g: %g, slope %g", loss->name, z, l, u);
        if (fabs(z) <= 700 || modest) {
            ck_assert_msg(isfinite(l) && isfinite(u) && isfinite(loss->dual(p, y, u)), "%s z %g: %g", loss->name, z, l);
            ck_assert_double_ge(l * (1 + 1e-15), u * z - loss->dual(p, y, u));
            ck_assert(isfinite(value(loss, p, 1e-3, y, z)));
        }
        for (size_t j = 0; j < sizeof q / sizeof *q; j++)
            for (int e = 0; e < 3; e++) {
                double v = loss->step(p, y, z, ends[e], q[j]);
                if (fabs(z) <= 700 || modest)
                    ck_assert_msg(isfinite(loss->dual(p, y, v)), "%s:%g y %g z %g u %g q %g: %g", loss->name, p, y, z, ends[e],
                                  q[j], v);
            }
    }
    ck_assert_msg(isnan(value(loss, p, 0, y, NAN)), "%s hides a NaN", loss->name);
}

START_TEST(test_extremes)
{
    each_case(check_extremes);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {test_table, test_known, test_slope, test_traits, test_kinks, test_conjugate, test_step,
                                  test_smoothed, test_batch, test_line, test_extremes};

    return run_tests("loss", sizeof tests / sizeof *tests, tests);
}
