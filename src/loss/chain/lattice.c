/* lattice - sums and maxima over the labelings of a sequence: by the kernels of this machine, in
 * logarithms where their scales are lost. */
#include <math.h>

#include "base/isa.h"
#include "loss/chain/chain.h"
#include "math/exponential.h"
#include "math/exponentials.h"
#include "math/logarithm.h"
#include "math/vec.h"

bool lattice_init(struct lattice *x, size_t labels, struct arena *arena)
{
    size_t stride = (labels + CHAIN_LANES - 1) / CHAIN_LANES * CHAIN_LANES;

    *x = (struct lattice){.labels = labels,
                          .stride = stride,
                          .M = arena_doubles(arena, stride * stride),
                          .transposed = arena_doubles(arena, stride * stride),
                          .T = arena_doubles(arena, labels * labels)};
    return !arena->failed;
}

bool chain_room_init(struct chain_room *room, const struct lattice *x, size_t longest,
                     struct arena *arena)
{
    size_t nodes = longest * x->stride;

    *room = (struct chain_room){.node = arena_doubles(arena, nodes),
                                .ahead = arena_doubles(arena, nodes),
                                .p = arena_doubles(arena, nodes),
                                .pair = arena_doubles(arena, x->stride * x->stride),
                                .edge = arena_doubles(arena, x->labels * x->stride),
                                .best = arena_get(arena, longest, sizeof *room->best)};
    return !arena->failed;
}

void lattice_sums(struct lattice *x, double mu, const double *T)
{
    size_t n = x->labels;

    vec_combine(n * n, 1 / mu, T, 0, T, x->T);
    x->most = vec_max(n * n, x->T);
    vec_fill(x->stride * x->stride, 0, x->M);
    for (size_t j = 0; j < n; j++) {
        double *row = x->M + j * x->stride;
        for (size_t k = 0; k < n; k++)
            row[k] = x->T[j * n + k] - x->most;
        exponentials(n, row);
    }
    for (size_t j = 0; j < x->stride; j++)
        for (size_t k = 0; k < x->stride; k++)
            x->transposed[k * x->stride + j] = x->M[j * x->stride + k];
}

void lattice_maxima(struct lattice *x, const double *T)
{
    vec_fill(x->stride * x->stride, -INFINITY, x->M);
    for (size_t j = 0; j < x->labels; j++)
        vec_copy(x->labels, T + j * x->labels, x->M + j * x->stride);
}

void chain_nodes(const struct lattice *x, size_t n, const double *z, struct chain_room *room)
{
    for (size_t t = 0; t < n; t++)
        vec_copy(x->labels, z + t * x->labels, room->node + t * x->stride);
}

void chain_edges(const struct lattice *x, struct chain_room *room, double scale, double *edges)
{
    size_t n = x->labels;

    for (size_t j = 0; j < n; j++)
        for (size_t k = 0; k < n; k++) {
            size_t at = j * x->stride + k;
            edges[j * n + k] += scale * (room->pair[at] * x->M[at] + room->edge[at]);
        }
    vec_fill(x->stride * x->stride, 0, room->pair);
    vec_fill(n * x->stride, 0, room->edge);
}

/* ---- in logarithms --------------------------------------------------------------------------- */

/* log sum over k < n of exp(x_k + y_k step), y of every step-th number */
static double log_sum(size_t n, const double *x, const double *y, size_t step)
{
    double most = -INFINITY, sum = 0;

    for (size_t k = 0; k < n; k++)
        most = fmax(most, x[k] + y[k * step]);
    for (size_t k = 0; k < n; k++)
        sum += exponential(x[k] + y[k * step] - most);
    return most + logarithm(sum);
}

/* z_t becomes v_t = z_t + B_t, B_n = 0, B_(t-1)(j) = log sum_k exp(T_jk + v_t(k)). Returns
 * log Z. */
static double log_backward(const struct lattice *x, size_t n, double *node)
{
    static const double zero[CHAIN_LABELS];

    for (size_t t = n - 1; t > 0; t--)
        for (size_t j = 0; j < x->labels; j++)
            node[(t - 1) * x->stride + j] +=
                log_sum(x->labels, node + t * x->stride, x->T + j * x->labels, 1);
    return log_sum(x->labels, node, zero, 1);
}

/* to = exp(x + y)/sum exp(x + y): of any size, these are probabilities. */
static void soft_maximum(size_t n, const double *x, const double *y, double *to)
{
    double most;

    vec_combine(n, 1, x, 1, y, to);
    most = vec_max(n, to);
    for (size_t k = 0; k < n; k++)
        to[k] -= most;
    exponentials(n, to);
    vec_scale(n, 1 / vec_sum(n, to), to);
}

/* P(y_1 = k) ~ exp v_1(k), P(y_t = k | y_(t-1) = j) ~ exp(T_jk + v_t(k)): p and the edges, sums of
 * products of these. */
static void log_forward(const struct lattice *x, size_t n, struct chain_room *room)
{
    static const double zero[CHAIN_LABELS];
    size_t S = x->labels;
    double q[CHAIN_LABELS];

    soft_maximum(S, room->node, zero, room->p);
    for (size_t t = 1; t < n; t++) {
        const double *before = room->p + (t - 1) * x->stride;
        double *p = room->p + t * x->stride;
        vec_fill(S, 0, p);
        for (size_t j = 0; j < S; j++) {
            soft_maximum(S, room->node + t * x->stride, x->T + j * S, q);
            vec_add(S, before[j], q, p);
            vec_add(S, before[j], q, room->edge + j * x->stride);
        }
    }
}

/* ---- by the kernels -------------------------------------------------------------------------- */

double chain_sum(const struct lattice *x, size_t n, struct chain_room *room, bool marginals)
{
    bool avx2 = isa_best() >= ISA_AVX2;
    double logZ;

    vec_copy(n * x->stride, room->node, room->p);
    logZ = avx2 ? chain_sum_avx2(x, n, room, marginals) : chain_sum_baseline(x, n, room, marginals);
    if (!isnan(logZ))
        return logZ;
    vec_copy(n * x->stride, room->p, room->node);
    logZ = log_backward(x, n, room->node);
    if (marginals)
        log_forward(x, n, room);
    return logZ;
}

/* The first label k < n with the greatest x_k + y_(k step). */
static size_t argmax(size_t n, const double *x, const double *y, size_t step)
{
    size_t best = 0;

    for (size_t k = 1; k < n; k++)
        if (x[k] + y[k * step] > x[best] + y[best * step])
            best = k;
    return best;
}

double chain_maximum(const struct lattice *x, size_t n, struct chain_room *room)
{
    double *last = room->node + (n - 1) * x->stride;

    if (isa_best() >= ISA_AVX2)
        chain_maximum_avx2(x, n, room->node);
    else
        chain_maximum_baseline(x, n, room->node);
    room->best[n - 1] = (uint16_t)vec_largest(x->labels, last);
    for (size_t t = n - 1; t > 0; t--)
        room->best[t - 1] = (uint16_t)argmax(x->labels, room->node + (t - 1) * x->stride,
                                             x->M + room->best[t], x->stride);
    return last[room->best[n - 1]];
}
