/* kinked_template - makes a piecewise linear loss' batch of kinks along a line from the kinks of one example.
 *
 * The includer defines, static inline, kinks(p, y, first, kink) as in struct loss_row. */
#include <math.h>

#include "loss/loss.h"

static size_t batch_line(const struct batch *b, const double *z, const double *d, double lo, double hi,
                         struct kink *out, double *slope)
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
            if (jump < 0) { /* the line runs through the kinks from the right: left of this one its jump is there */
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
