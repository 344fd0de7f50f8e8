/* event - a count that threads wait for: an event count (D. P. Reed and R. K. Kanodia,
 * "Synchronization with eventcounts and sequencers", Communications of the ACM 22(2), 1979). */
#ifndef RRM_EVENT_H
#define RRM_EVENT_H

#include <pthread.h>
#include <stdatomic.h>

struct event {
    atomic_ulong count;
    atomic_int sleepers; /* threads that sleep until the count advances */
    pthread_mutex_t lock;
    pthread_cond_t advanced;
};

void event_init(struct event *e);
void event_free(struct event *e);

/* The count so far. A thread that waits for something reads the count first, then looks whether
 * there is anything to wait for, then awaits the next count: so nothing is missed. */
unsigned long event_read(struct event *e);

/* One more. What was written before is seen by every thread that has awaited or read the count. */
void event_advance(struct event *e);

/* Returns once the count is above `read`. Looks at the count for a while, with sched_yield in
 * between, before the thread sleeps. */
void event_await(struct event *e, unsigned long read);

/* Locks a mutex that no thread holds for more than a microsecond: tries for a while before the
 * thread sleeps. */
void event_lock(pthread_mutex_t *lock);

#endif
