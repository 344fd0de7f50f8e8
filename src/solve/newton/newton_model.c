/* newton_model - the quadratic model of a smooth risk at w plus Psi = lambda Omega, and its
 * minimum. */
#include "solve/newton/newton_model.h"

#include <float.h>
#include <math.h>

#include "data/matrix.h"
#include "loss/loss.h"
#include "math/root.h"
#include "math/twin_columns.h"
#include "math/vec.h"
#include "reg/soft.h"
#include "risk/image.h"
#include "solve/newton/newton_rows.h"
#include "solve/newton/newton_system.h"

/* A row of the Gram matrix follows a change of its h by more than LAZY of it: where h is continuous
 * few rows change so much in late steps. With borders, which are those of the last h, by more than
 * rounding. Tuned. */
static const double LAZY = 0.05;

/* An inner solution over the Gram matrix leaves DENSE_SHARE of the violation at d = 0, with damping
 * or around a centre TIGHT_SHARE, after ROUNDS at most. Tuned. */
static const double DENSE_SHARE = 1e-2, TIGHT_SHARE = 1e-3;
enum { ROUNDS = 30 };

/* One over columns leaves as much as the last step left (Eisenstat, Walker, SIAM J. Sci. Comput.
 * 17, 1996), LEAST_SHARE to MOST_SHARE: more is lost to what the model does not know. Epochs that
 * meet less violation than there is may end too soon: where at most FEW left more than POOR, the
 * share becomes TIGHTER for good. It takes EPOCHS at most; where one is asked for anew, as its step
 * led nowhere or eta of a ball moved, twice as many from then on, to MOST_EPOCHS; these at once
 * where l has kinks. Tuned. */
static const double LEAST_SHARE = 0.03, MOST_SHARE = 0.3, POOR = 0.5, TIGHTER = 0.3;
enum { FEW = 2, EPOCHS = 25, MOST_EPOCHS = 100 };

/* A step is lost whose model took more than LONG epochs, if h changed on its way and more than LOST
 * of the violation is left. Tuned. */
static const double LOST = 0.4;
enum { LONG = 20 };

/* D times this is a part of H always: columns whose rows have h = 0. With borders over columns in
 * single precision it exceeds what their rounding, 6e-8, takes from a column that is constant. */
static const double RIDGE = 1e-15, BORDERED_RIDGE = 1e-6;

/* m rows are far fewer than n columns where newton_rows.h says so, m < .75 n at most; of a loss
 * with flats where m < FEWER_KINKED n. There epochs over columns cost less than a Gram matrix.
 * Tuned. */
static const double FEWER_KINKED = 0.4;

/* eta is right where Phi is BALL_LEAST of B below it, to BALL_LEAST, or to BALL_SHARE of what Phi
 * is off with the last eta; the first trial changes that by ETA_STEP of it. The
 * weight of a column of size s is off by BALL_LEAST s: tuned for columns of 1e9. */
static const double BALL_LEAST = 1e-13, BALL_SHARE = 1e-3, ETA_STEP = 0.1;

/* The slope of a needless column is that of its twin to AS_LARGE. */
static const double AS_LARGE = 1 + 4 * DBL_EPSILON;

static struct kinked_each psi_of(const struct newton_model *s)
{
    return (struct kinked_each){s->psi, s->stride};
}

/* ---- few columns ----------------------------------------------------------------------------- */

static bool gram_init(struct newton_model *s, struct arena *arena)
{
    struct gram_model *gram = &s->gram;

    gram->H = arena_doubles(arena, s->n * s->n);
    newton_gram_init(&gram->sum, s->p->risk, s->n, LAZY, arena);
    gram->solver = (struct l1_dense){
        .psi = psi_of(s), .H = gram->H, .x = s->x, .g = s->g, .step = s->step};
    l1_dense_init(&gram->solver, s->n, arena);
    gram->solver.factor.stop = monitor_stop(s->m);
    if (!arena->failed)
        newton_gram_diagonal(&gram->sum, 1 / (double)s->rows, s->D);
    return !arena->failed;
}

static void gram_update(struct newton_model *s, const double *h)
{
    const struct newton_gram *sum = &s->gram.sum;

    newton_gram_update(&s->gram.sum, h, s->m);
    for (size_t j = 0; j < s->n; j++)
        s->D[j] = fmax(s->D[j], sum->M[j * s->n + j]);
}

/* H of the model */
static void gram_prepare(struct newton_model *s, double damping)
{
    struct gram_model *gram = &s->gram;
    size_t n = s->n;

    vec_copy(n * n, gram->sum.M, gram->H);
    for (size_t k = 0; k < s->p->risk->borders; k++)
        for (size_t j = 0; j < n; j++)
            vec_add(n - j, -s->E[k * n + j], s->E + k * n + j, gram->H + j * n + j);
    for (size_t j = 0; j < n; j++) {
        double *diagonal = gram->H + j * n + j;
        for (size_t k = j + 1; k < n; k++)
            gram->H[k * n + j] = gram->H[j * n + k];
        *diagonal = fmax(*diagonal, 0) + (damping + RIDGE) * s->D[j];
    }
}

static void gram_minimise(struct newton_model *s, double damping)
{
    double violation = kinked_violations(psi_of(s), s->n, s->x, s->g);
    double share = damping > 0 || s->gram.centred ? TIGHT_SHARE : DENSE_SHARE;

    vec_fill(s->n, 0, s->step);
    l1_dense_minimise(&s->gram.solver, share * violation, ROUNDS);
}

/* ---- many columns ---------------------------------------------------------------------------- */

static bool hurries(const void *m)
{
    return monitor_hurries(m);
}

/* The systems of independent columns in place of conjugate gradients. */
static void systems_init(struct newton_model *s, struct arena *arena)
{
    struct column_model *c = &s->columns;

    newton_support_init(&c->systems, s->p->risk, c->set, s->D, arena);
    c->solver.solve = newton_support_solve;
    c->solver.systems = &c->systems;
    c->solver.last = 1;
}

static bool columns_init(struct newton_model *s, const struct monitor *m, struct arena *arena)
{
    const unsigned alike = REG_SEPARABLE | REG_PLAIN;
    struct column_model *c = &s->columns;

    c->most = MOST_SHARE;
    c->violation = 0;
    c->limit = s->p->risk->traits & RISK_SMOOTH ? EPOCHS : MOST_EPOCHS;
    c->epochs = c->limit;
    c->again = false;
    c->lost = false;
    c->all.start = arena_get(arena, s->n + 1, sizeof *c->all.start);
    c->set = arena_get(arena, s->n, sizeof *c->set);
    c->twin = problem_curvature(s->p) == 0 && (s->p->reg->traits & alike) == alike
                  ? arena_get(arena, s->n, sizeof *c->twin)
                  : NULL;
    c->psi = s->stride > 0 ? arena_get(arena, s->n, sizeof *c->psi) : s->psi;
    c->root = arena_doubles(arena, s->rows);
    c->place = arena_get(arena, s->rows, sizeof *c->place);
    c->solver.psi = (struct kinked_each){c->psi, s->stride};
    c->solver.stop = (struct stop_token){hurries, m};
    l1_columns_init(&c->solver, s->n, s->rows, s->p->risk->borders, arena);
    if (newton_support_applies(s->p->risk))
        systems_init(s, arena);
    risk_count(s->p->risk, 0.5);
    if (arena->failed || !matrix_columns(s->p->risk->A, &c->all) ||
        (c->solver.solve && !newton_support_make(&c->systems)))
        return false;
    for (size_t j = 0; j < s->n; j++)
        s->D[j] = columns_sqnorm(&c->all, j) / (double)s->rows;
    return !c->twin || columns_twins(&c->all, c->twin);
}

/* root = sqrt(h); true if one changed. */
static bool take_roots(struct column_model *c, size_t rows, const double *h)
{
    bool changed = false;

    for (size_t i = 0; i < rows; i++) {
        double root = sqrt(h[i]);
        changed |= root != c->root[i];
        c->root[i] = root;
    }
    return changed;
}

/* The share for a model whose violation at d = 0 is as given; `changed`: h differs from that of the
 * last model. */
static void choose_share(struct column_model *c, double violation, bool changed)
{
    double left = violation / c->violation;

    if (c->epochs <= FEW && left > POOR)
        c->most *= TIGHTER;
    c->lost = changed && c->violation > 0 && c->epochs > LONG && left > LOST;
    c->share = fmin(c->most, fmax(LEAST_SHARE, left));
    c->violation = violation;
}

/* True if column j, with w_j = 0, is about r times another, 0 < r <= 1, and its slope no larger but
 * for rounding: that one is enough. */
static bool is_needless(const struct column_model *c, size_t j, const double *gradient)
{
    return c->twin && c->twin[j] != j &&
           fabs(gradient[j]) <= AS_LARGE * fabs(gradient[c->twin[j]]);
}

static bool columns_update(struct newton_model *s, const double *w, const double *gradient,
                           const double *h)
{
    struct column_model *c = &s->columns;
    double sum = 0;
    size_t count = 0;

    for (size_t j = 0; j < s->n; j++) {
        double violation = kinked_violation(kinked_at(psi_of(s), j), w[j], gradient[j]);
        if (w[j] == 0 && is_needless(c, j, gradient))
            continue;
        sum += violation;
        if (violation > 0 || w[j] != 0)
            c->set[count++] = (uint32_t)j;
    }
    choose_share(c, sum, take_roots(c, s->rows, h));
    c->again = false;
    if (c->solver.solve)
        newton_support_update(&c->systems, h);
    if (!columns_gather(&c->solver.X, &c->all, count, c->set, c->root, c->place, c->solver.square))
        return false;
    for (size_t k = 0; k < count; k++)
        s->D[c->set[k]] = fmax(s->D[c->set[k]], c->solver.square[k]);
    for (size_t b = 0; b < s->p->risk->borders; b++)
        for (size_t k = 0; k < count; k++)
            c->solver.E[b * count + k] = s->E[b * s->n + c->set[k]];
    return true;
}

static void columns_minimise(struct newton_model *s, const double *w, double damping)
{
    struct column_model *c = &s->columns;
    size_t count = c->solver.X.count;
    double ridge = s->p->risk->borders > 0 ? BORDERED_RIDGE : RIDGE;

    for (size_t k = 0; k < count; k++) {
        uint32_t j = c->set[k];
        c->solver.x[k] = s->x[j];
        if (s->stride > 0)
            c->psi[k] = s->psi[j];
        c->solver.g[k] = s->g[j];
        c->solver.ridge[k] = (damping + ridge) * s->D[j];
    }
    if (c->again && c->limit < MOST_EPOCHS)
        c->limit *= 2;
    c->again = true;
    c->solver.visited = 0;
    c->epochs = l1_columns_minimise(&c->solver, c->share, c->limit);
    risk_count(s->p->risk, (double)c->solver.visited / (2 * (double)c->all.start[s->n]));
    for (size_t k = 0; k < count; k++)
        s->x[c->set[k]] = c->solver.x[k];
    vec_combine(s->n, 1, s->x, -1, w, s->step);
}

/* ---- several outputs ------------------------------------------------------------------------- */

static bool outputs_init(struct newton_model *s, const struct monitor *m, struct arena *arena)
{
    newton_outputs_init(&s->outputs, s->p->risk, psi_of(s), m, arena);
    if (arena->failed)
        return false;
    newton_outputs_diagonal(&s->outputs, 1 / (double)s->rows, s->D);
    return true;
}

static void outputs_minimise(struct newton_model *s, const double *w, const double *gradient,
                             double damping)
{
    newton_outputs_minimise(&s->outputs, gradient, damping + RIDGE, s->D, s->x);
    vec_combine(s->n, 1, s->x, -1, w, s->step);
}

/* ---- all ------------------------------------------------------------------------------------- */

/* psi(w_j) = lambda psi_j(w_j) + eta Phi(w_j) */
static struct kinked kinked_of(const struct problem *p, size_t j, double eta)
{
    struct reg_weight h = reg_weight_at(p->reg, p->reg_p, j);
    double a, b;

    reg_ball(p->reg, p->reg_p, &a, &b);
    return (struct kinked){.left = p->lambda * h.left - eta * a,
                           .right = p->lambda * h.right + eta * a,
                           .curvature = p->lambda * h.curvature + eta * b,
                           .lo = h.lo,
                           .hi = h.hi};
}

/* psi of each weight, or of all. */
static void init_psi(struct newton_model *s, struct arena *arena)
{
    s->stride = s->p->reg->traits & REG_COLUMNS ? 1 : 0;
    s->psi = arena_get(arena, s->stride > 0 ? s->n : 1, sizeof *s->psi);
    for (size_t j = 0; s->psi && j < (s->stride > 0 ? s->n : 1); j++)
        s->psi[j] = kinked_of(s->p, j, 0);
}

bool newton_model_dense(const struct risk *risk)
{
    bool fewer = newton_rows_apply(risk);

    if (fewer && risk_has_flats(risk))
        fewer = (double)risk->units < FEWER_KINKED * (double)risk->dim;
    return newton_system_direct(risk) && !fewer && !newton_bends(risk);
}

bool newton_model_init(struct newton_model *s, const struct problem *p, const struct monitor *m,
                       struct arena *arena)
{
    *s = (struct newton_model){.p = p,
                               .m = m,
                               .n = p->risk->dim,
                               .rows = p->risk->image,
                               .dense = newton_model_dense(p->risk),
                               .several = newton_bends(p->risk)};
    init_psi(s, arena);
    s->D = arena_doubles(arena, s->n);
    s->x = arena_doubles(arena, s->n);
    s->g = arena_doubles(arena, s->n);
    s->step = arena_doubles(arena, s->n);
    s->E = arena_doubles(arena, p->risk->borders * s->n);
    s->u = p->risk->borders > 0 ? arena_doubles(arena, s->rows) : NULL;
    if (arena->failed)
        return false;
    if (s->several)
        return outputs_init(s, m, arena);
    return s->dense ? gram_init(s, arena) : columns_init(s, m, arena);
}

void newton_model_free(struct newton_model *s)
{
    columns_free(&s->columns.all);
    columns_free(&s->columns.solver.X);
}

/* E at a proximal step; 0 where there is no border. */
static void set_borders(struct newton_model *s, const struct prox *at)
{
    const struct risk *risk = s->p->risk;

    for (size_t k = 0; k < risk->borders; k++) {
        double size = risk->g->ops->border(risk->g, k, at, s->u);
        risk_adjoint(risk, s->u, s->E + k * s->n);
        vec_scale(s->n, size > 0 ? 1 / sqrt(size) : 0, s->E + k * s->n);
    }
}

bool newton_model_update(struct newton_model *s, const double *w, const double *gradient,
                         const struct prox *at)
{
    if (s->several) {
        newton_outputs_update(&s->outputs, w, gradient, at, s->D);
        return true;
    }
    set_borders(s, at);
    if (!s->dense)
        return columns_update(s, w, gradient, at->h);
    s->gram.centred = at->q > 0;
    gram_update(s, at->h);
    return true;
}

/* ---- the ball -------------------------------------------------------------------------------- */

/* The model, and its multipliers: from + sign t, t >= 0. */
struct trial {
    struct newton_model *s;
    const double *w, *gradient;
    double damping, from, sign;
};

/* x = argmin Q + eta Phi; returns Phi(x)/(B (1 - BALL_LEAST)) - 1, less than 0 without a ball. */
static double minimise_with(const struct trial *t, double eta)
{
    struct newton_model *s = t->s;
    double a, b, B = reg_ball(s->p->reg, s->p->reg_p, &a, &b);

    s->eta = eta;
    if (B < INFINITY)
        *s->psi = kinked_of(s->p, 0, eta);
    vec_copy(s->n, t->w, s->x);
    vec_copy(s->n, t->gradient, s->g);
    if (s->several)
        outputs_minimise(s, t->w, t->gradient, t->damping);
    else if (s->dense)
        gram_minimise(s, t->damping);
    else
        columns_minimise(s, t->w, t->damping);
    return soft_value(a, b, s->n, s->x) / (B * (1 - BALL_LEAST)) - 1;
}

/* Does not fall with t; 0 at eta = 0 in the ball, and where the run is to end. */
static double shortage(void *context, double t)
{
    const struct trial *at = context;
    double eta = fmax(0, at->from + at->sign * t), excess = minimise_with(at, eta);

    return (eta == 0 && excess <= 0) || monitor_hurries(at->s->m) ? 0 : -at->sign * excess;
}

/* About the eta of the minimum in the ball, from x, that without: along the way to x the slope of Q
 * is least at w, -<gradient, x>. */
static double first_eta(const struct trial *t, double excess)
{
    double a, b, B = reg_ball(t->s->p->reg, t->s->p->reg_p, &a, &b);

    return fmax(fabs(vec_dot(t->s->n, t->gradient, t->s->x)) / (B * (1 + excess)), DBL_MIN);
}

/* x that is left outside of the ball is scaled into it: Phi(t x) <= t Phi(x), 0 <= t <= 1. */
static void minimise_in_ball(struct trial *t)
{
    struct newton_model *s = t->s;
    double excess = minimise_with(t, s->eta), tol, step, share;

    tol = fmax(BALL_LEAST, BALL_SHARE * fmin(1, fabs(excess)));
    if (fabs(excess) > tol && (s->eta > 0 || excess > 0)) {
        t->from = s->eta;
        t->sign = excess > 0 ? 1 : -1;
        step = s->eta > 0 ? ETA_STEP * s->eta : first_eta(t, excess);
        step = root_beyond(shortage, t, 0, -fabs(excess), step, tol, BALL_LEAST, 0);
        excess = minimise_with(t, fmax(0, t->from + t->sign * step));
    }
    if (!(excess > BALL_LEAST))
        return;
    share = 1 / (1 + excess);
    vec_scale(s->n, share, s->x);
    vec_combine(s->n, share, s->step, share - 1, t->w, s->step);
}

const double *newton_model_minimise(struct newton_model *s, const double *w,
                                    const double *gradient, double damping)
{
    struct trial t = {.s = s, .w = w, .gradient = gradient, .damping = damping};

    if (s->dense)
        gram_prepare(s, damping);
    if (!(s->p->reg->traits & REG_SEPARABLE))
        minimise_in_ball(&t);
    else
        minimise_with(&t, 0);
    return s->x;
}
