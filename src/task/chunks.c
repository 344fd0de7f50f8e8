/* chunks - how many sequences are answered without an error, and how many of their chunks: of the
 * tags B-NP, I-NP, O a chunk is B-NP and the I-NP behind it (Tjong Kim Sang, Buchholz, CoNLL 2000;
 * their program conlleval). */
#include <string.h>

#include "base/memory.h"
#include "task/evaluation.h"
#include "task/names.h"

enum { OUTSIDE = -1 }; /* the type of a tag of no chunk */

static const struct chunk_tag outside = {.type = OUTSIDE};

/* The kind of chunk that a tag is of, "NP" of "B-NP", "" of "B"; NULL: of none. */
static const char *type_of(const char *name)
{
    if (!strchr("BIMELSU", name[0]) || (name[1] != '\0' && name[1] != '-'))
        return NULL;
    return name[1] == '-' ? name + 2 : "";
}

/* The number of a type: the first name of that type. */
static int number_of(const struct names *names, const char *type)
{
    int k = 0;
    const char *of = type_of(names->each[k].text);

    while (!of || strcmp(of, type) != 0)
        of = type_of(names->each[++k].text);
    return k;
}

static struct chunk_tag tag_of(const struct names *names, const char *name)
{
    const char *type = type_of(name);

    if (!type)
        return outside;
    return (struct chunk_tag){.type = number_of(names, type),
                              .begins = strchr("BSU", name[0]) != NULL,
                              .ends = strchr("ELSU", name[0]) != NULL};
}

bool sequences_begin(struct sequence_counts *s, const struct names *names)
{
    *s = (struct sequence_counts){.names = *names, .label = outside, .answer = outside};
    if (names->count == 0)
        return true;
    s->tag = mem_alloc((size_t)names->count, sizeof *s->tag);
    for (int k = 0; s->tag && k < names->count; k++) {
        s->tag[k] = tag_of(names, names->each[k].text);
        s->chunks = s->chunks || s->tag[k].type != OUTSIDE;
    }
    return s->tag != NULL;
}

/* The tag of a label; of one without a name that of a chunk of its own, which no answer is. */
static struct chunk_tag tag_at(const struct sequence_counts *s, double label)
{
    int k = names_find(&s->names, label);

    return k < 0 ? (struct chunk_tag){.type = s->names.count, .begins = true, .ends = true}
                 : s->tag[k];
}

/* Whether a chunk, or a gap between chunks, ends between two tags. */
static bool breaks(struct chunk_tag before, struct chunk_tag tag)
{
    return before.type != tag.type || before.ends || tag.begins;
}

/* The next tags: a chunk of both that began in the same place is right if it ends in the same. */
static void step(struct sequence_counts *s, struct chunk_tag label, struct chunk_tag answer)
{
    bool of_labels = breaks(s->label, label), of_answers = breaks(s->answer, answer);

    s->right_chunks += s->open && of_labels && of_answers;
    s->open = s->open && !of_labels && !of_answers;
    s->label_chunks += of_labels && label.type != OUTSIDE;
    s->answer_chunks += of_answers && answer.type != OUTSIDE;
    if (of_labels && of_answers && label.type == answer.type)
        s->open = label.type != OUTSIDE;
    s->label = label;
    s->answer = answer;
}

static void end_sequence(struct sequence_counts *s)
{
    step(s, outside, outside);
    s->right += s->count > 0 && !s->wrong;
    s->wrong = false;
}

void sequences_add(struct sequence_counts *s, uint64_t query, double label, double answer)
{
    if (s->count == 0 || query != s->query) {
        end_sequence(s);
        s->count++;
    }
    s->query = query;
    s->wrong = s->wrong || label != answer;
    if (s->chunks)
        step(s, tag_at(s, label), tag_at(s, answer));
}

void sequences_figures(const struct sequence_counts *s, struct figures *list)
{
    struct sequence_counts all = *s;

    end_sequence(&all);
    figures_share(list, FIGURE_SEQUENCES, all.right, all.count);
    if (!all.chunks)
        return;
    figures_add(list, FIGURE_CHUNK_PRECISION,
                figures_ratio((double)all.right_chunks, (double)all.answer_chunks));
    figures_add(list, FIGURE_CHUNK_RECALL,
                figures_ratio((double)all.right_chunks, (double)all.label_chunks));
    figures_add(list, FIGURE_CHUNK_F1,
                figures_ratio(2 * (double)all.right_chunks,
                              (double)all.answer_chunks + (double)all.label_chunks));
}

void sequences_free(struct sequence_counts *s)
{
    mem_free(s->tag);
    s->tag = NULL;
}
