/* intercepts - a loss of k scores at the best k scalars that are not regularized, one a class:
 *     g(z) = min over b of F(b) = sum_i c_i l(z_i + b, y_i),   z_i and b of k numbers.
 *
 * F(b + t e) = F(b), e all ones: b has the mean 0. With N_o the weight of class o and p_i = v_i +
 * e_y, v_i a slope of row i, dF/db_o = G_o = sum_i c_i p_io - N_o, and 0 at the minimum. A class of
 * N_o = 0 would have b_o = -infinity: its b_o is ABSENT.
 *
 * A smooth l, and the l_q of a proximal step around alpha (prox.h), by Newton's method with M =
 * sum_i c_i dv_i/dz_i. With kinks F is piecewise linear, and its b that of a problem of
 * transportation (transport.h). Of scores far apart a smooth l is nearly so: there Newton's method
 * begins with that b.
 *
 * A plane is that of any v_i in their domains with G = 0. As l* is convex, what is left of G is
 * made up for by a share of p_i = p', the same for all rows.
 */
#include "loss/classes/intercepts.h"

#include <float.h>
#include <math.h>

#include "base/memory.h"
#include "loss/classes/coupling.h"
#include "loss/classes/transport.h"
#include "loss/line.h"
#include "math/logarithm.h"
#include "math/root.h"
#include "math/vec.h"

/* The b_o of a class without examples: z_o + b_o is no maximum, and e to that is 0. In a model it
 * is FAR below what would be one. */
static const double ABSENT = -1e300, FAR = 40;

/* Newton's method ends at |G|_1 <= EXACT W, W the weight of all rows; or at NEAR W with kinks, or
 * where a step has not made that QUICK times less; or after MOST_STEPS. In the place of NEAR stands
 * ROUNDING W max |z|/g(0), FAIR at most, where that is more: p_i of scores far apart. */
static const double EXACT = 4 * DBL_EPSILON, NEAR = 1e-11, QUICK = 4;
static const double ROUNDING = 16 * DBL_EPSILON, FAIR = 1e-8;
enum { MOST_STEPS = 25 };

/* A step along b ends at a slope of FLAT of the first, or a bracket of NARROW t. */
static const double FLAT = 0.5, NARROW = 1e-2;

/* M gains a ridge of RIDGE |G|_1/W (coupling.h). */
static const double RIDGE = 0.1;

/* b of other scores is a start up to NEARBY (max |z| + g(0)/W): there z + b has digits of z. */
static const double NEARBY = 1e3;

/* Looks at F that a minimum takes, about; with kinks 10, for each of the several of a search. */
static const double SMOOTH_LOOKS = 5, KINKED_LOOKS = 50;
static const double BALANCED = 16 * DBL_EPSILON; /* G_o up to so much of N_o is rounding */

struct newton {
    double *G, *step, *from; /* k: dF/db, a step of b, and the b that it is made from */
};

struct intercepts {
    struct loss g; /* first: a struct loss * of ours is a struct intercepts * */
    struct pointwise *base; /* sum_i c_i l(z_i, y_i) */
    double bias; /* the value of the bias feature */
    size_t k;
    struct coupling M;         /* and N, W */
    struct transport *transport;
    double *own, *prox;        /* k: b of the last value, and of the last proximal step */
    double *sums;              /* parts x k: scratch, as are */
    double *z, *v, *u, *h;     /* image */
    double size;               /* g(0)/W with b = 0 */
    double reach;              /* max |z| of the last scores */
    struct newton newton;
};

/* ---- sums over the rows ---------------------------------------------------------------------- */

struct sum_job {
    const struct intercepts *f;
    const double *u;
};

static void sum_part(void *context, int part, int64_t lo, int64_t hi)
{
    const struct sum_job *job = context;
    size_t k = job->f->k;
    double *sum = job->f->sums + (size_t)part * k;

    vec_fill(k, 0, sum);
    for (int64_t i = lo; i < hi; i++)
        vec_add(k, 1, job->u + (size_t)i * k, sum);
}

/* to (k) = sum_i u_i */
static void sum_rows(const struct intercepts *f, const double *u, double *to)
{
    struct sum_job job = {f, u};
    const struct parts *parts = f->base->parts;

    parts_for(parts, sum_part, &job);
    vec_fill(f->k, 0, to);
    for (int part = 0; part < parts->count; part++)
        vec_add(f->k, 1, f->sums + (size_t)part * f->k, to);
}

/* z + t d + b, row by row, in f->z; d NULL: z + b. */
struct shift_job {
    const struct intercepts *f;
    const double *z, *d, *b;
    double t;
};

static void shift_part(void *context, int part, int64_t lo, int64_t hi)
{
    const struct shift_job *job = context;
    size_t k = job->f->k;

    (void)part;
    for (int64_t i = lo; i < hi; i++) {
        size_t at = (size_t)i * k;
        double *to = job->f->z + at;
        vec_combine(k, 1, job->z + at, 1, job->b, to);
        if (job->d)
            vec_add(k, job->t, job->d + at, to);
    }
}

/* ---- one look at F --------------------------------------------------------------------------- */

/* F_q at z + t d and b; alpha NULL: l smoothed by q, or, of q = 0, l itself. */
struct look {
    struct intercepts *f;
    double q;
    const double *alpha, *z, *d;
    double *b, *u;
    double lin, quad, t; /* of a search: b moves along by t f->newton.step from f->newton.from */
    double value;        /* F(b); of a smoothed l that of it */
};

/* f->newton.G, u, and f->v and f->h but for a smoothed l. */
static void look(struct look *k)
{
    struct intercepts *f = k->f;
    struct shift_job shift = {f, k->z, k->d, k->b, k->t};
    struct prox x = {.q = k->q, .alpha = k->alpha, .z = f->z, .v = f->v, .u = k->u, .h = f->h};
    struct loss *base = &f->base->g;
    double offset;

    parts_for(f->base->parts, shift_part, &shift);
    if (k->q > 0 && !k->alpha)
        k->value = base->ops->slopes(base, k->q, f->z, k->u, &offset);
    else
        k->value = base->ops->proximal(base, &x, NULL);
    sum_rows(f, k->u, f->newton.G);
}

/* d/dt of lin t + quad/2 t^2 + F_q at z + t d and f->newton.from + t f->newton.step */
static double slope_at(void *context, double t)
{
    struct look *k = context;
    struct intercepts *f = k->f;

    vec_combine(f->k, 1, f->newton.from, t, f->newton.step, k->b);
    k->t = t;
    look(k);
    return k->lin + k->quad * t + vec_dot(f->k, f->newton.G, f->newton.step) +
           (k->d ? vec_dot(f->g.image, k->u, k->d) : 0);
}

/* |G|_1 */
static double imbalance(const struct intercepts *f)
{
    double sum = 0;

    for (size_t o = 0; o < f->k; o++)
        sum += fabs(f->newton.G[o]);
    return sum;
}

/* ---- Newton's method for b ------------------------------------------------------------------- */

/* b = 0, of the classes that have examples. */
static void restart(const struct intercepts *f, double *b)
{
    for (size_t o = 0; o < f->k; o++)
        b[o] = f->M.weight[o] > 0 ? 0 : ABSENT;
}

/* Restarts b where it is too far off for the scores z. */
static void draw_near(struct intercepts *f, const double *z, double *b)
{
    double far = 0;

    f->reach = 0;
    for (size_t i = 0; i < f->g.image; i++)
        f->reach = fmax(f->reach, fabs(z[i]));
    for (size_t o = 0; o < f->k; o++)
        far = f->M.weight[o] > 0 ? fmax(far, fabs(b[o])) : far;
    if (!(far <= NEARBY * (f->reach + f->size)))
        restart(f, b);
}

/* b = argmin F_q, from k->b on; G, k->u, k->value, f->v are those of b. False: not found. */
static bool minimise(struct look *k)
{
    struct intercepts *f = k->f;
    struct newton *n = &f->newton;
    double near = fmax(NEAR, fmin(FAIR, ROUNDING * f->reach / f->size)) * f->M.W;
    double size, last = INFINITY, slope, t;

    look(k);
    size = imbalance(f);
    for (int step = 0; step < MOST_STEPS; step++) {
        if (size <= EXACT * f->M.W || (size <= near && (!f->M.smooth || size > last / QUICK)))
            return true;
        if (!coupling_factor(&f->M, k->u, k->q, RIDGE * fmin(1, size / f->M.W)))
            return false;
        vec_combine(f->k, -1, n->G, 0, n->G, n->step);
        coupling_solve(&f->M, n->step);
        vec_copy(f->k, k->b, n->from);
        k->t = 0;
        slope = vec_dot(f->k, n->G, n->step);
        t = slope < 0 ? root_beyond(slope_at, k, 0, slope, 1, -FLAT * slope, NARROW, 0) : 0;
        if (k->t != t)
            slope_at(k, t);
        last = size;
        size = imbalance(f);
    }
    return size <= near;
}

/* ---- planes ---------------------------------------------------------------------------------- */

/* p' (k) and its share for which (1 - share) G + share (W p' - N) = 0; 0: G is rounding. */
static double balance(const struct intercepts *f, double *mean)
{
    double share = 0, more = vec_sum(f->k, f->newton.G) / f->M.W, sum;

    for (size_t o = 0; o < f->k; o++) {
        mean[o] = f->M.weight[o] > 0 ? f->newton.G[o] - more * f->M.weight[o] : 0;
        share = mean[o] > 0 ? fmax(share, mean[o] / (f->M.weight[o] + mean[o])) : share;
    }
    if (!(share > BALANCED))
        return 0;
    for (size_t o = 0; o < f->k; o++)
        mean[o] = fmax(0, f->M.weight[o] - mean[o] * ((1 - share) / share));
    sum = vec_sum(f->k, mean);
    vec_scale(f->k, 1 / sum, mean);
    return share;
}

/* Makes f->v, whose sum over the rows is f->newton.G, and u = c v those of a plane; returns its
 * offset. `divided`: v is u/c at first. */
static double plane(const struct intercepts *f, bool divided, double *u)
{
    double *mean = f->newton.step, share = balance(f, mean);

    for (int64_t i = 0; (share > 0 || divided) && i < f->g.rows; i++) {
        size_t at = (size_t)i * f->k, own = (size_t)f->base->y[i];
        double c = costs_at(f->g.c, (size_t)i), *v = f->v + at;
        if (divided)
            vec_combine(f->k, c > 0 ? 1 / c : 0, u + at, 0, u + at, v);
        vec_combine(f->k, 1 - share, v, share, mean, v);
        v[own] = fmax(-1, fmin(0, v[own] - share));
        vec_combine(f->k, c, v, 0, v, u + at);
    }
    return f->base->g.ops->dual_offset(&f->base->g, f->v);
}

/* ---- the operations -------------------------------------------------------------------------- */

/* f->z = s: l(z + b) = max_o (s_io + b_o) - z_iy - b_y + const, s_io = z_io - [o = y_i], or
 * z_io + D_yo of costs; z of a smooth l. */
static void reach_part(void *context, int part, int64_t lo, int64_t hi)
{
    const struct shift_job *job = context;
    const struct pointwise *base = job->f->base;
    size_t k = job->f->k;

    (void)part;
    for (int64_t i = lo; i < hi; i++) {
        size_t at = (size_t)i * k, own = (size_t)base->y[i];
        vec_copy(k, job->z + at, job->f->z + at);
        if (base->p.shift)
            vec_add(k, 1, base->p.shift + own * k, job->f->z + at);
        job->f->z[at + own] -= job->f->M.smooth ? 0 : base->p.margin;
    }
}

/* b = argmin F of an l with kinks, from b on; f->v the p_i of its problem of transportation. */
static void transport(struct intercepts *f, const double *z, double *b)
{
    struct shift_job job = {.f = f, .z = z};

    parts_for(f->base->parts, reach_part, &job);
    transport_solve(f->transport, f->z, b, f->v);
}

/* f->v -= e_y in each row; u = c v */
struct slope_job {
    const struct intercepts *f;
    double *u;
};

static void slope_part(void *context, int part, int64_t lo, int64_t hi)
{
    const struct slope_job *job = context;
    size_t k = job->f->k;

    (void)part;
    for (int64_t i = lo; i < hi; i++) {
        double *v = job->f->v + (size_t)i * k;
        v[(size_t)job->f->base->y[i]] -= 1;
        vec_combine(k, costs_at(job->f->g.c, (size_t)i), v, 0, v, job->u + (size_t)i * k);
    }
}

/* loss_ops.slopes with kinks. */
static double kinked(struct intercepts *f, const double *z, double *u, double *offset)
{
    struct shift_job shift = {.f = f, .z = z, .b = f->own};
    struct loss *base = &f->base->g;

    transport(f, z, f->own);
    if (u) {
        parts_for(f->base->parts, slope_part, &(struct slope_job){f, u});
        sum_rows(f, u, f->newton.G);
        *offset = plane(f, false, u);
    }
    parts_for(f->base->parts, shift_part, &shift);
    return base->ops->slopes(base, 0, f->z, NULL, NULL);
}

/* loss_ops.slopes. Where Newton's method fails, F being flat at the b of other scores: from that of
 * the kinks. */
static double slopes(struct loss *g, double mu, const double *z, double *u, double *offset)
{
    struct intercepts *f = (struct intercepts *)g;
    struct look k = {.f = f, .q = mu, .z = z, .b = f->own, .u = u ? u : f->u};

    draw_near(f, z, f->own);
    if (mu == 0 && !f->M.smooth)
        return kinked(f, z, u, offset);
    if (!minimise(&k)) {
        restart(f, k.b);
        transport(f, z, k.b);
        minimise(&k);
    }
    if (u)
        *offset = plane(f, mu > 0, u);
    return k.value;
}

/* loss_ops.proximal; F at the b of g_q. */
static double proximal(struct loss *g, const struct prox *x, double *offset)
{
    struct intercepts *f = (struct intercepts *)g;
    struct look k = {.f = f, .q = x->q, .alpha = x->alpha, .z = x->z, .b = f->prox, .u = x->u};

    draw_near(f, x->z, f->prox);
    minimise(&k);
    vec_copy(g->image, f->h, x->h);
    if (offset)
        *offset = plane(f, false, x->u);
    if (x->v)
        vec_copy(g->image, f->v, x->v);
    coupling_factor(&f->M, x->u, x->q, 0);
    return k.value;
}

/* f->newton.step = -M^-1 sum_i (H d)_i, the change of b along d; u gets H d without it. */
static void drift(const struct intercepts *f, const struct prox *x, const double *d, double *u)
{
    f->base->g.ops->bend(&f->base->g, x, d, u);
    sum_rows(f, u, f->newton.step);
    coupling_solve(&f->M, f->newton.step);
    vec_scale(f->k, -1, f->newton.step);
}

/* With b moving along as the Hessian tells: what the search leaves, the next step's b gains. */
static double proximal_search(struct loss *g, const struct prox *x, double lin, double quad,
                              const double *d)
{
    struct intercepts *f = (struct intercepts *)g;
    struct look k = {.f = f, .q = x->q, .alpha = x->alpha, .z = x->z, .d = d, .b = f->prox,
                     .u = f->u, .lin = lin, .quad = quad};
    double t;

    drift(f, x, d, f->u);
    vec_copy(f->k, f->prox, f->newton.from);
    t = line_search_from(slope_at, &k, lin + vec_dot(g->image, x->u, d));
    vec_combine(f->k, 1, f->newton.from, t, f->newton.step, f->prox);
    return t;
}

/* loss_ops.bend: H (d + E db) for the change db of b along d, E db = db in each row. */
static void bend(const struct loss *g, const struct prox *x, const double *d, double *to)
{
    const struct intercepts *f = (const struct intercepts *)g;
    struct shift_job shift = {.f = f, .z = d, .b = f->newton.step};

    drift(f, x, d, to);
    parts_for(f->base->parts, shift_part, &shift);
    f->base->g.ops->bend(&f->base->g, x, f->z, to);
}

/* b of a model, of mean 0: of a class without examples FAR below what would give it one. */
static size_t scalars(struct loss *g, const double *z, double *b)
{
    struct intercepts *f = (struct intercepts *)g;
    double least = 0;

    slopes(g, 0, z, NULL, NULL);
    vec_copy(f->k, f->own, b);
    coupling_centre(&f->M, b);
    for (size_t o = 0; o < f->k; o++)
        least = fmin(least, b[o]);
    for (size_t o = 0; o < f->k; o++)
        b[o] = (f->M.weight[o] > 0 ? b[o] : least - (f->reach + f->reach) - FAR) / f->bias;
    return f->k;
}

/* ---- making one ------------------------------------------------------------------------------ */

/* All memory. False: there is not enough. */
static bool take_memory(struct intercepts *f, struct arena *arena)
{
    double **const each[] = {&f->own, &f->prox, &f->newton.G, &f->newton.step, &f->newton.from};
    double **const image[] = {&f->z, &f->v, &f->u, &f->h};

    for (size_t j = 0; j < sizeof each / sizeof *each; j++)
        *each[j] = arena_doubles(arena, f->k);
    for (size_t j = 0; j < sizeof image / sizeof *image; j++)
        *image[j] = arena_doubles(arena, f->g.image);
    f->sums = arena_doubles(arena, (size_t)f->base->parts->count * f->k);
    f->transport = transport_make(f->g.rows, f->k, f->base->y, f->g.c, arena);
    return !arena->failed;
}

/* The first b: log N_o, the best one of softmax at z = 0. */
static void place(struct intercepts *f)
{
    for (size_t o = 0; o < f->k; o++) {
        f->own[o] = f->M.weight[o] > 0 ? logarithm(f->M.weight[o] / f->M.W) : ABSENT;
        f->prox[o] = f->own[o];
    }
}

struct loss *intercepts_make(const struct loss_spec *spec, const struct parts *parts,
                             struct arena *arena)
{
    static const struct loss_ops ops = {.slopes = slopes,
                                        .proximal = proximal,
                                        .proximal_search = proximal_search,
                                        .bend = bend,
                                        .scalars = scalars};
    struct intercepts *f = arena_get(arena, 1, sizeof *f);
    struct pointwise *base = pointwise_make(spec, parts, arena);
    double *zeros;

    if (!f || !base)
        return NULL;
    *f = (struct intercepts){.g = base->g, .base = base, .bias = spec->bias, .k = base->k};
    coupling_init(&f->M, base, (spec->row->traits & LOSS_SMOOTH) != 0, arena);
    f->g.ops = &ops;
    f->g.coupled = true;
    f->g.search_room = 0;
    f->g.looks = f->M.smooth ? SMOOTH_LOOKS : KINKED_LOOKS;
    f->g.proximal_looks = f->g.looks;
    if (!take_memory(f, arena))
        return NULL;
    place(f);
    f->size = base->g.at_zero > 0 ? base->g.at_zero / f->M.W : 1;
    zeros = mem_alloc(f->g.image, sizeof *zeros);
    if (zeros)
        f->g.at_zero = slopes(&f->g, 0, zeros, NULL, NULL);
    vec_copy(f->k, f->own, f->prox);
    mem_free(zeros);
    return zeros ? &f->g : NULL;
}
