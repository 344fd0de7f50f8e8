/* svmlight_entries - the entries of a line, eight digits at a time in a word of 64 bits. */
#include "data/svmlight_entries.h"

#include "data/svmlight_entry.h"

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

static const char *take_binary(struct chunk *c, const char *p, uint32_t *last)
{
    return take_entries(c, p, last, CSR_BINARY);
}

static const char *take_float(struct chunk *c, const char *p, uint32_t *last)
{
    return take_entries(c, p, last, CSR_FLOAT);
}

static const char *take_decimal(struct chunk *c, const char *p, uint32_t *last)
{
    return take_entries(c, p, last, CSR_DECIMAL);
}

static const char *take_double(struct chunk *c, const char *p, uint32_t *last)
{
    return take_entries(c, p, last, CSR_DOUBLE);
}

const struct svmlight_entries svmlight_entries_baseline = {
    .take = {[CSR_BINARY] = take_binary,
             [CSR_FLOAT] = take_float,
             [CSR_DECIMAL] = take_decimal,
             [CSR_DOUBLE] = take_double}};

const struct svmlight_entries *svmlight_entries(void)
{
    const struct svmlight_entries *vectors = svmlight_entries_vectors();

    return vectors ? vectors : &svmlight_entries_baseline;
}
