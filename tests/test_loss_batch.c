/* test_loss_batch - every row of loss/list.h: many examples at once, along lines, and far out. */
#include <math.h>

#include "common.h"
#include "losses.h"
#include "loss/line.h"
#include "problems.h"

/* ---- batches ---------------------------------------------------------------------------------------------------------- */

enum { MOST = 100 };

static void check_batch(const struct loss_row *loss, double p, double label)
{
    static const size_t lengths[] = {0, 1, 2, 7, MOST};
    double y[MOST], c[MOST], z[MOST], d[MOST], cu[MOST], u[MOST], moved[MOST], other[MOST], below, h = 1e-6;
    struct rng rng;

    rng_seed(&rng, 6);
    for (int trial = 0; trial < 100; trial++) {
        size_t n = lengths[trial % 5];
        double t = rng_uniform(&rng) * 2, mu = trial % 3 ? 0 : 0.1, sum = 0, offset = 0, ray = 0, dual = 0, plane, size, r;
        const struct batch b = {loss_parameter(loss, p), mu, n, 1, y, {c, 0}},
                           sharp = {loss_parameter(loss, p), 0, n, 1, y, {c, 0}};
        bool kink = false;
        for (size_t i = 0; i < n; i++) {
            y[i] = loss->task == TASK_BINARY && rng_below(&rng, 2) ? -label : label;
            c[i] = rng_below(&rng, 5) ? rng_uniform(&rng) : 0;
            z[i] = 3 * random_normal(&rng);
            d[i] = random_normal(&rng);
            other[i] = 3 * random_normal(&rng);
            moved[i] = z[i] + t * d[i];
            u[i] = random_dual(loss, p, y[i], &rng);
            sum += c[i] * value_mu(loss, p, mu, y[i], z[i]);
            offset -= c[i] * loss->formula->dual(loss_parameter(loss, p), y[i], slope_mu(loss, p, mu, y[i], z[i]));
            ray += c[i] * d[i] * slope_mu(loss, p, mu, y[i], moved[i]);
            dual += c[i] * loss->formula->dual(loss_parameter(loss, p), y[i], u[i]);
            kink = kink || near_kink(loss, p, y[i], moved[i], 10 * h);
        }
        ck_assert_double_le(fabs(loss->formula->value(&b, z) - sum), 1e-13 * (1 + fabs(sum)));
        r = loss->formula->slopes(&b, z, cu, &below);
        ck_assert_double_le(fabs(r - sum), 1e-13 * (1 + fabs(sum)));
        ck_assert_double_le(fabs(below - offset), 1e-12 * (1 + fabs(offset)));
        plane = below;
        size = fabs(below);
        for (size_t i = 0; i < n; i++) {
            ck_assert_double_le(fabs(cu[i] - c[i] * slope_mu(loss, p, mu, y[i], z[i])), 1e-15 * fabs(cu[i]));
            plane += cu[i] * other[i];
            size += fabs(cu[i] * other[i]);
        }
        ck_assert_double_ge(loss->formula->value(&sharp, other), plane - 1e-14 * (1 + size));
        r = loss->formula->ray(&b, z, d, t);
        ck_assert_double_le(fabs(r - ray), 1e-13 * (1 + fabs(ray)) * (double)(n + 1));
        if (!kink) {
            for (size_t i = 0; i < n; i++) {
                other[i] = moved[i] - h * d[i];
                moved[i] += h * d[i];
            }
            plane = (loss->formula->value(&b, moved) - loss->formula->value(&b, other)) / (2 * h);
            ck_assert_double_eq_tol(r, plane, 1e-3 * (1 + fabs(r)));
        }
        ck_assert_double_le(fabs(loss->formula->conjugate(&b, u) - dual), 1e-13 * (1 + fabs(dual)) * (double)(n + 1));
    }
}

START_TEST(test_batch)
{
    each_loss(check_batch);
}
END_TEST

/* The slope at lo and the kinks behind it make up the derivative along the line. */
static void check_line(const struct loss_row *loss, double p, double label)
{
    static const double from[] = {0, 1, -INFINITY, 0.3}, upto[] = {1, INFINITY, INFINITY, 0.9};
    double y[MOST], c[MOST], z[MOST], d[MOST], slope;
    struct kink out[LOSS_KINKS * MOST];
    struct rng rng;

    if (!loss->quadratic || quadratic_kinks(loss->quadratic(p)) == 0)
        return;
    rng_seed(&rng, 7);
    for (int trial = 0; trial < 400; trial++) {
        double lo = from[trial % 4], hi = upto[trial % 4];
        size_t n = trial % 5 ? MOST : 0, count;
        const struct batch b = {loss_parameter(loss, p), 0, n, 1, y, {c, 0}};
        struct line line = {.l = b.p.l, .most = quadratic_kinks(b.p.l), .y = y, .z = z, .d = d, .c = b.c};
        for (size_t i = 0; i < n; i++) {
            static const double still[] = {0, 1e-320, -1e-320}; /* no way, or almost none */
            uint64_t kind = rng_below(&rng, 8);
            y[i] = loss->task == TASK_BINARY && rng_below(&rng, 2) ? -label : label;
            c[i] = rng_below(&rng, 5) ? rng_uniform(&rng) : 0;
            z[i] = 3 * random_normal(&rng);
            d[i] = kind < 3 ? still[kind] : 3 * random_normal(&rng);
        }
        slope = 0;
        line.parts = &(struct parts){.par = &(struct par){.threads = 1}, .count = 1, .cut = {0, (int64_t)n}};
        count = line_kinks(&line, lo, hi, out, &slope);
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
                ck_assert_msg(fabs(sum - loss->formula->ray(&b, z, d, t)) <= 1e-12, "%s: slope %g at %g for %g", loss->name,
                              sum, t, loss->formula->ray(&b, z, d, t));
        }
    }
}

START_TEST(test_line)
{
    each_loss(check_line);
}
END_TEST

/* ---- extremes --------------------------------------------------------------------------------------------------------- */

static void check_extremes(const struct loss_row *loss, double p, double y)
{
    static const double far[] = {0, 1e-300, 1e-17, 700, 745, 1e4, 1e8, 1e100}, q[] = {0, 1e-300, 1, 1e8, 1e300};
    bool modest = isfinite(value_mu(loss, p, 0, y, 1e4)) && isfinite(value_mu(loss, p, 0, y, -1e4)); /* grows like a power */
    double ends[] = {domain_end(loss, p, y, -1), domain_end(loss, p, y, 1), loss->formula->slope(loss_parameter(loss, p), y, 0)};

    for (size_t k = 0; k < 2 * sizeof far / sizeof *far; k++) {
        double z = k % 2 ? -far[k / 2] : far[k / 2], l = value_mu(loss, p, 0, y, z),
               u = loss->formula->slope(loss_parameter(loss, p), y, z);
        ck_assert_msg(!isnan(l) && !isnan(u), "%s z %g: %g, slope %g", loss->name, z, l, u);
        if (fabs(z) <= 700 || modest) {
            ck_assert_msg(isfinite(l) && isfinite(u) && isfinite(loss->formula->dual(loss_parameter(loss, p), y, u)),
                          "%s z %g: %g", loss->name, z, l);
            ck_assert_double_ge(l + 1e-15 * (fabs(l) + 4 * fabs(u * z)),
                                u * z - loss->formula->dual(loss_parameter(loss, p), y, u));
            ck_assert(isfinite(value_mu(loss, p, 1e-3, y, z)));
        }
        for (size_t j = 0; j < sizeof q / sizeof *q; j++)
            for (int e = 0; e < 3; e++) {
                double v = loss->formula->step(loss_parameter(loss, p), y, z, ends[e], q[j]);
                ck_assert_msg(!isnan(v), "%s:%g y %g z %g u %g q %g: no number", loss->name, p, y, z, ends[e], q[j]);
                if (fabs(z) <= 700 || modest)
                    ck_assert_msg(isfinite(loss->formula->dual(loss_parameter(loss, p), y, v)), "%s:%g y %g z %g u %g q %g: %g",
                                  loss->name, p, y, z, ends[e], q[j], v);
            }
    }
    ck_assert_msg(isnan(value_mu(loss, p, 0, y, NAN)), "%s hides a NaN", loss->name);
    for (int side = -1; side <= 1; side += 2) { /* what overflows is infinite in a batch too, its plane nowhere */
        const double c[] = {0.5, 0.25}, labels[] = {y, y}, z[] = {800 * side, 0.3}, d[] = {side, 0};
        const struct batch b = {loss_parameter(loss, p), 0, 2, 1, labels, {c, 0}};
        double cu[2], below, l = value_mu(loss, p, 0, y, z[0]), sum = loss->formula->slopes(&b, z, cu, &below);
        ck_assert_double_eq(loss->formula->value(&b, z), sum);
        ck_assert_double_eq(loss->formula->ray(&b, z, d, 0), side * cu[0]);
        if (isfinite(l))
            ck_assert(isfinite(sum) && isfinite(below) && isfinite(cu[0]));
        else
            ck_assert(sum == INFINITY && below == -INFINITY && side * cu[0] == INFINITY && isfinite(cu[1]));
    }
}

START_TEST(test_extremes)
{
    each_loss(check_extremes);
}
END_TEST

/* An example without weight, as one that is held out, counts for nothing, wherever its score is. */
static void check_weightless(const struct loss_row *loss, double p, double label)
{
    for (int k = 0; k < 4; k++) {
        const double y[2] = {label, label}, c[2] = {0.5, 0}, z[2] = {0.3, k % 2 ? 1e300 : -1e300}, d[2] = {1, 1};
        const double u[2] = {loss->formula->slope(loss_parameter(loss, p), label, 0.3), k % 2 ? 1e300 : -1e300},
                     mu = k < 2 ? 0 : 0.1;
        const struct batch both = {loss_parameter(loss, p), mu, 2, 1, y, {c, 0}},
                           one = {loss_parameter(loss, p), mu, 1, 1, y, {c, 0}};
        double cu[2], below[2];
        ck_assert_double_eq(loss->formula->value(&both, z), loss->formula->value(&one, z));
        ck_assert_double_eq(loss->formula->slopes(&both, z, cu, &below[0]), loss->formula->slopes(&one, z, cu, &below[1]));
        ck_assert_double_eq(below[0], below[1]);
        loss->formula->slopes(&both, z, cu, &below[0]);
        ck_assert_double_eq(cu[1], 0);
        ck_assert_double_eq(loss->formula->ray(&both, z, d, 0.5), loss->formula->ray(&one, z, d, 0.5));
        ck_assert_double_eq(loss->formula->conjugate(&both, u), loss->formula->conjugate(&one, u));
    }
}

START_TEST(test_weightless)
{
    each_loss(check_weightless);
}
END_TEST

RUN_TESTS("loss_batch", test_batch, test_line, test_extremes, test_weightless)
