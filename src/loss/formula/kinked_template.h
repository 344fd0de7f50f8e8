/* kinked_template - the table `formula` of a piecewise linear formula of one score.
 *
 * Parameters, static inline functions of the includer: value, slope, dual, step and curvature
 * (batch_template.h), quadratic (struct formula), and kinks(p, y, first, kink), which sets *first
 * to the slope of l left of all kinks, kink[k].at and kink[k].jump > 0 in ascending order, and
 * returns their number, at most LOSS_KINKS.
 * Defines `formula`, the row that the loss of the includer names. */
#include <math.h>

#include "loss/formula/batch_template.h"

/* Of f(t) = sum_i c_i l(z_i + t d_i): a kink of l at s is one of f at t = (s - z_i)/d_i, where f'
 * jumps by c_i |d_i| jump. As t -> -infinity row i adds to f' the number c_i d_i first if d_i > 0,
 * and c_i d_i (first + sum of its jumps) if d_i < 0, for then z_i + t d_i -> +infinity. */
static size_t batch_line(const struct batch *b, const double *z, const double *d, double lo,
                         double hi, struct kink *out, double *slope)
{
    size_t count = 0;
    double sum = 0;

    for (size_t i = 0; i < b->n; i++) {
        struct kink kink[LOSS_KINKS];
        double cd = b->c[i] * d[i], first;
        int found = kinks(b->p, b->y[i], &first, kink);
        if (cd == 0)
            continue;
        sum += cd * first;
        for (int k = 0; k < found; k++) {
            double at = (kink[k].at - z[i]) / d[i], jump = cd * kink[k].jump;
            if (jump < 0) { /* d < 0 */
                sum += jump;
                jump = -jump;
            }
            if (!(at > lo))
                sum += jump;
            else if (at <= hi && at < INFINITY) /* t overflows for a tiny d */
                out[count++] = (struct kink){at, jump};
        }
    }
    *slope = sum;
    return count;
}

static const struct formula formula = {.value = batch_value,
                                       .slopes = batch_slopes,
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
