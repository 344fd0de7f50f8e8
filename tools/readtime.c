/* readtime - reads a training file into memory and does nothing else: what reading costs. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/input.h"
#include "base/memory.h"
#include "data/text/source.h"

static const char usage[] =
    "usage: readtime [-n threads | -i] training_file\n"
    "Reads the file as rrm-train does and prints: rows, non-zeros, storage, seconds of reading (by its own clock).\n"
    "  -i   reads and inflates the bytes and looks at none of them; prints their number\n";

enum { BLOCK = 1 << 18 }; /* bytes of a reading */

static enum status inflate_only(const char *path, struct error *err)
{
    static char buffer[BLOCK];
    struct input *in;
    long long bytes = 0;
    size_t got = BLOCK;
    enum status status = input_open(&in, path, err);

    while (status == OK && got == BLOCK) {
        status = input_read(in, buffer, BLOCK, &got, err);
        bytes += (long long)got;
    }
    input_close(in);
    if (status == OK && printf("%lld\n", bytes) < 0)
        status = fail(err, ERR_SYSTEM, "cannot write");
    return status;
}

static enum status read_once(const char *path, int threads, struct error *err)
{
    static const char *const storage[] = {[CSR_BINARY] = "binary", [CSR_FLOAT] = "float", [CSR_DECIMAL] = "decimal",
                                          [CSR_SCALED] = "scaled", [CSR_DOUBLE] = "double"};
    struct par par;
    struct dataset data;
    enum status status;
    double start, seconds;

    par_init(&par, threads);
    start = clock_now();
    status = dataset_open(path, 0, &par, &data, err);
    seconds = clock_now() - start;
    par_free(&par);

    if (status != OK)
        return status;
    int printed = printf("%lld %lld %s %.6f\n", (long long)data.x.rows, (long long)csr_entries(&data.x),
                         storage[data.x.storage], seconds);
    dataset_free(&data);
    return printed < 0 || fflush(stdout) != 0 ? fail(err, ERR_SYSTEM, "cannot write") : OK;
}

int main(int argc, char **argv)
{
    struct error err = {.text = ""};
    long threads = 1;
    bool inflate = false;
    int c;

    mem_prepare();
    while ((c = getopt(argc, argv, "n:ih")) != -1) {
        if (c == 'h')
            return fputs(usage, stdout) < 0 || fflush(stdout) != 0 ? ERR_SYSTEM : OK;
        inflate = inflate || c == 'i';
        if (c == 'n')
            threads = strtol(optarg, NULL, 10);
        else if (c != 'i')
            threads = 0;
    }
    if (argc - optind != 1 || threads < 1 || threads > 1024) {
        fputs(usage, stderr);
        return ERR_USAGE;
    }
    enum status status = inflate ? inflate_only(argv[optind], &err) : read_once(argv[optind], (int)threads, &err);
    if (status != OK)
        fprintf(stderr, "readtime: %s\n", err.text);
    return (int)status;
}
