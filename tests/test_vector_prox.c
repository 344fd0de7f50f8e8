/* test_vector_prox - proximal steps of losses of several scores, and their derivatives. */
#include <math.h>

#include "math/vec.h"
#include "common.h"
#include "loss/loss.h"
#include "problems.h"

enum { MOST = 17 };

/* A loss with k scores and an example of class y. */
struct one {
    const struct loss_row *loss;
    size_t k;
    double p, y;
    struct rng rng;
};

static void each_case(void (*check)(struct one *s))
{
    static const size_t classes[] = {2, 3, 10, MOST};

    for (size_t l = 0; loss_at(l); l++)
        for (size_t c = 0; c < sizeof classes / sizeof *classes && loss_at(l)->task == TASK_MULTICLASS; c++) {
            struct one s = {.loss = loss_at(l), .k = classes[c], .p = loss_at(l)->parameter.initial,
                            .y = (double)(classes[c] / 2)};
            rng_seed(&s.rng, l + c);
            check(&s);
        }
}

static double value(const struct one *s, const double *z)
{
    double c = 1;

    return s->loss->formula->value(&(struct batch){loss_parameter(s->loss, s->p), 0, 1, s->k, &s->y, {&c, 0}}, z);
}

/* One row of weight 0.5 at z + t d. */
static double prox_at(const struct one *s, double q, const double *alpha, const double *z, double t, const double *d, double *v,
                      double *u, double *h, double *offset)
{
    double c = 0.5, at[MOST];

    vec_combine(s->k, 1, z, t, d, at);
    return s->loss->formula->prox(&(struct batch){loss_parameter(s->loss, s->p), 0, 1, s->k, &s->y, {&c, 0}},
                                  &(struct prox){q, alpha, at, v, u, h},
                                  offset);
}

/* v is the dual step; the product with its derivative by differences, where those of both sides agree; h is the diagonal. */
static void check_prox(struct one *s)
{
    const struct formula *f = s->loss->formula;
    double z[MOST], d[MOST], alpha[MOST], v[MOST], u[MOST], h[MOST], to[MOST], left[MOST], right[MOST], other[MOST];
    double c = 0.5, e = 1e-6, offset;
    const struct batch b = {loss_parameter(s->loss, s->p), 0, 1, s->k, &s->y, {&c, 0}};
    int alike = 0;

    for (int trial = 0; trial < 60; trial++) {
        double q = s->loss->traits & LOSS_SMOOTH ? 0 : 0.3 + rng_uniform(&s->rng), value_at, l, kinks = 0;
        struct prox x = {q, alpha, z, v, u, h};
        for (size_t o = 0; o < s->k; o++) {
            z[o] = random_normal(&s->rng);
            d[o] = random_normal(&s->rng);
            other[o] = random_normal(&s->rng);
        }
        vec_fill(s->k, 0, alpha);
        f->vector_step(loss_parameter(s->loss, s->p), s->k, s->y, other, alpha, 0.5);
        value_at = prox_at(s, q, alpha, z, 0, d, v, u, h, &offset);
        ck_assert_double_eq(value_at, c * value(s, z));
        ck_assert_double_le(vec_dot(s->k, u, other) + offset, c * value(s, other) + 1e-13);
        vec_copy(s->k, alpha, right);
        if (q > 0)
            f->vector_step(loss_parameter(s->loss, s->p), s->k, s->y, z, right, q);
        else
            f->vector_slope(loss_parameter(s->loss, s->p), s->k, s->y, z, right);
        for (size_t o = 0; o < s->k; o++)
            ck_assert(v[o] == right[o] && u[o] == c * v[o]);
        l = f->prox_ray(&b, &x, d, e);
        f->prox_bend(&b, &x, d, to);
        prox_at(s, q, alpha, z, e, d, NULL, right, other, NULL);
        prox_at(s, q, alpha, z, -e, d, NULL, left, other, NULL);
        ck_assert_double_eq_tol(l, vec_dot(s->k, right, d), 1e-14);
        for (size_t o = 0; o < s->k; o++)
            kinks = fmax(kinks, fabs(right[o] + left[o] - 2 * u[o]));
        for (size_t o = 0; o < s->k && kinks < 1e-5 * e; o++)
            ck_assert_msg(fabs(to[o] - (right[o] - left[o]) / (2 * e)) <= 1e-5, "%s: %g for %g", s->loss->name, to[o],
                          (right[o] - left[o]) / (2 * e));
        alike += kinks < 1e-5 * e;
        for (size_t o = 0; o < s->k; o++) {
            for (size_t j = 0; j < s->k; j++)
                d[j] = j == o;
            f->prox_bend(&b, &x, d, to);
            ck_assert_double_eq_tol(to[o], h[o], 1e-15);
        }
        vec_fill(s->k, 1, d); /* differences of scores alone */
        f->prox_bend(&b, &x, d, to);
        for (size_t o = 0; o < s->k; o++)
            ck_assert_double_eq_tol(to[o], 0, 1e-15);
    }
    ck_assert_int_ge(alike, 30);
}

START_TEST(test_prox)
{
    each_case(check_prox);
}
END_TEST

RUN_TESTS("vector_prox", test_prox)
