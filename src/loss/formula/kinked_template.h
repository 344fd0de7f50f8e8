/* kinked_template - the table `formula` of a piecewise linear formula of one score.
 *
 * Parameters, static inline functions of the includer: value, slope, dual, step and curvature
 * (batch_template.h), quadratic (struct formula), and kinks(p, y, first, kink), which sets *first
 * to the slope of l left of all kinks, kink[k].at and kink[k].jump > 0 in ascending order, and
 * returns their number, at most LOSS_KINKS.
 * Defines `formula`, the row that the loss of the includer names. */
#include <math.h>
#include <stdbool.h>

#include "loss/formula/each_template.h"

#include "loss/formula/batch_template.h"

/* Slopes, conjugates and values of a block of examples with mu = 0. A loop each, without sums:
 * compilers turn such into vector code without branches, which cost 10 ns a row where data like
 * a9a's make them mispredicted. linesearch:ocas with the hinge took .6 of the time on a9a, the same
 * on kdd99_10; formulas without kinks, which mostly have no branches, gained nothing. */
static inline void slopes_block(const struct batch *b, size_t lo, size_t n,
                                const double *restrict z, double *restrict u,
                                double *restrict conjugate, double *restrict l)
{
    const double p = b->p, *y = b->y + lo;

    for (size_t i = 0; i < n; i++)
        u[i] = slope(p, y[i], z[i]);
    for (size_t i = 0; i < n; i++)
        conjugate[i] = dual(p, y[i], u[i]);
    for (size_t i = 0; i < n; i++)
        l[i] = value(p, y[i], z[i]);
}

static double kinked_slopes(const struct batch *b, const double *z, double *cu, double *offset)
{
    double sum = 0, below = 0, conjugate[BLOCK], l[BLOCK];

    if (b->mu > 0)
        return batch_slopes(b, z, cu, offset);
    for (size_t lo = 0, n; lo < b->n; lo += n) {
        n = block_rows(b, lo);
        slopes_block(b, lo, n, z + lo, cu + lo, conjugate, l);
        block_weigh(n, costs_from(b->c, lo), cu + lo);
        block_weigh(n, costs_from(b->c, lo), conjugate);
        block_weigh(n, costs_from(b->c, lo), l);
        for (size_t i = 0; i < n; i++) {
            sum += l[i];
            below -= conjugate[i];
        }
    }
    *offset = below;
    return sum;
}

/* Of f(t) = sum_i c_i l(z_i + t d_i): a kink of l at s is one of f at t = (s - z_i)/d_i, where f'
 * jumps by c_i |d_i| jump. As t -> -infinity row i adds to f' the number c_i d_i first if d_i > 0,
 * and c_i d_i (first + sum of its jumps) if d_i < 0, for then z_i + t d_i -> +infinity. No branch
 * depends on the data; each kink is written, and stays if it counts. */
static size_t batch_line(const struct batch *b, const double *z, const double *d, double lo,
                         double hi, struct kink *out, double *slope)
{
    size_t count = 0;
    double sum = *slope;

    for (size_t i = 0; i < b->n; i++) {
        struct kink kink[LOSS_KINKS];
        double cd = costs_at(b->c, i) * d[i], first;
        int found = kinks(b->p, b->y[i], &first, kink);

        sum += cd == 0 ? 0 : cd * first;
        for (int k = 0; k < found; k++) {
            double at = (kink[k].at - z[i]) / d[i], jump = cd * kink[k].jump;
            bool past = !(at > lo); /* t overflows for a tiny d */

            sum += jump < 0 ? jump : 0; /* d < 0 */
            jump = fabs(jump);
            sum += past ? jump : 0;
            out[count] = (struct kink){at, jump};
            count += !past & (at <= hi) & (at < INFINITY) & (cd != 0);
        }
    }
    *slope = sum;
    return count;
}

static const struct formula formula = {.value = batch_value,
                                       .slopes = kinked_slopes,
                                       .ray = batch_ray,
                                       .conjugate = batch_conjugate,
                                       .prox = batch_prox,
                                       .prox_ray = batch_prox_ray,
                                       .slope = slope,
                                       .dual = dual,
                                       .step = step,
                                       .quadratic = quadratic,
                                       .curvature = curvature,
                                       .kinks = kinks,
                                       .line = batch_line};
