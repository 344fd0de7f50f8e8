/* contingency - losses of the numbers of errors of a whole set of examples:
 *     g(z) = max over labelings y' in Y of Delta(y', y) + 1/m sum_i (y'_i - y_i) z_i,
 * a convex bound of Delta at the labels of the greatest sum, which is sgn z where Y has them all.
 *
 * Joachims (A support vector method for multivariate performance measures, ICML 2005), with 1/m for
 * his 1/(2m). Delta knows y' by its misses c, of P positives, and false alarms b, of N negatives:
 *     fbeta   Delta = 1 - F_beta = (b + beta^2 c)/((1 + beta^2)(P - c) + b + beta^2 c)
 *     prec@k  Delta = 1 - (P - c)/k    Y: y' has k positives, b = k - (P - c)
 *     rec@k   Delta = 1 - (P - c)/P    the same Y
 *     prbep   both are one for k = P
 * The best y' of c and b flips the c positives of the least scores and the b negatives of the
 * greatest: with C_k the sums of the first keys, -z and z in descending order,
 *     g(z) = max over c, b of Delta(c, b) + 2/m (C_0[c] + C_1[b]),
 * and Delta and the flips of that table are a plane.
 *
 * With k positives Delta is linear in c, b - c = k - P, and the maximum over the flips that of a
 * linear program with whole vertices: f_i in [0, 1], sum of f over N less that over P = k - P. Its
 * dual is a hinge at the best of a threshold t,
 *     g(z) = 2/m (min over t of sum_i max(0, A - y_i (z_i + t)) - (k - P) t) + constant,
 * A = m/(4P) for rec@k and prbep, constant -(k - P)/(2P); A = m/(4k) for prec@k, constant
 * (k - P)/(2k). Newton's method takes that. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "loss/free.h"
#include "loss/set/soft_tables.h"
#include "math/exponential.h"
#include "math/vec.h"

struct contingency;

struct measure {
    double (*delta)(const struct contingency *f, int64_t c, int64_t b);
    /* The best b for c, of c - 1 it was `b`; below 0 or above N: there is none. */
    int64_t (*alarms)(const struct contingency *f, int64_t c, int64_t b);
};

struct contingency {
    struct loss g; /* first: a struct loss * of ours is a struct contingency * */
    const struct measure *measure;
    struct sides sides;
    double *sums;            /* N + 1: C_1 */
    double flip;             /* 2/m */
    double square;           /* beta^2 */
    int64_t k;               /* positives of each y' */
    struct soft_tables soft; /* fbeta, where it can be smoothed */
    struct loss *hinge;      /* NULL for fbeta; g less the constant */
    double constant;
};

/* ---- measures -------------------------------------------------------------------------------- */

static double fbeta_delta(const struct contingency *f, int64_t c, int64_t b)
{
    double hits = (1 + f->square) * (double)(f->sides.count[0] - c);
    double errors = (double)b + f->square * (double)c;

    return errors / (hits + errors);
}

/* g(c, b + 1) - g(c, b): falls as b grows, for Delta and C_1 are concave in b. */
static double fbeta_rise(const struct contingency *f, int64_t c, int64_t b)
{
    double hits = (1 + f->square) * (double)(f->sides.count[0] - c);
    double all = hits + f->square * (double)c + (double)b;

    return hits / (all * (all + 1)) + f->flip * f->sides.item[1][b].key;
}

/* With x = P - c and g = beta^2 P + b the rise in c of the first term has the sign of
 * x^2 - g (g + 1): the c whose best b exceeds some b are an interval, and these intervals are
 * nested. So the best b rises with c, then falls: P + 2N steps in all. */
static int64_t fbeta_alarms(const struct contingency *f, int64_t c, int64_t b)
{
    while (b < f->sides.count[1] && fbeta_rise(f, c, b) > 0)
        b++;
    while (b > 0 && fbeta_rise(f, c, b - 1) < 0)
        b--;
    return b;
}

static double precision_delta(const struct contingency *f, int64_t c, int64_t b)
{
    (void)c;
    return (double)b / (double)f->k;
}

static double recall_delta(const struct contingency *f, int64_t c, int64_t b)
{
    (void)b;
    return (double)c / (double)f->sides.count[0];
}

static int64_t top_alarms(const struct contingency *f, int64_t c, int64_t b)
{
    (void)b;
    return f->k - (f->sides.count[0] - c);
}

static const struct measure fbeta = {fbeta_delta, fbeta_alarms},
                            precision = {precision_delta, top_alarms},
                            recall = {recall_delta, top_alarms};

/* ---- the operations -------------------------------------------------------------------------- */

/* Delta(c, b), and the value with the scores of the flips. */
struct table {
    int64_t flips[SIDES]; /* c, b */
    double delta, value;
};

/* The best table; of equal ones that of the least c. */
static struct table worst(const struct contingency *f)
{
    const struct keyed *positive = f->sides.item[0];
    struct table best = {.value = -INFINITY};
    double missed = 0; /* C_0[c] */
    int64_t b = 0;

    for (int64_t c = 0; c <= f->sides.count[0]; c++) {
        b = f->measure->alarms(f, c, b);
        if (b >= 0 && b <= f->sides.count[1]) {
            double delta = f->measure->delta(f, c, b);
            double value = delta + f->flip * (missed + f->sums[b]);
            if (value > best.value)
                best = (struct table){{c, b}, delta, value};
        }
        missed += c < f->sides.count[0] ? positive[c].key : 0;
    }
    return best;
}

static double soft_delta(const void *context, int64_t c, int64_t b)
{
    return fbeta_delta(context, c, b);
}

static double slopes(struct loss *g, double mu, const double *z, double *u, double *offset)
{
    static const double factor[SIDES] = {-1, 1}, shift[SIDES] = {0, 0};
    struct contingency *f = (struct contingency *)g;
    bool finite = sides_sort(&f->sides, z, factor, shift);
    struct table table = {.delta = NAN, .value = NAN};

    for (int64_t b = 0; b < f->sides.count[1]; b++)
        f->sums[b + 1] = f->sums[b] + f->sides.item[1][b].key;
    if (finite)
        table = worst(f);
    if (finite && mu > 0)
        return soft_slopes(&f->soft, &f->sides, f->flip, mu,
                           (struct soft_best){{table.flips[0], table.flips[1]}, table.value},
                           soft_delta, f, u, offset);
    if (!u)
        return table.value;
    vec_fill(g->image, finite ? 0 : NAN, u);
    for (int side = 0; side < SIDES; side++)
        for (int64_t k = 0; k < table.flips[side]; k++)
            u[f->sides.item[side][k].row] = side ? f->flip : -f->flip;
    *offset = table.delta;
    return table.value;
}

/* ---- Newton's method ----------------------------------------------------------------------- */

/* Without a floor g may be far less than the constant, and the table has the digits. */
static double proximal(struct loss *g, const struct prox *x, double *offset)
{
    const struct contingency *f = (struct contingency *)g;
    double value = f->hinge->ops->proximal(f->hinge, x, offset);

    if (offset)
        *offset += f->constant;
    return f->constant == 0 ? value : slopes(g, 0, x->z, NULL, NULL);
}

static double proximal_search(struct loss *g, const struct prox *x, double lin, double quad,
                              const double *d)
{
    const struct contingency *f = (struct contingency *)g;

    return f->hinge->ops->proximal_search(f->hinge, x, lin, quad, d);
}

static double border(const struct loss *g, size_t k, const struct prox *x, double *hd)
{
    const struct contingency *f = (const struct contingency *)g;

    return f->hinge->ops->border(f->hinge, k, x, hd);
}

/* 2 max(0, A - t), t = yz: l* = -A a on 0 <= a <= 2, a = -yu. */
static struct quadratic wide_hinge(double A)
{
    return (struct quadratic){.centre = A, .lo = {0, -2}, .hi = {2, 0}};
}

static const struct loss_row loss_wide_hinge = {
    .name = "wide hinge",
    .task = TASK_BINARY,
    .traits = LOSS_ROWS | LOSS_BIAS | LOSS_POSITIVE | LOSS_LIPSCHITZ | LOSS_SMOOTHABLE,
    .formula = &quadratic_formula_baseline,
    .quadratic = wide_hinge};

/* The hinge of a measure with k positives. False: no memory. */
static bool make_hinge(struct contingency *f, const struct loss_spec *spec,
                       const struct parts *parts, struct arena *arena)
{
    double P = (double)f->sides.count[0], beyond = (double)f->k - P;
    bool by_k = f->measure == &precision;
    double size = by_k ? (double)f->k : P;
    struct loss_spec own = {.row = &loss_wide_hinge, .parameter = 1 / (2 * f->flip * size),
                            .rows = spec->rows, .y = spec->y, .free_bias = true, .bias = 1};

    f->constant = (by_k ? beyond : -beyond) / (2 * size);
    f->hinge = free_make_linear(&own, parts, -f->flip * beyond, arena);
    if (!f->hinge)
        return false;
    f->g.prox_size = f->hinge->prox_size;
    f->g.borders = f->hinge->borders;
    return true;
}

/* ---- making one ------------------------------------------------------------------------------ */

/* Without a floor: |u_i| <= 2 c_i and sum |u_i| <= 2, so that the |u_i x_ij| sum up to
 * sqrt(4 sum c_i x_ij^2) at most. */
static const double SCALE = 4;

enum { WORDS = 200 }; /* of `lacks` */

/* Smoothing takes P^2 + P N + N^2 sums of exponentials, and sqrt(n) n numbers for a side of n. */
static const double MOST_PAIRS = 1e8;
enum { MOST_SMOOTHED = 50000 };

/* beta, and what smoothing needs: memory that no other slopes touch. Where there is not so much the
 * instance cannot be smoothed. */
static enum status set_fbeta(struct contingency *f, const struct loss_spec *spec,
                             struct arena *arena, struct error *err)
{
    const int64_t *count = f->sides.count;
    double pairs = (double)count[0] * (double)count[1];
    char *words = arena_get(arena, WORDS, 1);

    if (!words)
        return fail_memory(err, "the loss");
    f->square = spec->parameter * spec->parameter;
    f->g.smoothing = LOG_2 * (double)spec->rows;
    if (pairs <= MOST_PAIRS && spec->rows <= MOST_SMOOTHED && soft_init(&f->soft, count, arena))
        return OK;
    snprintf(words, WORDS, "is smoothed where memory is enough, for at most %d examples and %.0e "
             "pairs of a positive and a negative one: positives %" PRId64 ", negatives %" PRId64,
             MOST_SMOOTHED, MOST_PAIRS, count[0], count[1]);
    arena->failed = false;
    f->g.lacks = words;
    f->g.smoothing = INFINITY;
    return OK;
}

/* k of y'. With k = P the truth is in Y, and g >= 0; else g falls for ever along y. */
static enum status set_top(struct contingency *f, const struct loss_spec *spec,
                           struct arena *arena, struct error *err)
{
    double k = spec->row->parameter.name ? spec->parameter : 0;
    int64_t positives = f->sides.count[0];
    char *words = arena_get(arena, WORDS, 1);

    if (k != floor(k))
        return fail(err, ERR_USAGE, "loss '%s': k must be a whole number", spec->row->name);
    if (k > (double)spec->rows)
        return fail(err, ERR_DATA, "loss '%s': k = %.15g, but there are %" PRId64
                    " examples: lower k", spec->row->name, k, spec->rows);
    if (!words)
        return fail_memory(err, "the loss");
    f->k = k > 0 ? (int64_t)k : positives;
    if (f->k == positives)
        return OK;
    snprintf(words, WORDS, "is bounded where k is the number of positives: k = %" PRId64
             ", positives %" PRId64, f->k, positives);
    f->g.lacks = words;
    f->g.floor = -INFINITY;
    f->g.scale = SCALE;
    f->g.usual = SCALE;
    return OK;
}

/* g(0) is that of the items as they are at first, all keys 0. */
static enum status make(const struct loss_spec *spec, const struct parts *parts,
                        const struct measure *measure, struct arena *arena, struct loss **g,
                        struct error *err)
{
    static const struct loss_ops whole = {.slopes = slopes},
                                 top = {.slopes = slopes,
                                        .proximal = proximal,
                                        .proximal_search = proximal_search,
                                        .border = border};
    struct contingency *f = arena_get(arena, 1, sizeof *f);
    enum status status;

    if (!f)
        return fail_memory(err, "the loss");
    *f = (struct contingency){.g = {.ops = measure == &fbeta ? &whole : &top,
                                    .image = (size_t)spec->rows, .rows = spec->rows,
                                    .c = costs_of(NULL, spec->rows), .scale = 1, .usual = 1},
                              .measure = measure,
                              .flip = 2 / (double)spec->rows};
    status = sides_init(&f->sides, spec, parts->par, arena, err);
    if (status != OK)
        return status;
    f->sums = arena_doubles(arena, (size_t)f->sides.count[1] + 1);
    if (!f->sums)
        return fail_memory(err, "the loss");
    if (f->sides.count[0] == 0 || f->sides.count[1] == 0)
        return fail(err, ERR_DATA, "loss '%s' needs examples of both labels", spec->row->name);
    status = (measure == &fbeta ? set_fbeta : set_top)(f, spec, arena, err);
    if (status == OK && measure != &fbeta && !make_hinge(f, spec, parts, arena))
        return fail_memory(err, "the loss");
    f->g.at_zero = status == OK ? worst(f).value : NAN;
    *g = &f->g;
    return status;
}

static enum status make_fbeta(const struct loss_spec *spec, const struct parts *parts,
                              struct arena *arena, struct loss **g, struct error *err)
{
    return make(spec, parts, &fbeta, arena, g, err);
}

static enum status make_precision(const struct loss_spec *spec, const struct parts *parts,
                                  struct arena *arena, struct loss **g, struct error *err)
{
    return make(spec, parts, &precision, arena, g, err);
}

static enum status make_recall(const struct loss_spec *spec, const struct parts *parts,
                               struct arena *arena, struct loss **g, struct error *err)
{
    return make(spec, parts, &recall, arena, g, err);
}

const struct loss_row loss_fbeta = {
    .name = "fbeta",
    .help = "max over labelings y' of 1 - F_beta + mean (y' - y) z",
    .task = TASK_BINARY,
    .traits = LOSS_POSITIVE | LOSS_LIPSCHITZ | LOSS_SMOOTHABLE,
    .parameter = {"beta", 1, 1e-3, 1e3},
    .make = make_fbeta};

const struct loss_row loss_prec_k = {
    .name = "prec@k",
    .help = "the same of 1 - precision, of y' with k positives; 0: as many as y",
    .task = TASK_BINARY,
    .traits = LOSS_BOUNDED | LOSS_LIPSCHITZ | LOSS_NEWTON,
    .parameter = {"k", 0, 0, 1e15},
    .make = make_precision};

const struct loss_row loss_rec_k = {
    .name = "rec@k",
    .help = "the same of 1 - recall, of y' with k positives; 0: as many as y",
    .task = TASK_BINARY,
    .traits = LOSS_BOUNDED | LOSS_LIPSCHITZ | LOSS_NEWTON,
    .parameter = {"k", 0, 0, 1e15},
    .make = make_recall};

const struct loss_row loss_prbep = {
    .name = "prbep",
    .help = "the same of y' with as many positives as y: where precision is recall",
    .task = TASK_BINARY,
    .traits = LOSS_POSITIVE | LOSS_LIPSCHITZ | LOSS_NEWTON,
    .make = make_recall};
