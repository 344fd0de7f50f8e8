/* free - a loss at the best of scalars that are not regularized: a bias, a margin, thresholds.
 *
 * g(z) is a sum of terms
 *     min over b of F(b) = sum_i c_i l(z_i + d_i b, y_i) + lin b
 * that have c, y, d = +1 or -1 and lin <= 0 of their own:
 *     a bias b       one term, d = 1 (b = bias times the weight of the bias feature), lin = 0;
 *                    with a linear term t b, d = -1 where t > 0, lin = -|t|
 *     a margin rho   one term, b = rho, d = -y, lin = -nu
 *     both           rho - y b is a margin for each label: two terms, each with the c of one
 *                    label, d = -y, lin = -nu/2: nu rho = nu/2 (rho - b) + nu/2 (rho + b)
 *     thresholds     a term for each, b = -theta, d = 1, y = +1 above the threshold and -1 below
 * term.h finds the best b of a term, its slopes and its plane; thresholds.h those of all thresholds
 * at mu = 0. */
#include "loss/free.h"

#include <math.h>

#include "loss/line.h"
#include "loss/term.h"
#include "loss/thresholds.h"
#include "math/logarithm.h"
#include "math/vec.h"

/* A search along a line ends at a bracket of NARROW t, too: f' jumps where the best b moves to
 * another kink. Tuned. */
static const double NARROW = 1e-2;

/* Sums over the rows that the best b of two terms take, each, and K thresholds, over 1 + log K.
 * Tuned. */
static const double LOOKS = 6, LOOKS_THRESHOLDS = 12;

/* The relative rounding error of a sum of m weights is m DBL_EPSILON at most, 1e-12 for m = 4096,
 * and mostly far less: nu may exceed the sum by so much. */
static const double WEIGHT_ERROR = 1e-12;

struct free_loss {
    struct loss g; /* first: a struct loss * of ours is a struct free_loss * */
    const struct pointwise *base; /* sum_i c_i l(z_i, y_i), without scalars */
    unsigned traits;
    double bias; /* value of the bias feature; 0: no bias is free */
    double linear; /* of the linear term in b; 0: there is none */
    size_t terms;
    struct term *term;
    double *term_u; /* rows: scratch, the slopes of the second term on */
    double *z, *u;  /* rows: scratch, scores and slopes along a line */
    struct term_prox *kept; /* terms: of the last proximal step */
    double *h;              /* terms x rows: h of each term; NULL with one term, whose is x->h */
    struct thresholds *thresholds; /* NULL without LOSS_THRESHOLDS */
    struct term_ray *ray;   /* terms: scratch */
};

/* loss_ops.slopes: sums over the terms of F(b), of u and of the offsets. */
static double slopes(struct loss *g, double mu, const double *z, double *u, double *offset)
{
    const struct free_loss *f = (const struct free_loss *)g;
    double sum = 0, below = 0;

    if (f->thresholds && mu == 0)
        return thresholds_slopes(f->thresholds, z, u, offset);
    for (size_t k = 0; k < f->terms; k++) {
        struct term_job job = term_best(f->base, &f->term[k], mu, z);
        if (u)
            job.u = k == 0 ? u : f->term_u;
        sum += term_value(&job);
        if (!u)
            continue;
        below += term_balance(&job);
        if (k > 0)
            vec_add(g->image, 1, job.u, u);
    }
    if (u)
        *offset = below;
    return sum;
}

/* ---- along a line -------------------------------------------------------------------------- */

/* A line z + t d of scores; f(t) = lin t + quad/2 t^2 + g(z + t d). */
struct line_job {
    const struct free_loss *f;
    double lin, quad;
    const double *z, *d;
};

/* f'(t) with the best scalars at z + t d: the gradient of a minimum over b is that of F at the best
 * b (Danskin, The Theory of Max-Min, 1967). A b that is fixed along the line gives an upper bound
 * of f: at a kink of F its slope can be positive in every direction, though f decreases. With a b
 * that moves linearly in t only tiny steps decrease where F is flat around b. */
static double line_slope(void *context, double t)
{
    const struct line_job *job = context;
    const struct free_loss *f = job->f;
    double sum = 0;

    vec_combine(f->g.image, 1, job->z, t, job->d, f->z);
    if (f->thresholds)
        sum = thresholds_along(f->thresholds, f->z, job->d);
    for (size_t k = 0; !f->thresholds && k < f->terms; k++) {
        struct term_job term = term_best(f->base, &f->term[k], 0, f->z);
        term.u = f->u;
        term.along = job->d;
        sum += term_along(&term);
    }
    return job->lin + job->quad * t + sum;
}

static double search(struct loss *g, double lin, double quad, const double *z, const double *d,
                     void *room)
{
    struct line_job job = {(const struct free_loss *)g, lin, quad, z, d};

    (void)room; /* the kinks of the terms have their own */
    return line_search(line_slope, &job, LINE_BESIDE_0, LINE_FLAT, NARROW, 0);
}

/* ---- proximal steps ------------------------------------------------------------------------ */

/* Term k of the proximal step x: alpha, v and h of its own, u that of x for the first term. */
static struct prox prox_of(const struct free_loss *f, const struct prox *x, size_t k)
{
    size_t at = k * f->g.image;

    return (struct prox){.q = x->q,
                         .alpha = x->alpha ? x->alpha + at : NULL,
                         .z = x->z,
                         .v = x->v ? x->v + at : NULL,
                         .u = k == 0 ? x->u : f->term_u,
                         .h = f->h ? f->h + at : x->h};
}

/* loss_ops.proximal: sums over the terms. A kinked F is lower at its own minimum than at that of
 * F_q. */
static double proximal(struct loss *g, const struct prox *x, double *offset)
{
    const struct free_loss *f = (const struct free_loss *)g;
    double value = 0, below = 0, part;

    for (size_t k = 0; k < f->terms; k++) {
        struct prox own = prox_of(f, x, k);
        value += term_prox(f->base, &f->term[k], &f->kept[k], &own, offset ? &part : NULL);
        if (offset)
            below += part;
        if (k > 0)
            vec_add(g->image, 1, own.u, x->u);
        if (f->h && k == 0)
            vec_copy(g->image, own.h, x->h);
        else if (f->h)
            vec_add(g->image, 1, own.h, x->h);
    }
    if (offset)
        *offset = below;
    return f->base->most > 0 || x->q > 0 ? slopes(g, 0, x->z, NULL, NULL) : value;
}

struct prox_line {
    struct free_loss *f;
    double lin, quad;
};

static double prox_slope(void *context, double t)
{
    const struct prox_line *line = context;
    double sum = line->lin + line->quad * t;

    for (size_t k = 0; k < line->f->terms; k++)
        sum += term_ray_slope(&line->f->ray[k], t);
    return sum;
}

/* With b moving along as the Hessian tells: what the search leaves, the next step's b gains. The
 * b of a term is where its next search begins. */
static double proximal_search(struct loss *g, const struct prox *x, double lin, double quad,
                              const double *d)
{
    struct free_loss *f = (struct free_loss *)g;
    struct prox_line line = {f, lin, quad};
    double t;

    for (size_t k = 0; k < f->terms; k++) {
        struct prox own = prox_of(f, x, k);
        f->ray[k] = term_ray(f->base, &f->term[k], &f->kept[k], &own, d);
    }
    t = line_search_from(prox_slope, &line, lin + vec_dot(g->image, x->u, d));
    for (size_t k = 0; k < f->terms; k++)
        f->kept[k].b += t * f->ray[k].db;
    return t;
}

/* loss_ops.dual_plane of a bias, one term: alpha is scaled where sum_i c_i alpha_i is not 0. */
static double dual_plane(const struct loss *g, const double *alpha, double *u)
{
    const struct free_loss *f = (const struct free_loss *)g;
    struct term_job job = {.base = f->base, .term = f->term, .u = u};

    for (int64_t i = 0; i < g->rows; i++)
        u[i] = costs_at(f->term->c, (size_t)i) * alpha[i];
    return term_balance(&job);
}

static double border(const struct loss *g, size_t k, const struct prox *x, double *hd)
{
    const struct free_loss *f = (const struct free_loss *)g;
    struct prox own = prox_of(f, x, k);

    for (size_t i = 0; i < g->image; i++)
        hd[i] = own.h[i] * f->term[k].d[i];
    return f->kept[k].s;
}

/* ---- the scalars of a model ---------------------------------------------------------------- */

/* loss_ops.scalars. Two margins: m_+ = rho - b and m_- = rho + b give b = (m_- - m_+)/2. A margin
 * rho without LOSS_RHO is no scalar of the model: predictions do not use it. */
static size_t scalars(struct loss *g, const double *z, double *b)
{
    const struct free_loss *f = (const struct free_loss *)g;

    if (f->traits & LOSS_MARGIN && !(f->traits & LOSS_RHO) && f->terms == 1)
        return 0;
    if (f->thresholds) {
        vec_copy(f->terms, thresholds_best(f->thresholds, z), b);
        return f->terms;
    }
    for (size_t k = 0; k < f->terms; k++)
        term_best(f->base, &f->term[k], 0, z);
    b[0] = f->terms == 2 ? (f->term[1].b - f->term[0].b) / 2 : f->term[0].b;
    b[0] = f->bias > 0 ? b[0] / f->bias : b[0];
    return 1;
}

/* ---- making one ---------------------------------------------------------------------------- */

/* Has each of the two labels a margin of its own, rho - y b? */
static bool two_margins(const struct loss_spec *spec)
{
    return spec->free_bias && spec->row->traits & LOSS_MARGIN;
}

bool free_has(const struct loss_row *row, bool free_bias)
{
    return row->traits & (LOSS_THRESHOLDS | LOSS_MARGIN) || free_bias;
}

/* The terms of the head of this file. */
static size_t count_terms(const struct loss_spec *spec)
{
    if (spec->row->traits & LOSS_THRESHOLDS)
        return (size_t)spec->classes - 1;
    return two_margins(spec) ? 2 : 1;
}

/* sum_i u_i d_i is at most the weight of the rows of a term, as u_i d_i = a_i is in [0, c_i] for
 * max(0, -yz). Two margins need nu/2 each. */
enum status free_check(const struct loss_spec *spec, struct error *err)
{
    struct costs c = costs_of(spec->c, spec->rows);
    double side[2] = {0}, most;

    if (!(spec->row->traits & LOSS_MARGIN))
        return OK;
    for (int64_t i = 0; i < spec->rows; i++)
        side[spec->y[i] > 0] += costs_at(c, (size_t)i);
    most = two_margins(spec) ? 2 * fmin(side[0], side[1]) : side[0] + side[1];
    if (!(spec->parameter > most * (1 + WEIGHT_ERROR)))
        return OK;
    return fail(err, ERR_DATA, "loss '%s:%.15g': %s may be at most %.12g here, %s",
                spec->row->name, spec->parameter, spec->row->parameter.name, most,
                two_margins(spec) ? "twice the lesser weight of the two classes"
                                  : "the weight of all examples");
}

/* The rows of term k. Thresholds: y_i = +1 if label i is above threshold k, else -1. Two margins:
 * c_i of the label +1 (k = 0) or -1 (k = 1), 0 of the other. */
static void own_rows(const struct free_loss *f, size_t k, double *own)
{
    const double *y = f->base->y;
    struct term *term = &f->term[k];

    if (f->traits & LOSS_THRESHOLDS) {
        for (int64_t i = 0; i < f->g.rows; i++)
            own[i] = y[i] > (double)k ? 1 : -1;
        term->y = own;
    } else {
        for (int64_t i = 0; i < f->g.rows; i++)
            own[i] = (y[i] > 0) == (k == 0) ? costs_at(f->g.c, (size_t)i) : 0;
        term->c.each = own;
    }
}

/* lin = -nu, or -most if the rows weigh less than nu: in a fold, or by rounding. */
static void set_margin(const struct free_loss *f, struct term *term, double nu)
{
    term->most = term_most(f->base, term, f->z);
    term->lin = -fmin(nu, term->most);
}

/* The terms and the scratch of f, from f->traits and f->terms. False: no memory. */
static bool make_terms(struct free_loss *f, double parameter, struct arena *arena)
{
    size_t rows = f->g.image;
    double *d = arena_doubles(arena, rows), *own, side = f->linear > 0 ? -1 : 1;

    f->term = arena_get(arena, f->terms, sizeof *f->term);
    f->term_u = f->terms > 1 ? arena_doubles(arena, rows) : NULL;
    f->z = arena_doubles(arena, rows);
    f->u = arena_doubles(arena, rows);
    f->kept = arena_get(arena, f->terms, sizeof *f->kept);
    f->ray = arena_get(arena, f->terms, sizeof *f->ray);
    if (f->traits & LOSS_THRESHOLDS)
        f->thresholds = thresholds_make(f->base->y, f->g.c, f->g.rows, f->terms, arena);
    f->h = f->terms > 1 ? arena_doubles(arena, f->terms * rows) : NULL;
    for (size_t i = 0; d && i < rows; i++)
        d[i] = f->traits & LOSS_MARGIN ? -f->base->y[i] : side;
    for (size_t k = 0; k < f->terms; k++) {
        bool others = f->terms > 1 || f->traits & LOSS_THRESHOLDS;
        own = others ? arena_doubles(arena, rows) : NULL;
        if (arena->failed)
            return false;
        f->term[k] = (struct term){.y = f->base->y, .c = f->g.c, .d = d};
        if (own)
            own_rows(f, k, own);
        if (f->traits & LOSS_MARGIN)
            set_margin(f, &f->term[k], parameter / (double)f->terms);
        else if (f->linear != 0)
            set_margin(f, &f->term[k], fabs(f->linear));
    }
    return true;
}

/* The looks of several scalars. */
static void set_looks(struct loss *g, double terms, bool thresholds)
{
    if (terms < 2)
        return;
    g->proximal_looks = LOOKS * terms;
    g->looks = thresholds ? LOOKS_THRESHOLDS * (1 + logarithm(terms)) : g->proximal_looks;
}

struct loss *free_make_linear(const struct loss_spec *spec, const struct parts *parts,
                              double linear, struct arena *arena)
{
    static const struct loss_ops ops = {.slopes = slopes,
                                        .search = search,
                                        .proximal = proximal,
                                        .proximal_search = proximal_search,
                                        .dual_plane = dual_plane,
                                        .border = border,
                                        .scalars = scalars};
    struct free_loss *f = arena_get(arena, 1, sizeof *f);
    struct pointwise *base = pointwise_make(spec, parts, arena);
    bool bias = spec->free_bias && !(spec->row->traits & LOSS_THRESHOLDS);

    if (!f || !base)
        return NULL;
    *f = (struct free_loss){.g = base->g, .base = base, .traits = spec->row->traits,
                            .bias = bias ? spec->bias : 0, .linear = linear,
                            .terms = count_terms(spec)};
    f->g.ops = &ops;
    f->g.search_room = 0;
    if (base->most > 0 && !(f->traits & LOSS_THRESHOLDS))
        base->kinks = arena_get(arena, (size_t)(base->most * spec->rows), sizeof *base->kinks);
    f->g.pointwise = spec->row->traits & (LOSS_THRESHOLDS | LOSS_MARGIN) ? NULL : base;
    f->g.borders = f->terms;
    f->g.prox_size = f->terms * f->g.image;
    if (!make_terms(f, spec->parameter, arena))
        return NULL;
    set_looks(&f->g, (double)f->terms, f->thresholds != NULL);
    f->g.at_zero = slopes(&f->g, 0, f->z, NULL, NULL);
    if (f->traits & LOSS_MARGIN) { /* scale: nu rho cancels, rho of the size of the scores */
        f->g.floor = -INFINITY;
        f->g.scale = spec->parameter;
    }
    if (f->traits & LOSS_THRESHOLDS) {
        f->g.usual *= f->g.at_zero / f->g.scale;
        f->g.scale = f->g.at_zero;
        f->g.smoothing *= (double)f->terms;
    }
    return &f->g;
}

struct loss *free_make(const struct loss_spec *spec, const struct parts *parts,
                       struct arena *arena)
{
    return free_make_linear(spec, parts, 0, arena);
}
