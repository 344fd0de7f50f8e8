/* models - models for the tests: as text that must be refused, and random ones of every kind. */
#include "models.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "base/memory.h"
#include "common.h" /* behind ours: check.h has a macro called fail */

size_t model_join(char *text, size_t room, size_t count, const char *const lines[], bool sum)
{
    size_t length = 0;

    for (size_t i = 0; i < count; i++)
        length += (size_t)snprintf(text + length, room - length, "%s\n", lines[i]);
    if (sum)
        length += (size_t)snprintf(text + length, room - length, "crc32 %08lx\n",
                                   (unsigned long)crc32(0, (const Bytef *)text, (uInt)length));
    ck_assert_uint_lt(length, room);
    return length;
}

enum status model_parse(const void *bytes, size_t length, struct model *m, struct error *err)
{
    char path[64];
    enum status status;

    err->text[0] = '\0';
    temp_file(path, bytes, length);
    status = model_load(path, m, err);
    unlink(path);
    return status;
}

void model_refused(const void *bytes, size_t length, int line, const char *word)
{
    static const struct model empty;
    struct model m;
    struct error err;
    char place[32];

    ck_assert_int_eq(model_parse(bytes, length, &m, &err), ERR_DATA);
    ck_assert_mem_eq(&m, &empty, sizeof m);
    ck_assert_ptr_null(strchr(err.text, '\n'));
    snprintf(place, sizeof place, line ? ":%d: " : ":", line);
    ck_assert_msg(strstr(err.text, place), "'%s' does not name line %d", err.text, line);
    ck_assert_msg(strstr(err.text, word), "'%s' does not say '%s'", err.text, word);
}

static double *random_numbers(struct rng *rng, size_t n)
{
    double *number = mem_alloc(n, sizeof *number);

    ck_assert_ptr_nonnull(number);
    for (size_t i = 0; i < n; i++)
        number[i] = rng_uniform(rng) - 0.5;
    return number;
}

void model_random(struct rng *rng, const char *loss, int classes, uint32_t features, double bias, bool calibrated,
                  struct model *m)
{
    struct model_kind kind;

    *m = (struct model){.solver = "sda", .regularizer = "l2", .lambda = 0.5, .bias = bias, .classes = classes,
                        .features = features, .primal = 2, .dual = 1, .passes = 3, .verdict = "converged"};
    snprintf(m->loss, sizeof m->loss, "%s", loss);
    kind = model_kind(m);
    m->left.unmet = kind.ova ? (int)rng_below(rng, (uint64_t)classes + 1) : 0;
    m->left.unbegun = m->left.unmet > 0 ? (int)rng_below(rng, (uint64_t)m->left.unmet + 1) : 0;
    ck_assert_msg(kind.loss && classes >= kind.least && classes <= kind.most, "%s, %d classes", loss, classes);
    m->labels = mem_alloc((size_t)classes, sizeof *m->labels);
    m->index = mem_alloc((size_t)features + 1, sizeof *m->index);
    m->weight = random_numbers(rng, ((size_t)features + 1) * kind.outputs);
    ck_assert(m->labels && m->index);
    for (int k = 0; k < classes; k++)
        m->labels[k] = classes == 1 ? 1 : 2.5 * k - 3;
    for (uint32_t f = 1; f <= features + (bias >= 0); f++)
        if (rng_below(rng, 3) > 0)
            m->index[m->weights++] = f;
    if (kind.offsets > 0)
        m->offsets = random_numbers(rng, kind.offsets);
    for (size_t k = 1; k < kind.offsets; k++)
        m->offsets[k] = m->offsets[k - 1] + (double)rng_below(rng, 3) / 10;
    if (calibrated && kind.sigmoids > 0)
        m->folded.platt = random_numbers(rng, 2 * kind.sigmoids);
}

static const struct model_case cases[] = {
    {TASK_BINARY, "", 2, 1, 0, 1},      {TASK_BINARY, "ova:", 2, 1, 0, 1},   {TASK_BINARY, "ova:", 3, 3, 0, 3},
    {TASK_BINARY, "ova:", 4096, 4096, 0, 4096}, {TASK_ONE_CLASS, "", 1, 1, 1, 0}, {TASK_REGRESSION, "", 0, 1, 0, 0},
    {TASK_ORDINAL, "", 2, 1, 1, 0},     {TASK_ORDINAL, "", 6, 1, 5, 0},      {TASK_ORDINAL, "", 4096, 1, 4095, 0},
    {TASK_MULTICLASS, "", 2, 2, 0, 0},  {TASK_MULTICLASS, "", 5, 5, 0, 0},   {TASK_MULTICLASS, "", 4096, 4096, 0, 0},
};

void model_each_case(void (*check)(const struct model_case *c, const char *loss))
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (size_t k = 0; loss_at(k); k++) {
            char loss[MODEL_NAME];
            if (loss_at(k)->task != cases[i].task)
                continue;
            snprintf(loss, sizeof loss, "%s%s", cases[i].before, loss_at(k)->name);
            check(&cases[i], loss);
            if (!loss_at(k)->parameter.name)
                continue;
            snprintf(loss, sizeof loss, "%s%s:%.17g", cases[i].before, loss_at(k)->name, loss_at(k)->parameter.initial);
            check(&cases[i], loss);
        }
}
