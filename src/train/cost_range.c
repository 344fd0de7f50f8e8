/* cost_range - the least and the largest cost of a search for C: by the slope of R at w0 and by the
 * lengths of the rows. */
#include "train/cost_range.h"

#include <math.h>

#include "base/memory.h"
#include "math/vec.h"
#include "risk/dual.h"

/* With w0 = argmin Omega, g a subgradient of R there, and Omega c-strongly convex, the solution w*
 * is near w0 for a large lambda: 0 in g(w*) + lambda dOmega(w*) and monotone subgradients give
 *     lambda c |w* - w0| <= |g|.
 * - Classes: |<w* - w0, x_i>| <= MARGIN for all rows from lambda = X |g|/(c MARGIN) on, X = max
 *   |x_i|: no score reaches a margin, w* - w0 is in proportion to -g/lambda where the loss is
 *   linear there, and the answers are the same for every greater lambda (Chu, Ho, Tsai, Lin, Lin:
 *   Warm Start for Parameter Selection of Linear Classifiers, KDD 2015, where |g| <= l' X).
 * - Numbers: R(w0) - R(w*) <= |g| |w* - w0| <= DROP (R(w0) - inf R) from lambda = |g|^2/(c DROP
 *   (R(w0) - inf R)) on: the weights explain next to nothing.
 * - Omega with a kink and c = 0: w* = w0 as soon as Psi*(-g) is finite. */

/* Of the hinge losses; the logistic one is all but linear up to there: its slope at 1 is .54 of
 * that at 0. */
static const double MARGIN = 1;

/* As LIBLINEAR 2.50 has it for its squared eps-insensitive loss, (delta_2)^2, delta_2 = .1. */
static const double DROP = 0.01;

/* The largest cost is MOST where mean |x_i|^2 is from 1 to LONG, as LIBLINEAR 2.50 has it, and in
 * proportion to 1/|x_i|^2 where rows are shorter or longer: features times s ask for C/s^2. For
 * numbers of the mean square Y^2 it is Y^2/R(w0) times as large. LONG: a row of k
 * binary features has |x_i|^2 = k, about a dozen, one of text 1. */
static const double MOST_OF_CLASSES = 0x1p10, MOST_OF_NUMBERS = 0x1p20, LONG = 16;

/* What rrm-train -c takes: values of features near the ends of a double ask for costs beyond. */
static const double SMALLEST = 1e-100, GREATEST = 1e100;

static double limited(double cost)
{
    return fmin(fmax(cost, SMALLEST), GREATEST);
}

/* The largest power of 2 that is at most x; x itself where it is 0 or infinite */
static double power_of_2(double x)
{
    int exponent;

    frexp(x, &exponent);
    return x > 0 && x < INFINITY ? ldexp(0.5, exponent) : x;
}

/* The smallest lambda with w* = w0 where Omega has a kink there; 0: none. For share(lambda) =
 * lambda/lambda_0 below lambda_0. */
static double kink(const struct training *t, size_t dim, const double *g, double size)
{
    const double tiny = 1e-3 / sqrt((double)dim); /* |g| <= sqrt(dim) max |g_j| */
    double share = reg_share(t->recipe->reg, t->reg_p, dim, tiny * size, g);

    return share < 1 ? tiny * size / share : 0;
}

/* What is known of the rows: max |x_i|, mean |x_i|^2, with the bias that is regularized. */
struct sizes {
    double most, mean;
};

static struct sizes find_sizes(const struct training *t)
{
    struct csr x = training_rows(t);
    struct sizes s = {0, 0};

    for (int64_t i = 0; i < x.rows; i++) {
        double square = csr_kernels(&x, isa_best())->sqnorm(&x, i);
        s.most = fmax(s.most, sqrt(square));
        s.mean += square / (double)x.rows;
    }
    return s;
}

/* lambda_0 of one problem, and R(w0). */
static double first_lambda(const struct training *t, const struct risk *risk, struct sizes sizes,
                           struct arena *arena, double *R)
{
    const struct recipe *recipe = t->recipe;
    double *w = arena_doubles(arena, risk->dim), *g = arena_doubles(arena, risk->dim), b, size;
    struct problem p = {.risk = risk, .reg = recipe->reg, .reg_p = t->reg_p, .lambda = 1};
    struct reg_facts facts = recipe->reg->facts(t->reg_p);
    double c = facts.free > 0 ? facts.others_curvature : facts.curvature, lambda;

    if (arena->failed)
        return 0;
    problem_start(&p, w);
    *R = risk_eval(risk, w, g, &b);
    size = sqrt(vec_sqnorm(risk->dim, g));
    if (c == 0)
        lambda = kink(t, risk->dim, g, size);
    else if (task_takes_numbers(recipe->loss))
        lambda = size * size / (c * DROP * (*R - risk->floor));
    else
        lambda = sizes.most * size / (c * MARGIN);
    return isfinite(lambda) ? lambda : 0;
}

/* For rows with |x_i|^2 = square. */
static double largest(const struct training *t, double square, double R)
{
    double rows = (double)t->data->x.rows, unit = square < 1 ? square : fmax(1, square / LONG);

    if (!task_takes_numbers(t->recipe->loss))
        return MOST_OF_CLASSES / unit;
    return MOST_OF_NUMBERS * vec_sqnorm((size_t)t->data->x.rows, t->targets.y) /
           (rows * R * unit);
}

static struct cost_range range_of(const struct training *t, double lambda, double mean, double R)
{
    struct cost_range range = {.least = 1, .most = largest(t, mean, R)};

    if (lambda > 0)
        range.least = power_of_2(1 / (lambda * (double)t->data->x.rows));
    range.least = limited(range.least);
    if (!isfinite(range.most)) /* no row has a length, or w0 has no loss: all costs are alike */
        range.most = range.least;
    range.most = fmin(range.most, GREATEST);
    range.beyond = fmax(range.most, fmin(largest(t, 1, R), GREATEST));
    return range;
}

enum status least_cost(const struct training *t, struct cost_range *range, struct error *err)
{
    double *y = mem_alloc((size_t)t->data->x.rows, sizeof *y), lambda = 0, R = 0;
    struct risk_spec spec = ova_spec(t->recipe, &t->data->x, &t->targets, y);
    struct sizes sizes = find_sizes(t);
    bool coherent = false;
    enum status status = y ? OK : fail_memory(err, "the search for a cost");

    for (int k = 0; k < t->problems && status == OK; k++) {
        struct arena arena = {0};
        struct risk *risk;

        targets_side(&t->targets, k, t->data->x.rows, y);
        status = risk_make(&spec, t->par, &arena, &risk, err);
        if (status == OK)
            lambda = fmax(lambda, first_lambda(t, risk, sizes, &arena, &R));
        coherent = coherent || (status == OK && risk_is_coherent(risk));
        if (status == OK && arena.failed)
            status = fail_memory(err, "the search for a cost");
        arena_free(&arena);
    }
    mem_free(y);
    *range = range_of(t, lambda, sizes.mean, R);
    range->coherent = coherent;
    return status;
}
