/* objective - the primal objective J(w) = lambda/2 |w|^2 + mean loss of a model of rrm or LIBLINEAR on training data.
 *
 * The losses are written out here, apart from src/loss, so that the figure is a check on what rrm says of itself. */
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "data/source.h"
#include "model/model.h"
#include "model/predict.h"

enum { HINGE, SQUARED_HINGE, LOGISTIC, LOSSES };
static const char *const names[LOSSES] = {"hinge", "squared-hinge", "logistic"};

/* The loss of an example whose label times score is t. */
static double loss(int which, double t)
{
    double slack = t < 1 ? 1 - t : 0;

    if (which == HINGE)
        return slack;
    if (which == SQUARED_HINGE)
        return slack * slack;
    return t > 0 ? log1p(exp(-t)) : log1p(exp(t)) - t;
}

/* ---- LIBLINEAR's model: "key value" lines, "w", then a line per feature ------------------------------------------ */

static enum status damaged(const char *path, const char *what, struct error *err)
{
    return fail_at(err, ERR_DATA, path, 0, "not a two-class model of LIBLINEAR: %s", what);
}

static enum status read_weights(FILE *in, const char *path, struct model *model, struct error *err)
{
    model->weights = model->features + (model->bias >= 0);
    model->index = mem_alloc(model->weights, sizeof *model->index);
    model->weight = mem_alloc(model->weights, sizeof *model->weight);
    if (!model->index || !model->weight)
        return fail_memory(err, "the weights");
    for (uint32_t j = 0; j < model->weights; j++) {
        model->index[j] = j + 1;
        if (fscanf(in, "%lf", &model->weight[j]) != 1)
            return damaged(path, "it has too few weights", err);
    }
    return OK;
}

static enum status read_header(FILE *in, const char *path, struct model *model, struct error *err)
{
    char key[MODEL_NAME], kind[MODEL_NAME];
    bool good = true;

    while (good && fscanf(in, "%63s", key) == 1) {
        if (strcmp(key, "w") == 0)
            return model->classes == 2 ? OK : damaged(path, "it has not two labels", err);
        if (strcmp(key, "solver_type") == 0)
            good = fscanf(in, "%63s", kind) == 1;
        else if (strcmp(key, "nr_class") == 0)
            good = fscanf(in, "%d", &model->classes) == 1 && model->classes == 2;
        else if (strcmp(key, "label") == 0)
            good = fscanf(in, "%lf %lf", &model->labels[0], &model->labels[1]) == 2;
        else if (strcmp(key, "nr_feature") == 0)
            good = fscanf(in, "%u", &model->features) == 1 && model->features < UINT32_MAX / 2;
        else if (strcmp(key, "bias") == 0)
            good = fscanf(in, "%lf", &model->bias) == 1;
        else
            good = false;
    }
    return damaged(path, good ? "it ends before its weights" : key, err);
}

static enum status load_liblinear(FILE *in, const char *path, struct model *model, struct error *err)
{
    *model = (struct model){.bias = -1, .labels = mem_alloc(2, sizeof *model->labels)};
    if (!model->labels)
        return fail_memory(err, "the labels");
    enum status status = read_header(in, path, model, err);
    return status == OK ? read_weights(in, path, model, err) : status;
}

static enum status load(const char *path, struct model *model, bool *ours, struct error *err)
{
    char first[MODEL_NAME] = "";
    FILE *in = fopen(path, "r");

    if (!in)
        return fail_at(err, ERR_SYSTEM, path, 0, "%s", strerror(errno));
    *ours = fscanf(in, "%63s", first) == 1 && strcmp(first, "solver_type") != 0;
    rewind(in);
    enum status status = *ours ? model_load(path, model, err) : load_liblinear(in, path, model, err);
    fclose(in);
    return status;
}

/* ---- the objective ----------------------------------------------------------------------------------------------- */

static enum status evaluate(const struct model *model, const struct dataset *data, int which, double lambda,
                            double *objective, struct error *err)
{
    struct par par = {1, NULL};
    double *z = mem_alloc((size_t)data->x.rows, sizeof *z), sum = 0, norm = 0;

    if (!z)
        return fail_memory(err, "the scores");
    enum status status = predict_decisions(model, data, &par, z, err);
    for (int64_t i = 0; i < data->x.rows && status == OK; i++)
        sum += loss(which, data->label[i] == model->labels[0] ? z[i] : -z[i]);
    for (uint32_t k = 0; k < model->weights; k++)
        norm += model->weight[k] * model->weight[k];
    *objective = lambda / 2 * norm + sum / (double)data->x.rows;
    mem_free(z);
    return status;
}

/* lambda <= 0: take 1/(cost m), or the model's own if cost <= 0 too. */
static enum status run(const char *data_path, const char *model_path, int which, double lambda, double cost,
                       struct error *err)
{
    struct dataset data = {0};
    struct model model = {0};
    struct par par = {1, NULL};
    bool ours = false;
    double objective = 0;
    enum status status = dataset_open(data_path, 0, &par, &data, err);

    if (status == OK)
        status = load(model_path, &model, &ours, err);
    if (status == OK && lambda <= 0 && cost > 0)
        lambda = 1 / (cost * (double)data.x.rows);
    if (status == OK && lambda <= 0 && ours)
        lambda = model.lambda;
    if (status == OK && lambda <= 0)
        status = fail_at(err, ERR_USAGE, model_path, 0, "LIBLINEAR's models do not tell the cost: "
                         "give -c or -L");
    if (status == OK)
        status = evaluate(&model, &data, which, lambda, &objective, err);
    if (status == OK && printf("%.17g\n", objective) < 0)
        status = fail(err, ERR_SYSTEM, "cannot write");
    model_free(&model);
    dataset_free(&data);
    return status;
}

/* ---- the command line -------------------------------------------------------------------------------------------- */

static const char usage[] =
    "usage: objective [options] training_file model_file\n"
    "Prints lambda/2 |w|^2 + mean loss of a model of rrm or LIBLINEAR (two classes, an appended bias counts in |w|).\n"
    "  -l loss     hinge, squared-hinge or logistic (hinge)\n"
    "  -c cost     lambda = 1/(cost m)\n"
    "  -L lambda   (else the lambda of rrm's model)\n"
    "  -h          this help\n";

static double positive(const char *s)
{
    char *end;
    double value = strtod(s, &end);

    return end != s && *end == '\0' && value < INFINITY ? value : -1;
}

int main(int argc, char **argv)
{
    struct error err = {.text = ""};
    int c, which = HINGE;
    double lambda = 0, cost = 0;

    while ((c = getopt(argc, argv, "l:c:L:h")) != -1) {
        switch (c) {
        case 'l':
            for (which = 0; which < LOSSES && strcmp(optarg, names[which]) != 0;)
                which++;
            break;
        case 'c': cost = positive(optarg); break;
        case 'L': lambda = positive(optarg); break;
        case 'h': return fputs(usage, stdout) < 0 || fflush(stdout) != 0 ? ERR_SYSTEM : OK;
        default: which = LOSSES;
        }
    }
    if (argc - optind != 2 || which == LOSSES || lambda < 0 || cost < 0) {
        fputs(usage, stderr);
        return ERR_USAGE;
    }
    enum status status = run(argv[optind], argv[optind + 1], which, lambda, cost, &err);
    if (status != OK)
        fprintf(stderr, "objective: %s\n", err.text);
    return (int)status;
}
