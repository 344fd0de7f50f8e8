/* independent - columns of which no two have an entry in one row. */
#include "data/rows/independent.h"

#include <math.h>

#include "base/arena.h"

/* A factor of all n columns, n^3/3 products in tiles, costs few passes where n^3 is at most so many
 * times the entries: that is ten, by newton_factor_work. */
static const double DENSE = 2000;

/* A second round over all rows leaves 1/2 to 1 of the others that the first left: it is worth its
 * time where these are at most so many. Rows of a sample. */
enum { WORTH_MORE = 3 * INDEPENDENT_REST / 2, SAMPLE = 512 };

enum { OPEN, LEAD, REST };

struct search {
    const struct csr *x;
    uint32_t *count;            /* cols: entries of each column */
    unsigned char *state, *lost; /* cols; lost: another one of a row comes first */
};

/* The columns of a sample of rows, of which each has one independent column at most. */
static bool may_do(const struct search *s)
{
    const struct csr *x = s->x;
    int64_t step = x->rows / SAMPLE + 1;
    size_t columns = 0, rows = 0;

    for (int64_t i = 0; i < x->rows; i += step, rows++) {
        for (int64_t k = x->start[i]; k < x->end[i]; k++) {
            columns += s->lost[csr_col(x, k)] == 0;
            s->lost[csr_col(x, k)] = 1;
        }
    }
    for (size_t j = 0; j < x->cols; j++)
        s->lost[j] = 0;
    return columns <= INDEPENDENT_REST + rows;
}

CSR_INLINE void count_entries(struct search *s, const struct csr *x)
{
    for (int64_t i = 0; i < x->rows; i++)
        for (int64_t k = x->start[i]; k < x->end[i]; k++)
            s->count[csr_col(x, k)]++;
}

/* Of the open columns of row i the rarest, the first of equal ones, stays; none beside a lead. */
CSR_INLINE void visit(struct search *s, const struct csr *x, int64_t i)
{
    bool led = false;
    uint32_t best = UINT32_MAX;

    for (int64_t k = x->start[i]; k < x->end[i]; k++)
        led = led || s->state[csr_col(x, k)] == LEAD;
    for (int64_t k = x->start[i]; k < x->end[i]; k++) {
        uint32_t j = csr_col(x, k), loser = j;
        if (s->state[j] != OPEN)
            continue;
        if (led) {
            s->state[j] = REST;
        } else if (best == UINT32_MAX || s->count[j] < s->count[best]) {
            loser = best;
            best = j;
        }
        if (loser != UINT32_MAX)
            s->lost[loser] = 1;
    }
}

/* A round; returns how many columns are none of them. */
CSR_INLINE size_t search_once(struct search *s, const struct csr *x)
{
    size_t cols = x->cols - (x->bias != 0), rest = x->cols;

    for (int64_t i = 0; i < x->rows; i++)
        visit(s, x, i);
    for (size_t j = 0; j < cols; j++) {
        if (s->state[j] == OPEN && !s->lost[j])
            s->state[j] = LEAD;
        rest -= s->state[j] == LEAD;
        s->lost[j] = 0;
    }
    return rest;
}

CSR_INLINE void search(struct search *s, const struct csr *x)
{
    count_entries(s, x);
    if (search_once(s, x) <= WORTH_MORE)
        search_once(s, x);
}

/* Loops of their own for all widths of a column but three bytes. */
static void search_widths(struct search *s)
{
    struct csr x = *s->x;

    switch (x.width) {
    case 1: x.width = 1; search(s, &x); break;
    case 2: x.width = 2; search(s, &x); break;
    case CSR_WIDTH: x.width = CSR_WIDTH; search(s, &x); break;
    default: search(s, &x);
    }
}

/* lead, and the numbers; of the other entries of a column's rows about half are in one column with
 * another of them. */
static void conclude(const struct search *s, const struct matrix *A, struct independent *found)
{
    double row = (double)A->entries / fmax(1, (double)s->x->rows) - 1 + (s->x->bias != 0), met;

    for (size_t j = 0; j < s->x->cols; j++)
        found->count += s->state[j] == LEAD;
    found->rest = s->x->cols - found->count;
    for (size_t j = 0; j < s->x->cols; j++) {
        found->lead[j] = s->state[j] == LEAD;
        met = fmin((double)found->rest, row * s->count[j] / 2);
        found->products += found->lead[j] ? met * met / 2 : 0;
    }
}

bool matrix_independent(struct matrix *A, struct arena *arena)
{
    struct independent *s = &A->independent;
    size_t cols = A->x.cols;
    double n = (double)cols;
    struct arena own = {0};
    struct search of = {.x = &A->x};
    bool made;

    if (n * n * n <= DENSE * (double)A->entries)
        return true;
    of.count = arena_get(&own, cols, sizeof *of.count);
    of.state = arena_get(&own, cols, sizeof *of.state);
    of.lost = arena_get(&own, cols, sizeof *of.lost);
    if (!own.failed && may_do(&of)) {
        search_widths(&of);
        s->lead = arena_get(arena, cols, sizeof *s->lead);
        if (s->lead)
            conclude(&of, A, s);
        if (s->rest > INDEPENDENT_REST)
            s->lead = NULL;
    }
    made = !own.failed && !arena->failed;
    arena_free(&own);
    return made;
}
