/* chunk_words - the words of a chunk become numbers. */
#include <math.h>

#include "base/memory.h"
#include "data/text/chunk.h"

/* Makes room for `count` elements, at least twice what there was. False: no memory. */
static bool reserve(void **array, size_t *room, size_t count, size_t size)
{
    size_t more = count < 2 * *room ? 2 * *room : count;

    if (count <= *room)
        return true;
    mem_free(*array);
    *array = mem_alloc(more, size);
    *room = *array ? more : 0;
    return *array;
}

bool chunk_words_reserve(struct chunk *c)
{
    struct chunk_words *w = &c->words;
    void *label_as = w->label_as, *feature_as = w->feature_as;
    bool done = reserve(&label_as, &w->label_room, w->found.labels.count, sizeof *w->label_as) &&
                reserve(&feature_as, &w->feature_room, w->found.features.count,
                        sizeof *w->feature_as);

    w->label_as = label_as;
    w->feature_as = feature_as;
    return done;
}

/* The row of n entries from k on; c->held had room for them when it was read. */
static void rename_row(struct chunk *c, const struct csr *x, int64_t k, uint32_t n)
{
    c->held.count = 0;
    for (uint32_t i = 0; i < n; i++)
        c->held.at[c->held.count++] = (struct chunk_entry){
            c->words.feature_as[c->col[k + i]], csr_value(x, k + i)};
    chunk_sort_held(c);
    for (uint32_t i = 0; i < n; i++) {
        c->col[k + i] = c->held.at[i].index;
        storage_put(c->storage, c->value, (size_t)k + i, c->held.at[i].value);
    }
}

void chunk_words_rename(struct chunk *c)
{
    const struct csr x = {.storage = c->storage.kind, .value = c->value,
                          .places = c->storage.places};
    int64_t k = 0;

    for (int64_t i = 0; c->form.label_words && i < c->rows; i++)
        if (!isnan(c->label[i]))
            c->label[i] = c->words.label_as[(size_t)c->label[i]];
    for (int64_t i = 0; c->form.feature_words && c->form.hash_bits == 0 && i < c->rows; i++) {
        rename_row(c, &x, k, c->length[i]);
        k += c->length[i];
    }
}
