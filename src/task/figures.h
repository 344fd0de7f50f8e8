/* figures - how good predictions are, as a list of name and value: what prints, averages or
 * compares figures needs to know nothing else of them. */
#ifndef RRM_FIGURES_H
#define RRM_FIGURES_H

#include <stdint.h>

enum figure_kind {
    FIGURE_NUMBER,
    FIGURE_PERCENT,
    FIGURE_SHARE, /* a percentage: 100 count / of */
    FIGURE_LABEL  /* a label of the data: it says what the figures behind it are about */
};

struct figure {
    const char *name;
    enum figure_kind kind;
    double value;      /* NaN: the labels do not define it, as the ROC area of a single class */
    int64_t count, of; /* FIGURE_SHARE */
};

enum { FIGURES = 16 }; /* at most so many a task */

/* In the order in which they are printed; an empty list is {0}. */
struct figures {
    int count;
    struct figure figure[FIGURES];
};

/* Each adds a figure; the name is a literal. */
void figures_number(struct figures *list, const char *name, double value);
void figures_percent(struct figures *list, const char *name, double percent);
void figures_share(struct figures *list, const char *name, int64_t count, int64_t of);
void figures_label(struct figures *list, const char *name, double label);

/* a / b; NaN unless b > 0. */
double figures_ratio(double a, double b);

/* The figure of that name, or NULL. */
const struct figure *figures_find(const struct figures *list, const char *name);

#endif
