/* feature_names - the file of -N: what the features of a text with indices are called. */
#ifndef RRM_FEATURE_NAMES_H
#define RRM_FEATURE_NAMES_H

#include "base/text_lines.h"
#include "cli/options.h"
#include "model/model.h"
#include "terms/vocabulary.h"

/* Name k is that of index k + 1, here from 1; empty is {0}. */
struct feature_names {
    struct text_lines lines;      /* or */
    struct vocabulary vocabulary; /* holds the bytes */
    struct term_place *at;        /* in bytes; length 0: none */
    const char *bytes;
    size_t count, room;
};

/* Reads a name a line, or the vocabulary of rrm-words. ERR_DATA names file and line of what is no
 * name; ERR_SYSTEM: no such file, no memory. Free in any case. */
enum status feature_names_read(struct feature_names *names, const char *file, struct error *err);
void feature_names_free(struct feature_names *names);

/* Whether they are those of a vocabulary. */
bool feature_names_are_terms(const struct feature_names *names);

/* Those that files of single features may write, with their indices, which the arena holds. False:
 * no memory. */
bool feature_names_index(const struct feature_names *names, bool from_zero,
                         struct penalty_names *out, struct arena *arena);

/* What a model keeps of the text that it is for, with the names of its features: words of the data,
 * or those of a file. ERR_SYSTEM: no memory. */
enum status feature_names_keep(const struct text_options *text, const struct dataset *data,
                               struct model *model, struct error *err);

#endif
