/* predict_main - rrm-predict: applies a model to a test file and says how well it does. */
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/input.h"
#include "base/output.h"
#include "base/memory.h"
#include "base/par.h"
#include "base/text.h"
#include "math/vec.h"
#include "cli/figures.h"
#include "cli/message.h"
#include "cli/request.h"
#include "cli/rrm.h"
#include "cli/signals.h"
#include "cli/warnings.h"
#include "data/source.h"
#include "model/model.h"
#include "model/predict.h"
#include "task/evaluation.h"
#include "task/probability.h"

static const char program[] = "rrm-predict";

/* What is to be printed of each example. */
struct predictions {
    int64_t rows;
    int width;           /* numbers of an example */
    double *answer;      /* rows: the label, or the value */
    double *number;      /* rows x width: decision values or probabilities */
};

static void print_answer(FILE *stream, const struct model *model, double answer)
{
    char text[32];

    if (model->classes == 0) {
        fprintf(stream, "%.17g", answer);
    } else {
        text_format(answer, text, sizeof text);
        fputs(text, stream);
    }
}

/* The header of probabilities, as LIBLINEAR has it. */
static void print_labels(FILE *stream, const struct model *model)
{
    fputs("labels", stream);
    for (int k = 0; k < model->classes; k++) {
        putc(' ', stream);
        print_answer(stream, model, model->labels[k]);
    }
    putc('\n', stream);
}

/* A line an example: its answer, its decision values, or its answer and its probabilities. */
static void print_line(FILE *stream, const struct request *request, const struct model *model,
                       const struct predictions *p, int64_t row)
{
    bool numbers = request->decisions || request->probabilities;

    if (!request->decisions)
        print_answer(stream, model, p->answer[row]);
    for (int k = 0; numbers && k < p->width; k++)
        fprintf(stream, "%s%.17g", k > 0 || request->probabilities ? " " : "",
                p->number[row * p->width + k]);
    putc('\n', stream);
}

/* Failures stay in the stream until output_commit. */
static enum status print_predictions(const struct request *request, const struct model *model,
                                     const struct predictions *p, struct error *err)
{
    struct output out;
    enum status status = output_open(&out, request->output, err);

    if (status != OK)
        return status;
    if (request->probabilities)
        print_labels(out.stream, model);
    for (int64_t i = 0; i < p->rows; i++)
        print_line(out.stream, request, model, p, i);
    return output_commit(&out, err);
}

/* An output that will be renamed holds signals off until it has been; one that is written
 * through need not. */
static enum status write_predictions(const struct request *request, const struct model *model,
                                     const struct predictions *p, struct error *err)
{
    bool hold = request->output && output_renames(request->output);
    enum status status;
    sigset_t before;

    if (hold)
        signals_hold(&before);
    status = print_predictions(request, model, p, err);
    if (hold)
        signals_resume(&before);
    return status;
}

/* Writes what was predicted, then the figures. */
static enum status tell(const struct request *request, const struct model *model,
                        const struct predictions *p, const struct figures *figures,
                        struct error *err)
{
    enum status status = write_predictions(request, model, p, err);
    FILE *stream;

    if (status != OK || request->quiet)
        return status;
    stream = output_is_stdout(request->output) ? message_stream() : stdout;
    figures_print(stream, figures);
    /* Standard error is not checked: nobody could be told. */
    if (stream == stderr || (fflush(stream) == 0 && !ferror(stream)))
        return OK;
    return fail(err, ERR_SYSTEM, "cannot write the figures to standard output");
}

/* Values and weights that are fit to be read may yet overflow in a sum. */
static enum status check_finite(const struct request *request, const struct dataset *data,
                                const struct predictions *p, const double *decision,
                                struct error *err)
{
    for (int64_t i = 0; i < p->rows; i++) {
        if (!isfinite(p->answer[i]) || !vec_finite((size_t)p->width, decision + i * p->width))
            return fail_at(err, ERR_DATA, input_called(request->test), dataset_line(data, i),
                           "the prediction overflows: a value here is too large for this model");
    }
    return OK;
}

/* The figures of all rows. */
static enum status judge(const struct decoder *d, const struct dataset *data,
                         const struct predictions *p, const double *decision,
                         const double *probability, struct figures *figures, struct error *err)
{
    struct evaluation e;
    enum status status = evaluation_init(&e, d, probability != NULL, err);

    if (status != OK)
        return status;
    status = evaluation_add(&e, data, p->answer, decision, probability, err);
    if (status == OK)
        status = evaluation_figures(&e, figures, err);
    evaluation_free(&e);
    return status;
}

static enum status predict(const struct request *request, const struct model *model,
                           const struct dataset *data, const struct par *par, struct error *err)
{
    struct decoder d = model_decoder(model);
    struct predictions p = {.rows = data->x.rows, .width = (int)d.outputs};
    size_t rows = (size_t)p.rows, room = sizeof *p.number * (size_t)p.width;
    double *decision = mem_alloc(rows, room), *probability = NULL;
    struct figures figures = {0};
    enum status status;

    p.answer = mem_alloc(rows, sizeof *p.answer);
    if (request->probabilities)
        probability = mem_alloc(rows, sizeof *probability * (size_t)model->classes);
    if (decision && p.answer && (probability || !request->probabilities))
        status = predict_decisions(model, data, par, decision, err);
    else
        status = fail_memory(err, "the predictions");
    if (status == OK) {
        task_answers(&d, data, decision, p.answer);
        status = check_finite(request, data, &p, decision, err);
    }
    p.number = decision;
    if (status == OK && probability) {
        probability_of_rows(&d, p.rows, decision, probability);
        p.number = probability;
        p.width = model->classes;
    }
    if (status == OK && !request->quiet)
        status = judge(&d, data, &p, decision, probability, &figures, err);
    if (status == OK)
        status = tell(request, model, &p, &figures, err);
    mem_free(decision);
    mem_free(probability);
    mem_free(p.answer);
    return status;
}

static enum status load(const struct request *request, struct model *model, struct error *err)
{
    enum status status = model_load(request->model, model, err);
    struct decoder d;

    if (status != OK || !request->probabilities)
        return status;
    d = model_decoder(model);
    if (probability_known(&d))
        return OK;
    return fail_at(
        err, ERR_DATA, input_called(request->model), 0,
        "a model of the loss %s has no probabilities: train with -l logistic or -l softmax%s",
        model->loss, d.task->sigmoids ? ", or calibrate with rrm-train -b 1" : "");
}

static enum status run(const struct request *request, const struct par *par, struct error *err)
{
    struct model model = {0};
    struct dataset data = {0};
    sigset_t before;
    enum status status;

    signals_hold(&before);
    status = output_probe(request->output, err);
    signals_resume(&before);
    if (status == OK)
        status = load(request, &model, err);
    if (status == OK)
        status = dataset_open(request->test, 0, par, &data, err);
    if (status == OK) {
        warnings_of_prediction(request->test, &data, request->model, &model, !request->quiet);
        status = predict(request, &model, &data, par, err);
    }
    dataset_free(&data);
    model_free(&model);
    return status;
}

static enum status print_text(const struct request *request, struct error *err)
{
    if (request->asked == ASKED_VERSION)
        printf("%s %s\n", program, RRM_VERSION);
    else
        request_help();
    if (fflush(stdout) == 0 && !ferror(stdout))
        return OK;
    return fail(err, ERR_SYSTEM, "cannot write to standard output");
}

int predict_main(int argc, char **argv)
{
    struct error err;
    struct request request;
    enum status status = request_parse(argc, argv, &request, &err);

    if (status == OK && request.asked == ASKED_RUN) {
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
