/* count_tree - how many of the places 1 .. n are at most k, as they come one by one, in O(log n):
 * P. M. Fenwick, A new data structure for cumulative frequency tables (Software: Practice and
 * Experience 24(3), 1994). tree[k], k >= 1, counts the places (k - (k & -k), k]; tree[0] is not
 * used. */
#ifndef RRM_COUNT_TREE_H
#define RRM_COUNT_TREE_H

#include <stdint.h>
#include <string.h>

/* tree[n + 1] = that of no places. */
static inline void count_tree_clear(int64_t n, int64_t *tree)
{
    memset(tree, 0, (size_t)(n + 1) * sizeof *tree);
}

/* One more of the place, 1 <= place <= n. */
static inline void count_tree_add(int64_t n, int64_t *tree, int64_t place)
{
    for (; place <= n; place += place & -place)
        tree[place]++;
}

/* How many are of the places 1 .. place. */
static inline int64_t count_tree_upto(const int64_t *tree, int64_t place)
{
    int64_t sum = 0;

    for (; place > 0; place -= place & -place)
        sum += tree[place];
    return sum;
}

#endif
