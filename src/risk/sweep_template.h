/* sweep_template - dual coordinate steps over rows, the inner loop of sequential dual ascent.
 *
 * The includer has included data/csr/csr_rows_template.h, or data/csr/csr_quads_template.h, which includes
 * it, with their parameters. Parameter: OPS, the name of the table to define. All macros are
 * undefined at the end. */
#include "loss/pointwise.h"
#include "loss/quadratic.h"
#include "math/vec.h"
#include "risk/composite_parts.h"

/* The entries of the row of the step AHEAD steps later are fetched. 4 to 8 took the same time on
 * kdd99_10 and a9a. */
enum { AHEAD = 6 };
enum { CACHE_LINE = 64 }; /* bytes, of x86-64 and most others; a wrong number costs time only */

/* Prefetches what steps after step k read; no effect on any result. */
static inline void fetch_ahead(const struct csr *x, const struct sweep *s, size_t k)
{
    static const int64_t width[CSR_STORAGES] = {[CSR_FLOAT] = 4, [CSR_DECIMAL] = 4,
                                                 [CSR_DOUBLE] = 8}; /* bytes of a value */
    const int64_t wide = width[x->storage];
    int64_t i, begin, end, narrow;
    const char *col;
    size_t size;

    if (k + AHEAD >= s->count)
        return;
    col = csr_columns(x, ROW_WIDTH, &size);
    narrow = (int64_t)size;
    i = s->order[k + AHEAD];
    begin = x->start[i];
    end = x->end[i];
    for (int64_t j = begin * narrow; j < end * narrow; j += CACHE_LINE)
        __builtin_prefetch(col + j);
    if (ROW_WIDTH == CSR_MEDIUM)
        __builtin_prefetch(x->high + begin / CSR_WORD);
    for (int64_t j = begin * wide; j < end * wide; j += CACHE_LINE)
        __builtin_prefetch((const char *)x->value + j);
}

/* The step of unit i, one score: scale = c_i/sigma, q = scale |x_i|^2, and v moves by
 * -scale (new - old alpha_i) x_i. Returns the change of alpha_i squared. `quadratic` is l*, or
 * NULL. */
static inline double step_one(const struct pointwise *f, const struct quadratic *quadratic,
                              const struct csr *x, const struct sweep *s, int64_t i, double scale,
                              double q)
{
    double old = s->alpha[i], z = ROW_DOT(x, i, s->w), u;

    u = quadratic ? quadratic_step(quadratic, f->y[i], z, old, q)
                  : f->formula->step(f->p, f->y[i], z, old, q);
    if (u == old)
        return 0;
    ROW_ADD(x, i, -scale * (u - old), s->v);
    s->alpha[i] = u;
    return (u - old) * (u - old);
}

#include "risk/sweep_outputs_template.h"

static double sweep(const struct risk *risk, const struct sweep *s)
{
    struct composite *r = risk->self;
    const struct pointwise *f = r->g->pointwise;
    struct csr x = r->A.x;
    const struct costs costs = r->g->c;
    struct quadratic conjugate, *quadratic = NULL;
    double sum = 0;

    if (f->formula->quadratic) {
        conjugate = f->formula->quadratic(f->p);
        quadratic = &conjugate;
    }
    if (s->bias > 0) {
        x.bias = s->bias;
        x.cols++;
    }
    for (size_t k = 0; k < s->count; k++) {
        int64_t i = s->order[k];
        double c = costs_at(costs, (size_t)i), scale = c / s->sigma;
        double q = scale * (s->sqnorm[i] + s->bias * s->bias);
        double change = 0;
        fetch_ahead(&x, s, k);
        if (scale != 0)
            change = r->A.outputs == 1 ? step_one(f, quadratic, &x, s, i, scale, q)
                                      : step_several(r, &x, s, i, scale, q);
        sum += c * q * change;
        s->moved[k] = change > 0;
        if (change > 0 && s->w != s->v) {
            struct support support = risk_unit_ops.support(risk, i);
            s->update(s->context, &support);
            if (s->bias > 0)
                s->w[x.cols - 1] = s->v[x.cols - 1];
        }
    }
    return sum;
}

const struct dual_ops OPS = {.plane = risk_dual_plane,
                             .sweep = sweep,
                             .sqnorms = risk_dual_sqnorms,
                             .reactivate = risk_dual_reactivate,
                             .recover = risk_dual_recover,
                             .curvature = risk_dual_curvature,
                             .visits = risk_dual_visits,
                             .span = risk_dual_span,
                             .shift = risk_dual_shift};

#undef ROW_VALUE
#undef ROW_WIDTH
#undef ROW_DOT
#undef ROW_ADD
#undef OPS
