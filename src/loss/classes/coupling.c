/* coupling - the second derivatives of sum_i c_i l(z_i + b, y_i) by the k scalars b, factored. */
#include "loss/classes/coupling.h"

#include <math.h>

#include "math/vec.h"

static const double LEAST_RIDGE = 1e-12;

void coupling_init(struct coupling *m, const struct pointwise *base, bool smooth,
                   struct arena *arena)
{
    *m = (struct coupling){.base = base, .smooth = smooth, .k = base->k};
    m->weight = arena_doubles(arena, m->k);
    m->M = arena_doubles(arena, m->k * m->k);
    cholesky_init(&m->factor, m->k, arena);
    m->factor.par = base->parts->par;
    for (int64_t i = 0; m->weight && i < base->g.rows; i++)
        m->weight[(size_t)base->y[i]] += costs_at(base->g.c, (size_t)i);
    m->W = m->weight ? vec_sum(m->k, m->weight) : 0;
}

struct couple_job {
    const struct coupling *m;
    const double *u;
    double q;
    size_t every;
};

/* Some rows of the triangle over all rows of u: the same bits for any number of threads. */
static void couple_part(void *context, int part)
{
    const struct couple_job *job = context;
    const struct coupling *m = job->m;
    const struct pointwise *base = m->base;

    for (size_t a = (size_t)part; a < m->k; a += job->every)
        vec_fill(m->k - a, 0, m->M + a * m->k + a);
    for (int64_t i = 0; i < base->g.rows; i++) {
        double c = costs_at(base->g.c, (size_t)i);
        if (c > 0)
            base->formula->vector_couple(m->k, base->y[i], c, job->u + (size_t)i * m->k, job->q,
                                         (size_t)part, job->every, m->M);
    }
}

/* M_aa = -sum over b != a of M_ab, for M e = 0. */
static void set_diagonal(const struct coupling *m)
{
    size_t k = m->k;

    for (size_t a = 0; a < k; a++)
        for (size_t b = a + 1; b < k; b++) {
            m->M[a * k + a] -= m->M[a * k + b];
            m->M[b * k + b] -= m->M[a * k + b];
        }
}

/* M + ridge + s e e' where the factor will be, on the classes that have examples. */
static void fill(void *context, double t)
{
    struct coupling *m = context;
    size_t k = m->k;

    for (size_t a = 0; a < k; a++) {
        double *row = m->factor.R + a * k;
        for (size_t b = a; b < k; b++)
            row[b] = m->weight[a] > 0 && m->weight[b] > 0 ? m->M[a * k + b] + m->ridge[1] : 0;
        row[a] = m->weight[a] > 0 ? (row[a] + m->ridge[0] * m->weight[a]) * (1 + t) : 1;
    }
}

bool coupling_factor(struct coupling *m, const double *u, double q, double share)
{
    const struct par *par = m->base->parts->par;
    struct couple_job job = {m, u, q, (size_t)par->threads};
    double trace = 0;

    par_for(par, par->threads, couple_part, &job);
    set_diagonal(m);
    for (size_t o = 0; o < m->k; o++)
        trace += m->M[o * m->k + o];
    m->ridge[0] = fmax(LEAST_RIDGE, share) / (m->smooth ? 1 + q : q);
    m->ridge[1] = (trace + m->ridge[0] * m->W) / (double)(m->k * m->k);
    return cholesky_factor_shifted(&m->factor, m->k, fill, m);
}

void coupling_centre(const struct coupling *m, double *v)
{
    double sum = 0, present = 0;

    for (size_t o = 0; o < m->k; o++) {
        sum += m->weight[o] > 0 ? v[o] : 0;
        present += m->weight[o] > 0;
    }
    for (size_t o = 0; o < m->k; o++)
        v[o] = m->weight[o] > 0 ? v[o] - sum / present : 0;
}

void coupling_solve(const struct coupling *m, double *v)
{
    coupling_centre(m, v);
    cholesky_solve(&m->factor, v);
    coupling_centre(m, v);
}
