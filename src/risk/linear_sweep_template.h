/* linear_sweep_template - dual coordinate steps over rows, the inner loop of sequential dual ascent.
 *
 * Parameters: ROW_VALUE(x, k) as in data/csr_rows_template.h; SWEEP, the name of the function to define. */
#include "math/vec.h"
#include "data/csr_rows_template.h"
#include "risk/linear_parts.h"

/* Rows come in random order: what a step will read is asked for some steps before, where it begins still earlier. */
enum { AHEAD = 6 };

static inline void fetch_ahead(const struct linear *r, const struct sweep *s, size_t k)
{
    const int64_t width = r->x.storage == CSR_BINARY ? 0 : r->x.storage == CSR_FLOAT ? 4 : 8; /* of a value */
    int64_t i;

    if (k + 2 * AHEAD < s->count)
        __builtin_prefetch(&r->x.start[s->order[k + 2 * AHEAD]]);
    if (k + AHEAD >= s->count)
        return;
    i = s->order[k + AHEAD];
    __builtin_prefetch(&r->y[i]);
    __builtin_prefetch(&r->c[i]);
    __builtin_prefetch(&r->sqnorm[i]);
    __builtin_prefetch(&s->alpha[(size_t)i * r->risk.outputs]);
    for (int64_t j = r->x.start[i], end = r->x.start[i + 1], line = 64 / sizeof *r->x.col; j < end; j += line)
        __builtin_prefetch(&r->x.col[j]);
    for (int64_t j = r->x.start[i] * width, end = r->x.start[i + 1] * width; j < end; j += 64)
        __builtin_prefetch((const char *)r->x.value + j);
}

/* The steps with one score; each returns whether alpha moved. q = scale |x_i|^2. */
static inline int step_one(const struct linear *r, const struct csr *x, const struct sweep *s, int64_t i, double scale)
{
    double old = s->alpha[i], z = s->shrink > 0 ? row_dot_soft(x, i, s->w, s->shrink) : row_dot(x, i, s->w);
    double u = r->loss->step(r->p, r->y[i], z, old, scale * r->sqnorm[i]);

    if (u == old)
        return 0;
    row_add(x, i, -scale * (u - old), s->w);
    s->alpha[i] = u;
    return 1;
}

/* The same with several. */
static inline int step_several(const struct linear *r, const struct csr *x, const struct sweep *s, int64_t i,
                               double scale)
{
    size_t outputs = r->risk.outputs;
    double *z = r->unit[0], *u = r->unit[1], *alpha = s->alpha + (size_t)i * outputs;
    int moved = 0;

    if (s->shrink > 0)
        row_scores(x, i, outputs, s->w, s->shrink, z);
    else
        row_scores(x, i, outputs, s->w, 0, z);
    vec_copy(outputs, alpha, u);
    r->loss->vector_step(r->p, outputs, r->y[i], z, u, scale * r->sqnorm[i]);
    for (size_t o = 0; o < outputs; o++) {
        z[o] = u[o] - alpha[o];
        alpha[o] = u[o];
        moved |= z[o] != 0;
    }
    if (moved)
        row_add_outputs(x, i, outputs, -scale, z, s->w);
    return moved;
}

void SWEEP(struct risk *risk, const struct sweep *s)
{
    struct linear *r = (struct linear *)risk;
    const struct csr x = r->x;

    linear_norms(r);
    for (size_t k = 0; k < s->count; k++) {
        int64_t i = s->order[k];
        double scale = r->c[i] / s->lambda;
        fetch_ahead(r, s, k);
        s->moved[k] = 0;
        if (scale != 0)
            s->moved[k] = (unsigned char)(risk->outputs == 1 ? step_one(r, &x, s, i, scale)
                                                             : step_several(r, &x, s, i, scale));
    }
    risk->passes += (double)s->count / (double)risk->units;
}
