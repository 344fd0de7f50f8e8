/* signals - what SIGINT, SIGTERM, SIGHUP and SIGXCPU do to the programs. */
#ifndef RRM_SIGNALS_H
#define RRM_SIGNALS_H

#include <signal.h>
#include <stdatomic.h>

/* From now on these signals only set the first of the two flags that are returned, a further one the second; they
 * interrupt a system call that waits. SIGHUP and SIGXCPU stay ignored where they are, as under nohup; SIGINT and
 * SIGTERM do not, for a shell makes its background jobs ignore SIGINT, and who sends it to one all the same means
 * it. */
const atomic_int *signals_catch(void);

/* They end the program again. */
void signals_release(void);

/* They wait until signals_resume: while an output that will be renamed stands half-written beside its place. */
void signals_hold(sigset_t *before);
void signals_resume(const sigset_t *before);

#endif
