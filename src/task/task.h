/* task - what labels mean: the targets y that a loss is trained on, what scores say of an example,
 * how good that is.
 *
 * Nothing outside of loss/ and task/ asks which task it has before it; it asks the task's row. */
#ifndef RRM_TASK_H
#define RRM_TASK_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/status.h"
#include "data/dataset.h"
#include "loss/loss.h"
#include "task/figures.h"

/* The examples with this label weigh so many times as much. */
struct class_weight {
    double label, weight;
    const char *text; /* the label as it was given, up to its last colon; NULL: not known */
};

/* Those of all labels; a loss without task_takes_weights has none. */
struct class_weights {
    const struct class_weight *each; /* the caller's, `count` of them; other labels weigh 1 */
    int count;
    bool balanced; /* label k of K weighs m/(K m_k), m_k the weight of its examples, m of all */
};

static inline bool class_weights_any(const struct class_weights *weights)
{
    return weights->count > 0 || weights->balanced;
}

/* D_yo, the cost of the answer o for an example of class y; D_yy = 0. */
struct class_costs {
    const char *file;     /* where they come from, for messages */
    int classes;          /* 0: there are none */
    const double *each;   /* classes x classes, row-major */
    const double *labels; /* classes: those of the rows and columns; NULL: those of the data,
                           * ascending */
};

/* What labels are called. */
enum { NAME_ROOM = 64 };
struct name {
    double label;
    char text[NAME_ROOM]; /* no blank or control character in it, not empty */
};
struct names {
    int count; /* 0: they have no names */
    struct name *each; /* their labels ascend */
};

/* What is known of labels beside their values. */
struct label_facts {
    struct names names;
    double *costs; /* of errors, classes x classes, row-major by the label; NULL: all alike */
};

/* What targets are made of. */
struct labels {
    const struct dataset *data;
    const char *file; /* where the data come from, for messages */
    const struct loss_row *loss;
    bool free_bias; /* the bias is not regularized */
    double parameter; /* of the loss */
    struct class_weights weights;
};

/* What a loss is trained on. */
struct targets {
    int classes;    /* 0: labels are numbers */
    double *labels; /* classes; of two the positive one first, unless ordered; else ascending */
    bool ova;       /* one class against the rest, a problem for each class; see targets_side */
    bool sides;     /* y is +1 for the first of two classes, -1 for the second one */
    double *y;      /* rows: as enum task_id says; with ova the place of the class */
    const double *costs; /* of errors, classes x classes, row-major; NULL: all alike */
    double *cost;   /* rows: c_i = 1/m times the weights of row and label; NULL: 1/m each */
    struct groups groups; /* of the rows, for a loss of groups; else none */
    int64_t units;  /* the rows or, if the task counts groups, these */
    double mass;    /* m of lambda = 1/(C m): the units or, where rows weigh, the sum of their
                     * weights, as if each row stood there so many times */
};

/* A probability that ascends with the score: pair[2 k + 1] from pair[2 k] on, the first one below
 * that, too. */
enum { STEPS = 200 };
struct steps {
    int count;
    double pair[2 * STEPS];
};

/* How scores become probabilities; CALIBRATION_AUTO: those of the loss, or else sigmoids. */
enum calibration_method {
    CALIBRATION_AUTO,
    CALIBRATION_PLATT,
    CALIBRATION_ISOTONIC,
    CALIBRATION_TEMPERATURE
};

/* What was chosen by scores of examples that training did not see; {0}: nothing. */
struct folded {
    double *platt; /* A, B of each sigmoid, side by side: P = 1 / (1 + exp(A z + B)); or NULL */
    struct steps *steps; /* in the place of each sigmoid; or NULL */
    double temperature;  /* scores are divided by it; 0: it is 1 */
    double cut;    /* of two classes by one score: z > cut is the first */
};

/* What scores mean, held by a model; all arrays are the model's. */
struct decoder {
    const struct task *task;
    const struct loss_row *loss;
    bool ova;
    int classes;
    size_t outputs;        /* scores of an example */
    const double *labels;  /* classes */
    const double *offsets; /* as many as task->offsets says */
    struct folded folded;  /* its arrays too are the model's */
    struct label_facts facts;
};

struct evaluation; /* task/evaluation.h */
struct answered;

/* A row of task/list.h. What it does is called by the functions of the same name below. */
struct task {
    const char *title; /* the heading of its losses in -h */
    int least, most;   /* classes; 0: labels are numbers */
    bool ova;          /* of more than `most` classes its losses train one against the rest */
    bool sigmoids;     /* its scores can be calibrated: a pair A, B for each output */
    enum figure_id decides; /* the figure that chooses between models, unless another is named */
    bool ordered;      /* classes ascend by their labels */
    bool subtracts;    /* its offset is subtracted from each score */
    bool counts_groups; /* an example is a group of rows: a sequence */
    bool transitions;   /* its offsets are scores of transitions from class to class */
    double label;      /* that of the only class, whatever the data say; 0: none */

    /* Makes targets; what it needs to keep comes from the arena. out->y has room for the rows; so
     * has out->cost, the weight of each row, where rows or labels have weights. ERR_DATA names
     * file and line: labels that the loss cannot be trained on; ERR_SYSTEM: no memory. */
    enum status (*targets)(const struct labels *in, struct targets *out, struct arena *arena,
                           struct error *err);
    /* Scores of an example (NULL: 1), and how many offsets turn them into answers (NULL: none). */
    size_t (*outputs)(int classes);
    size_t (*offsets)(int classes);
    /* decision[rows x outputs] holds the scores of all rows of the data; answer[rows] gets
     * labels or numbers. Of the data only rows and, where answers belong together, queries are
     * looked at. False: no memory. */
    bool (*answers)(const struct decoder *d, const struct dataset *data, const double *decision,
                    double *answer);
    /* The figures of answers; only evaluation.h calls these. What they count stands in e, which
     * begins as zeros but for the decoder. All are false where there is no memory. */
    bool (*begin)(struct evaluation *e); /* NULL: zeros will do */
    bool (*add)(struct evaluation *e, const struct answered *row);
    bool (*figures)(struct evaluation *e, struct figures *list); /* adds them to the list */
};

/* The row of a task; task_of: of that of a loss. */
const struct task *task_at(enum task_id id);
const struct task *task_of(const struct loss_row *loss);

size_t task_outputs(const struct task *task, int classes);
size_t task_offsets(const struct task *task, int classes);

/* out->groups, units and mass of these rows, which may be a part of those that out is for. Errors:
 * groups_of. */
enum status task_groups(const struct loss_row *loss, const struct dataset *data, const char *file,
                        struct targets *out, struct arena *arena, struct error *err);

/* Whatever the task: memory for y and cost comes from the arena. */
enum status task_targets(const struct labels *in, struct targets *out, struct arena *arena,
                         struct error *err);
bool task_answers(const struct decoder *d, const struct dataset *data, const double *decision,
                  double *answer);

/* True if the scores mean probabilities: those of the loss do, or they were calibrated. */
bool probability_known(const struct decoder *d);

/* Then probability[i * classes + k] is that of the class of labels[k] in row i; those of a row
 * add up to 1. */
void probability_of_rows(const struct decoder *d, int64_t rows, const double *decision,
                         double *probability);

/* With ova: y[rows] = +1 in the class of place k, -1 elsewhere. Without, k = 0 and y is a copy
 * of targets->y. */
void targets_side(const struct targets *targets, int k, int64_t rows, double *y);

/* The place of the class of row i; 0 where there are no classes. */
size_t targets_class(const struct targets *targets, int64_t i);

/* Whether a loss is one for labels that are numbers, each of its own and no grade, can train one
 * class against the rest, has probabilities, can weigh classes by their labels or rows each by its
 * own, can have offsets of scores, can name classes, can have words as labels, can have costs of
 * errors, can have a threshold of its one score where there are two classes. */
bool task_takes_numbers(const struct loss_row *loss);
bool task_takes_ova(const struct loss_row *loss);
bool task_takes_probability(const struct loss_row *loss);
bool task_takes_weights(const struct loss_row *loss);
bool task_takes_row_weights(const struct loss_row *loss);
bool task_takes_offsets(const struct loss_row *loss);
bool task_takes_names(const struct loss_row *loss);
bool task_takes_words(const struct loss_row *loss);
bool task_takes_costs(const struct loss_row *loss);
bool task_takes_cut(const struct loss_row *loss);
bool task_has_probability(const struct loss_row *loss);

/* Whether scores of the loss can be divided by a temperature to mean probabilities: their softmax
 * does, or 1 / (1 + exp(-z)) of one score. */
bool task_takes_temperature(const struct loss_row *loss);

/* task_takes_probability of a method. */
bool task_takes_calibration(const struct loss_row *loss, enum calibration_method method);

/* Whether the label is one of labels[classes]. */
bool task_has_label(double label, int classes, const double *labels);

/* The names of the losses that `wanted` holds for (NULL: of all), separated by commas; returns
 * text. */
enum { TASK_LIST = 1024 };
const char *task_losses(bool (*wanted)(const struct loss_row *loss), char text[TASK_LIST]);

#endif
