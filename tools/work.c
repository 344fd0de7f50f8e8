/* work - one piece of work on a data set, so many times: what tools/guard counts the instructions of. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "data/matrix.h"
#include "data/text/source.h"

static const char usage[] =
    "usage: work product|adjoint times training_file\n"
    "Reads the file, computes z = A w or g = A'u so many times on one thread, prints the sum of the result.\n";

struct bench {
    struct matrix A;
    double *w, *z; /* A.dim, A.image */
};

static double sum(size_t n, const double *x)
{
    double s = 0;

    for (size_t k = 0; k < n; k++)
        s += x[k];
    return s;
}

static double repeat(const struct bench *b, bool adjoint, long times)
{
    for (size_t k = 0; k < b->A.dim; k++)
        b->w[k] = 1 + (double)(k % 7);
    for (size_t k = 0; k < b->A.image; k++)
        b->z[k] = 1 + (double)(k % 5);
    for (long t = 0; t < times; t++) {
        if (adjoint)
            matrix_adjoint(&b->A, b->z, b->w);
        else
            matrix_apply(&b->A, b->w, b->z);
    }
    return adjoint ? sum(b->A.dim, b->w) : sum(b->A.image, b->z);
}

static enum status run(const char *path, bool adjoint, long times, struct error *err)
{
    struct par par = {1, NULL};
    struct dataset data;
    struct arena arena = {0};
    struct bench b;
    enum status status = dataset_open(path, 0, &par, &data, err);

    if (status != OK)
        return status;
    if (!matrix_init(&b.A, &data.x, 0, 1, 0, &par, &arena))
        status = fail_memory(err, "the examples");
    b.w = status == OK ? arena_doubles(&arena, b.A.dim) : NULL;
    b.z = b.w ? arena_doubles(&arena, b.A.image) : NULL;
    if (status == OK && !b.z)
        status = fail_memory(err, "the vectors");
    if (status == OK && printf("%.17g\n", repeat(&b, adjoint, times)) < 0)
        status = fail(err, ERR_SYSTEM, "cannot write");
    arena_free(&arena);
    dataset_free(&data);
    return status;
}

int main(int argc, char **argv)
{
    struct error err = {.text = ""};
    bool adjoint = argc == 4 && strcmp(argv[1], "adjoint") == 0;
    long times = argc == 4 ? strtol(argv[2], NULL, 10) : 0;

    if (times < 1 || (!adjoint && strcmp(argv[1], "product") != 0)) {
        fputs(usage, stderr);
        return ERR_USAGE;
    }
    enum status status = run(argv[3], adjoint, times, &err);
    if (status != OK)
        fprintf(stderr, "work: %s\n", err.text);
    return (int)status;
}
