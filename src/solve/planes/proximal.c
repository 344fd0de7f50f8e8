/* proximal - the bundle method with proximal terms of chosen strength.
 *
 * Do, Le, Foo: Proximal Regularization for Online and Batch Learning (ICML 2009), section 4,
 * Algorithm 4, with the optimistic radius of their section 3.3. Where the paper prints w_{t+1} =
 * argmin P_t, P'_t is meant.
 *   paper                 here
 *   l, lambda/2 |w|^2     the risk R, Psi = lambda Omega; lambda is sigma, the curvature of Psi
 *   a_t, b_t, A_t         s.a, b: the plane that touches R at w_t; |a|
 *   t, tau_t, tau_{1:t}   phase.t, tau, phase.taus
 *   R                     phase.radius
 *   sum_i tau_i w_i       phase.W
 *   P'_t(w)/t             the cutting-plane model of J + S/2 |w - c|^2, S = tau_{1:t}/t,
 *                         c = W/tau_{1:t}, but for a constant: a master problem with a proximal
 *                         term (master_prox)
 *   beta = alpha/t        the weights of the planes in dual PROXIMAL
 *
 * Not in the paper:
 * - The bound comes from BMRM's master problem over the same planes, dual BOUND. Where Omega has
 *   kinks or bounds that bound is often sharp long before w_t is near the optimum: every few steps
 *   J is evaluated at the minimum of that model, too.
 * - A new phase keeps w and the planes.
 * - A phase also ends when it is stale: tau_{1:t} > stale r sqrt(t), r of the latest step (step 4).
 *   With this r in all steps tau_{1:t} <= r sqrt(t/2): by induction, for tau_{1:t} grows most at
 *   lambda = 0, from T to (T + sqrt(T^2 + r^2))/2. What larger slopes of earlier steps have added
 *   to tau_{1:t} only holds w back. */
#include <math.h>

#include "math/vec.h"
#include "solve/planes/master.h"
#include "solve/solver.h"

enum { PLANES, RADIUS, STALE }; /* settings; STALE is tuned */
enum { PROXIMAL, BOUND };       /* the two duals over the planes */

/* After each EVERY steps J is evaluated at the minimum of the model of dual BOUND: a pass more.
 * Tuned. */
enum { EVERY = 4 };

/* J at that minimum above the best value by more than SLACK times the gap makes a null step
 * (master.h), as in bundle.c. Tuned. */
static const double SLACK = 0.03;

struct proximal {
    const struct problem *p;
    struct monitor *m;
    struct master master;
    double *a;   /* dim: the slope of the latest plane */
    double dual; /* the latest bound */
    enum status status;
};

/* A phase: the steps since R was last too small, or tau_{1:t} stale. */
struct phase {
    double *W; /* dim */
    double t, taus, radius;
    double r; /* (sigma R + A_t)/R of the latest step, A_t with the growth of Psi */
};

/* Step 3: *J at w, a_t in dl(w_t), and one plane more, (a_t, b_t). False: leave the loop. */
static bool cut(struct proximal *s, double *w, double *J)
{
    double b, R = problem_eval(s->p, monitor_best(s->m), w, s->a, &b);

    *J = problem_primal(s->p, R, w);
    if (!monitor_tick(s->m, *J, s->dual, w))
        return false;
    s->status = master_add(&s->master, s->a, b);
    return s->status == OK;
}

/* Step 4: tau_t = (-s + sqrt(s^2 + r^2))/2, s = lambda t + tau_{1:t-1}, r = (lambda R + A_t)/R,
 * where lambda R + A_t bounds the slope of J on |w| <= R. Under an Omega with kinks A_t has their
 * slope added, for which the growth of Psi stands, a lower bound on it. */
static void weigh(struct phase *f, const struct problem *p, const double *a, const double *w)
{
    size_t n = p->risk->dim;
    double sigma = problem_curvature(p), tau;

    f->t++;
    f->r = sigma + (sqrt(vec_sqnorm(n, a)) + problem_growth(p)) / f->radius;
    tau = prox_strength(sigma * f->t + f->taus, f->r);
    f->taus += tau;
    vec_add(n, tau, w, f->W);
}

/* Where |w_{t+1}| >= R, R was too small: R <- sqrt(2) R, and a new phase; stale phases end as
 * well. */
static void end_phase(struct phase *f, size_t n, const double *w, double stale)
{
    bool small = vec_sqnorm(n, w) >= f->radius * f->radius;

    if (!small && f->taus <= stale * f->r * sqrt(f->t))
        return;
    f->radius *= small ? sqrt(2) : 1;
    f->t = 0;
    f->taus = 0;
    vec_fill(n, 0, f->W);
}

static enum status run(const struct problem *p, struct point *x, struct arena *arena,
                       struct monitor *m)
{
    size_t n = p->risk->dim;
    double *w = x->w, *lowest = arena_doubles(arena, n), *centre = arena_doubles(arena, n);
    double J, trial = -INFINITY;
    struct proximal s = {.p = p, .m = m, .a = arena_doubles(arena, n), .dual = -INFINITY};
    struct phase phase = {.W = arena_doubles(arena, n),
                          .radius = fmin(p->set[RADIUS], problem_radius(p))};
    struct target target;

    s.status = master_init(&s.master, p, (size_t)p->set[PLANES], DUALS);
    if (arena->failed)
        s.status = ERR_SYSTEM;
    if (s.status == OK)
        s.status = master_start(&s.master, x, s.a);
    for (long step = 1; s.status == OK && cut(&s, w, &J); step++) { /* 3 */
        weigh(&phase, p, s.a, w);                                   /* 4 */
        vec_combine(n, 1 / phase.taus, phase.W, 0, phase.W, centre);
        target = monitor_target(m, SLACK, trial);
        master_prox(&s.master, PROXIMAL, phase.taus / phase.t, centre, target.tolerance, w); /* 5 */
        s.dual = master_minimise(&s.master, BOUND, &target, s.a, lowest);
        trial = -INFINITY;
        if (!master_is_quadratic(p->reg) && step % EVERY == 0 && !cut(&s, lowest, &trial))
            break;
        end_phase(&phase, n, w, p->set[STALE]);
        planes_drop_idle(&s.master.planes);
    }
    master_free(&s.master);
    return s.status;
}

/* To a gap of 1e-3 at q = 0. A pass has two master problems. Tuned. */
static const double PASSES = 60;

static struct estimate estimate(const struct problem *p, double q)
{
    struct estimate e = master_estimate(p, PASSES, q);

    e.pass += 2 * master_pass(p, e.passes);
    return e;
}

const struct solver solver_proximal = {
    .name = "proximal",
    .help = "proximal bundle method, Do, Le, Foo 2009, Algorithm 4, optimistic radius",
    .reg_needs = REG_EUCLIDEAN,
    .max_passes = 10000,
    .setting =
        {[PLANES] = {"planes", MASTER_PLANES, 3, 1e6, true,
                "keep at most so many cutting planes"},
         [RADIUS] = {"radius", 1, 1e-100, 1e100, false,
                     "first guess of |w|, doubled in square when |w| reaches it"},
         [STALE] = {"stale", 1, 1, 1e100, false,
                    "a phase ends when tau_{1:t} > stale r sqrt(t); 1e100: as in the paper"}},
    .run = run,
    .estimate = estimate};
