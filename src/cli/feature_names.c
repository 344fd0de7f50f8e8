/* feature_names - the file of -N: what the features of a text with indices are called. */
#include "cli/feature_names.h"

#include <string.h>

#include "base/memory.h"
#include "base/text.h"

enum { FIRST_NAMES = 1024 }; /* then twice as many each time */
static const size_t MOST_BYTES = SIZE_MAX / 4;
static const char vocabulary_head[] = "rrm-words 1";

static bool add(struct feature_names *f, size_t at, size_t length)
{
    void *to = f->at;
    size_t room = f->room > 0 ? 2 * f->room : FIRST_NAMES;

    if (f->count == f->room) {
        if (!mem_resized(&to, room, sizeof *f->at))
            return false;
        f->at = to;
        f->room = room;
    }
    f->at[f->count++] = (struct term_place){at, length};
    return true;
}

/* The lines behind the first one, which is [s, stop), and this. */
static enum status take_lines(struct feature_names *f, const char *s, const char *stop,
                              struct error *err)
{
    static const struct model_text shown = {.named = true};
    struct text_lines *l = &f->lines;
    char word[TEXT_QUOTE];

    f->bytes = l->bytes;
    do {
        size_t length = text_skip_blanks(s, stop) == stop ? 0 : (size_t)(stop - s);
        if (!model_name_good(&shown, s, length))
            return fail_at(err, ERR_DATA, l->file, l->line, "'%s' begins what is no name of a "
                           "feature, expected at most %d bytes without control characters",
                           text_quote(s, stop, word), FEATURE_WORD);
        if (!add(f, (size_t)(s - l->bytes), length))
            return fail_memory(err, "the names of features");
    } while (text_lines_next(l, &s, &stop));
    return OK;
}

/* A term that is too long for a name has none. */
static enum status take_vocabulary(struct feature_names *f, const char *file, struct error *err)
{
    const struct term_table *terms = &f->vocabulary.terms;
    enum status status = vocabulary_read(&f->vocabulary, file, err);

    f->bytes = terms->bytes;
    for (size_t k = 0; status == OK && k < terms->count; k++)
        if (!add(f, terms->term[k].at,
                 terms->term[k].length > FEATURE_WORD ? 0 : terms->term[k].length))
            status = fail_memory(err, "the names of features");
    return status;
}

enum status feature_names_read(struct feature_names *f, const char *file, struct error *err)
{
    enum status status = text_lines_open(&f->lines, file, MOST_BYTES, "names of features", err);
    const char *s, *stop;

    if (status != OK)
        return status;
    if (!text_lines_next(&f->lines, &s, &stop))
        return fail_at(err, ERR_DATA, f->lines.file, 0, "there are no names: line k names the "
                       "feature k");
    if ((size_t)(stop - s) != strlen(vocabulary_head) ||
        memcmp(s, vocabulary_head, strlen(vocabulary_head)) != 0)
        return take_lines(f, s, stop, err);
    if (strcmp(file, "-") == 0)
        return fail_at(err, ERR_DATA, f->lines.file, 0, "a vocabulary is read from a file, not "
                       "from standard input");
    return take_vocabulary(f, file, err);
}

bool feature_names_are_terms(const struct feature_names *f)
{
    return f->vocabulary.terms.count > 0;
}

void feature_names_free(struct feature_names *f)
{
    text_lines_close(&f->lines);
    vocabulary_free(&f->vocabulary);
    mem_free(f->at);
}

bool feature_names_index(const struct feature_names *f, bool from_zero, struct penalty_names *out,
                         struct arena *arena)
{
    struct term_table *t = &out->table;
    uint32_t *index = arena_get(arena, f->count, sizeof *index);

    for (size_t k = 0; index && k < f->count; k++) {
        size_t before = t->count;
        uint32_t name;
        if (f->at[k].length == 0)
            continue;
        name = term_table_put(t, f->bytes + f->at[k].at, f->at[k].length);
        if (name == TERM_NONE)
            return false;
        index[name] = t->count > before ? (uint32_t)(k + !from_zero) : TERM_NONE;
    }
    out->index = index;
    return index != NULL;
}

static bool name_words(struct model *m, const struct term_table *features)
{
    uint32_t count = model_feature_weights(m);
    bool done = true;

    m->text.named = true;
    for (uint32_t k = 0; k < count && done; k++) {
        const struct table_term *word = &features->term[m->index[k] - 1];
        done = model_name(m, k, features->bytes + word->at, word->length);
    }
    return done;
}

static bool name_indices(struct model *m, const struct feature_names *names)
{
    uint32_t count = model_feature_weights(m);
    bool done = true;

    m->text.named = true;
    for (uint32_t k = 0; k < count && done; k++) {
        size_t at = m->index[k] - 1;
        bool known = at < names->count && names->at[at].length > 0;
        done = known ? model_name(m, k, names->bytes + names->at[at].at, names->at[at].length)
                     : model_name(m, k, "", 0);
    }
    return done;
}

enum status feature_names_keep(const struct text_options *o, const struct dataset *data,
                               struct model *m, struct error *err)
{
    bool done = true;

    m->text.label_words = o->labels == TEXT_WORDS;
    m->text.feature_words = o->features == TEXT_WORDS;
    m->text.hash_bits = o->hash_bits;
    if (text_options_keep_words(o))
        done = name_words(m, &data->words->features);
    else if (o->names)
        done = name_indices(m, o->read);
    return done ? OK : fail_memory(err, "the names of features");
}
