/* lanes_kernels - dual coordinate steps of LANES risks over one matrix; compiled once for each
 * instruction set. */
#include "data/csr/csr_rows.h"
#include "loss/pointwise.h"
#include "loss/quadratic.h"
#include "risk/composite_parts.h"
#include "risk/sweep_ahead.h"

/* All functions that take vectors are inlined: no convention of calls matters. */
#pragma GCC diagnostic ignored "-Wpsabi"

/* A number of each lane; mask: all bits or none. */
#define EACH_LANE vector_size(LANES * sizeof(double)), aligned(sizeof(double)), may_alias
typedef double vector __attribute__((EACH_LANE));
typedef int64_t mask __attribute__((EACH_LANE));

CSR_INLINE vector load(const double *from)
{
    return *(const vector *)from;
}

CSR_INLINE void store(vector v, double *to)
{
    *(vector *)to = v;
}

/* Lane by lane yes where m, else no. */
CSR_INLINE vector choose(mask m, vector yes, vector no)
{
    return (vector)((m & (mask)yes) | (~m & (mask)no));
}

/* <v_l, x_i>, the order of the sum that of row_scores_loop. */
CSR_INLINE vector row_lanes(const struct csr *x, int64_t i, const double *v)
{
    vector z = x->bias * load(v + (size_t)(x->bias != 0 ? x->cols - 1 : 0) * LANES);
    int64_t k = x->start[i], end = x->end[i];

    for (; k + GROUP <= end; k += GROUP) {
        vector part[GROUP];
        for (int g = 0; g < GROUP; g++)
            part[g] = csr_value(x, k + g) * load(v + (size_t)csr_col(x, k + g) * LANES);
        z += (part[0] + part[1]) + (part[2] + part[3]);
    }
    for (; k < end; k++)
        z += csr_value(x, k) * load(v + (size_t)csr_col(x, k) * LANES);
    return z;
}

/* v_l += u_l x_i */
CSR_INLINE void row_add_lanes(const struct csr *x, int64_t i, vector u, double *v)
{
    for (int64_t k = x->start[i], end = x->end[i]; k < end; k++) {
        double *at = v + (size_t)csr_col(x, k) * LANES;
        store(load(at) + csr_value(x, k) * u, at);
    }
    if (x->bias != 0) {
        double *at = v + (size_t)(x->cols - 1) * LANES;
        store(load(at) + x->bias * u, at);
    }
}

/* quadratic_step_one at the scores z from u. */
CSR_INLINE vector step_quadratic(const struct quadratic *l, vector y, vector z, double q, vector u)
{
    const double share = 1 / quadratic_divisor(q + l->curve);
    const vector zero = {0};
    const mask positive = y > 0;
    vector lo = choose(positive, zero + l->lo[1], zero + l->lo[0]);
    vector hi = choose(positive, zero + l->hi[1], zero + l->hi[0]);
    vector r = z - (l->centre * y + l->curve * u), next = u + (r - l->kink) * share;

    if (l->kink > 0) {
        vector down = u + (r + l->kink) * share;
        next = choose(next > 0, next, choose(down < 0, down, zero));
    }
    next = choose(next < lo, lo, next);
    return choose(next > hi, hi, next);
}

/* The steps of any other loss, in the lanes that are on. */
CSR_INLINE vector step_formula(const struct pointwise *f, const struct lanes *s, vector y, vector z,
                               double q, vector u)
{
    for (size_t k = 0; k < LANES; k++)
        if (s->on[k] > 0)
            u[k] = f->formula->step(f->p, y[k], z[k], u[k], q);
    return u;
}

/* The steps of unit i, which costs c; returns whether alpha changed in a lane. */
CSR_INLINE bool step_lanes(const struct pointwise *f, const struct csr *x, struct lanes *s,
                           int64_t i, double c)
{
    const double scale = c / s->sigma, q = scale * s->sqnorm[i];
    double *at = s->alpha + i * LANES;
    vector y = load(s->y + i * LANES), u = load(at), z = row_lanes(x, i, s->v), next, change;
    mask moves;
    int64_t moved = 0; /* lanes that move, times -1 */

    next = f->quadratic ? step_quadratic(&f->p.l, y, z, q, u) : step_formula(f, s, y, z, q, u);
    moves = (next != u) & (load(s->on) > 0);
    for (size_t k = 0; k < LANES; k++)
        moved += moves[k];
    if (moved == 0)
        return false;
    s->moves -= (double)moved;
    next = choose(moves, next, u);
    change = next - u;
    store(next, at);
    store(load(s->gain) + c * q * (change * change), s->gain);
    row_add_lanes(x, i, -scale * change, s->v);
    return true;
}

CSR_INLINE void sweep(const struct composite *r, const struct csr *x, struct lanes *s)
{
    const struct pointwise *f = r->g->pointwise;
    const struct costs costs = r->g->c;

    for (size_t k = 0; k < s->count; k++) {
        double c = costs_at(costs, (size_t)s->order[k]);
        fetch_ahead(x, s->order, s->count, k);
        s->moved[k] = c != 0 && step_lanes(f, x, s, s->order[k], c);
    }
}

#define KERNELS(storage, width)                                                                 \
    static void sweep_##storage##width(const struct composite *r, struct lanes *s)               \
    {                                                                                           \
        struct csr x = csr_known(&r->A.x, CSR_##storage, width);                                \
        sweep(r, &x, s);                                                                        \
    }
CSR_EACH(KERNELS)

#define KERNELS_ROW(storage, width) [CSR_##storage][width - 1] = sweep_##storage##width,

lanes_kernel *ISA_NAME(lanes_kernel)(const struct csr *x)
{
    static lanes_kernel *const kernels[CSR_STORAGES][CSR_WIDTH] = {CSR_EACH(KERNELS_ROW)};

    return kernels[x->storage][x->width - 1];
}
