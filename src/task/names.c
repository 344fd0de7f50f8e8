/* names - what the labels of sequences are called. */
#include "task/names.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/input.h"
#include "base/text.h"
#include "base/text_lines.h"

_Static_assert((int)LABEL_WORD < (int)NAME_ROOM, "words are names");

/* Bytes of a file at most: a label and a name for each class. */
enum { MOST_TEXT = LOSS_CLASSES * 2 * NAME_ROOM };

bool names_line(const char *s, const char *stop, double label, struct name *name)
{
    const char *word = text_skip_blanks(s, stop), *behind, *end;
    size_t length = 0;
    double number = 0;

    name->label = label;
    behind = text_number(word, stop, &number);
    if (behind && behind < stop && text_is_blank(*behind)) {
        end = text_skip_blanks(behind, stop);
        word = end < stop ? end : word;
        name->label = end < stop ? number : label;
    }
    for (end = word; end < stop && (unsigned char)*end > ' ' && *end != 0x7f &&
                     length < NAME_ROOM - 1; end++)
        name->text[length++] = *end;
    name->text[length] = '\0';
    return length > 0 && isfinite(name->label) && text_skip_blanks(end, stop) == stop;
}

static int by_label(const void *a, const void *b)
{
    const struct name *x = a, *y = b;

    return (x->label > y->label) - (x->label < y->label);
}

static enum status take_names(struct text_lines *l, struct names *names, struct name *each,
                              struct error *err)
{
    const char *s, *stop;
    char word[TEXT_QUOTE];

    while (text_lines_next(l, &s, &stop)) {
        if (names->count == LOSS_CLASSES)
            return fail_at(err, ERR_DATA, l->file, l->line, "more than %d names", LOSS_CLASSES);
        if (!names_line(s, stop, (double)l->line, &each[names->count++]))
            return fail_at(err, ERR_DATA, l->file, l->line, "no name of a label begins at '%s': a "
                           "line is NAME or LABEL NAME, a name 1 to %d printable characters "
                           "without a blank", text_quote(s, stop, word), NAME_ROOM - 1);
    }
    qsort(each, (size_t)names->count, sizeof *each, by_label);
    for (int k = 1; k < names->count; k++)
        if (each[k].label == each[k - 1].label)
            return fail_at(err, ERR_DATA, l->file, 0, "the label %.15g has two names, '%s' and "
                           "'%s'", each[k].label, each[k - 1].text, each[k].text);
    if (names->count == 0)
        return fail_at(err, ERR_DATA, l->file, 0, "there are no names: line k names the label k");
    return OK;
}

enum status names_read(const char *file, struct names *names, struct arena *arena,
                       struct error *err)
{
    struct text_lines lines;
    enum status status = text_lines_open(&lines, file, MOST_TEXT, "names of labels", err);
    struct name *each = arena_get(arena, LOSS_CLASSES, sizeof *each);

    *names = (struct names){.each = each};
    if (status == OK && !each)
        status = fail_memory(err, "the names");
    if (status == OK)
        status = take_names(&lines, names, each, err);
    text_lines_close(&lines);
    return status;
}

int names_find(const struct names *names, double label)
{
    const struct name wanted = {.label = label};
    const struct name *found = NULL;

    if (names->count > 0)
        found = bsearch(&wanted, names->each, (size_t)names->count, sizeof wanted, by_label);
    return found ? (int)(found - names->each) : -1;
}

bool names_of_words(const struct term_table *labels, struct names *names, struct arena *arena)
{
    names->each = arena_get(arena, labels->count, sizeof *names->each);
    names->count = names->each ? (int)labels->count : 0;
    for (int k = 0; k < names->count; k++) {
        const struct table_term *word = &labels->term[k];
        names->each[k].label = k + 1;
        memcpy(names->each[k].text, labels->bytes + word->at, word->length);
        names->each[k].text[word->length] = '\0';
    }
    return names->each;
}

const char *names_text(const struct names *names, double label, char text[NAME_ROOM])
{
    int k = names_find(names, label);

    if (k >= 0)
        return names->each[k].text;
    text_format(label, text, NAME_ROOM);
    return text;
}

enum status names_check(const struct names *names, const char *file, const struct targets *targets,
                        struct error *err)
{
    for (int k = 0; k < targets->classes; k++)
        if (names_find(names, targets->labels[k]) < 0)
            return fail_at(err, ERR_DATA, input_called(file), 0, "the label %.15g has no name: "
                           "name it in a line '%.15g NAME'", targets->labels[k],
                           targets->labels[k]);
    return OK;
}
