/* parts - rows cut into parts for the threads; sums over the parts are taken in their order. */
#include "base/parts.h"

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

void parts_for(const struct parts *parts,
               void (*body)(void *context, int part, int64_t lo, int64_t hi), void *context)
{
    struct parts_job job = {parts, body, context};

    par_for(parts->par, parts->count, run_part, &job);
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
    struct sums total = {0, 0};

    parts_for(parts, sum_part, &job);
    for (int part = 0; part < parts->count; part++) {
        total.value += job.sum[part].value;
        total.offset += job.sum[part].offset;
    }
    return total;
}
