/* agm - accelerated gradient with estimate functions, infinite memory and an adaptive Lipschitz
 * constant (AGM-EF).
 *
 * Zhang, Saha, Vishwanathan: Regularized Risk Minimization by Nesterov's Accelerated Gradient
 * Methods (2010, arXiv:1011.0472), Algorithm 2 on the smoothed primal (56), with the prox-function
 * of the regularizer.
 *   paper                 here
 *   f, Psi                the risk smoothed by mu (53); lambda Omega, sigma its curvature
 *   w_k, v_k, u_k         w, v and u, known also by their images zw, zv, zu (u by its image only)
 *   a_{k+1}, A_k, theta   a, A, a/A_{k+1}
 *   psi_k (16)            g = sum a_i f'(u_i), c = sum a_i (f(u_i) - <f'(u_i), u_i>), centre w_0
 *   L, gamma_u, gamma_d   L, and two settings
 *
 * The bound is an oracle's form of (22): with d = sum a_i b_i, the offsets of the unsmoothed
 * planes, (g/A, d/A) is a convex combination of planes. The latest plane alone is a bound, too.
 *
 * Not in the paper: the schedule of mu (wanted_mu), and the restart where J rises and sigma = 0. */
#include <math.h>

#include "math/vec.h"
#include "risk/image.h"
#include "solve/drift.h"
#include "solve/solver.h"

/* Settings. Tuned. */
enum { GAMMA_U, GAMMA_D, FIRST_L };

/* Beyond MOST_A, or an L beyond MOST_L, products of A and of J overflow: 1e308 is the end. AGM
 * begins again at MOST_A/MARGIN, as A grows by less in a step. */
static const double MOST_A = 1e200, MOST_L = 1e200, MARGIN = 1e50;

/* (15) is tested to this share of the terms of psi and A J: the rounding of a few dozen
 * operations. */
static const double ROUNDING = 1e-14;

/* The first mu is for a gap of this share of J, where the tolerance does not tell it. Tuned. */
static const double FIRST_MU = 1e-2;

/* Where the tolerance is a share of J, J will fall, and the tolerance with it: mu begins at this
 * part of it. Tuned. */
static const double BELOW = 0.4;

/* Where the gap is below that of 2 mu, mu becomes that of the gap divided by FEW_CHANGES or
 * MANY_CHANGES: strong convexity forgets a start quickly, so that few and large changes of mu cost
 * least; without it a fine mu costs 1/mu steps from the start, and mu follows the gap closely.
 * Tuned. */
static const double FEW_CHANGES = 1000, MANY_CHANGES = 4;

/* A new mu is worth a new start where it is smaller by this factor. Tuned. */
static const double WORTH = 1.5;

/* Where the method stands, or would after a step. */
struct iterate {
    double *w, *v, *g; /* dim */
    double *zw, *zv;   /* image */
};

struct agm {
    const struct problem *p;
    size_t n, rows;
    double mu, sigma, L, A, c, d;
    double J, last_J, bound; /* at w, smoothed; at the w before; of the latest plane */
    struct iterate now, next;
    double *w0, *grad;  /* dim: the centre; f'(u), then scratch */
    double *zu, *u;     /* image: of u; the slopes there */
    struct drift drift; /* of now.zw */
};

static enum status agm_init(struct agm *s, const struct problem *p, struct point *x,
                            struct arena *arena)
{
    size_t n = p->risk->dim, rows = p->risk->image;
    double **columns[] = {&s->now.v,  &s->now.g, &s->next.w, &s->next.v,
                          &s->next.g, &s->w0,    &s->grad};
    double **images[] = {&s->now.zw, &s->now.zv, &s->next.zw, &s->next.zv, &s->zu, &s->u};

    *s = (struct agm){.p = p,
                      .n = n,
                      .rows = rows,
                      .now.w = x->w,
                      .L = p->set[FIRST_L],
                      .sigma = problem_curvature(p)};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        *columns[i] = arena_doubles(arena, n);
    for (size_t i = 0; i < sizeof images / sizeof *images; i++)
        *images[i] = arena_doubles(arena, rows);
    return arena->failed ? ERR_SYSTEM : OK;
}

/* psi_0 = Delta(., w): forget the estimate function and begin again at w. */
static void restart(struct agm *s, double mu)
{
    s->mu = mu;
    s->A = 0;
    s->c = 0;
    s->d = 0;
    s->J = INFINITY;
    vec_fill(s->n, 0, s->now.g);
    vec_copy(s->n, s->now.w, s->w0);
    vec_copy(s->n, s->now.w, s->now.v);
    vec_copy(s->rows, s->now.zw, s->now.zv);
}

/* One step of Algorithm 1 with this L: kept if (15), A J(w) <= min psi, holds after it. One
 * pass. */
static bool try_step(struct agm *s, double L)
{
    const struct risk *risk = s->p->risk;
    const struct iterate now = s->now, *next = &s->next;
    double B = 1 + s->sigma * s->A;
    double a = (B + sqrt(B * B + 4 * L * s->A * B)) / (2 * L); /* 5: L a^2 = B (A + a) */
    double A = s->A + a, theta = a / A, b, f, c, psi, J;

    vec_combine(s->rows, 1 - theta, now.zw, theta, now.zv, s->zu); /* u = (1 - theta) w + theta v */
    f = risk_slopes(risk, s->mu, s->zu, s->u, &b);
    risk_adjoint(risk, s->u, s->grad); /* f'(u) */
    c = s->c + a * (f - risk_dot(risk, s->u, s->zu));
    vec_combine(s->n, 1, now.g, a, s->grad, next->g);
    problem_prox(s->p, A, 1, s->w0, next->g, next->v); /* v = argmin psi */
    risk_apply(risk, next->v, next->zv);
    vec_combine(s->n, 1 - theta, now.w, theta, next->v, next->w); /* w = (1 - theta) w + theta v */
    vec_combine(s->rows, 1 - theta, now.zw, theta, next->zv, next->zw);
    J = problem_primal(s->p, risk_value(risk, s->mu, next->zw), next->w);
    psi = c + vec_dot(s->n, next->g, next->v) + A * problem_regularizer(s->p, next->v) +
          reg_distance(s->p->reg, s->n, next->v, s->w0);
    if (!(A * J <= psi + ROUNDING * (fabs(psi) + A * s->p->scale)) || !(A <= MOST_A)) /* (15) */
        return false;
    s->last_J = s->J;
    s->J = J;
    s->A = A;
    s->c = c;
    s->d += a * b;
    drift_add(&s->drift, s->rows, s->u, now.zw, theta, next->zv);
    s->bound = problem_dual(s->p, s->grad, b);
    s->now = *next;
    s->next = now;
    return true;
}

/* Steps with growing L until one is kept (Algorithm 2). False: the run ends, or no L serves. */
static bool step(struct agm *s, const struct monitor *m)
{
    const double *set = s->p->set;

    for (double L = s->L; L < MOST_L; L *= set[GAMMA_U]) {
        if (try_step(s, L)) {
            s->L = L / set[GAMMA_D];
            return true;
        }
        if (monitor_hurries(m))
            return false;
    }
    return false;
}

/* mu needs no schedule: there is strong convexity, and a tolerance that tells mu. */
static bool fixed_mu(const struct agm *s)
{
    return s->sigma > 0 && s->p->risk->traits & RISK_BOUNDED;
}

/* The mu of a gap. The gap of J ends at about mu smoothing, as g - mu smoothing <= g_mu <= g: at
 * half of what is asked for. */
static double mu_for(const struct agm *s, double gap)
{
    return gap / (2 * s->p->risk->smoothing);
}

/* The smoothing for the gap that is wanted. A tolerance is that gap where J is strongly convex, and
 * R bounded, so that J is well above 0 and a share of it says much. Else, and where no gap is
 * wanted, mu follows the gap. 0 for a risk that is smooth. */
static double wanted_mu(const struct agm *s, const struct monitor *m)
{
    double tolerance = monitor_tolerance(m), gap = monitor_gap(m);
    double divisor = s->sigma > 0 ? FEW_CHANGES : MANY_CHANGES;

    if (s->p->risk->traits & RISK_SMOOTH)
        return 0;
    if (tolerance > 0 && fixed_mu(s))
        return mu_for(s, tolerance);
    if (isfinite(gap) && mu_for(s, gap) < 2 * s->mu)
        return mu_for(s, fmax(gap / divisor, tolerance));
    return s->mu;
}

/* Tells J at the start, and begins there. False: leave. */
static bool start(struct agm *s, const struct point *x, struct monitor *m)
{
    const struct problem *p = s->p;
    double J, size = p->scale > 0 ? p->scale : 1;

    point_image(x, p->risk, s->now.zw);
    J = problem_primal(p, risk_value(p->risk, 0, s->now.zw), s->now.w);
    s->mu = mu_for(s, FIRST_MU * (J != 0 ? fabs(J) : size));
    if (!monitor_tick(m, J, p->risk->floor, s->now.w))
        return false;
    restart(s, (fixed_mu(s) ? BELOW : 1) * wanted_mu(s, m));
    return true;
}

static enum status run(const struct problem *p, struct point *x, struct arena *arena,
                       struct monitor *m)
{
    struct agm s;
    enum status status = agm_init(&s, p, x, arena);
    double J, mu, dual;

    if (status != OK)
        return status;
    if (!start(&s, x, m))
        return OK;
    while (step(&s, m)) {
        vec_combine(s.n, 1 / s.A, s.now.g, 0, s.now.g, s.grad);
        dual = fmax(s.bound, problem_dual(p, s.grad, s.d / s.A)); /* (22) */
        J = drift_primal(&s.drift, p, m, dual, s.now.w, s.now.zw);
        if (!monitor_tick(m, J, dual, s.now.w))
            break;
        mu = wanted_mu(&s, m);
        if (mu < s.mu / WORTH || s.A > MOST_A / MARGIN)
            restart(&s, mu);
        else if (s.sigma == 0 && s.J > s.last_J) /* momentum that no curvature damps */
            restart(&s, s.mu);
    }
    drift_correct(&s.drift, p, m, s.zu);
    if (s.now.w != x->w)
        vec_copy(s.n, s.now.w, x->w);
    return OK;
}

/* To a gap of 1e-3 at q = 0, of a smooth risk. Tuned. */
static const double PASSES = 200;

static struct estimate estimate(const struct problem *p, double q)
{
    bool smooth = (p->risk->traits & RISK_SMOOTH) != 0;

    return (struct estimate){.passes = smooth ? PASSES * (1 + q) : INFINITY,
                             .pass = problem_pass(p)};
}

const struct solver solver_agm = {
    .name = "agm",
    .help = "Nesterov's accelerated gradient (AGM-EF), Zhang, Saha, Vishwanathan 2010, Algorithm 2",
    .risk_needs = RISK_IMAGE | RISK_SMOOTHABLE,
    .max_passes = 20000,
    .setting = {[GAMMA_U] = {"gamma_u", 2, 1.01, 100, false,
                             "factor by which L grows when it was too small"},
                [GAMMA_D] = {"gamma_d", 1.3, 1, 100, false,
                             "divisor by which L shrinks after each step"},
                [FIRST_L] = {"first_l", 1, 1e-100, 1e100, false,
                             "first guess of the Lipschitz constant L"}},
    .run = run,
    .estimate = estimate};
