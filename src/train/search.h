/* search - the cost C that is best in cross-validation, among costs that double, each from the
 * solutions of the one before (Chu, Ho, Tsai, Lin, Lin: Warm Start for Parameter Selection of
 * Linear Classifiers, KDD 2015). */
#ifndef RRM_SEARCH_H
#define RRM_SEARCH_H

#include "train/cost_range.h"
#include "train/cross.h"

/* The cost behind one of a list, as it reads with 15 digits: 1e-6 * 10 is 1e-5. */
double cost_behind(double cost, double factor);

/* Those of a cost beside those of the cost before. */
enum solutions {
    OTHER,      /* of a fold at least */
    SAME,
    SAME_SO_FAR /* to a gap above the tolerance */
};

struct search_cost {
    double cost;
    double figure, deviation; /* the one that decides: over all rows if cross_pooled, else the mean
                               * over the folds */
    const double *each;       /* of the folds, in the arena of cross */
    double error;             /* of the mean: deviation / sqrt(folds) */
    double gap;               /* the largest of the folds, as a share of |J| */
    double primal;            /* J, the mean over the folds */
    double passes, nonzeros;  /* means over the folds */
    int unmet;                /* folds that have not met their tolerance, if there is one */
    enum solutions solutions;
};

/* Why no greater cost was tried. */
enum search_end {
    SEARCH_GOES_ON,
    SEARCH_UNMOVED, /* the solutions do not change any more */
    SEARCH_FALLEN,  /* the figure has fallen for good */
    SEARCH_MOST,    /* the largest cost that is worth a trial */
    SEARCH_LISTED,  /* the last of those that were given */
    SEARCH_TIME,
    SEARCH_INTERRUPTED
};

struct search {
    struct cross *cross;    /* the caller's, which restarts, as are these */
    enum figure_id decides;
    double start;           /* the first cost; 0: least_cost */
    double factor;          /* so many costs, each so many times the one before; count = 0: costs */
    int count;              /* that double, to the end */
    bool smallest;          /* the smallest cost within a standard error of the best figure is best,
                             * (Breiman, Friedman, Olshen, Stone: CART, 1984, 3.4.3) */
    void (*tell)(void *context, const struct search *s, const struct search_cost *at); /* or NULL */
    void *context;

    struct search_cost best, last;
    struct search_cost top;    /* of the best figure */
    struct search_cost *tried; /* costs, in the arena of cross */
    int costs, unmet;          /* tried; that have folds which did not meet the tolerance */
    double flat;               /* costs up to there have the figure of the first; 0: none has */
    int unmoved;               /* doublings in a row that left the solutions as they were */
    double begin, limit;       /* clock; seconds of the recipe */
    double seconds;         /* of the recipe's, left for a training on all rows */
    enum search_end end;
};

/* Tries costs until the end and leaves the best one: of those whose folds all met their tolerance,
 * or of all if there is none, the smallest that no other is better than. From a start of its own,
 * costs whose figure is that of the first ones are passed over in larger steps. Costs that double
 * past the best one are minimised to a gap of 3 % of J, and on to the tolerance where the figure is
 * the best one then. They end where the figure has fallen: past the best one it was below that,
 * FALLEN doublings in a row, by more than the standard error of the difference, fold by fold. Under
 * the seconds of the recipe a share is left for a training on all rows. An interrupt ends it: what
 * is not done of a cost then counts for nothing. The errors of cross_run; ERR_USAGE: the data do
 * not define the figure that decides; ERR_SYSTEM: an interrupt came before the first cost was
 * done. */
enum status search_run(struct search *s, struct error *err);

#endif
