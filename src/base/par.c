/* par - fixed parts of work, any number of threads: a pool of POSIX threads.
 *
 * OpenMP would take a dozen lines, but ThreadSanitizer does not see how libgomp's threads wait for
 * each other and reports races that are none: `make tsan` could prove nothing. */
#include "base/par.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <unistd.h>

#include "base/memory.h"

/* How often a thread looks for work, or for the end of the others' work, before it sleeps: some
 * microseconds in all, about what waking a thread costs. Not tuned beyond that. */
enum { LOOKS = 4000 };

struct par_pool {
    pthread_mutex_t lock;
    pthread_cond_t work, idle;
    atomic_ulong jobs;  /* jobs begun; changed under the lock */
    atomic_int busy;    /* workers inside the job; changed under the lock */
    atomic_int next;    /* the part to take next */
    bool open;          /* workers may enter the job; under the lock */
    bool stop;          /* workers end; under the lock */
    void (*body)(void *context, int part);
    void *context;
    int parts;
    int count;          /* workers */
    pthread_t thread[];
};

static void take_parts(struct par_pool *p, void (*body)(void *context, int part), void *context,
                       int parts)
{
    for (int part = atomic_fetch_add(&p->next, 1); part < parts;
         part = atomic_fetch_add(&p->next, 1))
        body(context, part);
}

static void *worker(void *argument)
{
    struct par_pool *p = argument;
    unsigned long seen = 0;

    for (;;) {
        for (int k = 0; k < LOOKS && atomic_load(&p->jobs) == seen; k++)
            ;
        pthread_mutex_lock(&p->lock);
        while (!p->stop && atomic_load(&p->jobs) == seen)
            pthread_cond_wait(&p->work, &p->lock);
        seen = atomic_load(&p->jobs);
        if (p->stop) {
            pthread_mutex_unlock(&p->lock);
            return NULL;
        }
        if (p->open) { /* else the job has ended without this worker */
            void (*body)(void *context, int part) = p->body;
            void *context = p->context;
            int parts = p->parts;
            atomic_fetch_add(&p->busy, 1);
            pthread_mutex_unlock(&p->lock);
            take_parts(p, body, context, parts);
            pthread_mutex_lock(&p->lock);
            if (atomic_fetch_sub(&p->busy, 1) == 1)
                pthread_cond_signal(&p->idle);
        }
        pthread_mutex_unlock(&p->lock);
    }
}

void par_for(const struct par *par, int parts, void (*body)(void *context, int part),
             void *context)
{
    struct par_pool *p = par->pool;

    if (!p || parts <= 1) {
        for (int part = 0; part < parts; part++)
            body(context, part);
        return;
    }
    pthread_mutex_lock(&p->lock);
    p->body = body;
    p->context = context;
    p->parts = parts;
    p->open = true;
    atomic_store(&p->next, 0);
    atomic_fetch_add(&p->jobs, 1);
    pthread_cond_broadcast(&p->work);
    pthread_mutex_unlock(&p->lock);
    take_parts(p, body, context, parts);
    for (int k = 0; k < LOOKS && atomic_load(&p->busy) > 0; k++)
        ;
    pthread_mutex_lock(&p->lock);
    while (atomic_load(&p->busy) > 0)
        pthread_cond_wait(&p->idle, &p->lock);
    p->open = false;
    pthread_mutex_unlock(&p->lock);
}

/* Starts workers that leave every signal to the caller's thread. */
static void start_threads(struct par_pool *p, int count)
{
    sigset_t all, before;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    while (p->count < count && pthread_create(&p->thread[p->count], NULL, worker, p) == 0)
        p->count++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void par_init(struct par *par, int threads)
{
    struct par_pool *p = NULL;

    par->threads = threads;
    par->pool = NULL;
    if (threads > 1)
        p = mem_alloc(1, sizeof *p + (size_t)(threads - 1) * sizeof *p->thread);
    if (!p)
        return;
    par->pool = p;
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->work, NULL);
    pthread_cond_init(&p->idle, NULL);
    start_threads(p, threads - 1);
}

void par_free(struct par *par)
{
    struct par_pool *p = par->pool;

    if (!p)
        return;
    pthread_mutex_lock(&p->lock);
    p->stop = true;
    pthread_cond_broadcast(&p->work);
    pthread_mutex_unlock(&p->lock);
    for (int k = 0; k < p->count; k++)
        pthread_join(p->thread[k], NULL);
    pthread_cond_destroy(&p->idle);
    pthread_cond_destroy(&p->work);
    pthread_mutex_destroy(&p->lock);
    mem_free(p);
    par->pool = NULL;
}

int par_cores(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);

    if (cores < 1)
        return 1;
    return cores > PAR_MOST ? PAR_MOST : (int)cores;
}
