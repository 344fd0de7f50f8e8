/* project_simplex - Euclidean projection onto the simplex {p >= 0, sum p = 1}. */
#include "math/project_simplex.h"

#include <math.h>

/* The projection is max(0, p - tau) with the root tau of f(tau) = sum_j max(0, p_j - tau) - 1
 * (Held, Wolfe, Crowder: Validation of subgradient optimization, Math. Programming 6, 1974). f is
 * convex, piecewise linear and decreasing. Newton's method from the left, tau += f / count with
 * count = -f'(tau) = #{p_j > tau}, never passes the root and ends at it when count stays (Michelot,
 * J. Optim. Theory Appl. 50, 1986). Convexity gives f_new / f + count_new / count <= 1, so f count
 * falls by 4 a pass at least: few passes, each O(n), whatever the numbers are; n at most, for count
 * falls too. max p is subtracted first, which leaves the projection and makes tau lie in [-1, 0),
 * so that small differences of large numbers keep their digits. */
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
        if (count < before) /* tau + f(tau) / count, without the rounding of f */
            tau = (sum - 1) / (double)count;
    } while (count < before);
    sum = 0;
    for (size_t j = 0; j < n; j++) {
        p[j] = fmax(0, p[j] - tau);
        sum += p[j];
    }
    for (size_t j = 0; j < n; j++) /* sum is 1 but for the rounding of tau */
        p[j] /= sum;
}
