/* model - what training leaves behind: the weights of each feature, and what they are worth. */
#ifndef RRM_MODEL_H
#define RRM_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/output.h"
#include "base/status.h"
#include "task/task.h"

enum { MODEL_NAME = NAME_ROOM };

/* A linear model. How many classes, outputs, offsets and sigmoids it has follows from its loss:
 * see model_kind. */
struct model {
    char solver[MODEL_NAME]; /* as -s names it; as all names here, printable ASCII and not empty */
    char loss[MODEL_NAME];   /* as -l names it, with its parameter; `ova:` before it means one class
                              * against the rest */
    char regularizer[MODEL_NAME]; /* as -r names it */
    double lambda;
    double bias;           /* -B: below 0, none */
    int classes;           /* 0: labels are numbers */
    double *labels;        /* classes; the first of two is the positive one, ordered ones ascend */
    uint32_t features;     /* the largest feature index of the training file, less the bias */
    double primal, dual;   /* at the point below; dual is -INFINITY without a bound */
    double passes;         /* over the training data */
    char verdict[MODEL_NAME]; /* why training stopped */
    int unmet, unbegun;    /* one class against the rest: classes that have not met the tolerance;
                            * those of them that had not one pass, whose scores are 0 */
    uint32_t weights;      /* how many features have a weight that is not zero */
    uint32_t *index;       /* their indices, from 1, ascending; features + 1 is the bias */
    double *weight;        /* outputs of each, side by side */
    double *offsets;       /* rho, thresholds, ascending, or transitions; NULL: the task has none */
    struct label_facts facts; /* of labels */
    double *platt;         /* A, B of each sigmoid, side by side; NULL: not calibrated */
};

/* What a loss and a number of classes mean for a model. */
struct model_kind {
    const struct loss_row *loss; /* NULL: the name is that of no loss, and no more is known */
    const struct task *task;
    double parameter;        /* of the loss; NAN: none that it has, see loss_read */
    bool ova;                /* one class against the rest, by a two-class loss */
    int least, most;         /* classes */
    size_t outputs;          /* scores of an example, weights of a feature */
    size_t offsets;          /* numbers that the model must have */
    bool transitions;        /* they are those from each class to each, from-major */
    bool costs;              /* of errors, classes x classes, that it may have */
    size_t sigmoids;         /* pairs A, B that it may have: Platt's 1 / (1 + exp(A z + B)) */
};

/* Reads model->loss and model->classes only. */
struct model_kind model_kind(const struct model *model);

/* What its scores mean; the arrays stay the model's. Its loss is one. */
struct decoder model_decoder(const struct model *model);

/* How many of the weights are those of features: all but that of the bias, which stands last. */
uint32_t model_feature_weights(const struct model *model);

/* True if no feature has a weight that is not 0: the model says the same of every example. */
bool model_is_constant(const struct model *model);

/* A model replaces a file that begins as one. */
extern const struct output_kind model_output;

/* Writes the text of rrm-model(5) to path, or to standard output if path is "-". ERR_DATA: the
 * model holds a number that is not finite (dual may be -INFINITY); ERR_SYSTEM: it cannot be
 * written. Nothing half-written is left. */
enum status model_save(const struct model *model, const char *path, struct error *err);

/* Reads it back ("-" is standard input; gzip is unpacked). ERR_DATA names file and line of an
 * unknown version, loss or key, a missing or repeated one, one that does not go with the loss, a
 * parameter that the loss has not, a wrong count, a number that is not finite, a cut, bytes
 * behind the end, a wrong check sum. On failure the model is empty. */
enum status model_load(const char *path, struct model *model, struct error *err);

void model_free(struct model *model);

#endif
