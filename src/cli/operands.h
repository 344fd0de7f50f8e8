/* operands - the file names of a command line. */
#ifndef RRM_OPERANDS_H
#define RRM_OPERANDS_H

#include <stdbool.h>

#include "base/status.h"

/* ERR_USAGE if a name behind the first looks like an option: it would name a file that the user does not mean. The
 * first of the count names is argv[first]; behind `--` every name is as it is meant. */
enum status operands_check(int first, int count, char **argv, struct error *err);

/* "unknown option -X" or "option -X needs a value", as getopt has found, with the usage behind it. */
enum status operands_bad_option(int found, int option, const char *usage, struct error *err);

/* True if both names stand for one place: writing to one would destroy the other. NULL is no place; two "-" are one. */
bool operands_same_place(const char *a, const char *b);

#endif
