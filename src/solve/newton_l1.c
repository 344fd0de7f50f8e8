/* newton_l1 - Newton's method for a smooth risk with a regularizer that has kinks.
 *
 * Lee, Sun, Saunders: Proximal Newton-type methods for minimizing composite functions (SIAM J.
 * Optim. 24, 2014), Algorithm 1; a working set and inner solutions to a share of the violation as
 * in Yuan, Ho, Lin: An improved GLMNET for l1-regularized logistic regression (JMLR 13, 2012).
 *
 *   paper              here
 *   f = g + h          J = R + Psi
 *   x_k                now.w, A w in now.z
 *   grad g(x_k)        gradient = A'u, u = now.u
 *   H_k                A' diag(h) A + damping diag(D), h = now.h (newton_model.h)
 *   x_k + Delta x_k    full: the minimum of the model, A full in full_z
 *   lambda             predicted = gradient'(full - w) + Psi(full) - Psi(w)
 *   t_k                1, else the argmin over t of g(z + t (full_z - z)) + (1 - t) Psi(w) +
 *                      t Psi(full), an upper bound of J; where that is short, too, the damping
 *                      grows (Levenberg, Quart. Appl. Math. 2, 1944)
 *   dual bound         that of the plane (gradient, now.offset), which touches R at w */
#include "solve/newton_l1.h"

#include <math.h>

#include "math/vec.h"
#include "risk/image.h"
#include "risk/newton.h"
#include "solve/newton_model.h"

/* The share of the predicted decrease that is enough for t = 1 (Armijo, Pacific J. Math. 16, 1966);
 * what rounding does to a difference of two J, as a share of J: some hundred DBL_EPSILON; the
 * shortest step. With 0.1 instead of 0.01 as the shortest step logistic loss on arxiv_astro took
 * 1.3 times as long (C = 10, 100). */
static const double ARMIJO = 0.01, ROUNDING = 1e-13, SHORTEST = 0.01;

/* The damping: its first value above 0; the factor and the divisor after a full step and after one
 * that is none; 0 stands for all below LEAST_DAMPING; above MOST_DAMPING no step is left. */
static const double FIRST_DAMPING = 1e-3, DAMPING_FACTOR = 10, LEAST_DAMPING = 1e-8,
                    MOST_DAMPING = 1e12;

/* The run ends after MOST_STEPS steps in which the gap did not fall to 1/FASTER: another engine may
 * go on. On five lines with columns of sizes from 1e-5 to 1e4 (huber, C = 144, -R) J fell by 3e-5
 * of it a step for 100,000 passes, where cutting planes took 30. On arxiv_astro and imdb (squared
 * hinge, C = 100) 140 and 150 steps met 1e-4; 200 instead of 1000 ended a run of test_newton_l1
 * (squared hinge, weighted lines) that comes to 1e-8. */
static const double FASTER = 4;
enum { MOST_STEPS = 1000 };

struct iterate {
    double *w;         /* dim */
    double *z, *u, *h; /* image: A w; slopes and second derivatives of the losses there */
    double J;
    double offset; /* of the plane (A'u, offset) */
};

struct newton_l1 {
    const struct problem *p;
    size_t n, rows;
    struct iterate now, next;
    double *gradient;   /* dim */
    const double *full; /* dim: of the model */
    double *full_z, *d; /* image; d = full_z - z */
    double damping;
    double gap; /* when it last fell to 1/FASTER */
    int steps;  /* since then */
    struct newton_model model;
};

static enum status newton_l1_init(struct newton_l1 *s, const struct problem *p, struct point *x,
                                  const struct monitor *m, struct arena *arena)
{
    size_t n = p->risk->dim, rows = p->risk->image;
    double **images[] = {&s->now.z,  &s->now.u,  &s->now.h, &s->next.z,
                         &s->next.u, &s->next.h, &s->full_z, &s->d};

    *s = (struct newton_l1){.p = p, .n = n, .rows = rows, .now.w = x->w, .gap = INFINITY};
    s->next.w = arena_doubles(arena, n);
    s->gradient = arena_doubles(arena, n);
    for (size_t i = 0; i < sizeof images / sizeof *images; i++)
        *images[i] = arena_doubles(arena, rows);
    if (arena->failed || !newton_model_init(&s->model, p, m, arena))
        return ERR_SYSTEM;
    point_image(x, p->risk, s->now.z);
    return OK;
}

/* The proximal step with q = 0 at an iterate: the loss itself. */
static struct prox prox_at(const struct iterate *x)
{
    return (struct prox){.z = x->z, .u = x->u, .h = x->h};
}

/* J, u, h and the offset at w and its image z. */
static void evaluate(const struct newton_l1 *s, struct iterate *x)
{
    struct prox at = prox_at(x);

    x->J = problem_primal(s->p, risk_proximal(s->p->risk, &at, &x->offset), x->w);
}

/* next = now + t (full - now), evaluated; for t = 1 with the weights that are exactly 0. */
static void move(struct newton_l1 *s, double t)
{
    if (t == 1) {
        vec_copy(s->n, s->full, s->next.w);
        vec_copy(s->rows, s->full_z, s->next.z);
    } else {
        vec_combine(s->n, 1 - t, s->now.w, t, s->full, s->next.w);
        vec_combine(s->rows, 1 - t, s->now.z, t, s->full_z, s->next.z);
    }
    evaluate(s, &s->next);
}

/* t of the upper bound of J, at most 1. */
static double segment_search(struct newton_l1 *s)
{
    struct prox at = prox_at(&s->now);
    double rise = problem_regularizer(s->p, s->full) - problem_regularizer(s->p, s->now.w);

    vec_combine(s->rows, 1, s->full_z, -1, s->now.z, s->d);
    risk_proximal(s->p->risk, &at, NULL);
    return fmin(1, risk_proximal_search(s->p->risk, &at, rise, 0, s->d));
}

/* The t at which J falls: next is there. 0: there is none. */
static double line_search(struct newton_l1 *s)
{
    double predicted = vec_dot(s->n, s->gradient, s->full) -
                       vec_dot(s->n, s->gradient, s->now.w) +
                       problem_regularizer(s->p, s->full) - problem_regularizer(s->p, s->now.w);
    double t;

    risk_apply(s->p->risk, s->full, s->full_z);
    move(s, 1);
    if (s->next.J - s->now.J <= ARMIJO * predicted + ROUNDING * fabs(s->now.J))
        return 1;
    t = segment_search(s);
    if (t < SHORTEST)
        return 0;
    move(s, t);
    return s->next.J < s->now.J ? t : 0;
}

/* True if there is a step: next is there. */
static bool step(struct newton_l1 *s, const struct monitor *m)
{
    double t = 0;

    while (t == 0 && s->damping <= MOST_DAMPING && !monitor_hurries(m)) {
        s->full = newton_model_minimise(&s->model, s->now.w, s->gradient, s->damping);
        t = line_search(s);
        if (t < 1)
            s->damping = fmax(FIRST_DAMPING, DAMPING_FACTOR * s->damping);
    }
    if (t == 1)
        s->damping /= DAMPING_FACTOR;
    if (s->damping < LEAST_DAMPING)
        s->damping = 0;
    return t > 0;
}

/* True if the gap, the best one so far, has not fallen for too long. */
static bool crawls(struct newton_l1 *s, double gap)
{
    s->steps++;
    if (gap <= s->gap / FASTER) {
        s->gap = gap;
        s->steps = 0;
    }
    return s->steps > MOST_STEPS;
}

/* Goes on to next. */
static void advance(struct newton_l1 *s)
{
    struct iterate before = s->now;

    s->now = s->next;
    s->next = before;
}

static enum status iterate(struct newton_l1 *s, struct monitor *m)
{
    struct prox at;

    for (evaluate(s, &s->now);; advance(s)) {
        risk_adjoint(s->p->risk, s->now.u, s->gradient);
        if (!monitor_tick(m, s->now.J, problem_dual(s->p, s->gradient, s->now.offset), s->now.w))
            return OK;
        if (crawls(s, monitor_gap(m)))
            return OK;
        at = prox_at(&s->now);
        if (!newton_model_update(&s->model, s->now.w, s->gradient, &at))
            return ERR_SYSTEM;
        if (!step(s, m))
            return OK;
    }
}

enum status newton_l1_run(const struct problem *p, struct point *x, struct arena *arena,
                            struct monitor *m)
{
    struct newton_l1 s;
    enum status status = newton_l1_init(&s, p, x, m, arena);

    if (status == OK)
        status = iterate(&s, m);
    newton_model_free(&s.model);
    if (s.now.w != x->w)
        vec_copy(s.n, s.now.w, x->w);
    return status;
}
