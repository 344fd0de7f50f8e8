/* temperature - one number that scores are divided by, so that their softmax is most likely on rows
 * that training did not see.
 *
 * Minimised over beta = 1/T is F = sum_i c_i (log sum_k exp(beta z_ik) - beta t_i), c_i the weight
 * and t_i = sum_k (target of class k) z_ik: with E and Var of P, F' = sum_i c_i (E z_i - t_i) and
 * F'' = sum_i c_i Var z_i >= 0. Newton's method within a bracket of the root of F'. */
#include "train/temperature.h"

#include <math.h>
#include <stdbool.h>

#include "base/memory.h"
#include "math/logarithm.h"
#include "math/vec.h"

/* Where max |z_i| is smaller all P are 1/K, and T = 1. */
static const double LEAST_SCALE = 1e-300;

/* beta max |z| at least: then no P differs from 1/K by more than about 1e-6. */
static const double LEAST = 1e-6;

/* The last step is below this share of beta; Newton's error is of the order of its square. */
static const double DONE = 1e-9, WIDER = 4;
enum { MOST_STEPS = 200 };

struct scores {
    size_t n, outputs, classes;
    const double *decision, *weight;
    double *target; /* n: t_i */
};

/* Score k of row i; the second of one output is 0. */
static double score(const struct scores *s, size_t i, size_t k)
{
    return k < s->outputs ? s->decision[i * s->outputs + k] : 0;
}

/* t_i of each row. False: no memory. */
static bool make_targets(struct scores *s, const size_t *place)
{
    double *rows = mem_alloc(s->classes, sizeof *rows);

    s->target = mem_alloc(s->n, sizeof *s->target);
    for (size_t i = 0; rows && i < s->n; i++)
        rows[place[i]] += s->weight ? s->weight[i] : 1;
    for (size_t i = 0; rows && s->target && i < s->n; i++) {
        double spread = 1 / (rows[place[i]] + 2) / (double)(s->classes - 1);
        for (size_t k = 0; k < s->classes; k++) /* less the score of the row's class */
            s->target[i] += spread * (score(s, i, k) - score(s, i, place[i]));
        s->target[i] += score(s, i, place[i]);
    }
    mem_free(rows);
    return rows && s->target;
}

/* Adds F' and F'' of row i. */
static void add(const struct scores *s, size_t i, double beta, double *slope, double *curvature)
{
    double top = score(s, i, 0), sum = 0, first = 0, second = 0;
    double weight = s->weight ? s->weight[i] : 1;

    for (size_t k = 1; k < s->classes; k++)
        top = fmax(top, score(s, i, k));
    for (size_t k = 0; k < s->classes; k++) {
        double apart = score(s, i, k) - top, e = exponential(beta * apart);
        sum += e;
        first += e * apart;
        second += e * apart * apart;
    }
    first /= sum;
    *slope += weight * (first + (top - s->target[i]));
    *curvature += weight * fmax(0, second / sum - first * first);
}

static double slope_of(const struct scores *s, double beta, double *curvature)
{
    double slope = 0;

    *curvature = 0;
    for (size_t i = 0; i < s->n; i++)
        add(s, i, beta, &slope, curvature);
    return slope;
}

/* The root of F' at or above `least`, from `beta` on. */
static double minimise(const struct scores *s, double least, double beta)
{
    double curvature, lo = least, hi = INFINITY;

    if (!(slope_of(s, least, &curvature) < 0))
        return least;
    for (int step = 0; step < MOST_STEPS; step++) {
        double slope = slope_of(s, beta, &curvature), next = beta - slope / curvature;
        *(slope < 0 ? &lo : &hi) = beta;
        if (fabs(next - beta) <= DONE * beta)
            return next > 0 ? next : beta;
        if (!(next > lo && next < hi))
            next = hi < INFINITY ? lo / 2 + hi / 2 : WIDER * beta;
        beta = next;
    }
    return beta;
}

enum status temperature_fit(size_t n, size_t outputs, const double *decision, const size_t *place,
                            const double *weight, double *T, struct error *err)
{
    struct scores s = {.n = n, .outputs = outputs, .classes = outputs > 1 ? outputs : 2,
                       .decision = decision, .weight = weight};
    double scale = 0;
    enum status status = OK;

    *T = 1;
    if (!vec_finite(n * outputs, decision))
        return fail(err, ERR_DATA, "no probabilities: a decision value is not finite: the data's "
                    "values are too large or too far apart; scale them");
    for (size_t i = 0; i < n * outputs; i++)
        scale = fmax(scale, fabs(decision[i]));
    if (scale < LEAST_SCALE)
        return OK;
    if (make_targets(&s, place))
        *T = 1 / minimise(&s, LEAST / scale, 1 / scale);
    else
        status = fail_memory(err, "the temperature");
    mem_free(s.target);
    return status;
}
