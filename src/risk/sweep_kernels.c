/* sweep_kernels - dual coordinate steps over rows, the inner loop of sequential dual ascent;
 * compiled once for each instruction set. */
#include "data/csr/csr_rows.h"
#include "loss/pointwise.h"
#include "loss/quadratic.h"
#include "math/vec.h"
#include "risk/composite_parts.h"
#include "risk/sweep_ahead.h"

/* The step of unit i, one score: scale = c_i/sigma, q = scale |x_i|^2, and v moves by
 * -scale (new - old alpha_i) x_i. Returns the change of alpha_i squared. `quadratic` is l*, or
 * NULL. */
CSR_INLINE double step_one(const struct pointwise *f, const struct quadratic *quadratic,
                           const struct csr *x, const struct sweep *s, int64_t i, double scale,
                           double q)
{
    double old = s->alpha[i], z = row_dot(x, i, s->w), u;

    u = quadratic ? quadratic_step_one(quadratic, f->y[i], z, old, q)
                  : f->formula->step(f->p, f->y[i], z, old, q);
    if (u == old)
        return 0;
    row_move(x, i, -scale * (u - old), s->v);
    s->alpha[i] = u;
    return (u - old) * (u - old);
}

/* ---- several scores: visits of all outputs, and between them visits of few ------------------- */

/* Near unit i, i of class y, are the outputs y, each o with alpha_io != 0 and, of the others, the
 * rival, of the largest score. A visit of the near outputs alone is an exact step on a block of
 * alpha_i: the others stay 0. Keerthi, Sundararajan, Chang, Hsieh, Lin (A sequential dual method
 * for large scale multi-class linear SVMs, KDD 2008) shrink outputs too, until the end.
 *
 * After the k-th visit of all outputs in a row that let none into the near ones follow 2^k - 1
 * visits of near outputs, k <= MOST_NARROW, or as many as change alpha. Tuned. */
enum { MOST_NARROW = 4 };

/* Outputs near unit i: bit o % WORD_BITS of word o / WORD_BITS; behind the words the visits of near
 * outputs still to come, in the lower half, and k, in the upper half. */
struct near_outputs {
    uint64_t *word, *visits;
};

CSR_INLINE struct near_outputs near_unit(const struct sweep *s, int64_t i, size_t outputs)
{
    uint64_t *word = s->near + (size_t)i * sweep_near(outputs);

    return (struct near_outputs){word, word + sweep_near(outputs) - 1};
}

CSR_INLINE bool near_is_due(struct near_outputs near)
{
    return (uint32_t)*near.visits > 0;
}

/* The near outputs, ascending, in list; *own becomes the place of *own in it. Returns how many. */
CSR_INLINE size_t near_list(size_t outputs, struct near_outputs near, uint32_t *list, size_t *own)
{
    size_t count = 0, y = *own;

    for (size_t first = 0; first < outputs; first += WORD_BITS)
        for (uint64_t bits = near.word[first / WORD_BITS]; bits; bits &= bits - 1) {
            size_t o = first + (size_t)__builtin_ctzll(bits);
            if (o == y)
                *own = count;
            list[count++] = (uint32_t)o;
        }
    return count;
}

/* After a visit of all outputs: the near ones, and how many visits are theirs. None where they are
 * more than half: all outputs then cost as little, as vectors. */
CSR_INLINE void near_find(size_t outputs, size_t own, size_t rival, const double *alpha,
                          struct near_outputs near)
{
    uint64_t k = *near.visits >> 32;
    size_t count = 0;
    bool entered = false;

    for (size_t first = 0; first < outputs; first += WORD_BITS) {
        size_t end = outputs - first < WORD_BITS ? outputs : first + WORD_BITS;
        uint64_t bits = 0, *word = near.word + first / WORD_BITS;
        for (size_t o = first; o < end; o++)
            bits |= (uint64_t)(alpha[o] != 0 || o == own || o == rival) << (o - first);
        entered |= (bits & ~*word) != 0;
        *word = bits;
        count += (size_t)__builtin_popcountll(bits);
    }
    k = entered || 2 * count > outputs ? 0 : k + (k < MOST_NARROW);
    *near.visits = k << 32 | (((uint64_t)1 << k) - 1);
}

/* argmax of z_o over o != own */
CSR_INLINE size_t rival_of(size_t outputs, size_t own, const double *z)
{
    size_t best = own == 0;

    for (size_t o = best + 1; o < outputs; o++)
        if (z[o] > z[best] && o != own)
            best = o;
    return best;
}

/* The formula's parameter where shift has been added to the scores: a list of outputs has it of its
 * own, and a rival is one of z + shift. The margin of the costs stays 0. */
CSR_INLINE struct parameter parameter_added(const struct pointwise *f)
{
    struct parameter p = f->p;

    p.shift = NULL;
    return p;
}

/* The step on the near outputs of unit i of class `own`; returns the change of alpha_i squared. */
CSR_INLINE double step_near(const struct composite *r, const struct csr *x, const struct sweep *s,
                            int64_t i, size_t own, double scale, double q)
{
    const struct pointwise *f = r->g->pointwise;
    struct near_outputs near = near_unit(s, i, f->k);
    double *z = r->unit[0], *u = r->unit[1], *alpha = s->alpha + (size_t)i * f->k;
    uint32_t list[LOSS_CLASSES];
    size_t own_at = own, n = near_list(f->k, near, list, &own_at), some = 0;
    double sum = 0;

    row_scores_listed(x, i, f->k, n, list, s->w, z);
    for (size_t m = 0; m < n; m++)
        u[m] = alpha[list[m]];
    for (size_t m = 0; f->p.shift && m < n; m++)
        z[m] += f->p.shift[own * f->k + list[m]];
    f->formula->vector_step(parameter_added(f), n, (double)own_at, z, u, q);
    for (size_t m = 0; m < n; m++) {
        uint32_t o = list[m];
        z[some] = u[m] - alpha[o];
        alpha[o] = u[m];
        list[some] = o;
        sum += z[some] * z[some];
        some += z[some] != 0;
    }
    if (some > 0)
        row_add_listed(x, i, f->k, some, list, -scale, z, s->v);
    *near.visits = some > 0 ? *near.visits - 1 : *near.visits >> 32 << 32;
    return sum;
}

/* The same on all outputs. */
CSR_INLINE double step_all(const struct composite *r, const struct csr *x, const struct sweep *s,
                           int64_t i, size_t own, double scale, double q)
{
    const struct pointwise *f = r->g->pointwise;
    const struct csr seen = *x; /* x's own address stays here: a constant x->width, row_dot's too */
    double *z = r->unit[0], *u = r->unit[1], *alpha = s->alpha + (size_t)i * f->k;
    double sum = 0;

    r->A.kernels->product(&seen, i, i + 1, f->k, s->w, z);
    vec_copy(f->k, alpha, u);
    if (f->p.shift)
        vec_add(f->k, 1, f->p.shift + own * f->k, z);
    f->formula->vector_step(parameter_added(f), f->k, f->y[i], z, u, q);
    for (size_t o = 0; o < f->k; o++) {
        double change = u[o] - alpha[o];
        alpha[o] = u[o];
        u[o] = change;
        sum += change * change;
    }
    if (s->near)
        near_find(f->k, own, rival_of(f->k, own, z), alpha, near_unit(s, i, f->k));
    if (sum > 0)
        row_add_outputs(x, i, f->k, -scale, u, s->v);
    return sum;
}

/* The step of unit i with several scores: scale = c_i/sigma, q = scale |x_i|^2, and v_o moves by
 * -scale (new - old alpha_io) x_i. Returns the change of alpha_i squared. */
CSR_INLINE double step_several(const struct composite *r, const struct csr *x,
                               const struct sweep *s, int64_t i, double scale, double q)
{
    const struct pointwise *f = r->g->pointwise;
    size_t own = (size_t)f->y[i];

    if (s->near && near_is_due(near_unit(s, i, f->k)))
        return step_near(r, x, s, i, own, scale, q);
    return step_all(r, x, s, i, own, scale, q);
}

/* ---- the sweep ------------------------------------------------------------------------------- */

/* Prefetches the numbers of the unit of step k + 2 AHEAD: fetch_ahead reads start and end, the step
 * the others. Units come in random order, each number from a line of its own. */
CSR_INLINE void fetch_unit(const struct composite *r, const struct csr *x, const struct sweep *s,
                           size_t k)
{
    const double *c = r->g->c.each;
    int64_t i;

    if (k + 2 * AHEAD >= s->count)
        return;
    i = s->order[k + 2 * AHEAD];
    __builtin_prefetch(x->start + i);
    __builtin_prefetch(x->end + i);
    __builtin_prefetch(s->sqnorm + i);
    __builtin_prefetch(s->alpha + (size_t)i * r->A.outputs);
    __builtin_prefetch(r->g->pointwise->y + i);
    if (c)
        __builtin_prefetch(c + i);
}

CSR_INLINE double sweep(struct composite *r, struct csr x, const struct sweep *s)
{
    const struct pointwise *f = r->g->pointwise;
    const struct costs costs = r->g->c;
    const struct quadratic conjugate = f->p.l, *quadratic = f->quadratic ? &conjugate : NULL;
    double sum = 0;

    if (s->bias > 0) {
        x.bias = s->bias;
        x.cols++;
    }
    for (size_t k = 0; k < s->count; k++) {
        int64_t i = s->order[k];
        double c = costs_at(costs, (size_t)i), scale = c / s->sigma;
        double q = scale * (s->sqnorm[i] + s->bias * s->bias);
        double change = 0;
        fetch_unit(r, &x, s, k);
        fetch_ahead(&x, s->order, s->count, k);
        if (scale != 0)
            change = r->A.outputs == 1 ? step_one(f, quadratic, &x, s, i, scale, q)
                                      : step_several(r, &x, s, i, scale, q);
        sum += c * q * change;
        s->moved[k] = change > 0;
        if (change > 0 && s->w != s->v) {
            struct support support = risk_unit_ops.support(&r->risk, i);
            s->update(s->context, &support);
            if (s->bias > 0)
                s->w[x.cols - 1] = s->v[x.cols - 1];
        }
    }
    return sum;
}

#define SWEEP(storage, width)                                                                   \
    static double sweep_##storage##width(struct composite *r, const struct sweep *s)             \
    {                                                                                           \
        return sweep(r, csr_known(&r->A.x, CSR_##storage, width), s);                           \
    }
CSR_EACH(SWEEP)

#define SWEEP_ROW(storage, width) [CSR_##storage][width - 1] = sweep_##storage##width,

sweep_kernel *ISA_NAME(sweep_kernel)(const struct csr *x)
{
    static sweep_kernel *const sweeps[CSR_STORAGES][CSR_WIDTH] = {CSR_EACH(SWEEP_ROW)};

    return sweeps[x->storage][x->width - 1];
}
