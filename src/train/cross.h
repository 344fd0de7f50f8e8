/* cross - cross-validation: each fold of the rows is judged by a training on the others, as a test
 * file is by a model. */
#ifndef RRM_CROSS_H
#define RRM_CROSS_H

#include "train/folds.h"
#include "train/training.h"

struct cross_fold {
    bool done;               /* false: an interrupt came before its training had ended */
    int64_t trained, judged; /* rows */
    double mass;             /* m of its lambda (struct targets) */
    struct outcome outcome;  /* of its training, as are */
    enum verdict calibration;
    size_t nonzeros; /* weights */
    double cut;      /* the threshold that was chosen; NaN: none is wanted */
    bool moved;      /* its training found other weights than the one before, if it restarts */
    struct figures figures; /* of its rows */
};

/* A class whose rows are all in one fold; forward, in none of the first block. */
struct cross_absent {
    double label;
    int64_t rows;
    int fold; /* -1: there is no such class */
};

/* A figure over the folds that define it. */
struct cross_mean {
    int folds;
    double mean, deviation; /* deviation^2 = sum (f - mean)^2 / (folds - 1); NaN of one fold */
};

struct cross_run; /* cross.c */

struct cross {
    const struct training *all; /* the caller's, of all rows */
    const struct dataset *held; /* rows that judge, in place of a fold's; NULL: none */
    const char *held_file;      /* where they come from */
    struct recipe recipe;       /* that of the folds; a run may have another cost or tolerance */
    struct cross_run *kept;     /* folds.count; NULL unless it restarts */
    struct folds folds;
    struct cross_fold *fold; /* folds.count */
    int done;                /* folds */
    struct cross_absent absent;

    /* how a run goes */
    double begin;            /* clock */
    int workers;             /* folds side by side */
    atomic_int left, failed; /* folds that have not begun; that have failed */
    enum status status;      /* of the first of these */
    struct error *err;
    struct arena arena;
};

/* Deals the rows of a training that has not run, nor dropped its labels, out into `count` folds:
 * by query where the data have queries, else by class, or at random where labels are numbers. If it
 * `restarts`, cross_run may be called again, and the trainings of the folds stay in memory.
 * ERR_USAGE: fewer rows, or queries, than folds; ERR_DATA: without a fold there would be one class
 * only; ERR_SYSTEM: no memory. Free in any case. */
enum status cross_init(struct cross *c, const struct training *all, int count, bool restarts,
                       struct error *err);

/* The same with folds of the caller's, who keeps them; they win over queries. */
enum status cross_init_folds(struct cross *c, const struct training *all,
                             const struct folds *folds, bool restarts, struct error *err);

/* The same with folds_forward. */
enum status cross_init_forward(struct cross *c, const struct training *all, int count,
                               bool restarts, struct error *err);

/* One fold that leaves no row out: the held-out rows of a file judge it. They stay the caller's. */
enum status cross_init_held(struct cross *c, const struct training *all,
                            const struct dataset *held, const char *file, bool restarts,
                            struct error *err);

/* The same with the folds, or the held-out rows, of another one, which keeps them. */
enum status cross_init_like(struct cross *c, const struct cross *like, bool restarts,
                            struct error *err);

/* Trains without each fold and judges it. The folds run side by side on the threads of all->par,
 * under all->interrupt; all->observer is told of them, its run being the fold. The seconds of the
 * recipe are those of all folds together. What comes out does not depend on the threads. An
 * interrupt ends the runs: folds that are not done have no figures. Again, with another cost
 * or tolerance: each training goes on from where it stands. The errors of training_init and
 * training_run; ERR_DATA: the prediction of a row overflows. */
enum status cross_run(struct cross *c, struct error *err);

/* The figures of a fold that are most; NULL: none is done. Others lack some where a class or the
 * labels of a fold are missing. */
const struct figures *cross_figures(const struct cross *c);

/* Mean and deviation of a figure over the folds that define it. */
struct cross_mean cross_mean(const struct cross *c, enum figure_id id);

/* The figure of fold f; NaN: it is not done, or does not define it. */
double cross_figure(const struct cross *c, int f, enum figure_id id);

/* The figure of all rows of all folds together, each by the model without its fold: a share counts
 * its rows, the mean squared error is a mean over rows. NaN: it is not made of its folds', or not
 * all folds are done. */
double cross_pooled(const struct cross *c, enum figure_id id);

void cross_free(struct cross *c);

#endif
