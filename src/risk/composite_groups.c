/* composite_groups - single groups of a loss that is a sum over groups of rows (loss/group.h):
 * R_i(w) = g_i(X_i w), X_i the rows of group i and, behind these, the own scores, weights
 * themselves. */
#include <math.h>

#include "loss/group.h"
#include "math/vec.h"
#include "risk/composite_parts.h"

size_t unit_rows(const struct composite *r, int64_t unit)
{
    return (size_t)(r->groups.start[unit + 1] - r->groups.start[unit]) * r->A.outputs;
}

void unit_product(const struct composite *r, const struct csr *x, int64_t unit, const double *w,
                   double *z)
{
    r->A.kernels->product(x, r->groups.start[unit], r->groups.start[unit + 1], r->A.outputs, w, z);
}

double unit_add(const struct composite *r, const struct csr *x, int64_t unit, double scale,
                 const double *u, double *w)
{
    double change = 0;

    for (int64_t t = r->groups.start[unit]; t < r->groups.start[unit + 1]; t++, u += r->A.outputs)
        change += r->A.kernels->add(x, t, r->A.outputs, scale, u, w);
    return change;
}

/* Steps s of entries change |w|^2 by the sum of s (2 w + s). */
double own_add(const struct composite *r, double scale, const double *u, double *w, double change)
{
    double *own = w + r->A.dim - r->A.own;

    for (size_t k = 0; k < r->A.own; k++) {
        double step = scale * u[k];
        change += step * (2 * own[k] + step);
        own[k] += step;
    }
    return change;
}

/* z (as long as z_i) = s X_i v */
static void scores(const struct composite *r, int64_t unit, double s, const double *v, double *z)
{
    size_t rows = unit_rows(r, unit);

    unit_product(r, &r->A.x, unit, v, z);
    vec_copy(r->A.own, v + r->A.dim - r->A.own, z + rows);
    vec_scale(rows + r->A.own, s, z);
}

/* w += scale X_i'u; returns the change of |w|^2. */
static double add(const struct composite *r, int64_t unit, double scale, const double *u, double *w)
{
    double change = unit_add(r, &r->A.x, unit, scale, u, w);

    return own_add(r, scale, u + unit_rows(r, unit), w, change);
}

/* unit_ops.room: of k different groups. */
static size_t room(const struct risk *risk, size_t k)
{
    const struct composite *r = risk->self;
    int64_t longest = groups_longest(&r->groups, 0, r->groups.count), rows = r->A.x.rows;

    if (k < (size_t)(rows / longest))
        rows = longest * (int64_t)k;
    return (size_t)rows * r->A.outputs + k * r->A.own;
}

/* unit_ops.step: the slopes of a group stand behind those of the group before. */
static struct sums step(const struct risk *risk, size_t k, const int64_t *unit, double s,
                        const double *v, double *u, double scale, double *to)
{
    const struct composite *r = risk->self;
    struct sums sums = {0, 0};
    double *at = u;

    for (size_t j = 0; j < k; j++, at += unit_rows(r, unit[j - 1]) + r->A.own) {
        scores(r, unit[j], s, v, r->unit[0]);
        sums.offset += r->terms->slopes(r->g, unit[j], r->unit[0], at).offset;
    }
    for (size_t j = 0; j < k; j++, u += unit_rows(r, unit[j - 1]) + r->A.own)
        sums.value += add(r, unit[j], scale, u, to);
    return sums;
}

static struct support support(const struct risk *risk, int64_t unit)
{
    const struct composite *r = risk->self;

    return (struct support){.x = &r->A.x,
                            .first = r->groups.start[unit],
                            .end = r->groups.start[unit + 1],
                            .width = r->A.outputs,
                            .own = r->A.own};
}

/* unit_ops.bound: |units g_i| <= units (sum_t max |u_t| |x_t| + max |own slopes|). */
static double bound(const struct risk *risk, double radius)
{
    const struct composite *r = risk->self;
    double *most = r->unit[0], units = (double)risk->units, sum = 0;

    (void)radius;
    for (int64_t i = 0; i < r->groups.count; i++) {
        int64_t lo = r->groups.start[i], rows = r->groups.start[i + 1] - lo;
        double norm = 0;
        r->terms->steepest(r->g, i, most);
        for (int64_t t = 0; t < rows; t++)
            norm += most[t] * sqrt(r->A.kernels->sqnorm(&r->A.x, lo + t));
        norm += r->A.own > 0 ? most[rows] : 0;
        sum += units * norm * norm;
    }
    return sqrt(sum);
}

const struct unit_ops risk_group_ops = {
    .room = room, .step = step, .support = support, .bound = bound};
