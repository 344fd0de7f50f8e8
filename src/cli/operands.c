/* operands - the file names of a command line. */
#include "cli/operands.h"

#include <ctype.h>
#include <string.h>
#include <sys/stat.h>

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

enum status operands_bad_option(int found, int option, const char *usage, struct error *err)
{
    char text[8] = "?";

    if (option >= 0 && option < 128 && isprint(option))
        text[0] = (char)option;
    if (found == ':')
        return fail(err, ERR_USAGE, NULL, 0, "option -%s needs a value\n%s", text, usage);
    return fail(err, ERR_USAGE, NULL, 0, "unknown option -%s\n%s", text, usage);
}

bool operands_same_place(const char *a, const char *b)
{
    struct stat sa, sb;
    bool has_a, has_b;

    if (!a || !b)
        return false;
    if (strcmp(a, b) == 0)
        return strcmp(a, "-") == 0 || stat(a, &sa) != 0 || S_ISREG(sa.st_mode);
    has_a = strcmp(a, "-") != 0 && stat(a, &sa) == 0;
    has_b = strcmp(b, "-") != 0 && stat(b, &sb) == 0;
    return has_a && has_b && S_ISREG(sa.st_mode) && sa.st_dev == sb.st_dev && sa.st_ino == sb.st_ino;
}
