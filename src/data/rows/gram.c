/* gram - weighted sums of outer products of rows: Hessians over few columns. */
#include "data/rows/gram.h"

#include <math.h>

#include "math/panel.h"

/* Rows of a sample that tells what the work is, and parts of the columns that it is counted for. */
enum { SAMPLE = 64, STRIPS = 64 };

/* Time of one product of a sparse row over that of one of a panel, by instruction set.
 * Filling a panel and loading tiles cost about PANEL_MORE products more for each number of a row.
 * With these dense tables go by panels, one-hot rows do not. Tuned. */
static const double PANEL_GAIN[ISAS] = {[ISA_BASELINE] = 5, [ISA_AVX2] = 6.5, [ISA_AVX512] = 8};
enum { PANEL_MORE = 16 };

/* Fewer rows than this do not pay for loading and storing the tiles of H. */
enum { FEW_ROWS = 8 };

/* Products of sparse rows below which one thread does all: some ten microseconds, a few times what
 * waking a thread costs. */
static const double SMALL = 1e5;

/* Entries of a product that take some twenty milliseconds. */
static const double LONG = 2e7;

struct gram_job {
    const struct matrix *A;
    int64_t count;
    const int64_t *row;
    const double *h;
    double *H;
    bool panels, small;
    int slices;              /* of the rows of H */
    double sparse, panel;    /* products of sparse rows, sum nnz^2 / 2; of panels */
    double strip[STRIPS];    /* the former by the column of the first factor */
};

static int64_t row_at(const struct gram_job *job, int64_t k)
{
    return job->row ? job->row[k] : k;
}

/* ---- rows lo .. hi - 1 of H ----------------------------------------------------------------- */

static void add_sparse(const struct gram_job *job, uint32_t lo, uint32_t hi)
{
    const struct matrix *A = job->A;

    for (int64_t k = 0; k < job->count; k++)
        if (job->h[k] != 0)
            A->kernels->outer(&A->x, row_at(job, k), job->h[k], lo, hi, job->H);
}

static void add_panels(const struct gram_job *job, uint32_t lo, uint32_t hi, struct panel *p)
{
    const struct matrix *A = job->A;
    size_t rows = 0;

    for (int64_t k = 0; k < job->count; k++) {
        if (job->h[k] != 0) {
            p->h[rows] = job->h[k];
            A->kernels->panel(&A->x, row_at(job, k), lo, p, rows++);
        }
        if (rows == PANEL_ROWS || k + 1 == job->count) {
            panel_add(p, lo, hi, job->H, A->x.cols);
            panel_clear(p);
            rows = 0;
        }
    }
}

/* The first row of a slice: the slices have about equal work, and end between two groups of the
 * panel's. No bit depends on where. */
static uint32_t slice_begin(const struct gram_job *job, int slice)
{
    double before = 0, wanted = job->sparse * slice / job->slices;
    uint64_t n = job->A->x.cols, strip = 0;

    if (slice == job->slices)
        return (uint32_t)n;
    for (; strip < STRIPS && before + job->strip[strip] / 2 < wanted; strip++)
        before += job->strip[strip];
    return (uint32_t)(n * strip / STRIPS / PANEL_GROUP * PANEL_GROUP);
}

/* Both ways have the same order of summation: where there is no memory for a panel, rows are added
 * one by one. */
static void add_part(void *context, int slice)
{
    const struct gram_job *job = context;
    uint32_t lo = slice_begin(job, slice), hi = slice_begin(job, slice + 1);
    struct arena arena = {0};
    struct panel panel;

    if (job->panels)
        panel_init(&panel, job->A->x.cols, &arena);
    panel.tile = panel_kernel(job->A->isa);
    if (job->panels && !arena.failed)
        add_panels(job, lo, hi, &panel);
    else
        add_sparse(job, lo, hi);
    arena_free(&arena);
}

/* ---- which way ------------------------------------------------------------------------------ */

/* Counts the products of row i; those of a panel are of its groups with its blocks of columns. */
static void count_row(struct gram_job *job, int64_t i)
{
    const struct csr *x = &job->A->x;
    double entries = (double)(x->end[i] - x->start[i] + (x->bias != 0));
    double groups = x->bias != 0, blocks = x->bias != 0;
    uint32_t before = UINT32_MAX;

    job->sparse += entries * entries / 2;
    for (int64_t l = x->start[i]; l < x->end[i]; l++) {
        uint32_t col = csr_col(x, l);

        job->strip[(uint64_t)col * STRIPS / x->cols] += entries--;
        groups += col / PANEL_GROUP != before / PANEL_GROUP;
        blocks += col / PANEL_BLOCK != before / PANEL_BLOCK;
        before = col;
    }
    job->panel += groups * PANEL_GROUP * (blocks * PANEL_BLOCK / 2 + PANEL_MORE);
}

/* Counts a sample of the rows; returns how many rows each one stands for. */
static double estimate(struct gram_job *job)
{
    int64_t step = job->count / SAMPLE + 1;

    for (int64_t k = 0; k < job->count; k += step)
        count_row(job, row_at(job, k));
    job->panels = job->count >= FEW_ROWS && job->panel < PANEL_GAIN[job->A->isa] * job->sparse;
    job->small = job->sparse * (double)step <= SMALL;
    return (double)step;
}

double matrix_gram_work(const struct matrix *A)
{
    struct gram_job job = {.A = A, .count = A->x.rows};
    double every = estimate(&job);

    return GRAM_PRODUCT * every * fmin(job.sparse, job.panel / PANEL_GAIN[ISA_AVX2]);
}

int64_t matrix_gram_rows(const struct matrix *A, int64_t most)
{
    double rows = LONG * (double)A->x.rows / fmax(1, matrix_gram_work(A));

    rows = fmax(PANEL_ROWS, floor(rows / PANEL_ROWS) * PANEL_ROWS);
    return rows < (double)most ? (int64_t)rows : most;
}

void matrix_gram(const struct matrix *A, int64_t count, const int64_t *row, const double *h,
                 double *H)
{
    struct gram_job job = {.A = A, .count = count, .row = row, .h = h, .H = H};
    const struct par *par = A->sums.par;

    estimate(&job);
    if (job.small)
        par = &par_alone;
    job.slices = par->threads;
    par_for(par, job.slices, add_part, &job);
}

/* ---- of rows --------------------------------------------------------------------------------- */

/* The columns of A may be as long as A has rows: products of sparse rows, or of panels. */
double matrix_row_gram_work(const struct matrix *A)
{
    const struct csr *x = &A->x;
    double rows = (double)x->rows, entries = (double)A->entries + (x->bias != 0 ? rows : 0);

    return GRAM_PRODUCT *
           fmin(entries * rows / 2, rows * rows * x->cols / 2 / PANEL_GAIN[ISA_AVX2]);
}

int64_t matrix_list(const struct matrix *A, const double *h, size_t o, int64_t *row,
                    double *weight)
{
    int64_t count = 0;

    for (int64_t i = 0; i < A->x.rows; i++) {
        double at = h[(size_t)i * A->outputs + o];
        row[count] = i;
        weight[count] = at;
        count += at != 0;
    }
    return count;
}

/* K's upper triangle, K = 0 before: sum_j x_j x_j' over the columns x_j of A. False: stop. */
static bool add_columns(const struct matrix *columns, const struct stop_token *stop, int64_t *list,
                        const double *ones, double *K)
{
    int64_t all = columns->x.rows, most = matrix_gram_rows(columns, all);

    for (int64_t from = 0; from < all; from += most) {
        int64_t count = all - from < most ? all - from : most;

        if (stop_requested(stop))
            return false;
        for (int64_t k = 0; k < count; k++)
            list[k] = from + k;
        matrix_gram(columns, count, list, ones, K);
    }
    return true;
}

bool matrix_row_gram(const struct matrix *A, const struct stop_token *stop, double *K)
{
    size_t rows = (size_t)A->x.rows;
    struct arena arena = {0};
    struct matrix columns = {.isa = A->isa, .sums = A->sums};
    double *ones = arena_doubles(&arena, A->x.cols);
    int64_t *list = arena_get(&arena, A->x.cols, sizeof *list);
    bool done = matrix_transpose(A, &columns.x, &arena) && ones && list;

    if (done) {
        columns.kernels = csr_kernels(&columns.x, A->isa);
        for (uint32_t j = 0; j < A->x.cols; j++)
            ones[j] = 1;
        for (size_t i = 0; i < rows * rows; i++)
            K[i] = 0;
        done = add_columns(&columns, stop, list, ones, K);
    }
    for (size_t i = 0; done && i < rows; i++)
        for (size_t j = 0; j < i; j++)
            K[i * rows + j] = K[j * rows + i];
    arena_free(&arena);
    return done;
}
