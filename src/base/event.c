/* event - a count that threads wait for. */
#include "base/event.h"

#include <sched.h>

#include "base/clock.h"

/* What follows at once, as the next of many short jobs, is not slept for: to wake a thread took its
 * waker 4 to 10 microseconds, and the thread ran 5 to 30 later. A longer POLL costs processor time:
 * tuned. LOOKS take about a microsecond. */
enum { LOOKS = 400 };
static const double POLL = 100e-6; /* seconds */

void event_init(struct event *e)
{
    atomic_init(&e->count, 0);
    atomic_init(&e->sleepers, 0);
    pthread_mutex_init(&e->lock, NULL);
    pthread_cond_init(&e->advanced, NULL);
}

void event_free(struct event *e)
{
    pthread_cond_destroy(&e->advanced);
    pthread_mutex_destroy(&e->lock);
}

unsigned long event_read(struct event *e)
{
    return atomic_load(&e->count);
}

/* A sleeper counts itself before its last look at the count, and the count advances before the look
 * at the sleepers: one of both sees the other. */
void event_advance(struct event *e)
{
    atomic_fetch_add(&e->count, 1);
    if (atomic_load(&e->sleepers) == 0)
        return;
    pthread_mutex_lock(&e->lock);
    pthread_cond_broadcast(&e->advanced);
    pthread_mutex_unlock(&e->lock);
}

static void sleep_until(struct event *e, unsigned long read)
{
    pthread_mutex_lock(&e->lock);
    atomic_fetch_add(&e->sleepers, 1);
    while (atomic_load(&e->count) == read)
        pthread_cond_wait(&e->advanced, &e->lock);
    atomic_fetch_sub(&e->sleepers, 1);
    pthread_mutex_unlock(&e->lock);
}

void event_await(struct event *e, unsigned long read)
{
    double start = clock_now();

    do {
        for (int k = 0; k < LOOKS; k++)
            if (atomic_load_explicit(&e->count, memory_order_acquire) != read)
                return;
        sched_yield();
    } while (clock_now() - start < POLL);
    sleep_until(e, read);
}

void event_lock(pthread_mutex_t *lock)
{
    for (int k = 0; k < LOOKS; k++)
        if (pthread_mutex_trylock(lock) == 0)
            return;
    pthread_mutex_lock(lock);
}
