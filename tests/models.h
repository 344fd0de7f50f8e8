/* models - models for the tests: as text that must be refused, and random ones of every kind. */
#ifndef RRM_TESTS_MODELS_H
#define RRM_TESTS_MODELS_H

#include <stdbool.h>

#include "math/rng.h"
#include "model/model.h"

/* Joins lines and, if asked for, adds the right check sum. Returns the length, below room. */
size_t model_join(char *text, size_t room, size_t count, const char *const lines[], bool sum);

/* The bytes as a model. */
enum status model_parse(const void *bytes, size_t length, struct model *m, struct error *err);

/* The bytes must be refused in this line (0: any), in one line of text that holds `word`, and leave nothing. */
void model_refused(const void *bytes, size_t length, int line, const char *word);

/* A random model of this loss, with the members that it has, calibrated if asked for and possible. Free with
 * model_free. Labels ascend from -3 in steps of 2.5; of every 3 features 2 have weights. */
void model_random(struct rng *rng, const char *loss, int classes, uint32_t features, double bias, bool calibrated,
                  struct model *m);

/* A kind of model and what is expected of it; the losses are those of the table that have the task. */
struct model_case {
    enum task_id task;
    const char *before; /* the loss: "" or "ova:" */
    int classes;
    size_t outputs, offsets, sigmoids;
};

/* Calls check for each case with each loss of its task. */
void model_each_case(void (*check)(const struct model_case *c, const char *loss));

#endif
