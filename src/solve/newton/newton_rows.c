/* newton_rows - the linear systems of Newton's method over few rows. */
#include "solve/newton/newton_rows.h"

#include <math.h>
#include <string.h>

#include "data/rows/gram.h"
#include "loss/loss.h"
#include "math/vec.h"
#include "risk/image.h"

/* Orders up to which a factor is worth its n^3/3 operations and its n^2 numbers: there rows of any
 * size are solved to rounding, where conjugate gradients do not converge on unscaled columns. */
enum { SMALL_ORDER = 1200 };

/* Larger orders where the matrix and its factor, n^2 numbers each, are at most MORE times as many
 * as the entries of the data, and 4 for each row: dense tables. */
static const double MORE = 2;

/* A factor of order n takes the time of FACTOR n^3 entries of a product. Tuned. */
static const double FACTOR = 0.01;

/* Iterative refinement (Higham, Accuracy and Stability of Numerical Algorithms, 2002, chapter 12)
 * goes on while |r| is above SMALL of the right side and the last correction made it less than
 * 1/GAIN. The second solution lets w fit rows of large columns to the rounding of A w. Tuned. */
static const double SMALL = 1e-14, GAIN = 10;

/* The factor is changed where at most 1/FEW_CHANGES of its rows enter or leave, 3 n^2 operations
 * each for n^3/3 anew, and made anew after MOST_UPDATES of these, which add up their rounding. */
enum { FEW_CHANGES = 20, MOST_UPDATES = 100 };

/* Rows at most this share of the columns, where these have a factor, too: the diagonal of A A' is
 * that of the largest columns, and rounding loses small ones on which nearly square tables depend.
 * Tuned. */
static const double FEWER = 0.75;

bool newton_direct(const struct risk *risk, size_t n)
{
    double order = (double)n;

    return n <= SMALL_ORDER || order * order <= MORE * matrix_work(risk->A);
}

double newton_factor_work(double n)
{
    return FACTOR * n * n * n;
}

void newton_count_work(const struct risk *risk, double work)
{
    risk_count(risk, work / (2 * fmax(1, matrix_work(risk->A))));
}

bool newton_bends(const struct risk *risk)
{
    return risk->A->outputs > 1 || risk->g->coupled;
}

bool newton_rows_apply(const struct risk *risk)
{
    double most = newton_direct(risk, risk->dim) ? FEWER : 1;

    return !newton_bends(risk) && (double)risk->units < most * (double)risk->dim &&
           newton_direct(risk, risk->units);
}

/* x->K, or A A' made now. NULL: stop, or no memory, and the arena has failed. */
static const double *row_gram(const struct risk *risk, struct point *x,
                              const struct stop_token *stop, struct arena *arena)
{
    size_t m = risk->units;
    bool kept = (double)m * (double)m <= x->share * matrix_work(risk->A);
    double *K;

    if (x->K)
        return x->K;
    K = arena_get(kept ? x->arena : arena, m, m * sizeof *K);
    risk_count(risk, 1);
    if (!K || !matrix_row_gram(risk->A, stop, K)) {
        arena->failed = arena->failed || !K || !stop_requested(stop);
        return NULL;
    }
    if (kept)
        x->K = K;
    return K;
}

void newton_rows_init(struct newton_rows *s, const struct risk *risk, double lambda,
                      struct point *x, struct stop_token stop, struct arena *arena)
{
    size_t m = risk->units, borders = risk->borders;

    *s = (struct newton_rows){.risk = risk,
                              .lambda = lambda,
                              .m = m,
                              .K = row_gram(risk, x, &stop, arena),
                              .S = arena_get(arena, m, sizeof *s->S),
                              .h = arena_doubles(arena, m),
                              .root = arena_doubles(arena, m),
                              .F = arena_doubles(arena, borders * m),
                              .Y = arena_doubles(arena, borders * m),
                              .s = arena_doubles(arena, borders),
                              .y = arena_doubles(arena, m),
                              .b = arena_doubles(arena, borders),
                              .r = arena_doubles(arena, m),
                              .q = arena_doubles(arena, borders),
                              .z = arena_doubles(arena, m),
                              .v = arena_doubles(arena, m),
                              .a = arena_doubles(arena, risk->dim)};
    cholesky_init(&s->factor, m, arena);
    s->factor.par = risk->par;
    s->factor.stop = stop;
    cholesky_init(&s->schur, borders, arena);
}

/* ---- the factors ----------------------------------------------------------------------------- */

/* M, its diagonal times 1 + t, where the factor will be. */
static void fill_matrix(void *rows, double t)
{
    struct newton_rows *s = rows;

    for (size_t i = 0; i < s->count; i++) {
        const double *K = s->K + s->S[i] * s->m;
        double *row = s->factor.R + i * s->m;

        for (size_t j = i; j < s->count; j++)
            row[j] = s->root[i] * (K[s->S[j]] / s->lambda) * s->root[j];
        row[i] = (1 + row[i]) * (1 + t);
    }
}

/* T + F'M^-1 F in the same way. */
static void fill_schur(void *rows, double t)
{
    struct newton_rows *s = rows;
    size_t borders = s->risk->borders;

    for (size_t k = 0; k < borders; k++) {
        const double *F = s->F + k * s->m;
        double *row = s->schur.R + k * borders;

        for (size_t l = k; l < borders; l++)
            row[l] = vec_dot(s->count, F, s->Y + l * s->m) -
                     vec_dot(s->count, F, s->F + l * s->m);
        row[k] = (row[k] + s->s[k]) * (1 + t);
    }
}

/* Rows that enter or leave S since its factor was made, also of other weights; more than `most`:
 * that the weight of a row that stays has changed. */
static size_t changes(const struct newton_rows *s, const double *h, size_t most)
{
    size_t count = 0;

    for (size_t i = 0; i < s->m && count <= most; i++)
        if (h[i] != s->h[i])
            count += h[i] != 0 && s->h[i] != 0 ? most + 1 : 1;
    return count;
}

/* The row at `place` leaves S. */
static void remove_row(struct newton_rows *s, size_t place)
{
    size_t behind = --s->count - place;

    cholesky_remove(&s->factor, place);
    memmove(s->S + place, s->S + place + 1, behind * sizeof *s->S);
    memmove(s->root + place, s->root + place + 1, behind * sizeof *s->root);
}

/* Row i enters S with the weight h, behind all others; r is scratch. False: M would be singular. */
static bool append_row(struct newton_rows *s, size_t i, double h)
{
    const double *K = s->K + i * s->m;
    double root = sqrt(h), pivot;

    for (size_t j = 0; j < s->count; j++)
        s->r[j] = s->root[j] * (K[s->S[j]] / s->lambda) * root;
    pivot = cholesky_border(&s->factor, s->r, 1 + root * (K[i] / s->lambda) * root);
    if (!(pivot > 0))
        return false;
    cholesky_append(&s->factor, s->r, pivot);
    s->S[s->count] = i;
    s->root[s->count++] = root;
    return true;
}

/* The factor that is there follows h where few rows enter or leave. False: it is to be made. */
static bool change_factor(struct newton_rows *s, const double *h)
{
    size_t most = s->count / FEW_CHANGES, count = changes(s, h, most);

    s->updates += count;
    if (s->factor.size == 0 || count > most || s->updates > MOST_UPDATES)
        return false;
    for (size_t k = s->count; k-- > 0 && count > 0;)
        if (h[s->S[k]] == 0)
            remove_row(s, k);
    for (size_t i = 0; i < s->m && count > 0; i++)
        if (h[i] != 0 && s->h[i] == 0 && !append_row(s, i, h[i]))
            return false;
    vec_copy(s->m, h, s->h);
    return true;
}

/* S, D^1/2 and the factor of M for h. False: M is not finite. */
static bool factor_matrix(struct newton_rows *s, const double *h)
{
    if (change_factor(s, h))
        return true;
    vec_copy(s->m, h, s->h);
    s->count = 0;
    s->updates = 0;
    for (size_t i = 0; i < s->m; i++) {
        s->S[s->count] = i;
        s->root[s->count] = sqrt(h[i]);
        s->count += h[i] != 0;
    }
    return cholesky_factor_shifted(&s->factor, s->count, fill_matrix, s);
}

/* F, s, M^-1 F and the factor of T + F'M^-1 F at x; a border that is none has F = 0 and s = 1. */
static void set_borders(struct newton_rows *s, const struct prox *x)
{
    struct loss *g = s->risk->g;
    size_t borders = s->risk->borders;

    for (size_t k = 0; k < borders; k++) {
        double size = g->ops->border(g, k, x, s->z);
        double *F = s->F + k * s->m, *Y = s->Y + k * s->m;

        s->s[k] = size > 0 ? size : 1;
        for (size_t i = 0; i < s->count; i++)
            F[i] = size > 0 ? s->z[s->S[i]] / s->root[i] : 0;
        vec_copy(s->count, F, Y);
        cholesky_solve(&s->factor, Y);
    }
    cholesky_factor_shifted(&s->schur, borders, fill_schur, s);
}

/* ---- the solution ---------------------------------------------------------------------------- */

/* The right side in r and q; v = u_N. Returns |r|^2. */
static double set_right_side(struct newton_rows *s, const struct prox *x)
{
    for (size_t i = 0; i < s->m; i++)
        s->v[i] = x->h[i] != 0 ? 0 : x->u[i];
    for (size_t i = 0; i < s->count; i++) {
        size_t at = s->S[i];
        double z = x->z[at] + vec_dot(s->m, s->K + at * s->m, s->v) / s->lambda;

        s->y[i] = x->u[at] / s->root[i];
        s->r[i] = s->y[i] - s->root[i] * z;
    }
    for (size_t k = 0; k < s->risk->borders; k++)
        s->q[k] = vec_dot(s->count, s->F + k * s->m, s->y);
    return vec_sqnorm(s->count, s->r);
}

/* (r, q) = the solution for the right side (r, q): b = (T + F'M^-1 F)^-1 (q - F'M^-1 r),
 * y = M^-1 (r + F b). Where that matrix has no factor b is 0. */
static void solve(struct newton_rows *s)
{
    size_t borders = s->risk->borders;

    cholesky_solve(&s->factor, s->r);
    for (size_t k = 0; k < borders; k++)
        s->q[k] -= vec_dot(s->count, s->F + k * s->m, s->r);
    if (s->schur.size != borders)
        vec_fill(borders, 0, s->q);
    else
        cholesky_solve(&s->schur, s->q);
    for (size_t k = 0; k < borders; k++)
        vec_add(s->count, s->q[k], s->Y + k * s->m, s->r);
}

/* y and b gain the correction (r, q), w+ -A'v/lambda with v_S = D^1/2 r; z+ = A w+. */
static void correct(struct newton_rows *s, double *w)
{
    vec_add(s->count, 1, s->r, s->y);
    vec_add(s->risk->borders, 1, s->q, s->b);
    for (size_t i = 0; i < s->count; i++)
        s->v[s->S[i]] = s->root[i] * s->r[i];
    risk_adjoint(s->risk, s->v, s->a);
    vec_fill(s->m, 0, s->v);
    vec_add(s->risk->dim, -1 / s->lambda, s->a, w);
    risk_apply(s->risk, w, s->z);
}

/* r = D^-1/2 u_S - y + D^1/2 (z+ - z) + F b,   q = F'(D^-1/2 u_S - y) - T b. Returns |r|^2. */
static double set_residual(struct newton_rows *s, const struct prox *x)
{
    size_t borders = s->risk->borders;

    for (size_t i = 0; i < s->count; i++)
        s->r[i] = x->u[s->S[i]] / s->root[i] - s->y[i];
    for (size_t k = 0; k < borders; k++)
        vec_add(s->count, s->b[k], s->F + k * s->m, s->r);
    for (size_t k = 0; k < borders; k++)
        s->q[k] = vec_dot(s->count, s->F + k * s->m, s->r) - s->s[k] * s->b[k];
    for (size_t i = 0; i < s->count; i++)
        s->r[i] += s->root[i] * (s->z[s->S[i]] - x->z[s->S[i]]);
    return vec_sqnorm(s->count, s->r);
}

bool newton_rows_solve(struct newton_rows *s, const struct prox *x, const double *w, double *d)
{
    double enough, last, left = INFINITY;

    if (!s->K || !factor_matrix(s, x->h))
        return false;
    set_borders(s, x);
    enough = SMALL * SMALL * set_right_side(s, x);
    vec_fill(s->count, 0, s->y);
    vec_fill(s->risk->borders, 0, s->b);
    vec_fill(s->risk->dim, 0, d);
    do {
        solve(s);
        correct(s, d);
        last = left;
        left = set_residual(s, x);
    } while (left > enough && left < last / (GAIN * GAIN));
    vec_add(s->risk->dim, -1, w, d);
    return true;
}
