/* test_simplex_qp - the inner quadratic problem, against enumeration and by an independent gap. */
#include "math/simplex_qp.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "math/rng.h"
#include "common.h"

enum { MAX = 400, WIDTH = 400 };

struct instance {
    size_t k, n;
    double *A; /* MAX rows of WIDTH; n in use */
    double *Q; /* MAX x MAX */
    double b[MAX], x[MAX], kappa;
};

static struct instance *new_instance(void)
{
    struct instance *in = mem_alloc(1, sizeof *in);

    ck_assert(in);
    in->A = mem_alloc(MAX * WIDTH, sizeof *in->A);
    in->Q = mem_alloc(MAX * MAX, sizeof *in->Q);
    ck_assert(in->A && in->Q);
    return in;
}

static void free_instance(struct instance *in)
{
    mem_free(in->A);
    mem_free(in->Q);
    mem_free(in);
}

static double normal(struct rng *rng)
{
    return sqrt(-2 * log(1 - rng_uniform(rng))) * cos(6.283185307179586 * rng_uniform(rng));
}

/* Row and column j of Q from the rows of A. */
static void complete(struct instance *in, size_t j)
{
    for (size_t i = 0; i <= j; i++) {
        double sum = 0;

        for (size_t l = 0; l < in->n; l++)
            sum += in->A[i * WIDTH + l] * in->A[j * WIDTH + l];
        in->Q[i * MAX + j] = in->Q[j * MAX + i] = sum;
    }
}

enum { GAUSS, OFFSET, POSITIVE, EQUAL, NEARLY, GRADED, DECAY, TANGENT, KINDS };

/* a = h'(w), b = h(w) - <a, w> for h(w) = sum_l c_l w_l^2 / 2. */
static void tangent(struct instance *in, size_t j, struct rng *rng)
{
    double distance = pow(10, -8 * (double)j / (double)(j + 20)), b = 0;

    for (size_t l = 0; l < in->n; l++) {
        double c = 1 + (double)(l % 7), w = (double)(l % 3) + 1 + distance * normal(rng);

        in->A[j * WIDTH + l] = c * w;
        b -= c * w * w / 2;
    }
    in->b[j] = b;
    in->x[j] = 0;
    complete(in, j);
}

/* Variable j of the given kind: independent rows; rows near a far point; positive rows; rows equal to earlier ones;
 * equal but for 1e-7; of very different lengths; coordinates down to 1e-10; the tangent planes of a convex function at
 * points that draw together, as in a bundle method. */
static void add_variable(struct instance *in, size_t j, int kind, struct rng *rng)
{
    double *a = in->A + j * WIDTH, decay = 1, length = kind == GRADED ? pow(10, 6 * rng_uniform(rng) - 3) : 1;
    size_t twin = j > 0 && (kind == EQUAL || kind == NEARLY) && rng_below(rng, 2) ? (size_t)rng_below(rng, j) : j;

    for (size_t l = 0; l < in->n; l++) {
        a[l] = length * decay * normal(rng) + (kind == OFFSET ? 30 : 0);
        if (kind == POSITIVE)
            a[l] = fabs(a[l]);
        if (kind == DECAY)
            decay *= pow(10, -10 / (double)in->n);
        if (twin < j)
            a[l] = in->A[twin * WIDTH + l] + (kind == NEARLY ? 1e-7 * a[l] : 0);
    }
    if (kind == TANGENT) {
        tangent(in, j, rng);
        return;
    }
    in->b[j] = rng_uniform(rng) * (rng_below(rng, 2) ? 1 : 1e-3) * length;
    in->x[j] = 0;
    complete(in, j);
}

static void make(struct instance *in, size_t k, size_t n, int kind, struct rng *rng)
{
    in->k = k;
    in->n = n;
    in->kappa = pow(10, 4 * rng_uniform(rng) - 2);
    for (size_t j = 0; j < k; j++)
        add_variable(in, j, kind, rng);
}

static double value(const struct instance *in, const double *x)
{
    long double f = 0;

    for (size_t i = 0; i < in->k; i++) {
        long double sum = 0;

        for (size_t j = 0; j < in->k; j++)
            sum += (long double)in->Q[i * MAX + j] * x[j];
        f += x[i] * (in->kappa / 2 * sum - in->b[i]);
    }
    return (double)f;
}

/* The Frank-Wolfe gap in long double, relative to the terms that it is made of. */
static double relative_gap(const struct instance *in)
{
    long double mean = 0, least = INFINITY, terms = 0, largest = 0;

    for (size_t j = 0; j < in->k; j++) {
        long double g = -in->b[j], size = fabs(in->b[j]);

        for (size_t i = 0; i < in->k; i++) {
            long double term = (long double)in->kappa * in->Q[j * MAX + i] * in->x[i];

            g += term;
            size += fabsl(term);
        }
        mean += in->x[j] * g;
        terms += in->x[j] * size;
        if (g < least || in->x[j] > 0)
            largest = fmaxl(largest, size);
        least = fminl(least, g);
    }
    return terms + largest > 0 ? (double)((mean - least) / (terms + largest)) : 0;
}

static void check_feasible(const struct instance *in)
{
    double sum = 0;

    for (size_t j = 0; j < in->k; j++) {
        ck_assert(in->x[j] >= 0);
        sum += in->x[j];
    }
    ck_assert_msg(fabs(sum - 1) < 1e-13, "sum %.17g", sum);
}

/* Solves with tolerance 0 and checks what comes out; returns the seconds it took. */
static double solve(struct instance *in, struct simplex_qp *qp, double precision)
{
    double seconds = clock_now(), gap, truth;

    gap = simplex_qp_solve(qp, in->k, in->Q, MAX, in->kappa, in->b, 0, in->x);
    seconds = clock_now() - seconds;
    check_feasible(in);
    truth = relative_gap(in);
    ck_assert_msg(gap >= 0 && truth <= precision, "k %zu n %zu kappa %g: gap %g, relative %g", in->k, in->n, in->kappa,
                  gap, truth);
    return seconds;
}

static void swap(long double *a, long double *b)
{
    long double keep = *a;

    *a = *b;
    *b = keep;
}

/* The minimum over the affine hull of the variables in set, or infinity if it is not unique or not in the simplex:
 * Gauss-Jordan with full pivoting on [kappa Q 1; 1' 0]. */
static double hull_minimum(const struct instance *in, unsigned set)
{
    long double M[9][10], x[9] = {0};
    size_t s = 0, member[8], column[9];
    double full[8] = {0}, scale = 0;

    for (size_t j = 0; j < in->k; j++)
        if (set >> j & 1)
            member[s++] = j;
    for (size_t i = 0; i < s; i++)
        scale = fmax(scale, in->kappa * in->Q[member[i] * (MAX + 1)]);
    for (size_t i = 0; i <= s; i++) {
        column[i] = i;
        for (size_t j = 0; j <= s; j++)
            M[i][j] = i < s && j < s ? (long double)in->kappa * in->Q[member[i] * MAX + member[j]] : i == j ? 0 : scale;
        M[i][s + 1] = i < s ? in->b[member[i]] : scale;
    }
    for (size_t c = 0; c <= s; c++) {
        size_t r = c, q = c;

        for (size_t i = c; i <= s; i++)
            for (size_t j = c; j <= s; j++)
                if (fabsl(M[i][j]) > fabsl(M[r][q])) {
                    r = i;
                    q = j;
                }
        if (fabsl(M[r][q]) <= 1e-13 * scale)
            return INFINITY;
        for (size_t j = 0; j <= s + 1; j++)
            swap(&M[r][j], &M[c][j]);
        for (size_t i = 0; i <= s; i++)
            swap(&M[i][q], &M[i][c]);
        r = column[q];
        column[q] = column[c];
        column[c] = r;
        for (size_t i = 0; i <= s; i++)
            for (size_t j = s + 2; i != c && j-- > c;)
                M[i][j] -= M[i][c] / M[c][c] * M[c][j];
    }
    for (size_t c = 0; c <= s; c++)
        x[column[c]] = M[c][s + 1] / M[c][c];
    for (size_t i = 0; i < s; i++) {
        if (x[i] < 0)
            return INFINITY;
        full[member[i]] = (double)x[i];
    }
    return value(in, full);
}

START_TEST(test_enumeration)
{
    struct instance *in = new_instance();
    size_t exact = 0;
    struct rng rng;

    rng_seed(&rng, 1);
    for (int trial = 0; trial < 4000; trial++) {
        struct simplex_qp *qp = simplex_qp_new(8);
        double least = INFINITY, size = 0, f;

        ck_assert(qp);
        make(in, 1 + (size_t)rng_below(&rng, 8), 1 + (size_t)rng_below(&rng, 9), trial % KINDS, &rng);
        for (size_t j = 0; j < in->k; j++) {
            size = fmax(size, in->kappa * in->Q[j * (MAX + 1)] + fabs(in->b[j]));
            in->x[j] = trial % 3 ? rng_uniform(&rng) - 0.5 : 0;
        }
        solve(in, qp, 1e-12);
        f = value(in, in->x);
        for (unsigned set = 1; set < 1u << in->k; set++)
            least = fmin(least, hull_minimum(in, set));
        ck_assert_msg(f <= least + 1e-12 * size, "trial %d: %.17g for %.17g", trial, f, least);
        exact += f >= least - 1e-12 * size;
        simplex_qp_free(qp);
    }
    ck_assert_msg(exact > 3900, "only %zu", exact); /* the others have no support with a clearly regular system */
    free_instance(in);
}
END_TEST

START_TEST(test_gap)
{
    const size_t sizes[] = {20, 100, 400}, ranks[] = {1, 3, 20, 100, 400};
    struct instance *in = new_instance();
    struct rng rng;

    rng_seed(&rng, 2);
    for (int kind = 0; kind < KINDS; kind++)
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
            for (size_t r = 0; r < sizeof ranks / sizeof *ranks; r++)
                for (int start = 0; start < (sizes[i] * ranks[r] > 10000 ? 1 : 3); start++) {
                    struct simplex_qp *qp = simplex_qp_new(MAX);
                    double seconds;
                    make(in, sizes[i], ranks[r], kind, &rng);
                    for (size_t j = 0; j < in->k; j++)
                        in->x[j] = start == 1 ? 1 : start == 2 ? rng_uniform(&rng) - 0.5 : 0;
                    seconds = solve(in, qp, 1e-12);
                    if (getenv("QP_REPORT"))
                        fprintf(stderr, "kind %d k %zu n %zu start %d: gap %.1e, %.2f ms\n", kind, in->k, in->n, start,
                                relative_gap(in), 1e3 * seconds);
                    simplex_qp_free(qp);
                }
    free_instance(in);
}
END_TEST

/* Lets every variable go that has no weight, and in some trials one that has. */
static void remove_some(struct instance *in, struct simplex_qp *qp, bool heavy)
{
    size_t kept[MAX], count = 0;

    for (size_t j = 0; j < in->k; j++) {
        if (in->x[j] > 0 && !(heavy && in->k > 1))
            kept[count++] = j;
        heavy = heavy && in->x[j] == 0;
    }
    if (count == 0)
        return;
    for (size_t i = 0; i < count; i++) {
        in->b[i] = in->b[kept[i]];
        in->x[i] = in->x[kept[i]];
        memmove(in->A + i * WIDTH, in->A + kept[i] * WIDTH, in->n * sizeof *in->A);
        for (size_t j = 0; j < count; j++)
            in->Q[i * MAX + j] = in->Q[kept[i] * MAX + kept[j]];
    }
    in->k = count;
    simplex_qp_keep(qp, count, kept);
}

START_TEST(test_warm)
{
    struct instance *in = new_instance();
    struct rng rng;

    rng_seed(&rng, 3);
    for (int trial = 0; trial < 3 * KINDS; trial++) {
        struct simplex_qp *qp = simplex_qp_new(MAX);

        ck_assert(qp);
        in->k = 0;
        in->n = trial < KINDS ? 5 : 40;
        for (int step = 0; step < 120; step++) {
            add_variable(in, in->k++, trial % KINDS, &rng);
            if (step % 3 == 0)
                in->kappa = pow(10, 6 * rng_uniform(&rng) - 3);
            if (step % 10 == 0)
                for (size_t j = 0; j < in->k; j++)
                    in->b[j] += 0.1 * rng_uniform(&rng);
            solve(in, qp, 1e-12);
            if (step % 20 == 19)
                remove_some(in, qp, step % 40 == 39);
            if (step % 15 == 14) /* weight outside the support */
                in->x[rng_below(&rng, in->k)] += 0.5;
            if (step == 100)
                simplex_qp_reset(qp);
        }
        simplex_qp_free(qp);
    }
    free_instance(in);
}
END_TEST

/* A bundle method (BMRM) on the hinge losses of random points: what the solver is for. */
START_TEST(test_bundle)
{
    enum { POINTS = 300, DIM = 30 };
    static double X[POINTS][DIM];
    struct instance *in = new_instance();
    struct simplex_qp *qp = simplex_qp_new(MAX);
    double w[DIM] = {0}, seconds = 0, least = INFINITY, gap = INFINITY, lambda = 1e-2;
    struct rng rng;

    ck_assert(qp);
    rng_seed(&rng, 4);
    for (size_t i = 0; i < POINTS; i++)
        for (size_t l = 0; l < DIM; l++)
            X[i][l] = normal(&rng) + (l < 3) * 0.7;
    *in = (struct instance){.A = in->A, .Q = in->Q, .n = DIM, .k = 1, .kappa = 1 / lambda};
    complete(in, 0); /* the plane (0, 0) */
    while (in->k < MAX && gap > 1e-7) {
        double *a = memset(in->A + in->k * WIDTH, 0, DIM * sizeof *a), risk = 0, norm = 0, score;

        for (size_t i = 0; i < POINTS; i++) {
            score = 0;
            for (size_t l = 0; l < DIM; l++)
                score += w[l] * X[i][l];
            risk += fmax(0, 1 - score) / POINTS;
            for (size_t l = 0; l < DIM && score < 1; l++)
                a[l] -= X[i][l] / POINTS;
        }
        in->b[in->k] = risk;
        for (size_t l = 0; l < DIM; l++) {
            in->b[in->k] -= a[l] * w[l];
            norm += w[l] * w[l];
        }
        least = fmin(least, risk + lambda / 2 * norm);
        in->x[in->k] = 0;
        complete(in, in->k++);
        seconds += solve(in, qp, 1e-14);
        gap = least + value(in, in->x);
        for (size_t l = 0; l < DIM; l++) {
            w[l] = 0;
            for (size_t j = 0; j < in->k; j++)
                w[l] -= in->x[j] * in->A[j * WIDTH + l] / lambda;
        }
    }
    if (getenv("QP_REPORT"))
        fprintf(stderr, "bundle: %zu planes, gap %g, %g s\n", in->k, gap, seconds);
    ck_assert_msg(gap <= 1e-7 && gap > -1e-13, "%zu planes, gap %g", in->k, gap);
    simplex_qp_free(qp);
    free_instance(in);
}
END_TEST

START_TEST(test_scales)
{
    const double scales[] = {1e-12, 1e-6, 1, 1e6, 1e12};
    struct instance *in = new_instance();
    struct rng rng;

    rng_seed(&rng, 5);
    for (int trial = 0; trial < 5 * 5 * 5 * KINDS; trial++) {
        struct simplex_qp *qp = simplex_qp_new(40);
        double q = scales[trial % 5], b = scales[trial / 5 % 5];

        ck_assert(qp);
        make(in, 40, 12, trial / 125, &rng);
        in->kappa = scales[trial / 25 % 5];
        for (size_t i = 0; i < in->k; i++) {
            in->b[i] *= b;
            for (size_t j = 0; j < in->k; j++)
                in->Q[i * MAX + j] *= q;
        }
        solve(in, qp, 1e-12);
        simplex_qp_free(qp);
    }
    free_instance(in);
}
END_TEST

START_TEST(test_special)
{
    struct instance *in = new_instance();
    struct simplex_qp *qp = simplex_qp_new(MAX);
    struct rng rng;

    ck_assert(qp);
    rng_seed(&rng, 6);
    in->k = 1; /* one variable */
    in->kappa = 1;
    in->x[0] = in->b[0] = NAN;
    ck_assert(isnan(simplex_qp_solve(qp, 1, in->Q, MAX, 1, in->b, 0, in->x)) && in->x[0] == 1);
    in->x[0] = in->b[0] = 0;
    ck_assert(solve(in, qp, 0) >= 0 && in->x[0] == 1);
    for (in->k = 2; in->k < 50; in->k++) { /* Q = 0 */
        in->b[in->k - 1] = (double)rng_below(&rng, 20);
        solve(in, qp, 0);
    }
    simplex_qp_reset(qp); /* b of a large range; one row many times; a start that says nothing */
    make(in, 200, 20, GAUSS, &rng);
    for (size_t j = 0; j < in->k; j++) {
        in->b[j] = -pow(10, 24 * rng_uniform(&rng) - 12);
        in->x[j] = j % 2 ? -1.0 : NAN;
    }
    solve(in, qp, 1e-12);
    for (size_t j = 0; j < in->k; j++)
        in->x[j] = INFINITY;
    solve(in, qp, 1e-12);
    simplex_qp_reset(qp);
    for (size_t j = 1; j < in->k; j++) {
        memcpy(in->A + j * WIDTH, in->A, in->n * sizeof *in->A);
        complete(in, j);
        in->b[j] = j % 5 ? 1 : 0.5;
        in->x[j] = 1;
    }
    solve(in, qp, 1e-12);
    simplex_qp_free(qp);
    free_instance(in);
}
END_TEST

/* The gap is the true one, and no more is done than asked for. */
START_TEST(test_tolerance)
{
    struct instance *in = new_instance();
    struct rng rng;

    rng_seed(&rng, 7);
    for (double tol = 1; tol > 1e-12; tol /= 10) {
        struct simplex_qp *qp = simplex_qp_new(100);
        double gap, mean = 0, least = INFINITY;

        ck_assert(qp);
        make(in, 100, 50, GAUSS, &rng);
        in->kappa = 1;
        gap = simplex_qp_solve(qp, in->k, in->Q, MAX, 1, in->b, tol, in->x);
        for (size_t j = 0; j < in->k; j++) {
            double g = -in->b[j];

            for (size_t i = 0; i < in->k; i++)
                g += in->Q[j * MAX + i] * in->x[i];
            mean += in->x[j] * g;
            least = fmin(least, g);
        }
        ck_assert_msg(gap <= tol && gap > 0 && fabs(gap - (mean - least)) < 1e-13, "%g: %g", tol, gap);
        simplex_qp_free(qp);
    }
    free_instance(in);
}
END_TEST

RUN_TESTS("simplex_qp", test_enumeration, test_gap, test_warm, test_bundle, test_scales, test_special, test_tolerance)
