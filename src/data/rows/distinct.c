/* distinct - rows that stand several times in a data set, once with the sum of their costs: by a
 * hash table with open addressing. */
#include "data/rows/distinct.h"

#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "math/vec.h"

/* A sample of SAMPLE sqrt(m) of m rows: of p m pairs of rows that are the same it has p SAMPLE^2,
 * expected. It takes .02 to .4 ms, below .5 % of the time of a training, on twelve sets of 3000 to
 * 494021 rows. */
enum { SAMPLE = 8 };

/* The sample is made of blocks of so many rows, from the first row on at equal distances: the same
 * rows may follow each other. Not tuned. */
enum { SAMPLE_BLOCK = 16 };

/* It pays where the distinct rows are fewer by this share: merging takes about a pass. Tuned. */
static const double SHARE = 0.1;

/* Slots of the table for each row: linear probing then takes 5 probes at most for a row that is not
 * there, expected (Knuth, TAOCP 3, 6.4: (1 + 1/(1 - a)^2)/2 at a load a = 2/3). */
static const double SLOTS = 1.5;

/* A row with no place in so many slots is left as it is: the time is linear in the rows whatever
 * their hashes. */
enum { PROBES = 64 };

/* Rows whose slots are fetched from memory at a time. Tuned. */
enum { BLOCK = 64 };

/* ---- rows ------------------------------------------------------------------------------------ */

/* The columns of a row, or its values. */
struct bytes {
    const unsigned char *at;
    size_t count;
};

static struct bytes entry_bytes(const struct csr *x, int64_t i, const void *array, size_t size)
{
    return (struct bytes){(const unsigned char *)array + (size_t)x->start[i] * size,
                          (size_t)(x->end[i] - x->start[i]) * size};
}

static struct bytes columns_of(const struct csr *x, int64_t i)
{
    return entry_bytes(x, i, x->col, (size_t)x->width);
}

static struct bytes values_of(const struct csr *x, int64_t i)
{
    return entry_bytes(x, i, x->value, storage_size(x->storage));
}

static bool same_bytes(struct bytes a, struct bytes b)
{
    return a.count == b.count && memcmp(a.at, b.at, a.count) == 0;
}

/* Whether rows i and k, of the same storage, have the same entries and labels. */
static bool same_rows(const struct csr *x, int64_t i, double y, const struct rows *e, int64_t k)
{
    return y == e->y[k] && same_bytes(columns_of(x, i), columns_of(&e->x, k)) &&
           (x->storage == CSR_BINARY || same_bytes(values_of(x, i), values_of(&e->x, k)));
}

/* One word more in a hash; the upper half, which depends on all bits, is taken into the lower
 * one. */
static uint64_t hash_more(uint64_t h, uint64_t word)
{
    h = hash_word(h ^ word);
    return h ^ h >> 32;
}

/* In words of eight bytes, two chains of them side by side; the last word may overlap. */
static uint64_t hash_bytes(uint64_t h, struct bytes b)
{
    uint64_t word[2] = {0}, other = b.count;
    const unsigned char *end = b.at + b.count;

    if (b.count < sizeof *word) {
        memcpy(word, b.at, b.count);
        return hash_more(hash_more(h, *word), other);
    }
    for (; b.at + sizeof word <= end; b.at += sizeof word) {
        memcpy(word, b.at, sizeof word);
        h = hash_more(h, word[0]);
        other = hash_more(other, word[1]);
    }
    memcpy(word, b.at + sizeof *word <= end ? b.at : end - sizeof *word, sizeof *word);
    memcpy(word + 1, end - sizeof *word, sizeof *word);
    return hash_more(hash_more(h, word[0]), hash_more(other, word[1]));
}

static uint64_t hash_row(const struct csr *x, int64_t i, double y)
{
    uint64_t h;

    memcpy(&h, &y, sizeof h);
    h = hash_bytes(h, columns_of(x, i));
    return x->storage == CSR_BINARY ? h : hash_bytes(h, values_of(x, i));
}

/* ---- the table ------------------------------------------------------------------------------- */

/* A slot holds 1 + the number of a distinct row in its lower bits, some bits of its hash in the
 * others; 0: it is free. */
struct slots {
    uint32_t *slot;
    int shift;       /* the upper bits of a hash, from this one on, are the home of a row */
    size_t mask;     /* slots - 1 */
    uint32_t number; /* the bits of a slot that are a number */
};

static bool slots_init(struct slots *t, int64_t rows)
{
    int bits = 1, numbers = 1;

    while ((double)((size_t)1 << bits) < SLOTS * (double)rows)
        bits++;
    while ((int64_t)1 << numbers <= rows)
        numbers++;
    *t = (struct slots){.slot = mem_alloc((size_t)1 << bits, sizeof *t->slot),
                        .shift = 64 - bits,
                        .mask = ((size_t)1 << bits) - 1,
                        .number = (uint32_t)(((uint64_t)1 << numbers) - 1)};
    return t->slot != NULL;
}

static size_t slots_home(const struct slots *t, uint64_t h)
{
    return (size_t)(h >> t->shift);
}

/* The slot of the row of e that is the same as row i of x; else the free one where row i belongs;
 * NULL: there is none. */
static uint32_t *find(const struct slots *t, uint64_t h, const struct csr *x, int64_t i, double y,
                      const struct rows *e)
{
    uint32_t rest = (uint32_t)h & ~t->number;
    size_t at = slots_home(t, h);

    for (int probe = 0; probe < PROBES; probe++, at = (at + 1) & t->mask) {
        uint32_t seen = t->slot[at];
        if (seen == 0 || ((seen & ~t->number) == rest &&
                          same_rows(x, i, y, e, (int64_t)(seen & t->number) - 1)))
            return &t->slot[at];
    }
    return NULL;
}

/* Row i of `all`, a copy of the struct e, is one more row of e or adds its cost to one; without
 * costs, 1. */
static void take_row(const struct slots *t, uint64_t h, const struct rows *all, int64_t i,
                     struct rows *e)
{
    double y = all->y[i], c = all->c ? all->c[i] : 1;
    uint32_t *slot = find(t, h, &all->x, i, y, e);
    int64_t k = e->x.rows;

    if (slot && *slot > 0) {
        e->c[(*slot & t->number) - 1] += c;
        return;
    }
    e->start[k] = all->x.start[i];
    e->end[k] = all->x.end[i];
    e->y[k] = y;
    e->c[k] = c;
    e->x.rows++;
    if (slot)
        *slot = ((uint32_t)h & ~t->number) | (uint32_t)e->x.rows;
}

bool distinct_merge(struct rows *e, double *c, uint64_t hash)
{
    const struct rows all = *e; /* row k of e is written when row i >= k of all has been read */
    struct slots t;

    if (!slots_init(&t, all.x.rows))
        return false;
    e->x.rows = 0;
    e->x.start = e->start;
    e->x.end = e->end;
    e->c = c;
    for (int64_t lo = 0; lo < all.x.rows; lo += BLOCK) {
        int64_t hi = all.x.rows - lo < BLOCK ? all.x.rows : lo + BLOCK;
        uint64_t h[BLOCK];
        for (int64_t i = lo; i < hi; i++) {
            h[i - lo] = hash_row(&all.x, i, all.y[i]) & hash;
            __builtin_prefetch(&t.slot[slots_home(&t, h[i - lo])]);
        }
        for (int64_t i = lo; i < hi; i++)
            take_row(&t, h[i - lo], &all, i, e);
    }
    if (!all.c)
        vec_scale((size_t)e->x.rows, 1 / (double)all.x.rows, e->c);
    mem_free(t.slot);
    return true;
}

/* ---- the sample ------------------------------------------------------------------------------ */

/* The rows of a sample of m rows: all of few. */
static int64_t sample_size(int64_t m)
{
    if (m <= SAMPLE * SAMPLE)
        return m;
    return (int64_t)(SAMPLE * sqrt((double)m)) / SAMPLE_BLOCK * SAMPLE_BLOCK;
}

/* A sample of n rows of x: views of them, each with the cost 1. */
static void take_sample(const struct csr *x, const double *y, int64_t n, struct rows *sample)
{
    int64_t distance = n < x->rows ? x->rows / (n / SAMPLE_BLOCK) : SAMPLE_BLOCK;

    for (int64_t k = 0; k < n; k++) {
        int64_t i = k / SAMPLE_BLOCK * distance + k % SAMPLE_BLOCK;
        sample->start[k] = x->start[i];
        sample->end[k] = x->end[i];
        sample->y[k] = y[i];
        sample->c[k] = 1;
    }
    sample->x = *x;
    sample->x.rows = n;
    sample->x.start = sample->start;
    sample->x.end = sample->end;
}

/* How many rows fewer the distinct ones are, from the merged sample of n of m rows. Of N rows that
 * are the same n N/m are in the sample, expected: those that are there thrice or more stand for m/n
 * times as many. Two are there with probability N (N - 1)/2 (n/m)^2, if that is small, and N - 1
 * are too many: a pair in the sample stands for 2/N (m/n)^2; N = 4. */
static double repeated(const struct rows *sample, double n, double m)
{
    double sum = 0;

    for (int64_t k = 0; k < sample->x.rows; k++) {
        if (sample->c[k] == 2)
            sum += m / n * (m / n) / 2;
        else if (sample->c[k] > 2)
            sum += m / n * sample->c[k];
    }
    return sum;
}

bool distinct_pays(const struct csr *x, const double *y, bool *pays)
{
    int64_t n = sample_size(x->rows);
    double m = (double)x->rows;
    size_t room = (size_t)n;
    struct rows sample = {.start = mem_alloc(room, sizeof *sample.start),
                          .end = mem_alloc(room, sizeof *sample.end),
                          .y = mem_alloc(room, sizeof *sample.y),
                          .c = mem_alloc(room, sizeof *sample.c)};
    bool done = sample.start && sample.end && sample.y && sample.c;

    if (done) {
        take_sample(x, y, n, &sample);
        done = distinct_merge(&sample, sample.c, UINT64_MAX);
    }
    *pays = done && x->rows <= DISTINCT_ROWS && repeated(&sample, (double)n, m) >= SHARE * m;
    mem_free(sample.start);
    mem_free(sample.end);
    mem_free(sample.y);
    mem_free(sample.c);
    return done;
}
