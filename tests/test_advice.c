/* test_advice - what the end of a training tells of options, against brute force. */
#include <math.h>
#include <stdio.h>

#include "data/text/source.h"
#include "train/training.h"
#include "common.h" /* behind ours: check.h has a macro called fail */

static const struct par alone = {1, NULL};

/* The advice of a training of the text; its lambda and its first weight. */
static struct advice advised(const char *text, size_t length, const char *loss, const char *reg, double bias,
                             double *lambda, double *w)
{
    struct recipe recipe = recipe_default();
    struct dataset data;
    struct training t;
    struct advice advice;
    struct error err;
    char path[64];

    ck_assert_msg(dataset_open(temp_file(path, text, length), 0, &alone, &data, &err) == OK, "%s", err.text);
    recipe.loss = loss_read(loss, &recipe.parameter);
    recipe.reg = reg_find(reg);
    for (size_t k = 0; k < REG_PARAMETERS; k++)
        recipe.reg_p[k] = recipe.reg->parameter[k].initial;
    recipe.bias = bias;
    recipe.relative = 1e-9;
    ck_assert_msg(training_init(&t, &recipe, &data, path, &alone, &err) == OK, "%s", err.text);
    t.topics = ADVICE_COST | ADVICE_BIAS;
    ck_assert_msg(training_run(&t, &err) == OK, "%s", err.text);
    advice = t.advice[0];
    *lambda = t.lambda;
    *w = t.solution.w[0];
    training_free(&t);
    dataset_free(&data);
    remove(path);
    return advice;
}

/* ---- a bias ----------------------------------------------------------------------------------- */

enum { ROWS = 12 };
static const double feature[ROWS] = {1, -2, 3, 0.5, -1, 2, -0.25, 1.5, -3, 0.75, 1, -1};

/* Labels that a bias helps with. */
static double label(int i)
{
    return feature[i] + (i % 3) > 0 ? 1 : -1;
}

static double loss_of(const char *name, double y, double z)
{
    double t = 1 - y * z;

    if (*name == 'l')
        return log1p(exp(-y * z));
    if (*name == 'h')
        return t > 0 ? t : 0;
    return t * t; /* squared, halved by risk */
}

/* R + Psi of the weight b alone */
static double risk(const char *name, const char *reg, double lambda, double w, double b)
{
    double sum = 0;

    for (int i = 0; i < ROWS; i++)
        sum += loss_of(name, label(i), w * feature[i] + b) / ROWS;
    return (*name == 's' ? sum / 2 : sum) + lambda * (reg[1] == '2' ? b * b / 2 : fabs(b));
}

/* The gain is that of the best b of a fine grid, for losses with and without kinks. */
START_TEST(bias)
{
    static const char *const losses[] = {"logistic", "hinge", "squared"}, *const regs[] = {"l2", "l1"};
    char text[1024];
    int length = 0;

    for (int i = 0; i < ROWS; i++)
        length += snprintf(text + length, sizeof text - (size_t)length, "%g 1:%g\n", label(i), feature[i]);
    for (size_t k = 0; k < 6; k++) {
        const char *loss = losses[k / 2], *reg = regs[k % 2];
        double lambda, w, best = INFINITY, at0;
        struct advice a = advised(text, (size_t)length, loss, reg, 0, &lambda, &w);
        at0 = risk(loss, reg, lambda, w, 0);
        for (double b = -3; b <= 3; b += 1e-4)
            best = fmin(best, risk(loss, reg, lambda, w, b));
        ck_assert_msg(fabs(a.risk - at0) <= 1e-12 * at0, "%s %s: R %.15g, %.15g", loss, reg, a.risk, at0);
        ck_assert_msg(fabs(a.gain - (at0 - best)) <= 1e-6, "%s %s: %g, %g", loss, reg, a.gain, at0 - best);
        ck_assert_msg(reg[1] != '2' || a.gain > 0.01 * a.risk, "%s %s: no gain", loss, reg);
        a = advised(text, (size_t)length, loss, reg, 1, &lambda, &w);
        ck_assert(a.risk == 0 && a.gain == 0); /* it has one */
    }
}
END_TEST

/* ---- all weights 0 ----------------------------------------------------------------------------- */

/* Each label at x and at -x: 0 is a subgradient at w = 0. With one line more of 1e-9 it is not, though w = 0 is the
 * solution at C = 1. */
START_TEST(cost)
{
    static const char even[] = "1 1:1\n1 1:-1\n2 1:2\n2 1:-2\n3 1:3\n3 1:-3\n", more[] =
        "1 1:1\n1 1:-1\n2 1:2\n2 1:-2\n3 1:3\n3 1:-3\n1 2:-1e-9\n3 2:1e-9\n";
    static const char *const regs[] = {"l2", "l1", "elastic", "elastic-ball"};
    double lambda, w;

    for (size_t k = 0; k < sizeof regs / sizeof *regs; k++) {
        struct advice a = advised(even, sizeof even - 1, "ordinal", regs[k], 0, &lambda, &w);
        ck_assert_msg(w == 0 && a.least > 0 && a.least <= 1e-7 * lambda, "%s: w %g, least %g", regs[k], w, a.least);
        a = advised(more, sizeof more - 1, "ordinal", regs[k], 0, &lambda, &w);
        ck_assert_msg(w == 0 && !(a.least > 0 && a.least < 1e-12 * lambda), "%s: w %g, least %g", regs[k], w, a.least);
    }
}
END_TEST

RUN_TESTS("advice", bias, cost)
