/* linear_sweep - dual coordinate steps over rows (MATH 2.2), the inner loop of sequential dual ascent.
 *
 * Parameters: ROW_VALUE(x, k) as in data/csr_rows.h; SWEEP, the name of the function to define. */
#include "data/csr_rows.h"
#include "risk/linear_parts.h"

enum { AHEAD = 4 };

void SWEEP(struct risk *risk, const struct sweep *s)
{
    struct linear *r = (struct linear *)risk;
    const struct csr x = r->x;

    linear_norms(r);
    for (size_t k = 0; k < s->count; k++) {
        int64_t i = s->order[k];
        double scale = r->c[i] / s->lambda, old = s->alpha[i], z, u;
        if (k + AHEAD < s->count)
            __builtin_prefetch(&x.col[x.start[s->order[k + AHEAD]]]);
        z = row_dot(&x, i, s->w);
        u = r->loss->step(r->p, r->y[i], z, old, scale * r->sqnorm[i]);
        s->moved[i] = u != old;
        if (u != old) {
            row_add(&x, i, -scale * (u - old), s->w);
            s->alpha[i] = u;
        }
    }
    risk->passes += (double)s->count / (double)risk->units;
}
