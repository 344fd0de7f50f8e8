/* composite_oracle - the oracle of a loss that is a maximum over labels (loss/labelings.h).
 *
 * An answer is a uint16_t for each row of the unit. Psi_i(y) = sum_t x_t (x) (e(y_t) - e(y_it)),
 * and behind it the transitions of y less those of y_i. With K = X_i X_i', once a unit,
 *     |Psi_i(a) - Psi_i(b)|^2 = sum over t, t' where a, b differ of
 *                                   K_tt' <e(a_t) - e(b_t), e(a_t') - e(b_t')>
 *                               + |transitions(a) - transitions(b)|^2. */
#include <float.h>
#include <math.h>

#include "loss/labelings.h"
#include "math/vec.h"
#include "risk/composite_parts.h"
#include "risk/oracle.h"

struct label_oracle {
    const struct labelings *ops;
    int64_t *at;     /* units: K of the unit begins at K[at] */
    double *K;
    double *counts;  /* own: zeros between calls */
    double *u;       /* outputs: zeros between calls */
    size_t *changed; /* outputs: those that u lists */
    uint16_t *truth; /* of the longest unit */
    double *column;  /* x.cols: zeros between calls */
};

struct label_room {
    const double *own;
    double z[]; /* rows x outputs */
};

static const struct label_oracle *oracle_of(const struct composite *r)
{
    return r->oracle;
}

static int64_t first_row(const struct composite *r, int64_t unit)
{
    const struct groups *g = &r->groups;

    return g->count > 0 ? g->start[unit] : unit;
}

static size_t length(const struct composite *r, int64_t unit)
{
    return (size_t)(first_row(r, unit + 1) - first_row(r, unit));
}

/* K_tt' = <x_t, x_t'> of the rows [lo, lo + n). */
static void set_kernel(const struct composite *r, int64_t lo, size_t n, double *K)
{
    const struct csr *x = &r->A.x;
    double *column = oracle_of(r)->column;
    const double one = 1;

    for (size_t t = 0; t < n; t++) {
        int64_t row = lo + (int64_t)t;
        r->A.kernels->add(x, row, 1, 1, &one, column);
        r->A.kernels->product(x, lo, lo + (int64_t)n, 1, column, K + t * n);
        for (int64_t k = x->start[row]; k < x->end[row]; k++)
            column[csr_col(x, k)] = 0;
        if (x->bias != 0)
            column[x->cols - 1] = 0;
    }
}

static bool begin(const struct risk *risk, struct arena *arena, size_t *room)
{
    const struct composite *r = risk->self;
    struct label_oracle *o = r->oracle;
    size_t k = r->A.outputs, longest = 0, squares = 0;

    o->at = arena_get(arena, risk->units, sizeof *o->at);
    for (size_t i = 0; o->at && i < risk->units; i++) {
        size_t n = length(r, (int64_t)i);
        o->at[i] = (int64_t)squares;
        squares += n * n;
        longest = n > longest ? n : longest;
    }
    o->K = arena_doubles(arena, squares);
    o->counts = arena_doubles(arena, r->A.own);
    o->u = arena_doubles(arena, k);
    o->changed = arena_get(arena, k, sizeof *o->changed);
    o->column = arena_doubles(arena, r->A.x.cols);
    o->truth = arena_get(arena, longest, sizeof *o->truth);
    for (size_t i = 0; !arena->failed && i < risk->units; i++)
        set_kernel(r, first_row(r, (int64_t)i), length(r, (int64_t)i), o->K + o->at[i]);
    *room = sizeof(struct label_room) + longest * k * sizeof(double);
    return !arena->failed;
}

static double cost(const struct risk *risk, int64_t unit)
{
    const struct composite *r = risk->self;

    if (r->groups.count == 0)
        return costs_at(r->g->c, (size_t)unit);
    return groups_weight(&r->groups, unit) / groups_mass(&r->groups);
}

static size_t bytes(const struct risk *risk, int64_t unit)
{
    return length(risk->self, unit) * sizeof(uint16_t);
}

static void truth(const struct risk *risk, int64_t unit, void *answer)
{
    const struct composite *r = risk->self;
    uint16_t *y = answer;

    for (size_t t = 0; t < length(r, unit); t++)
        y[t] = oracle_of(r)->ops->truth(r->g, first_row(r, unit) + (int64_t)t);
}

static void enter(const struct risk *risk, int64_t unit, const double *w, void *room)
{
    const struct composite *r = risk->self;
    struct label_room *to = room;

    to->own = w + r->A.dim - r->A.own;
    r->A.kernels->product(&r->A.x, first_row(r, unit), first_row(r, unit + 1), r->A.outputs, w,
                          to->z);
}

static double worst(const struct risk *risk, int64_t unit, void *room, void *answer)
{
    const struct composite *r = risk->self;
    const struct label_room *from = room;

    return oracle_of(r)->ops->worst(r->g, first_row(r, unit), first_row(r, unit + 1), from->z,
                                    from->own, answer);
}

static double loss(const struct risk *risk, int64_t unit, const void *answer)
{
    const struct composite *r = risk->self;

    return oracle_of(r)->ops->loss(r->g, first_row(r, unit), first_row(r, unit + 1), answer);
}

/* <z_t, e(a)> */
static double label_score(size_t outputs, const double *z, size_t a)
{
    return outputs > 1 ? z[a] : (double)a * *z;
}

static double score(const struct risk *risk, int64_t unit, const void *room, const void *answer)
{
    const struct composite *r = risk->self;
    const struct labelings *ops = oracle_of(r)->ops;
    const struct label_room *from = room;
    const uint16_t *y = answer;
    size_t k = r->A.outputs, n = length(r, unit);
    uint16_t before = 0;
    double sum = loss(risk, unit, answer);

    for (size_t t = 0; t < n; t++) {
        uint16_t own = ops->truth(r->g, first_row(r, unit) + (int64_t)t);
        const double *z = from->z + t * k;
        sum += label_score(k, z, y[t]) - label_score(k, z, own);
        if (t > 0 && r->A.own > 0)
            sum += from->own[y[t - 1] * k + y[t]] - from->own[before * k + own];
        before = own;
    }
    return sum;
}

/* <e(a) - e(b), e(c) - e(d)> */
static double label_product(size_t outputs, size_t a, size_t b, size_t c, size_t d)
{
    if (outputs == 1)
        return ((double)a - (double)b) * ((double)c - (double)d);
    return (double)(a == c) - (double)(a == d) - (double)(b == c) + (double)(b == d);
}

/* *counts += sign = +-1; returns the change of its square. */
static double count(double *counts, double sign)
{
    *counts += sign;
    return 2 * sign * *counts - 1;
}

/* |transitions(a) - transitions(b)|^2 */
static double transition_distance(const struct composite *r, size_t n, const uint16_t *a,
                                  const uint16_t *b)
{
    double *counts = oracle_of(r)->counts, sum = 0;
    size_t k = r->A.outputs;

    for (size_t t = 1; t < n; t++)
        if (a[t] != b[t] || a[t - 1] != b[t - 1]) {
            sum += count(counts + a[t - 1] * k + a[t], 1);
            sum += count(counts + b[t - 1] * k + b[t], -1);
        }
    for (size_t t = 1; t < n; t++) {
        counts[a[t - 1] * k + a[t]] = 0;
        counts[b[t - 1] * k + b[t]] = 0;
    }
    return sum;
}

static double distance(const struct risk *risk, int64_t unit, const void *one, const void *other)
{
    const struct composite *r = risk->self;
    const double *K = oracle_of(r)->K + oracle_of(r)->at[unit];
    const uint16_t *a = one, *b = other;
    size_t n = length(r, unit);
    double sum = 0;

    for (size_t t = 0; t < n; t++)
        for (size_t s = 0; a[t] != b[t] && s <= t; s++)
            if (a[s] != b[s])
                sum += (s < t ? 2 : 1) * K[t * n + s] *
                       label_product(r->A.outputs, a[t], b[t], a[s], b[s]);
    return r->A.own > 0 ? sum + transition_distance(r, n, a, b) : sum;
}

/* Output o of the row changes by t. */
static void change(const struct label_oracle *o, size_t *count, size_t output, double t)
{
    size_t j = 0;

    while (j < *count && o->changed[j] != output)
        j++;
    o->changed[j] = output;
    o->u[output] += t;
    *count += j == *count;
}

/* u = sum_k t_k (e(y_k) - e(own)) of row t of n, the answers one behind the other. Returns how many
 * outputs o->changed lists; those that are 0 but for rounding are left out. */
static size_t row_change(const struct label_oracle *o, size_t n, size_t t, uint16_t own,
                         size_t count, const uint16_t *y, const double *share)
{
    size_t changed = 0, kept = 0;
    double least = 0;

    for (size_t k = 0; k < count; k++)
        if (y[k * n + t] != own) {
            change(o, &changed, y[k * n + t], share[k]);
            change(o, &changed, own, -share[k]);
            least += DBL_EPSILON * fabs(share[k]);
        }
    for (size_t j = 0; j < changed; j++) {
        size_t output = o->changed[j];
        if (fabs(o->u[output]) > least)
            o->changed[kept++] = output;
        else
            o->u[output] = 0;
    }
    return kept;
}

/* w_o += u_o x_i for the outputs o that are listed; u becomes 0. */
static void add_outputs(const struct composite *r, int64_t i, size_t count, double *w)
{
    const struct label_oracle *o = oracle_of(r);
    const struct csr *x = &r->A.x;
    size_t k = r->A.outputs;

    for (int64_t e = x->start[i]; count > 0 && e < x->end[i]; e++) {
        double value = csr_value(x, e), *to = w + csr_col(x, e) * k;
        for (size_t j = 0; j < count; j++)
            to[o->changed[j]] += o->u[o->changed[j]] * value;
    }
    for (size_t j = 0; j < count; j++) {
        size_t output = o->changed[j];
        if (x->bias != 0)
            w[(x->cols - 1) * k + output] += x->bias * o->u[output];
        o->u[output] = 0;
    }
}

/* The same with one score, where e(o) = o. */
static void add_one(const struct composite *r, int64_t i, uint16_t own, size_t count,
                    const uint16_t *y, const double *share, double *w)
{
    const double one = 1;
    double u = 0;

    for (size_t k = 0; k < count; k++)
        u += share[k] * ((double)y[k] - (double)own);
    if (u != 0)
        r->A.kernels->add(&r->A.x, i, 1, u, &one, w);
}

/* own weights += t times the transitions of y, n labels */
static void add_transitions(size_t outputs, size_t n, const uint16_t *y, double t, double *own)
{
    for (size_t s = 1; s < n; s++)
        own[y[s - 1] * outputs + y[s]] += t;
}

static void move(const struct risk *risk, int64_t unit, size_t count, const void *answers,
                 const double *t, double *w)
{
    const struct composite *r = risk->self;
    const struct label_oracle *o = oracle_of(r);
    const uint16_t *y = answers;
    size_t n = length(r, unit), k = r->A.outputs;
    double *own = w + r->A.dim - r->A.own, total = 0;

    for (size_t s = 0; s < n; s++) {
        int64_t row = first_row(r, unit) + (int64_t)s;
        o->truth[s] = o->ops->truth(r->g, row);
        if (k == 1)
            add_one(r, row, o->truth[s], count, y, t, w);
        else
            add_outputs(r, row, row_change(o, n, s, o->truth[s], count, y, t), w);
    }
    for (size_t j = 0; j < count && r->A.own > 0; j++) {
        add_transitions(k, n, y + j * n, t[j], own);
        total += t[j];
    }
    if (r->A.own > 0)
        add_transitions(k, n, o->truth, -total, own);
}

const struct oracle_ops risk_label_ops = {.begin = begin,
                                          .cost = cost,
                                          .bytes = bytes,
                                          .truth = truth,
                                          .enter = enter,
                                          .worst = worst,
                                          .score = score,
                                          .loss = loss,
                                          .distance = distance,
                                          .move = move};

struct label_oracle *label_oracle_make(const struct labelings *ops, struct arena *arena)
{
    struct label_oracle *o = arena_get(arena, 1, sizeof *o);

    if (o)
        *o = (struct label_oracle){.ops = ops};
    return o;
}
