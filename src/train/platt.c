/* platt - probabilities from decision values: Lin, Lin, Weng, "A note on Platt's probabilistic
 * outputs for support vector machines", Machine Learning 68 (2007).
 *
 * Minimises F(A, B) = - sum_i t_i log p_i + (1 - t_i) log(1 - p_i), p_i = 1 / (1 + exp(f_i)),
 * f_i = A z_i + B, with the targets t+ = (n+ + 1) / (n+ + 2) and t- = 1 / (n- + 2) of their
 * equation 2, by Newton's method with backtracking, their algorithm 1. In place of its ridge, A
 * is measured against the weighted mean of z: then the Hessian is diagonal, and the steps do not
 * depend on where and how large the decision values are. */
#include "train/platt.h"

#include <math.h>

enum { MOST_STEPS = 100 };

struct fit {
    size_t n;
    const double *z, *y;
    double scale;                 /* the largest |z|: A is that of z / scale */
    double target_high, target_low; /* of y = +1, -1 */
};

static double target(const struct fit *fit, size_t i)
{
    return fit->y[i] > 0 ? fit->target_high : fit->target_low;
}

/* F; each term without cancellation or overflow (their section 3.1). */
static double objective(const struct fit *fit, double A, double B)
{
    double sum = 0;

    for (size_t i = 0; i < fit->n; i++) {
        double f = A * (fit->z[i] / fit->scale) + B, t = target(fit, i);
        sum += f >= 0 ? t * f + log1p(exp(-f)) : (t - 1) * f + log1p(exp(f));
    }
    return sum;
}

/* The Newton step at A, B; returns F's slope along it, 0 or less. */
static double newton(const struct fit *fit, double A, double B, double *step_a, double *step_b)
{
    double weights = 0, first = 0, mean, slope_a = 0, slope_b = 0, curvature = 0;

    for (size_t i = 0; i < fit->n; i++) {
        double z = fit->z[i] / fit->scale, e = exp(-fabs(A * z + B));
        double w = e / ((1 + e) * (1 + e)); /* p (1 - p) */
        weights += w;
        first += w * z;
    }
    mean = first / weights;
    for (size_t i = 0; i < fit->n; i++) {
        double z = fit->z[i] / fit->scale, f = A * z + B, e = exp(-fabs(f)),
               p = (f > 0 ? e : 1) / (1 + e);
        double w = e / ((1 + e) * (1 + e)), d = target(fit, i) - p;
        slope_a += (z - mean) * d;
        slope_b += d;
        curvature += w * (z - mean) * (z - mean);
    }
    *step_a = curvature > 0 ? -slope_a / curvature : 0;
    *step_b = -slope_b / weights - mean * *step_a;
    return slope_a * *step_a - slope_b * slope_b / weights;
}

static void minimise(const struct fit *fit, double *A, double *B)
{
    double value = objective(fit, *A, *B);

    for (int k = 0; k < MOST_STEPS; k++) {
        double step_a, step_b, slope = newton(fit, *A, *B, &step_a, &step_b), t = 1, next;
        if (!(slope < 0 && isfinite(step_a) && isfinite(step_b)))
            return;
        next = objective(fit, *A + step_a, *B + step_b);
        /* So close to the end that F's own rounding hides what the step is good for: a full
         * step. */
        while (!(-slope <= 1e-10 * value) && !(next <= value + 1e-4 * t * slope)) {
            t /= 2;
            if (t < 1e-10)
                return;
            next = objective(fit, *A + t * step_a, *B + t * step_b);
        }
        *A += t * step_a;
        *B += t * step_b;
        value = next;
        if (-slope <= 1e-18 * value)
            return;
    }
}

enum status platt_fit(size_t n, const double *decision, const double *y, double *A, double *B,
                      struct error *err)
{
    struct fit fit = {.n = n, .z = decision, .y = y};
    double positives = 0, negatives, slope = 0;

    for (size_t i = 0; i < n; i++) {
        if (!isfinite(decision[i]))
            return fail(err, ERR_DATA, "no probabilities: a decision value is not finite: the "
                        "data's values "
                        "are too large or too far apart; scale them");
        fit.scale = fmax(fit.scale, fabs(decision[i]));
        positives += y[i] > 0;
    }
    if (fit.scale < 1e-300) /* A would be infinite */
        fit.scale = 1;
    negatives = (double)n - positives;
    fit.target_high = (positives + 1) / (positives + 2);
    fit.target_low = 1 / (negatives + 2);
    *B = log((negatives + 1) / (positives + 1));
    minimise(&fit, &slope, B);
    *A = slope / fit.scale;
    return OK;
}
