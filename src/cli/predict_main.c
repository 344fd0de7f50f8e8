/* predict_main - rrm-predict: applies a model to a test file and says how well it does. */
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/par.h"
#include "base/text.h"
#include "cli/message.h"
#include "cli/operands.h"
#include "cli/rrm.h"
#include "cli/signals.h"
#include "data/svmlight.h"
#include "model/metrics.h"
#include "model/model.h"
#include "model/predict.h"

enum { MOST_THREADS = 1024 };

static const char program[] = "rrm-predict";
static const char usage[] =
    "usage: rrm-predict [-dhqV] [-n threads] test_file model_file [output_file]  (-h lists the options)";
static const char help[] =
    "Writes the label that the model gives to each example of test_file, one a line, to\n"
    "output_file or standard output, and figures of their quality to standard output or,\n"
    "if that holds the predictions, to standard error.\n"
    "\n"
    "  -d          write decision values instead of labels\n"
    "  -n threads  how many threads (1 to 1024, default: all cores); the result is the same\n"
    "  -q          print no figures\n"
    "  -h          print this help and exit\n"
    "  -V          print the version and exit\n"
    "\n"
    "test_file is svmlight/libsvm text, plain or gzip; model_file comes from rrm-train. One of\n"
    "them may be '-', standard input. Exit status: 0 predictions were written, 1 usage, 2 bad\n"
    "data or model, 3 the system refused. See rrm-predict(1).\n";

/* What the command line asks for. */
struct request {
    enum { PREDICT, HELP, VERSION } what;
    bool decisions, quiet;
    int threads;
    const char *test, *model, *output; /* output: NULL is standard output */
};

static enum status parse_threads(const char *text, int *threads, struct error *err)
{
    double value;

    if (!text_whole_number(text, 1, MOST_THREADS, &value) || value != floor(value))
        return fail(err, ERR_USAGE, NULL, 0, "option -n: '%s' is no whole number from 1 to %d", text, MOST_THREADS);
    *threads = (int)value;
    return OK;
}

static enum status parse_files(int count, char **names, struct request *request, struct error *err)
{
    if (count < 2 || count > 3)
        return fail(err, ERR_USAGE, NULL, 0, "%s file names: expected a test file, a model and, at most, an output\n%s",
                    count < 2 ? "too few" : "too many", usage);
    request->test = names[0];
    request->model = names[1];
    request->output = count == 3 && strcmp(names[2], "-") != 0 ? names[2] : NULL;
    if (strcmp(request->test, "-") != 0 && operands_same_place(request->test, request->output))
        return fail(err, ERR_USAGE, NULL, 0,
                    "the predictions would replace the test file: name another place for them");
    if (strcmp(request->model, "-") != 0 && operands_same_place(request->model, request->output))
        return fail(err, ERR_USAGE, NULL, 0, "the predictions would replace the model: name another place for them");
    if (strcmp(request->test, "-") == 0 && strcmp(request->model, "-") == 0)
        return fail(err, ERR_USAGE, NULL, 0, "standard input ('-') cannot be both the test file and the model");
    return OK;
}

/* POSIX getopt ends at the first file name. (With _POSIX_C_SOURCE, as the Makefile sets it, glibc's does too; the '+'
 * that would tell it otherwise is an option character elsewhere.) */
static enum status parse(int argc, char **argv, struct request *request, struct error *err)
{
    enum status status;
    int option;

    *request = (struct request){.threads = par_cores()};
    while ((option = getopt(argc, argv, ":dhn:qV")) != -1) {
        switch (option) {
        case 'd': request->decisions = true; break;
        case 'q': request->quiet = true; break;
        case 'h': request->what = HELP; return OK;
        case 'V': request->what = VERSION; return OK;
        case 'n':
            status = parse_threads(optarg, &request->threads, err);
            if (status != OK)
                return status;
            break;
        default: return operands_bad_option(option, optopt, usage, err);
        }
    }
    status = operands_check(optind, argc - optind, argv, err);
    return status == OK ? parse_files(argc - optind, argv + optind, request, err) : status;
}

/* One prediction a line: the decision value or the label. Failures stay in the stream until output_commit. */
static enum status print_predictions(const struct request *request, int64_t rows, const double *decision,
                                     const double *label, struct error *err)
{
    struct output out;
    enum status status = output_open(&out, request->output, err);
    char text[32];

    if (status != OK)
        return status;
    for (int64_t i = 0; i < rows; i++) {
        if (request->decisions) {
            fprintf(out.stream, "%.17g\n", decision[i]);
        } else {
            text_format(label[i], text, sizeof text);
            fprintf(out.stream, "%s\n", text);
        }
    }
    return output_commit(&out, err);
}

/* An output that will be renamed holds signals off until it has been; one that is written through need not. */
static enum status write_predictions(const struct request *request, int64_t rows, const double *decision,
                                     const double *label, struct error *err)
{
    bool hold = request->output && output_renames(request->output);
    enum status status;
    sigset_t before;

    if (hold)
        signals_hold(&before);
    status = print_predictions(request, rows, decision, label, err);
    if (hold)
        signals_resume(&before);
    return status;
}

static void print_figure(FILE *stream, const char *name, double value)
{
    if (isnan(value))
        fprintf(stream, "%s = n/a\n", name);
    else
        fprintf(stream, "%s = %g\n", name, value);
}

/* The accuracy stands as LIBLINEAR prints it. Standard error is not checked: nobody could be told. */
static enum status print_figures(FILE *stream, const struct metrics *m, struct error *err)
{
    fprintf(stream, "Accuracy = %g%% (%" PRId64 "/%" PRId64 ")\n", m->accuracy, m->correct, m->rows);
    print_figure(stream, "ROC area", m->roc_area);
    print_figure(stream, "Precision", m->precision);
    print_figure(stream, "Recall", m->recall);
    print_figure(stream, "F1", m->f1);
    if (stream == stderr || (fflush(stream) == 0 && !ferror(stream)))
        return OK;
    return fail(err, ERR_SYSTEM, NULL, 0, "cannot write the figures to standard output");
}

/* From the decision values on: predictions, then figures. predicted and decision have room for all rows. */
static enum status predict(const struct request *request, const struct model *model, const struct dataset *data,
                           const struct par *par, double *decision, double *predicted, struct error *err)
{
    int64_t rows = data->x.rows;
    struct metrics metrics;
    enum status status = predict_decisions(model, data, par, decision, err);

    if (status != OK)
        return status;
    for (int64_t i = 0; i < rows; i++)
        predicted[i] = predict_label(model, decision[i]);
    if (!request->quiet)
        status = metrics_two_classes(rows, data->label, predicted, decision, model->labels[0], model->labels[1],
                                     &metrics, err);
    if (status == OK)
        status = write_predictions(request, rows, decision, predicted, err);
    if (status == OK && !request->quiet)
        status = print_figures(output_is_stdout(request->output) ? stderr : stdout, &metrics, err);
    return status;
}

static enum status run(const struct request *request, const struct par *par, struct error *err)
{
    struct model model = {0};
    struct dataset data = {0};
    double *decision = NULL, *predicted = NULL;
    sigset_t before;
    enum status status;

    signals_hold(&before);
    status = output_probe(request->output, err);
    signals_resume(&before);
    if (status == OK)
        status = model_load(request->model, &model, err);
    if (status == OK)
        status = svmlight_read(request->test, par, &data, err);
    if (status == OK) {
        decision = mem_alloc((size_t)data.x.rows, sizeof *decision);
        predicted = mem_alloc((size_t)data.x.rows, sizeof *predicted);
        status = decision && predicted ? predict(request, &model, &data, par, decision, predicted, err)
                                       : fail_memory(err, "the predictions");
    }
    mem_free(predicted);
    mem_free(decision);
    dataset_free(&data);
    model_free(&model);
    return status;
}

static enum status print_text(const struct request *request, struct error *err)
{
    if (request->what == VERSION)
        printf("%s %s\n", program, RRM_VERSION);
    else
        printf("%s\n\n%s", usage, help);
    if (fflush(stdout) == 0 && !ferror(stdout))
        return OK;
    return fail(err, ERR_SYSTEM, NULL, 0, "cannot write to standard output");
}

int predict_main(int argc, char **argv)
{
    struct error err;
    struct request request;
    enum status status = parse(argc, argv, &request, &err);

    if (status == OK && request.what == PREDICT) {
        struct par par;
        par_init(&par, request.threads);
        status = run(&request, &par, &err);
        par_free(&par);
    } else if (status == OK) {
        status = print_text(&request, &err);
    }
    if (status != OK)
        message(program, "%s", err.text);
    return (int)status;
}
