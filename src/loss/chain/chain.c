/* chain - losses of sequences: g(z) = c sum_i v_i l_i, v_i the weight of sequence i, 1/c their sum,
 * l_i from sums or maxima over the labelings.
 *
 * u, the slope, has for each position and label the probability of that label less the true one's
 * 1, times c v_i, and for each transition how often it is expected less how often it occurs. */
#include "loss/chain/chain.h"

#include <math.h>

#include "loss/gibbs.h"
#include "loss/group.h"
#include "loss/labelings.h"
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
    int widest;     /* the part of the longest sequence */
    double *counts; /* labels x labels: how often the labels take each transition, times v_i */
    double *edges[MOST_PARTS]; /* labels x labels: the slopes of transitions of a part, where v_i
                                * differ; else NULL */
    double c;
};

/* own (labels x labels) += scale times the transitions of the true labels of the rows [lo, hi). */
static void add_transitions(const struct chain *f, int64_t lo, int64_t hi, double scale,
                            double *own)
{
    for (int64_t t = lo + 1; t < hi; t++)
        own[(size_t)f->y[t - 1] * f->lattice.labels + (size_t)f->y[t]] += scale;
}

/* What the parts sum up. */
struct chain_job {
    struct chain *f;
    double mu; /* 0: maxima */
    int64_t first;        /* the row that z and u begin at */
    const double *z, *own;
    double *u; /* NULL: values alone */
    struct sums sum[MOST_PARTS];
};

/* room->node = share (z_t(k) + error [k != y_t]) of the rows [lo, hi); z begins at row lo. */
static void set_nodes(const struct chain *f, double share, const double *z, int64_t lo, int64_t hi,
                      struct chain_room *room)
{
    size_t S = f->lattice.labels;

    for (int64_t t = lo; t < hi; t++, z += S) {
        double *node = room->node + (size_t)(t - lo) * f->lattice.stride;
        for (size_t k = 0; k < S; k++)
            node[k] = share * (z[k] + f->kind->error);
        node[(size_t)f->y[t]] = share * z[(size_t)f->y[t]];
    }
}

/* s(y) of the true labels of the rows [lo, hi); z begins at row lo. */
static double own_score(const struct chain *f, const double *z, const double *T, int64_t lo,
                        int64_t hi)
{
    size_t S = f->lattice.labels;
    double sum = 0;

    for (int64_t t = lo; t < hi; t++, z += S) {
        size_t k = (size_t)f->y[t];
        sum += z[k];
        sum += t > lo ? T[(size_t)f->y[t - 1] * S + k] : 0;
    }
    return sum;
}

/* c v_i */
static double share_of(const struct chain *f, int64_t i)
{
    return f->c * groups_weight(&f->sequences, i);
}

/* u of the rows [lo, hi): c times p less the truth; returns sum_t 1 - p_t(y_t), the expected number
 * of errors. */
static double put_slopes(const struct chain_job *job, int64_t lo, int64_t hi, double c,
                         const double *p)
{
    const struct chain *f = job->f;
    size_t S = f->lattice.labels;
    double errors = 0;

    for (int64_t t = lo; t < hi; t++, p += f->lattice.stride) {
        double *u = job->u + (size_t)(t - job->first) * S, others = 0;
        size_t own = (size_t)f->y[t];
        for (size_t k = 0; k < S; k++) {
            u[k] = c * p[k];
            others += k == own ? 0 : p[k];
        }
        u[own] = -c * others;
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

/* v_i l_i and, unless it is that of sums, the offset of its plane, of sequence i. */
static struct sums sequence(const struct chain_job *job, int64_t i, struct chain_room *room)
{
    const struct chain *f = job->f;
    int64_t lo = f->sequences.start[i], hi = f->sequences.start[i + 1];
    size_t n = (size_t)(hi - lo), S = f->lattice.labels;
    struct sums l = {0, 0};
    const double *z = job->z + (size_t)(lo - job->first) * S;
    double own = own_score(f, z, job->own, lo, hi);

    set_nodes(f, job->mu > 0 ? 1 / job->mu : 1, z, lo, hi, room);
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
        l.offset = f->kind->error * put_slopes(job, lo, hi, share_of(f, i), room->p);
    l.value *= groups_weight(&f->sequences, i);
    l.offset *= groups_weight(&f->sequences, i);
    return l;
}

static void slopes_part(void *context, int part, int64_t lo, int64_t hi)
{
    struct chain_job *job = context;
    struct chain *f = job->f;
    struct sums sum = {0, 0};

    if (f->edges[part] && job->u)
        vec_fill(f->lattice.labels * f->lattice.labels, 0, f->edges[part]);
    for (int64_t i = lo; i < hi; i++) {
        sums_add(&sum, sequence(job, i, &f->room[part]));
        if (f->edges[part] && job->u)
            chain_edges(&f->lattice, &f->room[part], share_of(f, i), f->edges[part]);
    }
    job->sum[part] = (struct sums){job->f->c * sum.value, job->f->c * sum.offset};
}

static void set_lattice(const struct chain_job *job)
{
    if (job->mu > 0)
        lattice_sums(&job->f->lattice, job->mu, job->own);
    else
        lattice_maxima(&job->f->lattice, job->own);
}

/* The slopes of the transitions: expected less counted. */
static void put_edges(const struct chain_job *job)
{
    struct chain *f = job->f;
    size_t S = f->lattice.labels;
    double *u = job->u + f->g.image - S * S;

    vec_fill(S * S, 0, u);
    for (int part = 0; part < f->parts.count; part++)
        if (f->edges[part])
            vec_add(S * S, 1, f->edges[part], u);
        else
            chain_edges(&f->lattice, &f->room[part], f->c, u);
    vec_add(S * S, -f->c, f->counts, u);
}

/* Of sums the offset is g(z) - <u, z>: c sum_i of the entropy of the labels of sequence i. */
static double slopes(struct loss *g, double mu, const double *z, double *u, double *offset)
{
    struct chain *f = (struct chain *)g;
    size_t S = f->lattice.labels;
    struct chain_job job = {.f = f, .mu = f->kind->sums ? 1 : mu, .z = z,
                            .own = z + g->image - S * S, .u = u};
    struct sums sum;

    set_lattice(&job);
    parts_for(&f->parts, slopes_part, &job);
    sum = sums_total(f->parts.count, job.sum);
    if (!u)
        return sum.value;
    put_edges(&job);
    *offset = f->kind->sums ? sum.value - vec_dot(g->image, u, z) : sum.offset;
    return sum.value;
}

/* ---- single sequences (group.h) -------------------------------------------------------------- */

static struct sums group_slopes(struct loss *g, int64_t group, const double *z, double *u)
{
    struct chain *f = (struct chain *)g;
    struct chain_room *room = &f->room[f->widest];
    int64_t lo = f->sequences.start[group], hi = f->sequences.start[group + 1];
    size_t S = f->lattice.labels, rows = (size_t)(hi - lo) * S;
    struct chain_job job = {.f = f, .mu = f->kind->sums ? 1 : 0, .first = lo, .z = z,
                            .own = z + rows, .u = u};
    struct sums l;

    set_lattice(&job);
    l = sequence(&job, group, room);
    vec_fill(S * S, 0, u + rows);
    chain_edges(&f->lattice, room, share_of(f, group), u + rows);
    add_transitions(f, lo, hi, -share_of(f, group), u + rows);
    l.value *= f->c;
    l.offset = f->kind->sums ? l.value - vec_dot(rows + S * S, u, z) : f->c * l.offset;
    return l;
}

/* p - e_y of a distribution p has at most the norm sqrt(2); so has the difference of two of pairs
 * of labels. */
static void steepest(const struct loss *g, int64_t group, double *most)
{
    const struct chain *f = (const struct chain *)g;
    int64_t rows = f->sequences.start[group + 1] - f->sequences.start[group];

    for (int64_t t = 0; t < rows; t++)
        most[t] = share_of(f, group) * sqrt(2);
    most[rows] = share_of(f, group) * sqrt(2) * (double)(rows - 1);
}

const struct group_terms group_chain = {.slopes = group_slopes, .steepest = steepest};

/* ---- labels (labelings.h) ------------------------------------------------------------------ */

static uint16_t label(const struct loss *g, int64_t t)
{
    const struct chain *f = (const struct chain *)g;

    return (uint16_t)f->y[t];
}

static double worst(struct loss *g, int64_t lo, int64_t hi, const double *z, const double *own,
                    uint16_t *y)
{
    struct chain *f = (struct chain *)g;
    struct chain_room *room = &f->room[f->widest];
    double most;

    lattice_maxima(&f->lattice, own);
    set_nodes(f, 1, z, lo, hi, room);
    most = chain_maximum(&f->lattice, (size_t)(hi - lo), room);
    for (int64_t t = lo; t < hi; t++)
        y[t - lo] = room->best[t - lo];
    return most - own_score(f, z, own, lo, hi);
}

static double errors(const struct loss *g, int64_t lo, int64_t hi, const uint16_t *y)
{
    const struct chain *f = (const struct chain *)g;
    double sum = 0;

    for (int64_t t = lo; t < hi; t++)
        sum += y[t - lo] != label(g, t);
    return f->kind->error * sum;
}

const struct labelings labelings_chain = {.truth = label, .worst = worst, .loss = errors};

/* ---- distributions (gibbs.h) ----------------------------------------------------------------- */

/* The scratch of a thread: each sequence has transitions of its own. */
struct gibbs_room {
    struct lattice lattice;
    struct chain_room room;
};

static void *gibbs_room(const struct loss *g, size_t longest, struct arena *arena)
{
    const struct chain *f = (const struct chain *)g;
    struct gibbs_room *to = arena_get(arena, 1, sizeof *to);

    if (!to || !lattice_init(&to->lattice, f->lattice.labels, arena) ||
        !chain_room_init(&to->room, &to->lattice, longest, arena))
        return NULL;
    return to;
}

/* mu: P(y_t = k), and behind it the expected transitions. */
static double gibbs_counts(const struct loss *g, void *room, size_t rows, const double *theta,
                           double *mu)
{
    const struct chain *f = (const struct chain *)g;
    struct gibbs_room *from = room;
    size_t S = f->lattice.labels, stride = f->lattice.stride;
    double logZ;

    chain_nodes(&from->lattice, rows, theta, &from->room);
    lattice_sums(&from->lattice, 1, theta + rows * S);
    logZ = chain_sum(&from->lattice, rows, &from->room, true);
    for (size_t t = 0; t < rows; t++)
        vec_copy(S, from->room.p + t * stride, mu + t * S);
    vec_fill(S * S, 0, mu + rows * S);
    chain_edges(&from->lattice, &from->room, 1, mu + rows * S);
    return logZ - vec_dot(rows * S + S * S, theta, mu);
}

static void add_truth(const struct loss *g, int64_t lo, int64_t hi, double scale, double *x,
                      double *own)
{
    const struct chain *f = (const struct chain *)g;

    for (int64_t t = lo; t < hi; t++)
        x[(size_t)(t - lo) * f->lattice.labels + label(g, t)] += scale;
    add_transitions(f, lo, hi, scale, own);
}

const struct gibbs gibbs_chain = {
    .room = gibbs_room, .counts = gibbs_counts, .add_truth = add_truth};

/* ---- making one ---------------------------------------------------------------------------- */

static bool make_room(struct chain *f, size_t labels, struct arena *arena)
{
    int64_t widest = 0;

    f->counts = arena_doubles(arena, labels * labels);
    if (!lattice_init(&f->lattice, labels, arena))
        return false;
    for (int part = 0; part < f->parts.count; part++) {
        int64_t longest = groups_longest(&f->sequences, f->parts.cut[part],
                                         f->parts.cut[part + 1]);
        f->widest = longest > widest ? part : f->widest;
        widest = longest > widest ? longest : widest;
        if (!chain_room_init(&f->room[part], &f->lattice, (size_t)longest, arena))
            return false;
        if (f->sequences.weight)
            f->edges[part] = arena_doubles(arena, labels * labels);
    }
    return !arena->failed;
}

/* The positions of all sequences, times v_i; counts, too. */
static double count_labels(struct chain *f)
{
    double rows = 0;

    for (int64_t i = 0; i < f->sequences.count; i++) {
        int64_t lo = f->sequences.start[i], hi = f->sequences.start[i + 1];
        add_transitions(f, lo, hi, groups_weight(&f->sequences, i), f->counts);
        rows += groups_weight(&f->sequences, i) * (double)(hi - lo);
    }
    return rows;
}

enum status chain_make(const struct chain_kind *kind, const struct loss_spec *spec,
                       const struct parts *parts, struct arena *arena, struct loss **g,
                       struct error *err)
{
    static const struct loss_ops ops = {.slopes = slopes};
    struct chain *f = arena_get(arena, 1, sizeof *f);
    double rows, labels = (double)spec->classes, sequences = groups_mass(&spec->groups);

    if (!f)
        return fail_memory(err, "the loss");
    *f = (struct chain){.g = {.ops = &ops, .rows = spec->rows},
                        .kind = kind,
                        .y = spec->y,
                        .sequences = spec->groups,
                        .parts = parts_of_groups(parts, &spec->groups),
                        .c = 1 / sequences};
    if (!make_room(f, (size_t)spec->classes, arena))
        return fail_memory(err, "the loss");
    rows = count_labels(f);
    f->g.image = (size_t)spec->rows * (size_t)spec->classes + chain_own(spec->classes);
    f->g.c = costs_of(NULL, spec->rows);
    f->g.at_zero = rows / sequences * (kind->sums ? logarithm(labels) : kind->error);
    f->g.scale = f->g.at_zero;
    f->g.usual = f->g.at_zero;
    f->g.smoothing = kind->sums ? 0 : rows / sequences * logarithm(labels);
    *g = &f->g;
    return OK;
}

size_t chain_own(int classes)
{
    return (size_t)classes * (size_t)classes;
}
