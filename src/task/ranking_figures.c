/* ranking_figures - how well the scores order the rows of each query. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "math/count_tree.h"
#include "math/exponential.h"
#include "math/logarithm.h"
#include "task/evaluation.h"

enum { NDCG_ROWS = 10 };

static int by_label(const void *a, const void *b)
{
    const struct ranked_row *x = a, *y = b;

    return (x->label > y->label) - (x->label < y->label);
}

/* Descending scores; of equal ones the lesser label first. */
static int by_score(const void *a, const void *b)
{
    const struct ranked_row *x = a, *y = b;

    if (x->score != y->score)
        return x->score < y->score ? 1 : -1;
    return by_label(a, b);
}

/* place = that of the label among those of the query, from 1; returns twice the pairs of labels
 * that differ. The rows ascend by their labels. */
static double set_places(size_t n, struct ranked_row *row)
{
    double pairs = 0;
    size_t first = 0;
    int64_t place = 0;

    for (size_t k = 0; k < n; k++) {
        if (k == 0 || row[k].label > row[k - 1].label) {
            first = k;
            place++;
        }
        row[k].place = place;
        pairs += 2 * (double)first;
    }
    return pairs;
}

/* Twice the pairs in order, once the ties: for each row, from the least score on, the lesser labels
 * of lesser scores, and those of scores that are not greater. */
static double ordered_pairs(size_t n, const struct ranked_row *row, int64_t *tree)
{
    double sum = 0;

    count_tree_clear((int64_t)n, tree);
    for (size_t hi = n, lo; hi > 0; hi = lo) {
        for (lo = hi; lo > 0 && row[lo - 1].score == row[hi - 1].score; lo--)
            sum += (double)count_tree_upto(tree, row[lo - 1].place - 1);
        for (size_t k = lo; k < hi; k++)
            count_tree_add((int64_t)n, tree, row[k].place);
        for (size_t k = lo; k < hi; k++)
            sum += (double)count_tree_upto(tree, row[k].place - 1);
    }
    return sum;
}

/* 2^x: of whole x exact. */
static double power(double x)
{
    return x == floor(x) && fabs(x) < EXPONENT_BIAS ? ldexp(1, (int)x) : exponential(x * LOG_2);
}

/* 2^-top (2^y - 1) / log2(2 + k), 0 < y <= top, of place k from 0 on, which no label overflows; 0
 * for other labels. */
static double gain(double label, double top, size_t k)
{
    if (!(label > 0))
        return 0;
    return (power(label - top) - power(-top)) * LOG_2 / logarithm((double)k + 2);
}

/* The sum of the gains of the first rows, from the first or, if `reversed`, from the last one
 * on. */
static double gains(size_t n, const struct ranked_row *row, double top, bool reversed)
{
    double sum = 0;

    for (size_t k = 0; k < n && k < NDCG_ROWS; k++)
        sum += gain(row[reversed ? n - 1 - k : k].label, top, k);
    return sum;
}

/* The mean, over the rows of label > 0, of the share of such rows down to each. */
static double average_precision(size_t n, const struct ranked_row *row)
{
    double relevant = 0, sum = 0;

    for (size_t k = 0; k < n; k++) {
        if (!(row[k].label > 0))
            continue;
        relevant++;
        sum += relevant / (double)(k + 1);
    }
    return sum / relevant;
}

/* The sums of a query are added; its rows change their order. */
static bool add_query(struct ranking *r, struct ranking_sums *sums)
{
    size_t n = r->rows;
    int64_t *tree;
    double pairs, top, best;

    if (n == 0)
        return true;
    tree = mem_alloc(n + 1, sizeof *tree);
    if (!tree)
        return false;
    qsort(r->row, n, sizeof *r->row, by_label);
    pairs = set_places(n, r->row);
    top = r->row[n - 1].label;
    best = gains(n, r->row, top, true);
    qsort(r->row, n, sizeof *r->row, by_score);
    if (pairs > 0) {
        sums->pairs += ordered_pairs(n, r->row, tree) / pairs;
        sums->with_pairs++;
    }
    if (best > 0) {
        sums->ndcg += gains(n, r->row, top, false) / best;
        sums->precision += average_precision(n, r->row);
        sums->relevant++;
    }
    mem_free(tree);
    return true;
}

bool ranking_add(struct ranking *r, uint64_t query, double label, double score)
{
    void *row = r->row;

    if (r->rows > 0 && query != r->query) {
        if (!add_query(r, &r->sums))
            return false;
        r->rows = 0;
    }
    if (r->rows == r->room) {
        size_t room = 2 * r->room + NDCG_ROWS;
        if (!mem_resized(&row, room, sizeof *r->row))
            return false;
        r->row = row;
        r->room = room;
    }
    r->query = query;
    r->row[r->rows++] = (struct ranked_row){.label = label, .score = score};
    return true;
}

bool ranking_sums(struct ranking *r, struct ranking_sums *sums)
{
    *sums = r->sums;
    return add_query(r, sums);
}

void ranking_free(struct ranking *r)
{
    mem_free(r->row);
    *r = (struct ranking){.row = NULL};
}
