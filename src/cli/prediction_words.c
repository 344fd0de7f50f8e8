/* prediction_words - the words of a model, and outputs that hold them. */
#include <string.h>

#include "base/memory.h"
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
           (text->label_words ? DATASET_LABEL_WORDS : 0) |
           (text->feature_words ? DATASET_FEATURE_WORDS : 0) |
           (unsigned)text->hash_bits << DATASET_HASH;
}

/* ---- files that may be replaced -------------------------------------------------------------- */

/* What the line in front of probabilities begins with, and what numbers are made of. */
#define LABELS "labels "
#define NUMBERS "0123456789+-.e "

/* Whether the lines are numbers, or the word `error`, which the end may cut. */
static bool are_answers(const char *s)
{
    static const char error[] = "error";

    while (*s) {
        size_t length = strcspn(s, "\n"), least = s[length] ? strlen(error) : 1;
        bool refused = length >= least && length <= strlen(error) && !strncmp(s, error, length);
        if (!refused && strspn(s, NUMBERS) < length)
            return false;
        s += length + (s[length] == '\n');
    }
    return true;
}

/* Whether numbers and errors are all that stands there. */
bool prediction_may_be_numbers(const char *head)
{
    size_t word = strlen(LABELS);
    const char *rest = strncmp(head, LABELS, word) == 0 ? head + word : head;

    return audit_may_be(head) || (*rest != '\0' && are_answers(rest));
}

/* Whether s[0 .. n) is a word of the model or, where it has none, a number; or `error`. */
static bool is_answer(const struct prediction *p, const char *s, size_t n)
{
    if (n == strlen("error") && memcmp(s, "error", n) == 0)
        return true;
    if (p->form.names && p->form.answers)
        return term_table_find(&p->words.labels, s, n) != TERM_NONE;
    return n > 0 && strspn(s, NUMBERS) >= n;
}

/* Whether the line is an answer of the model and, behind it, numbers, the terms of -x behind a tab,
 * and a tag where lines have tags. */
static bool may_be_line(const struct prediction *p, const char *s, const char *end)
{
    bool more = p->request->tags || p->request->audit > 0;
    const char *tab = more ? memchr(s, '\t', (size_t)(end - s)) : NULL, *word;

    end = tab ? tab : end;
    word = memchr(s, ' ', (size_t)(end - s));
    word = word ? word : end;
    return is_answer(p, s, (size_t)(word - s)) && strspn(word, NUMBERS) >= (size_t)(end - word);
}

/* Whole lines alone are looked at, one at least; of the labels in the first one only the word. */
bool prediction_may_be_lines(const void *context, const char *head)
{
    const struct prediction *p = context;
    const char *end;
    bool any = false;

    if (strncmp(head, LABELS, strlen(LABELS)) == 0)
        head += strcspn(head, "\n") + (head[strcspn(head, "\n")] != '\0');
    for (end = strchr(head, '\n'); end; end = strchr(head, '\n')) {
        if (!may_be_line(p, head, end))
            return false;
        head = end + 1;
        any = true;
    }
    return any;
}
