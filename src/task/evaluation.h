/* evaluation - what the figures need to know of rows, block by block. */
#ifndef RRM_EVALUATION_H
#define RRM_EVALUATION_H

#include "task/task.h"

/* Chunks of 32768 numbers, all but the last one full and sorted; none moves when another comes. An
 * empty one is {0}. */
struct numbers {
    double **chunk;
    size_t chunks, count;
    double *spare; /* a chunk, for sorting */
};

/* ---- ROC area -------------------------------------------------------------------------------- */

/* The area below the ROC curve of decisions that come one by one; an empty one is {0}. */
struct roc_area {
    struct numbers positive, negative; /* the decisions of the rows of either class */
    bool undefined;                    /* a decision is NaN */
};

/* False: no memory. */
bool roc_area_add(struct roc_area *r, double decision, bool positive);

/* *area = the share of the pairs (positive, negative) that the decisions put in the right order,
 * ties counting one half: the statistic U over n+ n- (Mann, Whitney 1947). Exact below 2^53 pairs.
 * NaN: a class is absent, or a decision is NaN. False: no memory. */
bool roc_area_value(struct roc_area *r, double *area);

void roc_area_free(struct roc_area *r);

/* ---- residuals ------------------------------------------------------------------------------- */

/* How far values are from labels, row by row: of n rows with labels y and answers a; an empty one
 * is {0}. */
struct residuals {
    double squared, absolute;   /* sum (a - y)^2, sum |a - y|, in the order of the rows */
    double first;               /* y_1 */
    double mean, spread;        /* of t_i = (y_i - y_1) / 2: mean t, sum (t_i - mean t)^2 */
    bool vary;                  /* not all y are the same */
    struct numbers distances;   /* |a - y|; their count is n */
};

/* False: no memory. */
bool residuals_add(struct residuals *r, double answer, double label);

/* *median of |a - y|: the middle one, or the mean of the two in the middle; NaN: there are none.
 * False: no memory. */
bool residuals_median(struct residuals *r, double *median);

/* R^2 = 1 - sum (a - y)^2 / sum (y - mean y)^2; NaN where the labels do not vary. */
double residuals_r2(const struct residuals *r);

void residuals_free(struct residuals *r);

/* ---- ranking --------------------------------------------------------------------------------- */

/* Of a query: label and score of a row, and its place in the query. */
struct ranked_row {
    double label, score;
    int64_t place;
};

/* Sums over queries. */
struct ranking_sums {
    double pairs, ndcg, precision;   /* shares of pairs in order, NDCG@10, average precisions */
    double with_pairs, relevant;     /* queries with labels that differ; with a label above 0 */
};

/* Rows that come one by one, those of a query behind one another; an empty one is {0}. Holds the
 * rows of one query, the last one. */
struct ranking {
    struct ranking_sums sums; /* of the queries before the last one */
    uint64_t query;
    struct ranked_row *row;
    size_t rows, room;
};

/* False: no memory. */
bool ranking_add(struct ranking *r, uint64_t query, double label, double score);

/* *sums: of all queries so far. Of rows with equal scores the lesser label counts as the one in
 * front, so that no tie flatters; in `pairs` a tie counts one half. A query without what a sum is
 * of adds nothing to it. NDCG: gains 2^y - 1, discounts log2(1 + place) (Burges et al., Learning to
 * rank using gradient descent, ICML 2005; Jaervelin, Kekaelaeinen 2002). False: no memory. */
bool ranking_sums(struct ranking *r, struct ranking_sums *sums);

void ranking_free(struct ranking *r);

/* ---- sequences ------------------------------------------------------------------------------- */

/* Of a tag: what its chunk is of, and whether a chunk always begins or ends with it. */
struct chunk_tag {
    int type; /* below 0: it is of no chunk */
    bool begins, ends;
};

/* Rows that come one by one, those of a sequence behind one another. */
struct sequence_counts {
    int64_t count, right; /* sequences; those before the last one without an error */
    uint64_t query;       /* of the last one */
    bool wrong;           /* it has an error */
    bool chunks;          /* a name is that of a tag of a chunk */
    struct names names;
    struct chunk_tag *tag; /* of each name */
    struct chunk_tag label, answer;                     /* of the last row */
    bool open;                                          /* a chunk of both began in one place */
    int64_t label_chunks, answer_chunks, right_chunks;  /* right: the same rows and type */
};

/* What the names stand in stays the caller's. False: no memory. */
bool sequences_begin(struct sequence_counts *s, const struct names *names);

void sequences_add(struct sequence_counts *s, uint64_t query, double label, double answer);

/* Adds the share of sequences without an error and, where names are tags, precision, recall and F1
 * of chunks. A tag is a letter and, behind '-', the type of its chunk: B, S and U begin a chunk;
 * E, L, S and U end theirs; I, M, E and L go on with one of their type that has not ended, or begin
 * one. Any other name is of no chunk. */
void sequences_figures(const struct sequence_counts *s, struct figures *list);

void sequences_free(struct sequence_counts *s);

/* The rows of a class, how many of them were answered right, and the rows with a label of the model
 * of which it was the answer. */
struct tally {
    double label;
    int place; /* of the label among those of the model */
    int64_t rows, right, said;
};

struct class_counts {
    int classes;
    struct tally *tally;    /* classes, their labels ascending */
    int64_t rows, right;    /* all rows, those whose answer is their label */
    int64_t known, places;  /* rows with a label of the model; places between label and answer */
    const double *costs;    /* of the answers, classes x classes by place; NULL: none */
    double cost;            /* their sum over the known rows */
    int64_t *pair;          /* of evaluation_pairs: (classes + 1) x classes; NULL: not counted */
};

/* right / said, right / rows, 2 right / (rows + said): the harmonic mean of both. */
double tally_precision(const struct tally *t);
double tally_recall(const struct tally *t);
double tally_f1(const struct tally *t);

/* ---- probabilities --------------------------------------------------------------------------- */

/* Rows by the probability p of an event: the positive one of two classes, or that the answer of
 * several is right. Bin k has those of k/BINS <= p < (k + 1)/BINS, the last one p = 1 too. */
enum { BINS = 10 };

struct reliability {
    double brier;             /* sum of squared distances */
    double probability[BINS]; /* sum of p */
    int64_t rows[BINS], events[BINS];
};

/* Adds a row of a label that the model knows, its class of place `own` in p[classes]; the event is
 * the class of place `said`. */
void reliability_add(struct reliability *r, size_t classes, const double *p, size_t own,
                     size_t said);

/* The Brier score: of two classes the mean of (p - y)^2, y = 1 for an event, else 0; of several
 * that of the sum over classes (Brier 1950). The expected calibration error: sum over bins of
 * |sum p - events|, over the rows (Guo et al., ICML 2017). NaN: there are no rows. */
double reliability_brier(const struct reliability *r);
double reliability_error(const struct reliability *r);

/* Of the rows so far. What grows with their number: 8 bytes a row for the ROC area of two classes,
 * or for the median of regression. */
struct evaluation {
    struct decoder d;
    bool probabilities;
    /* labels that are classes: */
    struct class_counts counts;
    bool two;           /* there are two, one of them positive */
    double positive;    /* its label */
    struct roc_area roc;
    double log_loss;    /* sum -log P(label) of the rows with a label of the model */
    struct reliability reliability; /* of the same */
    /* one class: */
    int64_t accepted;   /* rows taken to be of the class */
    bool others;        /* a label is neither +1 nor -1 */
    /* labels that are numbers: */
    struct residuals residuals;
    /* rows of queries: */
    struct ranking ranking;
    /* rows of sequences: */
    struct sequence_counts sequences;
};

/* A row with a label, and what the model says of it. */
struct answered {
    double label, answer;
    uint64_t query;
    bool queried;              /* the row has a query */
    const double *decision;    /* outputs */
    const double *probability; /* classes; NULL: not known */
};

/* d's arrays stay the caller's, as long as e is used. probabilities: those of each row will be
 * given. ERR_SYSTEM: no memory, and e needs no evaluation_free. */
enum status evaluation_init(struct evaluation *e, const struct decoder *d, bool probabilities,
                            struct error *err);

/* Before the first rows: of k classes each pair of label and answer is counted, too, in 8 k (k + 1)
 * bytes, at most 134 MB, of which pages without a pair that occurs are not touched. ERR_SYSTEM: no
 * memory. */
enum status evaluation_count_pairs(struct evaluation *e, struct error *err);

/* Then how many rows have the label of place `label` in e->counts.tally, or one that the model does
 * not know if it is e->counts.classes, and the answer of place `answer` there. */
int64_t evaluation_pairs(const struct evaluation *e, int label, int answer);

/* Counts the rows of the data, whose answer[rows], decision[rows x outputs] and, with
 * probabilities, probability[rows x classes] are given. A row whose label is NaN counts in no
 * figure; one whose label the model does not know is wrong in the accuracy and left out of all
 * others. Rows count one by one: the figures are the same to the last bit however they are cut
 * into blocks. ERR_SYSTEM: no memory. */
enum status evaluation_add(struct evaluation *e, const struct dataset *data, const double *answer,
                           const double *decision, const double *probability, struct error *err);

/* *list = the figures of the rows so far; without rows the same ones, but NaN. ERR_SYSTEM: no
 * memory. */
enum status evaluation_figures(struct evaluation *e, struct figures *list, struct error *err);

void evaluation_free(struct evaluation *e);

#endif
