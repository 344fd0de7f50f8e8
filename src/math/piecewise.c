/* piecewise - the exact minimum of a convex piecewise linear function plus a quadratic.
 *
 * Quickselect (Hoare, Algorithm 65: Find, CACM 4, 1961) on the kinks: the slope of phi at a pivot
 * tells on which side the minimiser lies, and only the kinks of that side are left. With the median
 * of three random kinks as the pivot, quickselect expects (2 + 3 r (1 - r)) count comparisons for
 * the kink of rank r count, 2.75 count at most (Kirschenhofer, Prodinger, Martinez, Random
 * Structures and Algorithms 10, 1997); here the kinks right of a pivot are split once more, to sum
 * the jumps at the pivot itself. */
#include "math/piecewise.h"

#include <math.h>
#include <stdbool.h>

#include "math/rng.h"

/* Permutes the kinks [first, end) so that those with at < bound come first. Returns the end of
 * these and in *jumps the sum of their jumps. Swaps always: no branch depends on the data. */
static size_t split(struct kink *kinks, size_t first, size_t end, double bound, double *jumps)
{
    double sum = 0;

    for (size_t i = first; i < end; i++) {
        struct kink k = kinks[i];
        bool below = k.at < bound;

        kinks[i] = kinks[first];
        kinks[first] = k;
        first += below;
        sum += below * k.jump;
    }
    *jumps = sum;
    return first;
}

/* The median of three kinks of [first, end), drawn by a generator of a fixed seed: linear expected
 * time on every input that was not made against this very seed. */
static double pivot(const struct kink *kinks, size_t first, size_t end, struct rng *rng)
{
    double a = kinks[first + rng_below(rng, end - first)].at;
    double b = kinks[first + rng_below(rng, end - first)].at;
    double c = kinks[first + rng_below(rng, end - first)].at;

    return fmax(fmin(a, b), fmin(fmax(a, b), c));
}

double piecewise_minimise(struct kink *kinks, size_t count, double slope0, double quad, double lo,
                          double *theta)
{
    double left = -INFINITY, right = INFINITY; /* the minimiser is in [left, right] */
    size_t first = 0, end = count;             /* the kinks strictly between left and right */
    double base = slope0;                      /* slope0 + sum of jump_k over at_k <= left */
    bool at_lo = isfinite(lo);                 /* the first probe is lo itself */
    struct rng rng;

    rng_seed(&rng, count);
    *theta = 0;
    for (; at_lo || first < end; at_lo = false) {
        double p = at_lo ? lo : pivot(kinks, first, end, &rng), before, on, after;
        size_t below = split(kinks, first, end, p, &before), upto;
        double slope = base + before + quad * p; /* phi'(p-) */

        if (slope >= 0 && !at_lo) {
            right = p;
            end = below;
            continue;
        }
        upto = split(kinks, below, end, nextafter(p, INFINITY), &on);
        after = base + before + on;
        if (after + quad * p >= 0) { /* phi'(p+) */
            *theta = slope < 0 ? fmin(1, -slope / on) : 0;
            return p;
        }
        left = p;
        base = after; /* the very sum that was below 0 */
        first = upto;
    }
    if (quad > 0)
        return fmin(fmax(-base / quad, left), right);
    return base < 0 ? right : left;
}
