/* figures - how good predictions are, as a list of name and value: what prints, averages or
 * compares figures needs to know nothing else of them. */
#ifndef RRM_FIGURES_H
#define RRM_FIGURES_H

#include <stdbool.h>
#include <stdint.h>

/* What can be told of predictions; see figures_row. */
enum figure_id {
    FIGURE_ACCURACY,
    FIGURE_BALANCED_ACCURACY,
    FIGURE_MACRO_F1,
    FIGURE_LOG_LOSS,
    FIGURE_BRIER,
    FIGURE_CALIBRATION_ERROR,
    FIGURE_MEAN_COST,
    FIGURE_POSITIVE_LABEL,
    FIGURE_ROC_AREA,
    FIGURE_PRECISION,
    FIGURE_RECALL,
    FIGURE_F1,
    FIGURE_ACCEPTED,
    FIGURE_MEAN_SQUARED_ERROR,
    FIGURE_MEAN_ABSOLUTE_ERROR,
    FIGURE_MEDIAN_ABSOLUTE_ERROR,
    FIGURE_R2,
    FIGURE_PAIRS,
    FIGURE_NDCG10,
    FIGURE_MAP,
    FIGURE_SEQUENCES,
    FIGURE_CHUNK_PRECISION,
    FIGURE_CHUNK_RECALL,
    FIGURE_CHUNK_F1,
    FIGURE_IDS
};

enum figure_kind {
    FIGURE_NUMBER,
    FIGURE_PERCENT,
    FIGURE_SHARE, /* a percentage: 100 count / of */
    FIGURE_LABEL  /* a label of the data: it says what the figures behind it are about */
};

enum figure_better {
    BETTER_NEITHER, /* nothing to choose by */
    BETTER_GREATER,
    BETTER_SMALLER
};

/* Rows of two classes by their class and their answer, in weight. */
struct cut_counts {
    double true_positive, false_positive, false_negative, true_negative;
};

struct figure_row {
    const char *name; /* as it is printed */
    const char *key;  /* as the command line and JSON name it */
    enum figure_kind kind;
    enum figure_better better;
    bool probable; /* it is of probabilities */
    /* Its value, by which a threshold of two classes can be chosen; NULL: a threshold does not move
     * it, or has it best at one end whatever the rows. */
    double (*of_cut)(const struct cut_counts *c);
};

struct figure {
    enum figure_id id;
    double value;      /* NaN: the labels do not define it, as the ROC area of a single class */
    int64_t count, of; /* FIGURE_SHARE */
};

/* In the order in which they are printed; an empty list is {0}. */
struct figures {
    int count;
    struct figure figure[FIGURE_IDS];
};

const struct figure_row *figures_row(enum figure_id id);

/* *id = that of the figure with this key; false: there is none. */
bool figures_read(const char *key, enum figure_id *id);

/* The keys, separated by commas; returns text. */
enum { FIGURES_KEYS = 512 };
const char *figures_keys(char text[FIGURES_KEYS]);

/* Each adds a figure. */
void figures_add(struct figures *list, enum figure_id id, double value);
void figures_share(struct figures *list, enum figure_id id, int64_t count, int64_t of);

/* a / b; NaN unless b > 0. */
double figures_ratio(double a, double b);

/* The figure of that id, or NULL. */
const struct figure *figures_find(const struct figures *list, enum figure_id id);

/* True if a is the better value of the figure; any number is better than NaN. */
bool figures_better(enum figure_id id, double a, double b);

#endif
