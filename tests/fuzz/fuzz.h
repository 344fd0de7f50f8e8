/* fuzz - the input of a fuzz target as a file. */
#ifndef RRM_FUZZ_H
#define RRM_FUZZ_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Writes the bytes to a file of this process and returns its path; anything that fails ends the run. */
static inline const char *fuzz_file(const uint8_t *bytes, size_t length)
{
    static char path[64];
    FILE *f;

    snprintf(path, sizeof path, "/tmp/rrm-fuzz-%ld", (long)getpid());
    f = fopen(path, "wb");
    if (!f || fwrite(bytes, 1, length, f) != length || fclose(f) != 0)
        exit(3);
    return path;
}

/* Says what should not have come, and ends the run. */
static inline void fuzz_check(int holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "fuzz: %s\n", what);
    abort();
}

#endif
