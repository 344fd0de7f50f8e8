/* output_gram - the quadratic model of several outputs over few weights. */
#include "solve/newton/output_gram.h"

#include <math.h>

#include "data/rows/gram.h"
#include "loss/loss.h"
#include "math/vec.h"
#include "solve/newton/newton_rows.h"

/* The memory of H at most, MOST^2 numbers: 32 MB. */
enum { MOST = 2048 };

/* A solution leaves SHARE of the violation at d = 0, or takes ROUNDS (newton_model.c). */
static const double SHARE = 1e-3;
enum { ROUNDS = 30 };

void output_gram_init(struct output_gram *s, const struct risk *risk, const struct monitor *m,
                      struct arena *arena)
{
    size_t most = risk->dim < MOST ? risk->dim : MOST, size = most * sizeof *s->H;

    *s = (struct output_gram){.risk = risk, .m = m, .most = most};
    s->first = arena_get(arena, risk->outputs + 1, sizeof *s->first);
    s->weight = arena_get(arena, most, sizeof *s->weight);
    s->H = arena_room(arena, most, size);
    s->D = arena_doubles(arena, most);
    s->psi = arena_get(arena, most, sizeof *s->psi);
    s->block = arena_room(arena, most, size);
    s->e = arena_doubles(arena, risk->image);
    s->b = arena_doubles(arena, risk->image);
    s->row = arena_get(arena, risk->units, sizeof *s->row);
    s->h = arena_doubles(arena, risk->units);
    s->solver = (struct l1_dense){.H = s->H,
                                  .x = arena_doubles(arena, most),
                                  .g = arena_doubles(arena, most),
                                  .step = arena_doubles(arena, most)};
    l1_dense_init(&s->solver, most, arena);
}

/* ---- H --------------------------------------------------------------------------------------- */

/* In the time of an entry of a product by X. */
static double work_of(const struct matrix *X, size_t count)
{
    double k = (double)X->outputs, n = (double)X->x.cols;

    return k * (k + 1) / 2 * (matrix_gram_work(X) + n * n) + newton_factor_work((double)count);
}

static bool applies(const struct output_gram *s, const struct matrix *X, size_t count,
                    double passes)
{
    double pass = 2 * (double)X->outputs * matrix_work(X);

    return !s->risk->g->coupled && count <= s->most && X->x.cols <= s->most &&
           work_of(X, count) <= passes * pass;
}

static void list_weights(struct output_gram *s, const struct matrix *X, const unsigned char *in)
{
    size_t k = X->outputs, count = 0;

    for (size_t o = 0; o < k; o++) {
        s->first[o] = count;
        for (size_t v = o; v < X->dim; v += k)
            if (in[v])
                s->weight[count++] = (uint32_t)v;
    }
    s->first[k] = count;
    s->solver.n = count;
}

/* The block of outputs o and other, B_i,o,other in s->b. */
static void sum_block(struct output_gram *s, const struct matrix *X, size_t o, size_t other)
{
    size_t k = X->outputs, n = X->x.cols, size = s->solver.n;
    int64_t count = matrix_list(X, s->b, other, s->row, s->h);

    vec_fill(n * n, 0, s->block);
    matrix_gram(X, count, s->row, s->h, s->block);
    for (size_t a = s->first[o]; a < s->first[o + 1]; a++)
        for (size_t b = s->first[other]; b < s->first[other + 1]; b++) {
            size_t i = s->weight[a] / k, j = s->weight[b] / k;
            double sum = s->block[i < j ? i * n + j : j * n + i];
            s->H[a * size + b] = sum;
            s->H[b * size + a] = sum;
        }
}

bool output_gram_update(struct output_gram *s, const struct matrix *X, const unsigned char *in,
                        size_t count, const struct prox *at, double passes)
{
    const struct loss *g = s->risk->g;
    size_t k = X->outputs;

    if (!applies(s, X, count, passes))
        return false;
    list_weights(s, X, in);
    vec_fill(s->risk->image, 0, s->e);
    for (size_t o = 0; o < k; o++) {
        if (monitor_hurries(s->m))
            return false;
        for (size_t i = 0; i < s->risk->units; i++) {
            s->e[i * k + (o + k - 1) % k] = 0;
            s->e[i * k + o] = 1;
        }
        g->ops->bend(g, at, s->e, s->b);
        for (size_t other = o; other < k; other++)
            if (s->first[o] < s->first[o + 1] && s->first[other] < s->first[other + 1])
                sum_block(s, X, o, other);
    }
    for (size_t v = 0; v < count; v++)
        s->D[v] = s->H[v * (count + 1)];
    newton_count_work(s->risk, work_of(X, count) / (double)k);
    return true;
}

/* ---- the minimum ----------------------------------------------------------------------------- */

void output_gram_minimise(struct output_gram *s, struct kinked_each psi, const double *ridge,
                          const double *g, double *x)
{
    struct l1_dense *solver = &s->solver;
    size_t count = solver->n;
    double violation;

    for (size_t a = 0; a < count; a++) {
        uint32_t v = s->weight[a];
        s->H[a * (count + 1)] = fmax(s->D[a], 0) + ridge[v];
        s->psi[a] = *kinked_at(psi, v);
        solver->x[a] = x[v];
        solver->g[a] = g[v];
    }
    solver->psi = (struct kinked_each){s->psi, 1};
    violation = kinked_violations(solver->psi, count, solver->x, solver->g);
    vec_fill(count, 0, solver->step);
    l1_dense_minimise(solver, SHARE * violation, ROUNDS);
    for (size_t a = 0; a < count; a++)
        x[s->weight[a]] = solver->x[a];
}
