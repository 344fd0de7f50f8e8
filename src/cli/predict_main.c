/* predict_main - rrm-predict: applies a model to a test file and says how well it does. */
#include <stdio.h>

#include "base/input.h"
#include "cli/confusion.h"
#include "cli/figures.h"
#include "cli/message.h"
#include "cli/prediction.h"
#include "cli/report.h"
#include "cli/rrm.h"
#include "cli/signals.h"
#include "task/probability.h"

static const char program[] = "rrm-predict";

static enum status load(const struct request *request, struct model *model, struct error *err)
{
    enum status status = model_load(request->model, model, err);
    struct decoder d;
    char list[TASK_LIST];

    if (status != OK)
        return status;
    d = model_decoder(model);
    if (request->confusion && d.classes == 0)
        return fail_at(err, ERR_DATA, input_called(request->model), 0,
                       "a model of the loss %s has no classes to confuse: leave -f out",
                       model->loss);
    if (!request->probabilities || probability_known(&d))
        return OK;
    return fail_at(err, ERR_DATA, input_called(request->model), 0,
                   "a model of the loss %s has no probabilities: train with a loss (-l) that has "
                   "them: %s%s", model->loss, task_losses(task_has_probability, list),
                   d.task->sigmoids ? "; or calibrate with rrm-train -b 1" : "");
}

/* The figures of the rows that have a label; without one there are none. */
static enum status print_figures(struct prediction *p, FILE *stream, struct error *err)
{
    struct figures figures;
    enum status status;

    if (!p->seen.labelled)
        return OK;
    status = evaluation_figures(&p->evaluation, &figures, err);
    if (status != OK)
        return status;
    figures_print(stream, &figures);
    if (p->request->confusion)
        confusion_print(stream, &p->evaluation);
    return OK;
}

/* The figures, and which lines have no answer. */
static enum status tell(struct prediction *p, struct error *err)
{
    FILE *stream = output_is_stdout(p->request->output) ? message_stream() : stdout;
    enum status status = print_figures(p, stream, err);

    if (status != OK)
        return status;
    report_passed(stream, p->request->test, 0, p->commented);
    /* Standard error is not checked: nobody could be told. */
    if (stream == stderr || (fflush(stream) == 0 && !ferror(stream)))
        return OK;
    return fail(err, ERR_SYSTEM, "cannot write the figures to standard output");
}

static enum status predict(const struct request *request, struct model *model,
                           const struct par *par, struct error *err)
{
    struct prediction p;
    enum status status;

    warnings_of_prediction(request->model, model);
    status = prediction_init(&p, request, model, err);
    if (status == OK)
        status = prediction_run(&p, par, err);
    if (status == OK && !request->quiet)
        status = tell(&p, err);
    prediction_free(&p);
    return status;
}

static enum status run(const struct request *request, const struct par *par, struct error *err)
{
    struct model model = {0};
    sigset_t before;
    enum status status;

    signals_hold(&before);
    status = output_probe(request->output, &prediction_output, err);
    signals_resume(&before);
    if (status == OK)
        status = load(request, &model, err);
    if (status == OK)
        status = predict(request, &model, par, err);
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
