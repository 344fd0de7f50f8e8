/* report - what rrm-train tells: progress, the trace, the closing lines; of -v and -C (trials.c)
 * the figures of each fold, their mean and spread, a line for each cost, and the best one. */
#ifndef RRM_REPORT_H
#define RRM_REPORT_H

#include <pthread.h>
#include <stdbool.h>

#include "base/output.h"
#include "cli/results.h"
#include "train/search.h"

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
 * each class is trained against the rest; the outcome, behind report_cost; the threshold, if
 * one was chosen. */
void report_passed(struct results *all, int64_t blank, int64_t commented);
void report_data(struct results *all, const char *file, const struct dataset *data,
                 double seconds);
void report_classes(struct results *all, const struct targets *targets);
void report_outcome(struct results *all, const struct training *t,
                    const struct model *model);
void report_cut(struct results *all, const struct calibration *c);

/* Parts of these: C and lambda for m = mass (struct targets); what came out of a run. */
void report_cost(struct results *all, const struct recipe *recipe, double mass);
void report_run(struct results *all, const struct outcome *run, size_t nonzeros);

/* The warning that the tolerance was not met, if it was asked for and was not: false. */
bool report_warning(const struct training *t);

/* The warning that runs which leave folds out ended before the calibration was done. */
void report_rough(const struct recipe *recipe, const char *why);

/* The same of any run: where it was, which gap it is, what that means. */
void report_unmet(const char *where, const char *which, const struct outcome *run,
                  const struct recipe *recipe, const char *what);

/* ---- cross-validation ------------------------------------------------------------------------ */

/* Before the run: of many classes, one has all its examples in one fold. */
void trials_absent(const struct cross *c);

/* Of each fold that is done a line on its training and its figures, "fold K: ..." each. */
void trials_folds(struct results *all, const struct cross *c);

/* A line for each figure: its mean over the folds that define it, and the standard deviation; then
 * what LIBLINEAR's -v prints. */
void trials_means(struct results *all, const struct cross *c);

/* The warnings that folds have not met the tolerance, or are not done. False: the first. */
bool trials_warnings(const struct cross *c);

/* ---- the search for a cost ------------------------------------------------------------------- */

/* A line of the table, which is flushed, the first one below the names of the columns. */
void trials_cost(struct results *costs, const struct search *s,
                 const struct search_cost *at);

/* Why the search ended, and the best cost. */
void trials_best(struct results *all, const struct search *s);

/* The warnings that folds have not met the tolerance, or that a greater cost may be better. */
void trials_search_warnings(const struct search *s);

#endif
