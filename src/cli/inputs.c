/* inputs - what rrm-train reads: the files of its options, the data, held-out ones, a start. */
#include "cli/inputs.h"

#include <math.h>
#include <string.h>

#include "base/input.h"
#include "data/rows/scaling.h"
#include "data/text/row_facts.h"
#include "data/text/source.h"
#include "task/names.h"
#include "train/training.h"

enum status inputs_files(struct options *o, struct inputs *in, struct recipe *recipe,
                              struct arena *arena, struct error *err)
{
    const struct text_options *text = &o->text;
    bool named = text->names || text_options_keep_words(text);
    enum status status = OK;

    o->text.read = &in->names;
    if (text->names)
        status = feature_names_read(&in->names, text->names, err);
    if (status == OK && text->first == FIRST_0 && feature_names_are_terms(&in->names))
        status = fail_at(err, ERR_DATA, input_called(text->names), 0, "a vocabulary numbers its "
                         "words from 1: leave -o first=0 out");
    if (status == OK && text->names && recipe->reg->traits & REG_COLUMNS &&
        !feature_names_index(&in->names, text->first == FIRST_0, &in->called, arena))
        status = fail_memory(err, "the names of features");
    if (status != OK)
        return status;
    return recipe_read_files(recipe, named ? &in->called : NULL, arena, err);
}

enum status inputs_words(struct recipe *recipe, const struct options *o,
                              const struct dataset *data, struct arena *arena, struct error *err)
{
    const struct term_table *labels = o->text.labels == TEXT_WORDS ? &data->words->labels : NULL;

    if (text_options_keep_words(&o->text) &&
        penalty_words(recipe->files.penalties, &data->words->features, err) != OK)
        return ERR_DATA;
    if (!labels)
        return OK;
    for (int k = 0; k < recipe->weights.count; k++) {
        struct class_weight *w = &o->weights[k];
        uint32_t found = term_table_find(labels, w->text,
                                         (size_t)(strrchr(w->text, ':') - w->text));
        w->label = found == TERM_NONE ? NAN : (double)found + 1;
    }
    return names_of_words(labels, &recipe->files.names, arena) ? OK
                                                               : fail_memory(err, "the labels");
}

/* A model to start from: one of words has other numbers for them, one of other indices too. */
static enum status load_start(const char *path, bool from_zero, struct model *first,
                              struct error *err)
{
    enum status status = model_load(path, first, err);

    if (status == OK && (first->text.label_words || first->text.feature_words))
        status = fail_at(err, ERR_DATA, input_called(path), 0, "a model of words is none to start "
                         "from: its numbers for them may be others: leave -i out");
    if (status == OK && first->text.from_zero != from_zero)
        status = fail_at(err, ERR_DATA, input_called(path), 0, "the indices of this model begin at "
                         "%d, those of the training file at %d: -o first=%d says where",
                         !first->text.from_zero, !from_zero, !first->text.from_zero);
    return status;
}

/* As -o rows and scale ask. */
static enum status scale_data(const struct options *o, struct dataset *data, struct arena *arena,
                              struct error *err)
{
    int columns = o->scaling.columns;
    bool unit = o->scaling.rows == ROWS_UNIT;

    if (!unit && columns <= 1)
        return OK;
    return scaling_apply(data, unit, columns > 0 ? (enum scale_columns)(columns - 1) : SCALE_NONE,
                         o->data, arena, err);
}

enum status inputs_read(const struct options *o, const struct par *par, struct inputs *in,
                               struct arena *arena, struct error *err)
{
    const char *held = o->judging.held;
    enum status status = OK;

    if (o->start)
        status = load_start(o->start, o->text.first == FIRST_0, &in->start, err);
    if (status == OK)
        status = dataset_open(o->data, training_reads(&o->recipe) |
                              text_options_flags(&o->text), par, &in->data, err);
    if (status == OK && o->scaling.row_facts)
        status = row_facts_read(o->scaling.row_facts, &in->data, o->data, &in->facts, err);
    if (status == OK && o->scaling.row_facts)
        in->data.facts = &in->facts;
    if (status == OK)
        status = scale_data(o, &in->data, arena, err);
    if (status == OK && held)
        status = dataset_open(held, DATASET_COMPACT | text_options_flags(&o->text), par, &in->held,
                              err);
    return status;
}

void inputs_free(struct inputs *in)
{
    model_free(&in->start);
    dataset_free(&in->data);
    dataset_free(&in->held);
    row_facts_free(&in->facts);
    feature_names_free(&in->names);
    term_table_free(&in->called.table);
}
