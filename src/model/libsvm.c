/* libsvm - models that LIBSVM wrote with a linear kernel, read (svm_save_model of its svm.cpp,
 * version 3.3).
 *
 * z = sum_i coef_i <x_i, x> - rho = <w, x> - rho with w = sum_i coef_i x_i: -rho is the weight of a
 * bias of 1 or, of one class, rho the offset. z > 0 is the first label. */
#include "model/libsvm.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/text.h"
#include "model/model_words.h"

enum {
    LARGEST_INDEX = 0x7ffffffe, /* of a feature: 2^31 - 2 */
    SV_LINE = 1 << 30,          /* bytes of a line of a support vector, at most */
    DENSITY_MARKS = 10,         /* of one class, LIBSVM's */
    FIRST_TERMS = 1 << 12
};

/* ---- w = sum_i coef_i x_i -------------------------------------------------------------------- */

/* Terms of w, by feature and, of one feature, in the order in which they came. */
struct term {
    uint32_t index, order;
    double value;
};

struct terms {
    struct term *term;
    uint32_t used, room;
};

static int by_index(const void *a, const void *b)
{
    const struct term *x = a, *y = b;

    if (x->index != y->index)
        return x->index < y->index ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

/* One term for each feature: their sum. */
static void terms_join(struct terms *s)
{
    uint32_t kept = 0;

    for (uint32_t k = 0; k < s->used; k++)
        s->term[k].order = k;
    if (s->used > 0)
        qsort(s->term, s->used, sizeof *s->term, by_index);
    for (uint32_t k = 0; k < s->used; k++)
        if (kept > 0 && s->term[kept - 1].index == s->term[k].index)
            s->term[kept - 1].value += s->term[k].value;
        else
            s->term[kept++] = s->term[k];
    s->used = kept;
}

/* Terms are joined where there is no room; room doubles where more than half is used then. */
static bool terms_add(struct terms *s, uint32_t index, double value)
{
    void *term = s->term;

    if (s->used == s->room) {
        uint32_t room = s->room == 0 ? FIRST_TERMS : s->room;
        terms_join(s);
        while (s->used > room / 2 && room <= UINT32_MAX / 2)
            room *= 2;
        if (s->used == room || !mem_resized(&term, room, sizeof *s->term))
            return false;
        s->term = term;
        s->room = room;
    }
    s->term[s->used++] = (struct term){index, 0, value};
    return true;
}

/* ---- the header ------------------------------------------------------------------------------ */

enum key { SVM_TYPE, KERNEL_TYPE, NR_CLASS, TOTAL_SV, RHO, LABEL, PROB_A, PROB_B, MARKS, NR_SV, SV,
           KEYS };
static const char *const keys[KEYS] = {"svm_type", "kernel_type", "nr_class", "total_sv", "rho",
                                       "label", "probA", "probB", "prob_density_marks", "nr_sv",
                                       "SV"};

/* A type, what it is called here; is it one of two classes. */
struct type {
    const char *name, *loss;
    bool classes;
};
static const struct type types[] = {{"c_svc", "hinge", true},
                                    {"nu_svc", "nu", true},
                                    {"one_class", "novelty", false},
                                    {"epsilon_svr", "eps-insensitive", false},
                                    {"nu_svr", "eps-insensitive", false}};
enum { TYPES = sizeof types / sizeof *types };

struct header {
    const struct type *type;
    int64_t total, own[2]; /* support vectors: all, of each class */
    double rho, platt[2];
    bool seen[KEYS];
};

static bool read_type(struct model_lines *r, struct header *h)
{
    const char *word, *end;

    model_word(r, &word, &end);
    for (int k = 0; k < TYPES; k++)
        if (model_word_among(word, end, 1, &types[k].name) == 0)
            h->type = &types[k];
    if (h->type)
        return model_words_end(r, "an svm_type");
    return model_lines_refuse(r, "unknown svm_type '%s'; known: c_svc, nu_svc, one_class, "
                              "epsilon_svr, nu_svr", model_quote(word, end).text);
}

static bool read_kernel(struct model_lines *r)
{
    static const char *const linear = "linear";
    const char *word, *end;

    model_word(r, &word, &end);
    if (model_word_among(word, end, 1, &linear) == 0)
        return model_words_end(r, "a kernel_type");
    return model_lines_refuse(r, "kernel_type '%s', expected 'linear': with another kernel there "
                              "is no weight for each feature; train with svm-train -t 0, or with "
                              "rrm-train", model_quote(word, end).text);
}

static bool read_classes(struct model_lines *r)
{
    int64_t classes;

    if (!model_word_whole(r, "nr_class", 1, INT32_MAX, &classes) || !model_words_end(r, "nr_class"))
        return false;
    if (classes == 2)
        return true;
    return model_lines_refuse(r, "nr_class is %" PRId64 ", expected 2: LIBSVM trains classes one "
                              "against one, a vote that is no score for each class; train with "
                              "rrm-train or LIBLINEAR", classes);
}

static bool read_labels(struct model_lines *r, struct model *m)
{
    m->labels = model_numbers(r, 2);
    return m->labels && model_word_labels(r, 2, m->labels);
}

static bool read_value(struct model_lines *r, struct model *m, void *header, int key)
{
    struct header *h = header;
    double marks[DENSITY_MARKS];

    switch ((enum key)key) {
    case SVM_TYPE: return read_type(r, h);
    case KERNEL_TYPE: return read_kernel(r);
    case NR_CLASS: return read_classes(r);
    case TOTAL_SV:
        return model_word_whole(r, "total_sv", 0, INT32_MAX, &h->total) &&
               model_words_end(r, "total_sv");
    case RHO: return model_word_numbers(r, "rho", 1, &h->rho);
    case LABEL: return read_labels(r, m);
    case PROB_A: return model_word_numbers(r, "probA", 1, &h->platt[0]);
    case PROB_B: return model_word_numbers(r, "probB", 1, &h->platt[1]);
    case MARKS: return model_word_numbers(r, "ten density marks", DENSITY_MARKS, marks);
    case NR_SV:
        return model_word_whole(r, "nr_sv", 0, INT32_MAX, &h->own[0]) &&
               model_word_whole(r, "nr_sv", 0, INT32_MAX, &h->own[1]) &&
               model_words_end(r, "nr_sv of two classes");
    default: return model_words_end(r, "SV");
    }
}

static const struct model_keys header_keys = {
    .name = keys,
    .count = KEYS,
    .due = "a key of LIBSVM's, up to 'SV'",
    .unknown = "one of a linear model of LIBSVM's",
    .take = read_value,
};

/* Which keys go with which type; that of nr_sv are as many as total_sv says. */
static bool check_keys(struct model_lines *r, const struct header *h)
{
    for (int k = 0; k < KEYS; k++)
        if (!h->seen[k] && k != PROB_A && k != PROB_B && k != MARKS &&
            ((k != LABEL && k != NR_SV) || !h->type || h->type->classes))
            return model_lines_refuse(r, "the key '%s' is missing before 'SV'", keys[k]);
    for (int k = 0; k < KEYS; k++)
        if (h->seen[k] && (k == LABEL || k == NR_SV) && !h->type->classes)
            return model_lines_refuse(r, "the key '%s' does not go with svm_type %s", keys[k],
                                      h->type->name);
    if (h->type->classes && h->seen[PROB_A] != h->seen[PROB_B])
        return model_lines_refuse(r, "one of the keys 'probA' and 'probB' is missing before 'SV'");
    if (!isfinite(model_offset(h->rho)))
        return model_lines_refuse(r, "rho is %g, expected a number that others are above", h->rho);
    if (h->type->classes && h->own[0] + h->own[1] != h->total)
        return model_lines_refuse(r, "nr_sv counts %" PRId64 " support vectors, total_sv %" PRId64,
                                  h->own[0] + h->own[1], h->total);
    return true;
}

/* ---- the support vectors --------------------------------------------------------------------- */

/* index:value, of a support vector with this coefficient. */
static bool read_entry(struct model_lines *r, const char *word, const char *end, double coef,
                       uint32_t *last, struct terms *w)
{
    uint64_t index;
    double value;
    const char *colon = text_unsigned(word, end, &index);

    if (!colon || colon == end || *colon != ':' || text_number(colon + 1, end, &value) != end ||
        !isfinite(value))
        return model_lines_refuse(r, "'%s' stands where index:value was expected",
                                  model_quote(word, end).text);
    if (index <= *last || index > LARGEST_INDEX)
        return model_lines_refuse(r, "the index of '%s' is not from %" PRIu32 " to %d, indices "
                                  "ascend", model_quote(word, end).text, *last + 1, LARGEST_INDEX);
    *last = (uint32_t)index;
    if (terms_add(w, (uint32_t)index, coef * value))
        return true;
    r->status = fail_memory(r->err, "the model's weights");
    return false;
}

static bool read_vectors(struct model_lines *r, const struct header *h, struct terms *w)
{
    for (int64_t i = 0; i < h->total; i++) {
        const char *word, *end;
        uint32_t last = 0;
        double coef;
        if (!model_lines_next(r, "a support vector for each that total_sv counts") ||
            !model_word_number(r, "the coefficient of a support vector", &coef))
            return false;
        while (model_word(r, &word, &end))
            if (!read_entry(r, word, end, coef, &last, w))
                return false;
    }
    model_words_over(r, "total_sv");
    return r->status == OK;
}

/* ---- the model ------------------------------------------------------------------------------- */

/* Labels, offset and sigmoid. */
static bool fill_header(struct model_lines *r, struct model *m, const struct header *h)
{
    struct model_kind kind;

    model_foreign(m, MODEL_LIBSVM, h->type->name, h->type->loss, "l2");
    kind = model_kind(m);
    m->classes = kind.most;
    m->bias = kind.task->subtracts ? -1 : 1;
    if (kind.task->subtracts) {
        m->labels = model_numbers(r, 1);
        m->offsets = model_numbers(r, 1);
        if (!m->labels || !m->offsets)
            return false;
        *m->labels = kind.task->label;
        *m->offsets = model_offset(h->rho);
    }
    if (!h->type->classes || !h->seen[PROB_A])
        return true;
    m->folded.platt = model_numbers(r, 2);
    if (!m->folded.platt)
        return false;
    m->folded.platt[0] = h->platt[0];
    m->folded.platt[1] = h->platt[1];
    return true;
}

static bool fill_weights(struct model_lines *r, struct model *m, const struct header *h,
                         struct terms *w)
{
    uint32_t room = 0;
    double bias = -h->rho;

    terms_join(w);
    m->features = w->used > 0 ? w->term[w->used - 1].index : 0;
    for (uint32_t k = 0; k < w->used; k++)
        if (!isfinite(w->term[k].value))
            return model_lines_refuse(r, "the weight of feature %" PRIu32 ", a sum over the "
                                      "support vectors, overflows", w->term[k].index);
        else if (!model_add(r, m, w->term[k].index, 1, &w->term[k].value, &room))
            return false;
    return m->bias < 0 || model_add(r, m, m->features + 1, 1, &bias, &room);
}

void libsvm_read(struct model_lines *r, struct model *m)
{
    struct header h = {.type = NULL};
    struct terms w = {.term = NULL};

    r->most = SV_LINE;
    if (model_keys_read(r, m, &header_keys, h.seen, &h) && check_keys(r, &h) &&
        fill_header(r, m, &h) &&
        read_vectors(r, &h, &w))
        fill_weights(r, m, &h, &w);
    mem_free(w.term);
}
