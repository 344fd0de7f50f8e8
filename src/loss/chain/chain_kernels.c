/* chain_kernels - sums and maxima over the labelings of a sequence; compiled once for each
 * instruction set. */
#include <math.h>

#include "base/isa.h"
#include "loss/chain/chain.h"
#include "math/exponentials.h"
#include "math/logarithm.h"

/* A scale below LEAST is lost in rounding to subnormal numbers; the logarithm of their product is
 * taken where that leaves [LEAST, 1/LEAST]. */
static const double LEAST = 0x1p-400;

/* What a_t(k) below FAINT stands for is taken as lost; all that is lost may be LOST of Z. */
static const double FAINT = 0x1p-900, LOST = 0x1p-60;

/* to = sum over j < n of x_j M_j, rows of `stride` numbers, in the order of j; CHAIN_LANES rows at
 * a time. */
static inline void product(size_t stride, const double *restrict x, const double *restrict M,
                           double *restrict to)
{
    for (size_t k = 0; k < stride; k++)
        to[k] = 0;
    for (size_t j = 0; j < stride; j += CHAIN_LANES) {
        const double *row = M + j * stride;
        double x0 = x[j], x1 = x[j + 1], x2 = x[j + 2], x3 = x[j + 3];
        for (size_t k = 0; k < stride; k++)
            to[k] = to[k] + x0 * row[k] + x1 * row[stride + k] + x2 * row[2 * stride + k] +
                    x3 * row[3 * stride + k];
    }
}

/* to_k = max over j of x_j + M_jk */
static inline void maximum(size_t stride, const double *restrict x, const double *restrict M,
                           double *restrict to)
{
    for (size_t k = 0; k < stride; k++)
        to[k] = -INFINITY;
    for (size_t j = 0; j < stride; j++)
        for (size_t k = 0; k < stride; k++) {
            double sum = x[j] + M[j * stride + k];
            to[k] = sum > to[k] ? sum : to[k];
        }
}

/* node_t = exp(node_t - max node_t), 0 behind the labels; returns the sum of the maxima. */
static inline double exponents(const struct lattice *x, size_t n, double *node)
{
    double total = 0;

    for (size_t t = 0; t < n; t++) {
        double *z = node + t * x->stride, most = z[0];
        for (size_t k = 1; k < x->labels; k++)
            most = z[k] > most ? z[k] : most;
        total += most;
        for (size_t k = 0; k < x->labels; k++)
            z[k] -= most;
        for (size_t k = x->labels; k < x->stride; k++)
            z[k] = 0;
    }
    exponentials(n * x->stride, node);
    for (size_t t = 0; t < n; t++)
        for (size_t k = x->labels; k < x->stride; k++)
            node[t * x->stride + k] = 0;
    return total;
}

/* FAINT: a label of a_t is fainter; 0: none. */
static inline double faint(size_t labels, const double *a)
{
    size_t count = 0;

    for (size_t k = 0; k < labels; k++)
        count += a[k] < FAINT;
    return count > 0 ? FAINT : 0;
}

/* a_t = e_t o (M'a_(t-1))/c_t, a_1 = e_1/c_1, sum a_t = 1; e_t becomes e_t/c_t. Returns sum_t log
 * c_t; NaN: a scale c_t is below LEAST, or NaN, or labelings are lost that count: with e_t, M <= 1
 * what is lost at t is at most S/c_t (what was lost at t - 1, and FAINT) of the sum. */
static inline double forward(const struct lattice *x, size_t n, double *e, double *a)
{
    double total = 0, scales = 1, lost = 0;

    for (size_t t = 0; t < n; t++) {
        double *at = a + t * x->stride, *et = e + t * x->stride, c = 0;
        if (t > 0)
            product(x->stride, at - x->stride, x->M, at);
        for (size_t k = 0; k < x->stride; k++) {
            at[k] = t > 0 ? at[k] * et[k] : et[k];
            c += at[k];
        }
        lost = (lost + faint(x->labels, at)) * (double)x->labels / c;
        if (!(c >= LEAST && lost <= LOST))
            return NAN;
        for (size_t k = 0; k < x->stride; k++) {
            at[k] *= 1 / c;
            et[k] *= 1 / c;
        }
        scales *= c;
        if (!(scales > LEAST && scales < 1 / LEAST)) {
            total += logarithm(scales);
            scales = 1;
        }
    }
    return total + logarithm(scales);
}

/* b_n = 1, v_t = e_t o b_t/c_t, b_(t-1) = M v_t, p_t = a_t o b_t; e_t becomes v_t. b_(t-1) lies in
 * p_(t-1) until it is multiplied. */
static inline void backward(const struct lattice *x, size_t n, double *e, const double *a,
                            double *p)
{
    size_t stride = x->stride;

    for (size_t k = 0; k < stride; k++)
        p[(n - 1) * stride + k] = 1;
    for (size_t t = n; t-- > 0;) {
        double *b = p + t * stride, *v = e + t * stride;
        const double *at = a + t * stride;
        for (size_t k = 0; k < stride; k++)
            v[k] *= b[k];
        if (t > 0)
            product(stride, v, x->transposed, b - stride);
        for (size_t k = 0; k < stride; k++)
            b[k] *= at[k];
    }
}

/* pair += sum over t >= 2 of a_(t-1) v_t', two positions at a time. */
static inline void add_pairs(const struct lattice *x, size_t n, const double *a, const double *v,
                             double *pair)
{
    size_t stride = x->stride, t = 1;

    for (; t + 1 < n; t += 2) {
        const double *restrict v0 = v + t * stride, *restrict v1 = v0 + stride;
        const double *a0 = a + (t - 1) * stride, *a1 = a0 + stride;
        for (size_t j = 0; j < x->labels; j++) {
            double *restrict to = pair + j * stride, x0 = a0[j], x1 = a1[j];
            for (size_t k = 0; k < stride; k++)
                to[k] = to[k] + x0 * v0[k] + x1 * v1[k];
        }
    }
    for (; t < n; t++)
        for (size_t j = 0; j < x->labels; j++) {
            double *restrict to = pair + j * stride, x0 = a[(t - 1) * stride + j];
            const double *restrict v0 = v + t * stride;
            for (size_t k = 0; k < stride; k++)
                to[k] += x0 * v0[k];
        }
}

double ISA_NAME(chain_sum)(const struct lattice *x, size_t n, struct chain_room *room,
                           bool marginals)
{
    double *e = room->node, *a = room->ahead;
    double most = exponents(x, n, e), scales = forward(x, n, e, a);

    if (marginals && scales == scales) {
        backward(x, n, e, a, room->p);
        add_pairs(x, n, a, e, room->pair);
    }
    return most + scales + (double)(n - 1) * x->most;
}

void ISA_NAME(chain_maximum)(const struct lattice *x, size_t n, double *node)
{
    double from[CHAIN_LABELS];

    for (size_t t = 1; t < n; t++) {
        double *z = node + t * x->stride;
        maximum(x->stride, z - x->stride, x->M, from);
        for (size_t k = 0; k < x->stride; k++)
            z[k] += from[k];
    }
}
