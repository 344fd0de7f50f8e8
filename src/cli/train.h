/* train - data and options in, a model out: one run, or one for each class, and those that calibrate. */
#ifndef RRM_TRAIN_H
#define RRM_TRAIN_H

#include <stdatomic.h>

#include "cli/fit.h"
#include "model/model.h"

/* Told after each iteration of a run, perhaps by several threads at once. */
struct observer {
    void (*tick)(void *context, int run, const struct monitor *m, const double *w);
    void *context;
};

struct training {
    const struct options *o;
    const struct dataset *data; /* the caller's, as are */
    const struct par *par;      /* these */
    struct targets targets;
    int problems;       /* that make up the model: one, or one for each class */
    int runs;           /* these and, behind them, those that calibrate */
    bool calibrated;
    double lambda;
    size_t columns;     /* of the data, and the regularized bias */
    size_t outputs;     /* weights of a column, side by side */
    double *w;          /* columns x outputs: what came out */
    double *offset;     /* outputs: the weight of an unregularized bias */
    double *scalars;    /* offsets of the model: rho, or thresholds */
    int *fold;          /* rows: in which part each row was held out to calibrate */
    double *held;       /* rows x problems: its scores there */
    double *platt;      /* A and B of each problem */
    struct outcome outcome;     /* of all problems together: sums, and the worst verdict */
    enum verdict calibration;   /* the worst of the runs that calibrate; CONVERGED if there are none */
    const atomic_int *interrupt; /* two flags: an interrupt, one more; set by the caller, as is the next; may be NULL */
    struct observer observer;
    struct arena arena; /* holds all of it */
};

/* Sets a training up: targets, classes, costs. ERR_USAGE: the choices do not go with the data; ERR_DATA names the file,
 * and the line if one is to blame; ERR_SYSTEM: no memory. Free in any case. */
enum status training_init(struct training *t, const struct options *o, const struct dataset *data,
                          const struct par *par, struct error *err);

/* Runs the solver. The problems of several classes run side by side; their results do not depend on that. */
enum status training_run(struct training *t, struct error *err);

/* The model at the best point; free with model_free. */
enum status training_model(const struct training *t, struct model *model, struct error *err);

void training_free(struct training *t);

#endif
