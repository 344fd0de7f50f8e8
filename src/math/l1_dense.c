/* l1_dense - quadratic programs with a kink at 0 in every variable, over a dense matrix.
 *
 * Epochs of coordinate descent (Friedman, Hastie, Tibshirani, J. Stat. Software 33, 2010) choose
 * the support A = {j: x_j is neither 0 nor a bound} and the signs. Feature-sign steps (Lee, Battle,
 * Raina, Ng, NIPS 19, 2006) then lead to the minimum of f over the variables of A:
 *     p = -(H_AA + curvature)^-1 (g + psi'(x))_A,   t = argmin f(x + t p), exact over the kinks.
 * A variable that stops t at its kink or bound leaves A. Along collinear columns, where p'Hp = 0
 * and psi alone falls, epochs alone would take millions. */
#include "math/l1_dense.h"

#include <math.h>
#include <stdbool.h>

#include "math/vec.h"

/* The diagonal of H_AA grows by this share before it is factored, by RIDGE_GROWS times more where
 * a pivot is not positive: collinear columns make H_AA singular. 1e-14 is 45 roundings; the kinks
 * bound the step along the null space. More slows steps along columns that are nearly collinear.
 * Tuned. */
static const double RIDGE = 1e-14, RIDGE_GROWS = 100, RIDGE_MOST = 1;

/* Epochs a round: an epoch costs at most n^2 operations, a factor n^3/3. Tuned. */
enum { EPOCHS = 10 };

void l1_dense_init(struct l1_dense *s, size_t n, struct arena *arena)
{
    s->n = n;
    cholesky_init(&s->factor, n, arena);
    s->support = arena_get(arena, n, sizeof *s->support);
    s->p = arena_doubles(arena, n);
    s->right = arena_doubles(arena, n);
    s->Hp = arena_doubles(arena, n);
    s->kinks = arena_get(arena, 2 * n, sizeof *s->kinks);
}

static double violation(const struct l1_dense *s)
{
    return kinked_violations(s->psi, s->n, s->x, s->g);
}

/* argmin over x_j less x_j; without the rounding of x_j + d where x_j keeps its sign. */
static double change(const struct l1_dense *s, size_t j)
{
    const struct kinked *psi = kinked_at(s->psi, j);
    double S = s->H[j * s->n + j], x = s->x[j], next = kinked_step(psi, S, S * x - s->g[j]);

    if (!(x * next > 0) || kinked_rests(psi, next))
        return next - x;
    return -(s->g[j] + kinked_slope(psi, x)) / (S + psi->curvature);
}

/* Each x_j in turn to its minimum; one that stays costs O(1). A variable leaves 0 for a violation
 * above `least` only: what rounding brings in would leave again at once. */
static void epoch(struct l1_dense *s, double least)
{
    double *x = s->x, *g = s->g;

    for (size_t j = 0; j < s->n; j++) {
        const struct kinked *psi = kinked_at(s->psi, j);
        double d;
        if (kinked_rests(psi, x[j]) && kinked_violation(psi, x[j], g[j]) <= least)
            continue;
        d = change(s, j);
        if (d == 0)
            continue;
        x[j] = fmax(psi->lo, fmin(psi->hi, x[j] + d));
        s->step[j] += d;
        vec_add(s->n, d, s->H + j * s->n, g);
    }
}

/* The factor of H_AA + curvature, its diagonal times 1 + ridge. False: it has none. */
static bool factor_with(struct l1_dense *s, size_t count, double ridge)
{
    for (size_t a = 0; a < count; a++) {
        const double *from = s->H + s->support[a] * s->n;
        double *row = s->factor.R + a * s->factor.capacity;
        for (size_t b = a; b < count; b++)
            row[b] = from[s->support[b]];
        row[a] = (row[a] + kinked_at(s->psi, s->support[a])->curvature) * (1 + ridge);
    }
    return cholesky_factor(&s->factor, count);
}

/* A and its factor. False: rounding leaves none with any ridge, or factor.stop. */
static bool factor(struct l1_dense *s)
{
    size_t count = 0;

    for (size_t j = 0; j < s->n; j++)
        if (!kinked_rests(kinked_at(s->psi, j), s->x[j]))
            s->support[count++] = j;
    for (double ridge = RIDGE; ridge <= RIDGE_MOST && !stop_requested(&s->factor.stop);
         ridge *= RIDGE_GROWS)
        if (factor_with(s, count, ridge))
            return true;
    return false;
}

/* p, 0 outside of A; returns the slope of f along p, -p'(H_AA + ...) p. */
static double direction(struct l1_dense *s)
{
    size_t count = s->factor.size;
    double slope;

    vec_fill(s->n, 0, s->p);
    for (size_t a = 0; a < count; a++) {
        size_t j = s->support[a];
        s->right[a] = -(s->g[j] + kinked_slope(kinked_at(s->psi, j), s->x[j]));
    }
    cholesky_forward(&s->factor, s->right);
    slope = -vec_sqnorm(count, s->right);
    cholesky_backward(&s->factor, s->right);
    for (size_t a = 0; a < count; a++)
        s->p[s->support[a]] = s->right[a];
    return slope;
}

/* sum_j curvature_j p_j^2 */
static double curvature(const struct l1_dense *s)
{
    double sum = 0;

    if (s->psi.stride == 0)
        return s->psi.psi->curvature * vec_sqnorm(s->n, s->p);
    for (size_t j = 0; j < s->n; j++)
        sum += kinked_at(s->psi, j)->curvature * s->p[j] * s->p[j];
    return sum;
}

/* x += t p with the best t; g follows. p'Hp >= 0, which rounding may take below 0 along the null
 * space of H: with p'Hp < 0 the search passes the minimum. */
static void move(struct l1_dense *s, double slope)
{
    double quad, t;

    vec_fill(s->n, 0, s->Hp);
    for (size_t j = 0; j < s->n; j++)
        if (s->p[j] != 0)
            vec_add(s->n, s->p[j], s->H + j * s->n, s->Hp);
    quad = fmax(0, vec_dot(s->n, s->p, s->Hp)) + curvature(s);
    t = kinked_search(s->psi, s->n, s->x, s->p, slope, quad, s->kinks);
    vec_add(s->n, t, s->Hp, s->g);
    vec_add(s->n, t, s->p, s->step);
}

/* Whether the variable at place a of A has come to rest. */
static bool rests(const struct l1_dense *s, size_t a)
{
    return kinked_rests(kinked_at(s->psi, s->support[a]), s->x[s->support[a]]);
}

/* Variables that rest leave A and its factor; true if there was one. */
static bool remove_resting(struct l1_dense *s)
{
    size_t before = s->factor.size, count = 0;

    for (size_t a = before; a-- > 0;)
        if (rests(s, a))
            cholesky_remove(&s->factor, a);
    for (size_t a = 0; a < before; a++)
        if (!rests(s, a))
            s->support[count++] = s->support[a];
    return count < before;
}

static void support_steps(struct l1_dense *s)
{
    bool more = factor(s);

    while (more) {
        double slope = direction(s);
        if (!(slope < 0))
            return;
        move(s, slope);
        more = remove_resting(s);
    }
}

double l1_dense_minimise(struct l1_dense *s, double tol, int rounds)
{
    double left = violation(s), least = tol / (double)(2 * s->n);

    for (int k = 0; k < rounds && left > tol && !stop_requested(&s->factor.stop); k++) {
        for (int e = 0; e < EPOCHS && left > tol; e++) {
            epoch(s, least);
            left = violation(s);
        }
        if (left <= tol)
            break;
        support_steps(s);
        left = violation(s);
    }
    return left;
}
