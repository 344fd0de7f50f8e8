/* operands - the file names of a command line. */
#include "cli/operands.h"

#include <string.h>

enum status operands_check(int first, int count, char **argv, struct error *err)
{
    if (count < 2 || strcmp(argv[first - 1], "--") == 0)
        return OK;
    for (int k = first + 1; k < first + count; k++)
        if (argv[k][0] == '-' && argv[k][1] != '\0')
            return fail(err, ERR_USAGE, NULL, 0,
                        "option '%.60s' stands behind a file name: options stand before them (a file of this name is "
                        "./%.60s)", argv[k], argv[k]);
    return OK;
}
