/* composite - the risk of linear scores: R(w) = g(Aw), a matrix and a loss. */
#include "risk/composite.h"

#include <float.h>
#include <math.h>

#include "base/memory.h"
#include "data/rows/independent.h"
#include "loss/instance.h"
#include "loss/line.h"
#include "math/vec.h"
#include "risk/composite_parts.h"

_Static_assert((int)LOSS_CLASSES <= (int)MATRIX_OUTPUTS, "a matrix has an output for each class");

/* A loss without a search of its own: a search ends at a bracket of NARROW t, too, for f' may jump.
 * Tuned. */
static const double NARROW = 1e-2;

/* The same of |f'(t)|/|f'(0)|: each f' sorts all scores, and engines cut anew from any t. Tuned. */
static const double FLAT = 0.3;

/* ---- the operations ------------------------------------------------------------------------ */

static void apply(const struct risk *risk, const double *w, double *z)
{
    const struct composite *r = risk->self;

    matrix_apply(&r->A, w, z);
}

static double slopes(const struct risk *risk, double mu, const double *z, double *u, double *b)
{
    const struct composite *r = risk->self;

    return r->g->ops->slopes(r->g, mu, z, u, b);
}

static void adjoint(const struct risk *risk, const double *u, double *a)
{
    const struct composite *r = risk->self;

    matrix_adjoint(&r->A, u, a);
}

static double dot(const struct risk *risk, const double *u, const double *z)
{
    const struct composite *r = risk->self;

    return matrix_dot(&r->A, u, z);
}

static struct sums loss_rows(void *context, int64_t lo, int64_t hi, const double *z, double *u)
{
    const struct loss *g = context;

    return g->ops->rows(g, lo, hi, z, u);
}

/* Fused, block by block, where the loss takes any block of rows; else by whole images. */
static double eval(const struct risk *risk, const double *w, double *a, double *b)
{
    const struct composite *r = risk->self;
    struct sums sums;
    double value;

    if (r->g->ops->rows) {
        sums = matrix_fused(&r->A, w, loss_rows, r->g, a);
        *b = sums.offset;
        return sums.value;
    }
    matrix_apply(&r->A, w, r->z);
    value = r->g->ops->slopes(r->g, 0, r->z, r->u, b);
    matrix_adjoint(&r->A, r->u, a);
    return value;
}

struct line_job {
    const struct composite *r;
    double lin, quad;
    const double *z, *d;
};

/* f'(t), f(t) = lin t + quad/2 t^2 + g(z + t d) */
static double line_slope(void *context, double t)
{
    const struct line_job *job = context;
    const struct composite *r = job->r;
    double offset;

    vec_combine(r->A.image, 1, job->z, t, job->d, r->z);
    r->g->ops->slopes(r->g, 0, r->z, r->u, &offset);
    return job->lin + job->quad * t + matrix_dot(&r->A, r->u, job->d);
}

static double search(const struct risk *risk, double lin, double quad, const double *z,
                     const double *d, void *room)
{
    const struct composite *r = risk->self;
    struct line_job job = {r, lin, quad, z, d};

    if (r->g->ops->search)
        return r->g->ops->search(r->g, lin, quad, z, d, room);
    return line_search(line_slope, &job, LINE_BESIDE_0, FLAT, NARROW, DBL_EPSILON * r->g->scale);
}

static const struct image_ops image_ops = {.apply = apply, .slopes = slopes, .adjoint = adjoint,
                                           .dot = dot, .search = search};

/* ---- making one ---------------------------------------------------------------------------- */

unsigned risk_traits(const struct loss_row *loss, bool free_bias)
{
    unsigned traits = RISK_ANY | RISK_IMAGE;

    if (free_bias && !(loss->traits & LOSS_BIAS))
        return 0;
    if (loss->traits & (LOSS_POSITIVE | LOSS_BOUNDED))
        traits |= RISK_BOUNDED;
    if (loss->traits & LOSS_SMOOTH)
        traits |= RISK_SMOOTH | RISK_SMOOTHABLE;
    if (loss->traits & LOSS_SMOOTHABLE)
        traits |= RISK_SMOOTHABLE;
    if (loss->traits & LOSS_LIPSCHITZ)
        traits |= RISK_LIPSCHITZ;
    if (loss->traits & LOSS_ROWS && !(loss->traits & (LOSS_MARGIN | LOSS_THRESHOLDS)) &&
        !(free_bias && loss->traits & LOSS_SCORES))
        traits |= RISK_DUAL | RISK_ASCENT;
    if (loss->gibbs)
        traits |= RISK_GIBBS | RISK_ASCENT;
    if ((traits & RISK_DUAL || loss->group) && !free_bias && !(loss->traits & LOSS_STEEP))
        traits |= RISK_UNITS;
    if (traits & RISK_DUAL && !(loss->traits & LOSS_SCORES) && loss->quadratic)
        traits |= RISK_QUADRATIC;
    if (loss->labelings && !free_bias)
        traits |= RISK_ORACLE;
    if (loss->traits & (LOSS_NEWTON | LOSS_ROWS))
        traits |= RISK_NEWTON;
    return traits;
}

static struct loss_spec loss_spec(const struct risk_spec *spec)
{
    return (struct loss_spec){.row = spec->loss,
                              .parameter = spec->parameter,
                              .rows = spec->x->rows,
                              .y = spec->y,
                              .classes = spec->classes,
                              .costs = spec->costs,
                              .c = spec->cost,
                              .free_bias = spec->free_bias,
                              .bias = spec->bias,
                              .groups = spec->groups};
}

enum status risk_check(const struct risk_spec *spec, struct error *err)
{
    struct loss_spec loss = loss_spec(spec);

    return loss_check(&loss, err);
}

/* sum_i c_i |x_i| / sum_i c_i: mean |z_i| <= |w| times this. */
static double mean_norm(struct composite *r)
{
    double sum = 0, weight = 0;

    for (int64_t i = 0; i < r->g->rows; i++) {
        double c = costs_at(r->g->c, (size_t)i);
        sum += c * sqrt(r->A.kernels->sqnorm(&r->A.x, i));
        weight += c;
    }
    return sum / weight;
}

/* Rows count for the rounding of slopes up to FAR times the least |x_i| that is not 0: the u_i of a
 * plane may be 0 for those that are larger. */
static const double FAR = 1e6;

/* FAR^2 times the least |x_i|^2 */
static double far_sqnorm(const struct composite *r)
{
    double least = INFINITY;

    for (int64_t i = 0; i < r->g->rows; i++) {
        double sqnorm = r->A.kernels->sqnorm(&r->A.x, i);
        least = sqnorm > 0 ? fmin(least, sqnorm) : least;
    }
    return FAR * FAR * least;
}

/* steep[j] = sqrt(s sum_i min(c_i, s) x_ij^2), s the scale of g: with |u_i| <= c_i and sum_i |u_i|
 * <= s that is at least sum_i |u_i x_ij| (Cauchy, Schwarz), of rows that are not far. False: no
 * memory. */
static bool set_steep(struct composite *r, struct arena *arena)
{
    size_t rows = (size_t)r->g->rows, n = r->A.dim;
    double *steep = arena_doubles(arena, n), *h = mem_alloc(rows, sizeof *h);
    double far = far_sqnorm(r);
    int64_t *row = mem_alloc(rows, sizeof *row);
    bool room = steep && h && row;

    for (size_t i = 0; room && i < rows; i++) {
        double share = far / r->A.kernels->sqnorm(&r->A.x, (int64_t)i);
        h[i] = r->g->scale * fmin(r->g->scale, costs_at(r->g->c, i)) * fmin(share, 1);
        row[i] = (int64_t)i;
    }
    if (room) {
        vec_fill(n, 0, steep);
        matrix_diagonal(&r->A, r->g->rows, row, h, steep);
        for (size_t j = 0; j < n; j++)
            steep[j] = sqrt(steep[j]);
    }
    mem_free(row);
    mem_free(h);
    r->risk.steep = steep;
    return room;
}

void risk_choose_sweep(struct composite *r)
{
    bool avx2 = r->A.isa >= ISA_AVX2;

    r->sweep = avx2 ? sweep_kernel_avx2(&r->A.x) : sweep_kernel_baseline(&r->A.x);
}

/* What a sum over losses runs over: groups, or rows. */
static int64_t units_of(const struct risk_spec *spec)
{
    return spec->groups.count > 0 ? spec->groups.count : spec->x->rows;
}

/* The scores of a unit, at most. */
static size_t unit_scores(const struct risk_spec *spec, size_t outputs, size_t own)
{
    const struct groups *groups = &spec->groups;

    if (groups->count == 0)
        return outputs;
    return (size_t)groups_longest(groups, 0, groups->count) * outputs + own;
}

/* Those of the row that the instance has. */
static unsigned instance_traits(const struct loss *g, unsigned traits)
{
    if (g->floor == -INFINITY)
        traits &= ~(unsigned)RISK_BOUNDED;
    if (g->smoothing == INFINITY)
        traits &= ~(unsigned)RISK_SMOOTHABLE;
    return traits;
}

static const struct unit_ops *unit_ops_of(const struct composite *r)
{
    return r->terms ? &risk_group_ops : &risk_unit_ops;
}

/* Operations by the traits, facts of the loss. */
static void set_facts(struct composite *r, const struct risk_spec *spec, unsigned row_traits)
{
    unsigned traits = instance_traits(r->g, row_traits);
    bool units = (traits & RISK_UNITS) != 0, dual = (traits & RISK_DUAL) != 0;
    bool bounded = (traits & RISK_BOUNDED) != 0;

    r->risk = (struct risk){.self = r,
                            .eval = eval,
                            .image_ops = &image_ops,
                            .unit_ops = units ? unit_ops_of(r) : NULL,
                            .oracle_ops = r->oracle ? &risk_label_ops : NULL,
                            .gibbs_ops = r->gibbs ? &risk_gibbs_ops : NULL,
                            .traits = traits,
                            .dim = r->A.dim,
                            .image = r->A.image,
                            .units = (size_t)units_of(spec),
                            .outputs = r->A.outputs,
                            .dual_size = dual ? r->A.image : 0,
                            .search_room = r->g->search_room,
                            .borders = r->g->borders,
                            .A = &r->A,
                            .g = r->g,
                            .par = r->A.rows.par,
                            .at_zero = r->g->at_zero,
                            .floor = r->g->floor,
                            .smoothing = r->g->smoothing,
                            .usual = r->g->usual,
                            .scale = bounded ? r->g->scale : r->g->scale * mean_norm(r)};
}

enum status risk_make(const struct risk_spec *spec, const struct par *par, struct arena *arena,
                      struct risk **risk, struct error *err)
{
    struct composite *r = arena_get(arena, 1, sizeof *r);
    struct loss_spec loss = loss_spec(spec);
    size_t outputs = spec->loss->traits & LOSS_SCORES ? (size_t)spec->classes : 1;
    size_t own = spec->loss->own ? spec->loss->own(spec->classes) : 0;
    enum status status;

    if (!r || !matrix_init(&r->A, spec->x, spec->free_bias ? 0 : spec->bias, outputs, own, par,
                           arena))
        return fail_memory(err, "the risk");
    status = loss_make(&loss, &r->A.rows, arena, &r->g, err);
    if (status != OK)
        return status;
    if (loss.free_bias && !(spec->loss->traits & (LOSS_THRESHOLDS | LOSS_SCORES)))
        r->bias = loss.bias;
    if (!r->g->ops->rows) {
        r->z = arena_doubles(arena, r->A.image);
        r->u = arena_doubles(arena, r->A.image);
    }
    for (int k = 0; k < 2; k++)
        r->unit[k] = arena_doubles(arena, unit_scores(spec, outputs, own));
    if (spec->loss->labelings && !spec->free_bias)
        r->oracle = label_oracle_make(spec->loss->labelings, arena);
    r->gibbs = spec->loss->gibbs;
    r->terms = spec->loss->group;
    r->groups = spec->groups;
    if (arena->failed)
        return fail_memory(err, "the risk");
    set_facts(r, spec, risk_traits(spec->loss, spec->free_bias));
    r->risk.shared = spec->shared;
    if (r->risk.traits & RISK_DUAL)
        risk_choose_sweep(r);
    *risk = &r->risk;
    if (r->risk.traits & (RISK_DUAL | RISK_GIBBS | RISK_NEWTON))
        composite_set_curvature(r);
    if ((r->risk.traits & RISK_DUAL || (outputs > 1 && r->risk.traits & RISK_NEWTON)) &&
        !composite_set_coherence(r))
        return fail_memory(err, "the risk");
    if (r->risk.traits & RISK_NEWTON && !matrix_independent(&r->A, arena))
        return fail_memory(err, "the risk");
    return r->risk.traits & RISK_BOUNDED || set_steep(r, arena) ? OK : fail_memory(err, "the risk");
}

size_t risk_scalars(const struct risk *risk, const double *w, double *b)
{
    const struct composite *r = risk->self;

    if (!r->g->ops->scalars)
        return 0;
    matrix_apply(&r->A, w, r->z);
    return loss_scalars(r->g, r->z, b);
}

double risk_bias(const struct risk *risk, const double *w)
{
    const struct composite *r = risk->self;
    double b = 0;

    if (r->bias > 0)
        risk_scalars(risk, w, &b);
    return b;
}
