/* composite_span - the dual along two changes of a dual point, where l* is a quadratic on an
 * interval. */
#include "loss/pointwise.h"
#include "loss/quadratic.h"
#include "risk/composite_parts.h"

void risk_span(const struct risk *risk, struct dual_span *s)
{
    const struct composite *r = risk->self;
    const struct pointwise *f = r->g->pointwise;
    const struct quadratic conjugate = f->p.l;
    double sum[2] = {0}, square[3] = {0};

    for (size_t i = 0; i < risk->units; i++) {
        double alpha = s->alpha[i], c = costs_at(r->g->c, i);
        double d0 = alpha - s->last[i], d1 = s->before[i];
        double kink = alpha > 0 ? conjugate.kink : -conjugate.kink;
        double slope = conjugate.centre * f->y[i] + kink + conjugate.curve * alpha;
        sum[0] -= c * d0 * slope;
        sum[1] -= c * d1 * slope;
        square[0] += c * d0 * d0;
        square[1] += c * d0 * d1;
        square[2] += c * d1 * d1;
    }
    for (int k = 0; k < 2; k++)
        s->slope[k] = sum[k];
    for (int k = 0; k < 3; k++)
        s->curvature[k] = conjugate.curve * square[k];
}

void risk_shift(const struct risk *risk, const struct dual_span *s, const double t[2],
                double sigma, double *v)
{
    const struct composite *r = risk->self;
    const struct pointwise *f = r->g->pointwise;
    const struct quadratic conjugate = f->p.l;
    const double one = 1;

    for (size_t i = 0; i < risk->units; i++) {
        double old = s->alpha[i], u = old + t[0] * (old - s->last[i]) + t[1] * s->before[i];
        double lo = conjugate.lo[f->y[i] > 0], hi = conjugate.hi[f->y[i] > 0];
        double inside = u < lo ? lo : u;
        inside = inside > hi ? hi : inside;
        if (inside != u)
            r->A.kernels->add(&r->A.x, (int64_t)i, 1,
                              costs_at(r->g->c, i) / sigma * (u - inside), &one, v);
        s->alpha[i] = inside;
        s->before[i] = old;
    }
}
