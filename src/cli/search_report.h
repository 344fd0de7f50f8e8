/* search_report - what rrm-train -C tells: a line for each cost, and the best one. */
#ifndef RRM_SEARCH_REPORT_H
#define RRM_SEARCH_REPORT_H

#include <stdio.h>

#include "train/search.h"

/* The names of the columns; a line of the table, which is flushed. Failures stay in the stream. */
void search_report_header(FILE *out, const struct search *s);
void search_report_cost(FILE *out, const struct search *s, const struct search_cost *at);

/* Why the search ended, and the best cost. */
void search_report_best(FILE *out, const struct search *s);

/* The warnings that folds have not met the tolerance, or that a greater cost may be better. */
void search_report_warnings(const struct search *s);

#endif
