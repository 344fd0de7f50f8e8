/* mkdata - writes sparse two-class problems of any size as libsvm text, one row at a time.
 *
 * The same options give the same bytes on every machine: the random numbers are base/rng's, and what is not plain
 * IEEE arithmetic (logarithm, exponential) is computed here, not by libm. Memory does not depend on the number of
 * rows or columns, only on the length of a row.
 *
 * A row of k non-zeros, k uniform with the mean wanted, draws column ranks r = 0, 1, ... with probability about
 * (r + 1)^-p until k distinct ones are there. Ranks are then spread over the column numbers, so that the frequent
 * columns are not neighbours. The label is the side of a planted hyperplane, less a share of wrong labels. */
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "math/rng.h"

enum kind { BINARY, TFIDF, GAUSSIAN };
static const char *const kinds[] = {"binary", "tfidf", "gaussian"};

struct options {
    uint64_t rows, columns, nonzeros, seed;
    double noise;    /* share of wrong labels */
    double exponent; /* p; below 0: the kind's own */
    enum kind kind;
};

struct entry {
    uint64_t rank;   /* 0: the most frequent column */
    uint32_t column; /* from 1 */
    uint32_t count;  /* how often it was drawn */
    double value;
};

struct maker {
    struct options o;
    struct rng rng;
    double total;        /* integral of t^-p from 1 to columns + 1 */
    uint64_t stride;     /* rank r is column r * stride mod columns + 1 */
    uint64_t longest;    /* non-zeros of the longest row */
    double threshold;    /* scores above it are the positive side */
    struct entry *entry; /* longest */
    uint32_t *slot;      /* hash table over the entries of a row: 1 + position, 0 if empty */
    uint64_t slots;      /* a power of two */
    char *text;          /* one line */
};

/* Bytes of the longest " index:value". */
enum { ENTRY_TEXT = 32 };

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

static const double LN2 = 0.69314718055994530942;

/* log x for x > 0, the same bits everywhere: 2 artanh((m-1)/(m+1)) of the mantissa. */
static double ln(double x)
{
    int e;
    double m = frexp(x, &e); /* frexp and ldexp are exact */

    if (m < 0.70710678118654752) {
        m *= 2;
        e--;
    }
    double s = (m - 1) / (m + 1), q = s * s, sum = 0;
    for (int k = 19; k >= 1; k -= 2)
        sum = sum * q + 1.0 / k;
    return 2 * s * sum + e * LN2;
}

/* e^x for |x| < 700. */
static double power_of_e(double x)
{
    double k = floor(x / LN2 + 0.5), r = x - k * LN2, sum = 1;

    for (int i = 13; i >= 1; i--)
        sum = 1 + sum * r / i;
    return ldexp(sum, (int)k);
}

/* Standard normal (Marsaglia's polar method). */
static double normal(struct rng *rng)
{
    double x, y, s;

    do {
        x = 2 * rng_uniform(rng) - 1;
        y = 2 * rng_uniform(rng) - 1;
        s = x * x + y * y;
    } while (s >= 1 || s == 0);
    return x * sqrt(-2 * ln(s) / s);
}

/* 64 well mixed bits of the seed and a rank: the first number of a generator of their own. */
static uint64_t hash(uint64_t seed, uint64_t rank)
{
    struct rng rng;

    rng_seed(&rng, seed ^ (rank + 1) * 0xd1342543de82ef95u);
    return rng_next(&rng);
}

/* ---- columns ----------------------------------------------------------------------------------------------------- */

/* Integral of t^-p from 1 to x, and its inverse. */
static double integral(double p, double x)
{
    return p == 1 ? ln(x) : (power_of_e((1 - p) * ln(x)) - 1) / (1 - p);
}

static double integral_inverse(double p, double y)
{
    return p == 1 ? power_of_e(y) : power_of_e(ln(1 + (1 - p) * y) / (1 - p));
}

static uint64_t draw_rank(struct maker *mk)
{
    if (mk->o.exponent == 0)
        return rng_below(&mk->rng, mk->o.columns);
    double x = integral_inverse(mk->o.exponent, mk->total * rng_uniform(&mk->rng));
    if (x <= 1)
        return 0;
    return x - 1 < (double)mk->o.columns ? (uint64_t)(x - 1) : mk->o.columns - 1;
}

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    return b == 0 ? a : common_divisor(b, a % b);
}

static uint32_t column_of(const struct maker *mk, uint64_t rank)
{
    return (uint32_t)(rank * mk->stride % mk->o.columns) + 1; /* below 2^62 */
}

/* The planted weight: one column in eight has one, or each if they are few. */
static double planted(const struct maker *mk, uint64_t rank)
{
    uint64_t h = hash(mk->o.seed, rank), one_in = mk->o.columns < 64 ? 1 : 8;
    double size = 0.5 + (double)(h >> 32) * 0x1p-32;

    if (h % one_in != 0)
        return 0;
    return h & 8 ? size : -size;
}

/* log(1 + 1/f), f the share of the rows expected to hold the column. */
static double idf(const struct maker *mk, uint64_t rank)
{
    double often = power_of_e(-mk->o.exponent * ln((double)rank + 1.5)) / mk->total * (double)mk->o.nonzeros;

    return ln(1 + 1 / often);
}

/* ---- a row ------------------------------------------------------------------------------------------------------- */

/* Counts one more occurrence of a rank; *length grows if it is new in the row. */
static void add(struct maker *mk, uint64_t rank, uint64_t *length)
{
    uint64_t s = rank * 0x9e3779b97f4a7c15u >> 32 & (mk->slots - 1);

    for (; mk->slot[s] != 0; s = (s + 1) & (mk->slots - 1)) {
        struct entry *found = &mk->entry[mk->slot[s] - 1];
        if (found->rank == rank) {
            found->count++;
            return;
        }
    }
    mk->entry[*length] = (struct entry){.rank = rank, .column = column_of(mk, rank), .count = 1};
    mk->slot[s] = (uint32_t)++*length;
}

static int by_column(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;

    return (x->column > y->column) - (x->column < y->column);
}

/* Draws the columns of a row; returns how many. Where distinct ones are slow to come, the row is filled up with the
 * most frequent that it lacks. */
static uint64_t draw_columns(struct maker *mk)
{
    uint64_t low = 2 * mk->o.nonzeros - mk->longest, k = low + rng_below(&mk->rng, mk->longest - low + 1);
    uint64_t length = 0, draws = k < mk->o.columns ? 8 * k : 0;

    memset(mk->slot, 0, mk->slots * sizeof *mk->slot);
    while (length < k && draws-- > 0)
        add(mk, draw_rank(mk), &length);
    for (uint64_t rank = 0; length < k; rank++)
        add(mk, rank, &length);
    qsort(mk->entry, k, sizeof *mk->entry, by_column);
    return k;
}

static void draw_values(struct maker *mk, uint64_t k)
{
    double norm = 0;

    for (uint64_t i = 0; i < k; i++) {
        struct entry *e = &mk->entry[i];
        if (mk->o.kind == BINARY)
            e->value = 1;
        else if (mk->o.kind == GAUSSIAN)
            e->value = normal(&mk->rng);
        else
            e->value = (1 + ln(e->count)) * idf(mk, e->rank);
        norm += e->value * e->value;
    }
    if (mk->o.kind == TFIDF)
        for (uint64_t i = 0; i < k; i++)
            mk->entry[i].value /= sqrt(norm);
}

/* Makes the next row; returns its length, and its planted score. */
static uint64_t next_row(struct maker *mk, double *score)
{
    uint64_t k = draw_columns(mk);

    draw_values(mk, k);
    *score = 0;
    for (uint64_t i = 0; i < k; i++)
        *score += planted(mk, mk->entry[i].rank) * mk->entry[i].value;
    return k;
}

/* ---- the text ---------------------------------------------------------------------------------------------------- */

static char *write_entry(char *to, const struct entry *e, bool binary)
{
    char digits[10], *d = digits;

    *to++ = ' ';
    for (uint32_t c = e->column; c > 0; c /= 10)
        *d++ = (char)('0' + c % 10);
    while (d > digits)
        *to++ = *--d;
    *to++ = ':';
    if (binary) {
        *to++ = '1';
        return to;
    }
    return to + snprintf(to, ENTRY_TEXT - 13, "%.6g", e->value);
}

/* false: the row could not be written. */
static bool write_row(struct maker *mk)
{
    double score;
    uint64_t k = next_row(mk, &score);
    bool positive = (score > mk->threshold) != (rng_uniform(&mk->rng) < mk->o.noise);
    char *end = mk->text;

    memcpy(end, positive ? "+1" : "-1", 2);
    end += 2;
    for (uint64_t i = 0; i < k; i++)
        end = write_entry(end, &mk->entry[i], mk->o.kind == BINARY);
    *end++ = '\n';
    size_t length = (size_t)(end - mk->text);
    return fwrite(mk->text, 1, length, stdout) == length;
}

/* ---- set-up ------------------------------------------------------------------------------------------------------ */

/* The mean score of rows drawn on trial, so that the two classes are about equally frequent. */
static void find_threshold(struct maker *mk)
{
    enum { TRIALS = 1000 };
    double sum = 0, score;

    rng_seed(&mk->rng, ~mk->o.seed);
    for (int i = 0; i < TRIALS; i++) {
        next_row(mk, &score);
        sum += score;
    }
    mk->threshold = sum / TRIALS;
}

static bool maker_init(struct maker *mk, const struct options *o)
{
    *mk = (struct maker){.o = *o};
    if (o->exponent < 0)
        mk->o.exponent = o->kind == GAUSSIAN ? 0 : 1;
    mk->total = integral(mk->o.exponent, (double)o->columns + 1);
    mk->stride = (uint64_t)((double)o->columns * 0.6180339887498949) | 1;
    while (common_divisor(mk->stride, o->columns) != 1)
        mk->stride++;
    mk->longest = 2 * o->nonzeros - 1 < o->columns ? 2 * o->nonzeros - 1 : o->columns;
    for (mk->slots = 16; mk->slots < 2 * mk->longest;)
        mk->slots *= 2;
    mk->entry = mem_alloc(mk->longest, sizeof *mk->entry);
    mk->slot = mem_alloc(mk->slots, sizeof *mk->slot);
    mk->text = mem_alloc(mk->longest + 1, ENTRY_TEXT);
    return mk->entry != NULL && mk->slot != NULL && mk->text != NULL;
}

static void maker_free(struct maker *mk)
{
    mem_free(mk->entry);
    mem_free(mk->slot);
    mem_free(mk->text);
}

static int generate(const struct options *o)
{
    struct maker mk;
    bool written = true;

    if (!maker_init(&mk, o)) {
        maker_free(&mk);
        fprintf(stderr, "mkdata: out of memory for rows of %llu non-zeros\n", (unsigned long long)o->nonzeros);
        return 3;
    }
    find_threshold(&mk);
    rng_seed(&mk.rng, o->seed);
    for (uint64_t i = 0; i < o->rows && written; i++)
        written = write_row(&mk);
    maker_free(&mk);
    if (!written || fflush(stdout) != 0) {
        fprintf(stderr, "mkdata: cannot write: %s\n", strerror(errno));
        return 3;
    }
    return 0;
}

/* ---- the command line -------------------------------------------------------------------------------------------- */

static const char usage[] =
    "usage: mkdata [options] > file\n"
    "Writes a sparse two-class problem as libsvm text; the same options give the same bytes everywhere.\n"
    "  -m rows        number of rows (1000)\n"
    "  -n columns     number of columns (1000)\n"
    "  -z nonzeros    mean number of non-zeros in a row (20)\n"
    "  -t type        values: binary (all 1), tfidf ((1 + log tf) idf, rows of norm 1), gaussian (tfidf)\n"
    "  -p exponent    the r-th most frequent column comes up like r^-exponent (1; gaussian: 0)\n"
    "  -e noise       share of wrong labels, 0 to 0.5 (0.05)\n"
    "  -s seed        of all that is random (1)\n"
    "  -h             this help\n";

/* The whole of s as a number in [lo, hi], or the program ends with a message. */
static double number(char option, const char *s, double lo, double hi, bool whole)
{
    char *end;
    double value = strtod(s, &end);

    if (end == s || *end != '\0' || !(value >= lo && value <= hi) || (whole && value != floor(value))) {
        fprintf(stderr, "mkdata: -%c '%s': expected %s in [%.10g, %.10g]\n", option, s,
                whole ? "a whole number" : "a number", lo, hi);
        exit(1);
    }
    return value;
}

static enum kind kind_named(const char *name)
{
    for (enum kind k = BINARY; k <= GAUSSIAN; k++)
        if (strcmp(name, kinds[k]) == 0)
            return k;
    fprintf(stderr, "mkdata: -t '%s': expected binary, tfidf or gaussian\n", name);
    exit(1);
}

static int complain(const char *what)
{
    fprintf(stderr, "mkdata: %s\n%s", what, usage);
    return 1;
}

int main(int argc, char **argv)
{
    struct options o = {.rows = 1000, .columns = 1000, .nonzeros = 20, .seed = 1, .noise = 0.05, .exponent = -1,
                        .kind = TFIDF};
    int c;

    while ((c = getopt(argc, argv, "m:n:z:t:p:e:s:h")) != -1) {
        switch (c) {
        case 'm': o.rows = (uint64_t)number('m', optarg, 1, 1e15, true); break;
        case 'n': o.columns = (uint64_t)number('n', optarg, 1, 2147483646, true); break;
        case 'z': o.nonzeros = (uint64_t)number('z', optarg, 1, 1e9, true); break;
        case 't': o.kind = kind_named(optarg); break;
        case 'p': o.exponent = number('p', optarg, 0, 10, false); break;
        case 'e': o.noise = number('e', optarg, 0, 0.5, false); break;
        case 's': o.seed = (uint64_t)number('s', optarg, 0, 9007199254740992.0, true); break;
        case 'h': return fputs(usage, stdout) < 0 || fflush(stdout) != 0 ? 3 : 0;
        default: return complain("unknown option, or one without its value");
        }
    }
    if (optind < argc)
        return complain("the rows go to standard output; there are no file arguments");
    if (o.nonzeros > o.columns)
        return complain("-z is larger than -n");
    return generate(&o);
}
