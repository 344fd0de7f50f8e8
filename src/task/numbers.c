/* numbers - doubles that come one by one and are wanted in ascending order. */
#include "task/numbers.h"

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

bool numbers_add(struct numbers *n, double value)
{
    if (n->count == n->chunks * CHUNK && !new_chunk(n))
        return false;
    n->chunk[n->chunks - 1][n->count++ % CHUNK] = value;
    if (n->count % CHUNK == 0)
        radix_sort(CHUNK, n->chunk[n->chunks - 1], n->spare);
    return true;
}

void numbers_free(struct numbers *n)
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

bool ascent_begin(struct ascent *a, struct numbers *n)
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

bool ascent_next(struct ascent *a, double *value)
{
    if (a->size == 0)
        return false;
    *value = *a->heap[0].next++;
    if (a->heap[0].next == a->heap[0].end)
        a->heap[0] = a->heap[--a->size];
    sift(a, 0);
    return true;
}

void ascent_free(struct ascent *a)
{
    mem_free(a->heap);
    *a = (struct ascent){0};
}
