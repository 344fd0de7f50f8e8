/* kinked_template - a piecewise linear formula of one score, from its functions of one example.
 *
 * Parameters: those of batch_template.h, and kinks(p, y, first, kink) as in struct formula; defines
 * the table `formula`. */
#include <math.h>

#include "loss/formula/batch_template.h"

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
            if (jump < 0) { /* d < 0: z + t d passes the kink from right to left, jumping before t */
                sum += jump;
                jump = -jump;
            }
            if (!(at > lo))
                sum += jump;
            else if (at <= hi && at < INFINITY) /* a tiny d never gets to its kink */
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
                                       .slope = slope,
                                       .dual = dual,
                                       .step = step,
                                       .kinks = kinks,
                                       .line = batch_line};
