/* training - a recipe and data in, a model out: one run, or one for each class, and those that
 * calibrate. It prints nothing, reads no options and holds nothing outside of itself: trainings may
 * run at the same time on the same data. */
#ifndef RRM_TRAINING_H
#define RRM_TRAINING_H

#include <stdatomic.h>

#include "model/model.h"
#include "train/calibrate.h"
#include "train/fit.h"

/* Told of the runs, perhaps by several threads at once: after each iteration, within long ones
 * (monitor_hurries), and when one has ended. Each may be NULL. */
struct observer {
    void (*tick)(void *context, int run, const struct monitor *m, const double *w);
    void *context;
    bool in_order; /* wants one run after the other */
    int as;        /* above 0: the number of the run that each is told as, from 1 */
    void (*pulse)(void *context, int run, const struct monitor *m);
    void (*ended)(void *context, int run);
};

/* What a run minimises over. */
struct goal {
    struct csr x;
    struct targets targets; /* units, mass: of the rows before equal ones were taken together */
};

/* Where the problems start, then what came out. */
struct solution {
    size_t columns;  /* of the data, and the regularized bias */
    size_t outputs;  /* weights of a column, side by side */
    size_t own;      /* weights behind those of the columns */
    double *w;       /* columns x outputs, own, and room for outputs more; mem_alloc's */
    double *bias;    /* outputs: the weights of a bias outside of Omega */
    double *scalars; /* offsets of the model: rho, or thresholds */
    bool started;    /* by training_start; else the problems start cold */
};

struct run; /* train/runs.h */

/* What the runs share, from the first one to the last. */
struct work {
    struct goal goal; /* of the runs on all rows */
    const double *M[1 + CALIBRATION_FOLDS]; /* struct shared: of these and, behind, of those without
                                             * a fold; NULL: none */
    struct arena sums;    /* holds them */
    struct run *kept;     /* runs; NULL unless they restart */
    bool lanes;           /* problems run side by side (fit_takes_lanes) */
    struct outcome *each; /* runs; NULL before the first one */
    atomic_bool moved;    /* the last runs found other weights than the ones before */
};

/* A training that is one of several. */
struct trial {
    bool transient; /* what an interrupt leaves is of no use: nothing more is done then */
    int restarts;   /* 0: training_run is called once; else so many trainings, with this one, are
                     * there at a time that may run again */
};

struct held; /* train/held.h */

struct training {
    const struct recipe *recipe; /* the caller's, as are */
    const struct dataset *data;  /* these */
    const char *file;            /* where the data come from, for messages */
    const struct par *par;

    /* These the caller may set between training_init and training_run. */
    const atomic_int *interrupt; /* two flags: an interrupt, one more */
    struct observer observer;
    struct trial trial;
    struct held *held; /* watches the run; NULL: none */
    unsigned topics; /* enum advice_topic: on what advice is wanted, unless it restarts */

    struct targets targets; /* y and cost, unless it calibrates: the goal's once it has run */
    struct calibration calibration; /* folds.count 0: there is none */
    int problems;           /* that make up the model: one, or one for each class */
    int runs;               /* these and, behind them, those that calibrate */
    struct work work;
    struct solution solution;
    double lambda;
    const double *reg_p;    /* the regularizer's parameters, and what it knows of columns */
    struct advice *advice;  /* problems */
    struct outcome outcome; /* of all problems together; RUNNING before they have run */
    struct arena arena;     /* holds all of it, but for solution.w */
};

/* The flags of dataset_open for the data of a recipe: what its regularizer says of columns. */
unsigned training_reads(const struct recipe *recipe);

/* Sets a training up: targets, classes, costs. ERR_USAGE: the recipe does not go with the data;
 * ERR_DATA names the file, and the line if one is to blame; ERR_SYSTEM: no memory. Free in any
 * case. */
enum status training_init(struct training *t, const struct recipe *recipe,
                          const struct dataset *data, const char *file, const struct par *par,
                          struct error *err);

/* The rows of the data, with the bias column that the weights have. */
struct csr training_rows(const struct training *t);

/* t->solution.w becomes the weights of the model, for t between training_init and
 * training_run: the problems of t start there; runs that calibrate start cold, for a start knows
 * rows that they must not have seen. `file` is where the model comes from. The model is not needed
 * any more then. ERR_DATA: it has no label of the data, or has classes where the training has none,
 * or none where that needs some; ERR_SYSTEM: no memory. */
enum status training_start(struct training *t, const struct model *model, const char *file,
                           struct error *err);

/* Minimises. Problems and folds run side by side; the results do not depend on that. Again, if it
 * restarts, with another cost in the recipe: each run goes on from where it stands. */
enum status training_run(struct training *t, struct error *err);

/* t->solution gets what w, a point of the problem, holds outside of Omega: a bias, thresholds. */
void training_scalars(struct training *t, int problem, const struct risk *risk, const double *w);

/* The model at the best point; free with model_free. It takes the weights of t, which may be most
 * of the memory, and leaves it none, unless t restarts. */
enum status training_model(struct training *t, struct model *model, struct error *err);

void training_free(struct training *t);

#endif
