/* chain - losses of sequences: g(z) = c sum over the m sequences of l_i, c = 1/m, from sums or
 * maxima over the labelings of each.
 *
 * u, the slope, has for each position and label the probability of that label less the true one's
 * 1, times c, and for each transition how often it is expected less how often it occurs. */
#include "loss/chain/chain.h"

#include <math.h>

#include "math/logarithm.h"
#include "math/vec.h"

struct chain {
    struct loss g; /* first: a struct loss * of ours is a struct chain * */
    const struct chain_kind *kind;
    const double *y;
    struct groups sequences;
    struct parts parts; /* cut[k]: a sequence */
    struct lattice lattice;
    struct chain_room room[MOST_PARTS]; /* of each part */
    double *counts; /* labels x labels: how often the labels take each transition */
    double c;       /* 1/m */
};

/* What the parts sum up. */
struct chain_job {
    struct chain *f;
    double mu; /* 0: maxima */
    const double *z;
    double *u; /* NULL: values alone */
    struct sums sum[MOST_PARTS];
};

/* room->node = (z_t(k) + error [k != y_t])/mu of the rows [lo, hi). */
static void set_nodes(const struct chain_job *job, int64_t lo, int64_t hi, struct chain_room *room)
{
    const struct chain *f = job->f;
    size_t S = f->lattice.labels;
    double share = job->mu > 0 ? 1 / job->mu : 1;

    for (int64_t t = lo; t < hi; t++) {
        const double *z = job->z + (size_t)t * S;
        double *node = room->node + (size_t)(t - lo) * f->lattice.stride;
        for (size_t k = 0; k < S; k++)
            node[k] = share * (z[k] + f->kind->error);
        node[(size_t)f->y[t]] = share * z[(size_t)f->y[t]];
    }
}

/* s(y) of the true labels of the rows [lo, hi). */
static double own_score(const struct chain_job *job, int64_t lo, int64_t hi)
{
    const struct chain *f = job->f;
    size_t S = f->lattice.labels;
    const double *T = job->z + f->g.image - S * S;
    double sum = 0;

    for (int64_t t = lo; t < hi; t++) {
        size_t k = (size_t)f->y[t];
        sum += job->z[(size_t)t * S + k];
        sum += t > lo ? T[(size_t)f->y[t - 1] * S + k] : 0;
    }
    return sum;
}

/* u of the rows [lo, hi) from p; returns sum_t 1 - p_t(y_t), the expected number of errors. */
static double put_slopes(const struct chain_job *job, int64_t lo, int64_t hi, const double *p)
{
    const struct chain *f = job->f;
    size_t S = f->lattice.labels;
    double errors = 0;

    for (int64_t t = lo; t < hi; t++, p += f->lattice.stride) {
        double *u = job->u + (size_t)t * S, others = 0;
        size_t own = (size_t)f->y[t];
        for (size_t k = 0; k < S; k++) {
            u[k] = f->c * p[k];
            others += k == own ? 0 : p[k];
        }
        u[own] = -f->c * others;
        errors += others;
    }
    return errors;
}

/* p and edges of room->best: 1 where it is, else 0. */
static void put_best(const struct chain *f, size_t n, struct chain_room *room)
{
    size_t stride = f->lattice.stride;

    vec_fill(n * stride, 0, room->p);
    for (size_t t = 0; t < n; t++) {
        room->p[t * stride + room->best[t]] = 1;
        if (t > 0)
            room->edge[room->best[t - 1] * stride + room->best[t]] += 1;
    }
}

/* l_i and, unless it is that of sums, the offset of its plane, of one sequence. */
static struct sums sequence(const struct chain_job *job, int64_t lo, int64_t hi,
                            struct chain_room *room)
{
    const struct chain *f = job->f;
    size_t n = (size_t)(hi - lo);
    struct sums l = {0, 0};
    double own = own_score(job, lo, hi);

    set_nodes(job, lo, hi, room);
    if (job->mu > 0) {
        l.value = job->mu * chain_sum(&f->lattice, n, room, job->u != NULL) - own;
        if (!f->kind->sums)
            l.value -= job->mu * (double)n * logarithm((double)f->lattice.labels);
    } else {
        l.value = chain_maximum(&f->lattice, n, room) - own;
        if (job->u)
            put_best(f, n, room);
    }
    if (job->u)
        l.offset = f->kind->error * put_slopes(job, lo, hi, room->p);
    return l;
}

static void slopes_part(void *context, int part, int64_t lo, int64_t hi)
{
    struct chain_job *job = context;
    const int64_t *start = job->f->sequences.start;
    struct sums sum = {0, 0};

    for (int64_t i = lo; i < hi; i++) {
        struct sums l = sequence(job, start[i], start[i + 1], &job->f->room[part]);
        sum.value += l.value;
        sum.offset += l.offset;
    }
    job->sum[part] = sum;
}

/* The slopes of the transitions: expected less counted. */
static void put_edges(const struct chain_job *job)
{
    struct chain *f = job->f;
    size_t S = f->lattice.labels;
    double *u = job->u + f->g.image - S * S;

    for (int part = 0; part < f->parts.count; part++)
        chain_edges(&f->lattice, &f->room[part], part > 0, f->c, u);
    vec_add(S * S, -f->c, f->counts, u);
}

/* Of sums the offset is g(z) - <u, z>: c sum_i of the entropy of the labels of sequence i. */
static double slopes(struct loss *g, double mu, const double *z, double *u, double *offset)
{
    struct chain *f = (struct chain *)g;
    size_t S = f->lattice.labels;
    struct chain_job job = {.f = f, .mu = f->kind->sums ? 1 : mu, .z = z, .u = u};
    struct sums sum = {0, 0};

    if (job.mu > 0)
        lattice_sums(&f->lattice, job.mu, z + g->image - S * S);
    else
        lattice_maxima(&f->lattice, z + g->image - S * S);
    parts_for(&f->parts, slopes_part, &job);
    for (int part = 0; part < f->parts.count; part++) {
        sum.value += f->c * job.sum[part].value;
        sum.offset += f->c * job.sum[part].offset;
    }
    if (!u)
        return sum.value;
    put_edges(&job);
    *offset = f->kind->sums ? sum.value - vec_dot(g->image, u, z) : sum.offset;
    return sum.value;
}

/* ---- making one ---------------------------------------------------------------------------- */

static int64_t longest_of(const struct chain *f, int part)
{
    int64_t longest = 0;

    for (int64_t i = f->parts.cut[part]; i < f->parts.cut[part + 1]; i++) {
        int64_t n = f->sequences.start[i + 1] - f->sequences.start[i];
        longest = n > longest ? n : longest;
    }
    return longest;
}

static void count_transitions(struct chain *f)
{
    size_t S = f->lattice.labels;

    for (int64_t i = 0; i < f->sequences.count; i++)
        for (int64_t t = f->sequences.start[i] + 1; t < f->sequences.start[i + 1]; t++)
            f->counts[(size_t)f->y[t - 1] * S + (size_t)f->y[t]] += 1;
}

static bool make_room(struct chain *f, size_t labels, struct arena *arena)
{
    f->counts = arena_doubles(arena, labels * labels);
    if (!lattice_init(&f->lattice, labels, arena))
        return false;
    for (int part = 0; part < f->parts.count; part++)
        if (!chain_room_init(&f->room[part], &f->lattice, (size_t)longest_of(f, part), arena))
            return false;
    return true;
}

enum status chain_make(const struct chain_kind *kind, const struct loss_spec *spec,
                       const struct parts *parts, struct arena *arena, struct loss **g,
                       struct error *err)
{
    static const struct loss_ops ops = {.slopes = slopes};
    struct chain *f = arena_get(arena, 1, sizeof *f);
    double rows = (double)spec->rows, labels = (double)spec->classes, sequences;

    if (!f)
        return fail_memory(err, "the loss");
    sequences = (double)spec->groups.count;
    *f = (struct chain){.g = {.ops = &ops, .rows = spec->rows},
                        .kind = kind,
                        .y = spec->y,
                        .sequences = spec->groups,
                        .parts = parts_of_groups(parts, &spec->groups),
                        .c = 1 / sequences};
    if (!make_room(f, (size_t)spec->classes, arena))
        return fail_memory(err, "the loss");
    count_transitions(f);
    f->g.image = (size_t)spec->rows * (size_t)spec->classes + chain_own(spec->classes);
    f->g.c = costs_of(NULL, spec->rows);
    f->g.at_zero = rows / sequences * (kind->sums ? logarithm(labels) : kind->error);
    f->g.scale = f->g.at_zero;
    f->g.usual = f->g.at_zero;
    f->g.smoothing = rows / sequences * logarithm(labels);
    *g = &f->g;
    return OK;
}

size_t chain_own(int classes)
{
    return (size_t)classes * (size_t)classes;
}
