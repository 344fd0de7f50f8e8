/* test_master - the master problem under every regularizer, its proximal weight, and the search
 * between two planes. */
#include "solve/planes/master.h"

#include <math.h>

#include "math/vec.h"
#include "common.h"
#include "problems.h"

enum { DIM = 6, MANY = 25 };

/* A problem whose risk is known by its planes only. */
struct toy {
    struct risk risk;
    struct problem p;
    double reg_p[REG_PARAMETERS], centre[DIM];
    struct master master;
    struct rng rng;
};

static void toy_init(struct toy *t, const struct reg *reg, uint64_t seed)
{
    *t = (struct toy){.risk = {.dim = DIM, .traits = RISK_BOUNDED, .at_zero = 1}};
    rng_seed(&t->rng, seed);
    for (int k = 0; k < REG_PARAMETERS; k++)
        t->reg_p[k] = reg->parameter[k].initial;
    t->p = (struct problem){
        .risk = &t->risk, .reg = reg, .reg_p = t->reg_p, .lambda = exp(random_normal(&t->rng))};
    if (!problem_start(&t->p, t->centre) || reg->traits & REG_EUCLIDEAN)
        random_vector(&t->rng, reg->traits & REG_EUCLIDEAN ? DIM : 0, 1, t->centre);
    if (isinf(problem_regularizer(&t->p, t->centre))) /* into the ball */
        vec_scale(DIM, 0.1, t->centre);
    ck_assert_int_eq(master_init(&t->master, &t->p, MANY, 2), OK);
}

static void add_plane(struct toy *t)
{
    double a[DIM];

    random_vector(&t->rng, DIM, 1, a);
    ck_assert_int_eq(master_add(&t->master, a, random_normal(&t->rng) - 1), OK);
}

/* Psi(w) + S Delta(w, centre) */
static double terms(const struct toy *t, double S, const double *w)
{
    return problem_regularizer(&t->p, w) +
           (S > 0 ? S * reg_distance(t->p.reg, DIM, w, t->centre) : 0);
}

/* The master problem's value at w, less its dual's at alpha: at least the error of either, and 0 at
 * the solution. */
static double duality_gap(const struct toy *t, int k, double S, const double *w)
{
    const struct planes *s = &t->master.planes;
    double a[DIM], v[DIM], top = -INFINITY;

    for (size_t j = 0; j < s->count; j++)
        top = fmax(top, vec_dot(DIM, s->a[j], w) + s->b[j]);
    planes_combine(s, k, 1, a);
    problem_prox(&t->p, 1, S, t->centre, a, v);
    return top + terms(t, S, w) - (planes_offset(s, k) + vec_dot(DIM, a, v) + terms(t, S, v));
}

/* By both duals, with and without a proximal term, plane after plane: by closed form or by Newton's
 * method. */
START_TEST(test_minimise)
{
    for (size_t i = 0; reg_at(i); i++)
        for (uint64_t seed = 1; seed <= 20; seed++) {
            struct toy t;
            double a[DIM], w[DIM], D, S;
            toy_init(&t, reg_at(i), seed);
            for (int k = 0; k < MANY - 1; k++) {
                struct target target = {.centre = t.centre,
                                        .primal = 1,
                                        .gap = 1,
                                        .tolerance = 1e-9,
                                        .trial = -INFINITY};
                add_plane(&t);
                S = exp(2 * random_normal(&t.rng));
                if (reg_at(i)->traits & REG_EUCLIDEAN) {
                    master_prox(&t.master, 0, S, t.centre, 1e-9, w);
                    D = duality_gap(&t, 0, S, w);
                    ck_assert_msg(D >= -1e-11 && D <= 2e-9, "%s: gap %g with S %g", reg_at(i)->name,
                                  D, S);
                }
                if (master_stabilises(&t.master))
                    continue;
                D = master_minimise(&t.master, 1, &target, a, w);
                ck_assert_msg(fabs(duality_gap(&t, 1, 0, w)) <= 2e-9, "%s: gap %g", reg_at(i)->name,
                              duality_gap(&t, 1, 0, w));
                ck_assert_double_eq(D, problem_dual(&t.p, a, planes_offset(&t.master.planes, 1)));
            }
            master_free(&t.master);
        }
}
END_TEST

/* Newton's method where the planes make it hard: twins, parallel ones, slopes of 1e-6 to 1e6, the
 * solution at a kink. */
START_TEST(test_newton)
{
    for (size_t i = 0; reg_at(i); i++)
        for (uint64_t seed = 1; seed <= 30 && !master_is_quadratic(reg_at(i)); seed++) {
            struct toy t;
            struct newton *newton;
            double a[DIM], w[DIM], b, S, gap, size = 0;
            toy_init(&t, reg_at(i), seed);
            for (int k = 0; k < 12; k++) {
                double scale = pow(10, 12 * rng_uniform(&t.rng) - 6);
                random_vector(&t.rng, DIM, k % 3 ? scale : 1, a);
                if (k % 4 == 3)
                    vec_combine(DIM, k % 8 == 3 ? 1 : 2, t.master.planes.a[k - 1], 0, a, a);
                b = k % 8 == 3 ? t.master.planes.b[k - 1] : random_normal(&t.rng);
                ck_assert_int_eq(planes_add(&t.master.planes, a, b), OK);
                size = fmax(size, sqrt(vec_sqnorm(DIM, a)));
            }
            newton = newton_new(&t.p, &t.master.planes);
            ck_assert(newton && newton_reserve(newton) == OK);
            S = exp(random_normal(&t.rng));
            gap = newton_maximise(newton, 0, S, t.centre, 1e-9, w);
            ck_assert_msg(gap <= 1e-9 + 1e-10 * size, "%s: gap %g of slopes of %g", reg_at(i)->name,
                          gap, size);
            ck_assert_msg(duality_gap(&t, 0, S, w) <= gap + 1e-10 * (1 + size),
                          "%s: %g above its gap %g", reg_at(i)->name, duality_gap(&t, 0, S, w),
                          gap);
            newton_free(newton);
            master_free(&t.master);
        }
}
END_TEST

/* Without curvature: w is the minimum of the model with the proximal weight that stabilise
 * tells. */
START_TEST(test_stabilised)
{
    for (size_t i = 0; reg_at(i); i++)
        for (uint64_t seed = 1; seed <= 20; seed++) {
            struct target target = {.primal = 1, .gap = 0.5, .tolerance = 1e-3, .trial = -INFINITY};
            struct toy t;
            double a[DIM], w[DIM], S, D, top;
            toy_init(&t, reg_at(i), seed);
            target.centre = t.centre;
            for (int k = 0; k < 10 && master_stabilises(&t.master); k++) {
                struct stabilise before;
                add_plane(&t);
                before = t.master.stabilise;
                D = master_minimise(&t.master, 0, &target, a, w);
                S = stabilise_weight(&before, &t.p, &target,
                                     sqrt(vec_sqnorm(DIM, t.master.planes.a[k + 1])));
                ck_assert_double_le(fabs(duality_gap(&t, 0, S, w)), 0.1 * target.gap);
                top = -INFINITY;
                for (size_t j = 0; j < t.master.planes.count; j++)
                    top = fmax(top, t.master.planes.b[j]);
                ck_assert_double_le(D, top); /* the model of J at 0 */
                target.trial = k % 2 ? 2 : 0;
            }
            master_free(&t.master);
        }
}
END_TEST

/* A null step doubles the weight, a serious one halves it, never below its least. */
START_TEST(test_weight)
{
    struct toy t;
    struct stabilise s = {0};
    struct target target = {.primal = 1, .gap = 0.5, .slack = 0.1, .trial = -INFINITY};
    double radius, first, least;

    toy_init(&t, reg_find("l1"), 1);
    target.centre = t.centre;
    radius = problem_radius(&t.p);
    first = stabilise_weight(&s, &t.p, &target, 1000);
    ck_assert_double_eq_tol(first, 1000 / radius,
                            1e-9 * first); /* the latest plane alone moves w by the radius */
    target.trial = 1.06;
    ck_assert_double_eq_tol(stabilise_weight(&s, &t.p, &target, 1), 2 * first, 1e-9 * first);
    ck_assert_double_eq_tol(stabilise_raise(&s, &t.p, &target), 20 * first, 1e-9 * first);
    target.trial = 1.04; /* within the slack */
    ck_assert_double_eq_tol(stabilise_weight(&s, &t.p, &target, 1), 10 * first, 1e-9 * first);
    for (int k = 0; k < 100; k++)
        least = stabilise_weight(&s, &t.p, &target, 1);
    ck_assert_double_eq_tol(least * radius * sqrt(vec_sqnorm(DIM, t.centre)), 0.1 * target.gap,
                            1e-12);
    master_free(&t.master);
}
END_TEST

/* No other eta gives a higher bound. */
START_TEST(test_segment)
{
    for (size_t i = 0; reg_at(i); i++)
        for (uint64_t seed = 1; seed <= 100 && reg_at(i)->traits & REG_STRONG; seed++) {
            struct toy t;
            double A[DIM], a[DIM], w[DIM], d[DIM], gamma, eta, best, rise;
            struct segment s = {.p = &t.p, .A = A, .d = d, .trial = w};
            toy_init(&t, reg_at(i), seed);
            random_vector(&t.rng, DIM, 1, A);
            random_vector(&t.rng, DIM, 1, a);
            s.r = random_normal(&t.rng);
            s.rise = random_normal(&t.rng);
            vec_combine(DIM, 1, a, -1, A, d);
            problem_minimiser(&t.p, A, w);
            gamma = s.rise + vec_dot(DIM, d, w);
            if (gamma > 0) {
                eta = segment_maximise(&s, gamma);
                ck_assert(eta > 0 && eta <= 1);
                vec_combine(DIM, 1, A, eta, d, a);
                best = problem_dual(&t.p, a, s.r + eta * s.rise);
                for (int k = 0; k <= 200; k++) {
                    vec_combine(DIM, 1, A, k / 200.0, d, a);
                    rise = problem_dual(&t.p, a, s.r + k / 200.0 * s.rise) - best;
                    ck_assert_msg(rise <= 1e-3 * gamma, "%s: eta %g is worse than %g by %g",
                                  reg_at(i)->name, eta, k / 200.0, rise);
                }
            }
            master_free(&t.master);
        }
}
END_TEST

RUN_TESTS("master", test_minimise, test_newton, test_stabilised, test_weight, test_segment)
