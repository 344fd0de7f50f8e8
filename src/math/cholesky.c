/* cholesky - the factor R'R = M of a positive definite matrix that gains and loses rows. */
#include "math/cholesky.h"

#include <math.h>
#include <string.h>

#include "math/vec.h"

/* A pivot d - |c|^2 up to this share of d counts as 0. With the unit roundoff u = 1.1e-16 the
 * computed R of order n satisfies |R'R - M|_jj <= (n + 1) u M_jj to first order in u (Higham,
 * Accuracy and Stability of Numerical Algorithms, theorem 10.3): the error of the pivot. 1e-14 is
 * 90 u, above the bound up to order 89, and above its usual growth by sqrt(n) up to order 8000. */
static const double PIVOT_FLOOR = 1e-14;

void cholesky_init(struct cholesky *f, size_t capacity, struct arena *arena)
{
    f->capacity = capacity;
    f->size = 0;
    f->par = NULL;
    f->R = arena_get(arena, capacity, capacity * sizeof *f->R);
    panel_init(&f->panel, capacity, arena);
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
