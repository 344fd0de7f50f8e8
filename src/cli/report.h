/* report - what rrm-train tells: progress, the trace, the closing lines. */
#ifndef RRM_REPORT_H
#define RRM_REPORT_H

#include <pthread.h>
#include <stdbool.h>

#include "base/output.h"
#include "cli/results.h"
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

/* Each adds results to a list and prints some of them. The lines of a file that are no examples:
 * blank ones and those of a comment alone, if any; what was read; how many problems it makes where
 * each class is trained against the rest; the outcome, behind report_cost. */
void report_passed(struct results *all, int64_t blank, int64_t commented);
void report_data(struct results *all, const char *file, const struct dataset *data,
                 double seconds);
void report_classes(struct results *all, const struct targets *targets);
void report_outcome(struct results *all, const struct training *t,
                    const struct model *model);

/* Parts of these: C and lambda for so many rows; what came out of a run. */
void report_cost(struct results *all, const struct recipe *recipe, int64_t rows);
void report_run(struct results *all, const struct outcome *run, size_t nonzeros);

/* The warning that the tolerance was not met, if it was asked for and was not. */
void report_warning(const struct training *t);

/* The same of any run: where it was, which gap it is, what that means. */
void report_unmet(const char *where, const char *which, const struct outcome *run,
                  const struct recipe *recipe, const char *what);

#endif
