/* test_panel - updates in tiles against sums one product after the other: the same bits with every instruction set. */
#include "math/panel.h"

#include <string.h>

#include "math/vec.h"
#include "common.h"
#include "problems.h"

enum { MOST = 70 };

/* A panel of `rows` vectors; a number is there with probability `density`, and x has it, too. */
static void fill_panel(struct rng *rng, size_t rows, double density, struct panel *p, double x[PANEL_ROWS][MOST])
{
    memset(x, 0, PANEL_ROWS * sizeof *x);
    random_vector(rng, PANEL_ROWS, 1, p->h);
    for (size_t k = 0; k < rows; k++)
        for (size_t j = 0; j < p->n; j++)
            if (rng_uniform(rng) < density) {
                x[k][j] = rng_uniform(rng) - .5;
                panel_set(p->x, p->in, k, j, x[k][j]);
            }
}

static void check_panel(struct rng *rng, struct panel *p, double x[PANEL_ROWS][MOST], size_t stride)
{
    double before[MOST * (MOST + 3)], H[MOST * (MOST + 3)], wanted[MOST * (MOST + 3)];
    size_t n = p->n, lo = rng_below(rng, n) / PANEL_GROUP * PANEL_GROUP;
    size_t hi = rng_below(rng, 2) ? n : lo + rng_below(rng, n - lo) / PANEL_GROUP * PANEL_GROUP;

    random_vector(rng, n * stride, 1, before);
    vec_copy(n * stride, before, wanted);
    for (size_t i = lo; i < hi; i++)
        for (size_t j = i; j < n; j++)
            for (size_t k = 0; k < PANEL_ROWS; k++)
                wanted[i * stride + j] += p->h[k] * x[k][i] * x[k][j];
    for (enum isa isa = 0; isa < ISAS; isa++) {
        p->tile = panel_kernel(isa <= isa_best() ? isa : ISA_BASELINE);
        vec_copy(n * stride, before, H);
        panel_add(p, lo, hi, H, stride);
        ck_assert_msg(memcmp(H, wanted, n * stride * sizeof *H) == 0, "n %zu, rows %zu to %zu, set %d", n, lo, hi, (int)isa);
    }
}

START_TEST(test_sums)
{
    static const size_t rows[] = {0, 1, 5, PANEL_ROWS};
    static const double density[] = {.02, .3, 1};
    static double x[PANEL_ROWS][MOST];
    struct rng rng;

    rng_seed(&rng, 7);
    for (size_t n = 1; n <= MOST; n++) {
        struct arena arena = {0};
        struct panel p;

        panel_init(&p, n, &arena);
        ck_assert(!arena.failed && p.tile == panel_kernel(isa_best()));
        for (int trial = 0; trial < 12; trial++) {
            fill_panel(&rng, rows[trial % 4], density[trial / 4], &p, x);
            check_panel(&rng, &p, x, n + (size_t)trial % 4);
            panel_clear(&p);
        }
        arena_free(&arena);
    }
}
END_TEST

RUN_TESTS("panel", test_sums)
