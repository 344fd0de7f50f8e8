/* objective - the primal objective J(w) = lambda Omega(w) + mean loss of a model of rrm or LIBLINEAR on training data.
 *
 * The losses are written out here, apart from src/loss, so that the figure is a check on what rrm says of itself. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "data/text/source.h"
#include "model/model.h"
#include "model/predict.h"

enum which { HINGE, SQUARED_HINGE, LOGISTIC, SQUARED, EPS, SQUARED_EPS, NOVELTY, SOFTMAX, CRAMMER_SINGER, LOSSES };

/* Its name as -l has it; the parameter where none is given. */
static const struct {
    const char *name;
    double parameter;
} losses[LOSSES] = {
    [HINGE] = {"hinge", 0},
    [SQUARED_HINGE] = {"squared-hinge", 0},
    [LOGISTIC] = {"logistic", 0},
    [SQUARED] = {"squared", 0},
    [EPS] = {"eps-insensitive", 0.1},
    [SQUARED_EPS] = {"squared-eps-insensitive", 0.1},
    [NOVELTY] = {"novelty", 0.5},
    [SOFTMAX] = {"softmax", 0},
    [CRAMMER_SINGER] = {"crammer-singer", 0},
};

/* What is asked for. */
struct problem {
    const char *name;    /* of the loss, as -l names it */
    enum which loss;
    double parameter;    /* eps or nu */
    bool ova;            /* the sum over the classes of the loss of one against the rest */
    bool l1;             /* Omega = |w|_1, not |w|^2/2 */
    double lambda, cost; /* <= 0: not given */
};

/* ---- the losses -------------------------------------------------------------------------------------------------- */

static double positive_part(double x)
{
    return x > 0 ? x : 0;
}

/* Of two classes: t is the label, +1 or -1, times the score. */
static double of_margin(enum which loss, double t)
{
    double slack = positive_part(1 - t);

    if (loss == HINGE)
        return slack;
    if (loss == SQUARED_HINGE)
        return slack * slack;
    return positive_part(-t) + log1p(exp(-fabs(t)));
}

/* Of a number: r is the score less the label. */
static double of_residual(enum which loss, double eps, double r)
{
    double excess = positive_part(fabs(r) - eps);

    if (loss == SQUARED)
        return r * r / 2;
    return loss == EPS ? excess : excess * excess;
}

/* Of k scores, y the place of the label. */
static double of_scores(enum which loss, size_t k, const double *z, size_t y)
{
    double most = z[y], sum = 0;

    for (size_t o = 0; o < k; o++)
        most = fmax(most, loss == CRAMMER_SINGER && o != y ? z[o] + 1 : z[o]);
    for (size_t o = 0; o < k && loss == SOFTMAX; o++)
        sum += exp(z[o] - most);
    return most - z[y] + (loss == SOFTMAX ? log(sum) : 0);
}

/* The loss of an example with this label and these scores. */
static double of_example(const struct problem *p, const struct model *model, size_t outputs, const double *z,
                         double label)
{
    double sum = 0;
    size_t y = 0;

    if (p->loss == NOVELTY) /* z is less rho */
        return positive_part(-*z) - p->parameter * *model->offsets;
    if (p->loss == SQUARED || p->loss == EPS || p->loss == SQUARED_EPS)
        return of_residual(p->loss, p->parameter, *z - label);
    if (outputs == 1)
        return of_margin(p->loss, label == model->labels[0] ? *z : -*z);
    while (y + 1 < outputs && model->labels[y] != label)
        y++;
    if (!p->ova)
        return of_scores(p->loss, outputs, z, y);
    for (size_t o = 0; o < outputs; o++)
        sum += of_margin(p->loss, o == y ? z[o] : -z[o]);
    return sum;
}

/* ---- names ------------------------------------------------------------------------------------------------------- */

/* The number, -1 if it is none, negative or not finite. */
static double positive(const char *s)
{
    char *end;
    double value = strtod(s, &end);

    return end != s && *end == '\0' && value < INFINITY ? value : -1;
}

/* Reads [ova:]NAME[:PARAMETER]. */
static bool parse_loss(const char *s, struct problem *p)
{
    size_t length;

    p->name = s;
    p->ova = strncmp(s, "ova:", 4) == 0;
    s += p->ova ? 4 : 0;
    length = strcspn(s, ":");
    for (p->loss = 0; p->loss < LOSSES; p->loss++)
        if (strncmp(s, losses[p->loss].name, length) == 0 && losses[p->loss].name[length] == '\0')
            break;
    if (p->loss == LOSSES || (p->ova && p->loss > LOGISTIC))
        return false;
    p->parameter = s[length] == ':' ? positive(s + length + 1) : losses[p->loss].parameter;
    return p->parameter >= 0;
}

/* True if both name the same loss. */
static bool same_loss(const char *name, const struct problem *p)
{
    struct problem other = {.name = NULL};

    return parse_loss(name, &other) && other.loss == p->loss && other.ova == p->ova &&
           other.parameter == p->parameter;
}

/* ---- the model --------------------------------------------------------------------------------------------------- */

/* The model of rrm must be one of the loss asked for; LIBLINEAR's, which does not know its parameter, is taken for one that has
 * the same scores. */
static enum status load(const char *path, const struct problem *p, struct model *model, struct error *err)
{
    enum status status = model_load(path, model, err);
    struct model_kind kind, wanted;

    if (status != OK || same_loss(model->loss, p))
        return status;
    kind = model_kind(model);
    if (!model_is_liblinear(model))
        return fail_at(err, ERR_USAGE, path, 0, "its loss is %s: give -l", model->loss);
    snprintf(model->loss, sizeof model->loss, "%s", p->name);
    wanted = model_kind(model);
    if (!wanted.loss || wanted.task != kind.task || wanted.outputs != kind.outputs)
        return fail_at(err, ERR_DATA, path, 0, "not a model of LIBLINEAR for the loss %s", p->name);
    return OK;
}

/* ---- the objective ----------------------------------------------------------------------------------------------- */

static double norm(const struct model *model, size_t outputs, bool l1)
{
    double sum = 0;

    for (size_t k = 0; k < model->weights * outputs; k++)
        sum += l1 ? fabs(model->weight[k]) : model->weight[k] * model->weight[k] / 2;
    return sum;
}

static enum status evaluate(const struct problem *p, const struct model *model, const struct dataset *data,
                            double lambda, double *objective, struct error *err)
{
    struct par par = {1, NULL};
    size_t outputs = model_kind(model).outputs;
    double *z = mem_alloc((size_t)data->x.rows * outputs, sizeof *z), sum = 0;

    if (!z)
        return fail_memory(err, "the scores");
    enum status status = predict_decisions(model, data, &par, z, err);
    for (int64_t i = 0; i < data->x.rows && status == OK; i++)
        sum += of_example(p, model, outputs, z + (size_t)i * outputs, data->label[i]);
    *objective = lambda * norm(model, outputs, p->l1) + sum / (double)data->x.rows;
    mem_free(z);
    return status;
}

/* lambda itself, or 1/(cost m), or the model's own. */
static double chosen_lambda(const struct problem *p, const struct model *model, int64_t rows)
{
    if (p->lambda > 0)
        return p->lambda;
    return p->cost > 0 ? 1 / (p->cost * (double)rows) : model->lambda;
}

static enum status run(const struct problem *p, const char *data_path, const char *model_path, struct error *err)
{
    struct dataset data = {0};
    struct model model = {0};
    struct par par = {1, NULL};
    double objective = 0, lambda = 0;
    enum status status = dataset_open(data_path, 0, &par, &data, err);

    if (status == OK)
        status = load(model_path, p, &model, err);
    if (status == OK)
        lambda = chosen_lambda(p, &model, data.x.rows);
    if (status == OK && lambda <= 0)
        status = fail_at(err, ERR_USAGE, model_path, 0, "LIBLINEAR's models do not tell the cost: "
                         "give -c or -L");
    if (status == OK)
        status = evaluate(p, &model, &data, lambda, &objective, err);
    if (status == OK && printf("%.17g\n", objective) < 0)
        status = fail(err, ERR_SYSTEM, "cannot write");
    model_free(&model);
    dataset_free(&data);
    return status;
}

/* ---- the command line -------------------------------------------------------------------------------------------- */

static const char usage[] =
    "usage: objective [options] training_file model_file\n"
    "Prints lambda Omega(w) + mean loss of a model of rrm or LIBLINEAR; an appended bias counts in Omega.\n"
    "  -l loss     hinge, squared-hinge, logistic, each with ova: before it for one class against the rest, squared,\n"
    "              eps-insensitive:eps, squared-eps-insensitive:eps, novelty:nu, softmax, crammer-singer (hinge)\n"
    "  -r reg      l2 or l1 (l2)\n"
    "  -c cost     lambda = 1/(cost m)\n"
    "  -L lambda   (else the lambda of rrm's model)\n"
    "  -h          this help\n";

static bool parse_option(int option, const char *value, struct problem *p)
{
    switch (option) {
    case 'l': return parse_loss(value, p);
    case 'r':
        p->l1 = strcmp(value, "l1") == 0;
        return p->l1 || strcmp(value, "l2") == 0;
    case 'c': p->cost = positive(value); return p->cost > 0;
    case 'L': p->lambda = positive(value); return p->lambda > 0;
    default: return false;
    }
}

int main(int argc, char **argv)
{
    struct error err = {.text = ""};
    struct problem problem = {.name = losses[HINGE].name, .loss = HINGE};
    bool good = true;
    int c;

    while ((c = getopt(argc, argv, "l:r:c:L:h")) != -1) {
        if (c == 'h')
            return fputs(usage, stdout) < 0 || fflush(stdout) != 0 ? ERR_SYSTEM : OK;
        good = good && parse_option(c, optarg, &problem);
    }
    if (!good || argc - optind != 2) {
        fputs(usage, stderr);
        return ERR_USAGE;
    }
    enum status status = run(&problem, argv[optind], argv[optind + 1], &err);
    if (status != OK)
        fprintf(stderr, "objective: %s\n", err.text);
    return (int)status;
}
