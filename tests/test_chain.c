/* test_chain - sums and maxima over the labelings of a sequence, against every labeling. */
#include <math.h>
#include <string.h>

#include "base/isa.h"
#include "loss/chain/chain.h"
#include "math/rng.h"
#include "math/vec.h"
#include "common.h" /* behind ours: check.h has a macro called fail */
#include "problems.h"

enum { LABELS = 5, LONGEST = 5 };

/* A sequence of n positions, S labels; what every labeling says of it. */
struct one {
    size_t S, n;
    double z[LONGEST * LABELS], T[LABELS * LABELS];
    double most;                                         /* max s(y) */
    long double Z, p[LONGEST * LABELS], edge[LABELS * LABELS]; /* of exp(s - most): sums over y */
};

static double score(const struct one *o, const size_t *y)
{
    double sum = 0;

    for (size_t t = 0; t < o->n; t++)
        sum += o->z[t * o->S + y[t]] + (t > 0 ? o->T[y[t - 1] * o->S + y[t]] : 0);
    return sum;
}

/* The labeling of this number; false: there is none. */
static bool labeling(const struct one *o, size_t number, size_t *y)
{
    for (size_t t = 0; t < o->n; t++) {
        y[t] = number % o->S;
        number /= o->S;
    }
    return number == 0;
}

static void by_hand(struct one *o)
{
    size_t y[LONGEST];

    o->most = -INFINITY;
    o->Z = 0;
    memset(o->p, 0, sizeof o->p);
    memset(o->edge, 0, sizeof o->edge);
    for (size_t k = 0; labeling(o, k, y); k++)
        o->most = fmax(o->most, score(o, y));
    for (size_t k = 0; labeling(o, k, y); k++) {
        long double e = expl((long double)score(o, y) - o->most);
        o->Z += e;
        for (size_t t = 0; t < o->n; t++) {
            o->p[t * o->S + y[t]] += e;
            if (t > 0)
                o->edge[y[t - 1] * o->S + y[t]] += e;
        }
    }
}

/* size: of the scores; whole: they are whole numbers, many of them ties. */
static void make(struct rng *rng, double size, bool whole, struct one *o)
{
    static const size_t labels[] = {2, 3, 5};

    o->S = labels[rng_below(rng, 3)];
    o->n = 1 + rng_below(rng, LONGEST);
    for (size_t k = 0; k < o->n * o->S; k++)
        o->z[k] = whole ? (double)rng_below(rng, 3) : size * random_normal(rng);
    for (size_t k = 0; k < o->S * o->S; k++)
        o->T[k] = whole ? (double)rng_below(rng, 2) : size * random_normal(rng);
    by_hand(o);
}

/* log Z, marginals, edges; scores of 1e3 lose the scales, and logarithms take over. */
START_TEST(sums)
{
    static const double sizes[] = {0, 0.5, 3, 40, 1e3};
    struct rng rng;

    rng_seed(&rng, 1);
    for (int trial = 0; trial < 600; trial++) {
        double size = sizes[trial % 5], logZ, tolerance = 1e-13 * (1 + 10 * size), edges[LABELS * LABELS];
        struct arena arena = {0};
        struct chain_room room;
        struct lattice x;
        struct one o;

        make(&rng, size, trial % 7 == 0, &o);
        ck_assert(lattice_init(&x, o.S, &arena) && chain_room_init(&room, &x, o.n, &arena));
        lattice_sums(&x, 1, o.T);
        chain_nodes(&x, o.n, o.z, &room);
        logZ = chain_sum(&x, o.n, &room, true);
        ck_assert_double_le(fabs(logZ - (o.most + (double)logl(o.Z))), tolerance);
        for (size_t t = 0; t < o.n; t++)
            for (size_t k = 0; k < o.S; k++)
                ck_assert_double_le(fabs(room.p[t * x.stride + k] - (double)(o.p[t * o.S + k] / o.Z)), tolerance);
        vec_fill(LABELS * LABELS, 0, edges);
        chain_edges(&x, &room, 1, edges);
        for (size_t k = 0; k < o.S * o.S; k++)
            ck_assert_double_le(fabs(edges[k] - (double)(o.edge[k] / o.Z)), tolerance);
        vec_fill(LABELS * LABELS, 0, edges);
        chain_edges(&x, &room, 1, edges); /* they were taken away */
        ck_assert_double_eq(vec_sqnorm(o.S * o.S, edges), 0);
        arena_free(&arena);
    }
}
END_TEST

/* max s, and a labeling that has it, of ties too. */
START_TEST(maxima)
{
    struct rng rng;

    rng_seed(&rng, 2);
    for (int trial = 0; trial < 600; trial++) {
        struct arena arena = {0};
        struct chain_room room;
        struct lattice x;
        struct one o;
        size_t y[LONGEST];
        double most;

        make(&rng, 2, trial % 2 == 0, &o);
        ck_assert(lattice_init(&x, o.S, &arena) && chain_room_init(&room, &x, o.n, &arena));
        lattice_maxima(&x, o.T);
        chain_nodes(&x, o.n, o.z, &room);
        most = chain_maximum(&x, o.n, &room);
        for (size_t t = 0; t < o.n; t++)
            y[t] = room.best[t];
        ck_assert_double_le(fabs(most - o.most), 1e-13);
        ck_assert_double_le(fabs(score(&o, y) - o.most), 1e-13);
        arena_free(&arena);
    }
}
END_TEST

/* Scores of 1e19, of which the last bit is 2048: probabilities are such to the last bit. */
START_TEST(far)
{
    struct rng rng;

    rng_seed(&rng, 4);
    for (int trial = 0; trial < 200; trial++) {
        struct arena arena = {0};
        struct chain_room room;
        struct lattice x;
        struct one o;
        double edges[LABELS * LABELS] = {0};

        make(&rng, 1e19, false, &o);
        ck_assert(lattice_init(&x, o.S, &arena) && chain_room_init(&room, &x, o.n, &arena));
        lattice_sums(&x, 1, o.T);
        chain_nodes(&x, o.n, o.z, &room);
        ck_assert_double_eq_tol(chain_sum(&x, o.n, &room, true), o.most, 1e-15 * fabs(o.most) * (double)o.n + 1e5);
        for (size_t t = 0; t < o.n; t++)
            ck_assert_double_eq_tol(vec_sum(o.S, room.p + t * x.stride), 1, 1e-14);
        chain_edges(&x, &room, 1, edges);
        ck_assert_double_eq_tol(vec_sum(o.S * o.S, edges), (double)o.n - 1, 1e-14);
        arena_free(&arena);
    }
}
END_TEST

/* Labels that are kept, T(j, k) = -size for j != k: label 1 loses 700 to 800 at first, label 0 up to
 * 277, about 400 log 2, at each position behind it, more than that in the end or less. */
START_TEST(late)
{
    struct rng rng;

    rng_seed(&rng, 5);
    for (int trial = 0; trial < 200; trial++) {
        struct arena arena = {0};
        struct chain_room room;
        struct lattice x;
        struct one o = {.S = 2, .n = LONGEST};
        double edges[LABELS * LABELS] = {0};

        for (size_t k = 0; k < 2 * o.n; k++)
            o.z[k] = k % 2 ? 0 : -277 * rng_uniform(&rng);
        o.z[1] = -700 - 100 * rng_uniform(&rng);
        o.z[0] = 0;
        o.T[1] = o.T[2] = -400 - 600 * rng_uniform(&rng);
        by_hand(&o);
        ck_assert(lattice_init(&x, o.S, &arena) && chain_room_init(&room, &x, o.n, &arena));
        lattice_sums(&x, 1, o.T);
        chain_nodes(&x, o.n, o.z, &room);
        ck_assert_double_eq_tol(chain_sum(&x, o.n, &room, true), o.most + (double)logl(o.Z), 1e-10);
        for (size_t k = 0; k < 2 * o.n; k++)
            ck_assert_double_eq_tol(room.p[k / 2 * x.stride + k % 2], (double)(o.p[k] / o.Z), 1e-10);
        chain_edges(&x, &room, 1, edges);
        for (size_t k = 0; k < 4; k++)
            ck_assert_double_eq_tol(edges[k], (double)(o.edge[k] / o.Z), 1e-10);
        arena_free(&arena);
    }
}
END_TEST

/* The instruction sets give the same bits. */
START_TEST(sets)
{
    struct rng rng;

    if (isa_best() < ISA_AVX2)
        return;
    rng_seed(&rng, 3);
    for (int trial = 0; trial < 400; trial++) {
        struct arena arena = {0};
        struct chain_room room[2];
        struct lattice x;
        struct one o;
        double logZ[2];

        make(&rng, trial % 4 ? 3 * (trial % 4) : 100, trial % 7 == 0, &o);
        ck_assert(lattice_init(&x, o.S, &arena));
        lattice_sums(&x, 1, o.T);
        for (int k = 0; k < 2; k++) {
            ck_assert(chain_room_init(&room[k], &x, o.n, &arena));
            chain_nodes(&x, o.n, o.z, &room[k]);
            logZ[k] = k ? chain_sum_avx2(&x, o.n, &room[k], true) : chain_sum_baseline(&x, o.n, &room[k], true);
        }
        ck_assert(memcmp(&logZ[0], &logZ[1], sizeof *logZ) == 0 || (isnan(logZ[0]) && isnan(logZ[1])));
        ck_assert(memcmp(room[0].p, room[1].p, o.n * x.stride * sizeof(double)) == 0);
        ck_assert(memcmp(room[0].pair, room[1].pair, x.stride * x.stride * sizeof(double)) == 0);
        arena_free(&arena);
    }
}
END_TEST

RUN_TESTS("chain", sums, maxima, far, late, sets)
