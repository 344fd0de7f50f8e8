/* test_oracle - the oracle of risks that are maxima over labels, beside all labelings of each unit: values, the first of equal
 * maxima, planes, distances. */
#include <math.h>
#include <string.h>

#include "math/vec.h"
#include "risk/oracle.h"
#include "common.h"
#include "problems.h"

enum { ROWS = 24, COLS = 5, LONGEST = 4, SEQUENCES = 8, DIM = (COLS + 1 + TASK_CLASSES) * TASK_CLASSES };

static const struct par one = {1, NULL};

struct bench {
    struct examples *e;
    struct risk_spec spec;
    struct arena arena;
    struct risk *risk;
    void *room;
    size_t labels;
    uint16_t count; /* of labels */
    struct rng rng;
    int64_t unit;
};

/* Every risk with an oracle; sequences of 1 to 4 rows where the loss wants groups. */
static void each_oracle(void (*check)(struct bench *b))
{
    static const int64_t start[SEQUENCES + 1] = {0, 4, 5, 8, 12, 14, 17, 20, 24};

    for (size_t k = 0; loss_at(k); k++)
        for (int mode = BIAS_NONE; mode <= BIAS_REGULARIZED; mode++) {
            const struct loss_row *loss = loss_at(k);
            if (!(risk_traits(loss, false) & RISK_ORACLE))
                continue;
            struct bench b = {.e = examples_random(k + 1, ROWS, COLS, 0.6, CSR_DOUBLE)};
            bool grouped = loss->traits & LOSS_GROUPS;
            size_t room;
            examples_task(b.e, loss);
            rng_seed(&b.rng, k);
            b.spec = examples_spec(b.e, loss, 0, (enum bias_mode)mode, 2);
            if (grouped)
                b.spec.groups = (struct groups){.count = SEQUENCES, .start = start};
            if (grouped)
                b.spec.cost = NULL;
            for (int i = 0; grouped && i < ROWS; i++)
                b.e->y[i] = (double)rng_below(&b.rng, TASK_CLASSES);
            b.risk = risk_of(&b.spec, &one, &b.arena);
            ck_assert_ptr_nonnull(b.risk);
            ck_assert(b.risk->oracle_ops->begin(b.risk, &b.arena, &room));
            b.room = arena_get(&b.arena, room, 1);
            b.count = (uint16_t)(b.risk->outputs > 1 ? b.risk->outputs : 2);
            for (b.unit = 0; b.unit < (int64_t)b.risk->units; b.unit++) {
                b.labels = b.risk->oracle_ops->bytes(b.risk, b.unit) / sizeof(uint16_t);
                ck_assert_int_eq((int64_t)b.labels, grouped ? start[b.unit + 1] - start[b.unit] : 1);
                check(&b);
            }
            arena_free(&b.arena);
            examples_free(b.e);
        }
}

/* The next labeling, the first label counting first; false: there is none. */
static bool next(const struct bench *b, uint16_t *y)
{
    for (size_t t = 0; t < b->labels; t++) {
        if (++y[t] < b->count)
            return true;
        y[t] = 0;
    }
    return false;
}

static void psi(const struct bench *b, const uint16_t *y, double *to)
{
    const double t = 1;

    vec_fill(b->risk->dim, 0, to);
    risk_move(b->risk, b->unit, 1, y, &t, to);
}

/* s(y) = l(y) + <w, Psi(y)> for every y; the worst has the greatest; in equal maxima the first, from the last row on. */
static void check_worst(struct bench *b)
{
    uint16_t y[LONGEST] = {0}, worst[LONGEST], first[LONGEST] = {0};
    double w[DIM], direction[DIM], most = -INFINITY, value;

    for (int tied = 0; tied < 2; tied++) {
        random_vector(&b->rng, b->risk->dim, 1, w);
        for (size_t j = 0; tied && j < b->risk->dim; j++) /* exact sums, many ties */
            w[j] = 0;
        most = -INFINITY;
        memset(y, 0, sizeof y);
        risk_enter(b->risk, b->unit, w, b->room);
        do {
            double s = risk_score(b->risk, b->unit, b->room, y);
            psi(b, y, direction);
            ck_assert_double_eq_tol(s, risk_loss(b->risk, b->unit, y) + vec_dot(b->risk->dim, w, direction), 1e-12);
            if (s > most) {
                most = s;
                memcpy(first, y, sizeof first);
            }
        } while (next(b, y));
        value = risk_worst(b->risk, b->unit, b->room, worst);
        ck_assert_double_eq_tol(value, most, 1e-12);
        if (tied)
            ck_assert_mem_eq(worst, first, b->labels * sizeof *worst);
        ck_assert_double_eq_tol(risk_score(b->risk, b->unit, b->room, worst), most, 1e-12);
    }
}

START_TEST(test_worst)
{
    each_oracle(check_worst);
}
END_TEST

static void check_distance(struct bench *b)
{
    double left[DIM], right[DIM];
    uint16_t y[LONGEST] = {0}, other[LONGEST], truth[LONGEST];

    b->risk->oracle_ops->truth(b->risk, b->unit, truth);
    ck_assert_double_eq(risk_loss(b->risk, b->unit, truth), 0);
    psi(b, truth, left);
    ck_assert_double_eq(vec_sqnorm(b->risk->dim, left), 0);
    do {
        for (size_t t = 0; t < b->labels; t++)
            other[t] = (uint16_t)rng_below(&b->rng, b->count);
        psi(b, y, left);
        psi(b, other, right);
        ck_assert_double_eq_tol(risk_distance(b->risk, b->unit, y, other), vec_sqdistance(b->risk->dim, left, right), 1e-10);
        ck_assert_double_eq(risk_distance(b->risk, b->unit, y, y), 0);
    } while (next(b, y));
}

START_TEST(test_distance)
{
    each_oracle(check_distance);
}
END_TEST

/* Two answers at once move w as one after the other. */
static void check_move(struct bench *b)
{
    double w[DIM], by_one[DIM], t[2] = {0.75, -0.5};
    uint16_t y[2 * LONGEST];

    for (int trial = 0; trial < 10; trial++) {
        for (size_t k = 0; k < 2 * b->labels; k++)
            y[k] = (uint16_t)rng_below(&b->rng, b->count);
        random_vector(&b->rng, b->risk->dim, 1, w);
        vec_copy(b->risk->dim, w, by_one);
        risk_move(b->risk, b->unit, 2, y, t, w);
        risk_move(b->risk, b->unit, 1, y, t, by_one);
        risk_move(b->risk, b->unit, 1, y + b->labels, t + 1, by_one);
        ck_assert_double_le(vec_sqdistance(b->risk->dim, w, by_one), 1e-24);
    }
}

START_TEST(test_move)
{
    each_oracle(check_move);
}
END_TEST

/* The sum over the units is R, with its plane. */
static void check_sum(struct bench *b)
{
    double w[DIM], a[DIM], plane[DIM], offset, below, R;
    uint16_t y[LONGEST];

    if (b->unit > 0)
        return;
    random_vector(&b->rng, b->risk->dim, 1, w);
    R = risk_eval(b->risk, w, a, &offset);
    ck_assert_double_eq_tol(risk_oracle_eval(b->risk, w, b->room, y, plane, &below), R, 1e-12 * (1 + R));
    ck_assert_double_eq_tol(below, offset, 1e-12);
    ck_assert_double_le(vec_sqdistance(b->risk->dim, a, plane), 1e-24);
}

START_TEST(test_sum)
{
    each_oracle(check_sum);
}
END_TEST

RUN_TESTS("oracle", test_worst, test_distance, test_move, test_sum)
