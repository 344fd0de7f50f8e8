/* model_words - what the readers of models share: the words of a line, room for weights. */
#ifndef RRM_MODEL_WORDS_H
#define RRM_MODEL_WORDS_H

#include "model/model.h"
#include "model/model_lines.h"

/* Takes the next word off the current line, [*word, *end), blanks around it; false: there is
 * none. */
bool model_word(struct model_lines *r, const char **word, const char **end);

/* The place of the word among names[count], or -1. */
int model_word_among(const char *word, const char *end, int count, const char *const names[]);

/* Takes the next word as a finite number; as a whole one in [lo, hi]. False: refused, as no value
 * of `what`. */
bool model_word_number(struct model_lines *r, const char *what, double *value);
bool model_word_whole(struct model_lines *r, const char *what, int64_t lo, int64_t hi,
                      int64_t *value);

/* As many numbers; of labels, different whole ones of 32 bits. */
bool model_word_numbers(struct model_lines *r, const char *what, size_t count, double *value);
bool model_word_labels(struct model_lines *r, int count, double *label);

/* Reads count numbers, blanks between them, that end at `end`; the largest may read as infinite. */
bool model_number_row(const char *s, const char *end, size_t count, double *number);

/* Refuses what is left of the current line, blanks aside. */
bool model_words_end(struct model_lines *r, const char *what);

/* Refuses what is left of the file, blank lines aside. */
void model_words_over(struct model_lines *r, const char *what);

/* The keys of another program's header, the last of which ends it; take: reads the rest of the
 * line of a key into model and header. due, unknown: what a refusal says was expected. */
struct model_keys {
    const char *const *name;
    int count;
    const char *due, *unknown;
    bool (*take)(struct model_lines *r, struct model *m, void *header, int key);
};

/* Reads lines of a key each, in any order, none twice, up to the last key; seen[count]: those that
 * came. False: refused. */
bool model_keys_read(struct model_lines *r, struct model *m, const struct model_keys *keys,
                     bool *seen, void *header);

/* A new array of the model's; NULL: refused, no memory. */
double *model_numbers(struct model_lines *r, size_t count);

/* Room for weight n, from 0, of `most` at most: a header's count is a claim, not yet a fact. False:
 * no memory. */
bool model_room(struct model_lines *r, struct model *m, size_t outputs, uint32_t n, uint32_t most,
                uint32_t *room);

/* Adds weights[outputs] of a feature above the last one, unless all are 0. */
bool model_add(struct model_lines *r, struct model *m, uint32_t index, size_t outputs,
               const double *weights, uint32_t *room);

/* What a model has of another program: of `type` there, trained for the loss. */
void model_foreign(struct model *m, const char *program, const char *type, const char *loss,
                   const char *regularizer);

/* The offset of a program that accepts z > rho, where z >= offset is accepted here: the number
 * next to rho. model_rho is its inverse. */
double model_offset(double rho);
double model_rho(double offset);

#endif
