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

/* ---- warnings of rrm-train, with -q too ------------------------------------------------------ */

/* Before the training: an engine that takes more than 1 GB, labels of a classifier that look like
 * numbers, labels of -w that do not occur, a qid that the loss ignores. */
void warnings_of_labels(const struct training *t);

/* Before it: no label of the held-out examples, from `file`, is one of the classes. */
void warning_of_held(const struct training *t, const struct dataset *held, const char *file);

/* Of the model that was written: it says the same of every example. */
void warnings_of_model(const struct training *t, const struct model *model);

#endif
