/* operands - what both command lines share: file names, long options, options that are wrong. */
#ifndef RRM_OPERANDS_H
#define RRM_OPERANDS_H

#include <stdbool.h>

#include "base/status.h"
#include "cli/words.h"

/* ERR_USAGE if one of the `count` file names argv[first], ... but the first begins with '-' and is
 * not "-": the user meant an option. (getopt would have taken it in the place of the first.) Behind
 * `--` no name is refused. */
enum status operands_check(int first, int count, char **argv, struct error *err);

/* The option for what getopt returned: 'h' for the word --help, 'V' for --version, else `found`. */
int operands_option(int found, char **argv);

/* ERR_USAGE with the usage, by what getopt returned: '?', "unknown option -X" or "unknown option
 * '--word'", and what that is called here; ':', "option -X needs a value". */
enum status operands_bad_option(int found, char **argv, const char *usage, enum words_kind words,
                                struct error *err);

/* True if writing to one of the names would destroy the other: both are one regular file, or a name
 * that no file has yet in one folder, or "-". NULL is no file. */
bool operands_same_file(const char *a, const char *b);

#endif
