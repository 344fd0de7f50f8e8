/* test_reg - every row of reg/list.h: value, conjugate and prox against what they are defined to be. */
#include "reg/reg.h"

#include <math.h>
#include <string.h>

#include "base/vec.h"
#include "common.h"
#include "problems.h"

enum { MOST = 50 };

static const double p[REG_PARAMETERS];

/* <g, w> + lambda Omega(w) + S/2 |w - centre|^2 */
static double prox_objective(const struct reg *reg, size_t n, double lambda, double S, const double *centre, const double *g,
                             const double *w)
{
    double distance = 0;

    for (size_t j = 0; j < n; j++)
        distance += (w[j] - centre[j]) * (w[j] - centre[j]);
    return vec_dot(n, g, w) + lambda * reg->value(p, n, w) + S / 2 * distance;
}

START_TEST(test_table)
{
    for (size_t k = 0; reg_at(k); k++) {
        const struct reg *reg = reg_at(k);
        ck_assert(reg->name && reg->help && reg->value && reg->conjugate && reg->curvature && reg->prox);
        ck_assert_ptr_eq(reg_find(reg->name, strlen(reg->name)), reg);
        ck_assert_ptr_null(reg_find(reg->name, strlen(reg->name) - 1));
        ck_assert_int_eq(!!(reg->traits & REG_STRONG), reg->curvature(p) > 0);
    }
}
END_TEST

/* Omega(0) = 0 is its least value; Omega is convex, and more so by its curvature. */
START_TEST(test_value)
{
    double w[MOST], v[MOST], mid[MOST];
    struct rng rng;

    rng_seed(&rng, 1);
    for (size_t k = 0; reg_at(k); k++)
        for (size_t n = 0; n <= MOST; n++) {
            const struct reg *reg = reg_at(k);
            double t = rng_uniform(&rng), distance = 0, chord;
            random_vector(&rng, n, 2, w);
            random_vector(&rng, n, 1, v);
            for (size_t j = 0; j < n; j++)
                distance += (w[j] - v[j]) * (w[j] - v[j]);
            vec_combine(n, t, w, 1 - t, v, mid);
            chord = t * reg->value(p, n, w) + (1 - t) * reg->value(p, n, v) - reg->curvature(p) / 2 * t * (1 - t) * distance;
            ck_assert_double_le(reg->value(p, n, mid), chord + 1e-13 * (1 + fabs(chord)));
            if (reg->traits & REG_QUADRATIC) {
                double half = 0;
                for (size_t j = 0; j < n; j++)
                    half += w[j] * w[j] / 2;
                ck_assert_double_le(fabs(reg->value(p, n, w) - half), 1e-14 * half);
                ck_assert_double_eq(reg->curvature(p), 1);
            }
            vec_fill(n, 0, w);
            ck_assert(reg->value(p, n, w) == 0);
            ck_assert(reg->value(p, n, v) >= 0);
        }
}
END_TEST

/* Psi*(s) >= <s, w> - lambda Omega(w), with equality at the maximiser, which is a prox step with S = 0. */
START_TEST(test_conjugate)
{
    double s[MOST], w[MOST], g[MOST], zeros[MOST] = {0};
    struct rng rng;

    rng_seed(&rng, 2);
    for (size_t k = 0; reg_at(k); k++)
        for (size_t n = 0; n <= MOST; n++) {
            const struct reg *reg = reg_at(k);
            double lambda = exp(3 * random_normal(&rng)), scale = random_normal(&rng), conjugate;
            random_vector(&rng, n, 1, s);
            random_vector(&rng, n, 1, w);
            conjugate = reg->conjugate(p, n, lambda, scale, s);
            ck_assert_double_ge(conjugate * (1 + 1e-12) + 1e-12, scale * vec_dot(n, s, w) - lambda * reg->value(p, n, w));
            vec_combine(n, -scale, s, 0, s, g);
            if (reg->curvature(p) > 0) {
                reg->prox(p, n, lambda, 0, zeros, g, w);
                ck_assert_double_le(fabs(conjugate + vec_dot(n, g, w) + lambda * reg->value(p, n, w)), 1e-12 * (1 + conjugate));
            }
            ck_assert_double_le(fabs(reg->conjugate(p, n, lambda, -1, g) - conjugate), 1e-13 * conjugate);
            ck_assert(reg->conjugate(p, n, lambda, 1, zeros) == 0);
        }
}
END_TEST

/* The prox is the minimum: every other point is worse by at least (S + lambda curvature)/2 of its squared distance. */
START_TEST(test_prox)
{
    double centre[MOST], g[MOST], w[MOST], other[MOST], place[MOST];
    struct rng rng;

    rng_seed(&rng, 3);
    for (size_t k = 0; reg_at(k); k++)
        for (int trial = 0; trial < 2000 && reg_at(k)->prox; trial++) {
            const struct reg *reg = reg_at(k);
            size_t n = (size_t)rng_below(&rng, MOST) + 1;
            double lambda = exp(3 * random_normal(&rng)), S = exp(3 * random_normal(&rng)), least, there;
            double scale = pow(10, -(double)rng_below(&rng, 6)), distance;
            random_vector(&rng, n, 2, centre);
            random_vector(&rng, n, 2, g);
            reg->prox(p, n, lambda, S, centre, g, w);
            least = prox_objective(reg, n, lambda, S, centre, g, w);
            random_vector(&rng, n, scale, other);
            distance = vec_sqnorm(n, other);
            vec_add(n, 1, w, other);
            there = prox_objective(reg, n, lambda, S, centre, g, other);
            ck_assert_double_ge(there, least + (S + lambda * reg->curvature(p)) / 2 * distance -
                                           1e-11 * (1 + fabs(least) + fabs(there) + S));
            vec_copy(n, g, place);
            reg->prox(p, n, lambda, S, centre, place, place); /* w may be g */
            ck_assert_mem_eq(place, w, n * sizeof *w);
            vec_copy(n, centre, place);
            reg->prox(p, n, lambda, S, place, g, place); /* or the centre */
            ck_assert_mem_eq(place, w, n * sizeof *w);
        }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {test_table, test_value, test_conjugate, test_prox};

    return run_tests("reg", sizeof tests / sizeof *tests, tests);
}
