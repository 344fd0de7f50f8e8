/* dual - planes of dual points, and exact dual coordinate steps: for sequential dual ascent.
 *
 * A dual point alpha holds a slope of l_i for each unit i, risk->dual_size numbers in all (zeros are one):
 * a = sum_i c_i alpha_i x_i and b = -sum_i c_i l_i*(alpha_i) are a plane below R. */
#ifndef RRM_DUAL_H
#define RRM_DUAL_H

#include "risk/units.h"

/* A sweep of dual coordinate steps: unit i takes alpha_i to
 * argmin_v l_i*(v) - v <w, x_i> + c_i |x_i|^2/(2 sigma) (v - alpha_i)^2, and the vector
 * v = -(1/sigma) sum_i c_i alpha_i x_i along with it. */
struct sweep {
    double sigma;         /* strong convexity of lambda Omega */
    const int64_t *order; /* the units to visit */
    size_t count;
    double *alpha;        /* dual_size */
    double *v;            /* dim */
    double *w;            /* dim: grad of (lambda Omega)* at sigma v, which the units see; v itself if that is v */
    unsigned char *moved; /* count: gets 1 where the step changed alpha, else 0 */
    /* Renews w where a step has moved v; not called if w is v. */
    void (*update)(void *context, const struct support *moved);
    void *context;
};

struct dual_ops {
    double (*plane)(const struct risk *risk, const double *alpha, double *a);
    void (*sweep)(const struct risk *risk, const struct sweep *s);
};

/* The plane of a dual point: a (dim) and, returned, its offset. Half a pass. */
static inline double risk_plane(const struct risk *risk, const double *alpha, double *a)
{
    risk_count(risk, 0.5);
    return risk->dual_ops->plane(risk, alpha, a);
}

/* One exact dual coordinate step on each unit of s->order in turn (loss/formula.h, step). If w is not v, the
 * step is one on a lower bound of the dual (Shalev-Shwartz, Zhang, Math. Program. 155, 2016).
 * count/units passes. */
static inline void risk_sweep(const struct risk *risk, const struct sweep *s)
{
    risk_count(risk, (double)s->count / (double)risk->units);
    risk->dual_ops->sweep(risk, s);
}

#endif
