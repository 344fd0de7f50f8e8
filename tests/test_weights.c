/* test_weights - weights of examples: an example of twice the weight is as much as two of them, for every loss that grants
 * LOSS_WEIGHTS; a loss that does not is never given any, and says so by name. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "data/text/source.h"
#include "loss/instance.h"
#include "train/training.h"
#include "common.h"
#include "grouped.h"
#include "problems.h"
#include "worst.h"

enum { ROWS = 24, COLS = 5, MOST = 3 };

/* ---- weights are repetitions ------------------------------------------------------------------------------------------ */

/* Row i of e, 1 + i mod MOST times. */
struct repeated {
    int64_t start[ROWS * MOST], end[ROWS * MOST];
    double y[ROWS * MOST];
    struct csr x;
};

static void repeat(const struct examples *e, struct repeated *r)
{
    int64_t n = 0;

    for (int64_t i = 0; i < ROWS; i++)
        for (int64_t k = 0; k <= i % MOST; k++, n++) {
            r->start[n] = e->x.start[i];
            r->end[n] = e->x.end[i];
            r->y[n] = e->y[i];
        }
    r->x = e->x;
    r->x.rows = n;
    r->x.start = r->start;
    r->x.end = r->end;
}

/* The same R, and planes of the same offset and slope, at random weights. */
static void check_repetitions(const struct loss_row *loss, enum bias_mode mode)
{
    struct examples *e = examples_random(7, ROWS, COLS, 0.7, CSR_DOUBLE);
    struct repeated twins;
    struct risk_spec weighted, plain;
    struct arena arena = {0};
    struct rng rng;

    examples_task(e, loss);
    repeat(e, &twins);
    weighted = examples_spec(e, loss, loss->parameter.initial, mode, 1);
    plain = weighted;
    plain.x = &twins.x;
    plain.y = twins.y;
    plain.cost = NULL;
    for (int64_t i = 0; i < ROWS; i++)
        e->cost[i] = (double)(1 + i % MOST) / (double)twins.x.rows;
    if (spec_sound(&weighted)) {
        const struct risk *one = risk_of(&weighted, &par_alone, &arena), *other = risk_of(&plain, &par_alone, &arena);
        double w[COLS * TASK_CLASSES + TASK_CLASSES], a[2][COLS * TASK_CLASSES + TASK_CLASSES], b[2];

        ck_assert(one && other);
        rng_seed(&rng, 3);
        for (int trial = 0; trial < 20; trial++) {
            random_vector(&rng, one->dim, 1, w);
            double R[] = {risk_eval(one, w, a[0], &b[0]), risk_eval(other, w, a[1], &b[1])};
            ck_assert_msg(fabs(R[0] - R[1]) <= 1e-12 * (1 + fabs(R[1])), "%s, bias %s: R %.17g, of repeated examples %.17g",
                          loss->name, bias_name[mode], R[0], R[1]);
            ck_assert_double_le(fabs(b[0] - b[1]), 1e-9 * (1 + fabs(b[1])));
        }
    }
    arena_free(&arena);
    examples_free(e);
}

/* ---- the same of groups ------------------------------------------------------------------------------------------------- */

/* Group g of e, g mod MOST times: one of weight 0 not at all. */
static struct groups repeat_groups(const struct examples *e, const struct groups *groups, int64_t *start, struct repeated *r)
{
    struct groups out = {.start = start};
    int64_t n = 0;

    for (int64_t g = 0; g < groups->count; g++)
        for (int64_t k = 0; k < g % MOST; k++) {
            start[out.count++] = n;
            for (int64_t i = groups->start[g]; i < groups->start[g + 1]; i++, n++) {
                r->start[n] = e->x.start[i];
                r->end[n] = e->x.end[i];
                r->y[n] = e->y[i];
            }
        }
    start[out.count] = n;
    r->x = e->x;
    r->x.rows = n;
    r->x.start = r->start;
    r->x.end = r->end;
    return out;
}

/* The same R and planes, of one thread and of several, at random weights. */
static void check_groups(const struct loss_row *loss)
{
    struct examples *e = examples_random(7, ROWS, COLS, 0.7, CSR_DOUBLE);
    int64_t start[ROWS + 1], twin_start[ROWS * MOST + 1];
    double weight[ROWS], w[COLS * TASK_CLASSES + TASK_CLASSES * TASK_CLASSES], a[3][sizeof w / sizeof *w], b[3], R[3];
    struct repeated twins;
    struct risk_spec weighted, plain;
    struct arena arena = {0};
    const struct risk *risk[3];
    struct par par;
    struct rng rng;

    examples_task(e, loss);
    weighted = examples_spec(e, loss, loss->parameter.initial, BIAS_NONE, 0);
    weighted.groups = grouped_deal(ROWS, start);
    plain = weighted;
    plain.groups = repeat_groups(e, &weighted.groups, twin_start, &twins);
    plain.x = &twins.x;
    plain.y = twins.y;
    for (int64_t g = 0; g < weighted.groups.count; g++) {
        weight[g] = (double)(g % MOST);
        weighted.groups.mass += weight[g];
    }
    weighted.groups.weight = weight;
    par_init(&par, 3);
    risk[0] = risk_of(&plain, &par_alone, &arena);
    risk[1] = risk_of(&weighted, &par_alone, &arena);
    risk[2] = risk_of(&weighted, &par, &arena);
    rng_seed(&rng, 3);
    for (int trial = 0; trial < 20; trial++) {
        random_vector(&rng, risk[0]->dim, 1, w);
        for (int k = 0; k < 3; k++)
            R[k] = risk_eval(risk[k], w, a[k], &b[k]);
        for (int k = 1; k < 3; k++) {
            ck_assert_msg(fabs(R[k] - R[0]) <= 1e-12 * (1 + fabs(R[0])), "%s: R %.17g, of repeated groups %.17g", loss->name,
                          R[k], R[0]);
            ck_assert_double_le(fabs(b[k] - b[0]), 1e-12 * (1 + fabs(b[0])));
            for (size_t j = 0; j < risk[0]->dim; j++)
                ck_assert_double_le(fabs(a[k][j] - a[0][j]), 1e-12 * (1 + fabs(a[0][j])));
        }
    }
    par_free(&par);
    arena_free(&arena);
    examples_free(e);
}

START_TEST(test_group_repetitions)
{
    for (size_t k = 0; loss_at(k); k++)
        if (loss_at(k)->traits & LOSS_GROUP_WEIGHTS)
            check_groups(loss_at(k));
}
END_TEST

START_TEST(test_repetitions)
{
    for (size_t k = 0; loss_at(k); k++)
        for (int mode = 0; mode < BIAS_MODES; mode++)
            if (loss_at(k)->traits & LOSS_WEIGHTS)
                check_repetitions(loss_at(k), (enum bias_mode)mode);
}
END_TEST

/* ---- a loss without ------------------------------------------------------------------------------------------------------ */

/* It is trained and certified without weights, and refused by name with them: by the recipe, by the loss, never in silence. */
START_TEST(test_refused)
{
    static const char text[] = "1 1:1\n1 1:2 2:1\n-1 1:-1\n-1 2:-1\n";
    static const struct class_weight weight = {.label = 1, .weight = 2};
    static const double c[] = {1, 1, 1, 1};
    const struct loss_spec spec = {.row = &loss_worst, .rows = 4, .y = c, .c = c};
    struct recipe recipe = recipe_default();
    struct dataset data;
    struct training t;
    struct error err;
    char path[64];

    temp_file(path, text, strlen(text));
    recipe.loss = &loss_worst;
    ck_assert_int_eq(dataset_open(path, training_reads(&recipe), &par_alone, &data, &err), OK);
    ck_assert_msg(training_init(&t, &recipe, &data, path, &par_alone, &err) == OK, "%s", err.text);
    ck_assert_msg(training_run(&t, &err) == OK, "%s", err.text);
    ck_assert_int_eq(t.outcome.verdict, CONVERGED);
    training_free(&t);
    recipe.weights.each = &weight;
    recipe.weights.count = 1;
    ck_assert_int_eq(training_init(&t, &recipe, &data, path, &par_alone, &err), ERR_USAGE);
    ck_assert_str_eq(err.text, "loss 'worst' cannot weigh examples by their labels (-w)");
    training_free(&t);
    recipe.loss = loss_find("roc");
    ck_assert_msg(training_init(&t, &recipe, &data, path, &par_alone, &err) == OK, "%s", err.text);
    training_free(&t);
    recipe.loss = loss_find("squared");
    ck_assert_int_eq(training_init(&t, &recipe, &data, path, &par_alone, &err), ERR_USAGE);
    training_free(&t);
    ck_assert_int_eq(loss_check(&spec, &err), ERR_USAGE);
    ck_assert_str_eq(err.text, "loss 'worst' cannot weigh examples (-w)");
    dataset_free(&data);
    unlink(path);
}
END_TEST

RUN_TESTS("weights", test_repetitions, test_group_repetitions, test_refused)
