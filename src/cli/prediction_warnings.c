/* prediction_warnings - what the rows of a test file have shown, and the warnings of it. */
#include <inttypes.h>
#include <math.h>

#include "base/input.h"
#include "cli/message.h"
#include "cli/prediction.h"
#include "task/names.h"

static const char program[] = "rrm-predict";

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
        if (isnan(answer[i]))
            continue;
        if (seen->answers++ == 0)
            seen->answer = answer[i];
        seen->varies = answer[i] != seen->answer;
        seen->bare = seen->bare || isnan(rows->label[i]);
        seen->wrong = seen->wrong || (!isnan(rows->label[i]) && rows->label[i] != answer[i]);
    }
}

void prediction_see_rows(struct test_seen *seen, const struct model *model,
                         const struct dataset *rows)
{
    seen->rows = true;
    seen->queried = seen->queried || rows->query != NULL;
    seen->entries = seen->entries || csr_entries(&rows->x) > 0;
    seen->weighs = seen->weighs || predict_weighs(model, rows);
}

void prediction_see(struct test_seen *seen, const struct model *model,
                    const struct dataset *rows, const double *answer)
{
    see_labels(seen, model, rows);
    see_answers(seen, rows, answer);
}

/* Classes of the model have not met the tolerance; it says the same of every example. */
void prediction_warn_first(const struct prediction *p)
{
    const struct model *m = p->model;
    const char *path = input_called(p->request->model);

    if (m->left.unbegun > 0)
        message(program,
                "warning: %s: training stopped before %d of %d classes had met the tolerance, %d "
                "of them without a single pass: their decision values are 0",
                path, m->left.unmet, m->classes, m->left.unbegun);
    else if (m->left.unmet > 0)
        message(program,
                "warning: %s: training stopped before %d of %d classes had met the tolerance",
                path, m->left.unmet, m->classes);
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

/* The model says the same of every example; with figures, its classes are not those of the file. */
static void warn_of_test(const struct prediction *p)
{
    const struct test_seen *seen = &p->seen;
    const char *test = input_called(p->request->test);
    char label[NAME_ROOM];

    if (is_blind(seen) && !seen->constant)
        message(
            program,
            "warning: %s: no feature here has a weight in the model %s: it says the same of every "
            "example; was it trained on other features?", test, input_called(p->request->model));
    if (p->request->quiet || p->model->classes < 2 || !seen->labelled || seen->known)
        return;
    if (p->form.names)
        message(program, "warning: %s: no label here is one of the model's: the first there is "
                "'%s'; the figures mean nothing", test, names_text(p->form.names, 1, label));
    else
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
    char label[NAME_ROOM];
    bool odd = seen->wrong ? seen->answers > 1 : seen->bare && seen->answers >= SAME_ANSWERS;

    if (p->request->decisions || seen->varies || !odd || p->model->classes == 1 ||
        seen->constant || is_blind(seen))
        return;
    *lines_put_label(label, seen->answer, p->form.names) = '\0';
    if (p->model->classes > 1)
        message(program, "warning: %s: all %" PRId64 " answers are the label %s; the decision "
                "values (-d) may still tell the examples apart",
                test, seen->answers, label);
    else
        message(program, "warning: %s: all %" PRId64 " answers are the value %.15g",
                test, seen->answers, seen->answer);
}

/* Lines that were passed over, if any. */
static void warn_of_refused(const struct prediction *p)
{
    if (p->count.refused > 0)
        message(program, "warning: %s: %" PRId64 " of %" PRId64 " lines are bad: their answer is "
                "'error'", input_called(p->request->test), p->count.refused,
                p->count.rows + p->count.refused);
}

void prediction_warn_last(const struct prediction *p)
{
    warn_of_queries(p);
    warn_of_test(p);
    warn_of_answers(p);
    warn_of_refused(p);
}
