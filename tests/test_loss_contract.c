/* test_loss_contract - what loss.h promises of every instance, checked from outside: no twin, no word about which row it is.
 * A row that is not in the list, the worst hinge, is held to the same. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "loss/group.h"
#include "loss/instance.h"
#include "math/rng.h"
#include "math/vec.h"
#include "common.h"
#include "problems.h"
#include "worst.h"

enum { ROWS = 14, CLASSES = 3, MOST = (ROWS + CLASSES) * CLASSES, TRIALS = 40 };

/* ---- a foreign row ------------------------------------------------------------------------------------------------------ */

/* The rows of the list, then the foreign one; NULL behind the last. */
static const struct loss_row *row_at(size_t index)
{
    for (size_t k = 0; k < index; k++)
        if (!loss_at(k))
            return NULL;
    return loss_at(index) ? loss_at(index) : &loss_worst;
}

/* ---- an instance -------------------------------------------------------------------------------------------------------- */

struct bench {
    struct loss_spec spec;
    double y[2 * ROWS], c[2 * ROWS];
    struct par par;
    struct parts parts;
    struct arena arena;
    struct rng rng;
    struct loss *g;
    char name[80];
};

static double label(const struct loss_row *row, int i)
{
    switch (row->task) {
    case TASK_BINARY: return i % 3 ? 1 : -1;
    case TASK_REGRESSION: return row->traits & LOSS_COUNTS ? i % 4 + (row->traits & LOSS_ABOVE_0 ? 0.5 : 0) : 0.7 * (i % 5) - 1;
    case TASK_MULTICLASS:
    case TASK_SEQUENCE:
    case TASK_RANKING:
    case TASK_ORDINAL: return i % CLASSES;
    default: return 1;
    }
}

static struct loss *make(struct bench *b)
{
    static struct error err;
    struct loss *g;

    ck_assert_msg(loss_check(&b->spec, &err) == OK, "%s: %s", b->name, err.text);
    b->parts = (struct parts){.par = &b->par, .count = 2, .cut = {0, b->spec.rows / 2, b->spec.rows}};
    return loss_make(&b->spec, &b->parts, &b->arena, &g, &err) == OK ? g : NULL;
}

static void fill_scores(struct bench *b, double *z)
{
    for (size_t j = 0; j < b->g->image; j++)
        z[j] = (rng_below(&b->rng, 4) ? 1 : 3) * random_normal(&b->rng);
}

static double value(struct bench *b, double mu, const double *z)
{
    return b->g->ops->slopes(b->g, mu, z, NULL, NULL);
}

/* Queries and sequences; one of a single row. */
static const int64_t starts[] = {0, 4, 5, ROWS};
static const struct groups groups = {.count = 3, .start = starts}, none = {0};

/* Of errors; a class that no error is charged to. */
static const double costs[CLASSES * CLASSES] = {0, 1, 2, 3.5, 0, 0.25, 0, 0, 0};

/* Calls check for every row, with and without weights, one of them 0, a free bias, and costs of errors. */
static void each_instance(void (*check)(struct bench *b))
{
    static struct bench b;

    for (size_t k = 0; row_at(k); k++)
        for (int mode = 0; mode < 8; mode++) {
            const struct loss_row *row = row_at(k);
            if ((mode & 1 && !(row->traits & LOSS_WEIGHTS)) || (mode & 2 && !(row->traits & LOSS_BIAS)) ||
                (mode & 4 && !(row->traits & LOSS_COSTS)))
                continue;
            b = (struct bench){.par = {.threads = 1}};
            rng_seed(&b.rng, 8 * k + (unsigned)mode);
            for (int i = 0; i < ROWS; i++) {
                b.y[i] = label(row, i);
                b.c[i] = i == 5 ? 0 : 0.2 * (1 + i % 4); /* their sum is not 1 */
            }
            b.spec = (struct loss_spec){.row = row, .parameter = row->traits & LOSS_MARGIN ? 0.2 : row->parameter.initial,
                                        .rows = ROWS,
                                        .y = b.y, .classes = CLASSES, .c = mode & 1 ? b.c : NULL, .free_bias = mode & 2,
                                        .bias = 2, .groups = row->traits & LOSS_GROUPS ? groups : none,
                                        .costs = mode & 4 ? costs : NULL};
            snprintf(b.name, sizeof b.name, "%s%s%s%s", row->name, mode & 1 ? ", weights" : "",
                     mode & 2 ? ", free bias" : "", mode & 4 ? ", costs" : "");
            b.g = make(&b);
            ck_assert_msg(b.g != NULL, "%s", b.name);
            ck_assert_uint_le(b.g->image, MOST);
            check(&b);
            arena_free(&b.arena);
        }
}

#define ABOVE(b, x, y, size) ck_assert_msg((x) >= (y) - 1e-10 * (1 + (size)), "%s: %.17g is below %.17g", (b)->name, x, y)
#define EQUAL(b, x, y, size) ck_assert_msg(fabs((x) - (y)) <= 1e-10 * (1 + (size)), "%s: %.17g for %.17g", (b)->name, x, y)

/* ---- planes ------------------------------------------------------------------------------------------------------------- */

/* The plane (u, offset) lies below g at random scores. */
static void check_plane(struct bench *b, const double *u, double offset)
{
    double z[MOST];

    for (int trial = 0; trial < 20; trial++) {
        fill_scores(b, z);
        ABOVE(b, value(b, 0, z), vec_dot(b->g->image, u, z) + offset, fabs(offset) + vec_sqnorm(b->g->image, z));
    }
}

static void check_slopes(struct bench *b)
{
    static const double mus[] = {0, 0.01, 0.3, 5};
    double z[MOST], other[MOST], mid[MOST], u[MOST], zero[MOST] = {0}, offset;
    bool smooths = b->spec.row->traits & LOSS_SMOOTHABLE;
    size_t n = b->g->image;

    EQUAL(b, b->g->at_zero, value(b, 0, zero), 1);
    for (int trial = 0; trial < TRIALS; trial++) {
        double mu = smooths ? mus[trial % 4] : 0, g, g_mu, size;
        fill_scores(b, z);
        fill_scores(b, other);
        vec_combine(n, 0.3, z, 0.7, other, mid);
        g = value(b, 0, z);
        g_mu = b->g->ops->slopes(b->g, mu, z, u, &offset);
        size = fabs(g) + fabs(offset);
        EQUAL(b, value(b, mu, z), g_mu, size);
        check_plane(b, u, offset);
        if (mu == 0)
            EQUAL(b, vec_dot(n, u, z) + offset, g, size);
        ABOVE(b, g, g_mu, size);
        ABOVE(b, g_mu, g - mu * b->g->smoothing, size);
        ABOVE(b, 0.3 * g_mu + 0.7 * value(b, mu, other), value(b, mu, mid), size + fabs(value(b, mu, other)));
        ABOVE(b, g, b->g->floor, size);
    }
    ck_assert_msg(smooths == (b->g->smoothing > 0), "%s: smoothing %g", b->name, b->g->smoothing);
}

START_TEST(test_slopes)
{
    each_instance(check_slopes);
}
END_TEST

/* LOSS_ROWS: without free scalars g is the sum of the instances of single rows, of c = 1, times c_i. What the trait says of the
 * operations holds. */
static void check_single_rows(struct bench *b)
{
    unsigned traits = b->spec.row->traits, scalars = traits & (LOSS_MARGIN | LOSS_THRESHOLDS);
    size_t k = b->g->image / ROWS;
    struct bench one = *b;
    double z[MOST], sum = 0;

    ck_assert_msg((traits & (LOSS_ROWS | LOSS_NEWTON)) == 0 || b->g->ops->proximal, "%s", b->name);
    ck_assert_msg(!(traits & LOSS_BIAS) || traits & (LOSS_SMOOTH | LOSS_SCORES) || b->spec.row->make || b->spec.row->quadratic,
                  "%s: LOSS_BIAS is granted, but `quadratic` does not tell the kinks", b->name);
    if (!(traits & LOSS_ROWS) || scalars || (traits & LOSS_SCORES && b->spec.free_bias))
        return;
    ck_assert_msg(b->g->pointwise && (b->g->ops->dual_offset || b->g->ops->dual_plane), "%s", b->name);
    if (b->spec.free_bias)
        return;
    fill_scores(b, z);
    one.spec.rows = 1;
    one.spec.c = NULL;
    one.arena = (struct arena){0};
    for (size_t i = 0; i < ROWS; i++) {
        one.spec.y = b->y + i;
        one.g = make(&one);
        sum += costs_at(b->g->c, i) * value(&one, 0, z + i * k);
    }
    EQUAL(b, sum, value(b, 0, z), fabs(sum));
    arena_free(&one.arena);
}

START_TEST(test_single_rows)
{
    each_instance(check_single_rows);
}
END_TEST

/* A loss of groups is the sum of its groups; their slopes make up those of g, and are as short as promised. */
static void check_groups(struct bench *b)
{
    const struct group_terms *ops = b->spec.row->group;
    size_t k = b->spec.row->traits & LOSS_SCORES ? CLASSES : 1, rows = ROWS * k, own = b->g->image - rows;

    ck_assert_msg((ops != NULL) == ((b->spec.row->traits & LOSS_GROUPS) != 0), "%s", b->name);
    for (int trial = 0; trial < TRIALS && ops; trial++) {
        double z[MOST], u[MOST], sum[MOST] = {0}, offset, g, all = 0, below = 0;
        fill_scores(b, z);
        g = b->g->ops->slopes(b->g, 0, z, u, &offset);
        for (int64_t q = 0; q < groups.count; q++) {
            size_t at = (size_t)starts[q] * k, n = (size_t)starts[q + 1] * k - at;
            double zq[MOST], uq[MOST], most[ROWS + 1];
            struct sums one;
            vec_copy(n, z + at, zq);
            vec_copy(own, z + rows, zq + n);
            one = ops->slopes(b->g, q, zq, uq);
            EQUAL(b, vec_dot(n + own, uq, zq) + one.offset, one.value, fabs(one.value));
            all += one.value;
            below += one.offset;
            vec_add(n, 1, uq, sum + at);
            vec_add(own, 1, uq + n, sum + rows);
            ops->steepest(b->g, q, most);
            for (size_t t = 0; t < n / k; t++)
                ABOVE(b, most[t], sqrt(vec_sqnorm(k, uq + t * k)), 0);
            if (own > 0)
                ABOVE(b, most[n / k], sqrt(vec_sqnorm(own, uq + n)), 0);
        }
        EQUAL(b, all, g, fabs(g));
        EQUAL(b, below, offset, fabs(offset));
        for (size_t j = 0; j < b->g->image; j++)
            EQUAL(b, sum[j], u[j], 0);
    }
}

START_TEST(test_groups)
{
    each_instance(check_groups);
}
END_TEST

/* Blocks of rows make up g; its dual offset is that of Fenchel and Young at slopes, and means of them are dual points. */
static void check_rows(struct bench *b)
{
    double z[MOST], u[MOST], part[MOST], alpha[2 * MOST] = {0}, offset, sum = 0, below = 0;
    size_t n = b->g->image, k = n / ROWS;

    for (int trial = 0; trial < TRIALS && b->g->ops->rows; trial++) {
        double g;
        fill_scores(b, z);
        g = b->g->ops->slopes(b->g, 0, z, u, &offset);
        sum = below = 0;
        for (int64_t lo = 0; lo < ROWS; lo += 5) {
            size_t at = (size_t)lo * k;
            struct sums sums = b->g->ops->rows(b->g, lo, lo + 5 < ROWS ? lo + 5 : ROWS, z + at, part + at);
            sum += sums.value;
            below += sums.offset;
        }
        EQUAL(b, sum, g, fabs(g));
        EQUAL(b, below, offset, fabs(offset));
        ck_assert_int_eq(memcmp(part, u, n * sizeof *u), 0);
        for (size_t j = 0; j < n; j++)
            alpha[j + (size_t)(trial % 2) * MOST] = b->g->c.each && b->c[j / k] == 0 ? 0 : u[j] / costs_at(b->g->c, j / k);
        if (!b->g->ops->dual_offset)
            continue;
        EQUAL(b, b->g->ops->dual_offset(b->g, alpha + trial % 2 * MOST), offset, fabs(offset));
        for (size_t j = 0; j < n && trial % 2; j++) {
            alpha[j] = (alpha[j] + alpha[j + MOST]) / 2;
            u[j] = costs_at(b->g->c, j / k) * alpha[j];
        }
        if (trial % 2)
            check_plane(b, u, b->g->ops->dual_offset(b->g, alpha));
    }
}

START_TEST(test_rows)
{
    each_instance(check_rows);
}
END_TEST

/* ---- searches and proximal steps ---------------------------------------------------------------------------------------- */

/* lin t + quad/2 t^2 + g(z + t d) */
static double along(struct bench *b, double lin, double quad, const double *z, const double *d, double t)
{
    double moved[MOST];

    vec_combine(b->g->image, 1, z, t, d, moved);
    return lin * t + quad / 2 * t * t + value(b, 0, moved);
}

static void check_search(struct bench *b)
{
    double z[MOST], d[MOST];

    for (int trial = 0; trial < TRIALS && b->g->ops->search; trial++) {
        double lin = 0.1 * random_normal(&b->rng), quad = 0.5 + (trial % 3), t, least, start;
        void *room = arena_get(&b->arena, b->g->search_room + 1, 1);
        fill_scores(b, z);
        fill_scores(b, d);
        t = b->g->ops->search(b->g, lin, quad, z, d, room);
        ck_assert_msg(t >= 0 && t < 1e6, "%s: t %g", b->name, t);
        start = along(b, lin, quad, z, d, 0);
        least = along(b, lin, quad, z, d, t);
        ABOVE(b, start, least, fabs(start));
        for (int k = 0; k < 20; k++) { /* a search may leave a share of what it gains */
            double other = along(b, lin, quad, z, d, t * k / 10 + (t == 0) * 1e-3 * k);
            ABOVE(b, other + 0.01 * (start - least), least, fabs(start));
        }
    }
}

START_TEST(test_search)
{
    each_instance(check_search);
}
END_TEST

static void check_proximal(struct bench *b)
{
    double z[MOST], u[MOST], h[MOST], offset, *alpha, *v;
    size_t size = b->g->prox_size;
    bool smooth = b->spec.row->traits & LOSS_SMOOTH;

    if (!b->g->ops->proximal)
        return;
    alpha = arena_doubles(&b->arena, size);
    v = arena_doubles(&b->arena, size);
    for (int trial = 0; trial < TRIALS; trial++) {
        struct prox x = {.q = smooth && trial % 2 == 0 ? 0 : 0.4, .alpha = alpha, .z = z, .v = v, .u = u, .h = h};
        double g;
        fill_scores(b, z);
        g = b->g->ops->proximal(b->g, &x, &offset);
        ABOVE(b, g, value(b, 0, z), fabs(g));
        if (x.q == 0 || !(b->spec.free_bias && b->spec.row->traits & LOSS_SCORES)) /* of g_q, not of g, is their b */
            EQUAL(b, g, value(b, 0, z), fabs(g));
        check_plane(b, u, offset);
        for (size_t j = 0; j < b->g->image; j++)
            ck_assert_msg(h[j] >= 0 && isfinite(h[j]), "%s: h %g", b->name, h[j]);
        vec_copy(size, v, alpha); /* the next centre */
    }
}

START_TEST(test_proximal)
{
    each_instance(check_proximal);
}
END_TEST

/* ---- weights ------------------------------------------------------------------------------------------------------------ */

/* An example of weight c_1 + c_2 is as two such examples of c_1 and c_2; one of weight 0 is none. */
static void check_weights(struct bench *b)
{
    double z[MOST], twice[2 * MOST];
    struct bench two = *b;
    size_t k = b->g->image / ROWS;

    if (!b->spec.c)
        return;
    two.arena = (struct arena){0};
    two.spec.y = two.y;
    two.spec.c = two.c;
    two.spec.rows = 0;
    for (int i = 0; i < ROWS; i++)
        for (int half = 0; half < 2 && b->c[i] > 0; half++) {
            two.y[two.spec.rows] = b->y[i];
            two.c[two.spec.rows++] = b->c[i] * (half ? 0.3 : 0.7);
        }
    two.g = make(&two);
    ck_assert_ptr_nonnull(two.g);
    EQUAL(b, two.g->smoothing, b->g->smoothing, 1);
    for (int trial = 0; trial < TRIALS; trial++) {
        double mu = b->spec.row->traits & LOSS_SMOOTHABLE ? trial % 2 : 0, g;
        size_t to = 0;
        fill_scores(b, z);
        for (size_t i = 0; i < ROWS; i++)
            for (int half = 0; half < 2 && b->c[i] > 0; half++, to += k)
                vec_copy(k, z + i * k, twice + to);
        g = value(b, mu, z);
        EQUAL(b, value(&two, mu, twice), g, fabs(g));
    }
    arena_free(&two.arena);
}

START_TEST(test_weights)
{
    each_instance(check_weights);
}
END_TEST

/* ---- the foreign row with engines --------------------------------------------------------------------------------------- */

START_TEST(test_refused)
{
    struct loss_spec spec = {.row = &loss_worst, .rows = 2, .y = (const double[]){1, -1}, .c = (const double[]){1, 2}};
    static struct error err;
    struct risk_spec examples;
    struct arena arena = {0};
    struct examples *e;
    struct risk *risk;

    ck_assert_int_eq(loss_check(&spec, &err), ERR_USAGE);
    ck_assert_ptr_nonnull(strstr(err.text, "'worst' cannot weigh"));
    spec.c = NULL;
    spec.free_bias = true;
    ck_assert_int_eq(loss_check(&spec, &err), ERR_USAGE);
    ck_assert_ptr_nonnull(strstr(err.text, "'worst' has no unregularized bias"));
    e = examples_random(3, 5, 2, 1, CSR_DOUBLE); /* what the instance refuses the risk passes on */
    vec_fill(5, 1, e->y);
    examples = examples_spec(e, &loss_worst, 0, BIAS_REGULARIZED, 1);
    examples.cost = NULL;
    ck_assert_int_eq(risk_make(&examples, &(struct par){.threads = 1}, &arena, &risk, &err), ERR_DATA);
    ck_assert_str_eq(err.text, "loss 'worst' needs examples of both labels");
    arena_free(&arena);
    examples_free(e);
    for (size_t s = 0; solver_at(s); s++) {
        bool planes = !(solver_at(s)->risk_needs & ~(unsigned)(RISK_ANY | RISK_BOUNDED | RISK_IMAGE | RISK_LIPSCHITZ));
        bool admits = solver_admits(solver_at(s), risk_traits(&loss_worst, false), reg_find("l2"));
        ck_assert_msg(admits == planes, "%s", solver_at(s)->name);
    }
}
END_TEST

/* Every engine that takes it certifies it; no bound of one is above the J of another. */
START_TEST(test_engines)
{
    struct examples *e = examples_random(3, 60, 8, 0.6, CSR_DOUBLE);
    struct risk_spec spec = examples_spec(e, &loss_worst, 0, BIAS_REGULARIZED, 1);
    double primal = INFINITY, dual = -INFINITY;

    examples_task(e, &loss_worst);
    spec.cost = NULL;
    for (size_t s = 0; solver_at(s); s++) {
        struct run r;
        if (!solver_admits(solver_at(s), risk_traits(&loss_worst, false), reg_find("l2")))
            continue;
        ck_assert_int_eq(run_init(&r, &spec, reg_find("l2"), 0.1, 1), OK);
        r.m.limits.relative = 1e-4;
        r.m.limits.max_passes = solver_at(s)->max_passes;
        ck_assert_int_eq(run_solver(&r, solver_at(s)), OK);
        ck_assert_msg(r.m.verdict == CONVERGED || solver_at(s) == solver_find("linesearch"), "%s: %s", solver_at(s)->name,
                      verdict_name(r.m.verdict)); /* linesearch without its own line search is slow */
        primal = fmin(primal, r.m.primal);
        dual = fmax(dual, r.m.dual);
        run_free(&r);
    }
    ck_assert_double_le(dual, primal);
    examples_free(e);
}
END_TEST

RUN_TESTS("loss_contract", test_slopes, test_single_rows, test_groups, test_rows, test_search, test_proximal, test_weights,
          test_refused, test_engines)
