/* prediction_words - the words of a model, and outputs that hold them. */
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "cli/prediction.h"
#include "task/names.h"

enum status prediction_words(struct prediction *p, struct error *err)
{
    const struct model_text *text = &p->model->text;
    const struct names *names = &p->d.facts.names;
    struct stream_words *words = &p->words;
    enum status status = OK;
    double *label;

    if (text->label_words) {
        label = mem_alloc((size_t)names->count, sizeof *label);
        p->label = label;
        words->label = label;
        for (int k = 0; label && k < names->count; k++) {
            const char *s = names->each[k].text;
            label[k] = names->each[k].label;
            if (term_table_put(&words->labels, s, strlen(s)) == TERM_NONE)
                return fail_memory(err, "the labels");
        }
        if (!label)
            return fail_memory(err, "the labels");
    }
    words->index = p->model->index;
    if (text->feature_words && text->hash_bits == 0)
        status = model_names(p->model, p->request->model, &words->features, err);
    return status;
}

unsigned prediction_flags(const struct prediction *p)
{
    const struct model_text *text = &p->model->text;

    return text_options_flags(&p->request->text) |
           (p->request->tags ? DATASET_COMMENTS : 0) |
           (text->from_zero ? DATASET_FROM_ZERO : 0) |
           (text->label_words ? DATASET_LABEL_WORDS : 0) |
           (text->feature_words ? DATASET_FEATURE_WORDS : 0) |
           (unsigned)text->hash_bits << DATASET_HASH;
}

/* ---- files that may be replaced -------------------------------------------------------------- */

/* What the line in front of probabilities begins with. */
#define LABELS "labels "

static bool is_word(const char *s, size_t n, const char *word, size_t length)
{
    return n == length && memcmp(s, word, n) == 0;
}

/* Whether s[0 .. n) is a label of the model as it is written. */
static bool is_label(const struct prediction *p, const char *s, size_t n)
{
    char text[NAME_ROOM];

    if (p->form.names)
        return term_table_find(&p->words.labels, s, n) != TERM_NONE;
    for (int k = 0; k < p->d.classes; k++)
        if (is_word(s, n, text, (size_t)(lines_put(text, p->d.labels[k], true) - text)))
            return true;
    return false;
}

/* Whether s[0 .. n) is a number in the digits of %.17g, as rrm-predict writes it: few that people
 * write are, 0.1 is not, but whole ones, as labels of another model. */
static bool is_exact(const char *s, size_t n)
{
    char text[TEXT_EXACT];
    double number;

    return text_number(s, s + n, &number) == s + n &&
           is_word(s, n, text, (size_t)(lines_put(text, number, false) - text));
}

/* Whether the line is an answer: labels and numbers, one blank between two, or `error`; or empty,
 * as those of labels above a probability may be. */
static bool is_line(const struct prediction *p, const char *s, const char *end)
{
    size_t n = strcspn(s, " \n");

    if (s == end)
        return p->form.labels;
    if (is_word(s, n, "error", strlen("error")))
        return s + n == end;
    for (; is_label(p, s, n) || is_exact(s, n); n = strcspn(s, " \n")) {
        s += n;
        if (s == end)
            return true;
        s++;
    }
    return false;
}

/* Whole lines alone are looked at; one in front of probabilities has labels behind its word. */
bool prediction_replaces(const void *context, const char *head)
{
    const char *s = strncmp(head, LABELS, strlen(LABELS)) == 0 ? head + strlen(LABELS) : head;

    for (const char *end = strchr(s, '\n'); end; end = strchr(s, '\n')) {
        if (!is_line(context, s, end))
            return false;
        s = end + 1;
    }
    return s > head && (s[0] == '\0' || strlen(head) == OUTPUT_HEAD);
}
