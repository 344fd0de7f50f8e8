/* probability - scores as probabilities of the classes.
 *
 * Several outputs of one problem: P_k = exp(z_k) / sum_j exp(z_j). One class against the rest:
 * P_k = s_k / sum_j s_j with s_k = 1 / (1 + exp(-t_k)), as Zadrozny and Elkan (KDD 2002)
 * normalise; t_k is the score or, calibrated, -(A z_k + B). Both are exp(l_k - max l) over the
 * sum of these, with l_k = z_k or log s_k: no exponential overflows, and the largest is exactly
 * 1. A temperature T divides scores, z_k / T; steps stand in the place of s_k, or of the P of one
 * score. Ordered classes have one score and thresholds: McCullagh (J. R. Stat. Soc. B 42, 1980). */
#include "task/task.h"

#include "math/logarithm.h"
#include "math/vec.h"

bool probability_known(const struct decoder *d)
{
    const struct folded *f = &d->folded;

    return f->platt || f->steps || f->temperature > 0 || d->loss->traits & LOSS_PROBABILITY;
}

/* log 1 / (1 + exp(-t)) */
static double log_sigmoid(double t)
{
    return t > 0 ? -logarithm_1p(exponential(-t)) : t - logarithm_1p(exponential(t));
}

/* p_o = exp(p_o - max p) / sum of all: no exponential overflows. */
static void normalize(size_t n, double *p)
{
    double top = p[vec_largest(n, p)], sum = 0;

    for (size_t o = 0; o < n; o++) {
        p[o] = p[o] == top ? 1 : exponential(p[o] - top); /* top may be infinite */
        sum += p[o];
    }
    for (size_t o = 0; o < n; o++)
        p[o] /= sum;
}

/* 1 / (1 + exp(-t)) */
static double sigmoid(double t)
{
    return t > 0 ? 1 / (1 + exponential(-t)) : exponential(t) / (1 + exponential(t));
}

/* P_k = s(a) - s(b) = s(a) s(-b) (1 - exp(b - a)), a = theta_{k+1} - z, b = theta_k - z, of the
 * thresholds theta = -infinity, d->offsets, infinity. */
static void divide_line(const struct decoder *d, double z, double *p)
{
    size_t classes = (size_t)d->classes;
    double sum;

    for (size_t k = 0; k < classes; k++) {
        bool first = k == 0, last = k + 1 == classes;
        p[k] = last ? 1 : sigmoid(d->offsets[k] - z);
        p[k] *= first ? 1 : sigmoid(z - d->offsets[k - 1]);
        p[k] *= first || last ? 1 : fabs(exponential_minus_1(d->offsets[k - 1] - d->offsets[k]));
    }
    sum = vec_sum(classes, p);
    vec_scale(classes, 1 / sum, p);
}

/* The last step that begins at z or before, else the first. */
static double step_of(const struct steps *s, double z)
{
    int at = 0;

    for (int n = s->count; n > 1; n -= n / 2)
        at += s->pair[2 * (at + n / 2)] <= z ? n / 2 : 0;
    return s->pair[2 * at + 1];
}

/* P_k = s_k / sum_j s_j, 1/K each where all are 0; of two classes by one score s and 1 - s. */
static void climb(const struct decoder *d, const double *z, double *p)
{
    size_t classes = (size_t)d->classes;
    double sum = 0;

    for (size_t o = 0; o < d->outputs; o++) {
        p[o] = step_of(&d->folded.steps[o], z[o]);
        sum += p[o];
    }
    if (d->outputs < classes)
        p[1] = 1 - p[0];
    for (size_t o = 0; d->outputs == classes && o < classes; o++)
        p[o] = sum > 0 ? p[o] / sum : 1 / (double)classes;
}

void probability_of_rows(const struct decoder *d, int64_t rows, const double *decision,
                         double *probability)
{
    const double *platt = d->folded.platt;
    double heat = d->folded.temperature > 0 ? d->folded.temperature : 1;
    bool apart = d->outputs > 1 && d->ova; /* each output is a sigmoid of its own */
    size_t classes = (size_t)d->classes;

    for (int64_t i = 0; i < rows; i++) {
        const double *z = decision + (size_t)i * d->outputs;
        double *p = probability + (size_t)i * classes;
        if (d->task->ordered) {
            divide_line(d, *z, p);
            continue;
        }
        if (d->folded.steps) {
            climb(d, z, p);
            continue;
        }
        for (size_t o = 0; o < d->outputs; o++) {
            double t = platt ? -(platt[2 * o] * z[o] + platt[2 * o + 1]) : z[o] / heat;
            p[o] = apart ? log_sigmoid(t) : t;
        }
        if (d->outputs < classes)
            p[1] = 0; /* two classes: 1 / (1 + exp(-t)) and the rest */
        normalize(classes, p);
    }
}
