/* train - one training run: data and options in, a model out. */
#ifndef RRM_TRAIN_H
#define RRM_TRAIN_H

#include "base/arena.h"
#include "base/par.h"
#include "cli/options.h"
#include "data/dataset.h"
#include "model/model.h"
#include "solve/monitor.h"

struct training {
    const struct options *o;
    const struct dataset *data; /* the caller's */
    double labels[2];           /* the positive and the negative one */
    struct risk *risk;
    double lambda;
    struct point point;
    struct monitor monitor;     /* what came out */
    struct arena arena;         /* holds all of it */
};

/* ERR_USAGE, with the names of those that can, if the solver cannot minimise what the options ask for. */
enum status training_admits(const struct options *o, struct error *err);

/* Sets a run up: two classes, costs, the risk. ERR_DATA, named by the data file: not two classes; ERR_SYSTEM: no
 * memory. Free in any case. */
enum status training_init(struct training *t, const struct options *o, const struct dataset *data,
                          const struct par *par, struct error *err);

/* Runs the solver; the limits, interrupt and reporter of t->monitor may be set before. */
enum status training_run(struct training *t, struct error *err);

/* The model at the best point; free with model_free. */
enum status training_model(struct training *t, struct model *model, struct error *err);

void training_free(struct training *t);

#endif
