/* report - what rrm-train tells: progress, the trace, the closing lines; of -v and -C (trials.c)
 * the figures of each fold, their mean and spread, a line for each cost, and the best one. */
#ifndef RRM_REPORT_H
#define RRM_REPORT_H

#include <pthread.h>
#include <stdbool.h>

#include "base/output.h"
#include "cli/options.h"
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

/* The figures of held-out examples, behind the outcome. */
void report_held(struct results *all, const struct figures *list);

/* Parts of these: C and lambda for m = mass (struct targets); what came out of a run. */
void report_cost(struct results *all, const struct recipe *recipe, double mass);
void report_run(struct results *all, const struct outcome *run, size_t nonzeros);

/* The line of -J; that standard output was written: ERR_SYSTEM says that `otherwise` could not. */
enum status report_results(const struct results *all, bool json, const char *otherwise,
                           struct error *err);

/* The warning that the tolerance was not met, if it was asked for and was not: false. */
bool report_warning(const struct training *t);

/* The warning that runs which leave folds out ended before the calibration was done. */
void report_rough(const struct recipe *recipe, const char *why);

/* The same of any run: where it was, which gap it is, what that means. */
void report_unmet(const char *where, const char *which, const struct outcome *run,
                  const struct recipe *recipe, const char *what);

/* ---- a path of costs (path.c) ---------------------------------------------------------------- */

struct path {
    struct recipe *recipe;       /* of the training, whose cost changes */
    double from, factor;         /* so many costs, each so many times the one before */
    int count;
    const struct dataset *held;  /* the held-out examples; NULL: none */
    const char *held_file;
    const struct text_options *text; /* what features are called */
    enum figure_id decides;      /* the figure of these that is told */
    struct results *costs;       /* a row for each cost */
    int tried, unmet;            /* costs; that have not met the tolerance */
};

/* A path replaces a file that begins as one. */
extern const struct output_kind path_output;

/* Trains for each cost, from the solution of the one before, and writes the weights to `out`. The
 * seconds of the recipe are those of all. An interrupt, or the end of the time, ends it: the
 * training is then that of the last cost that has begun. Errors of training_run; ERR_USAGE: the
 * held-out examples do not define the figure; ERR_DATA: the prediction of one overflows. */
enum status path_run(struct path *p, FILE *out, struct training *t, struct error *err);

/* The warning that costs have not met the tolerance, if there is one: false. */
bool path_warning(const struct path *p);

/* ---- cross-validation ------------------------------------------------------------------------ */

/* Deals the folds out, or takes those of -o folds, or the held-out examples (NULL: none), and warns
 * of them. What is read is the arena's. Errors of cross_init and row_folds_read. */
enum status trials_make_folds(struct cross *c, const struct training *t, const struct options *o,
                              const struct dataset *held, bool restarts, struct arena *arena,
                              struct error *err);

/* -v, from the folds to the warnings. *met: false if a fold has not met the tolerance. */
enum status trials_cross_validate(struct training *t, const struct options *o,
                                  struct results *all, bool *met, struct error *err);

/* ---- the search for a cost ------------------------------------------------------------------- */

/* The line of a cost, or the names of its columns: C, the columns that there are of these, the gap,
 * passes, non-zeros. */
enum { COLUMN_SHARE = 1, COLUMN_FIGURE = 2, COLUMN_DEVIATION = 4 };
void trials_print_row(const struct results *row, bool head, unsigned columns);

/* A line of the table, which is flushed, the first one below the names of the columns; NaN: there
 * is no share of elastic. */
void trials_cost(struct results *costs, const struct search *s, const struct search_cost *at,
                 double share);

/* Why the search ended, and the best cost; of several searches, s is the best, and costs counts
 * those of all. */
void trials_best(struct results *all, const struct search *s, double share);

/* The warnings that folds have not met the tolerance, or that a greater cost may be better. */
void trials_search_warnings(const struct search *s);

#endif
