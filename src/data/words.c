/* words - what stands in a file in place of numbers. */
#include <stdlib.h>

#include "base/memory.h"
#include "data/dataset.h"

void words_free(struct words *words)
{
    term_table_free(&words->labels);
    term_table_free(&words->features);
}

bool words_put(struct term_table *all, const struct term_table *found, double *label,
               uint32_t *feature)
{
    for (size_t k = 0; k < found->count; k++) {
        const struct table_term *word = &found->term[k];
        uint32_t number = term_table_put(all, found->bytes + word->at, word->length);
        if (number == TERM_NONE)
            return false;
        if (label)
            label[k] = number;
        else
            feature[k] = number;
    }
    return true;
}

/* A label and its number, for qsort. */
struct label_word {
    const char *s;
    size_t length, number;
};

static int by_bytes(const void *a, const void *b)
{
    const struct label_word *x = a, *y = b;

    return term_compare(x->s, x->length, y->s, y->length);
}

bool words_rank(struct words *words, int64_t rows, double *label)
{
    size_t count = words->labels.count;
    const struct term_table *was = &words->labels;
    struct label_word *word = mem_alloc(count, sizeof *word);
    double *rank = mem_alloc(count, sizeof *rank);
    struct term_table now = {0};
    bool done = word && rank;

    for (size_t k = 0; done && k < count; k++)
        word[k] = (struct label_word){was->bytes + was->term[k].at, was->term[k].length, k};
    if (done)
        qsort(word, count, sizeof *word, by_bytes);
    for (size_t k = 0; done && k < count; k++) {
        done = term_table_put(&now, word[k].s, word[k].length) != TERM_NONE;
        rank[word[k].number] = (double)(k + 1);
    }
    for (int64_t i = 0; done && i < rows; i++)
        label[i] = rank[(size_t)label[i]];
    mem_free(word);
    mem_free(rank);
    term_table_free(&words->labels);
    words->labels = now;
    return done;
}
