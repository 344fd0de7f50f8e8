/* operands - what two command lines share: file names, long options, options that are wrong. */
#ifndef RRM_OPERANDS_H
#define RRM_OPERANDS_H

#include <stdbool.h>

#include "base/status.h"

/* ERR_USAGE if one of the file names argv[first + 1 .. first + count - 1] looks like an option: the
 * user meant an option. Behind `--` no name is refused. */
enum status operands_check(int first, int count, char **argv, struct error *err);

/* The option for what getopt returned: 'h' for the word --help, 'V' for --version, else `found`. */
int operands_option(int found, char **argv);

/* ERR_USAGE: "unknown option -X" or "option -X needs a value", by what getopt returned, and the
 * usage. */
enum status operands_bad_option(int found, char **argv, const char *usage, struct error *err);

/* True if writing to one of the names would destroy the other: one regular file, or one name in one
 * folder, or both "-". NULL is no place. */
bool operands_same_place(const char *a, const char *b);

#endif
