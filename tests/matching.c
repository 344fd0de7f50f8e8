/* matching - a risk over risk/oracle.h: bipartite matchings. Unit i has n x n pairs (j, k) with d features x_jk each; its
 * true answer matches j with j. An answer y is n bytes, a permutation: Psi_i(y) = sum_j x_(j, y_j) - x_jj, and its loss is
 * the number of j with y_j != j. */
#include <string.h>

#include "math/vec.h"
#include "matching.h"
#include "risk/oracle.h"

static const double *pair(const struct matching *m, int64_t unit, size_t j, size_t k)
{
    return m->x + (((size_t)unit * m->n + j) * m->n + k) * m->d;
}

/* The room is n x n numbers, what a pair adds to s_i. */
static bool begin(const struct risk *risk, struct arena *arena, size_t *room)
{
    const struct matching *m = risk->self;

    (void)arena;
    *room = m->n * m->n * sizeof(double);
    return true;
}

static double cost(const struct risk *risk, int64_t unit)
{
    (void)unit;
    return 1 / (double)risk->units;
}

static size_t bytes(const struct risk *risk, int64_t unit)
{
    const struct matching *m = risk->self;

    (void)unit;
    return m->n;
}

static void truth(const struct risk *risk, int64_t unit, void *answer)
{
    for (size_t j = 0; j < bytes(risk, unit); j++)
        ((unsigned char *)answer)[j] = (unsigned char)j;
}

static void enter(const struct risk *risk, int64_t unit, const double *w, void *room)
{
    const struct matching *m = risk->self;
    double *gain = room;

    for (size_t j = 0; j < m->n; j++)
        for (size_t k = 0; k < m->n; k++)
            gain[j * m->n + k] = (k != j) + vec_dot(m->d, w, pair(m, unit, j, k)) - vec_dot(m->d, w, pair(m, unit, j, j));
}

static double score(const struct risk *risk, int64_t unit, const void *room, const void *answer)
{
    const unsigned char *y = answer;
    const double *gain = room;
    size_t n = bytes(risk, unit);
    double sum = 0;

    for (size_t j = 0; j < n; j++)
        sum += gain[j * n + y[j]];
    return sum;
}

/* Of all permutations of y_j .. y_(n - 1) the best: for n of a few. For larger n: the Hungarian method, O(n^3). */
static void search(const struct risk *risk, int64_t unit, const double *gain, unsigned char *y, size_t j, unsigned char *best)
{
    size_t n = bytes(risk, unit);

    if (j == n && score(risk, unit, gain, y) > score(risk, unit, gain, best))
        memcpy(best, y, n);
    for (size_t k = j; k < n; k++) {
        unsigned char was = y[j];
        y[j] = y[k], y[k] = was;
        search(risk, unit, gain, y, j + 1, best);
        y[k] = y[j], y[j] = was;
    }
}

static double worst(const struct risk *risk, int64_t unit, void *room, void *answer)
{
    unsigned char y[MATCHING_MOST];

    truth(risk, unit, y);
    truth(risk, unit, answer);
    search(risk, unit, room, y, 0, answer);
    return score(risk, unit, room, answer);
}

static double loss(const struct risk *risk, int64_t unit, const void *answer)
{
    double wrong = 0;

    for (size_t j = 0; j < bytes(risk, unit); j++)
        wrong += ((const unsigned char *)answer)[j] != j;
    return wrong;
}

static void move(const struct risk *risk, int64_t unit, size_t count, const void *answers, const double *t, double *w)
{
    const struct matching *m = risk->self;
    const unsigned char *y = answers;

    for (size_t k = 0; k < count; k++)
        for (size_t j = 0; j < m->n; j++, y++) {
            vec_add(m->d, t[k], pair(m, unit, j, *y), w);
            vec_add(m->d, -t[k], pair(m, unit, j, j), w);
        }
}

static double distance(const struct risk *risk, int64_t unit, const void *a, const void *b)
{
    const double one = 1, less = -1;
    double psi[MATCHING_FEATURES] = {0};

    move(risk, unit, 1, a, &one, psi);
    move(risk, unit, 1, b, &less, psi);
    return vec_sqnorm(risk->dim, psi);
}

/* R(w) and its plane, for the engines that ask for no more: by the oracle. */
static double eval(const struct risk *risk, const double *w, double *a, double *b)
{
    double room[MATCHING_MOST * MATCHING_MOST];
    unsigned char answer[MATCHING_MOST];

    return risk_oracle_eval(risk, w, room, answer, a, b);
}

struct risk matching_risk(struct matching *m)
{
    static const struct oracle_ops ops = {begin, cost, bytes, truth, enter, worst, score, loss, distance, move};

    return (struct risk){.self = m,
                         .eval = eval,
                         .oracle_ops = &ops,
                         .traits = RISK_ANY | RISK_BOUNDED | RISK_LIPSCHITZ | RISK_ORACLE,
                         .dim = m->d,
                         .units = m->units,
                         .at_zero = (double)m->n, /* all wrong */
                         .scale = (double)m->n};
}
