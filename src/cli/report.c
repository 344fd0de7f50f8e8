/* report - what rrm-train tells: progress, the trace, the closing lines. */
#include "cli/report.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/vec.h"
#include "cli/message.h"

static void print_progress(struct report *r, const struct monitor *m)
{
    double now = clock_now();

    if (now - r->last < (r->terminal ? 0.1 : 10))
        return;
    if (r->last > 0 || r->terminal) /* elsewhere than at a terminal the first line waits */
        fprintf(stderr, "%s%s: %.6g passes, %.1f s, primal %.9g, gap %.2e%s", r->terminal ? "\r" : "", m->engine,
                m->risk->passes, monitor_seconds(m), m->primal, monitor_gap(m), r->terminal ? "\033[K" : "\n");
    r->last = now;
}

void report_tick(void *context, const struct monitor *m, const double *w)
{
    struct report *r = context;

    if (r->progress)
        print_progress(r, m);
    if (r->trace)
        fprintf(r->trace->stream, "%ld\t%.17g\t%.6f\t%.17g\t%.17g\t%.17g\t%zu\n", m->iterations, m->risk->passes,
                monitor_seconds(m), m->primal, m->dual, monitor_gap(m), vec_nonzeros(m->risk->dim, w));
}

void report_end(const struct report *r)
{
    if (r->progress && r->terminal && r->last > 0)
        fputs("\r\033[K", stderr);
}

void report_trace_header(struct output *trace)
{
    fputs("iteration\tpasses\tseconds\tprimal\tdual\tgap\tnonzeros\n", trace->stream);
}

void report_data(FILE *out, const struct options *o, const struct dataset *data, double seconds)
{
    static const char *const storage[] = {"all 1", "single precision", "double precision"};

    fprintf(out, "%s: %" PRId64 " examples, %" PRIu32 " features, %" PRId64 " non-zeros (%s), read in %.3f s\n",
            strcmp(o->data, "-") == 0 ? "(stdin)" : o->data, data->x.rows, data->features,
            data->x.start[data->x.rows], storage[data->x.storage], seconds);
}

static double relative_gap(const struct monitor *m)
{
    return m->primal == 0 ? INFINITY : monitor_gap(m) / fabs(m->primal);
}

static const char *stopped_by(enum verdict verdict)
{
    switch (verdict) {
    case CONVERGED: return "the tolerance was met";
    case INTERRUPTED: return "interrupted";
    case OUT_OF_PASSES: return "the limit of passes was reached";
    case OUT_OF_TIME: return "the limit of time was reached";
    case NOT_A_NUMBER: return "a value overflowed";
    default: return "the solver could do no more";
    }
}

void report_outcome(FILE *out, const struct training *t, const struct model *model)
{
    const struct monitor *m = &t->monitor;

    fprintf(out, "solver %s, loss %s, regularizer %s, lambda %.8g\n", model->solver, model->loss, model->regularizer,
            model->lambda);
    fprintf(out, "primal %.12g, dual %.12g, gap %.3g (%.3g of the primal): %s\n", m->primal, m->dual, monitor_gap(m),
            relative_gap(m), stopped_by(m->verdict));
    fprintf(out, "%.6g passes, %ld iterations, %.3f s; %" PRIu32 " weights are not zero\n", model->passes,
            m->iterations, monitor_seconds(m), model->weights);
}

void report_warning(const struct training *t)
{
    const struct monitor *m = &t->monitor;

    if (m->verdict == CONVERGED || !(m->relative > 0 || m->absolute > 0))
        return;
    message("rrm-train", "warning: the tolerance was not met: %s; the certified gap is %.3g, %.3g of the primal "
            "objective, asked for was %.3g%s", stopped_by(m->verdict), monitor_gap(m), relative_gap(m),
            m->relative > 0 ? m->relative : m->absolute, m->relative > 0 ? "" : " (absolute)");
}
