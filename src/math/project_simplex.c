/* project_simplex - Euclidean projection onto the simplex {p >= 0, sum p = 1}. */
#include "math/project_simplex.h"

#include <math.h>

/* The projection is max(0, p - tau) where f(tau) = sum max(0, p - tau) - 1 is 0. f is convex and piecewise linear, and
 * Newton's method from the left (Michelot 1986) takes tau up to the zero and ends there; f |f'| falls by 4 with every
 * pass at least, so that few are needed whatever the numbers. Counted from its maximum p tells small differences of
 * large numbers apart, and tau lies in [-1, 0). */
void project_simplex(size_t n, double *p)
{
    double tau = -1, most = -INFINITY, sum = 0;
    size_t count = n + 1, before;

    if (n == 0)
        return;
    for (size_t j = 0; j < n; j++)
        most = fmax(most, p[j]);
    for (size_t j = 0; j < n; j++)
        p[j] -= most;
    do {
        before = count;
        count = 0;
        sum = 0;
        for (size_t j = 0; j < n; j++)
            if (p[j] > tau) {
                sum += p[j];
                count++;
            }
        if (count < before)
            tau = (sum - 1) / (double)count;
    } while (count < before);
    sum = 0;
    for (size_t j = 0; j < n; j++) {
        p[j] = fmax(0, p[j] - tau);
        sum += p[j];
    }
    for (size_t j = 0; j < n; j++)
        p[j] /= sum;
}
