/* newton_outputs - the minimum of the quadratic model for several outputs. */
#include "solve/newton/newton_outputs.h"

#include <math.h>
#include <string.h>

#include "loss/loss.h"
#include "math/vec.h"
#include "solve/newton/newton_rows.h"

/* A solution leaves SHARE of the violation at d = 0, after ROUNDS at most, of STEPS proximal steps
 * each. Tuned. */
static const double SHARE = 0.3;
enum { ROUNDS = 10, STEPS = 2 };

/* The Hessian of few weights where it takes the time of FEW passes, GROWS times more after each
 * solution without it that ROUNDS ended, or of PART of the passes of the last one. Tuned. */
static const double FEW = 10, GROWS = 2, PART = 0.5;

/* Conjugate gradients end at RESIDUAL of <r, M^-1 r>^(1/2), or after FIRST_CG steps at first, then
 * those of kinked_steps, MOST_CG at most. Tuned. */
static const double RESIDUAL = 0.3;
enum { FIRST_CG = 5, MOST_CG = 100 };

/* L of blocks over all columns at most (output_metric.h). */
static const double MOST_L = 2;

/* L of another metric grows to MORE times d'Hd/d'Md, and each step takes it to LESS of it.
 * Tuned. */
static const double MORE = 1.1, LESS = 0.9;

void newton_outputs_init(struct newton_outputs *s, const struct risk *risk, struct kinked_each psi,
                         const struct monitor *m, struct arena *arena)
{
    const struct matrix *A = risk->A;
    double **vectors[] = {&s->x,    &s->g,    &s->ridge, &s->next, &s->d,
                          &s->cg.p, &s->cg.r, &s->cg.q,  &s->cg.s, &s->cg.y};
    size_t n = A->x.cols;

    *s = (struct newton_outputs){.risk = risk,
                                 .m = m,
                                 .outputs = A->outputs,
                                 .all = psi,
                                 .psi = psi,
                                 .cost.allowance = FEW,
                                 .cg.steps = FIRST_CG};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i] = arena_doubles(arena, risk->dim);
    s->columns.set = arena_get(arena, n, sizeof *s->columns.set);
    s->columns.place = arena_get(arena, n, sizeof *s->columns.place);
    s->columns.in = arena_get(arena, risk->dim, sizeof *s->columns.in);
    s->columns.psi = psi.stride > 0 ? arena_get(arena, risk->dim, sizeof *s->columns.psi) : NULL;
    s->columns.rows = block_make(risk->units, A->entries, arena);
    s->cg.kinks = arena_get(arena, 2 * risk->dim, sizeof *s->cg.kinks);
    s->cg.Xd = arena_doubles(arena, risk->image);
    s->cg.Bd = arena_doubles(arena, risk->image);
    output_gram_init(&s->gram, risk, m, arena);
    output_metric_init(&s->metric, risk, arena);
}

/* ---- the working set ------------------------------------------------------------------------- */

/* in (k): 1 for the weights of column j that are not 0, or violate. Returns how many there
 * are. */
static size_t look_at(const struct newton_outputs *s, size_t j, const double *w,
                      const double *gradient, unsigned char *in)
{
    size_t k = s->outputs, count = 0;

    for (size_t o = 0; o < k; o++) {
        size_t v = j * k + o;
        in[o] = w[v] != 0 || kinked_violation(kinked_at(s->all, v), w[v], gradient[v]) > 0;
        count += in[o];
    }
    return count;
}

/* X = the columns of the set. */
static void take_columns(struct newton_outputs *s, size_t count)
{
    const struct matrix *A = s->risk->A;

    if (count < A->x.cols)
        block_select(&s->columns.rows, A, s->columns.set, count, s->columns.place);
    s->X = count < A->x.cols ? s->columns.rows.A : *A;
}

void newton_outputs_diagonal(struct newton_outputs *s, double h, double *D)
{
    for (size_t i = 0; i < s->risk->image; i++)
        s->cg.Xd[i] = h;
    matrix_squares(s->risk->A, s->cg.Xd, D);
}

void newton_outputs_update(struct newton_outputs *s, const double *w, const double *gradient,
                           const struct prox *at, double *D)
{
    size_t count = 0, weights = 0, k = s->outputs, n = s->risk->A->x.cols;
    double passes = fmax(s->cost.allowance, PART * s->cost.spent);

    s->at = *at;
    for (size_t j = 0; j < n; j++) {
        size_t in = look_at(s, j, w, gradient, s->columns.in + count * k);
        weights += in;
        if (in > 0 || (s->risk->A->x.bias != 0 && j + 1 == n))
            s->columns.set[count++] = (uint32_t)j;
    }
    take_columns(s, count);
    risk_count(s->risk, 1);
    matrix_squares(&s->X, at->h, s->d);
    for (size_t c = 0; c < count * k; c++) {
        double *most = D + s->columns.set[c / k] * k + c % k;
        *most = fmax(*most, s->d[c]);
    }
    if (s->dual && s->X.dim <= s->gram.most) {
        weights = s->X.dim;
        memset(s->columns.in, 1, weights);
    }
    s->direct = output_gram_update(&s->gram, &s->X, s->columns.in, weights, at, passes);
    if (!s->direct)
        output_metric_update(&s->metric, &s->X, at->h, s->d);
}

/* ---- products -------------------------------------------------------------------------------- */

/* to = (X'B X + ridge) d, Xd = X d; returns <d, to>. */
static double product(struct newton_outputs *s, const double *d, double *to)
{
    const struct loss *g = s->risk->g;
    size_t dim = s->X.dim;

    matrix_apply(&s->X, d, s->cg.Xd);
    g->ops->bend(g, &s->at, s->cg.Xd, s->cg.Bd);
    matrix_adjoint(&s->X, s->cg.Bd, to);
    newton_count_work(s->risk, 2 * matrix_work(&s->X));
    s->cost.products++;
    for (size_t j = 0; j < dim; j++)
        to[j] += s->ridge[j] * d[j];
    return vec_dot(dim, d, to);
}

/* (sum_j v_j^2/M_jj)^(1/2), v_j the violations: its square is about what a step by M takes from
 * 2 Q. For a dual point sum_j v_j: columns of large numbers are as important as others. */
static double violation(const struct newton_outputs *s)
{
    const struct output_metric *M = &s->metric;
    double sum = 0;

    if (s->dual || !(s->risk->traits & RISK_SMOOTH))
        return kinked_violations(s->psi, s->X.dim, s->x, s->g);
    for (size_t v = 0; v < s->X.dim; v++) {
        const struct kinked *psi = kinked_at(s->psi, v);
        double far = kinked_violation(psi, s->x[v], s->g[v]);
        if (far > 0)
            sum += far / (M->D[v] + M->ridge[v] + psi->curvature) * far;
    }
    return sqrt(sum);
}

/* ---- proximal steps -------------------------------------------------------------------------- */

/* x becomes the step from x, g that there. */
static void proximal_step(struct newton_outputs *s)
{
    struct output_metric *M = &s->metric;
    bool whole = output_metric_whole(M);
    size_t dim = s->X.dim;

    for (;;) {
        double square, most;
        output_metric_step(M, s->psi, s->x, s->g, s->next);
        vec_combine(dim, 1, s->next, -1, s->x, s->d);
        square = product(s, s->d, s->cg.y);
        most = output_metric_square(M, s->d);
        if (!(square > most) || (whole && M->L >= MOST_L) || monitor_hurries(s->m))
            break;
        output_metric_set(M, s->ridge,
                          whole ? MOST_L : fmax(1, MORE * M->L * square / most));
    }
    vec_copy(dim, s->next, s->x);
    vec_add(dim, 1, s->cg.y, s->g);
    if (!whole)
        output_metric_set(M, s->ridge, fmax(1, LESS * M->L));
}

/* ---- equal changes --------------------------------------------------------------------------- */

/* The slope of Q along the change of x_jo by `sign` for all o; *quad: its derivative. */
static double slope_along(const struct newton_outputs *s, size_t j, double sign, double *quad)
{
    double slope = 0;

    *quad = 0;
    for (size_t v = j * s->outputs; v < (j + 1) * s->outputs; v++) {
        const struct kinked *psi = kinked_at(s->psi, v);
        double kink = sign > 0 ? psi->right : psi->left;
        slope += sign * (s->g[v] + (s->x[v] == 0 ? kink : kinked_slope(psi, s->x[v])));
        *quad += s->ridge[v] + psi->curvature;
    }
    return slope;
}

static void shift_column(struct newton_outputs *s, size_t j, double sign, double *p)
{
    size_t k = s->outputs, first = j * k;
    struct kinked_each psi = {kinked_at(s->psi, first), s->psi.stride};
    double quad, slope = slope_along(s, j, sign, &quad), t;

    if (!(slope < 0))
        return;
    vec_fill(k, sign, p);
    t = kinked_search(psi, k, s->x + first, p, slope, quad, s->cg.kinks);
    for (size_t v = first; v < first + k; v++)
        s->g[v] += sign * t * s->ridge[v];
}

static void shift(struct newton_outputs *s)
{
    for (size_t j = 0; j < s->X.x.cols; j++) {
        shift_column(s, j, 1, s->cg.p);
        shift_column(s, j, -1, s->cg.p);
    }
}

/* ---- on the support -------------------------------------------------------------------------- */

/* r = -(g + psi')_A, p = 0. */
static void begin(struct newton_outputs *s)
{
    for (size_t j = 0; j < s->X.dim; j++) {
        const struct kinked *psi = kinked_at(s->psi, j);
        bool rests = kinked_rests(psi, s->x[j]);
        s->cg.r[j] = rests ? 0 : -(s->g[j] + kinked_slope(psi, s->x[j]));
        s->cg.p[j] = 0;
    }
    output_metric_factor(&s->metric, s->psi, s->x);
}

/* y = (H + curvature) s on A; returns <s, y>. */
static double bend_direction(struct newton_outputs *s)
{
    struct output_gradients *cg = &s->cg;

    product(s, cg->s, cg->y);
    for (size_t j = 0; j < s->X.dim; j++) {
        const struct kinked *psi = kinked_at(s->psi, j);
        bool rests = kinked_rests(psi, s->x[j]);
        cg->y[j] = rests ? 0 : cg->y[j] + psi->curvature * cg->s[j];
    }
    return vec_dot(s->X.dim, cg->s, cg->y);
}

/* p by conjugate gradients (Golub and Van Loan, Matrix Computations, 4th edition, algorithm
 * 11.5.1) for (H + curvature)_AA p = -(g + psi')_A. */
static void conjugate_gradients(struct newton_outputs *s)
{
    struct output_gradients *cg = &s->cg;
    size_t dim = s->X.dim;
    double rho, least;

    begin(s);
    output_metric_solve(&s->metric, s->psi, cg->r, cg->q);
    rho = vec_dot(dim, cg->r, cg->q);
    least = RESIDUAL * RESIDUAL * rho;
    vec_copy(dim, cg->q, cg->s);
    for (int step = 0; step < cg->steps && rho > least && !monitor_hurries(s->m); step++) {
        double before = rho, curvature = bend_direction(s);
        if (!(curvature > 0))
            break;
        vec_add(dim, rho / curvature, cg->s, cg->p);
        vec_add(dim, -rho / curvature, cg->y, cg->r);
        output_metric_solve(&s->metric, s->psi, cg->r, cg->q);
        rho = vec_dot(dim, cg->r, cg->q);
        vec_combine(dim, 1, cg->q, rho / before, cg->s, cg->s);
    }
}

/* x += t p with the best t; g follows. Returns t. */
static double move(struct newton_outputs *s)
{
    struct output_gradients *cg = &s->cg;
    double slope = 0, quad = product(s, cg->p, cg->y), t;

    for (size_t j = 0; j < s->X.dim; j++) {
        const struct kinked *psi = kinked_at(s->psi, j);
        if (cg->p[j] == 0)
            continue;
        slope += (s->g[j] + kinked_slope(psi, s->x[j])) * cg->p[j];
        quad += psi->curvature * cg->p[j] * cg->p[j];
    }
    if (!(slope < 0))
        return 0;
    t = kinked_search(s->psi, s->X.dim, s->x, cg->p, slope, fmax(0, quad), cg->kinks);
    vec_add(s->X.dim, t, cg->y, s->g);
    return t;
}

static void support_step(struct newton_outputs *s)
{
    struct output_gradients *cg = &s->cg;

    conjugate_gradients(s);
    cg->steps = kinked_steps(cg->steps, move(s), MOST_CG);
}

/* ---- the minimum ----------------------------------------------------------------------------- */

/* x = w, g = the gradient, psi and the ridge of the set. */
static void gather(struct newton_outputs *s, const double *gradient, double ridge, const double *D,
                   const double *x)
{
    size_t k = s->outputs;

    for (size_t c = 0; c < s->X.x.cols; c++)
        for (size_t o = 0; o < k; o++) {
            size_t from = s->columns.set[c] * k + o, to = c * k + o;
            s->x[to] = x[from];
            s->g[to] = gradient[from];
            s->ridge[to] = ridge * D[from];
            if (s->columns.psi)
                s->columns.psi[to] = *kinked_at(s->all, from);
        }
    if (s->columns.psi)
        s->psi.psi = s->columns.psi;
}

/* x (dim) has the weights of the set. */
static void scatter(const struct newton_outputs *s, double *x)
{
    size_t k = s->outputs;

    for (size_t c = 0; c < s->X.x.cols; c++)
        vec_copy(k, s->x + c * k, x + s->columns.set[c] * k);
}

/* Proximal steps, equal changes and steps on the support in turn. */
static void minimise_by_products(struct newton_outputs *s)
{
    double enough;

    s->cost.products = 0;
    output_metric_set(&s->metric, s->ridge, s->metric.L);
    enough = SHARE * violation(s); /* in a ball psi has changed since the update */
    for (int round = 0; round < ROUNDS && !monitor_hurries(s->m); round++) {
        for (int step = 0; step < STEPS; step++)
            proximal_step(s);
        if (s->outputs > 1)
            shift(s);
        if (violation(s) <= enough)
            break;
        support_step(s);
        if (s->dual && round + 1 == ROUNDS)
            s->cost.allowance *= GROWS;
    }
    s->cost.spent = s->cost.products;
}

void newton_outputs_minimise(struct newton_outputs *s, const double *gradient, double ridge,
                             const double *D, double *x)
{
    struct loss *g = s->risk->g;

    gather(s, gradient, ridge, D, x);
    if (g->coupled) /* bend has the state of the last trial */
        g->ops->proximal(g, &s->at, NULL);
    if (s->direct)
        output_gram_minimise(&s->gram, s->psi, s->ridge, s->g, s->x);
    else
        minimise_by_products(s);
    scatter(s, x);
}
