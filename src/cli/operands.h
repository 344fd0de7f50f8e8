/* operands - the file names of a command line. */
#ifndef RRM_OPERANDS_H
#define RRM_OPERANDS_H

#include "base/status.h"

/* ERR_USAGE if a name behind the first looks like an option: it would name a file that the user does not mean. The
 * first of the count names is argv[first]; behind `--` every name is as it is meant. */
enum status operands_check(int first, int count, char **argv, struct error *err);

#endif
