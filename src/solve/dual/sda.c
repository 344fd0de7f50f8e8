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
 *   alpha_i = argmax of D    step_one of risk/sweep_kernels.c, which asks each loss for its `step`
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
 * Where alpha_i is a distribution over the answers of a unit its steps are exponentiated gradients
 * (exponentiated.h).
 *
 * After many epochs with one active set D is maximised over the last changes of alpha, too
 * (subspace.h): where w = v, and b is no weight of its own. The first epochs: starts.h. */
#include <math.h>
#include <string.h>

#include "data/matrix.h"
#include "risk/dual.h"
#include "risk/lanes.h"
#include "solve/dual/exponentiated.h"
#include "solve/dual/sda_lanes.h"
#include "solve/dual/starts.h"
#include "solve/dual/subspace.h"

/* The state of a run: alpha is x->alpha, v and w are those of the map. */
struct ascent {
    const struct problem *p;
    struct point *x;
    struct active_set active;
    struct dual_map map;
    struct sweep s;
    struct gauge gauge;
    struct looks looks;
    struct subspace plane;
    int32_t epoch; /* so many were made; of the last one: */
    double gain;   /* the sum of what risk_sweep returned */
    double steps;
};

/* D is a quadratic along the changes of alpha (subspace.h). */
static bool has_plane(const struct problem *p)
{
    return p->risk->traits & RISK_QUADRATIC && p->reg->traits & REG_QUADRATIC &&
           p->risk->borders == 0;
}

static enum status ascent_init(struct ascent *a, const struct problem *p, struct point *x,
                               struct arena *arena)
{
    const struct risk *risk = p->risk;
    bool shrinks = p->set[SDA_SHRINK] > 0;
    struct dual_map map = dual_map_make(p, arena);

    *a = (struct ascent){.p = p, .x = x, .map = map, .looks.smooth = risk->traits & RISK_SMOOTH};
    active_init(&a->active, p, shrinks, arena);
    gauge_init(&a->gauge, p, arena);
    a->s = (struct sweep){.sigma = map.sigma,
                          .sqnorm = a->active.sqnorm,
                          .alpha = point_dual(x, risk),
                          .v = map.v,
                          .w = map.w,
                          .update = dual_map_support,
                          .context = &a->map};
    if (risk->outputs > 1 && shrinks)
        a->s.near = arena_get(arena, risk->units * sweep_near(risk->outputs), sizeof *a->s.near);
    if (has_plane(p))
        subspace_init(&a->plane, risk, arena);
    return arena->failed || !a->s.alpha ? ERR_SYSTEM : OK;
}

/* One epoch: exact steps on the units of a new permutation of the active set, until a limit is
 * passed. */
static void ascend(struct ascent *a, const struct monitor *m)
{
    a->gain = 0;
    a->steps = 0;
    active_begin(&a->active, a->looks.count);
    a->s.order = a->active.order;
    a->s.moved = a->active.moved;
    for (bool first = true; first || !monitor_hurries(m); first = false) {
        if (!active_next(&a->active))
            break;
        a->s.count = a->active.visited;
        a->gain += risk_sweep(a->p->risk, &a->s); /* alpha_i = argmax of D along it; v, w follow */
        active_shrink(&a->active);
        a->steps += (double)a->s.count;
    }
    a->gauge.steps +=
        a->steps + subspace_step(&a->plane, a->steps, a->map.sigma, a->x->alpha, a->map.v);
    starts_move_bias(&a->gauge, &a->map);
    a->epoch++;
}

/* Tells J and D(alpha). False: leave. */
static bool look(struct ascent *a, struct monitor *m)
{
    bool goes_on;

    subspace_forget(&a->plane);
    goes_on = gauge_evaluate(&a->gauge, &a->map, a->x, &a->active, m);
    look_note(&a->looks, a->epoch, monitor_gap(m), a->gain);
    return goes_on;
}

/* The epochs while D alone rises, after a start from w, and those of a larger sigma. False:
 * leave. */
static bool first_epochs(struct ascent *a, struct monitor *m)
{
    bool rises = a->gauge.rising;

    if (rises && !starts_rise(&a->gauge, &a->map, a->x, &a->active, 0, m))
        return false;
    while (a->gauge.rising) {
        ascend(a, m);
        if (!starts_rise(&a->gauge, &a->map, a->x, &a->active, a->steps, m))
            return false;
    }
    while (starts_sigma_is_larger(&a->map) && !monitor_hurries(m)) {
        ascend(a, m);
        starts_reduce_sigma(&a->map, &a->s);
    }
    return !rises || look(a, m);
}

/* From the start or, where lanes have left the run, from there. */
static enum status ascend_on(const struct problem *p, struct point *x, const struct lane_left *left,
                             struct arena *arena, struct monitor *m)
{
    struct ascent a;
    bool goes_on;

    if (ascent_init(&a, p, x, arena) != OK)
        return ERR_SYSTEM;
    starts_begin(&a.gauge, &a.map, &a.s, x, &a.active);
    if (left) {
        size_t words = unit_words(p->risk->units);
        if (a.active.shrinks)
            memcpy(a.active.active, left->active, words * sizeof *left->active);
        a.epoch = left->epoch;
        a.looks = left->looks;
    }
    goes_on = first_epochs(&a, m);
    while (goes_on && a.epoch < MOST_EPOCHS) {
        ascend(&a, m);
        if (look_is_due(&a.looks, a.epoch, a.gain, monitor_tolerance(m)) || monitor_hurries(m))
            goes_on = look(&a, m);
    }
    return OK;
}

static enum status run(const struct problem *p, struct point *x, struct arena *arena,
                       struct monitor *m)
{
    if (p->risk->traits & RISK_GIBBS)
        return exponentiated_run(p, x, arena, m);
    return ascend_on(p, x, NULL, arena, m);
}

static enum status run_lanes(const struct lane *lane, size_t count, struct arena *arena)
{
    struct lane_left left[LANES];
    enum status status = sda_lanes_run(lane, count, arena, left);

    for (size_t k = 0; k < count && status == OK; k++) {
        struct arena own = {0};
        if (left[k].on)
            status = ascend_on(lane[k].p, lane[k].x, &left[k], &own, lane[k].m);
        arena_free(&own);
    }
    return status;
}

/* Passes to a gap of 1e-3: KINKED or BENT at q = 0, with smooth losses of several outputs
 * BENT_SEVERAL of the time of other engines' passes, and q more at q. With one output q is that of
 * the usual unit, for one of much larger |x_i|^2 is met by a step or two, and units that are not
 * coherent take SLOWEST sqrt(q) at most, with logarithms SLOWEST_BENT sqrt(q), and where they are
 * fewer than columns APART. Of what was seen these are the quicker runs: another engine may yet
 * follow. Tuned. */
static const double KINKED = 2.5, BENT = 6, BENT_SEVERAL = 25, SLOWEST = 4, SLOWEST_BENT = 1,
                    APART = 30;

/* Units come in random order: where the data has more than CACHED entries each takes the time of
 * MISS entries more than in a pass from row to row. With one output a step takes that of VISIT
 * entries besides its unit's, with kinks VISIT_KINKED, with logarithms VISIT_OTHER; with several,
 * of smooth losses, STEP times that of the slopes. Weights in groups make a pass PARTS times as
 * long. Tuned. */
static const double CACHED = 1e6, MISS = 25, VISIT = 12, VISIT_KINKED = 6, VISIT_OTHER = 60,
                    STEP = 5, PARTS = 4;

/* The passes that q adds. */
static double conditioned(const struct risk *risk, double q, double slowest)
{
    double usual = q;

    if (q > slowest * slowest)
        usual *= risk_evenness(risk);
    if (usual <= slowest * slowest || risk_is_coherent(risk))
        return usual;
    usual = slowest * sqrt(usual);
    return risk->dim > risk->units ? fmin(APART, usual) : usual;
}

static struct estimate estimate(const struct problem *p, double q)
{
    const struct risk *risk = p->risk;
    bool kinked = risk_has_flats(risk), logarithms = risk_has_logarithms(risk);
    double entries = risk->A ? matrix_work(risk->A) : 0, miss = entries > CACHED ? MISS : 0;
    double pass = problem_pass(p), visit = logarithms ? VISIT_OTHER : VISIT, step;
    struct estimate e = {.coordinates = true};

    if (risk->traits & RISK_GIBBS)
        return exponentiated_estimate(p, q);
    if (risk->outputs == 1) {
        e.passes = kinked ? KINKED : BENT;
        e.passes += conditioned(risk, q, logarithms ? SLOWEST_BENT : SLOWEST);
        miss += kinked ? VISIT_KINKED : visit;
    } else {
        e.passes = (kinked ? KINKED : BENT_SEVERAL) + q;
    }
    e.pass = pass + miss * (double)risk->units / fmax(1, entries);
    if (risk->outputs > 1 && !kinked) {
        step = e.pass + (STEP - 1) * (pass - 1);
        e.passes *= e.pass / step;
        e.pass = step;
    }
    if (p->reg->part)
        e.pass *= PARTS;
    return e;
}

const struct solver solver_sda = {
    .name = "sda",
    .help = "sequential dual ascent, Franc 2015; dual coordinate descent, Hsieh et al. 2008",
    .risk_needs = RISK_IMAGE | RISK_ASCENT,
    .reg_needs = REG_STRONG | REG_PARTS,
    .kinked_needs = RISK_DUAL,
    .max_passes = 100000,
    .setting = {[SDA_SHRINK] = {"shrink", 1, 0, 1, true, "0: visit every unit in every epoch"}},
    .run = run,
    .lanes = sda_lanes_apply,
    .run_lanes = run_lanes,
    .estimate = estimate};
