/* signals - what SIGINT, SIGTERM, SIGHUP and SIGXCPU do to the programs. */
#include "cli/signals.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

/* Each ends a program that does not catch it, and is sent by a user, a terminal or a limit. */
static const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGXCPU};

enum { COUNT = sizeof ending / sizeof *ending };

/* The programs' only variables that outlive a call: a handler has no argument of its caller's.
 * Atomic: other threads than the interrupted one read them. Lock-free: a handler may touch no other
 * atomic objects (C11, 7.14.1.1). */
static atomic_int interrupted[2];
static _Atomic(const char *) unfinished; /* a file to remove; NULL: none */

_Static_assert(ATOMIC_INT_LOCK_FREE == 2, "atomic_int is always lock-free");
_Static_assert(ATOMIC_POINTER_LOCK_FREE == 2, "pointers are always lock-free");

static void ending_set(sigset_t *set)
{
    sigemptyset(set);
    for (size_t k = 0; k < COUNT; k++)
        sigaddset(set, ending[k]);
}

static void interrupt(int number)
{
    (void)number;
    interrupted[interrupted[0] != 0] = 1;
}

/* sigaction fails for invalid numbers only. No SA_RESTART: a system call that waits fails. sa_mask:
 * no second signal comes between test and store of the handler. */
const atomic_int *signals_catch(void)
{
    struct sigaction action, before;

    memset(&action, 0, sizeof action);
    action.sa_handler = interrupt;
    ending_set(&action.sa_mask);
    for (size_t k = 0; k < COUNT; k++) {
        bool always = ending[k] == SIGINT || ending[k] == SIGTERM;
        bool ignored = sigaction(ending[k], NULL, &before) == 0 && before.sa_handler == SIG_IGN;
        if (always || !ignored)
            sigaction(ending[k], &action, NULL);
    }
    return interrupted;
}

void signals_release(void)
{
    struct sigaction now;

    for (size_t k = 0; k < COUNT; k++)
        if (sigaction(ending[k], NULL, &now) == 0 && now.sa_handler == interrupt)
            signal(ending[k], SIG_DFL);
}

/* The signal comes again, and ends the program, when the handler has returned. */
static void remove_unfinished(int number)
{
    const char *path = atomic_load(&unfinished);

    if (path)
        unlink(path);
    signal(number, SIG_DFL);
    raise(number);
}

void signals_remove(const char *path)
{
    struct sigaction action, before;

    atomic_store(&unfinished, path);
    memset(&action, 0, sizeof action);
    action.sa_handler = remove_unfinished;
    ending_set(&action.sa_mask);
    for (size_t k = 0; k < COUNT; k++)
        if (sigaction(ending[k], NULL, &before) == 0 && before.sa_handler == SIG_DFL)
            sigaction(ending[k], &action, NULL);
}

void signals_forget(void)
{
    interrupted[0] = 0;
    interrupted[1] = 0;
}

/* The mask of this thread; the threads of base/par.h block these signals. */
void signals_hold(sigset_t *before)
{
    sigset_t set;

    ending_set(&set);
    pthread_sigmask(SIG_BLOCK, &set, before);
}

void signals_resume(const sigset_t *before)
{
    pthread_sigmask(SIG_SETMASK, before, NULL);
}
