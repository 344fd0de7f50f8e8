/* l1_columns - quadratic programs with a kink at 0 in every variable, over sparse columns.
 *
 * Epochs of coordinate descent that keep v = X d (Friedman, Hastie, Tibshirani, J. Stat. Software
 * 33, 2010) over an active set (Yuan, Ho, Lin, JMLR 13, 2012, section 4.2); now and then conjugate
 * gradients on the support A = {j: x_j + d_j is neither 0 nor a bound} for
 *     p = -(H_AA + ridge + curvature)^-1 (slope + psi')_A,
 * cut where a variable would pass its kink or bound, and a step along it that is exact over the
 * kinks. */
#include "math/l1_columns.h"

#include "math/vec.h"

/* Each CG_PERIOD-th epoch is followed by conjugate gradients, to a residual of CG_TOLERANCE of the
 * first: FIRST_CG steps at first, then those of kinked_steps, MOST_CG at most. Tuned. */
enum { CG_PERIOD = 8, FIRST_CG = 5, MOST_CG = 40 };
static const double CG_TOLERANCE = 1e-2;

/* Where there are systems, at most SYSTEMS of them follow each SYSTEM_PERIOD-th epoch, none after
 * one that was served to t >= WHOLE. Tuned. */
enum { SYSTEM_PERIOD = 5, SYSTEMS = 3 };
static const double WHOLE = 0.9;

/* A variable at 0 leaves the active set where its slope is inside of the kink's by more than FAR
 * times the mean violation. */
static const double FAR = 4;

void l1_columns_init(struct l1_columns *s, size_t count, size_t rows, size_t borders,
                     struct arena *arena)
{
    struct l1_support *on = &s->support;
    double **vectors[] = {&s->g,  &s->ridge, &s->x,  &s->d,  &s->diagonal, &s->square,
                          &on->b, &on->p,    &on->r, &on->y, &on->q};

    for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++)
        *vectors[k] = arena_doubles(arena, count);
    s->v = arena_doubles(arena, rows);
    on->Xp = arena_doubles(arena, rows);
    s->borders = borders;
    s->E = arena_doubles(arena, borders * count);
    s->t = arena_doubles(arena, borders);
    on->Ep = arena_doubles(arena, borders);
    s->X.start = arena_get(arena, count + 1, sizeof *s->X.start);
    s->active = arena_get(arena, count, sizeof *s->active);
    on->set = arena_get(arena, count, sizeof *on->set);
    on->kinks = arena_get(arena, 2 * count, sizeof *on->kinks);
}

/* sum_k t_k e_kj */
static double border_sum(const struct l1_columns *s, size_t j, const double *t)
{
    double sum = 0;

    for (size_t k = 0; k < s->borders; k++)
        sum += t[k] * s->E[k * s->X.count + j];
    return sum;
}

/* <X_j, v> */
static double dot(struct l1_columns *s, size_t j, const double *v)
{
    s->visited += s->X.start[j + 1] - s->X.start[j];
    return columns_dot(&s->X, j, v);
}

/* v += a X_j */
static void add(struct l1_columns *s, size_t j, double a, double *v)
{
    s->visited += s->X.start[j + 1] - s->X.start[j];
    columns_add(&s->X, j, a, v);
}

/* The slope of what is smooth in f. */
static double slope_at(struct l1_columns *s, size_t j)
{
    return s->g[j] + dot(s, j, s->v) - border_sum(s, j, s->t) + s->ridge[j] * s->d[j];
}

/* ---- coordinate descent ---------------------------------------------------------------------- */

/* d = 0; all variables are active. Returns the sum of the violations. */
static double start(struct l1_columns *s)
{
    double sum = 0;

    for (size_t j = 0; j < s->X.count; j++) {
        double square = s->square[j];
        for (size_t k = 0; k < s->borders; k++)
            square -= s->E[k * s->X.count + j] * s->E[k * s->X.count + j];
        s->diagonal[j] = fmax(square, 0) + s->ridge[j];
        sum += kinked_violation(kinked_at(s->psi, j), s->x[j], s->g[j]);
    }
    vec_fill(s->borders, 0, s->t);
    vec_fill(s->X.count, 0, s->d);
    vec_fill(s->X.rows, 0, s->v);
    return sum;
}

static size_t activate_all(struct l1_columns *s)
{
    for (size_t j = 0; j < s->X.count; j++)
        s->active[j] = (uint32_t)j;
    return s->X.count;
}

/* x_j to its minimum, where the smooth slope is g. */
static void coordinate(struct l1_columns *s, size_t j, double g)
{
    double S = s->diagonal[j], next = kinked_step(kinked_at(s->psi, j), S, S * s->x[j] - g);
    double change = next - s->x[j];

    if (change == 0)
        return;
    s->x[j] = next;
    s->d[j] += change;
    for (size_t k = 0; k < s->borders; k++)
        s->t[k] += change * s->E[k * s->X.count + j];
    add(s, j, change, s->v);
}

/* The first *count active variables in turn; those at 0 that are inside of the kink by more than
 * `far` leave. Returns the sum of the violations that were met. */
static double epoch(struct l1_columns *s, size_t *count, double far)
{
    size_t left = 0;
    double sum = 0;

    for (size_t k = 0; k < *count; k++) {
        uint32_t j = s->active[k];
        const struct kinked *psi = kinked_at(s->psi, j);
        double g = slope_at(s, j);
        if (s->x[j] == 0 && g + psi->right > far && -g - psi->left > far)
            continue;
        s->active[left++] = j;
        sum += kinked_violation(psi, s->x[j], g);
        coordinate(s, j, g);
    }
    *count = left;
    return sum;
}

/* ---- steps on the support -------------------------------------------------------------------- */

/* Xp = X p, Ep = E p; y = (H + ridge + curvature) p on the support. Returns p'y. */
static double product(struct l1_columns *s, const double *p)
{
    struct l1_support *on = &s->support;
    double sum = 0;

    for (size_t k = 0; k < s->borders; k++)
        on->Ep[k] = vec_dot(s->X.count, s->E + k * s->X.count, p);
    vec_fill(s->X.rows, 0, on->Xp);
    for (size_t k = 0; k < on->count; k++)
        add(s, on->set[k], p[on->set[k]], on->Xp);
    for (size_t k = 0; k < on->count; k++) {
        uint32_t j = on->set[k];
        on->y[j] = dot(s, j, on->Xp) - border_sum(s, j, on->Ep) +
                   (s->ridge[j] + kinked_at(s->psi, j)->curvature) * p[j];
        sum += p[j] * on->y[j];
    }
    return sum;
}

/* p += a q, r -= a y on the support; returns <r, M^-1 r>, M the diagonal. */
static double advance(struct l1_columns *s, double a)
{
    struct l1_support *on = &s->support;
    double sum = 0;

    for (size_t k = 0; k < on->count; k++) {
        uint32_t j = on->set[k];
        on->p[j] += a * on->q[j];
        on->r[j] -= a * on->y[j];
        sum += on->r[j] * on->r[j] / (s->diagonal[j] + kinked_at(s->psi, j)->curvature);
    }
    return sum;
}

/* q = M^-1 r + beta q on the support */
static void turn(struct l1_columns *s, double beta)
{
    struct l1_support *on = &s->support;

    for (size_t k = 0; k < on->count; k++) {
        uint32_t j = on->set[k];
        on->q[j] =
            on->r[j] / (s->diagonal[j] + kinked_at(s->psi, j)->curvature) + beta * on->q[j];
    }
}

/* The support, b and r = b, p = q = y = 0. */
static void find_support(struct l1_columns *s)
{
    struct l1_support *on = &s->support;

    vec_fill(s->X.count, 0, on->p);
    vec_fill(s->X.count, 0, on->q);
    on->count = 0;
    for (size_t j = 0; j < s->X.count; j++) {
        if (kinked_rests(kinked_at(s->psi, j), s->x[j]))
            continue;
        on->set[on->count++] = (uint32_t)j;
        on->b[j] = -(slope_at(s, j) + kinked_slope(kinked_at(s->psi, j), s->x[j]));
        on->r[j] = on->b[j];
        on->y[j] = 0;
    }
}

/* p by so many preconditioned conjugate gradients (Golub and Van Loan, Matrix Computations, 4th
 * edition, algorithm 11.5.1), q their direction. */
static void conjugate_gradients(struct l1_columns *s, int steps)
{
    double rho, first;

    find_support(s);
    rho = advance(s, 0);
    first = rho;
    turn(s, 0);
    for (int k = 0; k < steps && rho > CG_TOLERANCE * CG_TOLERANCE * first; k++) {
        double before = rho, a = rho / product(s, s->support.q);
        rho = advance(s, a);
        turn(s, rho / before);
    }
}

/* p_j ends at its kink or bound where it would take x_j past that: few variables near one stop no
 * step of the others (two-metric projection: Bertsekas, SIAM J. Control Optim. 20, 1982). Returns
 * the slope along p. */
static double clip(struct l1_columns *s)
{
    struct l1_support *on = &s->support;
    double slope = 0;

    for (size_t k = 0; k < on->count; k++) {
        uint32_t j = on->set[k];
        const struct kinked *psi = kinked_at(s->psi, j);
        double to = s->x[j] + on->p[j];
        if (s->x[j] * to < 0)
            on->p[j] = -s->x[j];
        else if (to > psi->hi || to < psi->lo)
            on->p[j] = (to > psi->hi ? psi->hi : psi->lo) - s->x[j];
        slope -= on->b[j] * on->p[j];
    }
    return slope;
}

/* The step t along p, whose slope is given. Returns t. */
static double move(struct l1_columns *s, double slope)
{
    struct l1_support *on = &s->support;
    double quad = fmax(0, product(s, on->p)), t = 0;

    if (slope < 0)
        t = kinked_search(s->psi, s->X.count, s->x, on->p, slope, quad, on->kinks);
    vec_add(s->X.count, t, on->p, s->d);
    vec_add(s->X.rows, t, on->Xp, s->v);
    vec_add(s->borders, t, on->Ep, s->t);
    return t;
}

/* Steps along solutions of the whole system; after one that ends at a kink, without that variable.
 * No p is cut: in the null space of H_AA nearly every variable would be. */
static void system_steps(struct l1_columns *s)
{
    for (int k = 0; k < SYSTEMS && (k == 0 || (s->last > 0 && s->last < WHOLE)); k++) {
        find_support(s);
        if (!s->solve(s->systems, s, s->last))
            return;
        s->last = move(s, -vec_dot(s->X.count, s->support.b, s->support.p));
    }
}

/* Returns the steps for the next time. */
static int support_step(struct l1_columns *s, int steps)
{
    double t;

    conjugate_gradients(s, steps);
    t = move(s, clip(s));
    return kinked_steps(steps, t, MOST_CG);
}

int l1_columns_minimise(struct l1_columns *s, double share, int epochs)
{
    double tol = share * start(s), far = INFINITY;
    size_t n = s->X.count, count = activate_all(s);
    int k = 1, steps = FIRST_CG;

    for (; k <= epochs && !stop_requested(&s->stop); k++) {
        bool all = count == n;
        double sum = epoch(s, &count, far);
        far = FAR * sum / (double)n;
        if (sum <= tol) {
            if (all)
                break;
            count = activate_all(s);
            far = INFINITY;
        }
        if (s->solve && k % SYSTEM_PERIOD == 0)
            system_steps(s);
        else if (!s->solve && k % CG_PERIOD == 0)
            steps = support_step(s, steps);
    }
    return k;
}
