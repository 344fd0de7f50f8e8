/* test_l1 - quadratic programs with kinks, dense and by columns, against all patterns of signs; sparse columns. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "data/matrix.h"
#include "math/l1_columns.h"
#include "math/twin_columns.h"
#include "math/l1_dense.h"
#include "math/vec.h"
#include "common.h"
#include "problems.h"

enum { MOST = 5, ROWS = 8 };

/* f(x) = |X x - y|^2/2 + sum_j psi_j(x_j), X ROWS x n by columns. */
struct program {
    size_t n;
    double X[MOST * ROWS], y[ROWS], H[MOST * MOST];
    struct kinked psi[MOST];
    struct kinked_each each; /* those, or the first for all */
};

#define FREE -INFINITY, INFINITY
static const struct kinked kinds[] = {{-1, 1, 0, FREE}, {-0.5, 0.5, 0.3, FREE},      {-2, 0.1, 0, FREE},
                                      {-INFINITY, 0.7, 0, FREE}, {0, 0, 1, FREE},    {0, 0, 1, -0.5, 0.2},
                                      {-INFINITY, 0, 0.1, -INFINITY, 1}, {-0.5, 0.5, 0, -INFINITY, 0.5}};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* Columns of all sizes; each third program repeats one, each fourth has one of zeros. */
static void program_random(struct program *q, int trial, struct rng *rng)
{
    q->n = 1 + (size_t)rng_below(rng, MOST);
    q->each = (struct kinked_each){q->psi, (size_t)trial / KINDS % 2};
    for (size_t j = 0; j < q->n; j++)
        q->psi[j] = kinds[q->each.stride > 0 ? (size_t)rng_below(rng, KINDS) : (size_t)trial % KINDS];
    random_vector(rng, ROWS, 3, q->y);
    for (size_t j = 0; j < q->n; j++)
        random_vector(rng, ROWS, exp(random_normal(rng)), q->X + j * ROWS);
    if (trial % 3 == 0)
        vec_copy(ROWS, q->X, q->X + (q->n / 2) * ROWS);
    if (trial % 4 == 0 && q->n > 1)
        vec_fill(ROWS, 0, q->X + ROWS);
    for (size_t j = 0; j < q->n; j++)
        for (size_t k = 0; k < q->n; k++)
            q->H[j * q->n + k] = vec_dot(ROWS, q->X + j * ROWS, q->X + k * ROWS);
    for (size_t j = 0; j < q->n; j++)
        q->H[j * q->n + j] += 1e-12; /* as l1_dense.h asks: a positive diagonal */
}

/* x within its bounds, at one of them at times. */
static void program_admit(const struct program *q, double *x)
{
    for (size_t j = 0; j < q->n; j++) {
        x[j] = isinf(q->psi[j].left) ? fabs(x[j]) : x[j];
        x[j] = fmax(q->psi[j].lo, fmin(q->psi[j].hi, x[j]));
    }
}

static double program_value(const struct program *q, const double *x)
{
    double r[ROWS], sum = 0;

    vec_combine(ROWS, -1, q->y, 0, q->y, r);
    for (size_t j = 0; j < q->n; j++) {
        vec_add(ROWS, x[j], q->X + j * ROWS, r);
        sum += kinked_value(&q->psi[j], x[j]);
    }
    return sum + vec_sqnorm(ROWS, r) / 2;
}

/* grad of the quadratic at x */
static void program_gradient(const struct program *q, const double *x, double *g)
{
    double r[ROWS];

    vec_combine(ROWS, -1, q->y, 0, q->y, r);
    for (size_t j = 0; j < q->n; j++)
        vec_add(ROWS, x[j], q->X + j * ROWS, r);
    for (size_t j = 0; j < q->n; j++)
        g[j] = vec_dot(ROWS, q->X + j * ROWS, r);
}

/* Solves M v = v of order n in place by elimination with pivots; false: singular. */
static bool eliminate(size_t n, double M[MOST][MOST], double *v)
{
    for (size_t i = 0; i < n; i++) {
        size_t pivot = i;
        double swap;
        for (size_t k = i + 1; k < n; k++)
            pivot = fabs(M[k][i]) > fabs(M[pivot][i]) ? k : pivot;
        if (fabs(M[pivot][i]) < 1e-9)
            return false;
        for (size_t k = 0; k < n; k++) {
            swap = M[i][k];
            M[i][k] = M[pivot][k];
            M[pivot][k] = swap;
        }
        swap = v[i];
        v[i] = v[pivot];
        v[pivot] = swap;
        for (size_t k = 0; k < n; k++) {
            double f = k == i ? 0 : M[k][i] / M[i][i];
            for (size_t l = 0; l < n; l++)
                M[k][l] -= f * M[i][l];
            v[k] -= f * v[i];
        }
    }
    for (size_t i = 0; i < n; i++)
        v[i] /= M[i][i];
    return true;
}

/* The least f over all patterns of signs and bounds: some minimiser has linearly independent columns in its support. */
static double brute_force(const struct program *q)
{
    double zeros[MOST] = {0}, least = program_value(q, zeros), b[MOST];
    int patterns = 1;

    for (size_t j = 0; j < q->n; j++)
        patterns *= 5;
    for (int pattern = 0; pattern < patterns; pattern++) {
        double M[MOST][MOST], v[MOST], x[MOST] = {0};
        size_t support[MOST], count = 0;
        int code = pattern, sign[MOST];
        for (size_t j = 0; j < q->n; j++, code /= 5) {
            sign[count] = code % 5 - 1;
            support[count] = j;
            if (sign[count] > 1)
                x[j] = sign[count] == 2 ? q->psi[j].lo : q->psi[j].hi;
            else
                count += sign[count] != 0;
        }
        if (!isfinite(vec_sum(q->n, x)))
            continue;
        program_gradient(q, x, b);
        for (size_t a = 0; a < count; a++) {
            for (size_t c = 0; c < count; c++)
                M[a][c] = q->H[support[a] * q->n + support[c]];
            const struct kinked *psi = &q->psi[support[a]];
            M[a][a] += psi->curvature;
            v[a] = -b[support[a]] - (sign[a] > 0 ? psi->right : psi->left);
        }
        if (!eliminate(count, M, v))
            continue;
        for (size_t a = 0; a < count; a++)
            x[support[a]] = v[a] * sign[a] > 0 ? v[a] : 0;
        least = fmin(least, program_value(q, x));
    }
    return least;
}

/* argmin S/2 x^2 - a x + psi(x) is where nothing is violated; the violation is the distance from the subdifferential. */
START_TEST(test_kinked)
{
    struct rng rng;

    rng_seed(&rng, 3);
    for (int trial = 0; trial < 2000; trial++) {
        struct kinked psi = kinds[(size_t)trial % KINDS];
        double S = exp(random_normal(&rng)), a = 3 * random_normal(&rng), x = kinked_step(&psi, S, a);
        double f = S / 2 * x * x - a * x + kinked_value(&psi, x);
        ck_assert_double_le(kinked_violation(&psi, x, S * x - a), 1e-12 * (1 + fabs(a)));
        for (int k = -20; k <= 20; k++) {
            double y = x + k * 0.05;
            ck_assert(S / 2 * y * y - a * y + kinked_value(&psi, y) >= f - 1e-12 * (1 + fabs(f)));
        }
        ck_assert(kinked_violation(&psi, 0, -psi.right - 0.5) == 0.5);
    }
}
END_TEST

/* From 0 and from elsewhere. */
START_TEST(test_dense)
{
    struct arena arena = {0};
    struct l1_dense s[MOST + 1];
    struct rng rng;

    rng_seed(&rng, 4);
    for (size_t n = 1; n <= MOST; n++)
        l1_dense_init(&s[n], n, &arena);
    ck_assert(!arena.failed);
    for (int trial = 0; trial < 3000; trial++) {
        struct program q;
        double x[MOST] = {0}, g[MOST], start[MOST], step[MOST] = {0}, least;
        program_random(&q, trial, &rng);
        if (trial % 2 == 1)
            random_vector(&rng, q.n, 1, x);
        program_admit(&q, x);
        vec_copy(q.n, x, start);
        program_gradient(&q, x, g);
        s[q.n].psi = q.each;
        s[q.n].H = q.H;
        s[q.n].x = x;
        s[q.n].g = g;
        s[q.n].step = step;
        ck_assert_double_le(l1_dense_minimise(&s[q.n], 1e-9, 100), 1e-9);
        for (size_t j = 0; j < q.n; j++)
            ck_assert_double_eq_tol(start[j] + step[j], x[j], 1e-12 * (1 + fabs(start[j])));
        least = brute_force(&q);
        ck_assert_msg(fabs(program_value(&q, x) - least) <= 1e-8 * (1 + least), "trial %d: %.12g, not %.12g", trial,
                      program_value(&q, x), least);
    }
    arena_free(&arena);
}
END_TEST

/* Columns of FIELDS categories each, one of a field in each row: the columns of a field sum to 1, so that H is singular.
 * Where rounding makes p'Hp < 0 along its null space, a search past the kinks would take f up. */
START_TEST(test_categories)
{
    enum { FIELDS = 12, CATEGORIES = 8, COLUMNS = FIELDS * CATEGORIES, LINES = 600, TRIALS = 400, FEW = 10 };
    static double H[COLUMNS * COLUMNS];
    struct kinked psi = {-0.01, 0.01, 0, FREE};
    struct arena arena = {0};
    struct l1_dense s;
    struct rng rng;

    rng_seed(&rng, 5);
    l1_dense_init(&s, COLUMNS, &arena);
    ck_assert(!arena.failed);
    for (int trial = 0; trial < TRIALS; trial++) {
        double x[COLUMNS] = {0}, g[COLUMNS] = {0}, step[COLUMNS] = {0};
        memset(H, 0, sizeof H);
        for (int i = 0; i < LINES; i++) {
            double h = rng_uniform(&rng) / LINES, u = random_normal(&rng) / LINES;
            size_t at[FIELDS];
            for (size_t k = 0; k < FIELDS; k++)
                at[k] = k * CATEGORIES + (size_t)rng_below(&rng, CATEGORIES);
            for (size_t k = 0; k < FIELDS; k++) {
                g[at[k]] += u;
                for (size_t l = 0; l < FIELDS; l++)
                    H[at[k] * COLUMNS + at[l]] += h;
            }
        }
        psi.right = 1e-4 * (1 + trial % 4);
        psi.left = -psi.right;
        s.psi = (struct kinked_each){&psi, 0};
        s.H = H;
        s.x = x;
        s.g = g;
        s.step = step;
        ck_assert_double_le(l1_dense_minimise(&s, 1e-8, FEW), 1e-8);
    }
    arena_free(&arena);
}
END_TEST

/* The columns of X, float values. */
static void to_columns(struct program *q, struct columns *X)
{
    size_t at = 0;

    ck_assert(columns_reserve(X, MOST * ROWS));
    X->count = q->n;
    X->rows = ROWS;
    for (size_t j = 0; j < q->n; j++) {
        X->start[j] = at;
        for (uint32_t i = 0; i < ROWS; i++) {
            q->X[j * ROWS + i] = (double)(float)q->X[j * ROWS + i];
            if (q->X[j * ROWS + i] == 0)
                continue;
            X->row[at] = i;
            X->value[at++] = (float)q->X[j * ROWS + i];
        }
    }
    X->start[q->n] = at;
}

/* A border e = X'r, |r| = 1: X'X - ee' is the Hessian with (I - rr') X, the columns and y of q from now on. */
static void add_border(struct program *q, struct rng *rng, double *e)
{
    double r[ROWS];

    random_vector(rng, ROWS, 1, r);
    vec_scale(ROWS, 1 / sqrt(vec_sqnorm(ROWS, r)), r);
    for (size_t j = 0; j < q->n; j++) {
        e[j] = vec_dot(ROWS, r, q->X + j * ROWS);
        vec_add(ROWS, -e[j], r, q->X + j * ROWS);
    }
    vec_add(ROWS, -vec_dot(ROWS, r, q->y), r, q->y);
    for (size_t j = 0; j < q->n; j++)
        for (size_t k = 0; k < q->n; k++)
            q->H[j * q->n + k] = vec_dot(ROWS, q->X + j * ROWS, q->X + k * ROWS);
}

/* d from x on: f(d) = <g, d> + |X d|^2/2 + ..., which is |X (x + d) - y|^2/2 but for a constant. */
START_TEST(test_columns)
{
    struct arena arena = {0};
    struct l1_columns s = {0};
    struct rng rng;

    rng_seed(&rng, 5);
    l1_columns_init(&s, MOST, ROWS, 1, &arena);
    ck_assert(!arena.failed);
    for (int trial = 0; trial < 3000; trial++) {
        struct program q;
        double least;
        program_random(&q, trial, &rng);
        to_columns(&q, &s.X);
        for (size_t j = 0; j < q.n; j++)
            s.square[j] = columns_sqnorm(&s.X, j);
        s.psi = q.each;
        s.borders = (size_t)trial / 2 % 2;
        if (s.borders > 0)
            add_border(&q, &rng, s.E);
        random_vector(&rng, q.n, trial % 2, s.x);
        program_admit(&q, s.x);
        vec_fill(q.n, 1e-12, s.ridge);
        program_gradient(&q, s.x, s.g);
        l1_columns_minimise(&s, 1e-10, 20000);
        least = brute_force(&q);
        ck_assert_msg(fabs(program_value(&q, s.x) - least) <= 1e-6 * (1 + least), "trial %d: %.12g, not %.12g", trial,
                      program_value(&q, s.x), least);
    }
    columns_free(&s.X);
    arena_free(&arena);
}
END_TEST

enum { M = 60, N = 25 };

/* `some` has the columns set[j] of X, rows i times scale[i], those with scale 0 left out: its products against A'. */
static void check_gathered(const struct matrix *A, const struct columns *some, const uint32_t *set, const double *scale,
                           const uint32_t *place)
{
    double v[M], u[M], g[N + 1], D[N + 1] = {0};
    int64_t row[M];
    struct rng rng;

    rng_seed(&rng, 8);
    random_vector(&rng, M, 1, v);
    for (int i = 0; i < M; i++) {
        row[i] = i;
        u[i] = scale[i] * v[i];
        g[0] = scale[i] * scale[i];
        matrix_diagonal(A, 1, &row[i], g, D);
    }
    matrix_adjoint(A, u, g);
    for (int i = 0; i < M; i++)
        if (scale[i] > 0)
            v[place[i]] = v[i];
    for (size_t j = 0; j < some->count; j++) {
        double tol = 1e-5 * (1 + D[set[j]]);
        ck_assert_double_eq_tol(columns_dot(some, j, v), g[set[j]], tol);
        ck_assert_double_eq_tol(columns_sqnorm(some, j), D[set[j]], tol);
        columns_add(some, j, 2, v);
        ck_assert_double_eq_tol(columns_dot(some, j, v), g[set[j]] + 2 * D[set[j]], tol);
        columns_add(some, j, -2, v);
    }
}

/* Each storage, with and without a bias: the columns of A, and some of them with scaled rows. */
START_TEST(test_transpose)
{
    static const double bias[] = {0, 2};

    for (int k = 0; k < 2 * CSR_STORAGES; k++) {
        struct examples *e = examples_random(7, M, N, 0.3, (enum csr_storage)(k / 2));
        struct par par;
        struct matrix A;
        struct arena arena = {0};
        struct columns X = {.room = 0}, some = {.room = 0};
        uint32_t set[N + 1], place[M], count = 0;
        double scale[M], ones[M], square[N + 1];

        par_init(&par, 1);
        ck_assert(matrix_init(&A, &e->x, bias[k % 2], 1, 0, &par, &arena));
        X.start = arena_get(&arena, A.dim + 1, sizeof *X.start);
        some.start = arena_get(&arena, A.dim + 1, sizeof *some.start);
        ck_assert(matrix_columns(&A, &X) && X.count == A.dim && X.rows == M);
        for (uint32_t i = 0; i < M; i++) {
            ones[i] = 1;
            place[i] = i;
            if (i < A.dim)
                set[i] = i;
        }
        check_gathered(&A, &X, set, ones, place);
        for (int i = 0; i < M; i++)
            scale[i] = i % 3 ? 0.3 + i : 0;
        for (uint32_t j = 0; j < A.dim; j += 2)
            set[count++] = j;
        ck_assert(columns_gather(&some, &X, count, set, scale, place, square));
        for (uint32_t j = 0; j < count; j++)
            ck_assert_double_eq_tol(square[j], columns_sqnorm(&some, j), 1e-12 * square[j]);
        ck_assert(some.count == count && some.rows == M - M / 3);
        check_gathered(&A, &some, set, scale, place);
        columns_free(&X);
        columns_free(&some);
        arena_free(&arena);
        par_free(&par);
        examples_free(e);
    }
}
END_TEST

enum { TWINS = 40, LONG = 100 };

/* Columns of k % 7 entries of the values 1 or 3, then three scaled copies of each: 2 X_j, X_j/2, -X_j; the last columns, of
 * LONG entries, are alike, and too long to be compared. */
START_TEST(test_twins)
{
    static const float scale[] = {1, 2, 0.5, -1};
    struct columns X = {.count = 4 * TWINS + 2, .rows = LONG};
    size_t start[4 * TWINS + 3] = {0}, at = 0;
    uint32_t twin[4 * TWINS + 2];

    X.start = start;
    ck_assert(columns_reserve(&X, X.count * LONG));
    for (uint32_t k = 0; k < X.count; k++) {
        uint32_t own = k % TWINS, length = k < 4 * TWINS ? own % 7 : LONG;
        for (uint32_t e = 0; e < length; e++) {
            X.row[at] = length < LONG ? own + e * (1 + own / 7) : e;
            X.value[at++] = (own % 2 == e % 2 ? 1 : 3) * (k < 4 * TWINS ? scale[k / TWINS] : 1);
        }
        X.start[k + 1] = at;
    }
    ck_assert(columns_twins(&X, twin));
    for (uint32_t k = 0; k < X.count; k++) {
        bool smaller = k < 4 * TWINS && k % TWINS % 7 > 0 && (k / TWINS == 0 || k / TWINS == 2);
        ck_assert_uint_eq(twin[k], smaller ? k % TWINS + TWINS : k);
    }
    columns_free(&X);
}
END_TEST

RUN_TESTS("l1", test_twins, test_kinked, test_dense, test_categories, test_columns, test_transpose)
