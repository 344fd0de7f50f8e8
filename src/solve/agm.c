/* agm - accelerated gradient with estimate functions, infinite memory and an adaptive Lipschitz constant (AGM-EF).
 *
 * Zhang, Saha, Vishwanathan: Regularized Risk Minimization by Nesterov's Accelerated Gradient Methods (2010,
 * arXiv:1011.0472), Algorithm 2 on the smoothed primal (56), with the prox-function of the regularizer.
 *   paper                 here
 *   f, Psi                the risk smoothed by mu; lambda Omega
 *   w_k, v_k, u_k         w, v, u, known also by their images zw, zv, zu (u by its image only)
 *   a_{k+1}, A_k          a, A
 *   psi_k (16)            g = sum a_i f'(u_i), c = sum a_i (f(u_i) - <f'(u_i), u_i>), centre w_0
 *   L, gamma_u, gamma_d   L, and two settings
 * The bound: (g/A, d/A), d = sum a_i b_i the offsets of the unsmoothed planes, is a convex combination of planes. */
#include <math.h>

#include "math/vec.h"
#include "risk/image.h"
#include "solve/drift.h"
#include "solve/solver.h"

enum { GAMMA_U, GAMMA_D, FIRST_L };

static const double MOST_A = 1e200; /* beyond it the sums overflow */

struct agm {
    const struct problem *p;
    size_t n, rows;
    double mu, sigma, L, A, c, d;
    double J, last_J, bound;              /* at w, smoothed; at the w before; of the latest plane */
    double *w, *v, *w0, *g, *zw, *zv;                          /* the state */
    double *new_w, *new_v, *new_g, *grad, *new_zw, *new_zv;    /* a trial step */
    double *zu, *u;
    struct drift drift;                                        /* of zw */
};

static enum status agm_init(struct agm *s, const struct problem *p, struct point *x, struct arena *arena)
{
    size_t n = p->risk->dim, rows = p->risk->image;
    double **columns[] = {&s->v, &s->w0, &s->g, &s->new_w, &s->new_v, &s->new_g, &s->grad};
    double **images[] = {&s->zw, &s->zv, &s->new_zw, &s->new_zv, &s->zu, &s->u};

    *s = (struct agm){.p = p, .n = n, .rows = rows, .w = x->w, .L = p->set[FIRST_L],
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
    s->A = s->c = s->d = 0;
    s->J = INFINITY;
    vec_fill(s->n, 0, s->g);
    vec_copy(s->n, s->w, s->w0);
    vec_copy(s->n, s->w, s->v);
    vec_copy(s->rows, s->zw, s->zv);
}

static void swap(double **x, double **y)
{
    double *keep = *x;

    *x = *y;
    *y = keep;
}

/* One step of Algorithm 1 with this L; kept, and 1 returned, if (15) A J(w) <= min psi holds after it. One pass. */
static int try_step(struct agm *s, double L)
{
    const struct risk *risk = s->p->risk;
    double B = 1 + s->sigma * s->A, a = (B + sqrt(B * B + 4 * L * s->A * B)) / (2 * L), A = s->A + a, theta = a / A;
    double b, f, c, psi, J;

    vec_combine(s->rows, 1 - theta, s->zw, theta, s->zv, s->zu);          /* u = (1 - theta) w + theta v */
    f = risk_slopes(risk, s->mu, s->zu, s->u, &b);
    risk_adjoint(risk, s->u, s->grad);                                    /* f'(u) */
    c = s->c + a * (f - risk_dot(risk, s->u, s->zu));
    vec_combine(s->n, 1, s->g, a, s->grad, s->new_g);
    problem_prox(s->p, A, 1, s->w0, s->new_g, s->new_v);                  /* v = argmin psi */
    risk_apply(risk, s->new_v, s->new_zv);
    vec_combine(s->n, 1 - theta, s->w, theta, s->new_v, s->new_w);        /* w = (1 - theta) w + theta v */
    vec_combine(s->rows, 1 - theta, s->zw, theta, s->new_zv, s->new_zw);
    J = problem_primal(s->p, risk_value(risk, s->mu, s->new_zw), s->new_w);
    psi = c + vec_dot(s->n, s->new_g, s->new_v) + A * problem_regularizer(s->p, s->new_v) +
          reg_distance(s->p->reg, s->n, s->new_v, s->w0);
    if (!(A * J <= psi + 1e-14 * (fabs(psi) + A * s->p->scale)) || !(A <= MOST_A)) /* to the rounding of the terms */
        return 0;
    s->last_J = s->J;
    s->J = J;
    s->A = A;
    s->c = c;
    s->d += a * b;
    drift_add(&s->drift, s->rows, s->u, s->zw, theta, s->new_zv);
    s->bound = problem_dual(s->p, s->grad, b);
    swap(&s->w, &s->new_w);
    swap(&s->v, &s->new_v);
    swap(&s->g, &s->new_g);
    swap(&s->zw, &s->new_zw);
    swap(&s->zv, &s->new_zv);
    return 1;
}

static int fixed_mu(const struct agm *s)
{
    return s->sigma > 0 && s->p->risk->traits & RISK_BOUNDED;
}

/* The smoothing that is fine enough for the gap wanted: the gap settles at about mu/2. mu follows the gap where none
 * is wanted; without strong convexity, where a fine mu costs 1/mu steps from the start; and where J may be near 0 or
 * below, so that a share of it says little. Strong convexity wants few and large changes of mu. */
static double wanted_mu(const struct agm *s, const struct monitor *m)
{
    double tolerance = monitor_tolerance(m), gap = monitor_gap(m);

    if (s->p->risk->traits & RISK_SMOOTH)
        return 0;
    if (tolerance > 0 && fixed_mu(s))
        return tolerance;
    return isfinite(gap) && gap < 2 * s->mu ? fmax(gap / (s->sigma > 0 ? 1000 : 4), tolerance) : s->mu;
}

static enum status run(const struct problem *p, struct point *x, struct arena *arena, struct monitor *m)
{
    struct agm s;
    enum status status = agm_init(&s, p, x, arena);
    double L, J, mu, dual;
    int kept;

    if (status != OK)
        return status;
    risk_apply(p->risk, s.w, s.zw);
    J = problem_primal(p, risk_value(p->risk, 0, s.zw), s.w);
    s.mu = 1e-2 * (J != 0 ? fabs(J) : p->scale > 0 ? p->scale : 1);
    if (!monitor_tick(m, J, p->risk->floor, s.w))
        return OK;
    restart(&s, (fixed_mu(&s) ? 0.4 : 1) * wanted_mu(&s, m));             /* J will fall, and the tolerance with it */
    for (;;) {
        for (L = s.L; !(kept = try_step(&s, L)) && L < 1e200 && !monitor_hurries(m); L *= p->set[GAMMA_U])
            ;
        if (!kept)                                                        /* stopped, or no L serves: stalled */
            break;
        s.L = L / p->set[GAMMA_D];
        vec_combine(s.n, 1 / s.A, s.g, 0, s.g, s.grad);
        dual = fmax(s.bound, problem_dual(p, s.grad, s.d / s.A));
        J = drift_primal(&s.drift, p, m, dual, s.w, s.zw);
        if (!monitor_tick(m, J, dual, s.w))
            break;
        mu = wanted_mu(&s, m);
        if (mu < s.mu / 1.5 || s.A > MOST_A / 1e50)
            restart(&s, mu);
        else if (s.sigma == 0 && s.J > s.last_J)                              /* momentum that no curvature damps */
            restart(&s, s.mu);
    }
    drift_settle(&s.drift, p, m, s.zu);
    if (s.w != x->w)
        vec_copy(s.n, s.w, x->w);
    return OK;
}

const struct solver solver_agm = {
    .name = "agm",
    .help = "Nesterov's accelerated gradient (AGM-EF), Zhang, Saha, Vishwanathan 2010, Algorithm 2",
    .risk_needs = RISK_IMAGE,
    .max_passes = 20000,
    .setting = {{"gamma_u", 2, 1.01, 100, 0, "factor by which L grows when it was too small"},
                {"gamma_d", 1.3, 1, 100, 0, "divisor by which L shrinks after each step"},
                {"first_l", 1, 1e-100, 1e100, 0, "first guess of the Lipschitz constant L"}},
    .run = run};
