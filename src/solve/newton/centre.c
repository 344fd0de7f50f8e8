/* centre - proximal points on the dual: the centre alpha and the weight q. */
#include "solve/newton/centre.h"

#include <math.h>

#include "loss/loss.h"
#include "math/vec.h"
#include "risk/image.h"

/* The first q is Z/FIRST, Z the size of scores, 1 for the hinge: then every v_i at z = 0 lies
 * inside its domain, and the first step is one of least squares. With q three times less, at a
 * start from alpha = 0, all v_i lie at an end: h = 0 and H = lambda I. Tuned. */
static const double FIRST = 0.9;

/* From the dual point of a warm start the first q is so many times less. Tuned. */
static const double WARMER = 64;

/* q becomes q/SHRINK where the gap has not become less than 1/FASTER of what it was one outer
 * iteration before, and q SHRINK where the inner loop did not come to its end: the larger q, the
 * better its systems are conditioned, and the less of the rounding of z is in v, dv_i/dz_i <= 1/q.
 * SHRINK is a power of two: weights scaled by it keep their bits. On few rows of large
 * columns v_i may be as small as the rounding of z: the slopes at z, q = 0, certify nothing. */
static const double SHRINK = 8;

/* Without a centre the share of g - g_q in the gap grows like q^2 where kinks are dense, slower
 * elsewhere: q is to make it ENOUGH of the tolerance, by a factor of MOST_FACTOR at most, 1/SHRINK
 * at least. The first q of a warm start has a share of NEARBY g, or is so many SHRINK below that of
 * another start. Tuned. */
static const double ENOUGH = 0.5, MOST_FACTOR = 0.5, NEARBY = 0.01;
enum { MOST_SHRINKS = 8 };

/* Half of all rows, or of those that 8 q would have, bend at the first q; else q grows. */
static const double BENDING = 0.5;

/* The run ends after so many outer iterations in which the gap did not fall by FASTER. */
enum { MOST_OUTER = 12 };

struct centre centre_make(const struct risk *risk, struct point *x, struct arena *arena)
{
    double size = risk->at_zero;

    return (struct centre){.risk = risk,
                           .x = x,
                           .arena = arena,
                           .size = isfinite(size) && size > 0 ? size : 1,
                           .gap = INFINITY,
                           .solved = INFINITY};
}

bool centre_take(struct centre *c, struct prox *at)
{
    if (!c->alpha)
        c->alpha = c->risk->traits & RISK_DUAL ? point_dual(c->x, c->risk)
                                               : arena_doubles(c->arena, c->risk->g->prox_size);
    at->alpha = c->alpha;
    return c->alpha != NULL;
}

size_t centre_bending(const struct centre *c, struct prox *at, double q)
{
    at->q = q;
    c->risk->g->ops->proximal(c->risk->g, at, NULL);
    return vec_nonzeros(c->risk->image, at->h);
}

/* The first q without a centre. */
static void first_without(struct centre *c, struct prox *at)
{
    struct loss *g = c->risk->g;
    double value, offset;

    at->q = c->size / FIRST;
    for (int k = 0; c->x->warm && k < MOST_SHRINKS; k++) {
        value = g->ops->proximal(g, at, &offset);
        if (!(centre_smoothed(c->risk, at, value, offset) > NEARBY * value))
            break;
        at->q /= SHRINK;
    }
}

bool centre_first(struct centre *c, struct prox *at)
{
    bool smooth = (c->risk->traits & RISK_SMOOTH) != 0;
    bool quadratic = (c->risk->traits & RISK_QUADRATIC) != 0;
    double q = c->size / FIRST, rows = (double)c->risk->image, more;
    size_t now, then;

    if (c->risk->g->prox_size == 0) {
        first_without(c, at);
        return centre_take(c, at);
    }
    if ((!smooth || quadratic) && point_has_dual(c->x, c->risk)) {
        at->q = c->x->warm ? q / WARMER : q;
        return centre_take(c, at);
    }
    q = smooth ? 0 : q;
    for (now = centre_bending(c, at, q); (double)now < BENDING * rows; q = more, now = then) {
        more = fmax(c->size / FIRST, SHRINK * q);
        if (!centre_take(c, at))
            return false;
        then = centre_bending(c, at, more);
        if ((double)now >= BENDING * (double)then)
            break;
    }
    at->q = q;
    return true;
}

/* What q is to be multiplied by. */
static double factor_of(bool solved, bool fast)
{
    if (!solved)
        return SHRINK;
    return fast ? 1 : 1 / SHRINK;
}

/* Whether alpha becomes v(z); notes the gap of a solved inner loop. The v of one that did not come
 * to its end is most often nearer to the solution, however low D is there. Where a solution after
 * such a v has a larger gap than the one before it, only solutions are centres from then on. */
static bool takes(struct centre *c, double gap, bool solved)
{
    if (solved) {
        c->strict |= c->loose && gap > c->solved;
        c->solved = gap;
    }
    c->loose = !solved && !c->strict;
    return solved || !c->strict;
}

/* The same without a centre. */
static double factor_without(const struct centre *c, const struct prox *at,
                             const struct inner_end *end)
{
    double smoothed = centre_smoothed(c->risk, at, end->R, end->offset);
    double factor = sqrt(ENOUGH * end->tolerance / smoothed);

    return fmax(1 / SHRINK, fmin(factor, MOST_FACTOR));
}

double centre_move(struct centre *c, struct prox *at, const struct inner_end *end)
{
    double gap = end->gap;
    bool fast = isfinite(gap) && gap <= c->gap / FASTER;
    double factor = at->q > 0 ? factor_of(end->solved, fast) : 1;

    if (c->risk->g->prox_size == 0) {
        factor = factor_without(c, at, end);
    } else if (at->q == 0 || takes(c, gap, end->solved)) {
        at->v = c->alpha;
        c->risk->g->ops->proximal(c->risk->g, at, NULL);
        at->v = NULL;
    }
    at->q = at->q > 0 ? factor * at->q : c->size / FIRST;
    c->outer = fast ? 0 : c->outer + 1;
    c->gap = fast ? gap : c->gap;
    return factor;
}

double centre_smoothed(const struct risk *risk, const struct prox *x, double R, double offset)
{
    return x->q == 0 ? 0 : R - risk_dot(risk, x->u, x->z) - offset;
}

bool centre_ends(const struct centre *c)
{
    return c->outer >= MOST_OUTER;
}
