/* test_line_kinks - exact line searches on piecewise linear losses with many kinks: the slope changes its sign there. */
#include <math.h>
#include <stdlib.h>

#include "loss/instance.h"
#include "loss/line.h"
#include "loss/pointwise.h"
#include "math/rng.h"
#include "common.h"

enum { ROWS = 60000, PARTS = 5 };

/* Kinks anywhere, on a coarse grid, all in one place but for a few; behind t = 1. */
enum kind { ANYWHERE, GRID, ONE_PLACE, BEHIND, KINDS };

struct rows {
    double y[ROWS], z[ROWS], d[ROWS];
};

static void fill(struct rows *r, enum kind kind, bool binary, struct rng *rng)
{
    double far = kind == BEHIND ? 1e-3 : 1;

    for (int i = 0; i < ROWS; i++) {
        r->y[i] = binary ? (rng_below(rng, 2) ? 1 : -1) : rng_uniform(rng);
        r->z[i] = rng_uniform(rng) - 0.5;
        r->d[i] = 4 * far * (rng_uniform(rng) - 0.3) * (binary ? r->y[i] : 1);
        if (kind == GRID)
            r->d[i] = round(r->d[i] * 4) / 4;
        if (kind == ONE_PLACE && i % 100 > 0) {
            r->z[i] = 0.5 * (binary ? r->y[i] : 1) * (double)(i % 3 > 0);
            r->d[i] = 2 * (binary ? r->y[i] : 1);
            r->y[i] = binary ? r->y[i] : 1;
        }
    }
}

/* lin + quad t + sum_i c_i l'(z_i + t d_i) */
static double slope_at(const struct pointwise *f, const struct rows *r, double lin, double quad, double t)
{
    struct batch all = pointwise_batch(f, 0, 0, ROWS);

    return lin + quad * t + f->formula->ray(&all, r->z, r->d, t);
}

static void check(const char *name, enum kind kind, double lin, double quad)
{
    static const struct par alone = {.threads = 1};
    static struct rows r;
    struct parts parts = {.par = &alone, .count = PARTS};
    double parameter, t, beside;
    const struct loss_row *row = loss_read(name, &parameter);
    struct loss_spec spec = {.row = row, .parameter = parameter, .rows = ROWS, .y = r.y};
    struct arena arena = {0};
    struct pointwise *f;
    struct line line;
    struct rng rng;
    size_t room;

    rng_seed(&rng, (uint64_t)kind);
    fill(&r, kind, row->task == TASK_BINARY, &rng);
    for (int k = 1; k <= PARTS; k++)
        parts.cut[k] = ROWS / PARTS * k;
    f = pointwise_make(&spec, &parts, &arena);
    room = (size_t)f->most * ROWS;
    line = pointwise_line(f, r.z, r.d);
    t = line_kinks_search(&line, lin, quad, arena_get(&arena, room, sizeof(struct kink)));
    beside = 1e-9 * t;
    ck_assert_msg(t >= 0 && t < 1e6, "%s, kind %d: t = %g", name, kind, t);
    ck_assert_msg(slope_at(f, &r, lin, quad, t + beside + 1e-300) >= -1e-12,
                  "%s, kind %d, lin %g: falls behind %.17g", name, kind, lin, t);
    ck_assert_msg(t == 0 || slope_at(f, &r, lin, quad, t - beside) <= 1e-12,
                  "%s, kind %d, lin %g: rises before %.17g", name, kind, lin, t);
    arena_free(&arena);
}

START_TEST(test_search)
{
    static const char *const names[] = {"hinge", "absolute", "eps-insensitive:0.1", "quantile:0.8"};
    static const double lin[] = {-10, -0.5, -0.1, 0, 0.1, 0.3, 5};

    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        for (int kind = ANYWHERE; kind < KINDS; kind++)
            for (size_t l = 0; l < sizeof lin / sizeof *lin; l++)
                for (int q = 0; q < 2; q++)
                    check(names[k], (enum kind)kind, lin[l], q ? 1e-4 : 0.5);
}
END_TEST

/* The slope -1 at 0 is that of one of many subgradients, f rises by 8 t; or it is `start` up to t = 1. */
struct tie {
    double start, jump;
    int calls;
};

static double tie_slope(void *context, double t)
{
    struct tie *tie = context;

    tie->calls++;
    return t <= tie->jump ? tie->start : 8;
}

/* No search gains less than the rounding of f; none of a thousand slopes is asked for it. */
START_TEST(test_no_gain)
{
    static const struct {
        double start, jump, rounding, least, most;
        int calls;
    } row[] = {{-1, 0, 1e-16, 0, 0, 70}, {-1e-309, 0.5, 1e-16, 0, 0, 1}, {-1e-309, 0, 0, 0, 1e-300, 110},
               {-1, 0, 0, 0, 1e-300, 110}, {-1, 0.5, 1e-16, 0.49, 0.51, 40}, {-1e3, 1e-12, 1e-16, 0.9e-12, 1.1e-12, 60}};

    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        struct tie tie = {row[k].start, row[k].jump, 0};
        double t = line_search(tie_slope, &tie, 0, LINE_FLAT, 1e-2, row[k].rounding);
        ck_assert_msg(t >= row[k].least && t <= row[k].most, "row %zu: t = %g", k, t);
        ck_assert_msg(tie.calls <= row[k].calls, "row %zu: %d calls", k, tie.calls);
    }
}
END_TEST

RUN_TESTS("line_kinks", test_search, test_no_gain)
