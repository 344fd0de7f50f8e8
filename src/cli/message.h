/* message - lines for the user on standard error: errors, and what can be done but is hardly what
 * was meant. */
#ifndef RRM_MESSAGE_H
#define RRM_MESSAGE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct dataset;
struct model;
struct training;

/* Flushes standard output and returns standard error: where both are one file, its lines stand in
 * the order of events. */
FILE *message_stream(void);

/* Prints "PROGRAM: TEXT" and a line end on standard error. A failure is not checked: there is no
 * other place to tell it. */
void message(const char *program, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- warnings, with -q too ------------------------------------------------------------------- */

/* Before the training: labels of a classifier that look like numbers, labels of -w that do not
 * occur, a qid that the loss ignores. */
void warnings_of_labels(const struct training *t);

/* Of the model that was written: it says the same of every example. */
void warnings_of_model(const struct training *t, const struct model *model);

/* Before a prediction: classes of the model at `path` have not met the tolerance; it says the same
 * of every example. */
void warnings_of_prediction(const char *path, const struct model *model);

/* What the rows of a test file have shown so far; at first all but `constant` is 0. */
struct test_seen {
    bool constant;      /* model_is_constant */
    bool rows, entries; /* there are */
    bool weighs;        /* a feature has a weight in the model */
    bool labelled;      /* a row has a label, the first one `label` */
    bool known;         /* a label is one of the model's classes */
    double label;
    bool varies;        /* an answer is not that of the first row, `answer` */
    double answer;
    int64_t answers;    /* up to there; of these one is */
    bool wrong, bare;   /* not the label; without a label */
};

/* answer: of each of the rows. */
void warnings_see(struct test_seen *seen, const struct model *model, const struct dataset *rows,
                  const double *answer);

/* After the last row: the model says the same of every example; with figures, its classes are not
 * those of the file. test and path are the names of the file and the model as they were given. */
void warnings_of_test(const char *test, const struct test_seen *seen, const char *path,
                      const struct model *model, bool figures);

/* As well, if answers are written: all are the same, but not all are right, or they are many and no
 * label tells. Not of one class, where most are, nor behind another warning that says it. */
void warnings_of_answers(const char *test, const struct test_seen *seen,
                         const struct model *model);

#endif
