/* ranking - the rows of one qid are ordered by their scores; labels are grades, greater ones first,
 * and the answer is the score. */
#include <inttypes.h>

#include "base/input.h"
#include "data/groups.h"
#include "loss/set/ndcg.h"
#include "math/vec.h"
#include "task/evaluation.h"

/* What a loss of LOSS_GAINS cannot do: a label too large, a query too long. */
static enum status check_gains(const struct labels *in, const struct groups *queries,
                               struct error *err)
{
    const char *file = input_called(in->file), *name = in->loss->name;
    const struct dataset *data = in->data;

    for (int64_t i = 0; i < data->x.rows; i++)
        if (data->label[i] > GAINS_LABEL)
            return fail_at(err, ERR_DATA, file, dataset_line(data, i),
                           "label %.15g is above %d: loss '%s' gains 2^label - 1; number the "
                           "grades from 0 on, or train rank-pairs (-l)",
                           data->label[i], GAINS_LABEL, name);
    for (int64_t q = 0; q < queries->count; q++) {
        int64_t rows = queries->start[q + 1] - queries->start[q];
        if (rows > GAINS_ROWS)
            return fail_at(err, ERR_DATA, file, dataset_line(data, queries->start[q]),
                           "the query that begins here has %" PRId64 " rows: loss '%s' takes %d "
                           "at most; train rank-pairs (-l)",
                           rows, name, GAINS_ROWS);
    }
    return OK;
}

static enum status targets(const struct labels *in, struct targets *out, struct arena *arena,
                           struct error *err)
{
    const struct dataset *data = in->data;
    bool differ = false;

    (void)arena;
    for (int64_t i = 0; i < data->x.rows; i++) {
        if (data->label[i] < 0)
            return fail_at(err, ERR_DATA, input_called(in->file), dataset_line(data, i),
                           "label %.15g is below 0: loss '%s' takes grades of relevance, 0 or "
                           "more, greater ones first",
                           data->label[i], in->loss->name);
        differ = differ || (i > 0 && dataset_query(data, i) == dataset_query(data, i - 1) &&
                            data->label[i] != data->label[i - 1]);
    }
    if (!differ)
        return fail_at(err, ERR_DATA, input_called(in->file), 0,
                       "no query (qid) has two labels that differ: there is nothing to rank");
    vec_copy((size_t)data->x.rows, data->label, out->y);
    return in->loss->traits & LOSS_GAINS ? check_gains(in, &out->groups, err) : OK;
}

static bool answers(const struct decoder *d, const struct dataset *data, const double *decision,
                    double *answer)
{
    (void)d;
    vec_copy((size_t)data->x.rows, decision, answer);
    return true;
}

static bool add(struct evaluation *e, const struct answered *row)
{
    return !row->queried || ranking_add(&e->ranking, row->query, row->label, row->answer);
}

static bool figures(struct evaluation *e, struct figures *list)
{
    struct ranking_sums sums;

    if (!ranking_sums(&e->ranking, &sums))
        return false;
    figures_add(list, FIGURE_PAIRS, figures_ratio(sums.pairs, sums.with_pairs));
    figures_add(list, FIGURE_NDCG10, figures_ratio(sums.ndcg, sums.relevant));
    figures_add(list, FIGURE_MAP, figures_ratio(sums.precision, sums.relevant));
    return true;
}

const struct task task_ranking = {
    .title = "Losses of ranking, the lines of one qid: y_i > y_j if i is to be before j:",
    .decides = FIGURE_NDCG10,
    .targets = targets,
    .answers = answers,
    .add = add,
    .figures = figures,
};
