/* prediction - a model applied to the rows of a file as they come: scores, answers, lines and what
 * the figures need. */
#include "cli/prediction.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/input.h"
#include "base/memory.h"
#include "base/text.h"
#include "cli/message.h"
#include "cli/signals.h"
#include "math/vec.h"

static const char program[] = "rrm-predict";

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
    if (form->labels) {
        to += text_format(answer, to, TEXT_EXACT);
        *to++ = ' ';
    } else if (form->answers) {
        to = put_number(to, answer);
    }
    for (size_t k = 0; k < form->width; k++)
        to = put_number(to, number[k]);
    to[-1] = '\n'; /* in place of the last blank */
    l->length = (size_t)(to - l->text);
    return true;
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

    if (rows == 0)
        return true;
    if (!reserve(p, a, (size_t)rows))
        return false;
    scorer_rows(&p->scorer, &b->rows.x, 0, rows, a->decision);
    predict_shift(&b->rows, p->d.outputs, a->decision);
    if (p->d.task->counts_groups)
        vec_fill((size_t)rows, 0, a->answer); /* known once the groups are whole */
    else if (!task_answers(&p->d, &b->rows, a->decision, a->answer))
        return false;
    a->finite = predict_finite(rows, p->d.outputs, a->decision, a->answer);
    if (a->probability)
        probability_of_rows(&p->d, a->finite, a->decision, a->probability);
    return p->d.task->counts_groups || print_lines(p, a);
}

/* ---- warnings -------------------------------------------------------------------------------- */

/* As many answers without labels that are the same are odd: of two labels, equally likely, that
 * happens once in 2^9 times. */
enum { SAME_ANSWERS = 10 };

static void see_labels(struct test_seen *seen, const struct model *model,
                       const struct dataset *rows)
{
    for (int64_t i = 0; i < rows->x.rows && !seen->known; i++) {
        double label = rows->label[i];
        if (isnan(label))
            continue;
        if (!seen->labelled)
            seen->label = label;
        seen->labelled = true;
        seen->known = task_has_label(label, model->classes, model->labels);
    }
}

static void see_answers(struct test_seen *seen, const struct dataset *rows, const double *answer)
{
    for (int64_t i = 0; i < rows->x.rows && !seen->varies; i++) {
        if (seen->answers++ == 0)
            seen->answer = answer[i];
        seen->varies = answer[i] != seen->answer;
        seen->bare = seen->bare || isnan(rows->label[i]);
        seen->wrong = seen->wrong || (!isnan(rows->label[i]) && rows->label[i] != answer[i]);
    }
}

static void see_rows(struct test_seen *seen, const struct model *model,
                     const struct dataset *rows)
{
    seen->rows = true;
    seen->queried = seen->queried || rows->query != NULL;
    seen->entries = seen->entries || csr_entries(&rows->x) > 0;
    seen->weighs = seen->weighs || predict_weighs(model, rows);
}

/* answer: of each of the rows. */
static void see(struct test_seen *seen, const struct model *model, const struct dataset *rows,
                const double *answer)
{
    see_labels(seen, model, rows);
    see_answers(seen, rows, answer);
}

/* Before the rows: classes of the model have not met the tolerance; it says the same of every
 * example. */
static void warn_of_model(const struct prediction *p)
{
    const struct model *m = p->model;
    const char *path = input_called(p->request->model);

    if (m->unbegun > 0)
        message(program,
                "warning: %s: training stopped before %d of %d classes had met the tolerance, %d "
                "of them without a single pass: their decision values are 0",
                path, m->unmet, m->classes, m->unbegun);
    else if (m->unmet > 0)
        message(program,
                "warning: %s: training stopped before %d of %d classes had met the tolerance",
                path, m->unmet, m->classes);
    if (p->seen.constant)
        message(program,
                "warning: %s: the weights of all features are 0: the model says the same of every "
                "example", path);
}

/* Whether there are features, and none has a weight. */
static bool is_blind(const struct test_seen *seen)
{
    return seen->entries && !seen->weighs;
}

/* Rows of queries or sequences, but not one with a qid. */
static void warn_of_queries(const struct prediction *p)
{
    if (p->seen.rows && !p->seen.queried && p->d.loss->traits & LOSS_GROUPS)
        message(program, "warning: %s: no line has a qid, which loss '%s' is about",
                input_called(p->request->test), p->d.loss->name);
}

/* After the last row: the model says the same of every example; with figures, its classes are not
 * those of the file. */
static void warn_of_test(const struct prediction *p)
{
    const struct test_seen *seen = &p->seen;
    const char *test = input_called(p->request->test);

    if (is_blind(seen) && !seen->constant)
        message(
            program,
            "warning: %s: no feature here has a weight in the model %s: it says the same of every "
            "example; was it trained on other features?", test, input_called(p->request->model));
    if (!p->request->quiet && p->model->classes > 1 && seen->labelled && !seen->known)
        message(program,
                "warning: %s: no label here is one of the model's: the first here is %.15g, the "
                "first there %.15g; the figures mean nothing",
                test, seen->label, p->model->labels[0]);
}

/* As well, if answers are written: all are the same, but not all are right, or they are many and no
 * label tells. Not of one class, where most are, nor behind another warning that says it. */
static void warn_of_answers(const struct prediction *p)
{
    const struct test_seen *seen = &p->seen;
    const char *test = input_called(p->request->test);
    bool odd = seen->wrong ? seen->answers > 1 : seen->bare && seen->answers >= SAME_ANSWERS;

    if (p->request->decisions || seen->varies || !odd || p->model->classes == 1 ||
        seen->constant || is_blind(seen))
        return;
    if (p->model->classes > 1)
        message(program, "warning: %s: all %" PRId64 " answers are the label %.15g; the decision "
                "values (-d) may still tell the examples apart",
                test, seen->answers, seen->answer);
    else
        message(program, "warning: %s: all %" PRId64 " answers are the value %.15g",
                test, seen->answers, seen->answer);
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

/* Opens the output, and begins it with the line in front of probabilities, as LIBLINEAR has it:
 * "labels" and those of the classes. */
static enum status begin(struct prediction *p, struct error *err)
{
    enum status status = OK;
    char label[TEXT_EXACT];

    if (!p->open)
        status = output_open(&p->out, p->request->output, &prediction_output, err);
    p->open = status == OK;
    if (status != OK || !p->request->probabilities)
        return status;
    fputs(LINES_LABELS, p->out.stream); /* a failure stays in the stream until output_commit */
    for (int k = 0; k < p->d.classes; k++) {
        text_format(p->d.labels[k], label, sizeof label);
        fprintf(p->out.stream, "%s%c", label, k + 1 < p->d.classes ? ' ' : '\n');
    }
    return OK;
}

/* Answers the first `count` rows that are held, whole groups. */
static enum status answer_groups(struct prediction *p, int64_t count, bool awaited,
                                 struct error *err)
{
    struct answers *a = &p->grouped;
    struct dataset view;
    enum status status;

    if (count == 0)
        return OK;
    if (!reserve(p, a, (size_t)count) || !whole_view(&p->whole, count, &view))
        return fail_memory(err, "the answers");
    vec_copy((size_t)count * p->d.outputs, p->whole.decision, a->decision);
    a->finite = count;
    if (!task_answers(&p->d, &view, a->decision, a->answer) || !print_lines(p, a))
        return fail_memory(err, "the answers");
    see(&p->seen, p->model, &view, a->answer);
    status = output_write(&p->out, a->lines.text, a->lines.length, awaited, err);
    if (status == OK && !p->request->quiet)
        status = evaluation_add(&p->evaluation, &view, a->answer, a->decision, NULL, err);
    whole_drop(&p->whole, count, p->d.outputs);
    return status;
}

/* Holds the rows of the block, and answers the groups that another one is behind. */
static enum status take_groups(struct prediction *p, const struct stream_block *b,
                               struct error *err)
{
    if (!whole_add(&p->whole, &b->rows, p->d.outputs, p->answers[b->place].decision))
        return fail_memory(err, "the group");
    if (p->whole.rows - p->whole.last > WHOLE_ROWS)
        return fail_at(err, ERR_DATA, input_called(p->request->test),
                       b->lines + dataset_line(&b->rows, b->rows.x.rows - 1),
                       "more than %d rows of one qid: loss '%s' answers them together; give "
                       "each sequence a qid of its own", WHOLE_ROWS, p->d.loss->name);
    return answer_groups(p, p->whole.last, b->awaited, err);
}

static enum status take_rows(struct prediction *p, const struct stream_block *b, struct error *err)
{
    const struct answers *a = &p->answers[b->place];
    enum status status;

    see(&p->seen, p->model, &b->rows, a->answer);
    status = output_write(&p->out, a->lines.text, a->lines.length, b->awaited, err);
    if (status == OK && !p->request->quiet)
        status = evaluation_add(&p->evaluation, &b->rows, a->answer, a->decision, a->probability,
                                err);
    return status;
}

/* The first offset of the rows is one that the loss cannot have. */
static enum status refuse_offset(const struct prediction *p, const struct stream_block *b,
                                 struct error *err)
{
    int64_t row = 0;
    char list[TASK_LIST];

    while (dataset_offset(&b->rows, row) == 0)
        row++;
    return fail_at(err, ERR_DATA, input_called(p->request->test),
                   b->lines + dataset_line(&b->rows, row), "an offset, but loss '%s' takes none; "
                   "those that do: %s", p->d.loss->name, task_losses(task_takes_offsets, list));
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
    see_rows(&p->seen, p->model, rows);
    if (status == OK && dataset_shifts(rows) && !task_takes_offsets(p->d.loss))
        status = refuse_offset(p, b, err);
    if (status == OK)
        status = p->d.task->counts_groups ? take_groups(p, b, err) : take_rows(p, b, err);
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
                                 .labels = !request->decisions && model->classes > 0};
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
    enum status status;

    warn_of_model(p);
    status = open_beside(p, err);
    if (status == OK)
        status = stream_read(p->request->test, &taker, par, err);
    if (status == OK)
        status = answer_groups(p, p->whole.rows, false, err);
    if (status == OK) {
        warn_of_queries(p);
        warn_of_test(p);
        warn_of_answers(p);
    }
    return close_output(p, status, err);
}

void prediction_free(struct prediction *p)
{
    for (size_t k = 0; k < SVMLIGHT_BLOCKS; k++) {
        mem_free(p->answers[k].decision);
        mem_free(p->answers[k].answer);
        mem_free(p->answers[k].probability);
        mem_free(p->answers[k].lines.text);
    }
    mem_free(p->grouped.decision);
    mem_free(p->grouped.answer);
    mem_free(p->grouped.lines.text);
    whole_free(&p->whole);
    scorer_free(&p->scorer);
    evaluation_free(&p->evaluation);
}
