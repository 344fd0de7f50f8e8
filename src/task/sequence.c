/* sequence - the labels of a sequence belong together: a score for each position and label, and one
 * for each transition from label to label; the answer is the labeling with the greatest score. */
#include "data/groups.h"
#include "loss/chain/chain.h"
#include "task/classes.h"

static size_t outputs(int classes)
{
    return (size_t)classes;
}

/* The transitions, from-major. */
static size_t offsets(int classes)
{
    return chain_own(classes);
}

/* The rows of the sequence that begins at row lo end before this one. */
static int64_t sequence_end(const struct dataset *data, int64_t lo)
{
    int64_t hi = lo + 1;

    while (hi < data->x.rows && dataset_query(data, hi) == dataset_query(data, lo))
        hi++;
    return hi;
}

static int64_t longest_sequence(const struct dataset *data)
{
    int64_t longest = 0;

    for (int64_t lo = 0, hi; lo < data->x.rows; lo = hi) {
        hi = sequence_end(data, lo);
        longest = hi - lo > longest ? hi - lo : longest;
    }
    return longest;
}

/* Viterbi's labeling of the sequence of the rows [lo, hi). */
static void decode(const struct decoder *d, const struct lattice *x, int64_t lo, int64_t hi,
                   const double *decision, struct chain_room *room, double *answer)
{
    size_t n = (size_t)(hi - lo);

    chain_nodes(x, n, decision + (size_t)lo * x->labels, room);
    chain_maximum(x, n, room);
    for (size_t t = 0; t < n; t++)
        answer[(size_t)lo + t] = d->labels[room->best[t]];
}

static bool answers(const struct decoder *d, const struct dataset *data, const double *decision,
                    double *answer)
{
    struct arena arena = {0};
    struct lattice x;
    struct chain_room room;
    bool done = lattice_init(&x, d->outputs, &arena) &&
                chain_room_init(&room, &x, (size_t)longest_sequence(data), &arena);

    if (done)
        lattice_maxima(&x, d->offsets);
    for (int64_t lo = 0, hi; done && lo < data->x.rows; lo = hi) {
        hi = sequence_end(data, lo);
        decode(d, &x, lo, hi, decision, &room, answer);
    }
    arena_free(&arena);
    return done;
}

static bool begin(struct evaluation *e)
{
    return class_figures_begin(e) && sequences_begin(&e->sequences, &e->d.facts.names);
}

static bool add(struct evaluation *e, const struct answered *row)
{
    sequences_add(&e->sequences, row->query, row->label, row->answer);
    return class_figures_add(e, row);
}

static bool figures(struct evaluation *e, struct figures *list)
{
    bool done = class_figures_list(e, list);

    sequences_figures(&e->sequences, list);
    return done;
}

const struct task task_sequence = {
    .title = "Losses of sequences, the lines of one qid: s(y) is the score of the labels y:",
    .decides = FIGURE_ACCURACY,
    .least = 2,
    .most = CHAIN_LABELS,
    .counts_groups = true,
    .transitions = true,
    .targets = classes_find,
    .outputs = outputs,
    .offsets = offsets,
    .answers = answers,
    .begin = begin,
    .add = add,
    .figures = figures,
};
