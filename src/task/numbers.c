/* numbers - doubles that come one by one and are wanted in ascending order, 8 bytes each; the ROC
 * area of decisions and the median of residuals, which need that. */
#include "task/evaluation.h"

#include <math.h>

#include "base/memory.h"
#include "math/radix_sort.h"

/* A chunk of 256 KB: the second-level cache holds it while it is sorted. */
enum { CHUNK = 1 << 15 };

static bool new_chunk(struct numbers *n)
{
    double *chunk = mem_alloc(CHUNK, sizeof *chunk);
    void *list = n->chunk;

    if (!n->spare)
        n->spare = mem_alloc(CHUNK, sizeof *n->spare);
    if (!n->spare || !chunk || !mem_resized(&list, n->chunks + 1, sizeof *n->chunk)) {
        mem_free(chunk);
        return false;
    }
    n->chunk = list;
    n->chunk[n->chunks++] = chunk;
    return true;
}

/* False: no memory, and the numbers are those before. No NaN. */
static bool numbers_add(struct numbers *n, double value)
{
    if (n->count == n->chunks * CHUNK && !new_chunk(n))
        return false;
    n->chunk[n->chunks - 1][n->count++ % CHUNK] = value;
    if (n->count % CHUNK == 0)
        radix_sort(CHUNK, n->chunk[n->chunks - 1], n->spare);
    return true;
}

static void numbers_free(struct numbers *n)
{
    for (size_t k = 0; k < n->chunks; k++)
        mem_free(n->chunk[k]);
    mem_free(n->chunk);
    mem_free(n->spare);
    *n = (struct numbers){0};
}

/* ---- in ascending order ---------------------------------------------------------------------- */

/* Not empty. */
struct ascent_head {
    const double *next, *end;
};

/* Where a walk through the numbers stands: the heads of the chunks, the least on top of a heap. */
struct ascent {
    struct ascent_head *heap;
    size_t size;
};

/* The heap below place k becomes one: Floyd's siftup (Knuth, TAOCP 3, 5.2.3). */
static void sift(struct ascent *a, size_t k)
{
    struct ascent_head head = a->heap[k];

    while (2 * k + 1 < a->size) {
        size_t child = 2 * k + 1;
        if (child + 1 < a->size && *a->heap[child + 1].next < *a->heap[child].next)
            child++;
        if (!(*a->heap[child].next < *head.next))
            break;
        a->heap[k] = a->heap[child];
        k = child;
    }
    a->heap[k] = head;
}

/* Begins at the least number; the last chunk is sorted. Until ascent_free no number may be added.
 * False: no memory. */
static bool ascent_begin(struct ascent *a, struct numbers *n)
{
    *a = (struct ascent){.heap = mem_alloc(n->chunks, sizeof *a->heap), .size = n->chunks};
    if (!a->heap)
        return false;
    for (size_t k = 0; k < n->chunks; k++)
        a->heap[k] = (struct ascent_head){n->chunk[k], n->chunk[k] + CHUNK};
    if (n->count % CHUNK > 0) {
        struct ascent_head *last = &a->heap[n->chunks - 1];
        last->end = last->next + n->count % CHUNK;
        radix_sort(n->count % CHUNK, n->chunk[n->chunks - 1], n->spare);
    }
    for (size_t k = n->chunks / 2; k > 0; k--)
        sift(a, k - 1);
    return true;
}

/* The number that is next in ascending order, which is taken; false: there are no more. */
static bool ascent_next(struct ascent *a, double *value)
{
    if (a->size == 0)
        return false;
    *value = *a->heap[0].next++;
    if (a->heap[0].next == a->heap[0].end)
        a->heap[0] = a->heap[--a->size];
    sift(a, 0);
    return true;
}

static void ascent_free(struct ascent *a)
{
    mem_free(a->heap);
    *a = (struct ascent){0};
}

/* ---- ROC area -------------------------------------------------------------------------------- */

bool roc_area_add(struct roc_area *r, double decision, bool positive)
{
    r->undefined = r->undefined || isnan(decision);
    return r->undefined || numbers_add(positive ? &r->positive : &r->negative, decision);
}

/* U: for each positive decision the negative ones below it and half of those that equal it. */
static double pairs_in_order(struct ascent *positive, struct ascent *negative)
{
    double p, n, below = 0, pairs = 0;
    bool more_p = ascent_next(positive, &p), more_n = ascent_next(negative, &n);

    while (more_p) {
        double decision = p, positives = 0, tied = 0;
        for (; more_n && n < decision; more_n = ascent_next(negative, &n))
            below++;
        for (; more_n && n == decision; more_n = ascent_next(negative, &n))
            tied++;
        for (; more_p && p == decision; more_p = ascent_next(positive, &p))
            positives++;
        pairs += positives * (below + 0.5 * tied);
        below += tied;
    }
    return pairs;
}

bool roc_area_value(struct roc_area *r, double *area)
{
    struct ascent positive = {0}, negative = {0};
    bool done;

    *area = NAN;
    if (r->undefined || r->positive.count == 0 || r->negative.count == 0)
        return true;
    done = ascent_begin(&positive, &r->positive) && ascent_begin(&negative, &r->negative);
    if (done)
        *area = pairs_in_order(&positive, &negative) /
                ((double)r->positive.count * (double)r->negative.count);
    ascent_free(&positive);
    ascent_free(&negative);
    return done;
}

void roc_area_free(struct roc_area *r)
{
    numbers_free(&r->positive);
    numbers_free(&r->negative);
    *r = (struct roc_area){0};
}

/* ---- residuals ------------------------------------------------------------------------------- */

/* The spread of the labels in one pass: Welford's (Technometrics 4, 1962), of numbers about 0 whose
 * differences do not overflow. */
static void add_label(struct residuals *r, double label)
{
    double rows = (double)r->distances.count, t, off;

    if (rows == 1)
        r->first = label;
    r->vary = r->vary || label != r->first;
    t = label / 2 - r->first / 2;
    off = t - r->mean;
    r->mean += off / rows;
    r->spread += off * (t - r->mean);
}

bool residuals_add(struct residuals *r, double answer, double label)
{
    double error = answer - label;

    if (!numbers_add(&r->distances, fabs(error)))
        return false;
    r->squared += error * error;
    r->absolute += fabs(error);
    add_label(r, label);
    return true;
}

bool residuals_median(struct residuals *r, double *median)
{
    size_t rows = r->distances.count, middle = (rows + 1) / 2; /* from 1 */
    struct ascent ascent;
    double upper;

    *median = NAN;
    if (!ascent_begin(&ascent, &r->distances))
        return false;
    for (size_t i = 0; i < middle; i++)
        ascent_next(&ascent, median);
    if (rows % 2 == 0 && ascent_next(&ascent, &upper) && upper != *median)
        *median = *median / 2 + upper / 2;
    ascent_free(&ascent);
    return true;
}

double residuals_r2(const struct residuals *r)
{
    return r->vary ? 1 - r->squared / (4 * r->spread) : NAN;
}

void residuals_free(struct residuals *r)
{
    numbers_free(&r->distances);
    *r = (struct residuals){0};
}
