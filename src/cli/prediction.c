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
#include "data/text/row_facts.h"
#include "math/vec.h"

static const char program[] = "rrm-predict";

/* What the line in front of probabilities begins with. */
#define LINES_LABELS "labels "

/* ---- a block, by any thread ------------------------------------------------------------------ */

/* Makes room for `rows` rows. */
static bool reserve(const struct prediction *p, struct answers *a, size_t rows)
{
    size_t outputs = p->d.outputs * sizeof(double), room = rows < 2 * a->room ? 2 * a->room : rows;
    size_t classes = p->probable ? (size_t)p->d.classes * sizeof(double) : 0;

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

/* The line of what has no answer. */
static bool print_error(const struct prediction *p, struct answers *a)
{
    return lines_add_error(&a->lines) && (!p->request->tags || tags_take(&a->tags, &a->lines));
}

/* The line of a row. */
static bool print_row(const struct prediction *p, const struct dataset *rows, int64_t i,
                      struct answers *a)
{
    const struct audit audit = {p->model, &p->d, &p->scorer, (size_t)p->request->audit};
    const struct top top = {&p->d,
                            p->request->top > 0 ? (size_t)p->request->top : LOSS_CLASSES,
                            p->request->above, p->request->probabilities};
    const double *numbers = a->probability ? a->probability : a->decision;
    bool done;

    if (isnan(a->answer[i]))
        return print_error(p, a);
    if (p->ranks)
        return top_line(&top, a->decision + (size_t)i * p->d.outputs,
                        a->probability ? a->probability + i * p->d.classes : NULL, &a->labels,
                        &a->lines);
    if (p->request->audit > 0)
        done = audit_line(&audit, rows, i, a->decision + (size_t)i * p->d.outputs, a->answer[i],
                          &a->terms, &a->lines);
    else
        done = lines_add(&a->lines, &p->form, a->answer[i], numbers + (size_t)i * p->form.width);
    return done && (!p->request->tags || tags_take(&a->tags, &a->lines));
}

/* The lines of the finite rows, and of `count` bad ones between them as far as these rows go. */
static bool print_lines(const struct prediction *p, const struct dataset *rows, struct answers *a,
                        const struct chunk_refused *bad, size_t count)
{
    bool done = true;

    a->lines.length = 0;
    for (int64_t i = 0; i <= a->finite && done; i++) {
        for (; count > 0 && bad->row <= i && done; bad++, count--)
            done = print_error(p, a);
        if (i < a->finite && done)
            done = print_row(p, rows, i, a);
    }
    return done;
}

/* Looks for predictions that overflow: *a is finite up to the first one or, if bad lines are kept,
 * as far as there are rows, these refused. False: no memory. */
static bool find_overflows(const struct prediction *p, struct answers *a,
                           const struct dataset *rows)
{
    size_t outputs = p->d.outputs;
    int64_t count = rows->x.rows;
    void *label = a->label;

    a->finite = predict_finite(count, outputs, a->decision, a->answer);
    if (a->finite == count || p->request->lines != LINES_KEEP)
        return true;
    if (!mem_resized(&label, a->room, sizeof *a->label))
        return false;
    a->label = label;
    vec_copy((size_t)count, rows->label, a->label);
    for (int64_t i = a->finite; i < count; i++) {
        double *decision = a->decision + (size_t)i * outputs;
        if (predict_finite(1, outputs, decision, a->answer + i) == 1)
            continue;
        vec_fill(outputs, 0, decision);
        a->answer[i] = NAN;
        a->label[i] = NAN;
        a->refused++;
    }
    a->finite = count;
    return true;
}

/* A row with an offset has no decision. */
static void refuse_offsets(const struct dataset *rows, size_t outputs, double *decision)
{
    for (int64_t i = 0; dataset_shifts(rows) && i < rows->x.rows; i++)
        if (dataset_offset(rows, i) != 0)
            vec_fill(outputs, NAN, decision + (size_t)i * outputs);
}

/* Two classes: the first where its probability is above the threshold that was asked for. */
static void answer_probable(const struct prediction *p, struct answers *a)
{
    for (int64_t i = 0; i < a->finite; i++)
        if (!isnan(a->answer[i]))
            a->answer[i] = p->d.labels[!(a->probability[2 * i] > p->request->threshold)];
}

/* Answers the rows of a block, of which there are some, by their decisions without offsets. False:
 * no memory. */
static bool answer_rows(const struct prediction *p, const struct stream_block *b,
                        struct answers *a)
{
    int64_t rows = b->rows.x.rows;

    if (task_takes_offsets(p->d.loss))
        predict_shift(&b->rows, p->d.outputs, a->decision);
    else
        refuse_offsets(&b->rows, p->d.outputs, a->decision);
    if (p->d.task->counts_groups)
        vec_fill((size_t)rows, 0, a->answer); /* known once the groups are whole */
    else if (!task_answers(&p->d, &b->rows, a->decision, a->answer))
        return false;
    if (!find_overflows(p, a, &b->rows))
        return false;
    if (a->probability)
        probability_of_rows(&p->d, a->finite, a->decision, a->probability);
    if (a->probability && !isnan(p->request->threshold))
        answer_probable(p, a);
    return p->d.task->counts_groups ||
           print_lines(p, &b->rows, a, b->refused->at, b->refused->count);
}

static bool prepare(void *context, const struct stream_block *b)
{
    struct prediction *p = context;
    struct answers *a = &p->answers[b->place];
    int64_t rows = b->rows.x.rows;

    a->finite = 0;
    a->refused = 0;
    if (p->request->tags && !tags_fill(&a->tags, &b->rows, b->refused))
        return false;
    if (rows == 0)
        return print_lines(p, &b->rows, a, b->refused->at, b->refused->count);
    if (!reserve(p, a, (size_t)rows))
        return false;
    scorer_rows(&p->scorer, &b->rows.x, 0, rows, a->decision);
    return p->request->row_facts || answer_rows(p, b, a); /* -W: when their lines are known */
}

/* ---- one block after the other --------------------------------------------------------------- */

/* Opens the output, and begins it with the line in front of probabilities, as LIBLINEAR has it:
 * "labels" and those of the classes. */
static enum status begin(struct prediction *p, struct error *err)
{
    enum status status = OK;
    char label[NAME_ROOM];

    if (!p->open)
        status = output_open(&p->out, p->request->output, &p->kind, err);
    p->open = status == OK;
    p->begun = true;
    if (status != OK || !p->request->probabilities || p->ranks)
        return status;
    fputs(LINES_LABELS, p->out.stream); /* a failure stays in the stream until output_commit */
    for (int k = 0; k < p->d.classes; k++) {
        *lines_put_label(label, p->d.labels[k], p->form.names) = '\0';
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

    if (count == 0 && (p->whole.refusals == 0 || p->whole.refused->row > 0))
        return OK;
    if (!reserve(p, a, (size_t)count) || !whole_view(&p->whole, count, &view))
        return fail_memory(err, "the answers");
    vec_copy((size_t)count * p->d.outputs, p->whole.decision, a->decision);
    a->finite = count;
    if ((count > 0 && !task_answers(&p->d, &view, a->decision, a->answer)) ||
        !print_lines(p, &view, a, p->whole.refused, p->whole.refusals))
        return fail_memory(err, "the answers");
    prediction_see(&p->seen, p->model, &view, a->answer);
    status = output_write(&p->out, a->lines.text, a->lines.length, awaited, err);
    if (status == OK && !p->request->quiet)
        status = evaluation_add(&p->evaluation, &view, a->answer, a->decision, NULL, err);
    whole_drop(&p->whole, count, p->d.outputs);
    tags_drop(&a->tags);
    return status;
}

/* Holds the rows of the block, and the lines among them that are refused. False: no memory. */
static bool hold(struct prediction *p, const struct stream_block *b)
{
    const struct answers *a = &p->answers[b->place];
    const struct chunk_refused *bad = b->refused->at, *end = bad + b->refused->count;
    int64_t rows = b->rows.x.rows;
    bool done = tags_append(&p->grouped.tags, &a->tags);

    for (int64_t i = 0; i <= rows && done; i++) {
        for (; bad < end && bad->row <= i && done; bad++)
            done = whole_refuse(&p->whole);
        if (i < rows && done)
            done = isnan(a->answer[i]) ? whole_refuse(&p->whole)
                                       : whole_add(&p->whole, &b->rows, i, p->d.outputs,
                                                   a->decision + (size_t)i * p->d.outputs);
    }
    return done;
}

/* Holds the rows of the block, and answers the groups that another one is behind. */
static enum status take_groups(struct prediction *p, const struct stream_block *b,
                               struct error *err)
{
    if (!hold(p, b))
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
    struct dataset rows = b->rows;
    enum status status;

    if (a->refused > 0)
        rows.label = a->label;
    prediction_see(&p->seen, p->model, &rows, a->answer);
    status = output_write(&p->out, a->lines.text, a->lines.length, b->awaited, err);
    if (status == OK && !p->request->quiet)
        status = evaluation_add(&p->evaluation, &rows, a->answer, a->decision, a->probability, err);
    return status;
}

/* Why row i has no prediction. */
static const char *why(const struct prediction *p, const struct dataset *rows, int64_t i)
{
    if (dataset_offset(rows, i) != 0 && !task_takes_offsets(p->d.loss))
        return "an offset, but the loss of this model takes none: losses of regression do";
    return "the prediction overflows: a value here is too large for this model";
}

static void tell_line(const struct prediction *p, int64_t line, const char *reason)
{
    message(program, "%s:%" PRId64 ": %s", input_called(p->request->test), line, reason);
}

/* Why each refused line of the block is. */
static void tell_refused(const struct prediction *p, const struct stream_block *b)
{
    const struct answers *a = &p->answers[b->place];
    const struct chunk_refusals *bad = b->refused;
    int64_t rows = a->refused > 0 ? b->rows.x.rows : 0;
    size_t k = 0;

    for (int64_t i = 0; i <= rows; i++) {
        for (; k < bad->count && (bad->at[k].row <= i || i == rows); k++)
            tell_line(p, b->lines + bad->at[k].line, bad->text + bad->at[k].reason);
        if (i < rows && isnan(a->answer[i]))
            tell_line(p, b->lines + dataset_line(&b->rows, i),
                      why(p, &b->rows, i));
    }
}

/* The lines of -W that belong to a block, one for each answer; it becomes `own` with them. */
static enum status read_facts(struct prediction *p, const struct stream_block *b,
                              struct stream_block *own, struct error *err)
{
    const struct chunk_refused *bad = b->refused->at, *end = bad + b->refused->count;
    struct own_facts *f = &p->facts;
    enum status status = OK;

    *own = *b;
    if (b->rows.facts)
        return row_facts_twice(p->request->test, err);
    f->rows.weight.count = 0;
    f->rows.offset.count = 0;
    for (int64_t i = 0; i <= b->rows.x.rows && status == OK; i++) {
        for (; bad < end && bad->row <= i && status == OK; bad++) {
            status = row_facts_next(&f->lines, f->taken++, i, p->request->test, &f->rows, err);
            spans_drop(&f->rows.weight, i);
            spans_drop(&f->rows.offset, i);
        }
        if (i < b->rows.x.rows && status == OK)
            status = row_facts_next(&f->lines, f->taken++, i, p->request->test, &f->rows, err);
    }
    own->rows.facts = &f->rows;
    if (status == OK && b->rows.x.rows > 0 && !answer_rows(p, own, &p->answers[b->place]))
        status = fail_memory(err, "the answers");
    return status;
}

static enum status take_block(struct prediction *p, const struct stream_block *b,
                              struct error *err)
{
    const struct answers *a = &p->answers[b->place];
    const struct dataset *rows = &b->rows;
    enum status status = OK;

    p->count.commented += rows->commented;
    p->count.rows += rows->x.rows - a->refused;
    p->count.refused += (int64_t)b->refused->count + a->refused;
    p->count.entries += csr_entries(&rows->x);
    if (rows->x.rows == 0 && b->refused->count == 0)
        return OK;
    if (!p->request->quiet)
        tell_refused(p, b);
    if (!p->begun)
        status = begin(p, err);
    if (rows->x.rows > 0)
        prediction_see_rows(&p->seen, p->model, rows);
    if (status == OK)
        status = p->d.task->counts_groups ? take_groups(p, b, err) : take_rows(p, b, err);
    if (status != OK || a->finite == rows->x.rows)
        return status;
    return fail_at(err, ERR_DATA, input_called(p->request->test),
                   b->lines + dataset_line(rows, a->finite),
                   "%s", why(p, rows, a->finite));
}

static enum status take(void *context, const struct stream_block *b, struct error *err)
{
    struct prediction *p = context;
    struct stream_block own;
    enum status status;

    if (!p->request->row_facts)
        return take_block(p, b, err);
    status = read_facts(p, b, &own, err);
    return status == OK ? take_block(p, &own, err) : status;
}

/* ---- all together ---------------------------------------------------------------------------- */

enum status prediction_init(struct prediction *p, const struct request *request,
                            struct model *model, struct error *err)
{
    enum status status;

    *p = (struct prediction){.request = request, .model = model, .d = model_decoder(model)};
    if (!isnan(request->threshold) && !request->probabilities)
        p->d.folded.cut = request->threshold;
    p->seen.constant = model_is_constant(model);
    p->ranks = request->top > 0 || request->above >= 0;
    p->probable = request->probabilities || (p->ranks && probability_known(&p->d));
    p->form = (struct line_form){.answers = !request->decisions,
                                 .labels = !request->decisions && model->classes > 0,
                                 .names = model->text.label_words ? &model->facts.names : NULL};
    p->kind = (struct output_kind){.name = "list of predictions",
                                   .replaces = prediction_replaces,
                                   .context = p};
    if (request->probabilities)
        p->form.width = (size_t)model->classes;
    else if (request->decisions)
        p->form.width = p->d.outputs;
    status = scorer_take(&p->scorer, model, err);
    if (status == OK)
        status = prediction_words(p, err);
    if (status == OK && !request->quiet)
        status = evaluation_init(&p->evaluation, &p->d, request->probabilities, err);
    if (status == OK && request->row_facts)
        status = row_facts_open(&p->facts.lines, request->row_facts, err);
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
        return output_probe(p->request->output, &p->kind, err);
    signals_hold(&before);
    status = output_open(&p->out, p->request->output, &p->kind, err);
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
                                       .flags = prediction_flags(p),
                                       .words = &p->words,
                                       .width = p->form.width,
                                       .keeps = p->request->lines == LINES_KEEP,
                                       .prepare = prepare,
                                       .take = take};
    enum status status;

    prediction_warn_first(p);
    status = open_beside(p, err);
    if (status == OK)
        status = stream_read(p->request->test, &taker, par, err);
    if (status == OK && p->request->row_facts)
        status = row_facts_end(&p->facts.lines, p->facts.taken, p->request->test, err);
    if (status == OK)
        status = answer_groups(p, p->whole.rows, false, err);
    if (status == OK)
        prediction_warn_last(p);
    return close_output(p, status, err);
}

void prediction_free(struct prediction *p)
{
    for (size_t k = 0; k < SVMLIGHT_BLOCKS; k++) {
        mem_free(p->answers[k].decision);
        mem_free(p->answers[k].answer);
        mem_free(p->answers[k].probability);
        mem_free(p->answers[k].label);
        mem_free(p->answers[k].lines.text);
        mem_free(p->answers[k].tags.held.text);
        mem_free(p->answers[k].terms.term);
        mem_free(p->answers[k].labels.each);
    }
    mem_free(p->grouped.decision);
    mem_free(p->grouped.answer);
    mem_free(p->grouped.lines.text);
    mem_free(p->grouped.tags.held.text);
    term_table_free(&p->words.labels);
    term_table_free(&p->words.features);
    mem_free(p->label);
    text_lines_close(&p->facts.lines);
    row_facts_free(&p->facts.rows);
    whole_free(&p->whole);
    scorer_free(&p->scorer);
    evaluation_free(&p->evaluation);
}
