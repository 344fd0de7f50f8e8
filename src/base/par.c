/* par - fixed parts of work, any number of threads: a pool of POSIX threads.
 *
 * OpenMP would take a dozen lines, but ThreadSanitizer does not see how libgomp's threads wait for
 * each other and reports races that are none: `make tsan` could prove nothing. */
#include "base/par.h"

#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"

/* ---- events ---------------------------------------------------------------------------------- */

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

/* ---- the pool -------------------------------------------------------------------------------- */

const struct par par_alone = {.threads = 1};

struct par_pool {
    struct event begun; /* jobs, and the end of the pool */
    struct event left;  /* workers that have left a job */
    atomic_bool open;   /* workers may enter the job */
    atomic_bool stop;   /* workers end */
    atomic_int inside;  /* workers that have entered the job, or look whether it is open */
    atomic_int next;    /* the part to take next */
    void (*body)(void *context, int part); /* this and the next two: of the job while it is open */
    void *context;
    int parts;
    int workers;        /* at most */
    atomic_int started; /* threads that run */
    int count;          /* threads */
    pthread_t thread[];
};

static void take_parts(struct par_pool *p)
{
    for (int part = atomic_fetch_add(&p->next, 1); part < p->parts;
         part = atomic_fetch_add(&p->next, 1))
        p->body(p->context, part);
}

/* A worker is counted before it looks at `open`, and the job is closed before the caller looks at
 * the count: either the worker finds the job closed or the caller waits for the worker. */
static void enter_job(struct par_pool *p)
{
    atomic_fetch_add(&p->inside, 1);
    if (atomic_load(&p->open))
        take_parts(p);
    if (atomic_fetch_sub(&p->inside, 1) == 1)
        event_advance(&p->left);
}

static void *worker(void *argument)
{
    struct par_pool *p = argument;
    unsigned long jobs = 0;

    if (atomic_fetch_add(&p->started, 1) >= p->workers)
        return NULL; /* the others have been quicker */
    while (!atomic_load(&p->stop)) {
        event_await(&p->begun, jobs);
        jobs = event_read(&p->begun);
        enter_job(p);
    }
    return NULL;
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
    p->body = body;
    p->context = context;
    p->parts = parts;
    atomic_store(&p->next, 0);
    atomic_store(&p->open, true);
    event_advance(&p->begun);
    take_parts(p);
    atomic_store(&p->open, false);
    for (;;) {
        unsigned long left = event_read(&p->left);
        if (atomic_load(&p->inside) == 0)
            return;
        event_await(&p->left, left);
    }
}

/* Starts threads that leave every signal to the caller's thread but SIGPIPE, which the thread gets
 * that writes. One more is started than there is
 * work for, and the last to run ends at once: Linux 6.18 on a virtual machine of two cores put the
 * first new thread behind its maker on one core, where it ran at the next tick, 1 to 4 ms later,
 * and the second one on the idle core, where it ran after 25 to 60 microseconds. */
static void start_threads(struct par_pool *p)
{
    sigset_t all, before;

    sigfillset(&all);
    sigdelset(&all, SIGPIPE);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    while (p->count <= p->workers &&
           pthread_create(&p->thread[p->count], NULL, worker, p) == 0)
        p->count++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void par_init(struct par *par, int threads)
{
    struct par_pool *p = NULL;

    par->threads = threads;
    par->pool = NULL;
    if (threads > 1)
        p = mem_alloc(1, sizeof *p + (size_t)threads * sizeof *p->thread);
    if (!p)
        return;
    par->pool = p;
    p->workers = threads - 1;
    event_init(&p->begun);
    event_init(&p->left);
    start_threads(p);
}

void par_free(struct par *par)
{
    struct par_pool *p = par->pool;

    if (!p)
        return;
    atomic_store(&p->stop, true);
    event_advance(&p->begun);
    for (int k = 0; k < p->count; k++)
        pthread_join(p->thread[k], NULL);
    event_free(&p->left);
    event_free(&p->begun);
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

/* ---- rows cut into parts --------------------------------------------------------------------- */

struct parts_job {
    const struct parts *parts;
    void (*body)(void *context, int part, int64_t lo, int64_t hi);
    void *context;
};

static void run_part(void *context, int part)
{
    const struct parts_job *job = context;

    job->body(job->context, part, job->parts->cut[part], job->parts->cut[part + 1]);
}

/* The first group that begins at `row` or behind; count: there is none. */
static int64_t first_group(const struct groups *groups, int64_t row)
{
    int64_t lo = 0, hi = groups->count;

    while (lo < hi) {
        int64_t middle = lo + (hi - lo) / 2;
        if (groups->start[middle] < row)
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo;
}

int64_t groups_longest(const struct groups *groups, int64_t lo, int64_t hi)
{
    int64_t longest = 0;

    for (int64_t g = lo; g < hi; g++) {
        int64_t rows = groups->start[g + 1] - groups->start[g];
        longest = rows > longest ? rows : longest;
    }
    return longest;
}

struct parts parts_of_groups(const struct parts *rows, const struct groups *groups)
{
    struct parts parts = {.par = rows->par, .count = rows->count};

    for (int part = 0; part <= rows->count; part++)
        parts.cut[part] = first_group(groups, rows->cut[part]);
    return parts;
}

void parts_for(const struct parts *parts,
               void (*body)(void *context, int part, int64_t lo, int64_t hi), void *context)
{
    struct parts_job job = {parts, body, context};

    par_for(parts->par, parts->count, run_part, &job);
}

struct sums sums_total(int count, const struct sums *sum)
{
    struct sums total = {0, 0};

    for (int k = 0; k < count; k++)
        sums_add(&total, sum[k]);
    return total;
}

struct sum_job {
    struct sums (*body)(void *context, int64_t lo, int64_t hi);
    void *context;
    struct sums sum[MOST_PARTS];
};

static void sum_part(void *context, int part, int64_t lo, int64_t hi)
{
    struct sum_job *job = context;

    job->sum[part] = job->body(job->context, lo, hi);
}

struct sums parts_sum(const struct parts *parts,
                      struct sums (*body)(void *context, int64_t lo, int64_t hi), void *context)
{
    struct sum_job job = {.body = body, .context = context};

    parts_for(parts, sum_part, &job);
    return sums_total(parts->count, job.sum);
}
