/* calibrate - sigmoids that turn scores into probabilities, fitted to scores of rows that training
 * did not see: Lin, Lin, Weng, "A note on Platt's probabilistic outputs for support vector
 * machines", Machine Learning 68 (2007).
 *
 * Minimised is F(A, B) = -sum_i (t_i log p_i + (1 - t_i) log(1 - p_i)), p_i = 1/(1 + exp(f_i)),
 * f_i = A z_i + B, with t_i = t+ = (n+ + 1) / (n+ + 2) for the n+ examples of y = +1 and t_i = t- =
 * 1 / (n- + 2) for the n- others (their equation 2), by Newton's method with backtracking (their
 * algorithm 1).
 *
 * Not the paper's: it adds 1e-12 I to the Hessian and ends where both slopes are below 1e-5. Here a
 * step is one of A and B + m A, m the weighted mean of z, in which the Hessian is diagonal, and the
 * end is a small -F' along the step. So the f_i of each step are the same for z and for s z + t. */
#include "train/calibrate.h"

#include <math.h>

#include "base/memory.h"
#include "math/logarithm.h"
#include "train/steps.h"
#include "train/temperature.h"

/* maxiter, the share of the slope that is a sufficient decrease, and minstep of their pseudo code
 * (appendix C). */
enum { MOST_STEPS = 100 };
static const double DECREASE = 1e-4, LEAST_STEP = 1e-10;

/* With D = -F' along the Newton step, the square of the Newton decrement, F - min F is about D/2
 * (Boyd, Vandenberghe, Convex Optimization, section 9.5.1). From D <= NOISE F on, the rounding of F
 * may hide the decrease, and the step is taken in full: Newton's method converges quadratically
 * there. A sum of n positive terms is right to n DBL_EPSILON/2 F, which is NOISE/2 F for n = 4.5e5.
 * tests/test_platt.c holds for 1e-12 and 1e-8, too. */
static const double NOISE = 1e-10;

/* A step with D <= DONE F is the last: the f_i before it are off by the order of sqrt(DONE) = 1e-9,
 * those after it by the square of that. tests/test_platt.c holds for 1e-24 and 1e-14, too. */
static const double DONE = 1e-18;

/* Where max |z_i| is smaller, scale is 1: z_i^2 underflows in the Hessian, and A = 0. From there on
 * A, a number over scale, overflows only if that number is above 1.8e8. */
static const double LEAST_SCALE = 1e-300;

/* F and its data; a row of weight k is k rows. */
struct likelihood {
    size_t n;
    const double *z, *y;
    const double *weight;           /* NULL: 1 each */
    double scale;                   /* max |z_i|: A and z below are A scale and z / scale */
    double target_high, target_low; /* t+ and t- */
};

static double target(const struct likelihood *F, size_t i)
{
    return F->y[i] > 0 ? F->target_high : F->target_low;
}

static double weight_of(const struct likelihood *F, size_t i)
{
    return F->weight ? F->weight[i] : 1;
}

/* F; each term without cancellation or overflow (their section 3). */
static double objective(const struct likelihood *F, double A, double B)
{
    double sum = 0;

    for (size_t i = 0; i < F->n; i++) {
        double f = A * (F->z[i] / F->scale) + B, t = target(F, i);
        sum += weight_of(F, i) *
               ((f >= 0 ? t : t - 1) * f + logarithm_1p(exponential(-fabs(f))));
    }
    return sum;
}

/* p (1 - p) for p = 1 / (1 + exp(f)), from e = exp(-|f|), which does not overflow. */
static double variance(double e)
{
    return e / ((1 + e) * (1 + e));
}

/* The Newton step at A, B. With w_i = p_i (1 - p_i), d_i = dF/df_i = t_i - p_i and m = sum w_i z_i
 * over sum w_i, in A and B + m A the slopes are sum d_i (z_i - m) and sum d_i, and the Hessian is
 * diag(sum w_i (z_i - m)^2, sum w_i). Returns F' along the step, at most 0. */
static double newton(const struct likelihood *F, double A, double B, double *step_a, double *step_b)
{
    double weights = 0, first = 0, mean, slope_a = 0, slope_b = 0, curvature = 0;

    for (size_t i = 0; i < F->n; i++) {
        double z = F->z[i] / F->scale, e = exponential(-fabs(A * z + B));
        double w = weight_of(F, i) * variance(e);
        weights += w;
        first += w * z;
    }
    mean = first / weights;
    for (size_t i = 0; i < F->n; i++) {
        double z = F->z[i] / F->scale, f = A * z + B, e = exponential(-fabs(f));
        double p = (f > 0 ? e : 1) / (1 + e);
        double w = weight_of(F, i) * variance(e), d = weight_of(F, i) * (target(F, i) - p);
        slope_a += (z - mean) * d;
        slope_b += d;
        curvature += w * (z - mean) * (z - mean);
    }
    *step_a = curvature > 0 ? -slope_a / curvature : 0;
    *step_b = -slope_b / weights - mean * *step_a;
    return slope_a * *step_a - slope_b * slope_b / weights;
}

/* From A, B to a minimum of F, as near as rounding lets it. */
static void minimise(const struct likelihood *F, double *A, double *B)
{
    double value = objective(F, *A, *B);

    for (int k = 0; k < MOST_STEPS; k++) {
        double step_a, step_b, slope = newton(F, *A, *B, &step_a, &step_b), t = 1, next;
        if (!(slope < 0 && isfinite(step_a) && isfinite(step_b)))
            return;
        next = objective(F, *A + step_a, *B + step_b);
        while (!(-slope <= NOISE * value) && !(next <= value + DECREASE * t * slope)) {
            t /= 2;
            if (t < LEAST_STEP)
                return;
            next = objective(F, *A + t * step_a, *B + t * step_b);
        }
        *A += t * step_a;
        *B += t * step_b;
        value = next;
        if (-slope <= DONE * value)
            return;
    }
}

enum status platt_fit(size_t n, const double *decision, const double *y, const double *weight,
                      double *A, double *B, struct error *err)
{
    struct likelihood F = {.n = n, .z = decision, .y = y, .weight = weight};
    double positives = 0, negatives = 0, scaled = 0; /* scaled: A scale */

    for (size_t i = 0; i < n; i++) {
        if (!isfinite(decision[i]))
            return fail(err, ERR_DATA,
                        "no probabilities: a decision value is not finite: the data's values are "
                        "too large or too far apart; scale them");
        F.scale = fmax(F.scale, fabs(decision[i]));
        *(y[i] > 0 ? &positives : &negatives) += weight_of(&F, i);
    }
    if (F.scale < LEAST_SCALE)
        F.scale = 1;
    F.target_high = (positives + 1) / (positives + 2);
    F.target_low = 1 / (negatives + 2);
    *B = logarithm((negatives + 1) / (positives + 1));
    minimise(&F, &scaled, B);
    *A = scaled / F.scale;
    return OK;
}

/* ---- folds ----------------------------------------------------------------------------------- */

enum status calibrate_init(struct calibration *c, const struct targets *targets, int64_t rows,
                           uint64_t seed, struct arena *arena, struct error *err)
{
    c->held = arena_doubles(arena, (size_t)rows * (size_t)c->problems * c->outputs);
    if (c->method == CALIBRATION_PLATT)
        c->platt = arena_doubles(arena, 2 * (size_t)c->problems);
    if (c->method == CALIBRATION_ISOTONIC)
        c->steps = arena_get(arena, (size_t)c->problems, sizeof *c->steps);
    if (arena->failed)
        return fail_memory(err, "the calibration");
    return folds_deal(&c->folds, CALIBRATION_FOLDS, false, targets, rows, seed, arena, err);
}

void calibrate_keep(struct calibration *c, int problem, int fold, const struct csr *x,
                    const double *w, const double *free)
{
    for (int64_t i = 0; i < x->rows; i++)
        if (c->folds.of[i] == fold) {
            double *z = c->held + (size_t)(problem * x->rows + i) * c->outputs;
            csr_kernels(x, isa_best())->product(x, i, i + 1, c->outputs, w, z);
            for (size_t o = 0; o < c->outputs; o++)
                z[o] += free[o];
        }
}

/* The only problem, of all rows. */
static enum status fit_temperature(struct calibration *c, const struct targets *targets,
                                   int64_t rows, const double *weight, struct error *err)
{
    size_t *place = mem_alloc((size_t)rows, sizeof *place);
    enum status status = place ? OK : fail_memory(err, "the temperature");

    for (int64_t i = 0; place && i < rows; i++)
        place[i] = targets_class(targets, i);
    if (status == OK)
        status = temperature_fit((size_t)rows, c->outputs, c->held, place, weight,
                                 &c->temperature, err);
    mem_free(place);
    return status;
}

/* Problem k, of one score z[rows] and sides y[rows]. */
static enum status fit_problem(struct calibration *c, int k, int64_t rows, const double *y,
                               const double *weight, struct error *err)
{
    const double *z = c->held + k * rows;
    size_t n = (size_t)rows;
    enum status status = OK;

    if (c->platt)
        status = platt_fit(n, z, y, weight, &c->platt[2 * k], &c->platt[2 * k + 1], err);
    if (c->steps)
        status = steps_fit(n, z, y, weight, &c->steps[k], err);
    if (c->goal && status == OK)
        status = cut_choose(c->goal, n, z, y, weight, &c->cut, err);
    return status;
}

enum status calibrate_fit(struct calibration *c, const struct targets *targets,
                          const struct dataset *data, struct error *err)
{
    int64_t rows = data->x.rows;
    double *y = mem_alloc((size_t)rows, sizeof *y);
    double *weight = dataset_weighs(data) ? mem_alloc((size_t)rows, sizeof *weight) : NULL;
    bool done = y && (weight || !dataset_weighs(data));
    enum status status = done ? OK : fail_memory(err, "the calibration");

    for (int64_t i = 0; weight && i < rows; i++)
        weight[i] = dataset_weight(data, i);
    for (int k = 0; k < c->problems && status == OK; k++) {
        targets_side(targets, k, rows, y);
        status = fit_problem(c, k, rows, y, weight, err);
    }
    if (status == OK && c->method == CALIBRATION_TEMPERATURE)
        status = fit_temperature(c, targets, rows, weight, err);
    mem_free(weight);
    mem_free(y);
    return status;
}
