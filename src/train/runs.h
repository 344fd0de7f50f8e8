/* runs - the runs of a training, one or several side by side: set up, minimised, kept. */
#ifndef RRM_RUNS_H
#define RRM_RUNS_H

#include "train/schedule.h"
#include "train/training.h"

/* What a run works on, and where it stands when that is gone. Runs that restart keep one of them: a
 * single problem all that it works on; of several, which would be as many times as much, each where
 * it stands. */
struct run {
    struct dataset rows; /* a view of the others where the run leaves a fold out */
    struct goal goal;
    struct fit fit;
    struct arena arena;
    bool ready;

    double lambda;     /* of w and alpha; 0: it has not run */
    double *w;         /* dim, if it leaves a fold out; else it is in t->solution.w */
    double *alpha;     /* dual_size; NULL: none */
    struct arena held; /* holds both */
};

/* Sets run `number` up: its rows and its fit. Run r is problem r % problems: on all rows or, to
 * calibrate, without fold r / problems - 1. ERR_DATA names the file; ERR_SYSTEM: no memory. Free in
 * any case. */
enum status runs_init(struct training *t, int number, const struct par *par, struct run *run,
                     struct error *err);
void runs_free(struct run *run);

/* The body of a schedule, a struct training its context: the runs of a job, side by side if there
 * are several. Each leaves in the training what came out: the scores of its fold or, without one,
 * the weights, of two jobs on the same problem the better ones. */
enum status runs_job(void *context, const struct job *job, struct error *err);

#endif
