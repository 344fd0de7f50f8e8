/* composite_gibbs - dual points of a loss of groups whose distributions are Gibbs' (loss/gibbs.h):
 * theta_i has the scores of the rows of group i, and the own scores behind. */
#include "loss/gibbs.h"
#include "math/vec.h"
#include "risk/composite_parts.h"
#include "risk/gibbs.h"

static const struct gibbs *ops_of(const struct composite *r)
{
    return r->gibbs;
}

/* Numbers of theta_i that belong to rows. */
static size_t row_scores(const struct composite *r, int64_t unit)
{
    return (size_t)(r->groups.start[unit + 1] - r->groups.start[unit]) * r->A.outputs;
}

static size_t size(const struct risk *risk, int64_t unit)
{
    const struct composite *r = risk->self;

    return row_scores(r, unit) + r->A.own;
}

static void *room(const struct risk *risk, struct arena *arena)
{
    const struct composite *r = risk->self;

    return ops_of(r)->room(r->g, (size_t)groups_longest(&r->groups, 0, r->groups.count), arena);
}

/* The scores of the rows alone: those of transitions would count once for each time they occur. */
static void truth(const struct risk *risk, int64_t unit, double score, double *theta)
{
    const struct composite *r = risk->self;
    double *own = theta + row_scores(r, unit);

    vec_fill(size(risk, unit), 0, theta);
    ops_of(r)->add_truth(r->g, r->groups.start[unit], r->groups.start[unit + 1], score, theta, own);
    vec_fill(r->A.own, 0, own);
}

static void scores(const struct risk *risk, int64_t unit, const double *w, double *z)
{
    const struct composite *r = risk->self;

    r->A.kernels->product(&r->A.x, r->groups.start[unit], r->groups.start[unit + 1], r->A.outputs,
                          w, z);
    vec_copy(r->A.own, w + r->A.dim - r->A.own, z + row_scores(r, unit));
}

static double counts(const struct risk *risk, int64_t unit, void *space, const double *theta,
                     double *mu)
{
    const struct composite *r = risk->self;

    return ops_of(r)->counts(r->g, space,
                             (size_t)(r->groups.start[unit + 1] - r->groups.start[unit]), theta,
                             mu);
}

/* The change of |w|^2 by steps s of entries: sum of s (2 w + s). */
static double move(const struct risk *risk, int64_t unit, double scale, const double *d, double *w)
{
    const struct composite *r = risk->self;
    int64_t lo = r->groups.start[unit], hi = r->groups.start[unit + 1];
    double *own = w + r->A.dim - r->A.own, change = 0;

    for (int64_t t = lo; t < hi; t++, d += r->A.outputs)
        change += r->A.kernels->add(&r->A.x, t, r->A.outputs, scale, d, w);
    for (size_t k = 0; k < r->A.own; k++) {
        double step = scale * d[k];
        change += step * (2 * own[k] + step);
        own[k] += step;
    }
    return change;
}

static void plane(const struct risk *risk, const double *mu, double *a)
{
    struct composite *r = risk->self;
    double c = 1 / (double)risk->units, *own = r->u + r->A.image - r->A.own;

    vec_fill(r->A.image, 0, r->u);
    for (int64_t i = 0; i < r->groups.count; i++) {
        double *u = r->u + (size_t)r->groups.start[i] * r->A.outputs;
        size_t rows = row_scores(r, i);
        vec_add(rows, c, mu, u);
        vec_add(r->A.own, c, mu + rows, own);
        ops_of(r)->add_truth(r->g, r->groups.start[i], r->groups.start[i + 1], -c, u, own);
        mu += rows + r->A.own;
    }
    matrix_adjoint(&r->A, r->u, a);
}

const struct gibbs_ops risk_gibbs_ops = {.size = size,
                                         .room = room,
                                         .truth = truth,
                                         .scores = scores,
                                         .counts = counts,
                                         .move = move,
                                         .plane = plane};
