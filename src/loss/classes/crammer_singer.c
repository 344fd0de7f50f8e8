/* crammer_singer - l(z) = max_k [k != y] + z_k - z_y, the multiclass hinge. Crammer and Singer
 * (JMLR 2, 2001). Below, v_k = [k != y] + z_k - z_y. */
#include "math/project_simplex.h"
#include "loss/classes/classes.h"
#include "loss/loss.h"

static inline double lead(size_t own, size_t o, const double *z)
{
    return o == own ? 0 : 1 + (z[o] - z[own]);
}

/* The class of the greatest v, y itself if none is greater. What is no number counts as great. */
static inline size_t rival(size_t k, double y, const double *z)
{
    size_t own = (size_t)y, best = own;
    double most = 0;

    for (size_t o = 0; o < k; o++) {
        double v = lead(own, o, z);
        if (v > most || isnan(v)) {
            best = o;
            most = v;
        }
    }
    return best;
}

static double vector_value(double p, size_t k, double y, const double *z)
{
    (void)p;
    return lead((size_t)y, rival(k, y, z), z);
}

static void vector_slope(double p, size_t k, double y, const double *z, double *u)
{
    (void)p;
    for (size_t o = 0; o < k; o++)
        u[o] = 0;
    u[rival(k, y, z)] = 1;
    classes_slope(k, y, u);
}

/* -sum over k != y of p_k */
static double vector_dual(double p, size_t k, double y, const double *u)
{
    double sum = 0;

    (void)p;
    for (size_t o = 0; o < k; o++)
        sum -= o == (size_t)y ? 0 : u[o];
    return classes_feasible(k, y, u) ? sum : INFINITY;
}

/* p+ = the nearest point of the simplex to p + v/q; q = 0 (an empty row): a best vertex, unless p
 * is as good. */
static void vector_step(double p, size_t k, double y, const double *z, double *u, double q)
{
    size_t own = (size_t)y, best = rival(k, y, z);
    double most = lead(own, best, z), lost = 0;

    (void)p;
    u[own] += 1;
    for (size_t o = 0; o < k && q == 0; o++)
        lost += u[o] * (most - lead(own, o, z));
    if (q > 0)
        for (size_t o = 0; o < k; o++) {
            double gain = (lead(own, o, z) - most) / q;
            u[o] += gain < -2 ? -2 : gain; /* out of reach already */
        }
    else if (lost > 0)
        for (size_t o = 0; o < k; o++)
            u[o] = o == best;
    project_simplex(k, u);
    classes_slope(k, y, u);
}

#include "loss/classes/vector_template.h"

const struct loss_row loss_crammer_singer = {
    .name = "crammer-singer",
    .help = "max_k [k != y] + z_k - z_y, the multiclass hinge",
    .task = TASK_MULTICLASS,
    .traits = LOSS_SCORES | LOSS_POSITIVE | LOSS_LIPSCHITZ,
    .formula = &formula};
