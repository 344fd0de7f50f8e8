/* model_names - what the features of a model are called. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/input.h"
#include "base/memory.h"
#include "model/model.h"

enum { FIRST_NAMES = 256, FIRST_BYTES = 4096 }; /* then twice as many each time */

/* Makes room for `count` elements. False: no memory. */
static bool grow(void **array, size_t *room, size_t count, size_t first, size_t size)
{
    size_t more = *room > 0 ? 2 * *room : first;

    if (count <= *room)
        return true;
    more = more < count ? count : more;
    if (!mem_resized(array, more, size))
        return false;
    *room = more;
    return true;
}

bool model_name(struct model *m, uint32_t k, const char *s, size_t n)
{
    struct model_text *t = &m->text;
    void *name = t->name, *bytes = t->bytes;
    bool done = grow(&name, &t->name_room, (size_t)k + 1, FIRST_NAMES, sizeof *t->name);

    t->name = name;
    done = done && grow(&bytes, &t->room, t->used + n + 1, FIRST_BYTES, 1);
    t->bytes = bytes;
    if (!done)
        return false;
    t->name[k] = (struct term_place){t->used, n};
    memcpy(t->bytes + t->used, s, n);
    t->bytes[t->used + n] = '\0';
    t->used += n + 1;
    return true;
}

bool model_name_good(const struct model_text *text, const char *s, size_t n)
{
    bool good = n <= FEATURE_WORD;

    for (size_t k = 0; k < n && good; k++)
        good = (unsigned char)s[k] >= ' ' && s[k] != 0x7f;
    return good && (!text->feature_words || (n > 0 && words_end(s, s + n) == s + n));
}

enum status model_names(const struct model *m, const char *path, struct term_table *names,
                        struct error *err)
{
    const struct model_text *t = &m->text;
    uint32_t features = model_feature_weights(m);

    *names = (struct term_table){0};
    for (uint32_t k = 0; t->name && k < features; k++) {
        const char *s = t->bytes + t->name[k].at;
        uint32_t number = term_table_put(names, s, t->name[k].length);
        if (number == TERM_NONE)
            return fail_memory(err, "the names of features");
        if (number != k)
            return fail_at(err, ERR_DATA, input_called(path), 0, "two features are called '%.60s': "
                           "the file is damaged; copy it again or train again", s);
    }
    return OK;
}

/* The place of an index among those of the weights, or `count`. */
static uint32_t find(const uint32_t *index, uint32_t count, uint32_t wanted)
{
    uint32_t lo = 0, hi = count;

    while (lo < hi) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (index[mid] < wanted)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < count && index[lo] == wanted ? lo : count;
}

const char *model_feature_text(const struct model *m, uint32_t index, char text[MODEL_FEATURE])
{
    uint32_t count = model_feature_weights(m), k = m->text.name ? find(m->index, count, index)
                                                                : count;

    if (m->bias >= 0 && index == m->features + 1)
        return "bias";
    if (k < count && m->text.name[k].length > 0)
        return m->text.bytes + m->text.name[k].at;
    snprintf(text, MODEL_FEATURE, "%" PRIu32, index - m->text.from_zero);
    return text;
}
