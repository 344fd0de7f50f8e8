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

#include "loss/set/sides.h"
#include "math/vec.h"

struct roc {
    struct loss g; /* first: a struct loss * of ours is a struct roc * */
    struct sides sides;
    double pairs; /* N; 0: there is no pair */
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

static struct view view_of(const struct roc *f, int side, bool negative)
{
    const struct keyed *item = f->sides.item[side];
    int64_t count = f->sides.count[side];

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
 * Returns value = sum c_i H_i and offset = sum c_i A_i. The others with x > 0 are a prefix of their
 * list that grows as s_i falls, those with x >= mu a shorter prefix: each enters once and moves
 * over once. */
static struct totals sweep(struct costs c, struct view items, struct view others, double mu,
                           double share, double *u)
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
    }
    return totals;
}

/* The first sweep: items z_i - 1, others z_j. The second: items -z_j, others -(z_i - 1). In both
 * the others greater than an item are its pairs with x_ij > 0. */
struct sweeps {
    const struct roc *f;
    double mu, *u;
    struct totals totals[SIDES];
};

static void sweep_side(void *context, int side)
{
    struct sweeps *s = context;
    const struct roc *f = s->f;
    double share = side ? share_of(f) : -share_of(f);

    s->totals[side] = sweep(f->g.c, view_of(f, side, side), view_of(f, !side, side), s->mu, share,
                            s->u);
}

/* NaN if a score is not finite. */
static double slopes(struct loss *g, double mu, const double *z, double *u, double *offset)
{
    static const double factor[SIDES] = {1, 1}, shift[SIDES] = {-1, 0};
    struct roc *f = (struct roc *)g;
    struct sweeps sweeps = {.f = f, .mu = mu, .u = u};

    if (!sides_sort(&f->sides, z, factor, shift)) {
        if (u) {
            vec_fill(g->image, NAN, u);
            *offset = NAN;
        }
        return NAN;
    }
    par_for(f->sides.par, u ? SIDES : 1, sweep_side, &sweeps);
    if (u)
        *offset = share_of(f) * sweeps.totals[0].offset;
    return share_of(f) * sweeps.totals[0].value;
}

static enum status make(const struct loss_spec *spec, const struct parts *parts,
                        struct arena *arena, struct loss **g, struct error *err)
{
    static const struct loss_ops ops = {.slopes = slopes};
    struct roc *f = arena_get(arena, 1, sizeof *f);
    const struct costs c = costs_of(spec->c, spec->rows);
    double weight[SIDES] = {0, 0};
    enum status status;

    if (!f)
        return fail_memory(err, "the loss");
    *f = (struct roc){.g = {.ops = &ops, .image = (size_t)spec->rows, .rows = spec->rows,
                            .c = c}};
    status = sides_init(&f->sides, spec, parts->par, arena, err);
    if (status != OK)
        return status;
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
    .traits = LOSS_PAIRS | LOSS_POSITIVE | LOSS_LIPSCHITZ | LOSS_SMOOTHABLE | LOSS_WEIGHTS,
    .make = make};
