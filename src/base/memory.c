/* memory - the only place that calls malloc; tests link another one that fails on purpose.
 *
 * Where the C library is glibc, on Linux, blocks below KEPT bytes lie in one heap of huge pages,
 * which frees no page before the process ends. The system fills each page with zeros at its first
 * use, and a fault of a page of 4 KB takes .25 us on hardware, up to 10 us on virtual machines:
 * there faults took half of a run. */
#include "base/memory.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/resource.h>

/* glibc's, with the numbers of its parameters, and Linux's; NULL where there is none. */
extern int mallopt(int parameter, int value) __attribute__((weak));
extern int madvise(void *from, size_t bytes, int advice) __attribute__((weak));
enum { TRIM_THRESHOLD = -1, TOP_PAD = -2, MMAP_THRESHOLD = -3, ARENA_MAX = -8, HUGE_PAGES = 14 };

/* Bytes of a huge page of x86-64; the largest threshold of glibc with 64 bits; what the heap grows
 * by beyond what is asked for: address space, no memory. */
enum { HUGE_PAGE = 2 << 20, KEPT = 32 << 20, STEP = 32 << 20 };

/* Asks for huge pages for a block that fills one, and for a STEP of unused heap behind it. What the
 * system answers changes no result. */
static void *advised(void *block, size_t bytes)
{
    uintptr_t first = (uintptr_t)block / HUGE_PAGE * HUGE_PAGE;

    if (mallopt && madvise && block && bytes >= HUGE_PAGE)
        (void)madvise((void *)first, (uintptr_t)block - first + bytes + STEP, HUGE_PAGES);
    return block;
}

void *mem_alloc(size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size) /* calloc fails, too, but sanitizers call that a bug */
        return NULL;
    return advised(calloc(count ? count : 1, size ? size : 1), count * size);
}

void *mem_resize(void *block, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size)
        return NULL;
    return advised(realloc(block, count > 0 && size > 0 ? count * size : 1), count * size);
}

void mem_free(void *block)
{
    free(block);
}

static bool is_limited(int resource)
{
    struct rlimit limit;

    return getrlimit(resource, &limit) != 0 || limit.rlim_cur != RLIM_INFINITY;
}

/* The heap up to the first boundary of a huge page, less glibc's own numbers, is never used: what
 * follows lies in huge pages. (A page of 4 KB that is used beyond it would take the huge one's
 * place.) */
void mem_prepare(void)
{
    enum { OWN = 128 };
    uintptr_t first;

    if (!mallopt || is_limited(RLIMIT_AS) || is_limited(RLIMIT_DATA))
        return;
    if (!mallopt(TOP_PAD, STEP) || !mallopt(TRIM_THRESHOLD, INT_MAX) ||
        !mallopt(MMAP_THRESHOLD, KEPT) || !mallopt(ARENA_MAX, 1))
        return;
    first = (uintptr_t)malloc(1);
    if (first > 0)
        advised(malloc((2 * (uintptr_t)HUGE_PAGE - OWN - first % HUGE_PAGE) % HUGE_PAGE),
                HUGE_PAGE);
}
