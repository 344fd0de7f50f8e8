/* test_model_kinds - models of every task: what a loss asks for is there, comes back, and nothing else is believed. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "math/rng.h"
#include "model/model.h"
#include "models.h"
#include "common.h" /* behind ours: check.h has a macro called fail */

enum { TEXT_ROOM = 4096 };

static void check_kind(const struct model_case *c, const char *loss)
{
    struct model m = {.classes = c->classes};
    struct model_kind kind;

    snprintf(m.loss, sizeof m.loss, "%s", loss);
    kind = model_kind(&m);
    ck_assert_ptr_nonnull(kind.loss);
    ck_assert_msg(kind.outputs == c->outputs && kind.offsets == c->offsets && kind.sigmoids == c->sigmoids, "%s", loss);
    ck_assert_msg(kind.ova == (*c->before != '\0') && kind.loss->task == c->task, "%s", loss);
}

START_TEST(kinds)
{
    model_each_case(check_kind);
}
END_TEST

static void same(size_t n, const double *a, const double *b)
{
    ck_assert_int_eq(!a, !b);
    if (a)
        ck_assert_mem_eq(a, b, n * sizeof *a);
}

static void check_round_trip(const struct model_case *c, const char *loss)
{
    struct rng rng;

    rng_seed(&rng, 5);
    for (int run = 0; run < (c->outputs > 100 ? 1 : 4); run++) {
        struct model m, back;
        struct error err;
        char path[64];

        model_random(&rng, loss, c->classes, c->outputs > 100 ? 3 : 2000, run < 2 ? -1 : 1, run % 2 == 0, &m);
        if (c->outputs <= 3 && run == 3 && c->sigmoids > 0) {
            m.folded.steps = mem_alloc(c->sigmoids, sizeof *m.folded.steps);
            for (size_t k = 0; k < c->sigmoids; k++) {
                m.folded.steps[k].count = 1 + (int)rng_below(&rng, STEPS);
                for (int s = 0; s < 2 * m.folded.steps[k].count; s++)
                    m.folded.steps[k].pair[s] = s % 2 ? (s + rng_uniform(&rng)) / (2 * STEPS) : s + rng_uniform(&rng);
            }
        }
        m.folded.temperature = model_kind(&m).temperature && run == 1 ? 0.1 : 0;
        m.folded.cut = c->task == TASK_BINARY && c->outputs == 1 && run > 0 ? rng_uniform(&rng) - 0.5 : 0;
        temp_file(path, "", 0);
        ck_assert_int_eq(model_save(&m, path, &err), OK);
        ck_assert_msg(model_load(path, &back, &err) == OK, "%s: %s", loss, err.text);
        unlink(path);
        ck_assert(back.classes == m.classes && back.weights == m.weights && strcmp(back.loss, loss) == 0);
        same((size_t)m.classes, m.classes ? m.labels : NULL, back.labels);
        same(m.weights * c->outputs, m.weight, back.weight);
        same(c->offsets, m.offsets, back.offsets);
        same(2 * c->sigmoids, m.folded.platt, back.folded.platt);
        same(1, &m.folded.cut, &back.folded.cut);
        same(1, &m.folded.temperature, &back.folded.temperature);
        ck_assert(!m.folded.steps == !back.folded.steps);
        for (size_t k = 0; m.folded.steps && k < c->sigmoids; k++)
            same(2 * (size_t)m.folded.steps[k].count, m.folded.steps[k].pair, back.folded.steps[k].pair);
        ck_assert_mem_eq(back.index, m.index, m.weights * sizeof *m.index);
        model_free(&m);
        model_free(&back);
    }
}

START_TEST(round_trips)
{
    model_each_case(check_round_trip);
}
END_TEST

static void check_not_finite(const struct model_case *c, const char *loss)
{
    struct model m;
    struct error err;
    struct rng rng;

    rng_seed(&rng, 6);
    model_random(&rng, loss, c->classes, 3, 1, true, &m);
    m.index[0] = 1;
    m.weights = 1;
    for (int which = 0; which < 4; which++) {
        double *each[] = {&m.weight[c->outputs - 1], m.offsets, m.folded.platt, model_kind(&m).cut ? &m.folded.cut : NULL};
        double *spoiled = each[which], kept;
        if (!spoiled)
            continue;
        kept = *spoiled;
        *spoiled = NAN;
        ck_assert_int_eq(model_save(&m, "/no/such/folder/model", &err), ERR_DATA);
        *spoiled = kept;
    }
    model_free(&m);
}

START_TEST(not_finite)
{
    model_each_case(check_not_finite);
}
END_TEST

/* ---- text ------------------------------------------------------------------------------------------------------------- */

/* Where the lines of a small model stand, from 0, with all of those that may be absent. */
enum { LOSS = 2, CLASSES = 6, LABELS, OFFSETS = 13, THRESHOLD, PLATT, WEIGHTS = 17, LINES };

/* The text of a small model of the case; line_of[i] is the number, from 1, of the line that stands in place i. labels,
 * offsets, platt are whole lines or NULL. */
static size_t text_of(const struct model_case *c, const char *loss, const char *labels, const char *offsets,
                      const char *platt, const char *weights, char *text, int *line_of)
{
    char loss_line[MODEL_NAME + 8], classes[32];
    const char *all[LINES] = {"rrm-model 1", "solver sda", loss_line, "regularizer l2", "lambda 1", "bias -1", classes, labels,
                         "features 3", "primal 1", "dual 0", "passes 1", "verdict converged", offsets, NULL, platt,
                         "weights 1", weights};
    const char *lines[LINES];
    size_t count = 0;

    snprintf(loss_line, sizeof loss_line, "loss %s", loss);
    snprintf(classes, sizeof classes, "classes %d", c->classes);
    for (size_t i = 0; i < LINES; i++) {
        if (line_of)
            line_of[i] = (int)count + 1;
        if (all[i])
            lines[count++] = all[i];
    }
    return model_join(text, TEXT_ROOM, count, lines, true);
}

static const char *numbers(char text[256], const char *key, size_t count, const char *const word[])
{
    snprintf(text, 256, "%s", key);
    for (size_t i = 0; i < count; i++)
        snprintf(text + strlen(text), 256 - strlen(text), " %s", word[i]);
    return text;
}

/* The lists of numbers of a small model: labels, offsets, platt, weights. */
enum { LISTS = 4 };
static const char *const good[] = {"1", "2", "3", "4", "5", "6", "7", "8", "9", "10"};
static const char *const list_key[LISTS] = {"labels", "offsets", "platt", "2"};

struct lists {
    const struct model_case *c;
    const char *loss, *part[LISTS]; /* NULL: the list does not belong */
    size_t n[LISTS];
    int line[LISTS];                /* where it stands */
    char text[TEXT_ROOM];
};

static size_t lists_text(struct lists *l, int *line_of)
{
    return text_of(l->c, l->loss, l->part[0], l->part[1], l->part[2], l->part[3], l->text, line_of);
}

static void lists_refused(struct lists *l, int k, const char *why)
{
    model_refused(l->text, lists_text(l, NULL), l->line[k], why);
}

/* List k of the good model with one number too few, one too many, one that is none, and in a wrong order. */
static void check_list(struct lists *l, int k)
{
    static const char *const bad[] = {"nan", "1e999", "0x1", ",", "-", "1 ", ""};
    bool ordinal = l->c->task == TASK_ORDINAL;
    size_t n = l->n[k];
    const char *words[12];
    char wrong[256];

    for (size_t i = 0; i < n + 1; i += n) {
        l->part[k] = numbers(wrong, list_key[k], i == 0 ? n - 1 : n + 1, good);
        lists_refused(l, k, "");
    }
    for (size_t i = 0; i < n; i++)
        for (size_t b = 0; b < sizeof bad / sizeof *bad; b++) {
            memcpy(words, good, sizeof *words * n);
            words[i] = bad[b];
            l->part[k] = numbers(wrong, list_key[k], n, words);
            lists_refused(l, k, "");
        }
    if (k < 2 && n > 1) { /* the last two the other way round or, labels, the same */
        memcpy(words, good, sizeof *words * n);
        words[n - 1] = k == 0 && !ordinal ? good[n - 2] : "0";
        l->part[k] = numbers(wrong, list_key[k], n, words);
        lists_refused(l, k, k == 1 ? "non-descending" : ordinal ? "ascending" : "different");
    }
}

/* Each list of numbers where it belongs, with what is wrong in it; where it does not belong; missing. */
static void check_text(const struct model_case *c, const char *loss)
{
    static const int place[LISTS] = {LABELS, OFFSETS, PLATT, WEIGHTS};
    static struct lists l;
    char room[LISTS][256], wrong[256];
    int line_of[LINES];
    struct model m;
    struct error err;

    if (c->classes > 6)
        return;
    l = (struct lists){.c = c, .loss = loss, .n = {(size_t)c->classes, c->offsets, 2 * c->sigmoids, c->outputs}};
    for (int k = 0; k < LISTS; k++)
        l.part[k] = l.n[k] ? numbers(room[k], list_key[k], l.n[k], good) : NULL;
    ck_assert_msg(model_parse(l.text, lists_text(&l, line_of), &m, &err) == OK, "%s: %s", loss, err.text);
    model_free(&m);
    for (int k = 0; k < LISTS; k++) {
        const char *kept = l.part[k];

        l.line[k] = line_of[place[k]];
        if (kept)
            check_list(&l, k);
        l.part[k] = kept ? NULL : numbers(wrong, list_key[k], 1, good);
        if (k < 2 || !kept)
            lists_refused(&l, k, kept ? "missing" : "does not go with");
        if (k == 2 && kept) { /* it may be absent */
            ck_assert_int_eq(model_parse(l.text, lists_text(&l, NULL), &m, &err), OK);
            ck_assert_ptr_null(m.folded.platt);
            model_free(&m);
        }
        l.part[k] = kept;
    }
}

START_TEST(texts)
{
    model_each_case(check_text);
}
END_TEST

/* A small model of the case with a line, or lines, in the place of the sigmoids, whose first line is number *line. */
static size_t text_with(const struct model_case *c, const char *loss, const char *lines, char *text, int *line)
{
    char room[LISTS][256];
    const size_t n[LISTS] = {(size_t)c->classes, c->offsets, 2 * c->sigmoids, c->outputs};
    const char *part[LISTS];
    int line_of[LINES];
    size_t size;

    for (int k = 0; k < LISTS; k++)
        part[k] = n[k] ? numbers(room[k], list_key[k], n[k], good) : NULL;
    size = text_of(c, loss, part[0], part[1], lines, part[3], text, line_of);
    *line = line_of[PLATT];
    return size;
}

static void refuse_each(const struct model_case *c, const char *loss, const char *key, size_t count, const char *const value[])
{
    char text[TEXT_ROOM], lines[256];
    int line;

    for (size_t k = 0; k < count; k++) {
        size_t size;
        snprintf(lines, sizeof lines, "%s %s", key, value[k]);
        size = text_with(c, loss, lines, text, &line);
        model_refused(text, size, line, "");
    }
}

/* A threshold of two classes by one score; what is no number, stands elsewhere, or twice. */
static void check_threshold(const struct model_case *c, const char *loss)
{
    static const char *const wrong[] = {"nan", "inf", "1e999", "", " 1", "1 2", "x"};
    char text[TEXT_ROOM];
    struct model m;
    struct error err;
    size_t size;
    int line;

    if (c->classes > 6)
        return;
    size = text_with(c, loss, "threshold -0.5", text, &line);
    if (c->task != TASK_BINARY || c->outputs > 1) {
        model_refused(text, size, line, "does not go with");
        return;
    }
    ck_assert_int_eq(model_parse(text, size, &m, &err), OK);
    ck_assert_double_eq(m.folded.cut, -0.5);
    model_free(&m);
    refuse_each(c, loss, "threshold", sizeof wrong / sizeof *wrong, wrong);
    size = text_with(c, loss, "threshold 1\nthreshold 1", text, &line);
    model_refused(text, size, line + 1, "repeated");
}

/* Steps for each sigmoid. */
static void check_steps(const struct model_case *c, const char *loss)
{
    static const char *const right[] = {"0 0.5", "-1 0 -0.5 0.25 1e300 1", "0 0 1 0"};
    static const char *const wrong[] = {"", "1", "0 0.5 1", "0 -0.1", "0 1.1", "0 nan", "inf 0.5", "0 0.5 0 0.6", "1 0.5 0 0.6",
                                        "0 0.6 1 0.5", "0 0.5 x 1", " 0 0.5", "0 0.5 ", "0  0.5"};
    char text[TEXT_ROOM], lines[256];
    int line;

    for (size_t g = 0; c->classes <= 6 && g < sizeof right / sizeof *right; g++) {
        struct model m;
        struct error err;
        size_t size;
        lines[0] = '\0';
        for (size_t k = 0; k < (c->sigmoids ? c->sigmoids : 1); k++)
            snprintf(lines + strlen(lines), sizeof lines - strlen(lines), "%sisotonic %s", k ? "\n" : "", right[g]);
        size = text_with(c, loss, lines, text, &line);
        if (c->sigmoids == 0) {
            model_refused(text, size, line, "does not go with");
            continue;
        }
        ck_assert_msg(model_parse(text, size, &m, &err) == OK, "%s: %s", loss, err.text);
        ck_assert_int_eq(m.folded.steps[c->sigmoids - 1].count, g == 1 ? 3 : g == 2 ? 2 : 1);
        model_free(&m);
    }
    if (c->classes <= 6 && c->sigmoids)
        refuse_each(c, loss, "isotonic", sizeof wrong / sizeof *wrong, wrong);
}

/* A temperature; two calibrations. */
static void check_temperature(const struct model_case *c, const char *loss)
{
    static const char *const wrong[] = {"0", "-1", "nan", "inf", "", "1 2", "1e-320", "x"};
    struct model m = {.classes = c->classes};
    struct error err;
    char text[TEXT_ROOM];
    size_t size;
    int line;

    if (c->classes > 6)
        return;
    snprintf(m.loss, sizeof m.loss, "%s", loss);
    size = text_with(c, loss, "temperature 0.5", text, &line);
    if (!model_kind(&m).temperature) {
        model_refused(text, size, line, "does not go with");
        return;
    }
    ck_assert_int_eq(model_parse(text, size, &m, &err), OK);
    ck_assert_double_eq(m.folded.temperature, 0.5);
    model_free(&m);
    refuse_each(c, loss, "temperature", sizeof wrong / sizeof *wrong, wrong);
    if (c->sigmoids != 1)
        return;
    size = text_with(c, loss, "isotonic 0 0.5\ntemperature 1", text, &line);
    model_refused(text, size, line + 1, "another calibration");
    size = text_with(c, loss, "platt 1 2\nisotonic 0 0.5", text, &line);
    model_refused(text, size, line + 1, "another calibration");
}

START_TEST(calibrations)
{
    model_each_case(check_steps);
    model_each_case(check_temperature);
}
END_TEST

START_TEST(thresholds)
{
    model_each_case(check_threshold);
}
END_TEST

static void check_classes(const struct model_case *c, const char *loss)
{
    struct model_case other = *c;
    struct model m = {.classes = c->classes};
    struct model_kind kind;
    char text[TEXT_ROOM];

    snprintf(m.loss, sizeof m.loss, "%s", loss);
    kind = model_kind(&m);
    other.classes = kind.most + 1;
    model_refused(text, text_of(&other, loss, "labels 1", NULL, NULL, "1", text, NULL), CLASSES + 1, "expected ");
    other.classes = kind.least - 1;
    model_refused(text, text_of(&other, loss, "labels 1", NULL, NULL, "1", text, NULL), CLASSES + 1, "expected ");
    if (c->task == TASK_ONE_CLASS)
        model_refused(text, text_of(c, loss, "labels 2", "offsets 1", NULL, "1 1", text, NULL), LABELS + 1, "expected 1");
    if (c->task != TASK_BINARY) {
        char ova[MODEL_NAME];
        snprintf(ova, sizeof ova, "ova:%.40s", loss);
        model_refused(text, text_of(c, ova, "labels 1", NULL, NULL, "1", text, NULL), LOSS + 1, "unknown loss");
    }
}

/* A parameter at either end of its range is believed, the next number beyond it not. */
static void check_parameter(const struct model_case *c, const char *loss)
{
    char text[TEXT_ROOM], name[MODEL_NAME];
    const char *bare = loss + strlen(c->before);
    const struct loss_row *row = loss_find(bare);

    if (!row || !row->parameter.name || strchr(bare, ':') || c->classes > 6)
        return;
    for (int k = 0; k < 2; k++) {
        double end = k == 0 ? row->parameter.lo : row->parameter.hi, beyond = nextafter(end, k == 0 ? -INFINITY : INFINITY);
        struct model m = {.classes = c->classes};

        snprintf(m.loss, sizeof m.loss, "%s:%.17g", loss, end);
        ck_assert_msg(model_kind(&m).parameter == end, "%s", m.loss);
        check_round_trip(c, m.loss);
        snprintf(name, sizeof name, "%s:%.17g", loss, beyond);
        model_refused(text, text_of(c, name, "labels 1", NULL, NULL, "1", text, NULL), LOSS + 1, row->parameter.name);
    }
}

START_TEST(parameters)
{
    model_each_case(check_parameter);
}
END_TEST

START_TEST(classes)
{
    model_each_case(check_classes);
}
END_TEST

RUN_TESTS("model_kinds", kinds, round_trips, not_finite, texts, thresholds, calibrations, parameters, classes)
