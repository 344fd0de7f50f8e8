/* line - the minimum of a loss along a line: from its kinks, or by slopes. */
#include "loss/line.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "math/root.h"

/* Each part writes its kinks from `most` times its first row on, then all move together. */
struct kinks_job {
    const struct line *line;
    double lo, hi, slope[MOST_PARTS];
    struct kink *kinks;
    size_t count[MOST_PARTS];
};

/* Of f(t) = sum_i c_i l(z_i + t d_i): a kink of l at s is one of f at t = (s - z_i)/d_i, where f'
 * jumps by c_i |d_i| jump. As t -> -infinity row i adds to f' the number c_i d_i lo if d_i > 0, and
 * c_i d_i (lo + sum of its jumps) if d_i < 0, for then z_i + t d_i -> +infinity. No branch depends
 * on the data; each kink is written, and stays if it counts. */
static void kinks_part(void *context, int part, int64_t first, int64_t end)
{
    struct kinks_job *job = context;
    const struct line line = *job->line;
    struct kink *kinks = job->kinks + line.most * first;
    double lo = job->lo, hi = job->hi, sum = 0;
    size_t count = 0;

    for (int64_t i = first; i < end; i++) {
        struct kink kink[LOSS_KINKS];
        double cd = costs_at(line.c, (size_t)i) * line.d[i];

        quadratic_kink(line.l, line.y[i], kink);
        sum += cd == 0 ? 0 : cd * quadratic_lo(line.l, line.y[i]);
        for (int k = 0; k < line.most; k++) {
            double at = (kink[k].at - line.z[i]) / line.d[i], jump = cd * kink[k].jump;
            bool past = !(at > lo); /* t overflows for a tiny d */

            sum += jump < 0 ? jump : 0; /* d < 0 */
            jump = fabs(jump);
            sum += past ? jump : 0;
            kinks[count] = (struct kink){at, jump};
            count += !past & (at <= hi) & (at < INFINITY) & (cd != 0);
        }
    }
    job->count[part] = count;
    job->slope[part] = sum;
}

size_t line_kinks(const struct line *line, double lo, double hi, struct kink *kinks, double *slope)
{
    struct kinks_job job = {.line = line, .lo = lo, .hi = hi, .kinks = kinks};
    const struct parts *parts = line->parts;
    size_t count = 0;

    parts_for(parts, kinks_part, &job);
    for (int part = 0; part < parts->count; part++) {
        memmove(kinks + count, kinks + line->most * parts->cut[part],
                job.count[part] * sizeof *kinks);
        count += job.count[part];
        *slope += job.slope[part];
    }
    return count;
}

/* Engines search towards a trial point, at t = 1, mostly t <= 1: kinks in (0, 1] come first. */
double line_kinks_search(const struct line *line, double lin, double quad, struct kink *kinks)
{
    double slope = lin, theta, t;
    size_t count = line_kinks(line, 0, 1, kinks, &slope);

    t = piecewise_minimise(kinks, count, slope, quad, 0, &theta);
    if (t <= 1)
        return t;
    slope = lin;
    count = line_kinks(line, 1, INFINITY, kinks, &slope);
    return piecewise_minimise(kinks, count, slope, quad, 1, &theta);
}

/* ---- by slopes ----------------------------------------------------------------------------- */

/* The share of f'(0) for Newton's method: most steps of t = 1 are within it, and one evaluation of
 * f' is enough. */
static const double NEWTON_FLAT = 0.05;

/* Where f' is rounding noise the bracket of t ends at this width. */
static const double NEWTON_NARROW = 1e-6;

double line_search(double (*slope)(void *context, double t), void *context, double at, double flat,
                   double narrow, double rounding)
{
    double start = slope(context, at), least, t;

    if (!(start < -rounding))
        return 0;
    least = fmax(at, rounding / -start);
    t = root_beyond(slope, context, 0, start, 1, -flat * start, narrow, least);
    return t > least ? t : 0;
}

double line_search_from(double (*slope)(void *context, double t), void *context, double start)
{
    if (start >= 0)
        return 0;
    return root_beyond(slope, context, 0, start, 1, -NEWTON_FLAT * start, NEWTON_NARROW, 0);
}
