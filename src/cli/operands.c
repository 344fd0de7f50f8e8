/* operands - what both command lines share: file names, long options, options that are wrong. */
#include "cli/operands.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"

enum status operands_check(int first, int count, char **argv, struct error *err)
{
    if (count < 2 || strcmp(argv[first - 1], "--") == 0)
        return OK;
    for (int k = first + 1; k < first + count; k++)
        if (argv[k][0] == '-' && argv[k][1] != '\0')
            return fail(err, ERR_USAGE,
                        "option '%.60s' stands behind a file name: options stand before them (a "
                        "file of this name is ./%.60s)", argv[k], argv[k]);
    return OK;
}

/* The word "--..." in which getopt read the second dash as an unknown option; NULL if it read
 * another. optind is still that word's, for its letters are left: so in glibc, musl and BSD. */
static const char *long_option(int found, char **argv)
{
    const char *word = found == '?' && optopt == '-' ? argv[optind] : NULL;

    return word && strncmp(word, "--", 2) == 0 ? word : NULL;
}

int operands_option(int found, char **argv)
{
    const char *word = long_option(found, argv);

    if (word && strcmp(word, "--help") == 0)
        return 'h';
    return word && strcmp(word, "--version") == 0 ? 'V' : found;
}

enum status operands_bad_option(int found, char **argv, const char *usage, enum words_kind words,
                                struct error *err)
{
    const char *word = long_option(found, argv);
    char letter[] = "?"; /* what is not printable ASCII */
    char called[WORDS_TEXT];

    if (word)
        return fail(err, ERR_USAGE, "unknown option '%.60s'%s\n%s", word,
                    words_called(words, word + 2, word + strcspn(word, "="), called), usage);
    if (optopt >= ' ' && optopt <= '~')
        letter[0] = (char)optopt;
    if (found == ':')
        return fail(err, ERR_USAGE, "option -%s needs a value\n%s", letter, usage);
    return fail(err, ERR_USAGE, "unknown option -%s%s\n%s", letter,
                words_called(words, letter, letter + 1, called), usage);
}

/* stat of the folder of a path, which ends at `base`; false if there is none, or no memory for its
 * name. */
static bool stat_folder(const char *path, const char *base, struct stat *st)
{
    size_t length = (size_t)(base - path);
    char *folder = mem_alloc(length + 2, 1);
    bool found = false;

    if (folder) {
        memcpy(folder, path, length);
        folder[length] = '.'; /* "" becomes ".", "a/" becomes "a/." */
        found = stat(folder, st) == 0;
    }
    mem_free(folder);
    return found;
}

/* What stands behind the last '/'. */
static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

bool operands_same_file(const char *a, const char *b)
{
    struct stat sa, sb;
    bool has_a, has_b;

    if (!a || !b)
        return false;
    if (strcmp(a, "-") == 0 || strcmp(b, "-") == 0)
        return strcmp(a, b) == 0;
    has_a = stat(a, &sa) == 0;
    has_b = stat(b, &sb) == 0;
    if (has_a != has_b || (has_a && !S_ISREG(sa.st_mode)))
        return false;
    if (!has_a) { /* no files yet: one name in one folder */
        if (strcmp(base_of(a), base_of(b)) != 0)
            return false;
        if (!stat_folder(a, base_of(a), &sa) || !stat_folder(b, base_of(b), &sb))
            return false;
    }
    return sa.st_dev == sb.st_dev && sa.st_ino == sb.st_ino;
}
