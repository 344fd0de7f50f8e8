/* kernels - speed of the passes over a training file's examples, beside a memory copy's. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "data/rows/gram.h"
#include "data/text/source.h"
#include "math/vec.h"

static const char usage[] =
    "usage: kernels [-k outputs] [-n threads] [-r rounds] training_file\n"
    "Prints for each kernel, instruction set and number of threads (1 and -n, default 2) the least seconds of wall and cpu\n"
    "of -r rounds (default 9), GB of examples read a second, and the share of a memory copy's GB (read and written):\n"
    "  product z = A w; adjoint g = A'u; fused, both in one pass; gram A' diag(h) A in two sums, up to 2000\n"
    "columns, one output.\n";

enum { GRAM_COLUMNS = 2000 };

struct bench {
    struct dataset data;
    struct matrix A;
    double *w, *u, *z, *g, *h, *H; /* H: a matrix of sums; NULL: too many columns */
    char *from, *to;               /* as many bytes as the examples have */
    size_t bytes;
    long outputs, threads, rounds;
};

static struct sums squares(void *context, int64_t lo, int64_t hi, const double *z, double *u)
{
    const struct bench *b = context;
    size_t count = (size_t)(hi - lo) * b->A.outputs;

    for (size_t k = 0; k < count; k++)
        u[k] = z[k] - 1;
    return (struct sums){.value = vec_sqnorm(count, u)};
}

static void product(struct bench *b)
{
    matrix_apply(&b->A, b->w, b->z);
}

static void adjoint(struct bench *b)
{
    matrix_adjoint(&b->A, b->u, b->g);
}

static void fused(struct bench *b)
{
    matrix_fused(&b->A, b->w, squares, b, b->g);
}

static void gram(struct bench *b)
{
    matrix_gram(&b->A, b->A.x.rows, NULL, b->h, b->H);
}

enum { SLICES = 64 };

static void copy_slice(void *context, int slice)
{
    struct bench *b = context;
    size_t lo = b->bytes / SLICES * (size_t)slice;

    memcpy(b->to + lo, b->from + lo, b->bytes / SLICES);
}

static void copy(struct bench *b)
{
    par_for(b->A.sums.par, SLICES, copy_slice, b);
}

struct seconds {
    double wall, cpu; /* cpu of all threads */
};

static double cpu_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static struct seconds best_seconds(struct bench *b, void (*kernel)(struct bench *b))
{
    struct seconds best = {INFINITY, INFINITY};

    for (long round = 0; round < b->rounds; round++) {
        double wall = clock_now(), cpu = cpu_now();

        kernel(b);
        best.cpu = fmin(best.cpu, cpu_now() - cpu);
        best.wall = fmin(best.wall, clock_now() - wall);
    }
    return best;
}

/* Bytes of the stored entries and of where rows begin. */
static size_t stored_bytes(const struct csr *x)
{
    static const size_t width[CSR_STORAGES] = {[CSR_FLOAT] = 4, [CSR_DECIMAL] = 4, [CSR_DOUBLE] = 8};

    const size_t entries = (size_t)csr_entries(x);

    return entries * ((size_t)x->width + width[x->storage]) + (size_t)x->rows * sizeof *x->start;
}

static bool bench_init(struct bench *b, const struct par *par, struct arena *arena)
{
    const struct csr *x = &b->data.x;

    if (!matrix_init(&b->A, x, 1, (size_t)b->outputs, 0, par, arena))
        return false;
    b->bytes = stored_bytes(x);
    b->w = arena_doubles(arena, b->A.dim);
    b->g = arena_doubles(arena, b->A.dim);
    b->u = arena_doubles(arena, b->A.image);
    b->z = arena_doubles(arena, b->A.image);
    b->h = arena_doubles(arena, (size_t)x->rows);
    b->from = arena_get(arena, b->bytes, 1);
    b->to = arena_get(arena, b->bytes, 1);
    b->H = NULL;
    if (b->A.x.cols <= GRAM_COLUMNS && b->outputs == 1)
        b->H = arena_doubles(arena, (size_t)b->A.x.cols * b->A.x.cols);
    if (arena->failed)
        return false;
    vec_fill(b->A.dim, .1, b->w);
    vec_fill(b->A.image, .1, b->u);
    vec_fill((size_t)x->rows, .1, b->h);
    memset(b->from, 1, b->bytes);
    return true;
}

/* Is there a kernel of its own for this instruction set? */
static bool is_another(const struct bench *b, void (*kernel)(struct bench *b), enum isa isa)
{
    if (kernel == gram)
        return b->H != NULL;
    return isa == ISA_BASELINE || csr_kernels(&b->A.x, isa) != csr_kernels(&b->A.x, isa - 1);
}

/* Every kernel with every instruction set, on the threads of par. */
static void measure(struct bench *b, const struct par *par)
{
    static const struct {
        const char *name;
        void (*run)(struct bench *b);
    } kernel[] = {{"product", product}, {"adjoint", adjoint}, {"fused", fused}, {"gram", gram}};
    static const char *const set[ISAS] = {"baseline", "avx2", "avx512"};
    struct seconds least = best_seconds(b, copy);
    double gigabytes = 1e-9 * (double)b->bytes, rate = 2 * gigabytes / least.wall;

    printf("copy     -         %3d %10.6f %10.6f %7.2f  1\n", par->threads, least.wall, least.cpu, rate);
    for (size_t k = 0; k < sizeof kernel / sizeof *kernel; k++)
        for (enum isa isa = 0; isa <= isa_best(); isa++) {
            if (!is_another(b, kernel[k].run, isa))
                continue;
            matrix_use(&b->A, isa);
            least = best_seconds(b, kernel[k].run);
            printf("%-8s %-9s %3d %10.6f %10.6f %7.2f %5.2f\n", kernel[k].name, set[isa], par->threads, least.wall,
                   least.cpu, gigabytes / least.wall, gigabytes / least.wall / rate);
        }
}

static enum status run(struct bench *b, const char *path, struct error *err)
{
    const long threads[] = {1, b->threads};
    struct par par;
    enum status status;

    par_init(&par, (int)b->threads);
    status = dataset_open(path, 0, &par, &b->data, err);
    par_free(&par);
    for (size_t k = 0; status == OK && k < sizeof threads / sizeof *threads; k++) {
        struct arena arena = {0};

        par_init(&par, (int)threads[k]);
        if (bench_init(b, &par, &arena))
            measure(b, &par);
        else
            status = fail(err, ERR_SYSTEM, "not enough memory");
        par_free(&par);
        arena_free(&arena);
    }
    dataset_free(&b->data);
    if (status == OK && fflush(stdout) != 0)
        return fail(err, ERR_SYSTEM, "cannot write");
    return status;
}

int main(int argc, char **argv)
{
    struct bench b = {.outputs = 1, .threads = 2, .rounds = 9};
    struct error err = {.text = ""};
    enum status status;
    int c;

    while ((c = getopt(argc, argv, "k:n:r:h")) != -1) {
        long number = optarg ? strtol(optarg, NULL, 10) : 0;

        if (c == 'h')
            return fputs(usage, stdout) < 0 || fflush(stdout) != 0 ? ERR_SYSTEM : OK;
        *(c == 'k' ? &b.outputs : c == 'n' ? &b.threads : &b.rounds) = number;
    }
    if (argc - optind != 1 || b.outputs < 1 || b.outputs > 4096 || b.threads < 1 || b.threads > PAR_MOST || b.rounds < 1) {
        fputs(usage, stderr);
        return ERR_USAGE;
    }
    status = run(&b, argv[optind], &err);
    if (status != OK)
        fprintf(stderr, "kernels: %s\n", err.text);
    return (int)status;
}
