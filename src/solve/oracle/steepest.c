/* steepest - sequential dual ascent towards the worst answer: block-coordinate Frank-Wolfe.
 *
 * Lacoste-Julien, Jaggi, Schmidt, Pletscher (ICML 2013); Franc's lecture (2015), part A. With
 * Psi_i(alpha_i) = sum_v alpha_i(v) Psi_i(v), one step of unit i (answers.h):
 *     u = argmax_y s_i(y)                                      the oracle
 *     tau = min(1, lambda G_i/(c_i |Psi_i(u) - Psi_i(alpha_i)|^2))
 *     alpha_i = (1 - tau) alpha_i + tau [y = u]
 *     w = w - (c_i/lambda) tau (Psi_i(u) - Psi_i(alpha_i)) */
#include "solve/oracle/answers.h"

/* |Psi(u) - Psi(alpha)|^2 = sum_v alpha(v) d(u, v) - 1/2 sum_v,v' alpha(v) alpha(v') d(v, v') */
static double distance_to_mean(const struct answers *a, size_t u)
{
    double sum = 0;

    for (size_t v = 0; v < a->count; v++) {
        double spread = 0;
        for (size_t k = 0; k < v; k++)
            spread += a->alpha[k] * answers_distance(a, v, k);
        sum += a->alpha[v] * (answers_distance(a, u, v) - spread);
    }
    return sum;
}

static void step(struct answers *a)
{
    size_t u = answers_largest(a);
    double gain = a->s[u] - answers_mean(a);
    double curve = a->q * distance_to_mean(a, u), tau = gain < curve ? gain / curve : 1;

    for (size_t v = 0; v < a->count; v++)
        if (v != u)
            answers_shift(a, u, v, tau * a->alpha[v]);
}

static enum status run(const struct problem *p, struct point *x, struct arena *arena,
                       struct monitor *m)
{
    return answers_run(p, x, arena, m, step);
}

const struct solver solver_sda_steepest = {
    .name = "sda:steepest",
    .help = "dual ascent towards the worst answer, Lacoste-Julien et al. 2013",
    .risk_needs = RISK_ORACLE,
    .reg_needs = REG_QUADRATIC,
    .max_passes = ANSWERS_PASSES,
    .setting = ANSWERS_SETTINGS,
    .run = run};
