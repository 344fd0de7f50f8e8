/* cholesky - the factor R'R = M of a positive definite matrix that gains and loses rows.
 *
 * A matrix that is there as a whole is factored by blocks of rows.
 * With M = (M_11 M_12; M_12' M_22) and M_11 of order PANEL_ROWS (Golub and Van Loan, Matrix
 * Computations, 4th edition, section 4.2.6):
 *     1  R_11'R_11 = M_11
 *     2  R_12 = R_11'^-1 M_12, by blocks of columns
 *     3  the same for M_22 - R_12'R_12
 * Each entry M_ab loses R_ka R_kb for k = 0, 1, ... one after the other, as without blocks. */
#include "math/cholesky.h"

#include <math.h>
#include <string.h>

#include "math/vec.h"

/* A pivot d - |c|^2 up to this share of d counts as 0. With the unit roundoff u = 1.1e-16 the
 * computed R of order n satisfies |R'R - M|_jj <= (n + 1) u M_jj to first order in u (Higham,
 * Accuracy and Stability of Numerical Algorithms, theorem 10.3): the error of the pivot. 1e-14 is
 * 90 u, above the bound up to order 89, and above its usual growth by sqrt(n) up to order 8000. */
static const double PIVOT_FLOOR = 1e-14;

/* The first shift over n, and its growth. The rounding error of a factor is about n DBL_EPSILON
 * times the diagonal (Higham, Accuracy and Stability of Numerical Algorithms, 2002, theorem 10.7);
 * the largest t that any data took was 2e-13. */
static const double FIRST_SHIFT = 1e-15, SHIFT_GROWTH = 100;

enum { GROUPS = PANEL_ROWS / PANEL_GROUP };

/* Columns of M_22 from which on the steps 2 and 3 are done by all threads: some ten microseconds
 * of work for each. */
enum { FEW_COLUMNS = 128 };

void cholesky_init_at(struct cholesky *f, size_t capacity, double *R, struct arena *arena)
{
    f->capacity = capacity;
    f->size = 0;
    f->par = NULL;
    f->stop = (struct stop_token){0};
    f->R = R;
    panel_init(&f->panel, capacity, arena);
}

void cholesky_init(struct cholesky *f, size_t capacity, struct arena *arena)
{
    cholesky_init_at(f, capacity, arena_room(arena, capacity, capacity * sizeof *f->R), arena);
}

/* Row i of R is column i of R': forward substitution by columns, so that R is read along its
 * rows. */
void cholesky_forward(const struct cholesky *f, double *v)
{
    for (size_t i = 0; i < f->size; i++) {
        const double *row = f->R + i * f->capacity;

        v[i] /= row[i];
        vec_add(f->size - i - 1, -v[i], row + i + 1, v + i + 1);
    }
}

void cholesky_backward(const struct cholesky *f, double *v)
{
    for (size_t i = f->size; i-- > 0;) {
        const double *row = f->R + i * f->capacity;

        v[i] = (v[i] - vec_dot(f->size - i - 1, row + i + 1, v + i + 1)) / row[i];
    }
}

void cholesky_solve(const struct cholesky *f, double *v)
{
    cholesky_forward(f, v);
    cholesky_backward(f, v);
}

double cholesky_border(const struct cholesky *f, double *a, double d)
{
    double pivot;

    cholesky_forward(f, a);
    pivot = d - vec_sqnorm(f->size, a);
    return pivot <= PIVOT_FLOOR * d ? 0 : pivot;
}

void cholesky_append(struct cholesky *f, const double *c, double pivot)
{
    size_t n = f->size++;

    for (size_t i = 0; i < n; i++)
        f->R[i * f->capacity + n] = c[i];
    f->R[n * f->capacity + n] = sqrt(pivot);
}

/* The rotation c, s with c a + s b = |(a, b)|, c b - s a = 0, c^2 + s^2 = 1, where a or b is not 0.
 * Of a and b over the larger one, the squares neither overflow nor underflow together (Golub and
 * Van Loan, Matrix Computations, 4th edition, algorithm 5.1.3). Returns |(a, b)|. */
static double givens(double a, double b, double *c, double *s)
{
    double most = fmax(fabs(a), fabs(b)), x = a / most, y = b / most, length = sqrt(x * x + y * y);

    *c = x / length;
    *s = y / length;
    return most * length;
}

/* Without its column, R is an upper Hessenberg matrix H from row `position` on, and H'H is the new
 * M. Givens rotations of rows i and i + 1 remove H[i + 1][i] one after the other (Golub and Van
 * Loan, section 6.5.2). */
void cholesky_remove(struct cholesky *f, size_t position)
{
    size_t n = --f->size;

    for (size_t i = 0; i <= n; i++) {
        size_t from = i <= position ? position : i - 1; /* row i of H begins at i - 1 */
        double *row = f->R + i * f->capacity;

        memmove(row + from, row + from + 1, (n - from) * sizeof *row);
    }
    for (size_t i = position; i < n; i++) {
        double *upper = f->R + i * f->capacity, *below = upper + f->capacity;
        double c, s;

        upper[i] = givens(upper[i], below[i], &c, &s);
        for (size_t j = i + 1; j < n; j++) {
            double a = upper[j], b = below[j];

            upper[j] = c * a + s * b;
            below[j] = c * b - s * a;
        }
    }
}

/* ---- the factor of a whole matrix ------------------------------------------------------------ */

/* Row k of the block of M_12 that begins at column j, in the panel. */
static double *panel_row(const struct cholesky *f, size_t j, size_t k)
{
    return f->panel.x + panel_at(j, k);
}

/* Step 1 on the rows begin .. end - 1: minus the outer products of rows (algorithm 4.2.2). */
static bool factor_diagonal(struct cholesky *f, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++) {
        double *row = f->R + i * f->capacity;

        if (!(row[i] > 0))
            return false;
        row[i] = sqrt(row[i]);
        for (size_t j = i + 1; j < end; j++)
            row[j] /= row[i];
        for (size_t j = i + 1; j < end; j++)
            vec_add(end - j, -row[j], row + j, f->R + j * f->capacity + j);
    }
    return true;
}

/* -R_11 as the tile kernel wants it: of each group of its columns, the rows above. */
struct factors {
    double q[GROUPS][PANEL_ROWS][PANEL_GROUP];
};

static void copy_factors(const struct cholesky *f, size_t begin, struct factors *r)
{
    for (size_t k = 0; k < PANEL_ROWS; k++) {
        const double *row = f->R + (begin + k) * f->capacity + begin;

        for (size_t j = k + 1; j < PANEL_ROWS; j++)
            r->q[j / PANEL_GROUP][k][j % PANEL_GROUP] = -row[j];
    }
}

/* Step 2 on the block of columns at j: forward substitution, a group of rows after the other. */
static void solve_block(const struct cholesky *f, size_t begin, size_t j, const struct factors *r)
{
    static const uint64_t all[PANEL_BLOCK / PANEL_GROUP] = {UINT64_MAX, UINT64_MAX, UINT64_MAX,
                                                            UINT64_MAX};

    for (size_t k = 0; k < PANEL_ROWS; k++) {
        size_t first = k / PANEL_GROUP * PANEL_GROUP;
        double *row = panel_row(f, j, k), diagonal = f->R[(begin + k) * (f->capacity + 1)];

        if (k == first)
            f->panel.tile((UINT64_C(1) << k) - 1, all, r->q[k / PANEL_GROUP][0],
                          panel_row(f, j, 0), row, PANEL_BLOCK);
        for (size_t l = first; l < k; l++)
            vec_add(PANEL_BLOCK, r->q[k / PANEL_GROUP][l][k % PANEL_GROUP], panel_row(f, j, l),
                    row);
        for (size_t b = 0; b < PANEL_BLOCK; b++)
            row[b] /= diagonal;
    }
}

/* Steps 2 and 3 for the full panel of rows from `begin` on, of a matrix of order n. */
struct elimination {
    struct cholesky *f;
    size_t n, begin;
    struct factors r;
};

/* Step 2 on block `part` of the columns. */
static void solve_part(void *context, int part)
{
    const struct elimination *e = context;
    const struct cholesky *f = e->f;
    size_t j = e->begin + PANEL_ROWS + (size_t)part * PANEL_BLOCK;
    size_t width = e->n - j < PANEL_BLOCK ? e->n - j : PANEL_BLOCK;
    double *row = f->R + e->begin * f->capacity + j;

    memset(panel_row(f, j, 0), 0, PANEL_ROWS * PANEL_BLOCK * sizeof *row);
    for (size_t k = 0; k < PANEL_ROWS; k++)
        vec_copy(width, row + k * f->capacity, panel_row(f, j, k));
    solve_block(f, e->begin, j, &e->r);
    for (size_t k = 0; k < PANEL_ROWS; k++)
        vec_copy(width, panel_row(f, j, k), row + k * f->capacity);
}

/* Step 3 on the rows of M_22 with the numbers of that block of columns. */
static void add_part(void *context, int part)
{
    const struct elimination *e = context;
    size_t lo = e->begin + PANEL_ROWS + (size_t)part * PANEL_BLOCK;
    size_t hi = e->n - lo < PANEL_BLOCK ? e->n : lo + PANEL_BLOCK;

    panel_add(&e->f->panel, lo, hi, e->f->R, e->f->capacity);
}

static void eliminate(struct cholesky *f, size_t n, size_t begin)
{
    struct elimination e = {.f = f, .n = n, .begin = begin};
    size_t left = n - begin - PANEL_ROWS;
    const struct par *par = f->par && left >= FEW_COLUMNS ? f->par : &par_alone;
    int parts = (int)((left + PANEL_BLOCK - 1) / PANEL_BLOCK);

    copy_factors(f, begin, &e.r);
    par_for(par, parts, solve_part, &e);
    par_for(par, parts, add_part, &e);
}

bool cholesky_factor(struct cholesky *f, size_t n)
{
    struct panel *p = &f->panel;

    f->size = 0;
    p->n = n;
    vec_fill(PANEL_ROWS, -1, p->h);
    for (size_t j = 0; j < n; j += PANEL_GROUP)
        p->in[j / PANEL_GROUP] = UINT64_MAX;
    for (size_t begin = 0; begin < n; begin += PANEL_ROWS) {
        size_t end = n - begin < PANEL_ROWS ? n : begin + PANEL_ROWS;

        if (!factor_diagonal(f, begin, end))
            return false;
        if (end == n)
            break;
        if (stop_requested(&f->stop))
            return false;
        eliminate(f, n, begin);
    }
    f->size = n;
    return true;
}

bool cholesky_factor_shifted(struct cholesky *f, size_t n, void (*fill)(void *context, double t),
                             void *context)
{
    bool done;

    fill(context, 0);
    done = cholesky_factor(f, n);
    for (double t = FIRST_SHIFT * (double)n; !done && t < 1 && !stop_requested(&f->stop);
         t *= SHIFT_GROWTH) {
        fill(context, t);
        done = cholesky_factor(f, n);
    }
    return done;
}
