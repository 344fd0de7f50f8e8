/* warnings - a run that can be done but is hardly what was meant: a line on standard error, with -q too. */
#ifndef RRM_WARNINGS_H
#define RRM_WARNINGS_H

#include "cli/train.h"

/* Before the training: labels of a classifier that look like numbers. */
void warnings_of_labels(const struct training *t);

#endif
