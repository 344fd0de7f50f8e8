/* prediction - a model applied to the rows of a file as they come: scores, answers, lines and what
 * the figures need. */
#include "cli/prediction.h"

#include <string.h>

#include "base/input.h"
#include "base/memory.h"
#include "base/text.h"
#include "cli/signals.h"
#include "task/probability.h"

/* ---- the text -------------------------------------------------------------------------------- */

/* What the line in front of probabilities begins with. */
#define LINES_LABELS "labels "

/* Makes room for so many numbers, a blank or line end behind each. */
static bool reserve_text(struct lines *l, size_t numbers)
{
    void *text = l->text;
    size_t room = l->length + numbers * (TEXT_EXACT + 1);

    if (room <= l->room)
        return true;
    room = room < 2 * l->room ? 2 * l->room : room;
    if (!mem_resized(&text, room, 1))
        return false;
    l->text = text;
    l->room = room;
    return true;
}

/* Makes the byte behind the last number the line end. */
static char *end_line(char *to)
{
    to[-1] = '\n';
    return to;
}

static char *put_label(char *to, double label)
{
    to += text_format(label, to, TEXT_EXACT);
    *to++ = ' ';
    return to;
}

static char *put_number(char *to, double number)
{
    to += text_exact(number, to);
    *to++ = ' ';
    return to;
}

/* Adds a line. False: no memory. */
static bool add_line(struct lines *l, const struct line_form *form, double answer,
                     const double *number)
{
    char *to;

    if (!reserve_text(l, form->answers + form->width))
        return false;
    to = l->text + l->length;
    if (form->answers)
        to = form->labels ? put_label(to, answer) : put_number(to, answer);
    for (size_t k = 0; k < form->width; k++)
        to = put_number(to, number[k]);
    l->length = (size_t)(end_line(to) - l->text);
    return true;
}

/* Adds the line in front of probabilities, as LIBLINEAR has it: "labels" and those of the
 * classes. */
static bool add_labels(struct lines *l, size_t classes, const double *label)
{
    static const char word[] = LINES_LABELS;
    char *to;

    if (!reserve_text(l, classes + 1))
        return false;
    to = l->text + l->length;
    memcpy(to, word, sizeof word - 1);
    to += sizeof word - 1;
    for (size_t k = 0; k < classes; k++)
        to = put_label(to, label[k]);
    l->length = (size_t)(end_line(to) - l->text);
    return true;
}

static void lines_free(struct lines *l)
{
    mem_free(l->text);
    *l = (struct lines){0};
}

/* ---- a block, by any thread ------------------------------------------------------------------ */

/* Makes room for `rows` rows. */
static bool reserve(const struct prediction *p, struct answers *a, size_t rows)
{
    size_t outputs = p->d.outputs * sizeof(double), room = rows < 2 * a->room ? 2 * a->room : rows;
    size_t classes = p->request->probabilities ? (size_t)p->d.classes * sizeof(double) : 0;

    if (rows <= a->room)
        return true;
    mem_free(a->decision);
    mem_free(a->answer);
    mem_free(a->probability);
    a->decision = mem_alloc(room, outputs);
    a->answer = mem_alloc(room, sizeof *a->answer);
    a->probability = classes > 0 ? mem_alloc(room, classes) : NULL;
    a->room = a->decision && a->answer && (a->probability || classes == 0) ? room : 0;
    return a->room > 0;
}

static bool print_lines(const struct prediction *p, struct answers *a)
{
    const double *numbers = a->probability ? a->probability : a->decision;

    a->lines.length = 0;
    for (int64_t i = 0; i < a->finite; i++)
        if (!add_line(&a->lines, &p->form, a->answer[i], numbers + (size_t)i * p->form.width))
            return false;
    return true;
}

static bool prepare(void *context, const struct stream_block *b)
{
    struct prediction *p = context;
    struct answers *a = &p->answers[b->place];
    int64_t rows = b->rows.x.rows;

    if (!reserve(p, a, (size_t)rows))
        return false;
    scorer_rows(&p->scorer, &b->rows.x, 0, rows, a->decision);
    task_answers(&p->d, &b->rows, a->decision, a->answer);
    a->finite = predict_finite(rows, p->d.outputs, a->decision, a->answer);
    if (a->probability)
        probability_of_rows(&p->d, a->finite, a->decision, a->probability);
    return print_lines(p, a);
}

/* ---- one block after the other --------------------------------------------------------------- */

/* Numbers, perhaps behind the line in front of probabilities. */
static bool may_be_predictions(const char *head)
{
    size_t word = strlen(LINES_LABELS);
    const char *rest = strncmp(head, LINES_LABELS, word) == 0 ? head + word : head;

    return *rest != '\0' && rest[strspn(rest, "0123456789+-.e \n")] == '\0';
}

const struct output_kind prediction_output = {"output of rrm-predict", may_be_predictions};

/* Opens the output, and begins it with the line in front of probabilities. */
static enum status begin(struct prediction *p, struct error *err)
{
    struct lines head = {0};
    enum status status = OK;

    if (!p->open)
        status = output_open(&p->out, p->request->output, &prediction_output, err);
    p->open = status == OK;
    if (status != OK || !p->request->probabilities)
        return status;
    if (add_labels(&head, (size_t)p->d.classes, p->d.labels))
        status = output_write(&p->out, head.text, head.length, false, err);
    else
        status = fail_memory(err, "the predictions");
    lines_free(&head);
    return status;
}

static enum status take(void *context, const struct stream_block *b, struct error *err)
{
    struct prediction *p = context;
    const struct answers *a = &p->answers[b->place];
    const struct dataset *rows = &b->rows;
    enum status status = OK;

    p->commented += rows->commented;
    p->rows += rows->x.rows;
    p->entries += csr_entries(&rows->x);
    if (rows->x.rows == 0)
        return OK;
    if (!p->seen.rows)
        status = begin(p, err);
    warnings_see(&p->seen, p->model, rows, a->answer);
    if (status == OK)
        status = output_write(&p->out, a->lines.text, a->lines.length, b->awaited, err);
    if (status == OK && !p->request->quiet)
        status = evaluation_add(&p->evaluation, rows, a->answer, a->decision, a->probability, err);
    if (status != OK || a->finite == rows->x.rows)
        return status;
    return fail_at(err, ERR_DATA, input_called(p->request->test),
                   b->lines + dataset_line(rows, a->finite),
                   "the prediction overflows: a value here is too large for this model");
}

/* ---- all together ---------------------------------------------------------------------------- */

enum status prediction_init(struct prediction *p, const struct request *request,
                            struct model *model, struct error *err)
{
    enum status status;

    *p = (struct prediction){.request = request, .model = model, .d = model_decoder(model)};
    p->seen.constant = model_is_constant(model);
    p->form = (struct line_form){.answers = !request->decisions,
                                 .labels = model->classes > 0};
    if (request->probabilities)
        p->form.width = (size_t)model->classes;
    else if (request->decisions)
        p->form.width = p->d.outputs;
    status = scorer_take(&p->scorer, model, err);
    if (status == OK && !request->quiet)
        status = evaluation_init(&p->evaluation, &p->d, request->probabilities, err);
    if (status == OK && request->confusion)
        status = evaluation_count_pairs(&p->evaluation, err);
    return status;
}

/* A file that will be renamed is made at once, and removed should a signal end the program; what is
 * written through is touched only when there is something to write. */
static enum status open_beside(struct prediction *p, struct error *err)
{
    enum status status;
    sigset_t before;

    if (!p->request->output || !output_renames(p->request->output))
        return output_probe(p->request->output, &prediction_output, err);
    signals_hold(&before);
    status = output_open(&p->out, p->request->output, &prediction_output, err);
    p->open = status == OK;
    signals_remove(p->out.beside);
    signals_resume(&before);
    return status;
}

/* Renames or removes the file, which no signal removes any more. */
static enum status close_output(struct prediction *p, enum status status, struct error *err)
{
    sigset_t before;

    signals_hold(&before);
    if (p->open && status == OK)
        status = output_commit(&p->out, err);
    else if (p->open)
        output_abort(&p->out);
    p->open = false;
    signals_remove(NULL);
    signals_resume(&before);
    return status;
}

enum status prediction_run(struct prediction *p, const struct par *par, struct error *err)
{
    const struct stream_taker taker = {.context = p,
                                       .columns = p->scorer.columns,
                                       .feature = p->scorer.feature,
                                       .width = p->form.width,
                                       .prepare = prepare,
                                       .take = take};
    enum status status = open_beside(p, err);

    if (status == OK)
        status = stream_read(p->request->test, &taker, par, err);
    if (status == OK)
        warnings_of_test(p->request->test, &p->seen, p->request->model, p->model,
                         !p->request->quiet);
    if (status == OK && !p->request->decisions)
        warnings_of_answers(p->request->test, &p->seen, p->model);
    return close_output(p, status, err);
}

void prediction_free(struct prediction *p)
{
    for (size_t k = 0; k < SVMLIGHT_BLOCKS; k++) {
        mem_free(p->answers[k].decision);
        mem_free(p->answers[k].answer);
        mem_free(p->answers[k].probability);
        lines_free(&p->answers[k].lines);
    }
    scorer_free(&p->scorer);
    evaluation_free(&p->evaluation);
}
