/* project_simplex - Euclidean projection onto the simplex {p >= 0, sum p = 1}. */
#include "math/project_simplex.h"

#include "math/vec.h"

/* The numbers of p above tau: their sum and their count. */
struct mass {
    double sum, count;
};

/* LANES running sums each, so that the loop is one of vectors without a branch. */
static struct mass mass_above(size_t n, const double *p, double tau)
{
    enum { LANES = 4 };
    double sum[LANES] = {0}, count[LANES] = {0};
    size_t j = 0;

    for (; j + LANES <= n; j += LANES)
        for (size_t k = 0; k < LANES; k++) {
            sum[k] += p[j + k] > tau ? p[j + k] : 0;
            count[k] += p[j + k] > tau ? 1 : 0;
        }
    for (; j < n; j++) {
        sum[0] += p[j] > tau ? p[j] : 0;
        count[0] += p[j] > tau ? 1 : 0;
    }
    return (struct mass){(sum[0] + sum[2]) + (sum[1] + sum[3]),
                         (count[0] + count[2]) + (count[1] + count[3])};
}

/* x, kept in [0, 1] */
static double within(double x)
{
    double least = x > 0 ? x : 0;

    return least < 1 ? least : 1;
}

/* n = 2: p_j - tau = (1 + p_j - p_other)/2 in [0, 1]. */
static void project_two(double *p)
{
    double first = (1 + (p[0] - p[1])) / 2, second = (1 + (p[1] - p[0])) / 2;

    p[0] = within(first);
    p[1] = within(second);
}

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
    double tau = -1, before, most;
    struct mass above = {0, (double)n + 1};

    if (n == 2)
        project_two(p);
    if (n == 0 || n == 2)
        return;
    most = vec_max(n, p);
    for (size_t j = 0; j < n; j++)
        p[j] -= most;
    do {
        before = above.count;
        above = mass_above(n, p, tau);
        if (above.count < before) /* tau + f(tau) / count, without the rounding of f */
            tau = (above.sum - 1) / above.count;
    } while (above.count < before);
    for (size_t j = 0; j < n; j++)
        p[j] = p[j] > tau ? p[j] - tau : 0;
    above = mass_above(n, p, 0);
    vec_scale(n, 1 / above.sum, p); /* the sum is 1 but for the rounding of tau */
}
