/* names - what labels are called: the tags B-NP, I-NP, O of sequences, words. */
#ifndef RRM_NAMES_H
#define RRM_NAMES_H

#include "base/arena.h"
#include "base/status.h"
#include "task/task.h"

/* Reads `NAME` or `LABEL NAME` from the line [s, stop): label says that of the first form. Returns
 * whether the line is one of them, with blanks between, and NAME fits. */
bool names_line(const char *s, const char *stop, double label, struct name *name);

/* Reads a name a line, in line k = 1, 2, ... that of the label k where none stands before it. The
 * arena holds names->each. ERR_DATA names file and line: a line that is no name, a label that comes
 * twice, more than LOSS_CLASSES lines, none; ERR_SYSTEM: no such file, no memory. */
enum status names_read(const char *file, struct names *names, struct arena *arena,
                       struct error *err);

/* ERR_DATA: a label of targets has no name in the file. */
enum status names_check(const struct names *names, const char *file, const struct targets *targets,
                        struct error *err);

/* The words of a data set as names; the arena holds them. False: no memory. */
bool names_of_words(const struct term_table *labels, struct names *names, struct arena *arena);

/* The name of a label or, where it has none, the number; returns it, perhaps in text. */
const char *names_text(const struct names *names, double label, char text[NAME_ROOM]);

/* The place of a label's name; -1: it has none. */
int names_find(const struct names *names, double label);

#endif
