/* maxgain - sequential dual ascent along the pair of answers that gains most (FASOLE).
 *
 * Franc's lecture (2015), part A. One step of unit i (answers.h), d(u, v) = |Psi_i(u) -
 * Psi_i(v)|^2:
 *     u = argmax_y s_i(y)                                      the oracle, and what is kept
 *     over the v with alpha_i(v) > 0, s_i(v) < s_i(u):
 *         t = min(alpha_i(v), lambda (s_i(u) - s_i(v))/(c_i d(u, v)))
 *         gain of D = c_i t (s_i(u) - s_i(v) - t c_i d(u, v)/(2 lambda))
 *     v = argmax gain
 *     alpha_i(u) += t, alpha_i(v) -= t, w = w - (c_i/lambda) t (Psi_i(u) - Psi_i(v)) */
#include "solve/oracle/answers.h"

static double gain(const struct answers *a, size_t u, size_t v)
{
    double t = answers_step(a, u, v);

    return t * (a->s[u] - a->s[v] - t * a->q * answers_distance(a, u, v) / 2);
}

static void step(struct answers *a)
{
    size_t u = answers_largest(a), best = u;
    double most = 0;

    for (size_t v = 0; v < a->count; v++)
        if (a->alpha[v] > 0 && a->s[v] < a->s[u] && gain(a, u, v) > most) {
            best = v;
            most = gain(a, u, v);
        }
    if (best != u)
        answers_shift(a, u, best, answers_step(a, u, best));
}

static enum status run(const struct problem *p, struct point *x, struct arena *arena,
                       struct monitor *m)
{
    return answers_run(p, x, arena, m, step);
}

const struct solver solver_sda_maxgain = {
    .name = "sda:maxgain",
    .help = "dual ascent along the pair of answers that gains most (FASOLE), Franc 2015",
    .risk_needs = RISK_ORACLE,
    .reg_needs = REG_QUADRATIC,
    .max_passes = ANSWERS_PASSES,
    .setting = ANSWERS_SETTINGS,
    .run = run,
    .estimate = answers_estimate};
