/* isotonic - the nondecreasing sequence that is nearest to numbers, as blocks of equal ones. */
#ifndef RRM_ISOTONIC_H
#define RRM_ISOTONIC_H

#include <stddef.h>

/* Of numbers x_i = sum[i] / weight[i], weight[i] > 0: the f_1 <= ... <= f_n with the least
 * sum weight_i (x_i - f_i)^2, by pooling adjacent violators (Ayer et al., Ann. Math. Stat. 26,
 * 1955). f is sum[b] / weight[b] in block b, from end[b - 1], or 0, to before end[b]; no two blocks
 * beside one another are equal. Returns how many blocks there are. n steps. */
size_t isotonic_pool(size_t n, double *sum, double *weight, size_t *end);

/* Pools neighbours until there are `most` blocks at most, each time those that cost least,
 * w v / (w + v) (f - g)^2 (Ward 1963), of equal ones the first. Returns how many there are. */
size_t isotonic_merge(size_t blocks, double *sum, double *weight, size_t *end, size_t most);

#endif
