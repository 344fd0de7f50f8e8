/* isotonic - the nondecreasing sequence that is nearest to numbers, as blocks of equal ones. */
#include "math/isotonic.h"

#include <string.h>

/* Block b takes in block b + 1. */
static void pool(size_t b, double *sum, double *weight, size_t *end)
{
    sum[b] += sum[b + 1];
    weight[b] += weight[b + 1];
    end[b] = end[b + 1];
}

size_t isotonic_pool(size_t n, double *sum, double *weight, size_t *end)
{
    size_t blocks = 0;

    for (size_t i = 0; i < n; i++) {
        sum[blocks] = sum[i];
        weight[blocks] = weight[i];
        end[blocks++] = i + 1;
        while (blocks > 1 &&
               sum[blocks - 2] * weight[blocks - 1] >= sum[blocks - 1] * weight[blocks - 2])
            pool(--blocks - 1, sum, weight, end);
    }
    return blocks;
}

static double cost(size_t b, const double *sum, const double *weight)
{
    double apart = sum[b] / weight[b] - sum[b + 1] / weight[b + 1];

    return apart * apart / (1 / weight[b] + 1 / weight[b + 1]);
}

size_t isotonic_merge(size_t blocks, double *sum, double *weight, size_t *end, size_t most)
{
    for (; blocks > most; blocks--) {
        size_t best = 0, rest;
        for (size_t b = 1; b + 1 < blocks; b++)
            if (cost(b, sum, weight) < cost(best, sum, weight))
                best = b;
        pool(best, sum, weight, end);
        rest = blocks - best - 2;
        memmove(sum + best + 1, sum + best + 2, rest * sizeof *sum);
        memmove(weight + best + 1, weight + best + 2, rest * sizeof *weight);
        memmove(end + best + 1, end + best + 2, rest * sizeof *end);
    }
    return blocks;
}
