/* examples - what the labels of a file say to a loss: its targets, the classes, the weight of each example. */
#ifndef RRM_EXAMPLES_H
#define RRM_EXAMPLES_H

#include "base/arena.h"
#include "cli/options.h"
#include "data/dataset.h"

struct examples {
    int classes;    /* 0 for regression, 1 for a loss of one class */
    double *labels; /* classes: of two the greater, the positive one, first; of ordinal ones ascending */
    bool ova;       /* a loss of two classes, one class against the rest */
    double *y;      /* rows: as the loss reads it; with ova the place of the class */
    double *cost;   /* rows: c_i, 1/m times the weight of the label */
};

/* Memory comes from the arena. ERR_DATA names file and line: labels that the loss cannot be trained on; ERR_SYSTEM: no
 * memory. */
enum status examples_init(struct examples *e, const struct options *o, const struct dataset *data, struct arena *arena,
                          struct error *err);

#endif
