/* svmlight_entries - the entries of a line, eight digits at a time in a word of 64 bits. */
#include "data/text/svmlight_entries.h"

#include "data/text/svmlight_entry.h"

__attribute__((always_inline)) static inline const char *
take_entries(struct chunk *c, const char *p, uint32_t *before, enum csr_storage kind)
{
    int64_t k = c->entries;
    uint32_t last = *before;

    while (*p != '\n') {
        const char *behind = take_entry(c, p, kind, &k, &last);
        if (!behind)
            break;
        p = behind + (*behind == ' ');
    }
    *before = last;
    c->entries = k;
    return p;
}

ENTRIES_TABLE(svmlight_entries_baseline)

const struct svmlight_entries *svmlight_entries(void)
{
    const struct svmlight_entries *vectors = svmlight_entries_vectors();

    return vectors ? vectors : &svmlight_entries_baseline;
}
