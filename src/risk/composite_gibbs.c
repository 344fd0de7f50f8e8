/* composite_gibbs - dual points of a loss of groups whose distributions are Gibbs' (loss/gibbs.h):
 * theta_i has the scores of the rows of group i, and the own scores behind. */
#include "loss/gibbs.h"
#include "math/vec.h"
#include "risk/composite_parts.h"
#include "risk/gibbs.h"

enum { LAST = GIBBS_SLICES - 1 };

struct gibbs_parts {
    struct csr slice[GIBBS_SLICES]; /* of the columns: views of the entries of A */
    struct parts groups;
    double *own;                    /* groups.count x own: sums of a part */
    const double *mu;               /* of `plane` */
};

static const struct gibbs *ops_of(const struct composite *r)
{
    return r->gibbs;
}

/* ---- slices of the columns ------------------------------------------------------------------- */

/* A column with less than one entry in RARE is not in the cache when its entry comes, which takes
 * TWICE the time. Tuned. */
enum { RARE = 1024, TWICE = 2 };

/* The column behind those of the first slice: both slices take about the same time. entries: zeros,
 * one for each column. */
static uint32_t cut_columns(const struct csr *x, int64_t *entries)
{
    int64_t all = csr_entries(x), time = 0, first = 0;
    uint32_t j = 0;

    for (int64_t i = 0; i < x->rows; i++)
        for (int64_t k = x->start[i]; k < x->end[i]; k++)
            entries[csr_col(x, k)]++;
    for (uint32_t k = 0; k < x->cols; k++) {
        entries[k] *= entries[k] < all / RARE ? TWICE : 1;
        time += entries[k];
    }
    while (j < x->cols && first < time / GIBBS_SLICES)
        first += entries[j++];
    return j;
}

/* Both slices of the rows: columns below `column`, whose entries end at cut (rows), and the others
 * with the bias. */
static void cut_rows(const struct csr *x, uint32_t column, int64_t *cut,
                     struct csr slice[GIBBS_SLICES])
{
    for (int64_t i = 0; i < x->rows; i++) {
        cut[i] = x->start[i];
        while (cut[i] < x->end[i] && csr_col(x, cut[i]) < column)
            cut[i]++;
    }
    slice[0] = *x;
    slice[0].end = cut;
    slice[0].bias = 0;
    slice[LAST] = *x;
    slice[LAST].start = cut;
}

static bool begin(const struct risk *risk, struct arena *arena)
{
    struct composite *r = risk->self;
    const struct csr *x = &r->A.x;
    struct gibbs_parts *parts = arena_get(arena, 1, sizeof *parts);
    int64_t *entries = arena_get(arena, x->cols, sizeof *entries);
    int64_t *cut = arena_get(arena, (size_t)x->rows, sizeof *cut);

    if (arena->failed)
        return false;
    parts->groups = parts_of_groups(&r->A.rows, &r->groups);
    parts->own = arena_doubles(arena, (size_t)parts->groups.count * r->A.own);
    if (arena->failed)
        return false;
    cut_rows(x, cut_columns(x, entries), cut, parts->slice);
    r->parts = parts;
    return true;
}

/* ---- units ----------------------------------------------------------------------------------- */

static size_t size(const struct risk *risk, int64_t unit)
{
    const struct composite *r = risk->self;

    return unit_rows(r, unit) + r->A.own;
}

static double weight(const struct risk *risk, int64_t unit)
{
    const struct composite *r = risk->self;

    return groups_weight(&r->groups, unit);
}

static void *room(const struct risk *risk, struct arena *arena)
{
    const struct composite *r = risk->self;

    return ops_of(r)->room(r->g, (size_t)groups_longest(&r->groups, 0, r->groups.count), arena);
}

/* The scores of the rows alone: those of transitions would count once for each time they occur. */
static void truth(const struct risk *risk, int64_t unit, double score, double *theta)
{
    const struct composite *r = risk->self;
    double *own = theta + unit_rows(r, unit);

    vec_fill(size(risk, unit), 0, theta);
    ops_of(r)->add_truth(r->g, r->groups.start[unit], r->groups.start[unit + 1], score, theta, own);
    vec_fill(r->A.own, 0, own);
}

/* The own scores are of the last slice. */
static size_t slice_size(const struct risk *risk, int64_t unit, int slice)
{
    const struct composite *r = risk->self;

    return unit_rows(r, unit) + (slice == LAST ? r->A.own : 0);
}

static void scores(const struct risk *risk, int64_t unit, int slice, const double *w, double *z)
{
    const struct composite *r = risk->self;

    unit_product(r, &r->parts->slice[slice], unit, w, z);
    if (slice == LAST)
        vec_copy(r->A.own, w + r->A.dim - r->A.own, z + unit_rows(r, unit));
}

static double counts(const struct risk *risk, int64_t unit, void *space, const double *theta,
                     double *mu)
{
    const struct composite *r = risk->self;

    return ops_of(r)->counts(r->g, space,
                             (size_t)(r->groups.start[unit + 1] - r->groups.start[unit]), theta,
                             mu);
}

static double move(const struct risk *risk, int64_t unit, int slice, double scale, const double *d,
                   double *w)
{
    const struct composite *r = risk->self;
    double change = unit_add(r, &r->parts->slice[slice], unit, scale, d, w);

    return slice == LAST ? own_add(r, scale, d + unit_rows(r, unit), w, change) : change;
}

/* The slopes of the scores of a part: of the rows, and a sum of the own ones. */
static void slopes_part(void *context, int part, int64_t lo, int64_t hi)
{
    struct composite *r = context;
    const double *mu = r->parts->mu;
    double mean = 1 / groups_mass(&r->groups), *own = r->parts->own + (size_t)part * r->A.own;

    mu += (size_t)r->groups.start[lo] * r->A.outputs + (size_t)lo * r->A.own;
    vec_fill(r->A.own, 0, own);
    for (int64_t i = lo; i < hi; i++) {
        double *u = r->u + (size_t)r->groups.start[i] * r->A.outputs;
        size_t rows = unit_rows(r, i);
        double c = mean * groups_weight(&r->groups, i);
        vec_combine(rows, c, mu, 0, mu, u);
        vec_add(r->A.own, c, mu + rows, own);
        ops_of(r)->add_truth(r->g, r->groups.start[i], r->groups.start[i + 1], -c, u, own);
        mu += rows + r->A.own;
    }
}

static void plane(const struct risk *risk, const double *mu, double *a)
{
    struct composite *r = risk->self;
    struct gibbs_parts *parts = r->parts;
    double *own = r->u + r->A.image - r->A.own;

    parts->mu = mu;
    parts_for(&parts->groups, slopes_part, r);
    vec_fill(r->A.own, 0, own);
    for (int k = 0; k < parts->groups.count; k++)
        vec_add(r->A.own, 1, parts->own + (size_t)k * r->A.own, own);
    matrix_adjoint(&r->A, r->u, a);
}

const struct gibbs_ops risk_gibbs_ops = {.begin = begin,
                                         .size = size,
                                         .weight = weight,
                                         .slice_size = slice_size,
                                         .room = room,
                                         .truth = truth,
                                         .scores = scores,
                                         .counts = counts,
                                         .move = move,
                                         .plane = plane};
