/* test_task - what each task makes of labels, and that each row says what its users ask. */
#include <math.h>
#include <string.h>

#include "task/evaluation.h"
#include "common.h" /* behind ours: check.h has a macro called fail */

enum { ROWS = 6 };

/* Targets of some labels; memory in the arena. */
static enum status targets_of(const char *loss, const double label[ROWS], struct targets *targets,
                              struct arena *arena, struct error *err)
{
    static const struct class_weight weights[] = {{20, 3, NULL}, {99, 7, NULL}};
    struct dataset data = {.x.rows = ROWS, .label = label};
    double parameter;
    struct labels in = {.data = &data,
                        .file = "FILE",
                        .loss = loss_read(loss, &parameter),
                        .weights = {weights, 2, false}};

    return task_targets(&in, targets, arena, err);
}

static bool same(size_t n, const double *a, const double *b)
{
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i])
            return false;
    return true;
}

/* What a loss is trained on, by the labels; weight 3 for the label 20. */
static const struct {
    const char *loss;
    double label[ROWS];
    int classes;
    bool ova, sides;
    double labels[3], y[ROWS];
    double heavy; /* the label that weighs 3 */
} target_cases[] = {
    {"hinge", {10, 20, 10, 20, 20, 10}, 2, false, true, {20, 10}, {-1, 1, -1, 1, 1, -1}, 20},
    {"hinge", {30, 20, 30, 10, 20, 10}, 3, true, false, {10, 20, 30}, {2, 1, 2, 0, 1, 0}, 20},
    {"softmax", {10, 20, 10, 20, 20, 10}, 2, false, false, {20, 10}, {1, 0, 1, 0, 0, 1}, 20},
    {"softmax", {30, 20, 30, 10, 20, 10}, 3, false, false, {10, 20, 30}, {2, 1, 2, 0, 1, 0}, 20},
    {"ordinal", {10, 20, 10, 20, 20, 10}, 2, false, false, {10, 20}, {0, 1, 0, 1, 1, 0}, 20},
    {"ordinal", {30, 20, 30, 10, 20, 10}, 3, false, false, {10, 20, 30}, {2, 1, 2, 0, 1, 0}, 20},
    {"novelty", {30, 20, 30, 10, 20, 10}, 1, false, false, {1}, {1, 1, 1, 1, 1, 1}, 0},
    {"squared", {30, 20, 30, 10, 20, 10}, 0, false, false, {0}, {30, 20, 30, 10, 20, 10}, 0},
};

START_TEST(targets)
{
    for (size_t k = 0; k < sizeof target_cases / sizeof *target_cases; k++) {
        struct arena arena = {0};
        struct targets t;
        struct error err;
        double y[ROWS];

        ck_assert_int_eq(targets_of(target_cases[k].loss, target_cases[k].label, &t, &arena, &err), OK);
        ck_assert(t.classes == target_cases[k].classes && t.ova == target_cases[k].ova &&
                  t.sides == target_cases[k].sides);
        ck_assert_msg(same((size_t)t.classes, t.labels, target_cases[k].labels), "%zu", k);
        ck_assert_msg(same(ROWS, t.y, target_cases[k].y), "%zu", k);
        for (int i = 0; i < ROWS; i++) {
            double weight = target_cases[k].heavy > 0 && target_cases[k].label[i] == target_cases[k].heavy ? 3 : 1;
            ck_assert_double_eq(t.cost ? t.cost[i] : 1.0 / ROWS, weight / ROWS);
            if (t.classes > 1) /* the place of the class leads back to the label */
                ck_assert(t.labels[targets_class(&t, i)] == target_cases[k].label[i]);
            else
                ck_assert_uint_eq(targets_class(&t, i), 0);
        }
        targets_side(&t, 1, ROWS, y);
        for (int i = 0; i < ROWS; i++)
            ck_assert(y[i] == (t.ova ? (target_cases[k].label[i] == t.labels[1] ? 1 : -1) : t.y[i]));
        arena_free(&arena);
    }
}
END_TEST

START_TEST(labels_that_do_not_do)
{
    static const double one[ROWS] = {2, 2, 2, 2, 2, 2}, below[ROWS] = {1, 2, -3, 1, 1, 1};
    struct arena arena = {0};
    struct targets t;
    struct error err;

    ck_assert_int_eq(targets_of("hinge", one, &t, &arena, &err), ERR_DATA);
    ck_assert_ptr_nonnull(strstr(err.text, "FILE:6: every label"));
    ck_assert_int_eq(targets_of("ordinal", one, &t, &arena, &err), ERR_DATA);
    ck_assert_int_eq(targets_of("poisson", below, &t, &arena, &err), ERR_DATA);
    ck_assert_ptr_nonnull(strstr(err.text, "FILE:3: label -3 is below 0"));
    arena_free(&arena);
}
END_TEST

static enum status figures_of(const struct decoder *d, const struct dataset *data, const double *answer,
                              const double *decision, struct figures *list)
{
    struct evaluation e;
    struct error err;
    enum status status = evaluation_init(&e, d, false, &err);

    if (status == OK)
        status = evaluation_add(&e, data, answer, decision, NULL, &err);
    if (status == OK)
        status = evaluation_figures(&e, list, &err);
    evaluation_free(&e);
    return status;
}

/* Each loss names a task, each task has a row; its answers are labels or finite numbers, and it has
 * figures of them. */
START_TEST(rows)
{
    static const double labels[] = {1, 2, 3}, offsets[9] = {-0.5, 0.5}, truth[] = {1, 3, 2, 1};
    static const double decision[] = {0.3, -0.2, 0.9, -2, 0, 0.5, 3, 1, -1, 0, 0, 0};
    const struct dataset data = {.x.rows = 4, .label = truth};

    for (size_t k = 0; loss_at(k); k++) {
        const struct loss_row *loss = loss_at(k);
        const struct task *task = task_of(loss);
        struct figures figures;
        struct decoder d;
        double answer[4];

        ck_assert_msg(loss->task > 0 && loss->task < TASKS && task, "%s", loss->name);
        ck_assert(task->title && task->least <= task->most && task->most <= LOSS_CLASSES);
        d = (struct decoder){.task = task, .loss = loss, .labels = labels, .offsets = offsets};
        d.classes = task->most > 3 ? 3 : task->most;
        d.outputs = task_outputs(task, d.classes);
        ck_assert(d.outputs >= 1 && d.outputs <= 3 && task_offsets(task, d.classes) <= (task->transitions ? 9 : 2));
        task_answers(&d, &data, decision, answer);
        for (int i = 0; i < 4; i++) {
            bool known = answer[i] == 1 || (d.classes > 1 && answer[i] == 2) ||
                         (d.classes > 2 && answer[i] == 3) || (d.classes == 1 && answer[i] == -1);
            ck_assert(d.classes == 0 ? isfinite(answer[i]) : known);
        }
        ck_assert_int_eq(figures_of(&d, &data, answer, decision, &figures), OK);
        ck_assert(figures.count > 0 && figures.count <= FIGURE_IDS);
        ck_assert(probability_known(&d) == ((loss->traits & LOSS_PROBABILITY) != 0));
        ck_assert(task_takes_numbers(loss) == (d.classes == 0 && !(loss->traits & LOSS_GROUPS)));
    }
}
END_TEST

START_TEST(figures)
{
    struct figures list = {0};

    figures_share(&list, FIGURE_ACCURACY, 1, 4);
    figures_add(&list, FIGURE_R2, -2);
    figures_share(&list, FIGURE_ACCEPTED, 0, 0);
    ck_assert(list.count == 3 && figures_find(&list, FIGURE_ACCURACY)->value == 25);
    ck_assert(figures_find(&list, FIGURE_R2)->value == -2 && isnan(figures_find(&list, FIGURE_ACCEPTED)->value));
    ck_assert_ptr_null(figures_find(&list, FIGURE_F1));
    ck_assert(figures_ratio(3, 2) == 1.5 && isnan(figures_ratio(0, 0)));
}
END_TEST

/* The key of each figure that can decide is its own; what no task knows decides nothing. */
START_TEST(keys)
{
    char list[FIGURES_KEYS];
    enum figure_id id = FIGURE_IDS;

    figures_keys(list);
    for (int k = 0; k < FIGURE_IDS; k++) {
        const struct figure_row *row = figures_row((enum figure_id)k);
        ck_assert(row->name && row->key);
        ck_assert(figures_read(row->key, &id) == (row->better != BETTER_NEITHER));
        if (row->better == BETTER_NEITHER)
            continue;
        ck_assert_int_eq(id, k);
        ck_assert_ptr_nonnull(strstr(list, row->key));
    }
    ck_assert(!figures_read("Accuracy", &id) && !figures_read("", &id));
    ck_assert(figures_better(FIGURE_ACCURACY, 2, 1) && !figures_better(FIGURE_ACCURACY, 1, 1));
    ck_assert(figures_better(FIGURE_LOG_LOSS, 1, 2) && !figures_better(FIGURE_LOG_LOSS, 2, 1));
    ck_assert(figures_better(FIGURE_LOG_LOSS, 1, NAN) && !figures_better(FIGURE_ACCURACY, NAN, 1));
}
END_TEST

RUN_TESTS("task", targets, labels_that_do_not_do, rows, figures, keys)
