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

/* What begins the solver of a model of other programs, its type behind, and the verdicts of models
 * without a certificate. */
#define MODEL_LIBLINEAR "liblinear:"
#define MODEL_LIBSVM "libsvm:"
#define MODEL_FOREIGN "foreign"
#define MODEL_PRUNED "pruned"
#define MODEL_EDITED "edited"

enum { MODEL_HASH_MOST = 30 };

/* What texts of the model have in place of numbers; the names of features. */
struct model_text {
    bool label_words;   /* label k is the word of facts.names, classes of them */
    bool from_zero;     /* indices begin at 0: what is j here is j - 1 there, and in the file */
    bool feature_words; /* a name stands in place of an index, */
    int hash_bits;      /* which is 1 + hash_fnv modulo 2^hash_bits; 0: that of the name here */
    bool named;         /* features have names; without feature_words, only to be shown */
    struct term_place *name; /* of each weight but that of the bias, a NUL behind; length 0: none */
    size_t name_room;
    char *bytes;
    size_t used, room;
};

/* One class against the rest: classes that have not met the tolerance; those of them that had not
 * one pass, whose scores are 0. */
struct classes_left {
    int unmet, unbegun;
};

/* A linear model. How many classes, outputs, offsets and sigmoids it has follows from its loss:
 * see model_kind. */
struct model {
    char solver[MODEL_NAME]; /* as -s names it; as all names here, printable ASCII and not empty */
    char loss[MODEL_NAME];   /* as -l names it, with its parameter; `ova:` before it means one class
                              * against the rest */
    char regularizer[MODEL_NAME]; /* as -r names it */
    double lambda;         /* NAN: not known, of a foreign model */
    double bias;           /* -B: below 0, none */
    int classes;           /* 0: labels are numbers */
    double *labels;        /* classes; the first of two is the positive one, ordered ones ascend */
    uint32_t features;     /* the largest feature index of the training file, less the bias */
    double primal, dual;   /* at the point below; dual is -INFINITY without a bound; NAN: not known,
                            * see model_is_certified */
    double passes;         /* over the training data; NAN: not known, of a foreign model */
    char verdict[MODEL_NAME]; /* why training stopped */
    bool unit;             /* rows are divided by their lengths before they are scored */
    struct model_text text;
    struct classes_left left;
    uint32_t weights;      /* how many features have a weight that is not zero */
    uint32_t *index;       /* their indices, from 1, ascending; features + 1 is the bias */
    double *weight;        /* outputs of each, side by side */
    double *offsets;       /* rho, thresholds, ascending, or transitions; NULL: the task has none */
    struct label_facts facts; /* of labels */
    struct folded folded;
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
    size_t sigmoids;         /* pairs A, B that it may have: Platt's 1 / (1 + exp(A z + B));
                              * or steps in their place */
    bool temperature;        /* that it may have */
    bool cut;                /* two classes by one score, of which it may have a threshold */
};

/* Reads model->loss and model->classes only. */
struct model_kind model_kind(const struct model *model);

/* What its scores mean; the arrays stay the model's. Its loss is one. */
struct decoder model_decoder(const struct model *model);

/* How many of the weights are those of features: all but that of the bias, which stands last. */
uint32_t model_feature_weights(const struct model *model);

/* True if no feature has a weight that is not 0: the model says the same of every example. */
bool model_is_constant(const struct model *model);

/* True if another program trained it: lambda, primal, dual and passes are not known. True if that
 * was LIBLINEAR. */
bool model_is_foreign(const struct model *model);
bool model_is_liblinear(const struct model *model);

/* True if primal and dual are those of the weights: not of a foreign model, nor behind
 * model_prune or an edit. */
bool model_is_certified(const struct model *model);

/* Gives weight k, behind all that have one, the name s[0 .. n). False: no memory. */
bool model_name(struct model *model, uint32_t k, const char *s, size_t n);

/* Whether s[0 .. n) can be one: FEATURE_WORD bytes at most, none a control character; where texts
 * have it one at least, and no blank, ':' or '#'. */
bool model_name_good(const struct model_text *text, const char *s, size_t n);

/* The names as a table, word k that of weight k. ERR_DATA, of `path`: two are the same; ERR_SYSTEM:
 * no memory. Free with term_table_free in any case. */
enum status model_names(const struct model *model, const char *path, struct term_table *names,
                        struct error *err);

/* What a feature, or index features + 1, is called where people read it: all programs print it
 * from here: its name or, perhaps in text, its index. */
enum { MODEL_FEATURE = 16 };
const char *model_feature_text(const struct model *model, uint32_t index,
                               char text[MODEL_FEATURE]);

/* Weights of features, not of the bias, of |w| <= threshold become 0, those that are 0 are left
 * out. Returns how many became 0; if any did the certificate is dropped, the verdict says so. */
size_t model_prune(struct model *model, double threshold);

/* A model replaces a file that begins as one of rrm-model(5) or of LIBLINEAR. */
extern const struct output_kind model_output;

/* Writes the text of rrm-model(5) to path, or to standard output if path is "-". ERR_DATA: the
 * model holds a number that is not finite (dual may be -INFINITY); ERR_SYSTEM: it cannot be
 * written. Nothing half-written is left. */
enum status model_save(const struct model *model, const char *path, struct error *err);

/* Reads it back ("-" is standard input; gzip is unpacked), or what LIBLINEAR wrote, or LIBSVM with
 * a linear kernel: the first line tells. ERR_DATA names file and line of an unknown version, loss
 * or key, a missing or repeated one, one that does not go with the loss, a parameter that the loss
 * has not, a wrong count, a number that is not finite, a cut, bytes behind the end, a wrong check
 * sum. On failure the model is empty. */
enum status model_load(const char *path, struct model *model, struct error *err);

/* The same of a model that was edited by hand: a wrong check sum or number of weights is no error,
 * but the text of doubt, else "". */
enum status model_load_edited(const char *path, struct model *model, struct error *doubt,
                              struct error *err);

void model_free(struct model *model);

#endif
