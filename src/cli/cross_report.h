/* cross_report - what rrm-train -v tells: the figures of each fold, their mean and spread. */
#ifndef RRM_CROSS_REPORT_H
#define RRM_CROSS_REPORT_H

#include <stdio.h>

#include "train/cross.h"

/* Before the run: of many classes, one has all its examples in one fold. */
void cross_report_absent(const struct cross *c);

/* Of each fold that is done a line on its training and its figures, "fold K: ..." each. */
void cross_report_folds(FILE *out, const struct cross *c);

/* A line for each figure: its mean over the folds that define it, and the standard deviation; then
 * what LIBLINEAR's -v prints. Failures stay in the stream. */
void cross_report_means(FILE *out, const struct cross *c);

/* The warnings that folds have not met the tolerance, or are not done. */
void cross_report_warnings(const struct cross *c);

#endif
