/* test_reg_limits - regularizers at corners, at caps, with numbers of very different sizes and with none. */
#include <float.h>
#include <math.h>

#include "math/vec.h"
#include "common.h"
#include "problems.h"
#include "reg/reg.h"

/* Numbers so large that what is left of them in the ball is less than their rounding. */
START_TEST(test_ball_rounding)
{
    const struct reg *ball = reg_find("elastic-ball");
    double p[2] = {1, 1}, g[3] = {1e17, -1e17, 1e17}, w[3];

    ball->prox(p, 3, 1, 0, g, g, w);
    for (int j = 0; j < 3; j++)
        ck_assert_double_le(fabs(w[j] + copysign(1.0 / 3, g[j])), 1e-15);
    ck_assert(ball->conjugate(p, 3, 1, -1, g) == 1e17);
}
END_TEST

/* Slopes whose squares overflow: the maximiser is that of a slope of size 1, up to the quadratic term, and the conjugate is
 * <s, w> but for lambda |w|^2/2: a smaller one would be a bound that does not hold. */
START_TEST(test_ball_overflow)
{
    const struct reg *ball = reg_find("elastic-ball");
    const double s[4] = {3, -1, 0.5, 2.5};

    for (double ratio = 0; ratio <= 1; ratio += 0.25)
        for (double radius = 1e-9; radius < 1e10; radius *= 1e3) {
            double p[2] = {radius, ratio}, g[4], small[4], w[4], most = 0;
            for (int j = 0; j < 4; j++)
                g[j] = -1e30 * s[j];
            ball->prox(p, 4, 1, 0, g, g, small); /* so large that Omega is nothing beside <s, w> */
            for (double size = 1e60; size < 1e306; size *= 1e15) {
                for (int j = 0; j < 4; j++)
                    g[j] = -size * s[j];
                ball->prox(p, 4, 1, 0, g, g, w);
                most = ball->conjugate(p, 4, 1, -1, g) / size;
                for (int j = 0; j < 4; j++)
                    ck_assert_msg(fabs(w[j] - small[j]) <= 1e-7 * sqrt(vec_sqnorm(4, small)), /* |s| - cut cancels */
                                  "ratio %g, radius %g, size %g: %g, not %g", ratio, radius, size, w[j], small[j]);
                ck_assert_msg(fabs(most - vec_dot(4, s, w)) <= 1e-12 * most, "ratio %g, radius %g, size %g", ratio, radius,
                              size);
                ck_assert(isfinite(ball->value(p, 4, w)));
            }
            g[0] = -1e308;
            ck_assert(ball->conjugate(p, 4, 1e-3, -1, g) == INFINITY);
        }
}
END_TEST

/* Half of many weights at the cap, the others 0, as the slopes are too far apart for any between: no hard case. */
START_TEST(test_entropy_wide)
{
    enum { WIDE = 100000 };
    static double g[WIDE];
    const struct reg *entropy = reg_find("entropy");
    double p[2] = {WIDE / 2};

    for (int64_t j = 0; j < WIDE; j++)
        g[j] = 1e4 * (double)(j * 7919 % WIDE);
    entropy->prox(p, WIDE, 1, 0, g, g, g);
    for (int64_t j = 0; j < WIDE; j++)
        ck_assert(g[j] == (j * 7919 % WIDE < WIDE / 2 ? 2.0 / WIDE : 0));
}
END_TEST

/* Where lambda dwarfs the slopes: the mean of s and half its variance over lambda, to the last digits of s. */
START_TEST(test_entropy_flat)
{
    const struct reg *entropy = reg_find("entropy");
    double p[2] = {1}, s[4] = {1, 2, 4, -3};

    for (double lambda = 1e3; lambda < 1e20; lambda *= 10)
        ck_assert_double_le(fabs(entropy->conjugate(p, 4, lambda, 1, s) - 1 - 6.5 / (2 * lambda)),
                            10 / (lambda * lambda) + 1e-15);
    p[0] = 4;
    ck_assert_double_le(fabs(entropy->conjugate(p, 4, 1e10, 1, s) - 1), 4e-16);
}
END_TEST

/* At a corner of the simplex, where nearly nothing is left for the other entries, the derivative is small, not infinite. */
START_TEST(test_entropy_corner)
{
    const struct reg *entropy = reg_find("entropy");
    double p[2] = {1}, g[3], w[3], d[4][3], *column[4] = {d[0], d[1], d[2], d[3]};

    for (p[0] = 1; p[0] < 3; p[0] += 0.5)
        for (double lambda = 1e-3; lambda < 10; lambda *= 10)
            for (double spread = 1; spread < 2000; spread *= 1.01) {
                g[0] = -spread * lambda;
                g[1] = g[2] = 0;
                entropy->prox(p, 3, lambda, 0, g, g, w);
                for (int k = 0; k < 4; k++)
                    for (int j = 0; j < 3; j++)
                        d[k][j] = k == j || k == 3; /* the entries of H, and H 1 = 0 */
                entropy->bend(p, 3, lambda, 0, g, g, w, 4, column);
                ck_assert_double_le(fabs(w[0] + w[1] + w[2] - 1), 1e-15);
                for (int j = 0; j < 3; j++) {
                    ck_assert(d[j][j] >= 0 && d[j][j] <= 1 / lambda);
                    ck_assert_double_le(fabs(d[3][j]), 1e-14 / lambda);
                }
            }
}
END_TEST

/* The edge moves down on ties within rounding until no entry is left but those that are 0. */
START_TEST(test_entropy_tie)
{
    const struct reg *entropy = reg_find("entropy");
    const double p[2] = {2}, centre[5] = {0.5, 0.5, 0, 0, 0}, g[5] = {0, 4 * DBL_EPSILON / 2, 0, 0, 0};
    double w[5];

    entropy->prox(p, 5, 1, 1, centre, g, w);
    for (int j = 0; j < 5; j++)
        ck_assert_double_le(fabs(w[j] - centre[j]), 1e-15);
}
END_TEST

/* No slope that is NaN makes a bound or a point. */
START_TEST(test_nan)
{
    double w[3], centre[3], p[REG_PARAMETERS];

    for (size_t k = 0; reg_at(k); k++)
        for (int j = 0; j < 3; j++) {
            const struct reg *reg = reg_at(k);
            double s[3] = {0.5, 2, -3}, sum = 0;
            s[j] = NAN;
            reg_named(reg->name, p);
            vec_fill(3, 1.0 / 3, centre);
            ck_assert_msg(!(reg->conjugate(p, 3, 0.1, -1, s) < INFINITY), "%s: NaN at %d", reg->name, j);
            reg->prox(p, 3, 0.1, 1, centre, s, w);
            for (int i = 0; i < 3; i++)
                sum += w[i];
            ck_assert_msg(isnan(sum), "%s: NaN at %d", reg->name, j);
        }
}
END_TEST

RUN_TESTS("reg_limits", test_ball_rounding, test_ball_overflow, test_entropy_wide,
          test_entropy_flat, test_entropy_corner, test_entropy_tie, test_nan)
