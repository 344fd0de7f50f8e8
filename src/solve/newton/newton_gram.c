/* newton_gram - M = A' diag(h) A over few columns. */
#include "solve/newton/newton_gram.h"

#include <float.h>
#include <math.h>

#include "data/rows/gram.h"
#include "loss/loss.h"
#include "math/vec.h"

/* Rows are listed so many at a time, to hold a list of them alone, or fewer long ones
 * (matrix_gram_rows). */
enum { GRAM_ROWS = 8192 };

/* The shared matrix is taken where at most MOST_APART of the rows that a sum would have are left.
 * Tuned. */
static const double MOST_APART = 0.5;

/* Weights h and in with |h - in| < ROUNDING h are the same number. */
static const double ROUNDING = 4 * DBL_EPSILON;

void newton_gram_init(struct newton_gram *s, const struct risk *risk, size_t n, double lazy,
                      struct arena *arena)
{
    int64_t units = (int64_t)risk->units, most = units < GRAM_ROWS ? units : GRAM_ROWS;

    *s = (struct newton_gram){.risk = risk,
                              .n = n,
                              .c = risk->g->c,
                              .lazy = risk->borders > 0 ? ROUNDING : lazy,
                              .M = arena_doubles(arena, n * n),
                              .in = arena_doubles(arena, risk->units),
                              .most = matrix_gram_rows(risk->A, most),
                              .row = arena_get(arena, (size_t)most, sizeof *s->row),
                              .weight = arena_doubles(arena, (size_t)most)};
}

/* M = 0, in = 0 */
static void clear_sum(struct newton_gram *s)
{
    vec_fill(s->n * s->n, 0, s->M);
    vec_fill(s->risk->units, 0, s->in);
    s->updates = 0;
}

/* kappa, the largest h_i/c_i */
static double largest_ratio(const struct newton_gram *s, const double *h)
{
    double kappa = 0;

    for (size_t i = 0; i < s->risk->units; i++)
        if (costs_at(s->c, i) > 0)
            kappa = fmax(kappa, h[i] / costs_at(s->c, i));
    return kappa;
}

/* M = kappa A' diag(c) A, in_i = kappa c_i, from the shared matrix, where that leaves at most
 * MOST_APART of *rows to be changed; *rows becomes their number. False: M and *rows stay. */
static bool take_shared(struct newton_gram *s, const double *h, size_t *rows)
{
    double kappa = largest_ratio(s, h);
    const double *shared = s->risk->shared.M;
    size_t apart = 0;

    for (size_t i = 0; i < s->risk->units; i++)
        apart += weight_is_stale(s->lazy, h[i], kappa * costs_at(s->c, i));
    if (!isfinite(kappa) || (double)apart > MOST_APART * (double)*rows)
        return false;
    risk_count(s->risk, 1 / (double)s->risk->shared.problems);
    for (size_t i = 0; i < s->n; i++)
        for (size_t j = i; j < s->n; j++)
            s->M[i * s->n + j] = kappa * shared[i * s->n + j];
    for (size_t i = 0; i < s->risk->units; i++)
        s->in[i] = kappa * costs_at(s->c, i);
    s->updates = 1;
    *rows = apart;
    return true;
}

/* The sum goes on from M as it is, from 0 or from the shared matrix: where it has the fewest rows,
 * those that are stale or, from 0, all of h_i != 0. *rows is their number. True if M is another. */
static bool begin(struct newton_gram *s, const double *h, size_t *rows)
{
    const size_t units = s->risk->units;
    const double lazy = s->lazy;
    size_t active = 0, changed = 0;
    bool stays;

    for (size_t i = 0; i < units; i++) {
        active += h[i] != 0;
        changed += weight_is_stale(lazy, h[i], s->in[i]);
    }
    stays = changed <= active && (changed == 0 || s->updates < NEWTON_GRAM_UPDATES);
    *rows = stays ? changed : active;
    if (s->risk->shared.M && *rows > 0 && take_shared(s, h, rows))
        return true;
    if (!stays)
        clear_sum(s);
    return !stays;
}

/* Lists stale rows from row i on, until the list is full, and takes their h.
 * Returns the row after the last one that was looked at. */
static size_t list_stale(struct newton_gram *s, const double *h, size_t i)
{
    const size_t units = s->risk->units;
    const double lazy = s->lazy;
    double *restrict weight = s->weight;
    int64_t *restrict row = s->row, count = 0;

    for (; i < units && count < s->most; i++) {
        double in = s->in[i];
        row[count] = (int64_t)i;
        weight[count] = h[i] - in;
        count += weight_is_stale(lazy, h[i], in);
    }
    for (int64_t k = 0; k < count; k++)
        s->in[row[k]] = h[row[k]];
    s->count = count;
    return i;
}

bool newton_gram_update(struct newton_gram *s, const double *h, const struct monitor *m)
{
    struct stop_token stop = monitor_stop(m);
    size_t rows;
    bool begun = begin(s, h, &rows), leaves = false;

    for (size_t i = 0; rows > 0 && i < s->risk->units && !leaves;) {
        i = list_stale(s, h, i);
        if (s->count > 0)
            matrix_gram(s->risk->A, s->count, s->row, s->weight, s->M);
        leaves = stop_requested(&stop);
    }
    s->count = 0;
    risk_count(s->risk, (double)rows / (double)s->risk->units);
    s->updates += rows > 0;
    return begun || rows > 0;
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
    for (size_t lo = 0; lo < units; lo += (size_t)s->count) {
        s->count = (int64_t)units - (int64_t)lo < s->most ? (int64_t)(units - lo) : s->most;
        for (size_t k = 0; k < (size_t)s->count; k++) {
            s->row[k] = (int64_t)(lo + k);
            s->weight[k] = h;
        }
        matrix_diagonal(s->risk->A, s->count, s->row, s->weight, D);
    }
    s->count = 0;
    risk_count(s->risk, 1);
}
