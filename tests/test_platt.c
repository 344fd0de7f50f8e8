/* test_platt - the sigmoid's fit against its definition: no slope is left, nothing around is better. */
#include <math.h>

#include "math/rng.h"
#include "train/calibrate.h"
#include "common.h" /* behind ours: check.h has a macro called fail */

enum { MOST = 400 };

/* Minus the log-likelihood of the smoothed targets at A, B, and its slopes; scale is the sum of the slopes' terms. */
static double likelihood(int n, const double *z, const double *y, double A, double B, long double slope[2],
                         long double scale[2])
{
    long double positives = 0, value = 0, high, low;

    for (int i = 0; i < n; i++)
        positives += y[i] > 0;
    high = (positives + 1) / (positives + 2);
    low = 1 / (n - positives + 2);
    slope[0] = slope[1] = 0;
    scale[0] = scale[1] = 0;
    for (int i = 0; i < n; i++) {
        long double f = (long double)A * z[i] + B, t = y[i] > 0 ? high : low, e = expl(-fabsl(f));
        long double p = (f > 0 ? e : 1) / (1 + e); /* 1 / (1 + exp(f)) */
        value += log1pl(e) + (f > 0 ? t * f : (t - 1) * f); /* -t log p - (1 - t) log(1 - p) */
        slope[0] += (t - p) * z[i];
        slope[1] += t - p;
        scale[0] += fabsl((t + p) * z[i]);
        scale[1] += t + p;
    }
    return (double)value;
}

static void fitted(int n, const double *z, const double *y, double *A, double *B)
{
    long double slope[2], scale[2];
    struct error err;

    ck_assert_int_eq(platt_fit((size_t)n, z, y, NULL, A, B, &err), OK);
    ck_assert(isfinite(*A) && isfinite(*B));
    likelihood(n, z, y, *A, *B, slope, scale);
    for (int k = 0; k < 2; k++)
        ck_assert_msg(fabsl(slope[k]) <= 1e-10L * scale[k], "n %d, A %g, B %g: slope %d is %Lg of %Lg", n, *A, *B, k, slope[k],
                      scale[k]);
}

static int random_examples(struct rng *rng, double size, double shift, double noise, double *z, double *y)
{
    int n = 2 + (int)rng_below(rng, MOST - 1);

    for (int i = 0; i < n; i++) {
        double at = rng_uniform(rng) * 4 - 2;
        y[i] = at + noise * (rng_uniform(rng) - 0.5) > 0.5 ? 1 : -1;
        z[i] = (at + shift) * size;
    }
    return n;
}

/* Scales and places of every kind, noisy and separable. */
START_TEST(no_slope_is_left)
{
    static const double sizes[] = {1, 1e-6, 1e6, 1e-200, 1e200, 100}, shifts[] = {0, 10, -1000}, noises[] = {0, 1, 6};
    struct rng rng;

    rng_seed(&rng, 1);
    for (int run = 0; run < 540; run++) {
        double z[MOST], y[MOST], A, B;
        int n = random_examples(&rng, sizes[run % 6], shifts[run / 6 % 3], noises[run / 18 % 3], z, y);
        fitted(n, z, y, &A, &B);
    }
}
END_TEST

/* Few positives and values far out, where full Newton steps lead away. */
START_TEST(heavy_tails)
{
    struct rng rng;

    rng_seed(&rng, 3);
    for (int run = 0; run < 600; run++) {
        double z[MOST], y[MOST], A, B;
        int n = 5 + (int)rng_below(&rng, 300);

        for (int i = 0; i < n; i++) {
            double at = rng_uniform(&rng) - 0.5;
            y[i] = rng_below(&rng, 20) ? -1 : 1;
            z[i] = run % 3 == 0 ? tan(3.1 * at) : run % 3 == 1 ? 1000 * pow(at, 7) + 3 * y[i] : exp(30 * at) * y[i];
        }
        fitted(n, z, y, &A, &B);
    }
}
END_TEST

/* A grid that is refined again and again around its best point finds the same place. */
START_TEST(brute_force)
{
    struct rng rng;

    rng_seed(&rng, 2);
    for (int run = 0; run < 30; run++) {
        double z[MOST], y[MOST], A, B, best, best_a = 0, best_b = 0, reach = 64;
        long double slope[2], scale[2];
        int n = random_examples(&rng, 1, 0.3, run % 2 ? 2 : 5, z, y);

        fitted(n, z, y, &A, &B);
        best = likelihood(n, z, y, 0, 0, slope, scale);
        for (int round = 0; round < 60; round++, reach *= 0.7) {
            double around_a = best_a, around_b = best_b;
            for (int a = -4; a <= 4; a++)
                for (int b = -4; b <= 4; b++) {
                    double at_a = around_a + a * reach / 4, at_b = around_b + b * reach / 4;
                    double value = likelihood(n, z, y, at_a, at_b, slope, scale);
                    if (value < best) {
                        best = value;
                        best_a = at_a;
                        best_b = at_b;
                    }
                }
        }
        ck_assert_double_le(likelihood(n, z, y, A, B, slope, scale), best * (1 + 1e-14));
        ck_assert_double_le(fabs(A - best_a), 1e-5 * (1 + fabs(A)));
        ck_assert_double_le(fabs(B - best_b), 1e-5 * (1 + fabs(B)));
    }
}
END_TEST

/* |A| d <= log((n+ + 1)(n- + 1)), platt.h, d the least difference of unequal values; two values reach it. */
START_TEST(a_bound_on_A)
{
    struct rng rng;
    double most = 0;

    rng_seed(&rng, 4);
    for (int run = 0; run < 3000; run++) {
        double z[12], y[12], A, B, positives = 0, d = INFINITY, bound;
        int n = 2 + (int)rng_below(&rng, 11);
        for (int i = 0; i < n; i++) {
            z[i] = pow(0.1, (double)rng_below(&rng, 8));
            if (run % 3 < 2)
                z[i] = run % 3 == 0 ? (double)rng_below(&rng, 3) : rng_uniform(&rng);
            y[i] = (run % 2 ? rng_uniform(&rng) : z[i]) > 0.5 ? 1 : -1;
            positives += y[i] > 0;
        }
        for (int i = 0; i < n * n; i++)
            if (z[i / n] != z[i % n])
                d = fmin(d, fabs(z[i / n] - z[i % n]));
        fitted(n, z, y, &A, &B);
        if (d == INFINITY)
            continue;
        bound = log((positives + 1) * (n - positives + 1));
        ck_assert_double_le(fabs(A) * d, bound * (1 + 1e-9));
        most = fmax(most, fabs(A) * d / bound);
    }
    ck_assert_double_ge(most, 1 - 1e-9);
}
END_TEST

START_TEST(the_sign)
{
    double z[] = {-2, -1, 1, 2}, y[] = {-1, -1, 1, 1}, A, B;

    fitted(4, z, y, &A, &B);
    ck_assert(A < 0 && fabs(B) < 1e-12); /* large decision values make +1 likely */
    for (int i = 0; i < 4; i++)
        y[i] = -y[i];
    fitted(4, z, y, &A, &B);
    ck_assert(A > 0 && fabs(B) < 1e-12);
}
END_TEST

/* One side only: the smoothed target everywhere. One value only: the share of the targets. Separable with huge margins. */
START_TEST(extremes)
{
    double z[MOST], y[MOST], A, B;
    struct error err;

    for (int i = 0; i < 10; i++) {
        z[i] = i;
        y[i] = 1;
    }
    fitted(10, z, y, &A, &B);
    ck_assert(fabs(A) < 1e-12 && fabs(1 / (1 + exp(B)) - 11.0 / 12) < 1e-12);
    for (int i = 0; i < 10; i++)
        y[i] = -1;
    fitted(10, z, y, &A, &B);
    ck_assert(fabs(A) < 1e-12 && fabs(1 / (1 + exp(B)) - 1.0 / 12) < 1e-12);
    for (int i = 0; i < 10; i++) {
        z[i] = 7;
        y[i] = i < 3 ? 1 : -1;
    }
    fitted(10, z, y, &A, &B);
    ck_assert(fabs(1 / (1 + exp(7 * A + B)) - (3 * 0.8 + 7.0 / 9) / 10) < 1e-12);
    for (int i = 0; i < 10; i++)
        z[i] = 0;
    fitted(10, z, y, &A, &B);
    ck_assert(A == 0);
    for (int i = 0; i < 10; i++)
        z[i] = i < 5 ? 1e-310 : -1e-310;
    ck_assert_int_eq(platt_fit(10, z, y, NULL, &A, &B, &err), OK);
    ck_assert(isfinite(A) && isfinite(B));
    for (int i = 0; i < 10; i++) {
        z[i] = i < 5 ? 1e308 : -1e308;
        y[i] = i < 5 ? 1 : -1;
    }
    ck_assert_int_eq(platt_fit(10, z, y, NULL, &A, &B, &err), OK);
    ck_assert(isfinite(A) && A < 0 && isfinite(B));
    for (int i = 0; i < 10; i++)
        z[i] = i == 0 ? 1e10 : i - 5; /* one far out */
    fitted(10, z, y, &A, &B);
    ck_assert_int_eq(platt_fit(0, z, y, NULL, &A, &B, &err), OK);
    ck_assert(isfinite(A) && isfinite(B));
    z[4] = INFINITY;
    ck_assert_int_eq(platt_fit(10, z, y, NULL, &A, &B, &err), ERR_DATA);
    z[4] = NAN;
    ck_assert_int_eq(platt_fit(10, z, y, NULL, &A, &B, &err), ERR_DATA);
}
END_TEST

RUN_TESTS("platt", no_slope_is_left, heavy_tails, brute_force, a_bound_on_A, the_sign, extremes)
