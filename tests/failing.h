/* failing - an allocator that fails when told to, in the place of base/memory's: for programs of which every allocation fails in
 * turn. Included by the one source of such a program. */
#ifndef RRM_TESTS_FAILING_H
#define RRM_TESTS_FAILING_H

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "common.h"

/* ---- the allocator ---------------------------------------------------------------------------------------------------- */

static atomic_long calls, live, failing_call; /* the call that fails, from 1; 0: none */
static atomic_bool lasting;                   /* all calls behind it fail, too */
static atomic_size_t most;                    /* bytes that a call may ask for; 0: any number */

static bool refused(size_t bytes)
{
    long call = atomic_fetch_add(&calls, 1) + 1, first = failing_call;

    return call == first || (lasting && first > 0 && call > first) || (most > 0 && bytes > most);
}

void *mem_alloc(size_t count, size_t size)
{
    void *block;

    if (refused(count * size))
        return NULL;
    block = calloc(count ? count : 1, size ? size : 1);
    if (block)
        atomic_fetch_add(&live, 1);
    return block;
}

void *mem_resize(void *block, size_t count, size_t size)
{
    size_t bytes = count > 0 && size > 0 ? count * size : 1;
    void *grown, *moved;

    if (refused(bytes) || (size && count > SIZE_MAX / size))
        return NULL;
    moved = malloc(bytes); /* always elsewhere: who keeps the old place is found out */
    ck_assert(moved);
    if (!block) {
        atomic_fetch_add(&live, 1);
        return moved;
    }
    grown = realloc(block, bytes);
    ck_assert(grown);
    memcpy(moved, grown, bytes);
    free(grown);
    return moved;
}

void mem_free(void *block)
{
    if (block)
        atomic_fetch_sub(&live, 1);
    free(block);
}

void mem_prepare(void)
{
}

/* Runs body with each of its allocations failing, or with all from that one on, until it no longer meets the one that fails. */
static void each_failure_of(const char *what, bool all, enum status (*body)(void *context), void *context)
{
    long n = 0, failures = 0, before = live;
    enum status status;

    lasting = all;
    do {
        failing_call = ++n;
        calls = 0;
        status = body(context);
        ck_assert_msg(live == before, "%s: allocation %ld failed, %ld blocks are left", what, n, live - before);
        ck_assert_msg(status == OK || status == ERR_SYSTEM, "%s: allocation %ld failed, status %d", what, n, status);
        ck_assert_msg(calls >= n || status == OK, "%s: status %d though nothing failed", what, status);
        failures += status != OK;
    } while (calls >= n);
    failing_call = 0;
    ck_assert_msg(failures > 0, "%s never failed", what);
}

static void each_failure(const char *what, enum status (*body)(void *context), void *context)
{
    each_failure_of(what, false, body, context);
}

#endif
