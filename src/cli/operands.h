/* operands - what two command lines share: file names, long options, options that are wrong. */
#ifndef RRM_OPERANDS_H
#define RRM_OPERANDS_H

#include <stdbool.h>

#include "base/status.h"

/* ERR_USAGE if a name behind the first looks like an option: it would name a file that the user does not mean. The
 * first of the count names is argv[first]; behind `--` every name is as it is meant. */
enum status operands_check(int first, int count, char **argv, struct error *err);

/* What getopt has just found, but 'h' for the word --help and 'V' for --version. */
int operands_option(int found, char **argv);

/* "unknown option -X" or "option -X needs a value", as getopt has just found, with the usage behind it. */
enum status operands_bad_option(int found, char **argv, const char *usage, struct error *err);

/* True if both names stand for one place: writing to one would destroy the other. NULL is no place; two "-" are one. */
bool operands_same_place(const char *a, const char *b);

#endif
