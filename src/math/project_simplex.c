/* project_simplex - Euclidean projection onto the simplex {p >= 0, sum p = 1}. */
#include "math/project_simplex.h"

#include <stdbool.h>

#include "math/vec.h"

/* How many numbers were above tau, and their sum. */
struct above {
    size_t count;
    double sum;
};

/* Of the first n numbers p_j - shift those above tau move to the front, in their order, with their
 * j in list: no branch that could not be predicted. `first`: j is m, else list[m]. */
static inline struct above keep_above(size_t n, double shift, double tau, bool first, double *p,
                                      uint32_t *list)
{
    struct above a = {0, 0};

    for (size_t m = 0; m < n; m++) {
        double x = p[m] - shift;
        uint32_t j = first ? (uint32_t)m : list[m];
        p[a.count] = x;
        list[a.count] = j;
        a.count += x > tau;
        a.sum += x > tau ? x : 0;
    }
    return a;
}

/* The first n numbers of p move to the places in list, the others are 0. */
static inline void put_back(size_t n, double *p, const uint32_t *list)
{
    for (size_t m = n; m-- > 0;) {
        double x = p[m];
        p[m] = 0;
        p[list[m]] = x;
    }
}

/* x, kept in [0, 1] */
static double within(double x)
{
    double least = x > 0 ? x : 0;

    return least < 1 ? least : 1;
}

/* n = 2: p_j - tau = (1 + p_j - p_other)/2 in [0, 1]. */
static size_t project_two(double *p, uint32_t *list)
{
    double rest = p[0] - p[1];

    p[0] = within((1 + rest) / 2);
    p[1] = within((1 - rest) / 2);
    list[0] = p[0] > 0 ? 0 : 1;
    list[1] = 1;
    return (size_t)(p[0] > 0) + (p[1] > 0);
}

/* The projection is max(0, p - tau) with the root tau of f(tau) = sum_j max(0, p_j - tau) - 1
 * (Held, Wolfe, Crowder: Validation of subgradient optimization, Math. Programming 6, 1974). f is
 * convex, piecewise linear and decreasing. Newton's method from the left, tau += f / count with
 * count = -f'(tau) = #{p_j > tau}, never passes the root and ends at it when count stays (Michelot,
 * J. Optim. Theory Appl. 50, 1986). Convexity gives f_new / f + count_new / count <= 1, so f count
 * falls by 4 a pass at least: few passes, whatever the numbers are, each over those above the last
 * tau; n at most, for count falls too. max p is subtracted first, which leaves the projection and
 * makes tau lie in [-1, 0), so that small differences of large numbers keep their digits. */
size_t project_simplex(size_t n, double *p, uint32_t *list)
{
    struct above a;
    double tau;
    size_t before;

    if (n == 0)
        return 0;
    if (n == 2)
        return project_two(p, list);
    a = keep_above(n, vec_max(n, p), -1, true, p, list);
    do {
        before = a.count;
        tau = (a.sum - 1) / (double)before; /* tau + f(tau) / count, without the rounding of f */
        a = keep_above(before, 0, tau, false, p, list);
    } while (a.count < before);
    vec_fill(n - a.count, 0, p + a.count);
    for (size_t m = 0; m < a.count; m++)
        p[m] -= tau;
    vec_scale(a.count, 1 / vec_sum(a.count, p), p); /* 1 but for the rounding of tau */
    put_back(a.count, p, list);
    return a.count;
}
