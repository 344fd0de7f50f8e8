/* matrix - the examples as a linear map A from weights to scores, wherever their rows lie. */
#include "data/matrix.h"

#include <assert.h>
#include <float.h>
#include <math.h>

#include "math/sparse_columns.h"
#include "math/vec.h"

/* Scores of a fused block: with one output 128 scores and slopes take 2 KB of the first-level
 * cache. Tuned. */
enum { BLOCK = 128 };

/* Numbers between the vectors of two parts: 128 bytes, two lines of a cache, which processors fetch
 * in pairs; else two threads write to one line where the first and last columns are frequent. */
enum { APART = 16 };

/* Slices of a vector over columns, each summed over the parts on one thread: as many as MOST_PARTS.
 * The bits do not depend on it. */
enum { SLICES = 16 };

/* Entries times outputs below which a matrix has one part: a product of 1e4 entries takes about as
 * long as waking threads does. On what this was measured is not recorded. */
enum { SMALL = 1 << 15 };

/* Entries a column that each part of `sums` has at least: clearing the vector of a part and adding
 * it in touches each column twice, the entries touch it eight times. Not recorded where it was
 * tried. */
enum { ENTRIES_A_COLUMN = 8 };

/* The time that a row takes beside its entries, in that of an entry. */
enum { ROW_ENTRIES = 4 };

/* ---- products ------------------------------------------------------------------------------ */

struct apply_job {
    const struct matrix *A;
    const double *w;
    double *z;
};

static void apply_part(void *context, int part, int64_t lo, int64_t hi)
{
    const struct apply_job *job = context;
    const struct matrix *A = job->A;

    (void)part;
    A->kernels->product(&A->x, lo, hi, A->outputs, job->w, job->z + (size_t)lo * A->outputs);
}

void matrix_apply(const struct matrix *A, const double *w, double *z)
{
    struct apply_job job = {A, w, z};

    parts_for(&A->rows, apply_part, &job);
    vec_copy(A->own, w + A->dim - A->own, z + A->image - A->own);
}

/* g = A'u, for slopes u that are given or that body makes of A w. */
struct sum_job {
    const struct matrix *A;
    const double *w, *u;
    double *g;
    struct sums (*body)(void *context, int64_t lo, int64_t hi, const double *z, double *u);
    void *context;
    struct parts parts; /* those of A->sums, or fewer */
    struct sums sum[MOST_PARTS];
};

/* The vector of a part: g itself of the first one, of the others one each, or one in turn where
 * there are no threads. */
static double *partial(const struct sum_job *job, int part)
{
    const struct matrix *A = job->A;
    size_t at = A->sums.par->pool && part > 0 ? (size_t)part - 1 : 0;

    return part == 0 ? job->g : A->partial + at * (A->dim + APART);
}

/* The same, cleared. */
static double *part_vector(const struct sum_job *job, int part)
{
    const struct matrix *A = job->A;
    double *g = partial(job, part);

    vec_fill(A->dim, 0, g);
    return g;
}

static void adjoint_part(void *context, int part, int64_t lo, int64_t hi)
{
    struct sum_job *job = context;
    const struct matrix *A = job->A;

    A->kernels->adjoint(&A->x, lo, hi, A->outputs, job->u + (size_t)lo * A->outputs,
                        part_vector(job, part));
}

static void fused_part(void *context, int part, int64_t lo, int64_t end)
{
    struct sum_job *job = context;
    const struct matrix *A = job->A;
    double *g = part_vector(job, part), z[MATRIX_OUTPUTS], u[MATRIX_OUTPUTS];
    int64_t block = A->outputs < BLOCK ? BLOCK / (int64_t)A->outputs : 1;
    struct sums sum = {0, 0};

    for (int64_t hi; lo < end; lo = hi) {
        struct sums some;
        hi = end - lo < block ? end : lo + block;
        if (job->w)
            A->kernels->product(&A->x, lo, hi, A->outputs, job->w, z);
        some = job->body(job->context, lo, hi, z, u);
        sums_add(&sum, some);
        A->kernels->adjoint(&A->x, lo, hi, A->outputs, u, g);
    }
    job->sum[part] = sum;
}

/* g += the vectors of the other parts, in their order: of one slice. */
static void add_slice(void *context, int slice)
{
    struct sum_job *job = context;
    const struct matrix *A = job->A;
    size_t lo = A->dim * (size_t)slice / SLICES, hi = A->dim * ((size_t)slice + 1) / SLICES;

    for (int part = 1; part < job->parts.count; part++)
        vec_add(hi - lo, 1, partial(job, part) + lo, job->g + lo);
}

/* Runs body on each of the parts and adds their vectors up. */
static void add_up(struct sum_job *job,
                   void (*body)(void *context, int part, int64_t lo, int64_t hi))
{
    const struct matrix *A = job->A;

    if (A->sums.par->pool) {
        parts_for(&job->parts, body, job);
        if (job->parts.count > 1)
            par_for(A->sums.par, SLICES, add_slice, job);
        return;
    }
    for (int part = 0; part < job->parts.count; part++) {
        body(job, part, job->parts.cut[part], job->parts.cut[part + 1]);
        if (part > 0)
            vec_add(A->dim, 1, A->partial, job->g);
    }
}

void matrix_adjoint(const struct matrix *A, const double *u, double *g)
{
    struct sum_job job = {.A = A, .u = u, .g = g, .parts = A->sums};

    add_up(&job, adjoint_part);
    vec_copy(A->own, u + A->image - A->own, g + A->dim - A->own);
}

struct sums matrix_fused(const struct matrix *A, const double *w,
                         struct sums (*body)(void *context, int64_t lo, int64_t hi,
                                             const double *z, double *u),
                         void *context, double *g)
{
    struct sum_job job = {
        .A = A, .w = w, .g = g, .body = body, .context = context, .parts = A->sums};

    add_up(&job, fused_part);
    return sums_total(A->sums.count, job.sum);
}

/* g = sum over the listed rows of h <x, d> x. */
struct hessian_job {
    struct sum_job sum; /* first; .w is d, the parts are of the list */
    const int64_t *row;
    const double *h;
};

/* How many parts have ENTRIES_A_COLUMN of the entries a column each. */
static double parts_worth(const struct matrix *A, double entries)
{
    return entries / (ENTRIES_A_COLUMN * ((double)A->x.cols + 1));
}

/* The parts of a list of `count` rows, as many as `sums` has at most: about count/rows of the
 * entries are in it, ENTRIES_A_COLUMN a column in each part. */
static struct parts list_parts(const struct matrix *A, int64_t count)
{
    double share = A->x.rows > 0 ? (double)count / (double)A->x.rows : 0;
    double worth = parts_worth(A, share * (double)A->entries);
    struct parts parts = {.par = A->sums.par, .count = A->sums.count};

    if (worth < parts.count)
        parts.count = worth > 1 ? (int)worth : 1;
    for (int part = 0; part <= parts.count; part++)
        parts.cut[part] = count * part / parts.count;
    return parts;
}

/* Rows of a block gathered in a view of their own, which the kernels run over. */
static void hessian_part(void *context, int part, int64_t lo, int64_t hi)
{
    struct hessian_job *job = context;
    const struct matrix *A = job->sum.A;
    double *g = part_vector(&job->sum, part), z[BLOCK];
    int64_t start[BLOCK], end[BLOCK];
    struct csr rows = A->x;

    rows.start = start;
    rows.end = end;
    for (int64_t k = lo, n; k < hi; k += n) {
        n = hi - k < BLOCK ? hi - k : BLOCK;
        for (int64_t i = 0; i < n; i++) {
            start[i] = A->x.start[job->row[k + i]];
            end[i] = A->x.end[job->row[k + i]];
        }
        A->kernels->product(&rows, 0, n, 1, job->sum.w, z);
        for (int64_t i = 0; i < n; i++)
            z[i] *= job->h[k + i];
        A->kernels->adjoint(&rows, 0, n, 1, z, g);
    }
}

void matrix_hessian(const struct matrix *A, int64_t count, const int64_t *row, const double *h,
                    const double *d, double *g)
{
    struct hessian_job job = {{.A = A, .w = d, .g = g, .parts = list_parts(A, count)}, row, h};

    add_up(&job.sum, hessian_part);
}

/* D_j += sum of h_k x_ij^2, i = row[k], lo <= k < hi. */
static void add_squares(const struct hessian_job *job, int64_t lo, int64_t hi, double *D)
{
    const struct matrix *A = job->sum.A;

    for (int64_t k = lo; k < hi; k++)
        A->kernels->squares(&A->x, job->row[k], 1, job->h + k, D);
}

static void diagonal_part(void *context, int part, int64_t lo, int64_t hi)
{
    struct hessian_job *job = context;

    add_squares(job, lo, hi, part == 0 ? job->sum.g : part_vector(&job->sum, part));
}

void matrix_diagonal(const struct matrix *A, int64_t count, const int64_t *row, const double *h,
                     double *D)
{
    struct hessian_job job = {{.A = A, .g = D, .parts = list_parts(A, count)}, row, h};

    if (A->outputs > 1) /* D is shorter than the vectors of the parts */
        add_squares(&job, 0, count, D);
    else
        add_up(&job.sum, diagonal_part);
}

static void squares_part(void *context, int part, int64_t lo, int64_t hi)
{
    struct sum_job *job = context;
    const struct matrix *A = job->A;
    double *D = part_vector(job, part);

    for (int64_t i = lo; i < hi; i++)
        A->kernels->squares(&A->x, i, A->outputs, job->u + (size_t)i * A->outputs, D);
}

void matrix_squares(const struct matrix *A, const double *h, double *D)
{
    struct sum_job job = {.A = A, .u = h, .g = D, .parts = A->sums};

    add_up(&job, squares_part);
    vec_copy(A->own, h + A->image - A->own, D + A->dim - A->own);
}

double matrix_work(const struct matrix *A)
{
    return (double)A->entries + ROW_ENTRIES * (double)A->x.rows;
}

double matrix_dot(const struct matrix *A, const double *u, const double *z)
{
    return vec_dot(A->image, u, z);
}

static void sqnorm_part(void *context, int part, int64_t lo, int64_t hi)
{
    const struct apply_job *job = context;
    const struct matrix *A = job->A;

    (void)part;
    for (int64_t i = lo; i < hi; i++)
        job->z[i] = A->kernels->sqnorm(&A->x, i);
}

void matrix_sqnorms(const struct matrix *A, double *sqnorm)
{
    struct apply_job job = {A, NULL, sqnorm};

    parts_for(&A->rows, sqnorm_part, &job);
}

/* ---- making one ---------------------------------------------------------------------------- */

/* Cuts the rows into `count` parts: part k ends with the first row up to which there are at least
 * k/count of the `entries`. */
static void cut_rows(const struct csr *x, int64_t entries, int count, const struct par *par,
                     struct parts *parts)
{
    int64_t row = 0, before = 0; /* entries of the rows before `row` */

    *parts = (struct parts){.par = par, .count = count};
    for (int part = 1; part < count; part++) {
        int64_t target = entries / count * part;
        for (; row < x->rows && before < target; row++)
            before += x->end[row] - x->start[row];
        parts->cut[part] = row;
    }
    parts->cut[count] = x->rows;
}

/* Parts by the data alone. `sums` has at most MOST_PARTS parts, at most `worth`, each of
 * ENTRIES_A_COLUMN entries a column, and at most `room`: room dim <= entries + image, so that the
 * vectors of the parts take no more numbers than the examples and their scores. */
static void choose_parts(struct matrix *A, const struct par *par)
{
    int64_t entries = A->entries + (A->x.bias != 0 ? A->x.rows : 0);
    int64_t worth = (int64_t)parts_worth(A, (double)entries);
    int64_t room = (entries + (int64_t)A->image) / ((int64_t)A->dim + 1);
    int64_t most = worth < room ? worth : room;
    bool small = entries * (int64_t)A->outputs < SMALL;

    if (most > MOST_PARTS)
        most = MOST_PARTS;
    cut_rows(&A->x, A->entries, small ? 1 : MOST_PARTS, par, &A->rows);
    cut_rows(&A->x, A->entries, small || most < 1 ? 1 : (int)most, par, &A->sums);
}

void matrix_use(struct matrix *A, enum isa isa)
{
    A->isa = isa;
    A->kernels = csr_kernels(&A->x, isa);
}

bool matrix_init(struct matrix *A, const struct csr *x, double bias, size_t outputs, size_t own,
                 const struct par *par, struct arena *arena)
{
    assert(outputs <= MATRIX_OUTPUTS);
    *A = (struct matrix){.x = *x, .outputs = outputs, .own = own, .entries = csr_entries(x)};
    if (bias > 0) {
        A->x.bias = bias;
        A->x.cols++;
    }
    matrix_use(A, isa_best());
    A->dim = A->x.cols * outputs + own;
    A->image = (size_t)A->x.rows * outputs + own;
    choose_parts(A, par);
    if (A->sums.count > 1)
        A->partial = arena_doubles(arena, (par->pool ? (size_t)A->sums.count - 1 : 1) *
                                              (A->dim + APART));
    return !arena->failed;
}

/* ---- columns ------------------------------------------------------------------------------- */

/* Where the entries of A go, column by column: start (cols + 1), row, and a value of one kind. */
struct target {
    size_t *start;
    uint32_t *row;
    float *single; /* NULL: values go to full */
    double *full;
};

/* start[j + 1] = entries of column j, then start[j] = entries of the columns before j. */
static void count_entries(const struct csr *x, size_t *start)
{
    for (uint32_t j = 0; j <= x->cols; j++)
        start[j] = 0;
    for (int64_t i = 0; i < x->rows; i++)
        for (int64_t k = x->start[i]; k < x->end[i]; k++)
            start[csr_col(x, k) + 1]++;
    if (x->bias != 0)
        start[x->cols] = (size_t)x->rows;
    for (uint32_t j = 0; j < x->cols; j++)
        start[j + 1] += start[j];
}

static void put_entry(const struct target *to, uint32_t j, int64_t i, double value)
{
    size_t at = to->start[j]++;

    to->row[at] = (uint32_t)i;
    if (to->single)
        to->single[at] = (float)fmax(-FLT_MAX, fmin(value, FLT_MAX));
    else
        to->full[at] = value;
}

/* start[j] moves to the start of column j + 1 while column j is filled, then back. */
static void fill_columns(const struct csr *x, const struct target *to)
{
    for (int64_t i = 0; i < x->rows; i++) {
        for (int64_t k = x->start[i]; k < x->end[i]; k++)
            put_entry(to, csr_col(x, k), i, csr_value(x, k));
        if (x->bias != 0)
            put_entry(to, x->cols - 1, i, x->bias);
    }
    for (uint32_t j = x->cols; j > 0; j--)
        to->start[j] = to->start[j - 1];
    to->start[0] = 0;
}

bool matrix_columns(const struct matrix *A, struct columns *X)
{
    X->count = A->x.cols;
    X->rows = (size_t)A->x.rows;
    count_entries(&A->x, X->start);
    if (!columns_reserve(X, X->start[X->count]))
        return false;
    fill_columns(&A->x, &(struct target){.start = X->start, .row = X->row, .single = X->value});
    return true;
}

bool matrix_transpose(const struct matrix *A, struct csr *T, struct arena *arena)
{
    size_t cols = A->x.cols;
    struct target to = {.start = arena_get(arena, cols + 1, sizeof *to.start)};
    int64_t *start = arena_get(arena, cols + 1, sizeof *start);

    if (arena->failed)
        return false;
    count_entries(&A->x, to.start);
    to.row = arena_get(arena, to.start[cols], sizeof *to.row);
    to.full = arena_doubles(arena, to.start[cols]);
    if (arena->failed)
        return false;
    fill_columns(&A->x, &to);
    for (size_t j = 0; j <= cols; j++)
        start[j] = (int64_t)to.start[j];
    *T = (struct csr){.rows = (int64_t)cols,
                      .cols = (uint32_t)A->x.rows,
                      .storage = CSR_DOUBLE,
                      .start = start,
                      .end = start + 1,
                      .col = to.row,
                      .width = sizeof *to.row,
                      .value = to.full};
    return true;
}
