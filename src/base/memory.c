/* memory - the only place that calls malloc; tests link another one that fails on purpose.
 *
 * The first use of a page is a fault, after which the system fills it with zeros; on virtual
 * machines a fault takes long (tests/tuning.txt, STEP). So blocks come from one heap, of huge pages
 * where the system has them, and freed blocks stay in it. */
#include "base/memory.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

/* glibc's, with the numbers of its parameters, and Linux's; NULL where there is none. */
extern int mallopt(int parameter, int value) __attribute__((weak));
extern int madvise(void *from, size_t bytes, int advice) __attribute__((weak));
enum { TRIM_THRESHOLD = -1, TOP_PAD = -2, MMAP_THRESHOLD = -3, ARENA_MAX = -8, HUGE_PAGES = 14 };

/* Where a page has SMALL_PAGE bytes, a huge one has HUGE_PAGE (x86-64, aarch64). Blocks of KEPT
 * bytes, the most that every glibc with 64 bits allows, have pages of their own. */
enum { SMALL_PAGE = 4096, HUGE_PAGE = 2 << 20, KEPT = 32 << 20 };

/* The heap grows by STEP bytes more than is asked for: address space, no memory. With less than
 * ROOMY bytes of it, as ulimit -v or -d may leave, all is as the C library has it. */
enum { STEP = 32 << 20, ROOMY = 1 << 30 };

/* Asks for huge pages for a block that fills one and, of the heap, for a STEP behind it, too. What
 * the system answers changes no result. */
static void *advised(void *block, size_t bytes)
{
    uintptr_t first = (uintptr_t)block / HUGE_PAGE * HUGE_PAGE;
    size_t ahead = bytes < KEPT ? STEP : 0;

    if (block && bytes >= HUGE_PAGE && mallopt && madvise && sysconf(_SC_PAGESIZE) == SMALL_PAGE)
        (void)madvise((void *)first, (uintptr_t)block - first + bytes + ahead, HUGE_PAGES);
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

static bool is_roomy(int resource)
{
    struct rlimit limit;

    return getrlimit(resource, &limit) == 0 && limit.rlim_cur >= ROOMY;
}

/* The heap up to the first boundary of a huge page, less OWN bytes, is taken and never used: what
 * follows lies in huge pages. glibc writes 55 bytes there at most; a small page in use beyond the
 * boundary would take the place of the huge one. */
void mem_prepare(void)
{
    enum { OWN = 128 };
    uintptr_t first;

    if (!mallopt || !is_roomy(RLIMIT_AS) || !is_roomy(RLIMIT_DATA))
        return;
    if (mallopt(MMAP_THRESHOLD, KEPT) != 1 || mallopt(TRIM_THRESHOLD, INT_MAX) != 1 ||
        mallopt(ARENA_MAX, 1) != 1 || mallopt(TOP_PAD, STEP) != 1)
        return;
    first = (uintptr_t)malloc(1);
    if (first > 0)
        advised(malloc((2 * (uintptr_t)HUGE_PAGE - OWN - first % HUGE_PAGE) % HUGE_PAGE),
                HUGE_PAGE);
    free((void *)first);
}
