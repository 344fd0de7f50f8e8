/* pairwise - sequential dual ascent along the worst and the best answer of a unit: sequential
 * dual method.
 *
 * Keerthi, Sundararajan, Chang, Hsieh, Lin (KDD 2008), with one pair at a time; Franc's lecture
 * (2015), part A. One step of unit i (answers.h):
 *     u = argmax_y s_i(y)                                      the oracle, and what is kept
 *     v = argmin over alpha_i(v) > 0 of s_i(v)
 *     t = min(alpha_i(v), lambda (s_i(u) - s_i(v))/(c_i |Psi_i(u) - Psi_i(v)|^2))
 *     alpha_i(u) += t, alpha_i(v) -= t, w = w - (c_i/lambda) t (Psi_i(u) - Psi_i(v)) */
#include "solve/oracle/answers.h"

static void step(struct answers *a)
{
    size_t u = answers_largest(a), v = u;

    for (size_t k = 0; k < a->count; k++)
        if (a->alpha[k] > 0 && a->s[k] < a->s[v])
            v = k;
    if (v != u)
        answers_shift(a, u, v, answers_step(a, u, v));
}

static enum status run(const struct problem *p, struct point *x, struct arena *arena,
                       struct monitor *m)
{
    return answers_run(p, x, arena, m, step);
}

const struct solver solver_sda_pairwise = {
    .name = "sda:pairwise",
    .help = "dual ascent along the worst and the best answer, Keerthi et al. 2008",
    .risk_needs = RISK_ORACLE,
    .reg_needs = REG_QUADRATIC,
    .max_passes = ANSWERS_PASSES,
    .setting = ANSWERS_SETTINGS,
    .run = run};
