/* newton_gram - M = A' diag(h) A over few columns. */
#include "solve/newton_gram.h"

#include <math.h>

#include "math/vec.h"

/* M is summed anew after so many sums of changed rows: each leaves the rounding errors of what it
 * takes away. */
enum { MOST_UPDATES = 50 };

/* Rows are listed so many at a time, to hold a list of them alone. */
enum { GRAM_ROWS = 8192 };

void newton_gram_init(struct newton_gram *s, const struct risk *risk, size_t n, double lazy,
                      struct arena *arena)
{
    size_t listed = risk->units < GRAM_ROWS ? risk->units : GRAM_ROWS;

    *s = (struct newton_gram){.risk = risk,
                              .n = n,
                              .lazy = risk->borders > 0 ? 0 : lazy,
                              .M = arena_doubles(arena, n * n),
                              .in = arena_doubles(arena, risk->units),
                              .row = arena_get(arena, listed, sizeof *s->row),
                              .weight = arena_doubles(arena, listed)};
    s->rows = (struct weighted_rows){.row = s->row, .h = s->weight};
}

/* True if M needs the new h_i = h: where h is not finite, too. Without a branch: it could not be
 * predicted. */
static inline bool is_stale(double lazy, double h, double in)
{
    return (h != in) & !(fabs(h - in) < lazy * h);
}

/* True if it takes fewer rows to sum M anew than to change it. */
static bool anew(const struct newton_gram *s, const double *h)
{
    const size_t units = s->risk->units;
    const double lazy = s->lazy, *in = s->in;
    size_t active = 0, changed = 0;

    for (size_t i = 0; i < units; i++) {
        active += h[i] != 0;
        changed += is_stale(lazy, h[i], in[i]);
    }
    return changed > active || (changed > 0 && s->updates >= MOST_UPDATES);
}

/* Adds the listed rows to M and empties the list. */
static void flush(struct newton_gram *s)
{
    if (s->rows.count > 0)
        risk_gram(s->risk, &s->rows, s->M);
    s->rows.count = 0;
}

/* Lists stale rows from row i on, until the list is full, and takes their h.
 * Returns the row after the last one that was looked at. */
static size_t list_stale(struct newton_gram *s, const double *h, size_t i)
{
    const size_t units = s->risk->units;
    const double lazy = s->lazy;
    double *restrict in = s->in, *restrict weight = s->weight;
    int64_t *restrict row = s->row, count = 0;

    for (; i < units && count < GRAM_ROWS; i++) {
        row[count] = (int64_t)i;
        weight[count] = h[i] - in[i];
        count += is_stale(lazy, h[i], in[i]);
    }
    for (int64_t k = 0; k < count; k++)
        in[row[k]] = h[row[k]];
    s->rows.count = count;
    return i;
}

bool newton_gram_update(struct newton_gram *s, const double *h)
{
    struct weighted_rows all = {0};

    if (anew(s, h)) {
        vec_fill(s->n * s->n, 0, s->M);
        vec_fill(s->risk->units, 0, s->in);
        s->updates = 0;
    }
    for (size_t i = 0; i < s->risk->units;) {
        i = list_stale(s, h, i);
        all.count += s->rows.count;
        flush(s);
    }
    risk_count_rows(s->risk, &all);
    s->updates += all.count > 0;
    return all.count > 0;
}

void newton_gram_scale(struct newton_gram *s, double factor)
{
    vec_scale(s->n * s->n, factor, s->M);
    vec_scale(s->risk->units, factor, s->in);
}

void newton_gram_diagonal(struct newton_gram *s, double h, double *D)
{
    size_t units = s->risk->units;

    vec_fill(s->n, 0, D);
    for (size_t lo = 0; lo < units; lo += (size_t)s->rows.count) {
        s->rows.count = (int64_t)(units - lo < GRAM_ROWS ? units - lo : GRAM_ROWS);
        for (size_t k = 0; k < (size_t)s->rows.count; k++) {
            s->row[k] = (int64_t)(lo + k);
            s->weight[k] = h;
        }
        risk_diagonal(s->risk, &s->rows, D);
    }
    s->rows.count = 0;
}
