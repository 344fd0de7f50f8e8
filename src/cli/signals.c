/* signals - what SIGINT, SIGTERM, SIGHUP and SIGXCPU do to the programs. */
#include "cli/signals.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGXCPU};

enum { ENDING = sizeof ending / sizeof *ending };

/* The programs' only variables that outlive a call: a signal handler has no argument of ours.
 * Atomic and lock-free, for the threads that read them are others than the one that the signal
 * interrupts. */
static atomic_int interrupted[2];

static void interrupt(int number)
{
    (void)number;
    interrupted[interrupted[0] != 0] = 1;
}

const atomic_int *signals_catch(void)
{
    struct sigaction action, before;

    memset(&action, 0, sizeof action);
    action.sa_handler = interrupt;
    sigemptyset(&action.sa_mask);
    for (size_t k = 0; k < ENDING; k++) {
        bool asked = ending[k] == SIGINT || ending[k] == SIGTERM;
        bool keep = !asked && sigaction(ending[k], NULL, &before) == 0 &&
                    before.sa_handler == SIG_IGN;
        if (!keep)
            sigaction(ending[k], &action, NULL);
    }
    return interrupted;
}

void signals_release(void)
{
    struct sigaction now;

    for (size_t k = 0; k < ENDING; k++)
        if (sigaction(ending[k], NULL, &now) == 0 && now.sa_handler == interrupt)
            signal(ending[k], SIG_DFL);
}

void signals_hold(sigset_t *before)
{
    sigset_t set;

    sigemptyset(&set);
    for (size_t k = 0; k < ENDING; k++)
        sigaddset(&set, ending[k]);
    sigprocmask(SIG_BLOCK, &set, before);
}

void signals_resume(const sigset_t *before)
{
    sigprocmask(SIG_SETMASK, before, NULL);
}
