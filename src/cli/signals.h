/* signals - what SIGINT, SIGTERM, SIGHUP and SIGXCPU do to the programs. */
#ifndef RRM_SIGNALS_H
#define RRM_SIGNALS_H

#include <signal.h>
#include <stdatomic.h>

/* From now on the first of these signals sets flag 0 of the two returned, each further one flag 1,
 * and nothing else; a system call that waits ends with EINTR. Where SIGHUP or SIGXCPU is ignored,
 * as under nohup, it stays ignored. SIGINT and SIGTERM do not: a shell without job control starts
 * background jobs with SIGINT ignored (POSIX), but a signal sent to one of them is meant. */
const atomic_int *signals_catch(void);

/* The signals that signals_catch took end the program again. */
void signals_release(void);

/* From signals_hold to signals_resume these signals are blocked, not lost: no output that will be
 * renamed is left half-written beside its place. `before` keeps the mask. */
void signals_hold(sigset_t *before);
void signals_resume(const sigset_t *before);

#endif
