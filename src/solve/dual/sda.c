/* sda - sequential dual ascent: one exact step on one dual variable at a time.
 *
 * Franc: Online solvers for convex risk minimization (lecture, 2015), part A. For the hinge it is
 * the dual coordinate descent of Hsieh et al. (ICML 2008), for other losses the closed forms of
 * SDCA (Shalev-Shwartz, Zhang, JMLR 14, 2013), for other Omega prox-SDCA (the same authors, Math.
 * Program. 155, 2016).
 *
 *   paper                    here
 *   alpha                    x->alpha: a slope alpha_i of each unit's loss
 *   lambda                   sigma, the curvature of Psi = lambda Omega; more in the first epochs
 *   v = -(1/lambda) sum_i    sweep.v, kept up with alpha
 *       c_i alpha_i x_i
 *   w = grad Psi*(sigma v)   sweep.w; v itself where Psi(w) = sigma |w|^2/2
 *   i = 1, 2, ...            a new permutation of the active set in each epoch
 *   alpha_i = argmax of D    risk_sweep: the step stands in risk/dual.h and in each loss's `step`
 *   gap                      J - D(alpha), J at w(alpha) or at a multiple of it: told to the
 *                            monitor (gauge.h)
 *
 * A bias b that is not regularized (starts.h) asks for sum_i c_i alpha_i = 0. Its term in J is
 * sigma/2 |b/s - e|^2, and e becomes b/s after each epoch: proximal points (Rockafellar, SIAM J.
 * Control Optim. 14, 1976), for D the method of multipliers. b/s is one more entry of v, of a
 * feature s in each row: v_b = e - (s/sigma) sum_i c_i alpha_i, and v_b + (v_b - e) with e = v_b.
 *
 * Shrinking (active_set.h): a unit whose steps change nothing leaves the active set. An evaluation
 * of the gap needs all scores <w, x_i>: with them each unit whose step at w would change alpha
 * returns, so that no epoch after the first is one of all units. Of the scores of a unit those that
 * can change are visited more often (sweep.near).
 *
 * After many epochs with one active set D is maximised over the last changes of alpha, too
 * (subspace.h): where w = v, and b is no weight of its own. The first epochs: starts.h. */
#include "risk/dual.h"
#include "solve/dual/starts.h"
#include "solve/dual/subspace.h"

enum { SHRINK };

/* No epoch is numbered higher: 1 + (1 + LATEST) epoch fits an int32_t. */
enum { MOST_EPOCHS = INT32_MAX / 4 };

/* One epoch: exact steps on the units of a new permutation of the active set, until a limit is
 * passed. Returns the sum of what risk_sweep returns; adds to *steps. */
static double epoch_of_steps(const struct problem *p, struct active_set *active, int evaluations,
                             struct sweep s, const struct monitor *m, double *steps)
{
    double sum = 0;

    active_begin(active, evaluations);
    s.order = active->order;
    s.moved = active->moved;
    for (bool first = true; first || !monitor_hurries(m); first = false) {
        if (!active_next(active))
            break;
        s.count = active->visited;
        sum += risk_sweep(p->risk, &s); /* alpha_i = argmax of D along it; v, w follow */
        active_shrink(active);
        *steps += (double)s.count;
    }
    return sum;
}

/* D is a quadratic along the changes of alpha (subspace.h). */
static bool has_plane(const struct problem *p)
{
    return p->risk->traits & RISK_QUADRATIC && p->reg->traits & REG_QUADRATIC &&
           p->risk->borders == 0;
}

static enum status run(const struct problem *p, struct point *x, struct arena *arena,
                       struct monitor *m)
{
    size_t outputs = p->risk->dual_size / p->risk->units;
    struct active_set active;
    struct dual_map map = dual_map_make(p, arena);
    struct sweep s = {.sigma = map.sigma, .alpha = point_dual(x, p->risk), .v = map.v, .w = map.w};
    struct gauge gauge;
    struct subspace plane = {0};
    struct looks looks = {.smooth = p->risk->traits & RISK_SMOOTH};

    active_init(&active, p, p->set[SHRINK] > 0, arena);
    gauge_init(&gauge, p, arena);
    s.sqnorm = active.sqnorm;
    s.update = dual_map_support;
    s.context = &map;
    if (outputs > 1 && p->set[SHRINK] > 0)
        s.near = arena_get(arena, p->risk->units * sweep_near(outputs), sizeof *s.near);
    if (has_plane(p))
        subspace_init(&plane, p->risk, arena);
    if (arena->failed || !s.alpha)
        return ERR_SYSTEM;
    starts_begin(&gauge, &map, &s, x, &active);
    if (gauge.rising && !starts_rise(&gauge, &map, x, &active, 0, m))
        return OK;
    for (int32_t epoch = 1; epoch < MOST_EPOCHS; epoch++) {
        bool rising = gauge.rising;
        double steps = 0, gain = epoch_of_steps(p, &active, looks.count, s, m, &steps);
        gauge.steps += steps + subspace_step(&plane, steps, map.sigma, x->alpha, map.v);
        starts_move_bias(&gauge, &map);
        if (starts_continue(&map, &s, m))
            continue;
        if (rising && !starts_rise(&gauge, &map, x, &active, steps, m))
            break;
        if (gauge.rising ||
            (!rising && !look_is_due(&looks, epoch, gain, monitor_tolerance(m)) &&
             !monitor_hurries(m)))
            continue;
        subspace_forget(&plane);
        if (!gauge_evaluate(&gauge, &map, x, &active, m))
            break;
        looks = (struct looks){looks.smooth, epoch, looks.count + 1, monitor_gap(m), gain, gain};
    }
    return OK;
}

const struct solver solver_sda = {
    .name = "sda",
    .help = "sequential dual ascent, Franc 2015; dual coordinate descent, Hsieh et al. 2008",
    .risk_needs = RISK_IMAGE | RISK_DUAL,
    .reg_needs = REG_STRONG | REG_SEPARABLE,
    .max_passes = 100000,
    .setting = {[SHRINK] = {"shrink", 1, 0, 1, true, "0: visit every unit in every epoch"}},
    .run = run};
