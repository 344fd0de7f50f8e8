/* newton_l1 - Newton's method for a risk with a regularizer that has kinks.
 *
 * Lee, Sun, Saunders: Proximal Newton-type methods for minimizing composite functions (SIAM J.
 * Optim. 24, 2014), Algorithm 1; a working set and inner solutions to a share of the violation as
 * in Yuan, Ho, Lin: An improved GLMNET for l1-regularized logistic regression (JMLR 13, 2012).
 *
 *   paper              here
 *   f = g + h          F = g_q(A w) + Psi(w)
 *   x_k                now.w, A w in now.z
 *   grad g(x_k)        gradient = A'u, u = now.u
 *   H_k                A' diag(h) A + damping diag(D), h = now.h (newton_model.h), of several
 *                      outputs A'B A + damping diag(D) (newton_outputs.h)
 *   Delta x_k          model.step; full = w + step, the minimum of the model; d = A step
 *   lambda             predicted = gradient'(full - w) + Psi(full) - Psi(w)
 *   t_k                1, else the argmin over t of g_q(z + t d) + (1 - t) Psi(w) + t Psi(full), an
 *                      upper bound of F; where that is short, too, the damping grows (Levenberg,
 *                      Quart. Appl. Math. 2, 1944)
 *   dual bound         that of the plane (gradient, now.offset) below R
 *
 * Where l is smooth q is 0: F = J, and the plane touches R at w. Where it has kinks these are the
 * inner steps of proximal points on the dual (centre.h): l_q is l smoothed by q around alpha
 * (loss/prox.h), and alpha becomes v(z) at the minimum of F. So are those of a quadratic loss over
 * many columns after POOR_STEPS trials of t < 1 or lost steps (newton_model.h), and over few
 * columns after POOR_FEW where it has linear pieces: H_k does not know the rows with h_i = 0 at one
 * end of a step alone, and around alpha they are fewer.
 *
 * The image z follows w by z += t A step. It is off A w by rounding, about DBL_EPSILON |w_j x_ij|,
 * and the gradient, whose slopes are those at z, is not off at all: with columns up to 1e12 that is
 * the difference between |gradient_j| <= lambda (1 + 1e-4) and 1e3 lambda. */
#include "solve/newton/newton_l1.h"

#include <math.h>

#include "loss/loss.h"
#include "loss/prox.h"
#include "math/vec.h"
#include "risk/image.h"
#include "solve/drift.h"
#include "solve/newton/centre.h"
#include "solve/newton/feasible.h"
#include "solve/newton/feasible_outputs.h"
#include "solve/newton/newton_model.h"

/* The share of the predicted decrease that is enough for t = 1 (Armijo, Pacific J. Math. 16, 1966);
 * what rounding does to a difference of two J, as a share of J: some hundred DBL_EPSILON; the
 * shortest step, tuned. */
static const double ARMIJO = 0.01, ROUNDING = 1e-13, SHORTEST = 0.01;

/* The damping: its first value above 0; the factor and the divisor after a full step and after one
 * that is none; 0 stands for all below LEAST_DAMPING; above MOST_DAMPING no step is left. */
static const double FIRST_DAMPING = 1e-5, DAMPING_FACTOR = 10, LEAST_DAMPING = 1e-8,
                    MOST_DAMPING = 1e12;

/* Of several outputs the damping of the first inner loop begins with SEVERAL: where p is near 0 or
 * 1 for most classes the model hardly bends. Tuned. */
static const double SEVERAL = 0.1;

/* The run ends after MOST_STEPS steps in which the gap did not fall to 1/FASTER: another engine may
 * go on. Few rows of columns of sizes far apart may let J fall by 3e-5 of it a step. A quadratic
 * loss has q = 0 until POOR_STEPS trials had t < 1 or steps were lost, over few columns POOR_FEW,
 * where it has linear pieces. Tuned. */
enum { MOST_STEPS = 1000, POOR_STEPS = 4, POOR_FEW = 8 };

/* With q > 0: no step where the model promises a gain of more than PROMISED times the gap, for too
 * few rows bend. A step of t > FULL is one of t = 1, which keeps weights that are exactly 0; where
 * it promises a gain of at most POLISH |J| the slope of a line search is noise, and t is 1. The
 * inner loop ends where all of the gap but R(z) - <u, z> - offset, the share of l - l_q, is at most
 * INNER of it, or after MOST_INNER steps, but not before the first. INNER, POLISH and MOST_INNER
 * are those of proximal_newton.c. */
static const double FULL = 0.9, POLISH = 1e-11, INNER = 0.5, PROMISED = 2;
enum { MOST_INNER = 100 };

struct iterate {
    double *w;         /* dim */
    double *z, *u, *h; /* image: A w; slopes and second derivatives of the losses there */
    double J;
    double offset; /* of the plane (A'u, offset) */
};

/* Of one output, over the model's columns; of several. */
struct dual_points {
    struct feasible one;
    struct feasible_outputs several;
};

struct newton_l1 {
    const struct problem *p;
    size_t n, rows;
    struct iterate now, next;
    double *gradient;   /* dim */
    const double *full; /* dim: of the model */
    double *d;          /* image: A (full - w) */
    double damping;
    double gap, dual;   /* when it last fell to 1/FASTER; the bound at now */
    int steps;          /* since then */
    int poor_steps;     /* with q = 0: trials of t < 1, and steps of t = 1 that were lost */
    bool whole;         /* the last step had t = 1 */
    int inner;          /* steps of this inner loop */
    struct prox prox;   /* q and alpha */
    struct centre centre;
    struct drift drift; /* of now.z */
    struct newton_model model;
    struct dual_points feasible;
};

/* The proximal step at an iterate. */
static struct prox prox_at(const struct newton_l1 *s, const struct iterate *x)
{
    return (struct prox){
        .q = s->prox.q, .alpha = s->prox.alpha, .z = x->z, .u = x->u, .h = x->h};
}

static enum status newton_l1_init(struct newton_l1 *s, const struct problem *p, struct point *x,
                                  const struct monitor *m, struct arena *arena)
{
    size_t n = p->risk->dim, rows = p->risk->image;
    double **images[] = {&s->now.z,  &s->now.u,  &s->now.h, &s->next.z,
                         &s->next.u, &s->next.h, &s->d};

    *s = (struct newton_l1){.p = p,
                            .n = n,
                            .rows = rows,
                            .now.w = x->w,
                            .damping = p->risk->outputs > 1 ? SEVERAL : 0,
                            .gap = INFINITY,
                            .centre = centre_make(p->risk, x, arena)};
    s->next.w = arena_doubles(arena, n);
    s->gradient = arena_doubles(arena, n);
    for (size_t i = 0; i < sizeof images / sizeof *images; i++)
        *images[i] = arena_doubles(arena, rows);
    if (arena->failed || !newton_model_init(&s->model, p, m, arena))
        return ERR_SYSTEM;
    feasible_init(&s->feasible.one, p,
                  s->model.dense || s->model.several ? NULL : &s->model.columns.all,
                  &s->model.columns.solver, arena);
    feasible_outputs_init(&s->feasible.several, &s->feasible.one,
                          s->model.several ? &s->model.outputs : NULL, arena);
    if (arena->failed)
        return ERR_SYSTEM;
    point_image(x, p->risk, s->now.z);
    if (p->risk->traits & RISK_SMOOTH)
        return OK;
    s->prox = prox_at(s, &s->now);
    return centre_take(&s->centre, &s->prox) && centre_first(&s->centre, &s->prox) ? OK
                                                                                   : ERR_SYSTEM;
}

/* J, u, h and the offset at w and its image z. */
static void evaluate(const struct newton_l1 *s, struct iterate *x)
{
    struct prox at = prox_at(s, x);
    struct loss *g = s->p->risk->g;

    x->J = problem_primal(s->p, g->ops->proximal(g, &at, &x->offset), x->w);
}

/* next = now + t (full - now), evaluated; for t = 1 with the weights that are exactly 0. */
static void move(struct newton_l1 *s, double t)
{
    if (t == 1) {
        vec_copy(s->n, s->full, s->next.w);
    } else {
        vec_combine(s->n, 1 - t, s->now.w, t, s->full, s->next.w);
    }
    vec_combine(s->rows, 1, s->now.z, t, s->d, s->next.z);
    evaluate(s, &s->next);
}

/* t of the upper bound of J, at most 1. */
static double segment_search(struct newton_l1 *s)
{
    struct prox at = prox_at(s, &s->now);
    struct loss *g = s->p->risk->g;
    double rise = problem_regularizer(s->p, s->full) - problem_regularizer(s->p, s->now.w);

    /* u and its offset: look takes both again where no step is left */
    g->ops->proximal(g, &at, s->p->risk->borders > 0 ? &s->now.offset : NULL);
    return fmin(1, g->ops->proximal_search(g, &at, rise, 0, s->d));
}

/* The t at which F falls: next is there. 0: there is none. */
static double line_search(struct newton_l1 *s)
{
    double predicted = vec_dot(s->n, s->gradient, s->full) -
                       vec_dot(s->n, s->gradient, s->now.w) +
                       problem_regularizer(s->p, s->full) - problem_regularizer(s->p, s->now.w);
    double J = fabs(s->now.J), t = 1;

    if (!(predicted <= ROUNDING * J)) /* the minimum of an ill-conditioned model */
        return 0;
    if (s->prox.q > 0 && -predicted / 2 > PROMISED * (s->now.J - s->dual))
        return 0;
    risk_apply(s->p->risk, s->model.step, s->d);
    if (s->prox.q == 0) {
        move(s, 1);
        if (s->next.J - s->now.J <= ARMIJO * predicted + ROUNDING * J)
            return 1;
    }
    if (s->prox.q == 0 || -predicted / 2 > POLISH * J)
        t = segment_search(s);
    if (t < SHORTEST)
        return 0;
    t = s->prox.q > 0 && t > FULL ? 1 : t;
    move(s, t);
    return s->prox.q > 0 || s->next.J < s->now.J ? t : 0;
}

/* True if there is a step: next is there. */
static bool step(struct newton_l1 *s, const struct monitor *m)
{
    double t = 0;

    while (t == 0 && s->damping <= MOST_DAMPING && !monitor_hurries(m)) {
        s->full = newton_model_minimise(&s->model, s->now.w, s->gradient, s->damping);
        t = line_search(s);
        s->poor_steps += s->prox.q == 0 && t < 1;
        if (t < 1)
            s->damping = fmax(FIRST_DAMPING, DAMPING_FACTOR * s->damping);
    }
    s->whole = t == 1;
    if (s->whole)
        s->damping /= DAMPING_FACTOR;
    if (s->damping < LEAST_DAMPING)
        s->damping = 0;
    if (t > 0)
        drift_add(&s->drift, s->rows, s->next.u, s->next.z, t, s->d);
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

/* R at now. */
static double risk_at(const struct newton_l1 *s)
{
    return s->now.J - problem_regularizer(s->p, s->now.w);
}

/* The share of g - g_q in the gap at now. */
static double smoothed(const struct newton_l1 *s)
{
    struct prox at = prox_at(s, &s->now);

    return centre_smoothed(s->p->risk, &at, risk_at(s), s->now.offset);
}

/* The gradient and the bound at now; tells J, by A w where the drift of z counts, and the bound,
 * which holds at any z. False: leave. */
static bool look(struct newton_l1 *s, struct monitor *m)
{
    const struct risk *risk = s->p->risk;
    struct prox x = prox_at(s, &s->now);
    double J = s->now.J, dual;
    struct slopes at;

    risk_adjoint(risk, s->now.u, s->gradient);
    s->dual = problem_dual(s->p, s->gradient, s->now.offset);
    at = (struct slopes){.w = s->now.w,
                         .gradient = s->gradient,
                         .u = s->now.u,
                         .h = s->now.h,
                         .smoothed = smoothed(s),
                         .J = J};
    dual = feasible_dual(&s->feasible.one, &at, &x, s->dual, m);
    dual = feasible_outputs_dual(&s->feasible.several, &at, &x, dual, m);
    if (drift_counts(&s->drift, m, J, dual)) {
        risk_apply(risk, s->now.w, s->next.z);
        J = problem_primal(s->p, risk_value(risk, 0, s->next.z), s->now.w);
    }
    return monitor_tick(m, J, dual, s->now.w) && !crawls(s, monitor_gap(m));
}

static bool inner_solved(const struct newton_l1 *s)
{
    double gap = s->now.J - s->dual;

    return s->inner > 0 && gap - smoothed(s) <= INNER * gap;
}

/* The outer step. */
static void move_centre(struct newton_l1 *s, const struct monitor *m)
{
    struct prox at = prox_at(s, &s->now);
    struct inner_end end = {s->now.J - s->dual, inner_solved(s), risk_at(s), s->now.offset,
                            monitor_tolerance(m)};

    centre_move(&s->centre, &at, &end);
    s->prox.q = at.q;
    s->inner = 0;
    s->damping = 0;
    evaluate(s, &s->now);
}

/* True if too many trials of q = 0 had t < 1 or steps were lost. Few columns, whose H is exact to
 * rounding, gain by a centre where l has linear pieces alone; else, with columns of sizes up to
 * 1e12 apart, more runs end before their tolerance. */
static bool wants_centre(const struct newton_l1 *s)
{
    unsigned traits = s->p->risk->traits;

    if (s->prox.q > 0 || !(traits & RISK_QUADRATIC))
        return false;
    return s->model.dense ? traits & RISK_LIPSCHITZ && s->poor_steps >= POOR_FEW
                          : s->poor_steps >= POOR_STEPS;
}

/* From q = 0 to a first centre, the slopes at now. */
static enum status take_centre(struct newton_l1 *s, const struct monitor *m)
{
    if (!centre_take(&s->centre, &s->prox))
        return ERR_SYSTEM;
    move_centre(s, m);
    return OK;
}

/* A step, or where none is left the end of the inner loop; with q = 0 of the run: *ends. */
static enum status iterate(struct newton_l1 *s, struct monitor *m, bool *ends)
{
    struct prox at = prox_at(s, &s->now);

    if (!newton_model_update(&s->model, s->now.w, s->gradient, &at))
        return ERR_SYSTEM;
    s->poor_steps += s->prox.q == 0 && s->whole && s->model.columns.lost;
    s->inner++;
    if (step(s, m))
        advance(s);
    else if (s->prox.q > 0)
        s->inner = MOST_INNER;
    else
        *ends = true;
    return OK;
}

static enum status loop(struct newton_l1 *s, struct monitor *m)
{
    enum status status = OK;
    bool ends = false;

    evaluate(s, &s->now);
    while (status == OK && !ends && look(s, m)) {
        if (wants_centre(s))
            status = take_centre(s, m);
        else if (s->prox.q == 0 || (!inner_solved(s) && s->inner < MOST_INNER))
            status = iterate(s, m, &ends);
        else if (centre_ends(&s->centre))
            ends = true;
        else
            move_centre(s, m);
    }
    return status;
}

enum status newton_l1_run(const struct problem *p, struct point *x, struct arena *arena,
                          struct monitor *m)
{
    struct newton_l1 s;
    enum status status = newton_l1_init(&s, p, x, m, arena);

    if (status == OK)
        status = loop(&s, m);
    if (status == OK)
        drift_correct(&s.drift, p, m, s.next.z);
    feasible_free(&s.feasible.one);
    newton_model_free(&s.model);
    if (s.now.w != x->w)
        vec_copy(s.n, s.now.w, x->w);
    return status;
}
