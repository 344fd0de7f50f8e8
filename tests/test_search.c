/* test_search - the search for the best cost: where it begins, that each cost has the solutions that a cold start has, what
 * it chooses, and how it ends. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "data/text/source.h"
#include "math/rng.h"
#include "train/search.h"
#include "common.h" /* behind ours: check.h has a macro called fail */

static const struct par alone = {1, NULL};

struct bench {
    struct dataset data;
    struct recipe recipe;
    struct training all;
    struct cross c;
    struct search s;
};

static void bench_init(struct bench *b, const char *path, const char *loss, const char *reg)
{
    struct error err;

    *b = (struct bench){.recipe = recipe_default()};
    b->recipe.loss = loss_read(strncmp(loss, "ova:", 4) == 0 ? loss + 4 : loss, &b->recipe.parameter);
    b->recipe.reg = reg_find(reg);
    b->recipe.reg_p[0] = b->recipe.reg->parameter[0].initial;
    b->recipe.reg_p[1] = b->recipe.reg->parameter[1].initial;
    ck_assert_msg(dataset_open(path, 0, &alone, &b->data, &err) == OK, "%s", err.text);
    ck_assert_msg(training_init(&b->all, &b->recipe, &b->data, path, &alone, &err) == OK, "%s", err.text);
}

/* A search by the figure of the task. */
static void bench_search(struct bench *b, int folds)
{
    struct error err;

    ck_assert_msg(cross_init(&b->c, &b->all, folds, true, &err) == OK, "%s", err.text);
    b->s = (struct search){.cross = &b->c, .decides = task_of(b->recipe.loss)->decides};
}

static void bench_free(struct bench *b)
{
    cross_free(&b->c);
    training_free(&b->all);
    dataset_free(&b->data);
}

/* ---- where it begins ------------------------------------------------------------------------- */

/* The weights at a cost. */
static void train_at(const struct bench *b, double cost, double *w, size_t room)
{
    struct recipe recipe = b->recipe;
    struct training t;
    struct error err;

    recipe.cost = cost;
    recipe.relative = 1e-10;
    ck_assert(training_init(&t, &recipe, &b->data, "data", &alone, &err) == OK && training_run(&t, &err) == OK);
    ck_assert_uint_le(t.solution.columns, room);
    for (size_t j = 0; j < room; j++)
        w[j] = j < t.solution.columns ? t.solution.w[j] : 0;
    training_free(&t);
}

/* Below the least cost the answers are the same; with l1 all weights are 0 there, and not far above. */
START_TEST(begins)
{
    static const char *const losses[] = {"hinge", "squared-hinge", "logistic", "huber-hinge"};
    enum { ROOM = 40 };
    double w[ROOM], v[ROOM];

    for (size_t k = 0; k < sizeof losses / sizeof *losses; k++) {
        struct cost_range range;
        struct error err;
        struct bench b;
        int64_t other = 0;

        bench_init(&b, "data/breast-cancer.train", losses[k], "l2");
        ck_assert_int_eq(least_cost(&b.all, &range, &err), OK);
        ck_assert(range.least > 0 && range.least < 1e-3 && range.most > 1 && range.beyond >= range.most);
        ck_assert(exp2(rint(log2(range.least))) == range.least);
        train_at(&b, range.least, w, ROOM);
        train_at(&b, range.least / 64, v, ROOM);
        for (int64_t i = 0; i < b.data.x.rows; i++) {
            double z[2];
            csr_kernels(&b.data.x, isa_best())->product(&b.data.x, i, i + 1, 1, w, z);
            csr_kernels(&b.data.x, isa_best())->product(&b.data.x, i, i + 1, 1, v, z + 1);
            other += (z[0] > 0) != (z[1] > 0);
        }
        ck_assert_msg(other <= 2, "%s: %d other answers", losses[k], (int)other);
        bench_free(&b);
        bench_init(&b, "data/breast-cancer.train", losses[k], "l1");
        ck_assert_int_eq(least_cost(&b.all, &range, &err), OK);
        train_at(&b, range.least, w, ROOM);
        train_at(&b, 4 * range.least, v, ROOM);
        for (int j = 0; j < ROOM; j++)
            ck_assert(w[j] == 0);
        for (int j = 0; j < ROOM; j++)
            w[0] += fabs(v[j]);
        ck_assert(w[0] > 0);
        bench_free(&b);
    }
}
END_TEST

/* ---- each cost ------------------------------------------------------------------------------- */

/* What a search visits, and cold trainings beside it. */
struct walk {
    struct bench *cold;
    int costs, stop; /* interrupt behind so many */
    double cost;
    atomic_int flag[2];
    double warm_passes, cold_passes;
};

/* The same optimum as from a cold start: each bound is below each objective. */
static void compare(void *context, const struct search *s, const struct search_cost *at)
{
    struct walk *walk = context;
    struct error err;

    ck_assert(walk->costs == 0 || at->cost == 2 * walk->cost);
    walk->cost = at->cost;
    walk->costs++;
    if (walk->costs == walk->stop)
        walk->flag[0] = 1;
    if (!walk->cold)
        return;
    cross_free(&walk->cold->c);
    ck_assert_int_eq(cross_init(&walk->cold->c, &walk->cold->all, s->cross->folds.count, false, &err), OK);
    walk->cold->c.recipe.cost = at->cost;
    ck_assert_int_eq(cross_run(&walk->cold->c, &err), OK);
    for (int f = 0; f < s->cross->folds.count; f++) {
        const struct outcome *a = &s->cross->fold[f].outcome, *b = &walk->cold->c.fold[f].outcome;
        ck_assert(a->verdict == CONVERGED && b->verdict == CONVERGED);
        ck_assert_msg(a->dual <= b->primal && b->dual <= a->primal, "C = %g, fold %d", at->cost, f);
        walk->warm_passes += a->passes;
        walk->cold_passes += b->passes;
    }
}

/* Warm solutions are those of cold starts, found in fewer passes. */
START_TEST(warm)
{
    static const struct {
        const char *loss, *reg, *solver;
    } cases[] = {{"squared-hinge", "l2", "sda"}, {"logistic", "l1", "auto"}, {"softmax", "l2", "sda"},
                 {"ova:hinge", "l2", "sda"}};

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const char *path = k < 2 ? "data/breast-cancer.train" : "data/digits.train.gz";
        struct bench b, cold;
        struct walk walk = {.cold = &cold, .stop = k < 2 ? 20 : 6};
        struct error err;

        bench_init(&b, path, cases[k].loss, cases[k].reg);
        bench_init(&cold, path, cases[k].loss, cases[k].reg);
        recipe_solver(&b.recipe, solver_find(cases[k].solver));
        recipe_solver(&cold.recipe, solver_find(cases[k].solver));
        b.all.interrupt = walk.flag;
        bench_search(&b, 3);
        b.s.start = k < 2 ? 0 : 0.25;
        b.s.tell = compare;
        b.s.context = &walk;
        ck_assert_msg(search_run(&b.s, &err) == OK, "%s", err.text);
        ck_assert_msg(walk.warm_passes < walk.cold_passes, "%s: %g passes, cold %g", cases[k].loss, walk.warm_passes,
                      walk.cold_passes);
        bench_free(&b);
        bench_free(&cold);
    }
}
END_TEST

/* ---- choice and end -------------------------------------------------------------------------- */

/* An interrupt leaves the best of the costs that are done; before the first there is none. */
START_TEST(interrupted)
{
    struct walk walk = {.stop = 4};
    struct error err;
    struct bench b;

    bench_init(&b, "data/breast-cancer.train", "hinge", "l2");
    b.all.interrupt = walk.flag;
    bench_search(&b, 3);
    b.s.tell = compare;
    b.s.context = &walk;
    ck_assert_int_eq(search_run(&b.s, &err), OK);
    ck_assert(b.s.end == SEARCH_INTERRUPTED && b.s.costs == 4 && b.s.last.cost == walk.cost);
    ck_assert(b.s.best.cost <= walk.cost && b.s.best.figure >= b.s.last.figure);
    ck_assert_int_eq(search_run(&b.s, &err), ERR_SYSTEM); /* the flag is up */
    ck_assert_ptr_nonnull(strstr(err.text, "interrupted"));
    bench_free(&b);
}
END_TEST

/* Examples that a line separates by far: the answers are right from the first cost on, which is chosen. From a cost that is
 * given each is tried, up to the hard margin: the solutions change no more long before the costs end. */
START_TEST(unmoved)
{
    static const char text[] = "1 1:1\n-1 1:-1\n1 1:2 2:1\n-1 1:-2 2:1\n1 1:1 2:1\n-1 1:-1 2:-1\n";
    struct error err;
    struct bench b;
    char path[64];

    temp_file(path, text, sizeof text - 1);
    bench_init(&b, path, "hinge", "l2");
    bench_search(&b, 3);
    ck_assert_int_eq(search_run(&b.s, &err), OK);
    ck_assert(b.s.end == SEARCH_MOST && b.s.flat == 1024 && b.s.costs == 3 && b.s.best.figure == 100);
    ck_assert(b.s.best.cost < 0.5 && b.s.best.cost == b.s.start);
    ck_assert_int_eq(search_run(&b.s, &err), OK);
    ck_assert(b.s.end == SEARCH_UNMOVED && b.s.best.figure == 100 && b.s.last.cost < 1024);
    ck_assert(b.s.best.cost == b.s.start);
    bench_free(&b);
    unlink(path);
}
END_TEST

/* A cost with the best figure so far has met the tolerance, others .03; returns how many did that alone. */
static int check_gaps(const struct search *s)
{
    double best = -INFINITY;
    int rough = 0, known = 0; /* past the best one: the search ended by three of these */

    for (int c = 0; c < s->costs; c++) {
        ck_assert_double_le(s->tried[c].gap, s->tried[c].figure > best ? 1e-3 : 0.03);
        best = fmax(best, s->tried[c].figure);
        rough += s->tried[c].gap > 1e-3;
        known += s->tried[c].cost > s->top.cost && s->tried[c].solutions != SAME_SO_FAR;
    }
    ck_assert_int_ge(known, 3);
    return rough;
}

/* Folds that have not met the tolerance, 1e-3, and have the weights of the cost before may yet have others. */
static void check_solutions(void *context, const struct search *s, const struct search_cost *at)
{
    bool moved = false;

    (void)context;
    for (int f = 0; f < s->cross->folds.count; f++)
        moved = moved || s->cross->fold[f].moved;
    ck_assert(!moved || at->solutions == OTHER);
    ck_assert(at->gap <= 1e-3 || at->solutions == (moved ? OTHER : SAME_SO_FAR));
}

/* Where the figure has fallen no greater cost is tried, and none of those, given one by one, is better. */
START_TEST(fallen)
{
    static const char *const losses[] = {"hinge", "squared-hinge", "logistic"};
    int rough = 0;

    for (size_t k = 0; k < sizeof losses / sizeof *losses; k++) {
        struct error err;
        struct bench b;
        double top, start, end;
        int costs;

        bench_init(&b, "data/digits-8.train.gz", losses[k], "l2");
        bench_search(&b, 5);
        b.s.tell = check_solutions;
        ck_assert_int_eq(search_run(&b.s, &err), OK);
        ck_assert(b.s.end == SEARCH_FALLEN && b.s.last.cost >= 8 * b.s.top.cost);
        ck_assert(b.s.last.cost < 1024 && b.s.last.figure < b.s.top.figure);
        ck_assert(b.s.last.primal <= 0.4 * b.s.tried[0].primal && b.s.top.figure > b.s.tried[0].figure);
        rough += check_gaps(&b.s);
        top = b.s.top.figure;
        end = b.s.last.cost;
        start = b.s.start;
        costs = 1 + (int)log2(1024 / start);
        bench_free(&b);
        bench_init(&b, "data/digits-8.train.gz", losses[k], "l2");
        bench_search(&b, 5);
        b.s.start = start;
        b.s.factor = 2;
        b.s.count = costs;
        ck_assert_int_eq(search_run(&b.s, &err), OK);
        ck_assert(b.s.end == SEARCH_LISTED && b.s.costs == costs && b.s.last.cost > end);
        for (int c = 0; c < costs; c++)
            ck_assert(b.s.tried[c].cost <= end || b.s.tried[c].figure < top);
        bench_free(&b);
    }
    ck_assert_int_gt(rough, 0);
}
END_TEST

/* A large column outweighs the two that tell the label, but for one in 25: its weight stands at small costs, where no answer
 * is better than a guess, and the search goes on. */
START_TEST(outweighed)
{
    enum { LINES = 600, LINE = 40 };
    static const char *const losses[] = {"hinge", "squared-hinge", "logistic"};
    static char text[LINES * LINE];
    size_t size = 0;
    struct rng rng;
    char path[64];

    rng_seed(&rng, 5);
    for (int i = 0; i < LINES; i++) {
        int column = 3 + (int)rng_below(&rng, 2), large = 20000 + (int)rng_below(&rng, 80000), root = (int)rng_below(&rng, 3000);
        size += (size_t)snprintf(text + size, LINE, "%d 1:%d 2:%d %d:1\n", (column == 3) == (rng_below(&rng, 25) > 0) ? 1 : -1,
                                 large, root * root / 10, column);
    }
    temp_file(path, text, size);
    for (size_t k = 0; k < sizeof losses / sizeof *losses; k++) {
        struct error err;
        struct bench b;
        bench_init(&b, path, losses[k], "l2");
        bench_search(&b, 5);
        ck_assert_int_eq(search_run(&b.s, &err), OK);
        ck_assert_msg(b.s.best.figure > 90, "%s: %g %% at %g", losses[k], b.s.best.figure, b.s.best.cost);
        bench_free(&b);
    }
    unlink(path);
}
END_TEST

/* Weights that are all 0 at more than five costs, as with l1 and elastic at small ones, end no search; where they are at
 * every cost, as without a value that is not 0, there is one. */
START_TEST(zero)
{
    static const char text[] = "1\n-1\n1\n-1\n";
    struct error err;
    struct bench b;
    char path[64];

    for (int l1 = 0; l1 < 2; l1++) {
        bench_init(&b, "data/breast-cancer.train", "logistic", l1 ? "l1" : "elastic");
        bench_search(&b, 2);
        b.s.start = 1e-6;
        ck_assert_int_eq(search_run(&b.s, &err), OK);
        ck_assert(b.s.end != SEARCH_UNMOVED && b.s.costs > 15 && b.s.best.nonzeros > 1 && b.s.best.figure > 95);
        bench_free(&b);
    }
    temp_file(path, text, sizeof text - 1);
    bench_init(&b, path, "hinge", "l2");
    bench_search(&b, 2);
    ck_assert_int_eq(search_run(&b.s, &err), OK);
    ck_assert(b.s.end == SEARCH_MOST && b.s.costs == 1 && b.s.best.cost == 1);
    bench_free(&b);
    unlink(path);
}
END_TEST

/* Values near the ends of a double ask for costs beyond those that -c takes: the search stays within. */
START_TEST(extreme)
{
    static const char *const texts[] = {"1 1:1e-156\n-1 2:1e-156\n1 1:1e-156\n-1 2:1e-156\n",
                                        "1 1:1e154\n-1 2:1e154\n1 1:1e154\n-1 2:1e154\n"};

    for (int large = 0; large < 2; large++) {
        struct cost_range range;
        struct error err;
        struct bench b;
        char path[64];

        temp_file(path, texts[large], strlen(texts[large]));
        bench_init(&b, path, "hinge", "l2");
        ck_assert_int_eq(least_cost(&b.all, &range, &err), OK);
        ck_assert(range.least == (large ? 1e-100 : 1e100) && range.most <= 1e100 && range.beyond <= 1e100);
        bench_search(&b, 2);
        ck_assert_msg(search_run(&b.s, &err) == OK, "%s", err.text);
        ck_assert_int_eq(b.s.costs, 1);
        bench_free(&b);
        unlink(path);
    }
}
END_TEST

/* A cost whose folds have not met the tolerance is not chosen, however good its figure; all are if none has. */
START_TEST(unmet)
{
    struct error err;
    struct bench b;

    for (int none = 0; none < 2; none++) {
        bench_init(&b, "data/breast-cancer.train", "hinge", "l2");
        recipe_solver(&b.recipe, solver_find("bundle"));
        b.recipe.passes = none ? 2 : 6;
        b.recipe.relative = none ? 1e-9 : 0.02;
        bench_search(&b, 2);
        b.s.start = none ? 1 : 0;
        ck_assert_int_eq(search_run(&b.s, &err), OK);
        ck_assert(none ? b.s.unmet == b.s.costs : b.s.unmet > 0 && b.s.unmet < b.s.costs);
        ck_assert((b.s.best.unmet > 0) == none && b.s.last.unmet > 0);
        bench_free(&b);
    }
    bench_init(&b, "data/breast-cancer.train", "hinge", "l2");
    b.recipe.seconds = 0x1p-30;
    bench_search(&b, 2);
    ck_assert_int_eq(search_run(&b.s, &err), OK);
    ck_assert(b.s.end == SEARCH_TIME && b.s.costs == 1 && b.c.recipe.seconds == 0x1p-30 && b.s.seconds == 0x1p-32);
    bench_free(&b);
}
END_TEST

/* Costs that are given are tried, these alone, however flat; the smallest within a standard error. */
START_TEST(listed)
{
    struct error err;
    struct bench b;

    bench_init(&b, "data/breast-cancer.train", "hinge", "l2");
    bench_search(&b, 4);
    b.s.start = 1e-6;
    b.s.factor = 10;
    b.s.count = 9;
    ck_assert_int_eq(search_run(&b.s, &err), OK);
    ck_assert(b.s.end == SEARCH_LISTED && b.s.costs == 9 && b.s.last.cost == 100 && b.s.flat == 0);
    ck_assert(b.s.tried[1].cost == 1e-5 && b.s.best.cost == b.s.top.cost);
    b.s.smallest = true;
    ck_assert_int_eq(search_run(&b.s, &err), OK);
    ck_assert(b.s.top.error == b.s.top.deviation / 2 && b.s.best.cost <= b.s.top.cost);
    ck_assert(b.s.best.figure >= b.s.top.figure - b.s.top.error);
    for (int k = 0; b.s.tried[k].cost < b.s.best.cost; k++)
        ck_assert(b.s.tried[k].figure < b.s.top.figure - b.s.top.error);
    bench_free(&b);
}
END_TEST

/* A column of great values, all positive: one answer at many costs, which are left out; the solutions behind them, warm from
 * a greater cost, are the optimum. */
START_TEST(flat)
{
    char path[64], text[4096];
    struct walk walk = {.stop = 0};
    size_t length = 0;
    struct error err;
    struct bench b;

    for (int i = 0; i < 60; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "%d 1:%d 2:%d\n", i % 4 ? 1 : -1,
                                   100 + i * 7 % 60, (i % 4 ? 1 : -1) * (4 + i % 3));
    temp_file(path, text, length);
    bench_init(&b, path, "hinge", "l2");
    bench_search(&b, 5);
    ck_assert_int_eq(search_run(&b.s, &err), OK);
    ck_assert(b.s.flat > 32 * b.s.tried[2].cost && b.s.tried[3].cost == 2 * b.s.flat);
    ck_assert(b.s.tried[3].figure != b.s.tried[0].figure && b.s.best.figure == 100);
    for (int k = 1; k < b.s.costs; k++)
        ck_assert(b.s.tried[k].unmet == 0 && (k == 3 || b.s.tried[k].cost == 2 * b.s.tried[k - 1].cost));
    walk.cost = b.s.best.cost;
    b.s.start = b.s.tried[0].cost;
    ck_assert_int_eq(search_run(&b.s, &err), OK);
    ck_assert(b.s.flat == 0 && b.s.costs > 15 && b.s.best.cost == walk.cost);
    bench_free(&b);
    unlink(path);
}
END_TEST

/* A time stamp beside numbers of size 1: up to C = 1e-4 the stamp alone has a weight, the same for many costs, and rows of its
 * size ask for no costs beyond 1e-15. The search goes on to those of size 1, where the numbers count. */
START_TEST(stamped)
{
    char path[64], text[8192];
    size_t length = 0;
    struct error err;
    struct bench b;

    for (int i = 0; i < 120; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "%d 1:%d 2:%d 3:%.2f\n", i % 5 > 2 ? 1 : -1,
                                   1700000000 + i * 7919 % 10000000, i % 5 > 2 ? 1 : -1, sin(i));
    temp_file(path, text, length);
    bench_init(&b, path, "hinge", "l2");
    bench_search(&b, 5);
    ck_assert_int_eq(search_run(&b.s, &err), OK);
    ck_assert(b.s.tried[0].figure < 65 && b.s.best.figure == 100);
    ck_assert(b.s.flat > 1e-6 && b.s.best.cost > b.s.flat && b.s.best.cost < 1024);
    bench_free(&b);
    unlink(path);
}
END_TEST

RUN_TESTS("search", begins, warm, interrupted, unmoved, outweighed, fallen, zero, extreme, unmet, listed, flat, stamped)
