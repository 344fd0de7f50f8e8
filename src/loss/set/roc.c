/* roc - g(z) = sum over pairs of c_i c_j max(0, 1 - z_i + z_j) / N, y_i = +1, y_j = -1, N = the sum
 * over pairs of c_i c_j: a convex bound of 1 - the area under the ROC curve, where each pair counts
 * [z_i <= z_j]. A constant that is added to every score cancels.
 *
 * Herbrich, Graepel, Obermayer (Large margin rank boundaries for ordinal regression, 2000);
 * Joachims (A support vector method for multivariate performance measures, ICML 2005).
 *
 * With x_ij = z_j - (z_i - 1) the loss of a pair is h(x) = max(0, x), smoothed by mu
 *     h_mu(x) = a x - mu/2 a^2, a = clip(x/mu, 0, 1): x^2/(2 mu) on [0, mu], x - mu/2 beyond.
 * As h*(a) = 0 on [0, 1], slopes a_ij give the plane sum c_i c_j a_ij (1 - z_i + z_j) / N:
 *     u_i = -c_i sum_j c_j a_ij / N
 *     u_j = +c_j sum_i c_i a_ij / N
 *     offset = sum over pairs of c_i c_j a_ij / N
 * Two sweeps over the sorted scores find all sums over pairs in O(m log m). Both compare the same
 * rounded numbers z_i - 1 and z_j: with z_i - 1 < z_j in one and z_i < z_j + 1 in the other, the
 * two sweeps could give one pair different a_ij, and the plane would not lie below g. */
#include <math.h>
#include <string.h>

#include "loss/line.h"
#include "loss/set/sides.h"
#include "math/vec.h"

/* The others of an item with 0 < x_ij < mu: [from, to) of their list. */
struct window {
    int64_t from, to;
};

/* A side at the last proximal step, for its second derivatives. */
struct bent {
    struct keyed *item;    /* count: in order */
    struct window *window; /* count: as the sweep of the side goes */
    double *c, *cd;        /* count of the others + 1: sums of c_k and of c_k d_k over the first
                            * ones that this sweep sees */
};

struct roc {
    struct loss g; /* first: a struct loss * of ours is a struct roc * */
    struct sides sides;
    double pairs; /* N; 0: there is no pair */
    struct bent bent[SIDES];
    double *z, *u;  /* rows: scratch of a search */
};

/* 1/N */
static double share_of(const struct roc *f)
{
    return f->pairs != 0 ? 1 / f->pairs : 0;
}

/* A side in descending order: its items, or, from the last one on, their negatives. */
struct view {
    const struct keyed *first;
    int64_t count, step;
    double sign;
};

static struct view view_of(const struct keyed *item, int64_t count, bool negative)
{
    return negative ? (struct view){item + (count - 1), count, -1, -1}
                    : (struct view){item, count, 1, 1};
}

static inline double key_at(const struct view *v, int64_t k)
{
    return v->sign * v->first[v->step * k].key;
}

static inline int64_t row_at(const struct view *v, int64_t k)
{
    return v->first[v->step * k].row;
}

/* Sums of c, c x and c x^2 over some items of scores s, x = s - key >= 0. As the key falls all x
 * grow: sums relative to the key do not cancel, as those of s and s^2 would. */
struct tail {
    double c, x, square;
};

static void tail_add(struct tail *t, double c, double x)
{
    t->c += c;
    t->x += c * x;
    t->square += c * x * x;
}

/* The key falls by `step`: sum c (x + step)^2 = sum c x^2 + step (2 sum c x + step sum c). */
static void tail_shift(struct tail *t, double step)
{
    t->square += step * (2 * t->x + step * t->c);
    t->x += step * t->c;
}

/* Sums over the items of a sweep, undivided by N. */
struct totals {
    double value, offset;
};

/* For each item i in descending order: A_i = sum over the others j of c_j clip(x_ij/mu, 0, 1) and
 * H_i = sum over j of c_j h_mu(x_ij), x_ij = s_j - s_i. If u is not NULL, u[row_i] = share c_i A_i.
 * Returns value = sum c_i H_i and offset = sum c_i A_i. window, if not NULL, gets that of each
 * item. The others with x > 0 are a prefix of their list that grows as s_i falls, those with
 * x >= mu a shorter prefix: each enters once and moves over once. */
static struct totals sweep(struct costs c, struct view items, struct view others, double mu,
                           double share, double *u, struct window *window)
{
    struct tail bent = {0, 0, 0}, straight = {0, 0, 0}; /* of 0 < x < mu; of x >= mu */
    struct totals totals = {0, 0};
    int64_t left = 0, entered = 0; /* straight sums other 0 .. left - 1, bent left .. entered - 1 */
    double before = items.count > 0 ? key_at(&items, 0) : 0;

    for (int64_t i = 0; i < items.count; i++) {
        double key = key_at(&items, i), weight = costs_at(c, (size_t)row_at(&items, i)), a;
        tail_shift(&bent, before - key);
        tail_shift(&straight, before - key);
        before = key;
        for (; left < entered && key_at(&others, left) - key >= mu; left++) {
            double moved = costs_at(c, (size_t)row_at(&others, left));
            double x = key_at(&others, left) - key;
            tail_add(&bent, -moved, x);
            tail_add(&straight, moved, x);
        }
        if (left == entered) /* bent is empty: what rounding has left of the sums goes */
            bent = (struct tail){0, 0, 0};
        for (; entered < others.count && key_at(&others, entered) > key; entered++) {
            double weight_j = costs_at(c, (size_t)row_at(&others, entered));
            double x = key_at(&others, entered) - key;
            if (x >= mu) { /* of mu = 0 all: no address of a sum waits for x */
                tail_add(&straight, weight_j, x);
                left++;
            } else {
                tail_add(&bent, weight_j, x);
            }
        }
        a = (mu > 0 ? bent.x / mu : 0) + straight.c;
        totals.value += weight * ((mu > 0 ? bent.square / (2 * mu) : 0) + straight.x -
                                  mu / 2 * straight.c);
        totals.offset += weight * a;
        if (u)
            u[row_at(&items, i)] = share * weight * a;
        if (window)
            window[i] = (struct window){left, entered};
    }
    return totals;
}

/* The first sweep: items z_i - 1, others z_j. The second: items -z_j, others -(z_i - 1). In both
 * the others greater than an item are its pairs with x_ij > 0. */
struct sweeps {
    const struct roc *f;
    double mu, *u;
    bool bends; /* the windows of both sides are wanted */
    struct totals totals[SIDES];
};

static void sweep_side(void *context, int side)
{
    struct sweeps *s = context;
    const struct roc *f = s->f;
    double share = side ? share_of(f) : -share_of(f);

    struct view items = view_of(f->sides.item[side], f->sides.count[side], side);
    struct view others = view_of(f->sides.item[!side], f->sides.count[!side], side);

    s->totals[side] = sweep(f->g.c, items, others, s->mu, share, s->u,
                            s->bends ? f->bent[side].window : NULL);
}

/* loss_ops.slopes; with `bends` the windows of both sides, too. NaN if a score is not finite. */
static double sweep_both(struct roc *f, double mu, const double *z, double *u, bool bends,
                         double *offset)
{
    static const double factor[SIDES] = {1, 1}, shift[SIDES] = {-1, 0};
    struct sweeps sweeps = {.f = f, .mu = mu, .u = u, .bends = bends};

    if (!sides_sort(&f->sides, z, factor, shift)) {
        if (u) {
            vec_fill(f->g.image, NAN, u);
            *offset = NAN;
        }
        return NAN;
    }
    par_for(f->sides.par, u ? SIDES : 1, sweep_side, &sweeps);
    if (u)
        *offset = share_of(f) * sweeps.totals[0].offset;
    return share_of(f) * sweeps.totals[0].value;
}

static double slopes(struct loss *g, double mu, const double *z, double *u, double *offset)
{
    return sweep_both((struct roc *)g, mu, z, u, false, offset);
}

/* ---- Newton's method ----------------------------------------------------------------------- */

/* A side as sweep `of` sees it at the last proximal step. */
static struct view bent_view(const struct roc *f, int side, int of)
{
    return view_of(f->bent[side].item, f->sides.count[side], of);
}

/* Sums of c_k x_k over the first others that sweep `of` sees; x = NULL: of c_k. */
static void sum_first(const struct roc *f, int of, const double *x, double *sum)
{
    const struct view others = bent_view(f, !of, of);

    sum[0] = 0;
    for (int64_t k = 0; k < others.count; k++) {
        size_t row = (size_t)row_at(&others, k);
        sum[k + 1] = sum[k] + costs_at(f->g.c, row) * (x ? x[row] : 1);
    }
}

struct bend_job {
    const struct roc *f;
    double share; /* 1/(q N) */
    const double *d;
    double *to;   /* H d, or diag(H) */
};

/* h_i = c_i/(q N) sum of c_j over the window of i. */
static void set_diagonal(void *context, int side)
{
    const struct bend_job *job = context;
    const struct bent *bent = &job->f->bent[side];
    const struct view items = bent_view(job->f, side, side);

    sum_first(job->f, side, NULL, bent->c);
    for (int64_t k = 0; k < items.count; k++) {
        struct window w = bent->window[k];
        int64_t row = row_at(&items, k);
        job->to[row] = costs_at(job->f->g.c, (size_t)row) * job->share *
                       (bent->c[w.to] - bent->c[w.from]);
    }
}

/* loss_ops.proximal. The centre is a_ij = 0: g_q is g_mu with mu = q. */
static double proximal(struct loss *g, const struct prox *x, double *offset)
{
    struct roc *f = (struct roc *)g;
    struct bend_job job = {.f = f, .share = share_of(f) / x->q, .to = x->h};
    struct sweeps value = {.f = f};
    double below = NAN;

    if (isnan(sweep_both(f, x->q, x->z, x->u, true, &below))) {
        vec_fill(g->image, 0, x->h);
        return NAN;
    }
    if (offset)
        *offset = below;
    for (int side = 0; side < SIDES; side++)
        memcpy(f->bent[side].item, f->sides.item[side],
               (size_t)f->sides.count[side] * sizeof *f->bent[side].item);
    par_for(f->sides.par, SIDES, set_diagonal, &job);
    sweep_side(&value, 0);
    return share_of(f) * value.totals[0].value;
}

static void bend_side(void *context, int side)
{
    const struct bend_job *job = context;
    const struct bent *bent = &job->f->bent[side];
    const struct view items = bent_view(job->f, side, side);

    sum_first(job->f, side, job->d, bent->cd);
    for (int64_t k = 0; k < items.count; k++) {
        struct window w = bent->window[k];
        int64_t row = row_at(&items, k);
        double c = bent->c[w.to] - bent->c[w.from], cd = bent->cd[w.to] - bent->cd[w.from];
        job->to[row] = costs_at(job->f->g.c, (size_t)row) * job->share * (c * job->d[row] - cd);
    }
}

/* (H d)_i = c_i/(q N) sum of c_j (d_i - d_j) over the window of i: a pair has h_q'' = 1/q there.
 *
 * Lee, Lin (Large-scale linear RankSVM, Neural Computation 26, 2014), section 3, of the squared
 * loss of all pairs with x_ij > 0. */
static void bend(const struct loss *g, const struct prox *x, const double *d, double *to)
{
    const struct roc *f = (const struct roc *)g;
    struct bend_job job = {f, share_of(f) / x->q, d, to};

    par_for(f->sides.par, SIDES, bend_side, &job);
}

struct smooth_line {
    struct roc *f;
    double q, lin, quad;
    const double *z, *d;
};

/* f'(t), f(t) = lin t + quad/2 t^2 + g_q(z + t d) */
static double smooth_slope(void *context, double t)
{
    const struct smooth_line *line = context;
    struct roc *f = line->f;
    double below;

    vec_combine(f->g.image, 1, line->z, t, line->d, f->z);
    slopes(&f->g, line->q, f->z, f->u, &below);
    return line->lin + line->quad * t + vec_dot(f->g.image, f->u, line->d);
}

static double proximal_search(struct loss *g, const struct prox *x, double lin, double quad,
                              const double *d)
{
    struct smooth_line line = {(struct roc *)g, x->q, lin, quad, x->z, d};

    return line_search_from(smooth_slope, &line, lin + vec_dot(g->image, x->u, d));
}

/* ---- making one ---------------------------------------------------------------------------- */

/* Room for Newton's method. False: no memory. */
static bool make_bent(struct roc *f, struct arena *arena)
{
    f->z = arena_doubles(arena, f->g.image);
    f->u = arena_doubles(arena, f->g.image);
    for (int side = 0; side < SIDES; side++) {
        size_t count = (size_t)f->sides.count[side], others = (size_t)f->sides.count[!side];
        f->bent[side] = (struct bent){arena_get(arena, count, sizeof *f->bent[side].item),
                                      arena_get(arena, count, sizeof *f->bent[side].window),
                                      arena_doubles(arena, others + 1),
                                      arena_doubles(arena, others + 1)};
    }
    return !arena->failed;
}

static enum status make(const struct loss_spec *spec, const struct parts *parts,
                        struct arena *arena, struct loss **g, struct error *err)
{
    static const struct loss_ops ops = {.slopes = slopes,
                                        .proximal = proximal,
                                        .proximal_search = proximal_search,
                                        .bend = bend};
    struct roc *f = arena_get(arena, 1, sizeof *f);
    const struct costs c = costs_of(spec->c, spec->rows);
    double weight[SIDES] = {0, 0};
    enum status status;

    if (!f)
        return fail_memory(err, "the loss");
    *f = (struct roc){.g = {.ops = &ops, .image = (size_t)spec->rows, .rows = spec->rows,
                            .c = c, .coupled = true}};
    status = sides_init(&f->sides, spec, parts->par, arena, err);
    if (status != OK)
        return status;
    if (!make_bent(f, arena))
        return fail_memory(err, "the loss");
    for (int64_t i = 0; i < spec->rows; i++)
        weight[spec->y[i] < 0] += costs_at(c, (size_t)i);
    f->pairs = weight[0] * weight[1];
    f->g.at_zero = f->pairs != 0 ? f->pairs / f->pairs : 0; /* 1, as h(1) = 1; NaN if N overflows */
    f->g.scale = f->g.at_zero;
    f->g.usual = f->g.at_zero;
    f->g.smoothing = f->g.at_zero / 2; /* h - mu/2 <= h_mu */
    *g = &f->g;
    return OK;
}

const struct loss_row loss_roc = {
    .name = "roc",
    .help = "mean of max(0, 1 - z_i + z_j) over pairs y_i = +1, y_j = -1: the ROC area",
    .task = TASK_BINARY,
    .traits = LOSS_PAIRS | LOSS_POSITIVE | LOSS_LIPSCHITZ | LOSS_SMOOTHABLE | LOSS_WEIGHTS |
              LOSS_NEWTON,
    .make = make};
