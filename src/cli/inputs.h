/* inputs - what rrm-train reads: the files of its options, the data, held-out ones, a start. */
#ifndef RRM_INPUTS_H
#define RRM_INPUTS_H

#include "cli/options.h"
#include "cli/feature_names.h"
#include "model/model.h"

/* {0}, but for what is read. */
struct inputs {
    struct dataset data, held;
    struct row_facts facts; /* of the data, if they have a file of their own */
    struct feature_names names; /* of -N */
    struct penalty_names called; /* what the files of the recipe call features */
    struct model start;
};

/* The file of -N, whose names o->text.read becomes, and those that the recipe names. The errors of
 * their readers. */
enum status inputs_files(struct options *o, struct inputs *in, struct recipe *recipe,
                         struct arena *arena, struct error *err);

/* The start, the data with what is known of their rows, scaled as the options ask, and the held-out
 * examples. The errors of their readers. */
enum status inputs_read(const struct options *o, const struct par *par, struct inputs *in,
                        struct arena *arena, struct error *err);

/* The words of labels become their names, and those of -w their numbers, NaN where no example has
 * them; those of features in files of the recipe become indices. ERR_DATA: no example has one of
 * these; ERR_SYSTEM: no memory. */
enum status inputs_words(struct recipe *recipe, const struct options *o,
                         const struct dataset *data, struct arena *arena, struct error *err);

void inputs_free(struct inputs *in);

#endif
