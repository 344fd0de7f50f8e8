/* test_centre - when a proximal point on the dual becomes the next centre, and with which q. */
#include <math.h>
#include <string.h>

#include "common.h"
#include "math/vec.h"
#include "problems.h"
#include "solve/newton/centre.h"

enum { ROWS = 40, COLS = 5 };

/* The gap at the end of an inner loop, whether that came to its end; then the factor of q, and whether alpha moves. */
struct move {
    double gap;
    bool solved;
    double factor;
    bool moves;
};

/* Scores are new before each move, so that v(z) is never alpha. */
static void check_moves(const struct move *moves, size_t count)
{
    struct examples *e = examples_random(3, ROWS, COLS, 0.5, CSR_DOUBLE);
    struct risk_spec spec = examples_spec(e, loss_find("hinge"), 0, BIAS_NONE, 1);
    double z[ROWS], u[ROWS], h[ROWS], before[ROWS], w[COLS] = {0};
    struct prox at = {.z = z, .u = u, .h = h, .q = 8};
    struct arena arena = {0};
    struct point x = {.w = w, .arena = &arena};
    struct risk *risk;
    struct centre c;
    struct rng rng;
    struct par par;

    par_init(&par, 1);
    rng_seed(&rng, 7);
    risk = risk_of(&spec, &par, &arena);
    ck_assert(risk && risk->g->prox_size == ROWS);
    c = centre_make(risk, &x, &arena);
    ck_assert(centre_take(&c, &at));
    for (size_t k = 0; k < count; k++) {
        double q = at.q, factor;
        random_vector(&rng, ROWS, 2, z);
        vec_copy(ROWS, c.alpha, before);
        factor = centre_move(&c, &at, &(struct inner_end){.gap = moves[k].gap, .solved = moves[k].solved});
        ck_assert_double_eq(factor, moves[k].factor);
        ck_assert_double_eq(at.q, factor * q);
        ck_assert_msg((memcmp(before, c.alpha, sizeof before) != 0) == moves[k].moves, "move %zu", k);
    }
    arena_free(&arena);
    par_free(&par);
    examples_free(e);
}

/* Centres of unsolved problems serve while solutions after them have smaller gaps. */
START_TEST(test_loose)
{
    const struct move moves[] = {
        {8, true, 1, true},        {7, true, 0.125, true}, {99, false, 8, true}, {99, false, 8, true},
        {6.9, true, 0.125, true},  {99, false, 8, true},   {1, true, 1, true},   {99, false, 8, true},
        {1.1, true, 0.125, true},  {99, false, 8, false},  {0.1, true, 1, true}, {99, false, 8, false},
        {0.02, true, 1, true},
    };

    check_moves(moves, sizeof moves / sizeof *moves);
}
END_TEST

/* A larger gap of a solution that follows a solution says nothing of centres that are none. */
START_TEST(test_solved)
{
    const struct move moves[] = {{8, true, 1, true}, {9, true, 0.125, true}, {10, true, 0.125, true}, {99, false, 8, true}};

    check_moves(moves, sizeof moves / sizeof *moves);
}
END_TEST

RUN_TESTS("centre", test_loose, test_solved)
