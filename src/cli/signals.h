/* signals - what SIGINT, SIGTERM, SIGHUP and SIGXCPU do to the programs. */
#ifndef RRM_SIGNALS_H
#define RRM_SIGNALS_H

#include <signal.h>
#include <stdatomic.h>

/* From now on the first of these signals sets flag 0 of the two returned, each further one flag 1,
 * and nothing else; a system call that waits fails with EINTR. SIGHUP and SIGXCPU stay ignored if
 * they are, as under nohup. SIGINT and SIGTERM are caught even then: a shell without job control
 * starts background jobs with SIGINT ignored (POSIX, Shell Command Language, 2.11), and kill -INT
 * is to end their runs all the same. */
const atomic_int *signals_catch(void);

/* The signals that signals_catch caught end the program again. */
void signals_release(void);

/* From now on such a signal, where it is not ignored, removes the file `path`, which outlives the
 * call, before it ends the program. NULL: no file; each call replaces the path of the one before.
 * Not together with signals_catch. */
void signals_remove(const char *path);

/* The signals that came are forgotten: the two flags are 0 again. */
void signals_forget(void);

/* From signals_hold to signals_resume these signals wait, so that no file that is to be renamed
 * (base/output.h) is left half-written when they end the program. `before` keeps the mask. Both are
 * called by the first thread, the only one that signals reach (base/par.c). */
void signals_hold(sigset_t *before);
void signals_resume(const sigset_t *before);

#endif
