/* linear_sweep - dual coordinate steps over rows, the inner loop of sequential dual ascent.
 *
 * Parameters: ROW_VALUE(x, k) as in data/csr_rows.h; SWEEP, the name of the function to define. */
#include "data/csr_rows.h"
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
    __builtin_prefetch(&s->alpha[i]);
    for (int64_t j = r->x.start[i], end = r->x.start[i + 1], line = 64 / sizeof *r->x.col; j < end; j += line)
        __builtin_prefetch(&r->x.col[j]);
    for (int64_t j = r->x.start[i] * width, end = r->x.start[i + 1] * width; j < end; j += 64)
        __builtin_prefetch((const char *)r->x.value + j);
}

void SWEEP(struct risk *risk, const struct sweep *s)
{
    struct linear *r = (struct linear *)risk;
    const struct csr x = r->x;

    linear_norms(r);
    for (size_t k = 0; k < s->count; k++) {
        int64_t i = s->order[k];
        double scale = r->c[i] / s->lambda, old = s->alpha[i], z, u;
        fetch_ahead(r, s, k);
        z = row_dot(&x, i, s->w);
        u = r->loss->step(r->p, r->y[i], z, old, scale * r->sqnorm[i]);
        s->moved[k] = u != old;
        if (u != old) {
            row_add(&x, i, -scale * (u - old), s->w);
            s->alpha[i] = u;
        }
    }
    risk->passes += (double)s->count / (double)risk->units;
}
