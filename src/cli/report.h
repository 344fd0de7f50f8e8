/* report - what rrm-train tells: progress, the trace, the closing lines. */
#ifndef RRM_REPORT_H
#define RRM_REPORT_H

#include <pthread.h>
#include <stdbool.h>

#include "base/output.h"
#include "cli/options.h"
#include "train/training.h"

struct report {
    const struct training *t;
    const char *each;     /* what the runs are that the observer is told of: "folds" */
    int runs, done;
    bool progress;        /* a line on standard error, a terminal, says how it goes */
    double begin, last;   /* clock: of the runs; when the line was drawn */
    struct output *trace; /* NULL: none */
    pthread_mutex_t lock; /* runs side by side tell one at a time */
};

/* Of so many runs: with a line of progress unless quiet or standard error is no terminal. */
struct report report_make(const struct training *t, const char *each, int runs, bool quiet);

/* The observer of a training, or of a cross-validation, which draws the line and writes the
 * trace. */
struct observer report_observer(struct report *report);

/* Clears the line; as many runs may follow. */
void report_end(struct report *report);

/* A trace replaces a file that begins as one. */
extern const struct output_kind report_trace;

/* The first line of a trace. */
void report_trace_header(const struct report *report);

/* The lines of a file that are no examples: blank ones and those of a comment alone, if any. */
void report_passed(FILE *out, const char *file, int64_t blank, int64_t commented);

/* What was read; how many problems it makes where each class is trained against the rest; the
 * outcome. */
void report_data(FILE *out, const struct options *o, const struct dataset *data, double seconds);
void report_classes(FILE *out, const struct training *t);
void report_outcome(FILE *out, const struct training *t, const struct model *model);

/* The warning that the tolerance was not met, if it was asked for and was not. */
void report_warning(const struct training *t);

/* Parts of these: the certified gap, "0.5 (0.1 of the primal)"; why a run has ended; what may help
 * against it, behind "; ", or nothing. */
enum { REPORT_GAP = 64 };
const char *report_gap(const struct outcome *all, char text[REPORT_GAP]);
const char *report_stopped_by(enum verdict verdict);
const char *report_remedy(enum verdict verdict);

#endif
