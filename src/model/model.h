/* model - what training leaves behind: a weight per feature, and what they are worth. */
#ifndef RRM_MODEL_H
#define RRM_MODEL_H

#include <stdint.h>

#include "base/status.h"

enum { MODEL_NAME = 64 };

/* A linear model of two classes. */
struct model {
    char solver[MODEL_NAME];      /* as -s names it; as all names here, printable ASCII and not empty */
    char loss[MODEL_NAME];        /* as -l names it, with its parameter */
    char regularizer[MODEL_NAME]; /* as -r names it */
    double lambda;
    double bias;                  /* -B: below 0, none */
    int classes;                  /* 2 */
    double *labels;               /* classes; the first is the positive side */
    uint32_t features;            /* the largest feature index of the training file, without the bias */
    double primal, dual;          /* at the point that stands below; dual is -INFINITY without a bound */
    double passes;                /* over the training data */
    char verdict[MODEL_NAME];     /* why training stopped */
    uint32_t weights;             /* how many weights are not zero */
    uint32_t *index;              /* their feature indices, from 1, ascending; features + 1 is the bias */
    double *weight;
};

/* Writes the text of rrm-model(5) to path, or to standard output if path is "-". ERR_DATA: the model holds a number
 * that is not finite (dual may be -INFINITY); ERR_SYSTEM: it cannot be written. Nothing half-written is left. */
enum status model_save(const struct model *model, const char *path, struct error *err);

/* Reads it back ("-" is standard input; gzip is unpacked). ERR_DATA names file and line of an unknown version or key, a
 * missing or repeated one, a wrong count, a number that is not finite, a cut, bytes behind the end, a wrong check sum.
 * On failure the model is empty. */
enum status model_load(const char *path, struct model *model, struct error *err);

void model_free(struct model *model);

#endif
