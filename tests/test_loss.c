/* test_loss - every row of loss/list.h against what a convex loss, its conjugate and its dual step must be. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "common.h"
#include "losses.h"
#include "problems.h"
#include "loss/quadratic.h"

/* ---- value, slope, traits --------------------------------------------------------------------------------------------- */

static void check_slope(const struct loss_row *loss, double p, double y)
{
    struct rng rng;

    rng_seed(&rng, 1);
    for (int trial = 0; trial < 3000; trial++) {
        double z = 4 * random_normal(&rng), other = 4 * random_normal(&rng), h = 1e-5;
        double l = value_mu(loss, p, 0, y, z), u = loss->formula->slope(loss_parameter(loss, p), y, z);
        double difference = (value_mu(loss, p, 0, y, z + h) - value_mu(loss, p, 0, y, z - h)) / (2 * h);
        if (!near_kink(loss, p, y, z, h)) /* 1e-4: h times half the greatest curvature, where a smooth piece begins */
            ck_assert_msg(fabs(difference - u) <= 1e-4 * (1 + fabs(u)), "%s:%g y %g z %g: %g for %g", loss->name, p, y, z, u,
                          difference);
        ck_assert_msg(value_mu(loss, p, 0, y, other) >= l + u * (other - z) - 1e-12 * (1 + fabs(l) + fabs(u * (other - z))),
                      "%s:%g y %g: not convex between %g and %g", loss->name, p, y, z, other);
        if (loss->traits & LOSS_POSITIVE)
            ck_assert_double_ge(l, 0);
    }
}

START_TEST(test_slope)
{
    each_loss(check_slope);
}
END_TEST

/* l(z + o, y) - l(0 + o, y) = s (l(z, y') - l(0, y')). */
static void check_shifted(const struct loss_row *loss, double p, double y)
{
    struct rng rng;

    rng_seed(&rng, 9);
    for (int trial = 0; loss->shifted && trial < 300; trial++) {
        double z = 2 * random_normal(&rng), o = random_normal(&rng), moved = y, s = loss->shifted(p, o, &moved);
        double rise = value_mu(loss, p, 0, y, z + o) - value_mu(loss, p, 0, y, o);
        double other = s * (value_mu(loss, p, 0, moved, z) - value_mu(loss, p, 0, moved, 0));
        double size = fabs(value_mu(loss, p, 0, y, z + o)) + fabs(value_mu(loss, p, 0, y, o));
        ck_assert_msg(fabs(rise - other) <= 1e-13 * (1 + size), "%s:%g y %g z %g o %g: %.17g, %.17g", loss->name, p, y, z, o,
                      rise, other);
    }
}

START_TEST(test_shifted)
{
    each_loss(check_shifted);
}
END_TEST

static void check_traits(const struct loss_row *loss, double p, double y)
{
    const double h = 1e-9;
    struct kink kink[LOSS_KINKS];
    double steepest = 0, first;
    int kinks = kinks_of(loss, p, y, &first, kink);

    ck_assert_msg(!(loss->traits & LOSS_SMOOTH) || kinks == 0, "%s", loss->name);
    for (int k = -400; k <= 400 + kinks; k++) {
        double z = k <= 400 ? k * 0.01 : kink[k - 401].at;
        double rise = loss->formula->slope(loss_parameter(loss, p), y, z + h / 2) - loss->formula->slope(loss_parameter(loss, p),
                                                                                                         y, z - h / 2);
        steepest = fmax(steepest, rise / h);
    }
    if (loss->traits & LOSS_LIPSCHITZ)
        ck_assert(domain_end(loss, p, y, 1) < 999 && domain_end(loss, p, y, -1) > -999);
    else
        ck_assert(domain_end(loss, p, y, 1) > 999 || domain_end(loss, p, y, -1) < -999);
    if (loss->traits & LOSS_SMOOTH)
        ck_assert_msg(steepest < 1e5, "%s: its slope jumps", loss->name);
    if (kinks > 0)
        ck_assert_msg(steepest > 1e5, "%s: its slope does not jump", loss->name);
}

START_TEST(test_traits)
{
    each_loss(check_traits);
}
END_TEST

static void check_kinks(const struct loss_row *loss, double p, double y)
{
    struct kink kink[LOSS_KINKS];
    double first;
    struct rng rng;
    int kinks = kinks_of(loss, p, y, &first, kink);

    if (kinks == 0)
        return;
    rng_seed(&rng, 2);
    ck_assert(kinks <= LOSS_KINKS);
    for (int k = 0; k < kinks; k++)
        ck_assert(kink[k].jump > 0 && (k == 0 || kink[k].at >= kink[k - 1].at));
    for (int trial = 0; trial < 1000; trial++) {
        double z = 4 * random_normal(&rng), slope = first, h = 1e-3;
        for (int k = 0; k < kinks; k++)
            slope += kink[k].at < z ? kink[k].jump : 0;
        if (near_kink(loss, p, y, z, h))
            continue;
        ck_assert_double_eq_tol(slope, loss->formula->slope(loss_parameter(loss, p), y, z), 1e-14);
        ck_assert_double_eq_tol(slope, (value_mu(loss, p, 0, y, z + h) - value_mu(loss, p, 0, y, z - h)) / (2 * h), 1e-9);
    }
}

START_TEST(test_kinks)
{
    each_loss(check_kinks);
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
                 {"logistic", 1, 40, 4.2483542552915889953e-18, -4.2483542552915889863e-18},
                 {"exponential", 1, -2, 7.3890560989306502272, -7.3890560989306502272},
                 {"exponential", -1, -40, 4.2483542552915889953e-18, 4.2483542552915889953e-18},
                 {"squared", 3, 1, 2, -2},
                 {"squared-eps-insensitive:0.5", 3, 1, 2.25, -3},
                 {"squared-eps-insensitive:0.5", 3, 3.5, 0, 0},
                 {"absolute", 3, 1, 2, -1},
                 {"absolute", 3, 3.25, 0.25, 1},
                 {"eps-insensitive:0.5", -3, -1, 1.5, 1},
                 {"eps-insensitive:0.5", -3, -3.5, 0, 0},
                 {"eps-insensitive:0", -3, -3.5, 0.5, -1},
                 {"huber:1.5", 3, 2, 0.5, -1},
                 {"huber:1.5", 3, 5, 1.875, 1.5},
                 {"quantile:0.75", 3, 1, 1.5, -0.75},
                 {"quantile:0.75", 3, 5, 0.5, 0.25},
                 {"poisson", 3, 0, 1, -2},
                 {"poisson", 0, 2, 7.3890560989306502272, 7.3890560989306502272},
                 {"gamma", 1, 1, 0.36787944117144232160, 0.63212055882855767840},
                 {"gamma", 3, 0, 0.90138771133189021, -2},
                 {"tweedie:1.5", 0, 2, 5.4365636569180904707, 2.7182818284590452354},
                 {"tweedie:1.5", 4, 0, 2, -3}};

    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        double p = 0;
        const struct loss_row *loss = loss_named(known[k].loss, &p);
        if (!loss)
            continue;
        ck_assert_double_le(fabs(value_mu(loss, p, 0, known[k].y, known[k].z) - known[k].value), 1e-15 * known[k].value);
        ck_assert_double_le(fabs(loss->formula->slope(loss_parameter(loss, p), known[k].y, known[k].z) - known[k].slope),
                            1e-15 * fabs(known[k].slope));
    }
}
END_TEST

START_TEST(test_table)
{
    for (size_t k = 0; loss_at(k); k++) {
        const struct loss_row *loss = loss_at(k);
        ck_assert(loss->name && loss->help && strcspn(loss->name, ": \t") == strlen(loss->name));
        ck_assert_ptr_eq(loss_find(loss->name), loss);
        ck_assert_ptr_ne(loss_find(loss->name + 1), loss);
        if (loss->parameter.name)
            ck_assert(loss->parameter.initial >= loss->parameter.lo && loss->parameter.initial <= loss->parameter.hi);
        ck_assert((loss->formula != NULL) != (loss->make != NULL));
        if (!loss->formula)
            continue;
        ck_assert(loss->formula->value && loss->formula->slopes && loss->formula->ray && loss->formula->conjugate);
        ck_assert(loss->task == TASK_MULTICLASS || (loss->formula->slope && loss->formula->dual && loss->formula->step));
        ck_assert((loss->formula->prox && loss->formula->prox_ray && loss->formula->curvature) == !(loss->traits & LOSS_SCORES));
    }
    ck_assert_ptr_null(loss_find(""));
}
END_TEST

/* ---- the conjugate ---------------------------------------------------------------------------------------------------- */

struct scalar {
    const struct loss_row *loss;
    double p, mu, y, z, u, q;
};

static double below_line(void *context, double z) /* l(z) - uz: its least value is -l*(u) */
{
    const struct scalar *s = context;

    return value_mu(s->loss, s->p, 0, s->y, z) - s->u * z;
}

static void check_conjugate(const struct loss_row *loss, double p, double y)
{
    double lo = domain_end(loss, p, y, -1), hi = domain_end(loss, p, y, 1);
    struct rng rng;

    rng_seed(&rng, 3);
    for (int trial = 0; trial < 1000; trial++) {
        double z = 4 * random_normal(&rng), u = random_dual(loss, p, y, &rng),
               slope = loss->formula->slope(loss_parameter(loss, p), y, z);
        double l = value_mu(loss, p, 0, y, z), dual = loss->formula->dual(loss_parameter(loss, p), y, u), at;
        struct scalar s = {loss, p, 0, y, 0, u, 0};
        ck_assert_msg(isfinite(dual), "%s:%g y %g: l*(%g) = %g", loss->name, p, y, u, dual);
        ck_assert_double_ge(l + dual, u * z - 1e-12 * (1 + fabs(l) + fabs(u * z)));
        ck_assert_msg(fabs(l + loss->formula->dual(loss_parameter(loss, p), y,
                                                   slope) - slope * z) <= 1e-12 * (1 + fabs(l) + fabs(slope * z)),
                      "%s:%g y %g z %g: Fenchel-Young misses equality", loss->name, p, y, z);
        if (u > lo && u < hi) /* at an end the supremum may lie at infinity */
            ck_assert_msg(fabs(dual + golden_section(below_line, &s, -3000, 3000, &at)) <= 1e-8 * (1 + fabs(dual)),
                          "%s:%g y %g u %g: l* is %g, the supremum %g", loss->name, p, y, u, dual, u * at);
    }
    if (lo > -999)
        ck_assert_double_eq(loss->formula->dual(loss_parameter(loss, p), y, lo - 1e-9), INFINITY);
    if (hi < 999)
        ck_assert_double_eq(loss->formula->dual(loss_parameter(loss, p), y, hi + 1e-9), INFINITY);
}

START_TEST(test_conjugate)
{
    each_loss(check_conjugate);
}
END_TEST

/* ---- the dual step ---------------------------------------------------------------------------------------------------- */

/* Beyond such an end, which is none, all that a step or a smoothed slope may be is still to be searched. */
static double search_end(double end)
{
    return fabs(end) < 999 ? end : end * 1e6;
}

static double step_objective(void *context, double v)
{
    const struct scalar *s = context;

    return s->loss->formula->dual(loss_parameter(s->loss, s->p), s->y, v) - s->z * v + s->q / 2 * (v - s->u) * (v - s->u);
}

/* quadratic_moves says whether quadratic_step_one, from u to v, moves; r = 1e-300 moves, but changes few u. */
static void check_moves(const struct quadratic *c, const struct scalar *s, double v)
{
    bool moves = quadratic_moves(c, s->y, s->z, s->u);

    ck_assert(moves || v == s->u);
    if (s->q >= 1e-6 && s->q <= 1e3 && s->z != 1e-300)
        ck_assert_msg(moves == (v != s->u), "y %g z %g u %.17g q %g: %.17g", s->y, s->z, s->u, s->q, v);
}

/* v = loss->formula->step, or quadratic_step_one of its l*. */
static void check_steps(const struct loss_row *loss, double p, double y, const struct quadratic *c)
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
                double v = c ? quadratic_step_one(c, y, s.z, s.u, s.q) : loss->formula->step(loss_parameter(loss, p), y, s.z, s.u,
                                                                                             s.q);
                double phi = step_objective(&s, v), score = s.z - s.q * (v - s.u);
                double least = golden_section(step_objective, &s, search_end(lo), search_end(hi), &at);
                ck_assert_msg(isfinite(phi), "%s:%g y %g z %g u %g q %g: left the domain, %.17g", loss->name, p, y, s.z, s.u,
                              s.q, v);
                ck_assert_msg(phi <= least + 1e-11 * (1 + fabs(least)) + s.q * DBL_EPSILON * DBL_EPSILON, /* v is a double */
                              "%s:%g y %g z %g u %.17g q %g: %.17g gives %.17g, %.17g gives %.17g", loss->name, p, y, s.z, s.u,
                              s.q, v, phi, at, least);
                if (c && q[k] > 0)
                    check_moves(c, &s, v);
                if (q[k] <= 1e3) { /* v is a slope at z - q(v - u) */
                    double l = value_mu(loss, p, 0, y, score),
                           gap = l + loss->formula->dual(loss_parameter(loss, p), y, v) - v * score;
                    ck_assert_msg(fabs(gap) <= 1e-9 * (1 + fabs(l) + fabs(v * score)), "%s:%g y %g z %g u %g q %g: gap %g",
                                  loss->name, p, y, s.z, s.u, s.q, gap);
                }
            }
}

static void check_step(const struct loss_row *loss, double p, double y)
{
    check_steps(loss, p, y, NULL);
    if (loss->quadratic) {
        struct quadratic c = loss->quadratic(p);
        check_steps(loss, p, y, &c);
    }
}

START_TEST(test_step)
{
    each_loss(check_step);
}
END_TEST

/* Points at which Newton's method alternates between the ends of its bracket, or loses the digits of sigma - a next to 1:
 * the step is the slope at z - q (u+ - u). */
START_TEST(test_logistic_step)
{
    static const double t[] = {7.13765, 1.24229e-5, 4.18743}, a[] = {0.88032525917702598, 1, 0.999824};
    static const double q[] = {12.8842, 2e6, 13.4683};
    double p = 0;
    const struct loss_row *loss = loss_named("logistic", &p);

    for (int k = 0; k < 3; k++) {
        double v = loss->formula->step(loss_parameter(loss, p), 1, t[k], -a[k], q[k]);
        ck_assert(v >= -1 && v <= 0);
        ck_assert_double_eq_tol(v, loss->formula->slope(loss_parameter(loss, p), 1, t[k] - q[k] * (v + a[k])), 1e-9);
    }
}
END_TEST

/* dv/dz by differences, where the one on the left agrees with the one on the right. */
static void check_curvature(const struct loss_row *loss, double p, double y)
{
    static const double q[] = {0, 1e-3, 0.3, 1, 50};
    struct rng rng;
    int checked = 0;

    rng_seed(&rng, 6);
    for (int trial = 0; trial < 4000; trial++) {
        const struct formula *f = loss->formula;
        double Q = q[trial % 5], z = 3 * random_normal(&rng), u = random_dual(loss, p, y, &rng), h = 1e-6 * (Q + 0.1);
        double v, left, right, c;
        if (Q == 0 && !(loss->traits & LOSS_SMOOTH))
            continue;
        v = f->step(loss_parameter(loss, p), y, z, u, Q);
        right = (f->step(loss_parameter(loss, p), y, z + h, u, Q) - v) / h;
        left = (v - f->step(loss_parameter(loss, p), y, z - h, u, Q)) / h;
        c = f->curvature(loss_parameter(loss, p), y, v, Q);
        ck_assert(c >= 0 && !(c * Q > 1 + 1e-15));
        if (fabs(left - right) > 1e-3 * (fabs(left) + fabs(right)))
            continue;
        ck_assert_msg(fabs(c - (left + right) / 2) <= 1e-6 * c + 1e-6 * (1 + fabs(v)), "%s:%g y %g z %g u %g q %g: %g for %g",
                      loss->name, p, y, z, u, Q, c, left);
        checked++;
    }
    ck_assert_int_ge(checked, 1500);
}

START_TEST(test_curvature)
{
    each_loss(check_curvature);
}
END_TEST

/* ---- smoothing -------------------------------------------------------------------------------------------------------- */

static double smoothed_objective(void *context, double v)
{
    const struct scalar *s = context;

    return s->loss->formula->dual(loss_parameter(s->loss, s->p), s->y, v) - s->z * v + s->mu / 2 * v * v;
}

static void check_smoothed(const struct loss_row *loss, double p, double y)
{
    static const double mu[] = {1e-3, 0.05, 0.7, 10};
    double lo = search_end(domain_end(loss, p, y, -1)), hi = search_end(domain_end(loss, p, y, 1)), at, h = 1e-6;
    struct rng rng;

    rng_seed(&rng, 5);
    for (int k = 0; k < 4; k++)
        for (int trial = 0; trial < 300; trial++) {
            double z = 3 * random_normal(&rng), other = 3 * random_normal(&rng), u = slope_mu(loss, p, mu[k], y, z);
            double l = value_mu(loss, p, 0, y, z), l_mu = value_mu(loss, p, mu[k], y, z),
                   slope = loss->formula->slope(loss_parameter(loss, p), y, z);
            struct scalar s = {loss, p, mu[k], y, z, 0, 0};
            double tol = 1e-12 * (1 + fabs(l));
            ck_assert(l_mu <= l + tol && l_mu >= l - mu[k] / 2 * slope * slope - tol);
            ck_assert_msg(fabs(l_mu + golden_section(smoothed_objective, &s, lo, hi, &at)) <= 1e-10 * (1 + fabs(l_mu)),
                          "%s:%g y %g z %g mu %g", loss->name, p, y, z, mu[k]);
            ck_assert_double_eq_tol(
                u, (value_mu(loss, p, mu[k], y, z + h) - value_mu(loss, p, mu[k], y, z - h)) / (2 * h),
                2 * h / mu[k] + 1e-8 * (1 + fabs(l)));
            ck_assert_double_le(fabs(u - slope_mu(loss, p, mu[k], y, other)), fabs(z - other) / mu[k] * (1 + 1e-9) + 1e-12);
        }
}

START_TEST(test_smoothed)
{
    each_loss(check_smoothed);
}
END_TEST

RUN_TESTS("loss", test_table, test_known, test_slope, test_shifted, test_traits, test_kinks, test_conjugate,
          test_step, test_logistic_step, test_curvature, test_smoothed)
