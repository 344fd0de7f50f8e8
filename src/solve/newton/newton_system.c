/* newton_system - the linear systems of Newton's method. */
#include "solve/newton/newton_system.h"

#include <math.h>

#include "data/rows/gram.h"
#include "loss/loss.h"
#include "math/vec.h"
#include "risk/image.h"

/* M keeps the h_i of a row that has changed by at most STALE h_i since M took it, so that M differs
 * from the Hessian H by at most STALE H. A step with M and an exact line search on a quadratic
 * takes at most STALE^2 of F - F* over (Kantorovich's inequality). Tuned. */
static const double STALE = 0.2;

/* Conjugate gradients end after so many steps; as a step of a smooth risk needs it. */
enum { MOST_STEPS = 100, MOST_SMOOTH_STEPS = 500 };

/* The k-th step of conjugate gradients is the last one where its gain is at most GROWTH/k of that
 * of all k. */
static const double GROWTH = 0.5;

/* A gain of at most NEAR times the tolerance is near to it; around a centre, q > 0, NEAR_CENTRE
 * times: more of D comes with the next one. Tuned. */
static const double NEAR = 3, NEAR_CENTRE = 1;

/* What |ry|^2/(2 lambda), a part of the gap at w + d, is to be at most of the tolerance. Tuned. */
static const double LEFT = 0.7;

bool newton_system_direct(const struct risk *risk)
{
    return newton_direct(risk, risk->A->x.cols);
}

bool newton_system_factors(const struct risk *risk)
{
    return newton_rows_apply(risk) || newton_system_direct(risk);
}

/* D is known at the dual point of a model with one output and without borders: with a border that
 * has dv_i/dz_i (dz_i + the change of the bias), whose sum of u_i is 0. */
static bool smooths(const struct risk *risk)
{
    const unsigned needs = RISK_SMOOTH | RISK_DUAL;

    return (risk->traits & needs) == needs && risk->A->outputs == 1 && risk->borders == 0;
}

/* Room for conjugate gradients. */
static void init_gradients(struct newton_system *s, struct arena *arena)
{
    size_t dim = s->risk->dim;

    s->row = arena_get(arena, s->risk->units, sizeof *s->row);
    s->weight = arena_doubles(arena, s->risk->units);
    s->cg.r = arena_doubles(arena, dim);
    s->cg.q = arena_doubles(arena, dim);
    s->cg.p = arena_doubles(arena, dim);
    s->cg.Hp = arena_doubles(arena, dim);
    s->D = arena_doubles(arena, dim);
    if (smooths(s->risk)) {
        s->cg.y = arena_doubles(arena, dim);
        s->cg.ry = arena_doubles(arena, dim);
    }
    block_jacobi_init(&s->cg.block, s->risk, s->lambda, arena);
    if (!newton_bends(s->risk))
        return;
    s->mean = arena_doubles(arena, s->risk->units);
    s->cg.Ap = arena_doubles(arena, s->risk->image);
}

/* Room for S. */
static void init_matrix(struct newton_system *s, struct stop_token stop, struct arena *arena)
{
    size_t borders = s->risk->borders;

    if (s->allowance < INFINITY) {
        newton_schur_init(&s->blocks, s->risk, s->lambda, borders > 0 ? 0 : STALE, arena);
    } else {
        cholesky_init(&s->factor, s->n, arena);
        s->factor.par = s->risk->par;
        s->factor.stop = stop;
        newton_gram_init(&s->gram, s->risk, s->n, STALE, arena);
    }
    s->Y = arena_doubles(arena, borders * s->n);
    s->c = arena_doubles(arena, borders);
    cholesky_init(&s->schur, borders, arena);
}

/* From conjugate gradients, which go on where there is no memory for it, to the elimination. */
static void eliminate(struct newton_system *s)
{
    s->eliminates = newton_schur_make(&s->blocks);
    s->direct = s->eliminates;
    s->cg.smoothed = false;
    s->allowance = s->eliminates ? 0 : INFINITY;
}

void newton_system_init(struct newton_system *s, const struct risk *risk, double lambda,
                        bool factors, double allowance, struct point *x,
                        struct stop_token stop, struct arena *arena)
{
    size_t borders = risk->borders, outputs = risk->A->outputs, n = risk->A->x.cols;

    *s = (struct newton_system){.risk = risk,
                                .lambda = lambda,
                                .outputs = outputs,
                                .n = n,
                                .by_rows = factors && newton_rows_apply(risk),
                                .allowance = allowance,
                                .direct = factors && newton_system_direct(risk)};
    if (s->by_rows) {
        newton_rows_init(&s->over_rows, risk, lambda, x, stop, arena);
        return;
    }
    s->E = arena_doubles(arena, borders * risk->dim);
    s->s = arena_doubles(arena, borders);
    s->u = borders > 0 || newton_bends(s->risk) ? arena_doubles(arena, risk->image) : NULL;
    if (s->direct || allowance < INFINITY)
        init_matrix(s, stop, arena);
    if (!s->direct || newton_bends(s->risk))
        init_gradients(s, arena);
    if (s->allowance <= 0 && !arena->failed) {
        eliminate(s);
        arena->failed = !s->eliminates;
    }
}

/* The borders of x in E and s. */
static void set_borders(struct newton_system *s, const struct prox *x)
{
    const struct loss *g = s->risk->g;
    size_t n = s->risk->dim;

    for (size_t k = 0; k < s->risk->borders; k++) {
        s->s[k] = g->ops->border(g, k, x, s->u);
        risk_adjoint(s->risk, s->u, s->E + k * n);
        if (s->s[k] > 0)
            continue;
        vec_fill(n, 0, s->E + k * n);
        s->s[k] = 1;
    }
}

/* ---- few columns --------------------------------------------------------------------------- */

void newton_system_scale(struct newton_system *s, double factor)
{
    s->cg.block.known = false;
    if (s->by_rows || !s->direct)
        return;
    s->blocks.known = false;
    if (s->allowance < INFINITY)
        return;
    newton_gram_scale(&s->gram, factor);
    s->factor.size = 0;
}

/* S, its diagonal times 1 + t, where the factor will be. */
static void fill_matrix(void *system, double t)
{
    struct newton_system *s = system;
    size_t n = s->n;

    for (size_t i = 0; i < n; i++) {
        double *row = s->factor.R + i * n;
        vec_copy(n - i, s->gram.M + i * n + i, row + i);
        row[i] = (row[i] + s->lambda) * (1 + t);
    }
}

/* diag(s) (1 + t) - E S^-1 E' in the same way. */
static void fill_schur(void *system, double t)
{
    struct newton_system *s = system;
    size_t n = s->risk->dim, borders = s->risk->borders;

    for (size_t i = 0; i < borders; i++) {
        double *row = s->schur.R + i * borders;
        for (size_t j = i; j < borders; j++)
            row[j] = -vec_dot(n, s->E + i * n, s->Y + j * n);
        row[i] += s->s[i] * (1 + t);
    }
}

/* Makes the factor of S at h, unless it is there. False: S is not finite. */
static bool factored(struct newton_system *s, const double *h, const struct monitor *m)
{
    if (s->eliminates)
        return newton_schur_factor(&s->blocks, h);
    if (newton_gram_update(&s->gram, h, m))
        s->factor.size = 0;
    return s->factor.size == s->n || cholesky_factor_shifted(&s->factor, s->n, fill_matrix, s);
}

/* v (n) = S^-1 v */
static void solve_matrix(struct newton_system *s, double *v)
{
    if (s->eliminates)
        newton_schur_solve(&s->blocks, v);
    else
        cholesky_solve(&s->factor, v);
}

/* d += S^-1 E' (diag(s) - E S^-1 E')^-1 E d makes d = -S^-1 g the solution with H (Sherman,
 * Morrison, Woodbury: Golub and Van Loan, Matrix Computations, 4th edition, 2.1.4). */
static void add_borders(struct newton_system *s, double *d)
{
    size_t n = s->risk->dim, borders = s->risk->borders;

    for (size_t k = 0; k < borders; k++) {
        vec_copy(n, s->E + k * n, s->Y + k * n);
        solve_matrix(s, s->Y + k * n);
        s->c[k] = vec_dot(n, s->E + k * n, d);
    }
    if (!cholesky_factor_shifted(&s->schur, borders, fill_schur, s))
        return;
    cholesky_solve(&s->schur, s->c);
    for (size_t k = 0; k < borders; k++)
        vec_add(n, s->c[k], s->Y + k * n, d);
}

static void solve_factor(struct newton_system *s, const struct prox *x, const double *g,
                         const struct monitor *m, double *d)
{
    size_t n = s->risk->dim;

    vec_combine(n, -1, g, 0, g, d);
    if (!factored(s, x->h, m)) {
        vec_scale(n, 1 / s->lambda, d);
        return;
    }
    solve_matrix(s, d);
    if (s->risk->borders > 0)
        add_borders(s, d);
}

/* ---- conjugate gradients ------------------------------------------------------------------- */

/* D = lambda I + diag(A' diag(h) A), h (image) of several outputs, else that of the list. */
static void set_diagonal(struct newton_system *s, const double *h)
{
    if (s->outputs > 1) {
        matrix_squares(s->risk->A, h, s->D);
        for (size_t j = 0; j < s->risk->dim; j++)
            s->D[j] += s->lambda;
        risk_count(s->risk, 0.5);
    } else {
        vec_fill(s->n, s->lambda, s->D);
        matrix_diagonal(s->risk->A, s->count, s->row, s->weight, s->D);
        risk_count(s->risk, (double)s->count / (double)s->risk->units);
    }
}

/* Whether M is S of the means of several outputs; whether it needs D. */
static bool has_means(const struct newton_system *s)
{
    return s->direct && !s->cg.block.known;
}

static bool has_diagonal(const struct newton_system *s)
{
    return !has_means(s) && (s->cg.block.order < s->n || !s->cg.block.known);
}

/* M at h (image), and the rows of a product. */
static void prepare(struct newton_system *s, const double *h, const struct monitor *m)
{
    s->count = (int64_t)s->risk->units;
    if (s->outputs == 1)
        s->count = matrix_list(s->risk->A, h, 0, s->row, s->weight);
    if (has_diagonal(s))
        set_diagonal(s, h);
    if (!has_means(s))
        return;
    for (size_t i = 0; i < s->risk->units; i++)
        s->mean[i] = vec_sum(s->outputs, h + i * s->outputs) / (double)s->outputs;
    (void)factored(s, s->mean, m); /* solve_means asks whether there is a factor */
}

void newton_system_centre(const struct risk *risk, double *w)
{
    size_t k = risk->A->outputs;

    for (size_t j = 0; k > 1 && j < risk->A->x.cols; j++) {
        double mean = vec_sum(k, w + j * k) / (double)k;
        for (size_t o = 0; o < k; o++)
            w[j * k + o] -= mean;
    }
}

/* q = S^-1 r of the means, output by output; where S is not finite r/lambda. */
static void solve_means(struct newton_system *s)
{
    bool known = s->eliminates ? s->blocks.known : s->factor.size == s->n;
    size_t k = s->outputs;

    for (size_t o = 0; o < k; o++) {
        for (size_t j = 0; j < s->n; j++)
            s->D[j] = s->cg.r[j * k + o];
        if (known)
            solve_matrix(s, s->D);
        for (size_t j = 0; j < s->n; j++)
            s->cg.q[j * k + o] = known ? s->D[j] : s->D[j] / s->lambda;
    }
}

/* q = M^-1 r; returns <r, q>. */
static double precondition(struct newton_system *s)
{
    size_t dim = s->risk->dim, diagonal = has_diagonal(s) ? dim : 0;

    if (has_means(s))
        solve_means(s);
    for (size_t j = 0; j < diagonal; j++)
        s->cg.q[j] = s->cg.r[j] / s->D[j];
    block_jacobi_solve(&s->cg.block, s->cg.r, s->cg.q);
    newton_system_centre(s->risk, s->cg.q);
    return vec_dot(dim, s->cg.r, s->cg.q);
}

/* Hp = H p */
static void multiply(struct newton_system *s, const struct prox *x)
{
    const struct loss *g = s->risk->g;
    size_t n = s->risk->dim;

    if (!newton_bends(s->risk)) {
        matrix_hessian(s->risk->A, s->count, s->row, s->weight, s->cg.p, s->cg.Hp);
        risk_count(s->risk, (double)s->count / (double)s->risk->units);
    } else {
        risk_apply(s->risk, s->cg.p, s->cg.Ap);
        g->ops->bend(g, x, s->cg.Ap, s->u);
        risk_adjoint(s->risk, s->u, s->cg.Hp);
    }
    vec_add(n, s->lambda, s->cg.p, s->cg.Hp);
    for (size_t k = 0; k < s->risk->borders; k++)
        vec_add(n, -vec_dot(n, s->E + k * n, s->cg.p) / s->s[k], s->E + k * n, s->cg.Hp);
}

bool newton_is_near(const struct prox *x, double gain, const struct monitor *m)
{
    return gain <= (x->q > 0 ? NEAR_CENTRE : NEAR) * monitor_tolerance(m);
}

/* y += eta (d - y) and ry along, eta = argmin |ry + eta (r - ry)|: minimal residual smoothing
 * (Zhou, Walker, SIAM J. Sci. Comput. 15, 1994). |r| itself swings by orders of magnitude. */
static void smooth(struct gradients *cg, size_t n, const double *d)
{
    double *change = cg->Hp, across, eta; /* Hp is in r by now */

    if (!cg->smoothed) {
        cg->smoothed = true;
        vec_copy(n, cg->r, cg->ry);
        vec_copy(n, d, cg->y);
        return;
    }
    vec_combine(n, 1, cg->r, -1, cg->ry, change);
    across = vec_sqnorm(n, change);
    eta = across > 0 ? -vec_dot(n, change, cg->ry) / across : 0;
    vec_add(n, eta, change, cg->ry);
    vec_mix(n, eta, d, 1 - eta, cg->y);
}

/* Whether d, the k-th of conjugate gradients, is what a step of a smooth risk needs; it promises
 * `gain`, the last step had `last` of that. */
static bool suffices(const struct newton_system *s, const struct prox *x, int k, double last,
                     double gain, const struct monitor *m)
{
    if (k * last > GROWTH * gain)
        return false;
    return !newton_is_near(x, gain, m) ||
           vec_sqnorm(s->risk->dim, s->cg.smoothed ? s->cg.ry : s->cg.r) <=
               LEFT * monitor_tolerance(m) * 2 * s->lambda;
}

/* The blocks of all outputs at h (image). False: M stays. */
static bool factor_blocks(struct newton_system *s, const double *h)
{
    size_t k = s->outputs;
    bool known = true;

    for (size_t o = 0; known && o < k; o++) {
        if (k > 1)
            s->count = matrix_list(s->risk->A, h, o, s->row, s->weight);
        known = block_jacobi_factor(&s->cg.block, o, s->count, s->row, s->weight);
    }
    if (k > 1)
        s->count = (int64_t)s->risk->units;
    return known;
}

/* True if M has become that of new blocks at h (image), after k steps; then p = q. */
static bool take_blocks(struct newton_system *s, const double *h, int k)
{
    struct block_jacobi *block = &s->cg.block;

    if (!block_jacobi_pays(block, k, s->count))
        return false;
    if (has_means(s) && block->order < s->n)
        set_diagonal(s, h);
    return block_jacobi_find(block, s->D) && block_jacobi_pays(block, k, s->count) &&
           factor_blocks(s, h);
}

/* Hestenes, Stiefel (Journal of Research of the National Bureau of Standards 49, 1952), with a
 * preconditioner; r = -g - H d. The step t along p has the gain t <r, q>/2. */
static void solve_gradients(struct newton_system *s, const struct prox *x, const double *g,
                            double residual, const struct monitor *m, double *d)
{
    size_t n = s->risk->dim;
    double enough = residual * residual * vec_sqnorm(n, g), rs, last, step, gain = 0;
    int most = residual > 0 ? MOST_STEPS : MOST_SMOOTH_STEPS;
    bool ends = false, block = false, anew;

    prepare(s, x->h, m);
    s->cg.smoothed = false;
    vec_fill(n, 0, d);
    vec_combine(n, -1, g, 0, g, s->cg.r);
    rs = precondition(s);
    vec_copy(n, s->cg.q, s->cg.p);
    for (int k = 1; k <= most && rs != 0 && vec_sqnorm(n, s->cg.r) > enough && !ends; k++) {
        multiply(s, x);
        s->allowance--;
        step = rs / vec_dot(n, s->cg.p, s->cg.Hp);
        vec_add(n, step, s->cg.p, d);
        vec_add(n, -step, s->cg.Hp, s->cg.r);
        gain += step * rs / 2;
        if (s->cg.y && newton_is_near(x, gain, m))
            smooth(&s->cg, n, d);
        ends = monitor_hurries(m) || (residual == 0 && suffices(s, x, k, step * rs / 2, gain, m));
        last = rs;
        anew = !ends && !block && take_blocks(s, x->h, k);
        block = block || anew;
        rs = precondition(s);
        vec_mix(n, 1, s->cg.q, anew ? 0 : rs / last, s->cg.p);
    }
}

void newton_system_solve(struct newton_system *s, const struct prox *x, const double *w,
                         const double *g, double residual, const struct monitor *m, double *d)
{
    if (s->by_rows) {
        if (!newton_rows_solve(&s->over_rows, x, w, d))
            vec_combine(s->risk->dim, -1 / s->lambda, g, 0, g, d);
        return;
    }
    set_borders(s, x);
    if (s->allowance <= 0 && !s->eliminates)
        eliminate(s);
    if (s->direct && !newton_bends(s->risk))
        solve_factor(s, x, g, m, d);
    else
        solve_gradients(s, x, g, residual, m, d);
}
