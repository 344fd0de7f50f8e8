/* warnings - a run that can be done but is hardly what was meant: a line on standard error, with
 * -q too. */
#ifndef RRM_WARNINGS_H
#define RRM_WARNINGS_H

#include <stdbool.h>

struct dataset;
struct model;
struct training;

/* Before the training: labels of a classifier that look like numbers, labels of -w that do not
 * occur. */
void warnings_of_labels(const struct training *t);

/* Of the model that was written: it says the same of every example. */
void warnings_of_model(const struct training *t, const struct model *model);

/* Before a prediction: classes of the model have not met the tolerance; the model says the same of
 * every example, or of those in this file; with figures, its classes are not those of the file.
 * test and path are the names of the file and the model as they were given. */
void warnings_of_prediction(const char *test, const struct dataset *data, const char *path,
                            const struct model *model, bool figures);

#endif
