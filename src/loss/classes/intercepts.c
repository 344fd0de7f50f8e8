/* intercepts - a loss of k scores at the best k scalars that are not regularized, one a class:
 *     g(z) = min over b of F(b) = sum_i c_i l(z_i + b, y_i),   z_i and b of k numbers.
 *
 * F(b + t e) = F(b), e all ones: b has the mean 0. With N_o the weight of class o and p_i = v_i +
 * e_y, v_i a slope of row i, dF/db_o = G_o = sum_i c_i p_io - N_o, and 0 at the minimum. A class of
 * N_o = 0 would have b_o = -infinity: its b_o is ABSENT.
 *
 * A smooth l, and the l_q of a proximal step around alpha (prox.h), by Newton's method with M =
 * sum_i c_i dv_i/dz_i. With kinks F is piecewise linear: b is its minimum where proximal points on
 * the dual, alpha <- v with a q that falls, meet it (Rockafellar, Math. Oper. Res. 1, 1976), after
 * finitely many for a linear program. A plane is that of any v_i in their domains with G = 0. As l*
 * is convex, what is left of G is made up for by a share of p_i = p', the same for all rows.
 */
#include "loss/classes/intercepts.h"

#include <float.h>
#include <math.h>

#include "base/memory.h"
#include "loss/line.h"
#include "loss/pointwise.h"
#include "math/cholesky.h"
#include "math/logarithm.h"
#include "math/root.h"
#include "math/vec.h"

/* The b_o of a class without examples: z_o + b_o is no maximum, and e to that is 0. In a model it
 * is FAR below what would be one. */
static const double ABSENT = -1e300, FAR = 40;

/* Newton's method ends at |G|_1 <= EXACT W, W the weight of all rows; or at NEAR W with kinks, or
 * where a step has not made that QUICK times less; or after MOST_STEPS. */
static const double EXACT = 4 * DBL_EPSILON, NEAR = 1e-11, QUICK = 4;
enum { MOST_STEPS = 25 };

/* A step along b ends at a slope of FLAT of the first, or a bracket of NARROW t. */
static const double FLAT = 0.5, NARROW = 1e-2;

/* M_oo, about N_o, or N_o/q with kinks, gains RIDGE |G|_1/W of that, LEAST_RIDGE at least. */
static const double RIDGE = 0.1, LEAST_RIDGE = 1e-12;

/* Proximal points: the first q, the least that a minimum begins with, the least of all, by g(0); by
 * how much q falls, or grows where Newton's method fails; their gap at the end, by the value. */
static const double FIRST_Q = 16, LEAST_Q = 0.03, SMALLEST = 1e-6, SHRINK = 16, GROW = 8;
static const double GAP = 1e-12;
enum { MOST_POINTS = 20 };

/* Looks at F that a minimum takes: about. */
static const double SMOOTH_LOOKS = 5, KINKED_LOOKS = 50;
static const double BALANCED = 16 * DBL_EPSILON; /* G_o up to so much of N_o is rounding */

/* M of the last slopes, and a step of b. */
struct newton {
    double *M; /* k x k: its upper triangle */
    struct cholesky factor;
    double ridge[2]; /* of M_oo: by N_o, and for all o alike */
    double *G, *step, *from; /* k */
};

struct intercepts {
    struct loss g; /* first: a struct loss * of ours is a struct intercepts * */
    struct pointwise *base; /* sum_i c_i l(z_i, y_i) */
    double bias; /* the value of the bias feature */
    bool smooth;
    size_t k;
    double *weight, W;         /* k: N_o; their sum */
    double *own, *prox;        /* k: b of the last value, and of the last proximal step */
    double *trial;             /* k: scratch, as are */
    double *sums;              /* parts x k */
    double *z, *v, *u, *h;     /* image */
    double *centre, q, size;   /* image: alpha of the last minimum with kinks; its q; g(0) */
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

struct couple_job {
    const struct intercepts *f;
    const double *u;
    double q;
    size_t every;
};

/* Some rows of the triangle over all rows of u: the same bits for any number of threads. */
static void couple_part(void *context, int part)
{
    const struct couple_job *job = context;
    const struct intercepts *f = job->f;
    const struct pointwise *base = f->base;

    for (size_t a = (size_t)part; a < f->k; a += job->every)
        vec_fill(f->k - a, 0, f->newton.M + a * f->k + a);
    for (int64_t i = 0; i < f->g.rows; i++) {
        double c = costs_at(f->g.c, (size_t)i);
        if (c > 0)
            base->formula->vector_couple(f->k, base->y[i], c, job->u + (size_t)i * f->k, job->q,
                                         (size_t)part, job->every, f->newton.M);
    }
}

/* M_aa = -sum over b != a of M_ab, for M e = 0. */
static void set_diagonal(const struct intercepts *f)
{
    size_t k = f->k;

    for (size_t a = 0; a < k; a++)
        for (size_t b = a + 1; b < k; b++) {
            f->newton.M[a * k + a] -= f->newton.M[a * k + b];
            f->newton.M[b * k + b] -= f->newton.M[a * k + b];
        }
}

/* M + ridge + s e e' where the factor will be, on the classes that have examples. */
static void fill(void *context, double t)
{
    struct intercepts *f = context;
    struct newton *n = &f->newton;
    size_t k = f->k;

    for (size_t a = 0; a < k; a++) {
        double *row = n->factor.R + a * k;
        for (size_t b = a; b < k; b++)
            row[b] = f->weight[a] > 0 && f->weight[b] > 0 ? n->M[a * k + b] + n->ridge[1] : 0;
        row[a] = f->weight[a] > 0 ? (row[a] + n->ridge[0] * f->weight[a]) * (1 + t) : 1;
    }
}

/* Factors M of the slopes u of the weight q, with the ridge `share`. False: it is not finite. */
static bool factorise(struct intercepts *f, const double *u, double q, double share)
{
    const struct par *par = f->base->parts->par;
    struct couple_job job = {f, u, q, (size_t)par->threads};
    double trace = 0;

    par_for(par, par->threads, couple_part, &job);
    set_diagonal(f);
    for (size_t o = 0; o < f->k; o++)
        trace += f->newton.M[o * f->k + o];
    f->newton.ridge[0] = fmax(LEAST_RIDGE, share) / (f->smooth ? 1 + q : q);
    f->newton.ridge[1] = (trace + f->newton.ridge[0] * f->W) / (double)(f->k * f->k);
    return cholesky_factor_shifted(&f->newton.factor, f->k, fill, f);
}

/* b = argmin F_q, from k->b on; f->G, k->u, k->value and f->v are those of b. False: it is not
 * found. */
static bool minimise(struct look *k)
{
    struct intercepts *f = k->f;
    struct newton *n = &f->newton;
    double size, last = INFINITY, slope, t;

    look(k);
    size = imbalance(f);
    for (int step = 0; step < MOST_STEPS; step++) {
        if (size <= EXACT * f->W || (size <= NEAR * f->W && (!f->smooth || size > last / QUICK)))
            return true;
        if (!factorise(f, k->u, k->q, RIDGE * fmin(1, size / f->W)))
            return false;
        vec_combine(f->k, -1, n->G, 0, n->G, n->step);
        cholesky_solve(&n->factor, n->step);
        vec_copy(f->k, k->b, n->from);
        k->t = 0;
        slope = vec_dot(f->k, n->G, n->step);
        t = slope < 0 ? root_beyond(slope_at, k, 0, slope, 1, -FLAT * slope, NARROW, 0) : 0;
        if (k->t != t)
            slope_at(k, t);
        last = size;
        size = imbalance(f);
    }
    return size <= NEAR * f->W;
}

/* ---- planes ---------------------------------------------------------------------------------- */

/* p' (k) and its share for which (1 - share) G + share (W p' - N) = 0; 0: G is rounding. */
static double balance(const struct intercepts *f, double *mean)
{
    double share = 0, more = vec_sum(f->k, f->newton.G) / f->W, sum;

    for (size_t o = 0; o < f->k; o++) {
        mean[o] = f->weight[o] > 0 ? f->newton.G[o] - more * f->weight[o] : 0;
        share = mean[o] > 0 ? fmax(share, mean[o] / (f->weight[o] + mean[o])) : share;
    }
    if (!(share > BALANCED))
        return 0;
    for (size_t o = 0; o < f->k; o++)
        mean[o] = fmax(0, f->weight[o] - mean[o] * ((1 - share) / share));
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

/* min F with kinks: proximal points, until the plane of their dual point meets F(b). u and *offset
 * are those of the plane; f->own is the best b. */
static double minimise_kinked(struct intercepts *f, const double *z, double *u, double *offset)
{
    double value = INFINITY, *b = f->trial, *keep;
    struct look k = {.f = f, .q = f->q, .z = z, .b = b, .u = u};
    double begin = fmax(f->q / SHRINK, LEAST_Q * f->size); /* with which the next minimum does */

    vec_copy(f->k, f->own, b);
    for (int point = 0; point < MOST_POINTS; point++) {
        bool solved;
        k.alpha = f->centre;
        solved = minimise(&k);
        if (!(k.value >= value)) { /* NaN stays */
            vec_copy(f->k, b, f->own);
            value = k.value;
        }
        *offset = plane(f, false, u);
        keep = f->v;
        f->v = f->centre;
        f->centre = keep;
        if (!(value - vec_dot(f->g.image, u, z) - *offset > GAP * (f->g.at_zero + fabs(value))))
            break;
        k.q = solved ? fmax(k.q / SHRINK, SMALLEST * f->size) : k.q * GROW;
        begin = solved ? begin : k.q;
    }
    f->q = begin;
    return value;
}

/* loss_ops.slopes; from b = 0 where F is flat at the b of other scores, M = 0 but for rounding. */
static double slopes(struct loss *g, double mu, const double *z, double *u, double *offset)
{
    struct intercepts *f = (struct intercepts *)g;
    struct look k = {.f = f, .q = mu, .z = z, .b = f->own, .u = u ? u : f->u};
    double below;

    if (mu == 0 && !f->smooth)
        return minimise_kinked(f, z, k.u, u ? offset : &below);
    if (!minimise(&k)) {
        vec_fill(f->k, 0, k.b);
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

    minimise(&k);
    vec_copy(g->image, f->h, x->h);
    if (offset)
        *offset = plane(f, false, x->u);
    if (x->v)
        vec_copy(g->image, f->v, x->v);
    factorise(f, x->u, x->q, 0);
    return k.value;
}

/* f->newton.step = -M^-1 sum_i (H d)_i, the change of b along d; u gets H d without it. */
static void drift(const struct intercepts *f, const struct prox *x, const double *d, double *u)
{
    f->base->g.ops->bend(&f->base->g, x, d, u);
    sum_rows(f, u, f->newton.step);
    cholesky_solve(&f->newton.factor, f->newton.step);
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
    double mean = 0, present = 0, least = 0, most = 0;

    slopes(g, 0, z, NULL, NULL);
    for (size_t o = 0; o < f->k; o++) {
        mean += f->weight[o] > 0 ? f->own[o] : 0;
        present += f->weight[o] > 0;
    }
    mean /= present;
    for (size_t o = 0; o < f->k; o++)
        least = f->weight[o] > 0 ? fmin(least, f->own[o] - mean) : least;
    for (size_t i = 0; i < g->image; i++)
        most = fmax(most, fabs(z[i]));
    for (size_t o = 0; o < f->k; o++)
        b[o] = (f->weight[o] > 0 ? f->own[o] - mean : least - (most + most) - FAR) / f->bias;
    return f->k;
}

/* ---- making one ------------------------------------------------------------------------------ */

/* All memory. False: there is not enough. */
static bool take_memory(struct intercepts *f, struct arena *arena)
{
    double **const each[] = {&f->weight,   &f->own,         &f->prox,       &f->trial,
                             &f->newton.G, &f->newton.step, &f->newton.from};
    double **const image[] = {&f->z, &f->v, &f->u, &f->h};

    for (size_t j = 0; j < sizeof each / sizeof *each; j++)
        *each[j] = arena_doubles(arena, f->k);
    for (size_t j = 0; j < sizeof image / sizeof *image; j++)
        *image[j] = arena_doubles(arena, f->g.image);
    f->sums = arena_doubles(arena, (size_t)f->base->parts->count * f->k);
    f->newton.M = arena_doubles(arena, f->k * f->k);
    f->centre = f->smooth ? NULL : arena_doubles(arena, f->g.image);
    cholesky_init(&f->newton.factor, f->k, arena);
    f->newton.factor.par = f->base->parts->par;
    return !arena->failed;
}

/* N, W, and the first b: log N_o, the best one of softmax at z = 0. */
static void weigh(struct intercepts *f)
{
    for (int64_t i = 0; i < f->g.rows; i++)
        f->weight[(size_t)f->base->y[i]] += costs_at(f->g.c, (size_t)i);
    f->W = vec_sum(f->k, f->weight);
    for (size_t o = 0; o < f->k; o++) {
        f->own[o] = f->weight[o] > 0 ? logarithm(f->weight[o] / f->W) : ABSENT;
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
    *f = (struct intercepts){.g = base->g, .base = base, .bias = spec->bias, .k = base->k,
                             .smooth = (spec->row->traits & LOSS_SMOOTH) != 0};
    f->g.ops = &ops;
    f->g.search_room = 0;
    f->g.looks = f->smooth ? SMOOTH_LOOKS : KINKED_LOOKS;
    if (!take_memory(f, arena))
        return NULL;
    weigh(f);
    f->size = base->g.at_zero > 0 ? base->g.at_zero : 1;
    f->q = FIRST_Q * f->size;
    zeros = mem_alloc(f->g.image, sizeof *zeros);
    if (zeros)
        f->g.at_zero = slopes(&f->g, 0, zeros, NULL, NULL);
    mem_free(zeros);
    return zeros ? &f->g : NULL;
}
