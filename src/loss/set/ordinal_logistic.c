/* ordinal_logistic - g(z) = min over theta_1 < .. < theta_T of sum_i c_i l(z_i), the proportional
 * odds of T + 1 ordered classes: l = -log P(y_i | z_i), P(y <= k) = s(theta_{k+1} - z),
 * s(x) = 1/(1 + exp(-x)), theta_0 = -infinity, theta_{T+1} = infinity.
 *
 * McCullagh (Regression models for ordinal data, J. R. Stat. Soc. B 42, 1980); convex in z and
 * theta together: Pratt (JASA 76, 1981), Burridge (J. R. Stat. Soc. B 43, 1981). With f(x) =
 * log(1 + exp(x)) and d_k = theta_{k+1} - theta_k, 0 < k < T, as s(a) - s(b) = s(a) s(-b) (1 -
 * exp(b - a)),
 *     l = f(z - theta_{k+1}) + f(theta_k - z) - log(1 - exp(-d_k)),   k = y:
 * a logistic loss at each threshold beside the class, and a term without z. So
 *     g(z) = min over theta of sum_i c_i f(..) + c_i f(..) + B(theta),
 *     B = -sum over 0 < k < T of C_k log(1 - exp(-d_k)),   C_k = sum of c_i over class k.
 * The best theta are found by Newton's method, whose Hessian is tridiagonal.
 *
 * A plane: for v_i in [0, 1] above (at theta_{k+1}) and in [-1, 0] below (at theta_k), by
 * Fenchel-Young for every z' and theta
 *     sum >= <u, z'> - sum_i c_i (f*(v_i above) + f*(-v_i below)) + B(theta) - sum_t theta_t G_t,
 * u_i = c_i (v_i above + v_i below), G_t = sum of c_i v_i at theta_t. If sum_t G_t = 0 the last two
 * terms depend on the d_k alone, -sum_t theta_t G_t = sum_k d_k S_k, S_k = sum over t <= k of G_t;
 * each has its minimum at exp(d_k) = 1 + C_k/S_k, if S_k >= 0 (else -infinity):
 *     B(theta) - sum_t theta_t G_t >= sum_k C_k log(1 + S_k/C_k) + S_k log(1 + C_k/S_k).
 * No error of theta is in that: it is a plane for any v, and touches g where theta is the best. */
#include "loss/set/proportional.h"

#include <float.h>
#include <math.h>

#include "loss/line.h"
#include "math/logarithm.h"
#include "math/vec.h"

/* The bracket of a search along scores, where each slope minimises over theta: that of free.c. */
static const double NARROW_SCORES = 1e-2;

/* The distance of the threshold of a class without examples at either end from the next and from
 * all scores: exp(-FAR) is below the rounding of a probability. */
static const double FAR = 40;

/* Sums over the rows that the best theta take, about. Tuned. */
static const double LOOKS = 3;

/* ---- planes ---------------------------------------------------------------------------------- */

/* C log(1 + S/C) + S log(1 + C/S), S >= 0, C > 0 */
static double offset_of_class(double C, double S)
{
    return C * logarithm_1p(S / C) + (S > 0 ? S * logarithm_1p(C / S) : 0);
}

/* -f*(v) = -v log v - (1 - v) log(1 - v) */
static double entropy(double v)
{
    return (v > 0 ? -v * logarithm(v) : 0) + (v < 1 ? -(1 - v) * logarithm_1p(-v) : 0);
}

/* A plane of g from the slopes of a look: those of the greater side are scaled by `scale` <= 1 so
 * that sum_t G_t = 0, and where an S_k is negative the plane of z = 0 takes the share `mix`, whose
 * S_k = W P_{k-1} (1 - P_k), P_k = (C_0 + .. + C_k)/W, are positive. -f* is concave and 0 at 0:
 * its value at scaled or mixed v is at least the scaled or mixed value. */
struct repair {
    double scale[SIDES], mix;
};

/* S_k in f->step, for 0 < k < T; returns mix. */
static double balance(struct ordered *f, const double scale[SIDES], double W)
{
    double S = 0, P = 0, mix = 0;

    for (size_t k = 0; k + 1 < f->present; k++) {
        double other = P * (1 - (P + f->weight[k] / W)) * W;
        f->step[k] = S;
        if (k > 0 && S < 0)
            mix = fmax(mix, -S / (other - S));
        P += f->weight[k] / W;
        S += scale[ABOVE] * f->tally[k].slope[ABOVE] + scale[BELOW] * f->tally[k + 1].slope[BELOW];
    }
    return fmin(mix, 1);
}

/* The repair, and the offset of the plane. */
static struct repair repair(const struct look *k, double *offset)
{
    struct ordered *f = k->f;
    double side[SIDES] = {0, 0}, W = vec_sum(f->present, f->weight), P = 0, sum;
    struct repair r = {{1, 1}, 0};

    for (size_t c = 0; c < f->present; c++) {
        side[ABOVE] += f->tally[c].slope[ABOVE];
        side[BELOW] -= f->tally[c].slope[BELOW];
    }
    if (side[ABOVE] > side[BELOW])
        r.scale[ABOVE] = side[BELOW] / side[ABOVE];
    else if (side[BELOW] > 0)
        r.scale[BELOW] = side[ABOVE] / side[BELOW];
    r.mix = balance(f, r.scale, W);
    sum = (1 - r.mix) * (r.scale[ABOVE] * k->sum.offset[ABOVE] +
                         r.scale[BELOW] * k->sum.offset[BELOW]);
    for (size_t c = 0; c < f->present; c++) {
        double C = f->weight[c], next = c + 1 < f->present ? P + C / W : 1;
        double S = (1 - r.mix) * f->step[c] + r.mix * (P * (1 - next) * W);
        if (c > 0 && c + 1 < f->present)
            sum += offset_of_class(C, fmax(0, S));
        if (r.mix > 0)
            sum += r.mix * C * (entropy(1 - next) + entropy(P));
        P = next;
    }
    *offset = sum;
    return r;
}

/* u (rows) = the slopes of the plane; u holds those above, f->low those below. */
static void put_plane(const struct ordered *f, const struct repair *r, double *u)
{
    double W = vec_sum(f->present, f->weight), P = 0;
    double *zero = f->gradient; /* v above + v below at z = 0, of class k; the last has P = 1 */

    vec_combine((size_t)f->g.rows, r->scale[ABOVE], u, r->scale[BELOW], f->low, u);
    if (!(r->mix > 0))
        return;
    for (size_t k = 0; k < f->present; k++) {
        double next = k + 1 < f->present ? P + f->weight[k] / W : 1;
        zero[k] = (1 - next) - P;
        P = next;
    }
    for (int64_t i = 0; i < f->g.rows; i++)
        u[i] = (1 - r->mix) * u[i] + r->mix * costs_at(f->g.c, (size_t)i) * zero[f->label[i]];
}

/* g(z) */
static double value(struct ordered *f, const double *z)
{
    struct look k = {.f = f, .z = z};

    ordered_minimise(&k, &f->own);
    return k.sum.value;
}

/* loss_ops.slopes; the loss is smooth: mu is not needed. */
static double slopes(struct loss *g, double mu, const double *z, double *u, double *offset)
{
    struct ordered *f = (struct ordered *)g;
    double least = value(f, z);
    struct look k = {.f = f, .z = z, .u = {u, f->low}, .plane = true};
    struct repair r;

    (void)mu;
    if (!u)
        return least;
    ordered_look(&k);
    r = repair(&k, offset);
    put_plane(f, &r, u);
    return least;
}

/* ---- along a line ---------------------------------------------------------------------------- */

/* A line z + t d of scores; h(t) = lin t + quad/2 t^2 + g(z + t d). */
struct line_job {
    struct ordered *f;
    double lin, quad;
    const double *z, *d;
    struct look look; /* of a proximal step */
};

/* h'(t): the gradient of a minimum over theta is that of F at the best one (Danskin, 1967). */
static double line_slope(void *context, double t)
{
    const struct line_job *line = context;
    struct ordered *f = line->f;
    struct look k = {.f = f, .z = f->z, .along = line->d};

    vec_combine(f->g.image, 1, line->z, t, line->d, f->z);
    ordered_minimise(&k, &f->own);
    return line->lin + line->quad * t + k.sum.along;
}

static double search(struct loss *g, double lin, double quad, const double *z, const double *d,
                     void *room)
{
    struct line_job line = {.f = (struct ordered *)g, .lin = lin, .quad = quad, .z = z, .d = d};

    (void)room;
    return line_search(line_slope, &line, 0, LINE_FLAT, NARROW_SCORES, DBL_EPSILON * g->scale);
}

/* ---- proximal steps -------------------------------------------------------------------------- */

/* loss_ops.proximal; alpha and v have the entries above, then those below. */
static double proximal(struct loss *g, const struct prox *x, double *offset)
{
    struct ordered *f = (struct ordered *)g;
    size_t rows = g->image;
    struct look k = {.f = f, .q = x->q, .alpha = x->alpha, .z = x->z, .u = {x->u, f->low},
                     .h = f->h};
    struct repair r = {{1, 1}, 0};

    ordered_minimise(&k, &f->prox);
    ordered_factorise(f, 0, &f->kept);
    k.v = x->v;
    k.plane = offset != NULL;
    if (k.v || k.plane)
        ordered_look(&k);
    if (k.plane)
        r = repair(&k, offset);
    put_plane(f, &r, x->u);
    vec_combine(rows, 1, f->h, 1, f->h + rows, x->h);
    return x->q > 0 ? value(f, x->z) : k.sum.value;
}

/* theta moves by t drift: what that leaves, the next step's theta gains. */
static double prox_slope(void *context, double t)
{
    struct line_job *line = context;
    struct ordered *f = line->f;

    if (!ordered_place(f, t, f->drift))
        return INFINITY;
    vec_combine(f->g.image, 1, line->z, t, line->d, f->z);
    ordered_look(&line->look);
    return line->lin + line->quad * t + line->look.sum.along +
           vec_dot(thresholds(f), f->gradient, f->drift);
}

/* The drift is H^-1 M'd, M_it = c_i dv_i/dz_i at theta_t. */
static double proximal_search(struct loss *g, const struct prox *x, double lin, double quad,
                              const double *d)
{
    struct ordered *f = (struct ordered *)g;
    struct line_job line = {.f = f, .lin = lin, .quad = quad, .z = x->z, .d = d,
                        .look = {.f = f, .q = x->q, .alpha = x->alpha, .z = f->z, .along = d}};
    size_t rows = g->image;
    double t;

    vec_fill(f->present, 0, f->drift);
    for (size_t i = 0; i < rows; i++) {
        size_t k = (size_t)f->label[i];
        if (k < thresholds(f))
            f->drift[k] += f->h[i] * d[i];
        if (k > 0)
            f->drift[k - 1] += f->h[rows + i] * d[i];
    }
    ordered_divide(f, &f->kept, f->drift);
    vec_copy(f->present + 1, f->prox.theta, f->origin);
    t = line_search_from(prox_slope, &line, lin + vec_dot(rows, x->u, d));
    if (ordered_place(f, t, f->drift)) {
        vec_copy(f->present + 1, f->theta, f->prox.theta);
        vec_combine(rows, 1, x->z, t, d, f->z);
        ordered_measure(f, f->z, &f->prox);
    }
    return t;
}

/* Column k of M L^-T, and D_k: M H^-1 M' is the sum of (column k)(column k)'/D_k. */
static double border(const struct loss *g, size_t k, const struct prox *x, double *hd)
{
    const struct ordered *f = (const struct ordered *)g;
    double *share = f->drift; /* of column t of M in column k */

    (void)x;
    vec_fill(f->present, 0, share);
    share[k] = 1;
    for (size_t t = k; t > 0; t--)
        share[t - 1] = share[t] * f->kept.ratio[t];
    for (size_t i = 0; i < g->image; i++) {
        size_t c = (size_t)f->label[i];
        hd[i] = share[c] * f->h[i] + (c > 0 ? share[c - 1] * f->h[g->image + i] : 0);
    }
    return f->kept.pivot[k];
}

/* ---- the thresholds of a model --------------------------------------------------------------- */

/* Classes without examples have no room between thresholds; at the ends none is FAR away. */
static size_t scalars(struct loss *g, const double *z, double *b)
{
    struct ordered *f = (struct ordered *)g;
    size_t count = (size_t)f->classes - 1;
    double lo = z[0], hi = z[0];
    size_t below = 0; /* present classes up to k */

    value(f, z);
    for (size_t i = 1; i < g->image; i++) {
        lo = fmin(lo, z[i]);
        hi = fmax(hi, z[i]);
    }
    for (size_t t = 1; t < f->present; t++) {
        lo = fmin(lo, f->own.theta[t]);
        hi = fmax(hi, f->own.theta[t]);
    }
    for (size_t k = 0; k < count; k++) {
        below += f->number[k] >= 0;
        b[k] = f->own.theta[below];
        if (below == 0)
            b[k] = lo - FAR;
        if (below == f->present)
            b[k] = hi + FAR;
    }
    return count;
}

/* ---- making one ------------------------------------------------------------------------------ */

/* Numbers the classes of weight > 0 and their rows. */
static void number_classes(struct ordered *f, const double *y)
{
    double *weight = f->weight;

    for (int64_t i = 0; i < f->g.rows; i++)
        weight[(int)y[i]] += costs_at(f->g.c, (size_t)i);
    f->present = 0;
    for (int k = 0; k < f->classes; k++) {
        f->number[k] = weight[k] > 0 ? (int)f->present : -1;
        if (weight[k] > 0)
            weight[f->present++] = weight[k];
    }
    for (int64_t i = 0; i < f->g.rows; i++)
        f->label[i] = f->number[(int)y[i]] > 0 ? f->number[(int)y[i]] : 0;
    f->present += f->present == 0;
}

/* The best theta at z = 0: log(P_k/(1 - P_k)). */
static void set_first(struct ordered *f)
{
    double below = 0;

    for (size_t k = 0; k + 1 < f->present; k++) {
        below += f->weight[k];
        f->first[k + 1] = logarithm(below / vec_sum(f->present - k - 1, f->weight + k + 1));
    }
    vec_copy(f->present + 1, f->first, f->own.theta);
    vec_copy(f->present + 1, f->first, f->prox.theta);
    f->own.spread = 1;
    f->prox.spread = 1;
}

/* All memory, for as many classes as there are labels. False: there is not enough. */
static bool take_memory(struct ordered *f, struct arena *arena)
{
    size_t k = (size_t)f->classes, rows = f->g.image;
    double **const each[] = {&f->weight, &f->first, &f->own.theta, &f->prox.theta, &f->theta,
                             &f->push, &f->couple, &f->gradient, &f->step, &f->origin, &f->drift,
                             &f->newton.pivot, &f->newton.ratio, &f->kept.pivot, &f->kept.ratio};

    for (size_t j = 0; j < sizeof each / sizeof *each; j++)
        *each[j] = arena_doubles(arena, k + 1);
    f->number = arena_get(arena, k, sizeof *f->number);
    f->label = arena_get(arena, rows, sizeof *f->label);
    f->tally = arena_get(arena, k * (size_t)(f->parts->count + 1), sizeof *f->tally);
    f->h = arena_doubles(arena, SIDES * rows);
    f->z = arena_doubles(arena, rows);
    f->low = arena_doubles(arena, rows);
    return !arena->failed;
}

static enum status make(const struct loss_spec *spec, const struct parts *parts,
                        struct arena *arena, struct loss **g, struct error *err)
{
    static const struct loss_ops ops = {.slopes = slopes,
                                        .search = search,
                                        .proximal = proximal,
                                        .proximal_search = proximal_search,
                                        .border = border,
                                        .scalars = scalars};
    struct ordered *f = arena_get(arena, 1, sizeof *f);

    if (!f)
        return fail_memory(err, "the loss");
    *f = (struct ordered){.g = {.ops = &ops, .image = (size_t)spec->rows, .rows = spec->rows,
                                .prox_size = SIDES * (size_t)spec->rows,
                                .c = costs_of(spec->c, spec->rows)},
                          .parts = parts,
                          .classes = spec->classes};
    if (!take_memory(f, arena))
        return fail_memory(err, "the loss");
    number_classes(f, spec->y);
    set_first(f);
    f->g.borders = thresholds(f);
    f->g.looks = LOOKS;
    f->g.proximal_looks = LOOKS;
    f->g.at_zero = value(f, f->z);
    f->g.scale = f->g.at_zero;
    *g = &f->g;
    return OK;
}

const struct loss_row loss_ordinal_logistic = {
    .name = "ordinal-logistic",
    .help = "ordered labels: proportional odds, -log P of the label",
    .task = TASK_ORDINAL,
    .traits = LOSS_ROWS | LOSS_THRESHOLDS | LOSS_BIAS | LOSS_SMOOTH | LOSS_POSITIVE |
              LOSS_LIPSCHITZ | LOSS_PROBABILITY | LOSS_NEWTON | LOSS_WEIGHTS,
    .make = make};
