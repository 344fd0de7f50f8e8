/* liblinear - models in LIBLINEAR's format, read and written (save_model, load_model and
 * predict_values of its linear.cpp, version 2.50).
 *
 * With one score z = <w, x>, z > 0 is the first label. With a score for each class the largest
 * one answers, of equal ones the first; of two classes of MCSVM_CS, though, that of the first
 * label alone is looked at, as z_2 = -z_1. */
#include "model/liblinear.h"

#include <float.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "math/vec.h"
#include "model/model_words.h"
#include "model/model_writer.h"

struct type {
    const char *name, *loss, *regularizer;
};

/* Read as the first row of the name; written as the first row of loss and regularizer, or of the
 * loss. */
static const struct type types[] = {
    {"L2R_LR", "logistic", "l2"},
    {"L2R_L2LOSS_SVC_DUAL", "squared-hinge", "l2"},
    {"L2R_L2LOSS_SVC", "squared-hinge", "l2"},
    {"L2R_L1LOSS_SVC_DUAL", "hinge", "l2"},
    {"MCSVM_CS", "crammer-singer", "l2"},
    {"L1R_L2LOSS_SVC", "squared-hinge", "l1"},
    {"L1R_LR", "logistic", "l1"},
    {"L2R_LR_DUAL", "logistic", "l2"},
    {"L2R_L2LOSS_SVR", "squared-eps-insensitive", "l2"},
    {"L2R_L2LOSS_SVR_DUAL", "squared-eps-insensitive", "l2"},
    {"L2R_L1LOSS_SVR_DUAL", "eps-insensitive", "l2"},
    {"ONECLASS_SVM", "novelty", "l2"},
    /* regression is <w, x>, whatever the loss: */
    {"L2R_L2LOSS_SVR", "squared", "l2"},
    {"L2R_L2LOSS_SVR", "huber", "l2"},
    {"L2R_L1LOSS_SVR_DUAL", "absolute", "l2"},
    {"L2R_L1LOSS_SVR_DUAL", "quantile", "l2"},
};
enum { TYPES = sizeof types / sizeof *types };

/* ---- reading --------------------------------------------------------------------------------- */

enum key { SOLVER_TYPE, NR_CLASS, LABEL, NR_FEATURE, BIAS, RHO, W, KEYS };
static const char *const keys[KEYS] = {"solver_type", "nr_class", "label", "nr_feature",
                                       "bias", "rho", "w"};

enum { LARGEST_INDEX = 0x7ffffffe }; /* of a feature: 2^31 - 2 */

struct header {
    const struct type *type;
    int64_t classes, features;
    double rho;
    bool seen[KEYS];
};

/* Whether no type before has the name of this one. */
static bool is_first(int k)
{
    for (int j = 0; j < k; j++)
        if (strcmp(types[j].name, types[k].name) == 0)
            return false;
    return true;
}

static bool read_type(struct model_lines *r, struct header *h)
{
    const char *word, *end;
    char known[512] = "";

    if (!model_word(r, &word, &end))
        return model_lines_refuse(r, "the solver_type is missing");
    for (int k = 0; k < TYPES; k++) {
        if (model_word_among(word, end, 1, &types[k].name) == 0) {
            h->type = &types[k];
            return model_words_end(r, "a solver_type");
        }
        if (is_first(k))
            text_list(known, sizeof known, ", ", "", types[k].name);
    }
    return model_lines_refuse(r, "unknown solver_type '%s'; known: %s",
                              model_quote(word, end).text, known);
}

static bool read_labels(struct model_lines *r, struct model *m, const struct header *h)
{
    if (!h->seen[NR_CLASS])
        return model_lines_refuse(r, "the key 'nr_class' is missing before 'label'");
    m->labels = model_numbers(r, (size_t)h->classes);
    return m->labels && model_word_labels(r, (int)h->classes, m->labels);
}

static bool read_value(struct model_lines *r, struct model *m, void *header, int key)
{
    struct header *h = header;

    switch ((enum key)key) {
    case SOLVER_TYPE: return read_type(r, h);
    case NR_CLASS:
        return model_word_whole(r, "nr_class", 1, LOSS_CLASSES, &h->classes) &&
               model_words_end(r, "nr_class");
    case LABEL: return read_labels(r, m, h);
    case NR_FEATURE:
        return model_word_whole(r, "nr_feature", 0, LARGEST_INDEX, &h->features) &&
               model_words_end(r, "nr_feature");
    case BIAS: return model_word_numbers(r, "bias", 1, &m->bias);
    case RHO: return model_word_numbers(r, "rho", 1, &h->rho);
    default: return model_words_end(r, "w");
    }
}

static const struct model_keys header_keys = {
    .name = keys,
    .count = KEYS,
    .due = "a key of LIBLINEAR's, up to 'w'",
    .unknown = "solver_type, nr_class, label, nr_feature, bias, rho or w",
    .take = read_value,
};

/* Which keys go with which type. */
static bool check_keys(struct model_lines *r, const struct header *h, const struct task *task)
{
    bool numbers = task->most == 0, has[KEYS];

    for (int k = 0; k < KEYS; k++)
        has[k] = k == LABEL ? !numbers && !task->subtracts : k != RHO || task->subtracts;
    for (int k = 0; k < KEYS; k++)
        if (has[k] != h->seen[k])
            return model_lines_refuse(r, "the key '%s' %s solver_type %s", keys[k],
                                      has[k] ? "is missing, expected with" : "does not go with",
                                      h->type->name);
    if ((numbers || task->subtracts) && h->classes != 2)
        return model_lines_refuse(r, "nr_class is %" PRId64 ", expected 2 with solver_type %s",
                                  h->classes, h->type->name);
    if (h->classes < 2)
        return model_lines_refuse(r, "nr_class is 1: the model says one label of every example; "
                                  "train it with two labels or more");
    if (task->subtracts && !isfinite(model_offset(h->rho)))
        return model_lines_refuse(r, "rho is %g, expected a number that others are above", h->rho);
    return true;
}

/* The header's part of the model. */
static bool fill_model(struct model_lines *r, struct model *m, const struct header *h)
{
    struct model_kind kind;

    model_foreign(m, MODEL_LIBLINEAR, h->type->name, h->type->loss, h->type->regularizer);
    kind = model_kind(m);
    if (!check_keys(r, h, kind.task))
        return false;
    m->features = (uint32_t)h->features;
    m->classes = h->classes > kind.most ? kind.most : (int)h->classes;
    if (h->classes > 2 && kind.task->ova) {
        snprintf(m->loss, sizeof m->loss, "ova:%s", h->type->loss);
        m->classes = (int)h->classes;
    }
    if (!kind.task->subtracts)
        return true;
    m->labels = model_numbers(r, 1);
    m->offsets = model_numbers(r, 1);
    if (!m->labels || !m->offsets)
        return false;
    *m->labels = kind.task->label;
    *m->offsets = model_offset(h->rho);
    return true;
}

/* Numbers of a feature in the file, of so many classes there. */
static size_t file_width(const struct model_kind *kind, int classes)
{
    return classes > 2 || kind->outputs > 1 ? kind->outputs : 1;
}

/* Two scores of which LIBLINEAR looks at the first alone, z_1 > 0: here the second label is in
 * front, of the score -z_1, and answers where z_1 = 0, too. */
static bool has_mirror(const struct model_kind *kind, int classes)
{
    return classes == 2 && kind->outputs == 2;
}

static bool read_weights(struct model_lines *r, struct model *m)
{
    struct model_kind kind = model_kind(m);
    uint32_t rows = m->features + (m->bias >= 0), room = 0;
    size_t width = file_width(&kind, m->classes);
    bool mirror = has_mirror(&kind, m->classes);
    double row[LOSS_CLASSES];

    for (uint32_t j = 1; j <= rows; j++) {
        if (!model_lines_next(r, "the weights of a feature, or of the bias behind the last") ||
            !model_word_numbers(r, "a weight of the feature for each score", width, row))
            return false;
        if (mirror) {
            row[1] = row[0];
            row[0] = -row[1];
        }
        if (!model_add(r, m, j, kind.outputs, row, &room))
            return false;
    }
    if (mirror) {
        double first = m->labels[0];
        m->labels[0] = m->labels[1];
        m->labels[1] = first;
    }
    return true;
}

void liblinear_read(struct model_lines *r, struct model *m)
{
    struct header h = {.type = NULL};

    if (model_keys_read(r, m, &header_keys, h.seen, &h) && fill_model(r, m, &h) &&
        read_weights(r, m))
        model_words_over(r, "nr_feature");
}

/* ---- writing --------------------------------------------------------------------------------- */

/* The type that stands behind the model's solver if it has the loss, else the first row with loss
 * and regularizer, or with the loss; NULL: none has it. */
static const struct type *type_of(const char *loss, const struct model *m)
{
    const struct type *of_loss = NULL, *of_both = NULL;
    const char *own = m && model_is_foreign(m) ? strchr(m->solver, ':') + 1 : "";

    for (int k = TYPES; k-- > 0;) {
        if (strcmp(types[k].loss, loss) != 0)
            continue;
        if (strcmp(types[k].name, own) == 0)
            return &types[k];
        of_loss = &types[k];
        if (m && strcmp(types[k].regularizer, m->regularizer) == 0)
            of_both = &types[k];
    }
    return of_both ? of_both : of_loss;
}

bool liblinear_has_loss(const struct loss_row *loss)
{
    return type_of(loss->name, NULL) != NULL;
}

const char *liblinear_losses(char text[TASK_LIST])
{
    return task_losses(liblinear_has_loss, text);
}

enum status liblinear_check_labels(int classes, const double *labels, const char *file,
                                   struct error *err)
{
    for (int k = 0; k < classes; k++)
        if (labels[k] != floor(labels[k]) || labels[k] < INT_MIN || labels[k] > INT_MAX)
            return fail_at(err, ERR_DATA, file, 0, "the label %.15g cannot stand in a model of "
                           "LIBLINEAR, which has whole numbers from %d to %d: choose other labels, "
                           "or write rrm's format", labels[k], INT_MIN, INT_MAX);
    return OK;
}

/* LIBLINEAR counts weights in an int. */
static enum status check_size(const struct model *m, size_t width, const char *path,
                              struct error *err)
{
    if (((uint64_t)m->features + 1) * width <= INT_MAX)
        return OK;
    return fail_at(err, ERR_DATA, path, 0, "%" PRIu32 " features of %zu weights are more than "
                   "LIBLINEAR can read, %d in all: write rrm's format", m->features, width,
                   INT_MAX);
}

static void put_labels(struct writer *w, const struct model *m, bool mirror)
{
    writer_put(w, "label");
    for (int k = 0; k < m->classes; k++)
        writer_put(w, " %.0f", m->labels[mirror ? 1 - k : k]);
    writer_put(w, "\n");
}

static void put_header(struct writer *w, const struct model *m, const struct model_kind *kind)
{
    bool numbers = m->classes == 0;

    writer_put(w, MODEL_HEAD_LIBLINEAR "%s\n", type_of(kind->loss->name, m)->name);
    writer_put(w, "nr_class %d\n", numbers || kind->task->subtracts ? 2 : m->classes);
    if (!numbers && !kind->task->subtracts)
        put_labels(w, m, has_mirror(kind, m->classes));
    writer_put(w, "nr_feature %" PRIu32 "\n", m->features);
    writer_put(w, "bias %.17g\n", m->bias);
    if (kind->task->subtracts)
        writer_put(w, "rho %.17g\n", fmax(model_rho(*m->offsets), -DBL_MAX));
    writer_put(w, "w\n");
}

/* A number and the blank behind it. */
static void put_number(struct writer *w, double number)
{
    char *to = writer_room(w);
    size_t length = text_exact(number, to);

    to[length] = ' ';
    w->used += length + 1;
}

/* A line of the weights of a feature; NULL: they are 0. */
static void put_row(struct writer *w, size_t width, bool mirror, const double *weight)
{
    double half = mirror && weight ? weight[1] / 2 - weight[0] / 2 : 0;

    for (size_t k = 0; k < width; k++) {
        double other = weight ? weight[k] : 0;
        double mirrored = k == 0 ? half : -half;
        put_number(w, mirror ? mirrored : other);
    }
    writer_put(w, "\n");
}

enum status liblinear_save(const struct model *m, const char *path, struct error *err)
{
    struct model_kind kind = model_kind(m);
    uint32_t rows = m->features + (m->bias >= 0), k = 0;
    size_t width = file_width(&kind, m->classes);
    struct writer w;
    char list[TASK_LIST];
    enum status status = check_size(m, width, path, err);

    if (status == OK && !liblinear_has_loss(kind.loss))
        status = fail_at(err, ERR_DATA, path, 0, "LIBLINEAR has no models of loss '%s'; those it "
                         "has: %s", m->loss, liblinear_losses(list));
    if (status == OK && m->unit)
        status = fail_at(err, ERR_DATA, path, 0, "LIBLINEAR's models do not divide rows by their "
                         "lengths: train without -o rows=unit, on rows that have length 1");
    if (status == OK && m->text.from_zero)
        status = fail_at(err, ERR_DATA, path, 0, "LIBLINEAR's indices begin at 1, and those of "
                         "this model at 0: train on indices from 1, or write rrm's format");
    if (status == OK && m->folded.cut != 0)
        status = fail_at(err, ERR_DATA, path, 0, "LIBLINEAR's models have no threshold, and this "
                         "one has: write rrm's format");
    if (status == OK && (m->text.label_words || m->text.feature_words))
        status = fail_at(err, ERR_DATA, path, 0, "LIBLINEAR's models have no words in place of "
                         "numbers, which this model has");
    if (status == OK)
        status = liblinear_check_labels(m->classes, m->labels, path, err);
    if (status == OK)
        status = writer_open(&w, m, path, err);
    if (status != OK)
        return status;
    put_header(&w, m, &kind);
    for (uint32_t j = 1; j <= rows; j++) {
        bool has = k < m->weights && m->index[k] == j;
        put_row(&w, width, has_mirror(&kind, m->classes),
                has ? m->weight + k * kind.outputs : NULL);
        k += has;
    }
    return writer_close(&w, err);
}
