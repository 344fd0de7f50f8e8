/* auto - engines that complement each other: where one is slow, another is fast.
 *
 *   1 sequential dual ascent, where risk and regularizer admit it and Newton's method would take
 *     more than a few passes: it solves most problems in few passes
 *   2 what comes next as soon as the first would take longer, the gap falling as fast as lately
 *     (handover.h), from the best point and the dual point: proximal:newton, where it is admitted;
 *     else the optimised cutting planes; but accelerated gradients for a smooth risk of wide data
 *     where the master problem over planes is no quadratic program, and costs products of the width
 *   3 cutting planes, should Newton's method come to its end before the gap is met
 *   4 proximal, where there is no Newton's method and the gap of the last one stands: its radius
 *     finds a size of w that other steps miss
 * A start w without a dual point has a loss with kinks begin with the first, too.
 * A risk without a floor has no dual ascent: there a few cutting planes open in its place;
 * in a ball (reg.h) so they do for a loss with kinks, and over many columns planes or gradients. */
#include "solve/auto.h"

#include <math.h>

#include "data/matrix.h"
#include "risk/dual.h"
#include "solve/planes/master.h"
#include "solve/newton/newton_system.h"

extern const struct solver solver_sda, solver_linesearch_ocas, solver_agm, solver_proximal_newton,
    solver_proximal;

/* Passes for dual ascent before planes or gradients: SDA_PASSES max(1, dim/WIDE), for the time and
 * memory of planes grow with dim. For several scores a unit and a loss with kinks the 1 becomes
 * SEVERAL, for there a search along a line costs as much as many passes. Tuned. */
enum { SDA_PASSES = 20, WIDE = 1000, SEVERAL = 8 };

/* What proximal:newton takes to a gap of 1e-3 in the time of so many passes from row to row: sums
 * over all rows, and steps, each a pass and the solution of a system; KINKED_WIDE: by conjugate
 * gradients. Tuned, right to a factor of 3. */
struct course {
    double sums, steps;
};
static const struct course SMOOTH = {1.5, 5}, KINKED = {1.5, 8}, KINKED_WIDE = {0, 40};

/* Newton's method comes first where the estimate is at most so many passes: fewer epochs of dual
 * ascent hardly meet a gap of 1e-3. Where q, the mean of c_i |x_i|^2/sigma, is small, at most
 * `small` passes: dual ascent of a loss with kinks then takes few of them, and Newton's method
 * more than its estimate. A bias that is not regularized takes dual ascent more passes: there q
 * says less. Tuned. */
struct at_once {
    double passes, q, small; /* for q at most `q` */
};
static const struct at_once AT_ONCE = {8, 4, 2.5}, AT_ONCE_SMOOTH = {25, 0, 25},
                            AT_ONCE_QUADRATIC = {25, 0.5, 12}, AT_ONCE_KINKED = {8, 0, 8};

/* A pass of dual ascent takes rows in random order: where the data has more than CACHED entries
 * each row costs MISS entries more than in a pass from row to row. Tuned. */
static const double CACHED = 1e6, MISS = 25;

static double ascent_pass(const struct risk *risk)
{
    double entries = matrix_work(risk->A);

    return entries > CACHED ? 1 + MISS * (double)risk->units / entries : 1;
}

/* Dual ascent is not judged in its first passes, LEAST of the estimate, or LEAST_DIRECT if that
 * is less: with a large C its gap stands for long and then falls. Tuned. */
static const double LEAST = 0.1, LEAST_DIRECT = 25;

/* Dual ascent of a loss with kinks and several scores takes about ASCENT q passes to a gap of
 * 1e-3, q the mean of c_i |x_i|^2/sigma. Where that is more than the estimate of Newton's
 * method, that one comes first. Else dual ascent is not judged before LEAST_SEVERAL passes, 15
 * of which may have had a larger sigma (sda.c), nor ended by force before MOST_SEVERAL times the
 * estimate. Tuned. */
static const double ASCENT = 2, LEAST_SEVERAL = 25, MOST_SEVERAL = 2;

/* With one score they are at least ASCENT_ONE q where that is many; on wide text, where Newton's
 * steps are by conjugate gradients, they are fewer. A smooth loss takes ASCENT_ONE_SMOOTH q or
 * more. Tuned. */
static const double ASCENT_ONE = 0.2, ASCENT_ONE_SMOOTH = 0.02;

/* Risks that share the first sum run side by side, each on one thread, where dual ascent of few
 * passes is quicker for a smooth loss, too: there they are at least ASCENT_SHARED q. Tuned. */
static const double ASCENT_SHARED = 0.35;

/* From a start w sda finds the dual point in a few passes even where Newton's method is faster
 * from w = 0: it has RECOVERY passes. Tuned. */
static const double RECOVERY = 10;

/* Passes of cutting planes on a risk without a floor, before Newton's method. Where the estimate
 * is at most AT_ONCE_HOMOGENEOUS Newton's method comes first.
 *
 * In a ball, too, of a loss with kinks: a small ball asks for fewer passes of planes than of
 * Newton's method, a large one for several times as many. Over many columns no ball was found
 * for which Newton's method is quicker: there it follows when planes or gradients stall. Tuned. */
enum { OPENING = 20 };
static const double AT_ONCE_HOMOGENEOUS = 25;

static struct handover to_the_end(void)
{
    return (struct handover){.most = INFINITY, .follower = INFINITY};
}

/* Smooth, but not huber nor huber-hinge: their l* is a quadratic on an interval, l' constant on
 * both sides of another one. For these Newton's method takes as many steps as for losses with
 * kinks. Tuned. */
static bool is_smooth(const struct risk *risk)
{
    const unsigned both = RISK_QUADRATIC | RISK_LIPSCHITZ;

    return risk->traits & RISK_SMOOTH && ((risk->traits & both) != both || risk->borders > 0);
}

/* A loss with kinks and several scores */
static bool several_kinked(const struct risk *risk)
{
    return risk->dual_size > risk->units && !(risk->traits & RISK_SMOOTH);
}

/* When dual ascent makes way for Newton's method. */
static struct handover to_newton(const struct risk *risk)
{
    struct newton_passes each = newton_system_passes(risk);
    const struct course *kinked = each.direct ? &KINKED : &KINKED_WIDE;
    const struct course *c = is_smooth(risk) ? &SMOOTH : kinked;
    double sums = c->sums > 0 ? each.first + (c->sums - 1) * each.sum : 0;
    double passes = (sums + c->steps * (1 + each.solution)) / ascent_pass(risk);

    if (each.direct && several_kinked(risk))
        return (struct handover){
            .least = LEAST_SEVERAL, .most = MOST_SEVERAL * passes, .follower = passes};
    return (struct handover){
        .least = each.direct ? fmin(LEAST * passes, LEAST_DIRECT) : LEAST * passes,
        .most = passes,
        .follower = passes};
}

/* When dual ascent makes way for planes or gradients. */
static struct handover to_planes(const struct risk *risk)
{
    double width = (double)risk->dim / WIDE, several;

    several = several_kinked(risk) ? SEVERAL : 1;
    return (struct handover){.most = SDA_PASSES * fmax(several, width), .follower = INFINITY};
}

static bool admits(const struct solver *solver, const struct problem *p)
{
    return solver_admits(solver, p->risk->traits, p->reg);
}

/* True if other risks have the first sum of Newton's method, too. */
static bool shares(const struct risk *risk)
{
    return risk->traits & RISK_NEWTON && risk->shared.problems > 1;
}

/* q */
static double curvature(const struct problem *p)
{
    return risk_unit_curvature(p->risk) / problem_curvature(p);
}

/* Passes of dual ascent to a gap of 1e-3, where they can be told; else 0. */
static double ascent_passes(const struct problem *p)
{
    const struct risk *risk = p->risk;
    bool smooth = is_smooth(risk), several = risk->dual_size > risk->units;
    double one = smooth ? ASCENT_ONE_SMOOTH : ASCENT_ONE, share = several ? ASCENT : one;

    if (shares(risk))
        share = ASCENT_SHARED;
    if (several ? smooth : !newton_system_passes(risk).direct)
        return 0;
    return share * curvature(p);
}

static const struct at_once *at_once(const struct risk *risk)
{
    bool smooth = is_smooth(risk) && !shares(risk);

    if (shares(risk) || risk->borders > 0)
        return smooth ? &AT_ONCE_SMOOTH : &AT_ONCE_KINKED;
    if (!smooth)
        return &AT_ONCE;
    return risk->traits & RISK_QUADRATIC ? &AT_ONCE_QUADRATIC : &AT_ONCE_SMOOTH;
}

/* Whether dual ascent comes before an engine that takes the time of so many passes. */
static bool ascends(const struct problem *p, double follower)
{
    const struct at_once *a = at_once(p->risk);

    if (follower <= a->small) /* no pass over all rows for the next */
        return false;
    if (follower <= a->passes && curvature(p) > a->q)
        return false;
    return follower > ascent_passes(p);
}

/* Planes or gradients. */
static const struct solver *closing(const struct problem *p)
{
    bool gradients =
        p->risk->dim > WIDE && p->risk->traits & RISK_SMOOTH && !master_is_quadratic(p->reg);

    return gradients ? &solver_agm : &solver_linesearch_ocas;
}

/* The same for a ball, in which Newton's method is admitted. */
static const struct solver *opening_in_ball(const struct problem *p, struct handover *first)
{
    if (!newton_system_passes(p->risk).direct)
        *first = to_the_end();
    else if (p->risk->traits & RISK_SMOOTH)
        return NULL;
    else
        first->most = OPENING;
    return closing(p);
}

/* The engine that comes before Newton's method, or before planes or gradients; NULL: none. */
static const struct solver *opening(const struct problem *p, bool newton, struct handover *first)
{
    if (admits(&solver_sda, p)) {
        first->most = fmax(first->most, AT_ONCE.passes);
        return ascends(p, first->follower) ? &solver_sda : NULL;
    }
    if (newton && !(p->reg->traits & REG_SEPARABLE))
        return opening_in_ball(p, first);
    if (!newton || p->risk->traits & RISK_BOUNDED || first->follower <= AT_ONCE_HOMOGENEOUS)
        return NULL;
    first->most = OPENING;
    return &solver_linesearch_ocas;
}

/* Whether `proximal` follows planes or gradients. */
static bool proximal_follows(const struct problem *p)
{
    return !admits(&solver_proximal_newton, p) && admits(&solver_proximal, p);
}

/* Newton's method for a loss with kinks has to know a dual point, or w = 0 were as good a start. */
static bool wants_dual(const struct problem *p)
{
    return !(p->risk->traits & RISK_SMOOTH) && admits(&solver_sda, p);
}

const struct solver *auto_first(const struct problem *p, bool warm, struct handover *first)
{
    bool newton = admits(&solver_proximal_newton, p);
    const struct solver *opens;

    *first = newton ? to_newton(p->risk) : to_planes(p->risk);
    opens = opening(p, newton, first);
    if (opens)
        return opens;
    if (warm && newton && wants_dual(p)) {
        *first = (struct handover){.most = RECOVERY, .follower = INFINITY};
        return &solver_sda;
    }
    *first = to_the_end();
    return newton ? &solver_proximal_newton : closing(p);
}

/* Whether the run goes on, and another engine may. */
static bool goes_on(enum status status, enum verdict why, const struct monitor *m)
{
    return status == OK && (why == OUT_OF_PASSES || why == STALLED) && !monitor_hurries(m);
}

static enum status run(const struct problem *p, struct point *x, struct arena *arena,
                       struct monitor *m)
{
    struct handover handover, end = to_the_end();
    bool warm = x->z && !point_has_dual(x, p->risk);
    const struct solver *first = auto_first(p, warm, &handover), *last = closing(p);
    enum verdict why = OUT_OF_PASSES;
    enum status status = solver_stage(first, p, x, &handover, m, &why);
    bool newton = admits(&solver_proximal_newton, p);

    (void)arena; /* each stage has its own */
    if (first != &solver_proximal_newton && newton && goes_on(status, why, m))
        status = solver_stage(&solver_proximal_newton, p, x, &end, m, &why);
    if ((first != last || newton) && goes_on(status, why, m))
        status = solver_stage(last, p, x, &end, m, &why);
    if (proximal_follows(p) && goes_on(status, why, m))
        status = solver_stage(&solver_proximal, p, x, &end, m, &why);
    return status;
}

const struct solver solver_auto = {
    .name = "auto",
    .help = "sda while it is quick, then proximal:newton, linesearch:ocas, agm or proximal",
    .risk_needs = RISK_IMAGE,
    .max_passes = 100000,
    .run = run};
