/* newton_schur - block elimination of independent columns. */
#include "solve/newton/newton_schur.h"

#include <string.h>

#include "data/rows/gram.h"
#include "math/vec.h"
#include "solve/newton/newton_gram.h"
#include "solve/newton/newton_rows.h"

double newton_schur_work(const struct risk *risk)
{
    const struct independent *columns = &risk->A->independent;

    return matrix_gram_work(risk->A) + GRAM_PRODUCT * columns->products;
}

/* ---- the blocks ------------------------------------------------------------------------------ */

static void place_columns(struct newton_schur *s)
{
    size_t in = 0, out = s->lead;

    for (size_t j = 0; j < s->lead + s->rest; j++)
        s->place[j] = (uint32_t)(s->risk->A->independent.lead[j] ? in++ : out++);
}

/* others, value, and lead (units): the column of D that a row has, or s->lead. */
static void divide_rows(struct newton_schur *s, uint32_t *lead)
{
    const struct csr *x = &s->risk->A->x;

    for (int64_t i = 0; i < x->rows; i++) {
        lead[i] = (uint32_t)s->lead;
        for (int64_t k = x->start[i]; k < x->end[i]; k++) {
            uint32_t place = s->place[csr_col(x, k)];
            if (place >= s->lead)
                continue;
            lead[i] = place;
            s->value[i] = csr_value(x, k);
        }
    }
    block_take(&s->others, s->risk->A, s->place, s->lead, s->rest);
}

/* begin and row */
static void list_rows(struct newton_schur *s, const uint32_t *lead)
{
    for (size_t i = 0; i < s->risk->units; i++)
        if (lead[i] < s->lead)
            s->begin[lead[i]]++;
    for (size_t j = 0; j < s->lead; j++)
        s->begin[j + 1] += s->begin[j]; /* the end of each list */
    for (size_t i = s->risk->units; i-- > 0;)
        if (lead[i] < s->lead)
            s->row[--s->begin[lead[i]]] = (int64_t)i;
}

/* The entries of B, column by column; `last` (lead) is the one that each row had last, + 1. With
 * col NULL they are counted in start[j + 1], else written from start[j] on, which moves along. */
static void list_entries(const struct csr *columns, const uint32_t *lead, uint32_t most,
                         uint32_t *last, int64_t *start, uint32_t *col)
{
    for (uint32_t j = 0; j < most; j++)
        last[j] = 0;
    for (uint32_t k = 0; k < columns->rows; k++) {
        for (int64_t e = columns->start[k]; e < columns->end[k]; e++) {
            uint32_t j = lead[csr_col(columns, e)];
            if (j == most || last[j] == k + 1)
                continue;
            last[j] = k + 1;
            if (col)
                col[start[j]++] = k;
            else
                start[j + 1]++;
        }
    }
}

/* B, its entries 0. */
static bool make_B(struct newton_schur *s, const uint32_t *lead, struct arena *own)
{
    uint32_t *last = arena_get(own, s->lead, sizeof *last);
    int64_t *start = arena_get(own, s->lead + 1, sizeof *start);
    struct csr columns;

    if (!matrix_transpose(&s->others.A, &columns, own) || own->failed)
        return false;
    list_entries(&columns, lead, (uint32_t)s->lead, last, start, NULL);
    for (size_t j = 0; j < s->lead; j++)
        start[j + 1] += start[j];
    memcpy(s->B.start, start, (s->lead + 1) * sizeof *start);
    list_entries(&columns, lead, (uint32_t)s->lead, last, start, s->B.col);
    block_finish(&s->B, s->risk->A, s->rest, 0);
    return true;
}

/* B has an entry at most for each of the others, the bias among them. */
void newton_schur_init(struct newton_schur *s, const struct risk *risk, double lambda, double lazy,
                       struct arena *arena)
{
    const struct matrix *A = risk->A;
    size_t lead = A->independent.count, rest = A->independent.rest, m = risk->units;
    int64_t entries = csr_entries(&A->x), bias = A->x.bias != 0 ? A->x.rows : 0;

    *s = (struct newton_schur){.risk = risk,
                               .lambda = lambda,
                               .lead = lead,
                               .rest = rest,
                               .lazy = lazy,
                               .place = arena_get(arena, lead + rest, sizeof *s->place),
                               .value = arena_doubles(arena, m),
                               .begin = arena_get(arena, lead + 1, sizeof *s->begin),
                               .row = arena_get(arena, m, sizeof *s->row),
                               .others = block_make(m, entries, arena),
                               .B = block_make(lead, entries + bias, arena),
                               .D = arena_doubles(arena, lead),
                               .minus = arena_doubles(arena, lead),
                               .in = arena_doubles(arena, m),
                               .C = arena_doubles(arena, rest * rest),
                               .a = arena_doubles(arena, lead),
                               .b = arena_doubles(arena, rest),
                               .c = arena_doubles(arena, lead)};
    cholesky_init(&s->factor, rest, arena);
    s->factor.par = risk->par;
}

bool newton_schur_make(struct newton_schur *s)
{
    struct arena own = {0};
    uint32_t *lead = arena_get(&own, s->risk->units, sizeof *lead);
    bool made = false;

    if (lead) {
        place_columns(s);
        divide_rows(s, lead);
        list_rows(s, lead);
        made = make_B(s, lead, &own);
    }
    arena_free(&own);
    return made;
}

/* ---- the factor ------------------------------------------------------------------------------ */

/* b += weight times row i of the others. */
static inline void add_row(struct newton_schur *s, int64_t i, double weight)
{
    const struct block *x = &s->others;
    double bias = x->A.x.bias;

    for (int64_t k = x->start[i]; k < x->start[i + 1]; k++)
        s->b[x->col[k]] += weight * x->value[k];
    if (bias != 0)
        s->b[s->rest - 1] += weight * bias;
}

/* D and B at h. */
static void sum_blocks(struct newton_schur *s, const double *h)
{
    const struct block *B = &s->B;

    for (size_t j = 0; j < s->lead; j++) {
        s->D[j] = s->lambda;
        for (int64_t k = s->begin[j]; k < s->begin[j + 1]; k++) {
            int64_t i = s->row[k];
            double weight = h[i] * s->value[i];
            s->D[j] += weight * s->value[i];
            add_row(s, i, weight);
        }
        for (int64_t e = B->start[j]; e < B->start[j + 1]; e++) {
            B->value[e] = s->b[B->col[e]];
            s->b[B->col[e]] = 0;
        }
    }
}

/* S with a ridge. */
struct ridged {
    struct newton_schur *s;
    const double *ridge;
};

/* D^-1, and the diagonal of C, which is where T will be, with the ridge. */
static void add_ridge(struct newton_schur *s, const double *ridge)
{
    double *T = s->factor.R;

    for (size_t j = 0; j < s->lead + s->rest; j++) {
        size_t k = s->place[j];
        double r = ridge ? ridge[j] : 0;
        if (k < s->lead)
            s->minus[k] = -1 / (s->D[k] + r);
        else
            T[(k - s->lead) * (s->rest + 1)] += r;
    }
}

/* T, its diagonal times 1 + t, where the factor will be. */
static void fill(void *system, double t)
{
    const struct ridged *of = system;
    struct newton_schur *s = of->s;
    double *T = s->factor.R;

    vec_copy(s->rest * s->rest, s->C, T);
    add_ridge(s, of->ridge);
    matrix_gram(&s->B.A, s->B.rows, NULL, s->minus, T);
    for (size_t i = 0; i < s->rest; i++)
        T[i * (s->rest + 1)] *= 1 + t;
}

/* True if the factor is that of h, but for rows that have changed little. */
static bool is_known(const struct newton_schur *s, const double *h)
{
    size_t changed = 0;

    for (size_t i = 0; i < s->risk->units; i++)
        changed += weight_is_stale(s->lazy, h[i], s->in[i]);
    return s->known && changed == 0;
}

void newton_schur_sums(struct newton_schur *s, const double *h)
{
    sum_blocks(s, h);
    vec_fill(s->rest * s->rest, 0, s->C);
    matrix_gram(&s->others.A, s->others.rows, NULL, h, s->C);
    for (size_t k = 0; k < s->rest; k++)
        s->C[k * (s->rest + 1)] += s->lambda;
    newton_count_work(s->risk, matrix_gram_work(s->risk->A));
}

bool newton_schur_factor_ridge(struct newton_schur *s, const double *ridge)
{
    struct ridged of = {s, ridge};

    s->known = cholesky_factor_shifted(&s->factor, s->rest, fill, &of);
    newton_count_work(s->risk, newton_schur_work(s->risk) - matrix_gram_work(s->risk->A));
    return s->known;
}

bool newton_schur_factor(struct newton_schur *s, const double *h)
{
    if (is_known(s, h))
        return true;
    vec_copy(s->risk->units, h, s->in);
    newton_schur_sums(s, h);
    return newton_schur_factor_ridge(s, NULL);
}

void newton_schur_solve(struct newton_schur *s, double *v)
{
    const struct csr *B = &s->B.A.x;
    size_t n = s->lead + s->rest;
    double *b = s->b;

    for (size_t j = 0; j < n; j++) {
        if (s->place[j] < s->lead)
            s->a[s->place[j]] = v[j];
        else
            b[s->place[j] - s->lead] = v[j];
    }
    for (size_t j = 0; j < s->lead; j++)
        s->c[j] = s->a[j] * s->minus[j];
    s->B.A.kernels->adjoint(B, 0, B->rows, 1, s->c, b);
    cholesky_solve(&s->factor, b);
    s->B.A.kernels->product(B, 0, B->rows, 1, b, s->c);
    for (size_t j = 0; j < n; j++) {
        size_t k = s->place[j];
        v[j] = k < s->lead ? (s->c[k] - s->a[k]) * s->minus[k] : b[k - s->lead];
    }
    vec_fill(s->rest, 0, b);
}
