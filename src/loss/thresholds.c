/* thresholds - the hinge at every threshold between ordered classes, all at their best.
 *
 * Row i is above threshold k where y_i > k: F_k' rises by c_i at the kink theta = z_i - 1. Else it
 * is below, and F_k' rises by c_i at z_i + 1. Left of all kinks F_k' = -(sum of c_i over y_i <= k).
 * The best theta ascend in k. So the middle threshold parts the kinks: those left of its theta can
 * move thresholds below it alone, those right of it thresholds above it alone, and each half is
 * parted again (multiple selection; Chambers, Partial sorting, CACM 14, 1971). Every kink lies in
 * one part of a level at most: with the selection of math/piecewise.h in all an expected time of
 * O((rows + count) log(count)). */
#include "loss/thresholds.h"

#include <math.h>

#include "math/piecewise.h"
#include "math/vec.h"

/* The kink of a row in each F_k where it is above, k < y, or else of those where it is not. */
struct crossing {
    double at;
    int64_t row;
    int32_t side; /* y of a row above, -1 - y of one below */
};

/* The rows above and below a threshold whose loss there is not 0, and those at its kink; a number
 * for each kind, a sum over its rows or the size of their slopes in a plane. */
enum kind { ABOVE_TIED, ABOVE, BELOW, BELOW_TIED, KINDS };
struct beside {
    double of[KINDS];
};

struct thresholds {
    const double *y; /* rows */
    struct costs c;
    int64_t rows;
    size_t count;
    double *theta;             /* count */
    double *start, *slope;     /* count: F_k' left of all kinks; right of a part's lower end */
    double *rise;              /* count + 1: scratch, differences of rises of F_k' in k; else 0 */
    struct beside *beside;     /* count: of weights */
    struct beside *along;      /* count: of weights times a direction */
    struct crossing *crossing; /* 2 rows */
    struct kink *kinks;        /* rows + 1: scratch, those of one F_k and one that is none */
    double least;              /* a bound below all kinks, one of them where F_k' is never < 0 */
};

struct thresholds *thresholds_make(const double *y, struct costs c, int64_t rows, size_t count,
                                   struct arena *arena)
{
    struct thresholds *t = arena_get(arena, 1, sizeof *t);
    size_t n = (size_t)rows;
    double sum = 0;

    if (!t)
        return NULL;
    *t = (struct thresholds){.y = y,
                             .c = c,
                             .rows = rows,
                             .count = count,
                             .theta = arena_doubles(arena, count),
                             .start = arena_doubles(arena, count),
                             .slope = arena_doubles(arena, count),
                             .rise = arena_doubles(arena, count + 1),
                             .beside = arena_get(arena, count, sizeof *t->beside),
                             .along = arena_get(arena, count, sizeof *t->along),
                             .crossing = arena_get(arena, 2 * n, sizeof *t->crossing),
                             .kinks = arena_get(arena, n + 1, sizeof *t->kinks)};
    if (arena->failed)
        return NULL;
    vec_fill(count, 0, t->start);
    vec_fill(count + 1, 0, t->rise);
    for (size_t i = 0; i < n; i++)
        if ((size_t)y[i] < count)
            t->start[(size_t)y[i]] -= costs_at(c, i);
    for (size_t k = 0; k < count; k++) {
        sum += t->start[k];
        t->start[k] = sum;
    }
    return t;
}

/* ---- the best thetas ----------------------------------------------------------------------- */

/* The thresholds [lo, hi), whose theta are from low to high, and their kinks between, [first, end);
 * slope[k] is F_k' right of low. The first part has all kinks, and low is -INFINITY. */
struct part {
    size_t lo, hi, first, end;
    double low, high;
};

/* Whether the kink is one of an F_k, lo <= k < hi. */
static bool moves(const struct crossing *x, size_t lo, size_t hi)
{
    bool some = x->side >= 0 ? (int32_t)lo < x->side : -1 - x->side < (int32_t)hi;

    return some & (lo < hi);
}

/* The kinks of all F_k; those of scores that are not finite are left out. Returns a bound
 * above them. */
static double collect(struct thresholds *t, const double *z, struct part *p)
{
    struct crossing *to = t->crossing;
    double least = INFINITY, most = -INFINITY;

    for (size_t i = 0; i < (size_t)t->rows; i++) {
        int32_t y = (int32_t)t->y[i];
        bool counts = isfinite(z[i]) && costs_at(t->c, i) > 0;
        *to = (struct crossing){z[i] - 1, (int64_t)i, y};
        least = counts && z[i] < least ? z[i] : least;
        most = counts && z[i] > most ? z[i] : most;
        to += counts & (y > 0);
        *to = (struct crossing){z[i] + 1, (int64_t)i, -1 - y};
        to += counts & (y < (int32_t)t->count);
    }
    p->end = (size_t)(to - t->crossing);
    t->least = p->end > 0 ? least - 1 : 0;
    return p->end > 0 ? most + 1 : 0;
}

/* argmin F_k among the kinks of the part, its lower end or its upper end. */
static double argmin(struct thresholds *t, const struct part *p, size_t k)
{
    size_t count = 0;
    double share, at;

    for (size_t i = p->first; i < p->end; i++) {
        const struct crossing *x = &t->crossing[i];
        t->kinks[count] = (struct kink){x->at, costs_at(t->c, (size_t)x->row)};
        count += moves(x, k, k + 1);
    }
    at = piecewise_minimise(t->kinks, count, t->slope[k], 0, p->low, &share);
    return fmin(p->high, isfinite(at) || at > 0 ? at : t->least);
}

/* A kink left of all thresholds [lo, hi) has its rise in their slopes. */
static void pass(struct thresholds *t, const struct crossing *x, size_t lo, size_t hi)
{
    double c = costs_at(t->c, (size_t)x->row);
    size_t y = (size_t)(x->side >= 0 ? x->side : -1 - x->side);

    if (!moves(x, lo, hi))
        return;
    t->rise[x->side >= 0 || y < lo ? lo : y] += c;
    t->rise[x->side >= 0 && y < hi ? y : hi] -= c;
}

/* The parts on either side of the part's threshold k, whose theta is `at`. */
static void divide(struct thresholds *t, const struct part *p, size_t k, double at,
                   struct part side[2])
{
    size_t left = p->first, right = p->end;
    double sum = 0;

    for (size_t i = p->first; i < right;) {
        struct crossing x = t->crossing[i];
        if (x.at <= at)
            pass(t, &x, k + 1, p->hi);
        if (x.at > at && moves(&x, k + 1, p->hi)) {
            t->crossing[i] = t->crossing[--right];
            t->crossing[right] = x;
            continue;
        }
        if (x.at < at && moves(&x, p->lo, k)) {
            t->crossing[i] = t->crossing[left];
            t->crossing[left++] = x;
        }
        i++;
    }
    for (size_t m = k + 1; m < p->hi; m++) {
        sum += t->rise[m];
        t->slope[m] += sum;
        t->rise[m] = 0;
    }
    t->rise[p->hi] = 0;
    side[0] = (struct part){p->lo, k, p->first, left, p->low, at};
    side[1] = (struct part){k + 1, p->hi, right, p->end, at, p->high};
}

static void divide_all(struct thresholds *t, const struct part *p)
{
    size_t k = p->lo + (p->hi - p->lo) / 2;
    struct part side[2];

    if (p->lo == p->hi)
        return;
    t->theta[k] = argmin(t, p, k);
    if (p->hi - p->lo == 1)
        return;
    divide(t, p, k, t->theta[k], side);
    divide_all(t, &side[0]);
    divide_all(t, &side[1]);
}

const double *thresholds_best(struct thresholds *t, const double *z)
{
    struct part all = {.hi = t->count, .low = -INFINITY};

    all.high = collect(t, z, &all);
    vec_copy(t->count, t->start, t->slope);
    divide_all(t, &all);
    return t->theta;
}

/* ---- value and plane ----------------------------------------------------------------------- */

/* The thresholds to which a row is of each kind: [end[kind], end[kind + 1]); end[BELOW] = y. */
struct reach {
    size_t end[KINDS + 1];
};

static struct reach reach_of(const struct thresholds *t, size_t i, double z)
{
    size_t y = (size_t)t->y[i], above, below, above_tied, below_tied;

    for (above = y; above > 0 && t->theta[above - 1] > z - 1; above--)
        continue;
    for (above_tied = above; above_tied > 0 && t->theta[above_tied - 1] == z - 1; above_tied--)
        continue;
    for (below = y; below < t->count && t->theta[below] < z + 1; below++)
        continue;
    for (below_tied = below; below_tied < t->count && t->theta[below_tied] == z + 1; below_tied++)
        continue;
    return (struct reach){{above_tied, above, y, below, below_tied}};
}

/* to += x at the thresholds of a row */
static void add(const struct reach *r, double x, struct beside *to)
{
    for (int kind = 0; kind < KINDS; kind++)
        for (size_t k = r->end[kind]; k < r->end[kind + 1]; k++)
            to[k].of[kind] += x;
}

/* p in [0, 1], the share of the kink at the best theta that lies left of it: F_k' is 0 there with
 * slopes of p above it and of 1 - p below. */
static double share(const struct beside *b)
{
    double tied = b->of[ABOVE_TIED] + b->of[BELOW_TIED];

    if (!(tied > 0))
        return 0;
    return fmin(1, fmax(0, (b->of[BELOW] + b->of[BELOW_TIED] - b->of[ABOVE]) / tied));
}

/* The sums over the rows above and below, of those at the kink with their shares. */
static double all_above(const struct beside *b, double p)
{
    return b->of[ABOVE] + p * b->of[ABOVE_TIED];
}

static double all_below(const struct beside *b, double p)
{
    return b->of[BELOW] + (1 - p) * b->of[BELOW_TIED];
}

/* The loss of a row, over c_i; as little finite as z. A tied one is 0 but where z + 1 = z. */
static double row_value(const struct thresholds *t, const struct reach *r, double z)
{
    double sum = isfinite(z) ? 0 : z * z;

    for (size_t k = r->end[ABOVE_TIED]; k < r->end[BELOW]; k++)
        sum += fmax(0, 1 - (z - t->theta[k]));
    for (size_t k = r->end[BELOW]; k < r->end[KINDS]; k++)
        sum += fmax(0, 1 + (z - t->theta[k]));
    return sum;
}

/* The sizes of a row's slopes become such that those above and below are in balance: then the plane
 * holds for every theta. The greater side is scaled by what rounding left, so that each size stays
 * in [0, 1], the domain of l*. */
static struct beside balanced(const struct beside *b)
{
    double p = share(b), above = all_above(b, p), below = all_below(b, p);
    double up = above > below ? below / above : 1, down = below > above ? above / below : 1;

    return (struct beside){{p * up, up, down, (1 - p) * down}};
}

/* The slope of a row in the plane, over c_i; *offset its -l*, the sum of the sizes. */
static double row_slope(const struct thresholds *t, const struct reach *r, double *offset)
{
    double above = 0, below = 0;

    for (int kind = 0; kind < KINDS; kind++)
        for (size_t k = r->end[kind]; k < r->end[kind + 1]; k++)
            *(kind < BELOW ? &above : &below) += t->beside[k].of[kind];
    *offset = above + below;
    return below - above;
}

static void clear(size_t count, struct beside *b)
{
    for (size_t k = 0; k < count; k++)
        b[k] = (struct beside){{0}};
}

double thresholds_slopes(struct thresholds *t, const double *z, double *u, double *offset)
{
    double sum = 0, below = 0, part;

    thresholds_best(t, z);
    clear(t->count, t->beside);
    for (size_t i = 0; i < (size_t)t->rows; i++) {
        struct reach r = reach_of(t, i, z[i]);
        double c = costs_at(t->c, i);
        sum += c * row_value(t, &r, z[i]);
        if (u)
            add(&r, c, t->beside);
    }
    if (!u)
        return sum;
    for (size_t k = 0; k < t->count; k++)
        t->beside[k] = balanced(&t->beside[k]);
    for (size_t i = 0; i < (size_t)t->rows; i++) {
        struct reach r = reach_of(t, i, z[i]);
        double c = costs_at(t->c, i);
        u[i] = c * row_slope(t, &r, &part);
        below += c * part;
    }
    *offset = below;
    return sum;
}

double thresholds_along(struct thresholds *t, const double *z, const double *d)
{
    double sum = 0;

    thresholds_best(t, z);
    clear(t->count, t->beside);
    clear(t->count, t->along);
    for (size_t i = 0; i < (size_t)t->rows; i++) {
        struct reach r = reach_of(t, i, z[i]);
        double c = costs_at(t->c, i);
        add(&r, c, t->beside);
        add(&r, c * d[i], t->along);
    }
    for (size_t k = 0; k < t->count; k++) {
        double p = share(&t->beside[k]);
        sum += all_below(&t->along[k], p) - all_above(&t->along[k], p);
    }
    return sum;
}
