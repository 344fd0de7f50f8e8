/* par - fixed parts of work, any number of threads; counts that threads wait for. */
#ifndef RRM_PAR_H
#define RRM_PAR_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

struct par {
    int threads;           /* 1 or more, the caller's included */
    struct par_pool *pool; /* NULL: the caller works alone */
};

/* The caller's thread alone. */
extern const struct par par_alone;

enum { PAR_MOST = 1024 }; /* threads at most */

/* Starts the threads; where the system gives fewer, or none, the others do the work. Free with
 * par_free. */
void par_init(struct par *par, int threads);
void par_free(struct par *par);

/* Calls body(context, part) once for every part in [0, parts), in any order, and returns when all
 * are done. A caller that cuts its work into parts by the data alone, and adds the results of the
 * parts in their order, gets the same bits for every number of threads. Each thread, the caller's
 * too, takes the next part that is left, so that one which has to wait delays only its own part.
 * Not to be called from inside a body, nor by two threads at once. */
void par_for(const struct par *par, int parts, void (*body)(void *context, int part),
             void *context);

/* The cores of this machine, from 1 to PAR_MOST. */
int par_cores(void);

/* ---- rows cut into parts; sums over the parts are taken in their order ---- */

/* Parts at most, and so threads that sums over rows can use. Every part has a vector over
 * columns. */
enum { MOST_PARTS = 16 };

/* Part k holds the rows [cut[k], cut[k + 1]), cut[0] = 0. The cuts must depend on the data alone,
 * never on the threads: then a sum over parts has the same bits for every number of threads. */
struct parts {
    const struct par *par;
    int count; /* 1 to MOST_PARTS */
    int64_t cut[MOST_PARTS + 1];
};

/* Rows that belong together, a query or a sequence: group g holds the rows [start[g], start[g +
 * 1]), start[0] = 0. With count 0 rows stand alone. */
struct groups {
    int64_t count;
    const int64_t *start; /* count + 1 */
    const double *weight; /* as many groups as each stands for, 0 or more; NULL: 1 */
    double mass;          /* their sum, > 0; without weights nobody reads it */
};

static inline double groups_weight(const struct groups *groups, int64_t g)
{
    return groups->weight ? groups->weight[g] : 1;
}

static inline double groups_mass(const struct groups *groups)
{
    return groups->weight ? groups->mass : (double)groups->count;
}

/* The rows of the longest of the groups [lo, hi); 0: there are none. */
int64_t groups_longest(const struct groups *groups, int64_t lo, int64_t hi);

/* The parts of the groups, cut[k] a group, where parts of the rows end: part k holds the groups
 * that begin in part k of the rows. */
struct parts parts_of_groups(const struct parts *rows, const struct groups *groups);

/* Two sums over rows: of a function, and of the offset of a plane below it. */
struct sums {
    double value, offset;
};

static inline void sums_add(struct sums *to, struct sums more)
{
    to->value += more.value;
    to->offset += more.offset;
}

/* The sums of `count` parts, in their order. */
struct sums sums_total(int count, const struct sums *sum);

/* Calls body(context, k, cut[k], cut[k + 1]) once for each part k, in any order, on any thread. */
void parts_for(const struct parts *parts,
               void (*body)(void *context, int part, int64_t lo, int64_t hi), void *context);

/* The sums over the parts, in their order, of body(context, cut[k], cut[k + 1]); body is called in
 * any order, on any thread. */
struct sums parts_sum(const struct parts *parts,
                      struct sums (*body)(void *context, int64_t lo, int64_t hi), void *context);

/* ---- events: counts that threads wait for (D. P. Reed and R. K. Kanodia, "Synchronization with
 * eventcounts and sequencers", Communications of the ACM 22(2), 1979) ---- */

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
