/* answers - dual ascent over answers that are kept. */
#include "solve/oracle/answers.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "math/rng.h"
#include "math/vec.h"
#include "risk/oracle.h"

/* A visit ends where G_i is this share of what it was. Tuned. */
static const double ENOUGH = 0.1;

/* A visit without oracle makes no step where G_i is this share of the gap or less. Tuned. */
static const double SMALL = 0.1;

/* No sweep without oracle follows one that found this share of the gap or less. Tuned. */
static const double STALE = 0.4;

/* An answer goes after so many visits in a row with alpha = 0. Tuned. */
enum { IDLE = 10 };

/* Answers a unit at most: the one of the least alpha moves to its nearest then. */
enum { MOST = 100 };

/* Room for answers at first. */
enum { FEW = 2 };

/* After DENSE passes J is evaluated after every DENSE-th part of the passes so far. Tuned. */
enum { DENSE = 10 };

/* So many visits, and the monitor is asked for limits. */
enum { VISITS = 64 };

/* alpha, s, loss, before, idle */
enum { COLUMNS = 5 };

struct ascent {
    const struct problem *p;
    struct monitor *m;
    void (*step)(struct answers *a);
    struct answers *unit; /* units */
    double *w;            /* dim */
    void *room;           /* of the oracle */
    void *answer;         /* the longest */
    double *t;            /* MOST + 1 */
    int64_t *order;       /* units */
    struct rng rng;
    double lambda, weight; /* sum_i c_i */
    double gap;            /* sum_i c_i G_i, each as it was found: of the last pass of the oracle */
    double kept;           /* of the last sweep without, over the answers that are kept */
    double least;          /* G_i <= least: no step */
    long epoch, next;      /* passes of the oracle so far; the one to evaluate J after */
};

/* ---- the answers of a unit ------------------------------------------------------------------- */

size_t answers_largest(const struct answers *a)
{
    return vec_largest(a->count, a->s);
}

double answers_mean(const struct answers *a)
{
    return vec_dot(a->count, a->alpha, a->s);
}

double answers_step(const struct answers *a, size_t u, size_t v)
{
    double t = (a->s[u] - a->s[v]) / (a->q * answers_distance(a, u, v));

    return t < a->alpha[v] ? t : a->alpha[v];
}

/* w moves by -q t (Psi(u) - Psi(v)), and <Psi(y), Psi(u) - Psi(v)> is half of |Psi(y) - Psi(v)|^2
 * - |Psi(y) - Psi(u)|^2 and of a number without y. */
void answers_shift(struct answers *a, size_t u, size_t v, double t)
{
    a->alpha[u] += t;
    a->alpha[v] -= t;
    for (size_t y = 0; y < a->count; y++)
        a->s[y] -= a->q * t / 2 * (answers_distance(a, y, v) - answers_distance(a, y, u));
}

/* The columns of a block for so many answers. False: no memory; all is as before. */
static bool resize(struct answers *a, size_t room, size_t bytes)
{
    double *number = mem_alloc(room * (COLUMNS + room) + (room * bytes + sizeof *number - 1) /
                                                             sizeof *number,
                               sizeof *number);
    struct answers old = *a;
    double **const column[] = {&a->alpha, &a->s, &a->loss, &a->before, &a->idle};

    if (!number)
        return false;
    for (size_t k = 0; k < COLUMNS; k++) {
        if (old.count > 0)
            vec_copy(old.count, *column[k], number + k * room);
        *column[k] = number + k * room;
    }
    a->block = number;
    a->room = room;
    a->distance = number + COLUMNS * room;
    a->text = (unsigned char *)(a->distance + room * room);
    for (size_t u = 0; u < old.count; u++)
        vec_copy(old.count, old.distance + u * old.room, a->distance + u * room);
    if (old.count > 0)
        memcpy(a->text, old.text, old.count * bytes);
    mem_free(old.block);
    return true;
}

/* The place of an answer; a->count: it is none of them. */
static size_t find(const struct answers *a, size_t bytes, const void *answer)
{
    size_t k = 0;

    while (k < a->count && memcmp(a->text + k * bytes, answer, bytes) != 0)
        k++;
    return k;
}

/* One more answer, with alpha = 0. False: no memory. */
static bool append(const struct ascent *e, int64_t i, const void *answer, double s)
{
    const struct risk *risk = e->p->risk;
    struct answers *a = &e->unit[i];
    size_t bytes = risk->oracle_ops->bytes(risk, i), k = a->count;

    if (k == a->room && !resize(a, 2 * a->room, bytes))
        return false;
    memcpy(a->text + k * bytes, answer, bytes);
    a->alpha[k] = 0;
    a->before[k] = 0;
    a->idle[k] = 0;
    a->s[k] = s;
    a->loss[k] = risk_loss(risk, i, answer);
    for (size_t v = 0; v <= k; v++) {
        double distance = risk_distance(risk, i, a->text + v * bytes, answer);
        a->distance[k * a->room + v] = distance;
        a->distance[v * a->room + k] = distance;
    }
    a->count++;
    return true;
}

/* Answer k goes; the last one takes its place. */
static void drop(struct answers *a, size_t bytes, size_t k)
{
    double *const column[] = {a->alpha, a->s, a->loss, a->before, a->idle};
    size_t last = --a->count;

    for (size_t j = 0; j < COLUMNS; j++)
        column[j][k] = column[j][last];
    memmove(a->text + k * bytes, a->text + last * bytes, bytes);
    vec_copy(a->room, a->distance + last * a->room, a->distance + k * a->room);
    for (size_t v = 0; v < a->count; v++)
        a->distance[v * a->room + k] = a->distance[k * a->room + v];
    a->distance[k * a->room + k] = 0;
}

/* The alpha of the answer that has the least moves to its nearest. */
static void merge(struct answers *a)
{
    size_t v = 0, u = 0;

    for (size_t k = 1; k < a->count; k++)
        v = a->alpha[k] < a->alpha[v] ? k : v;
    u = v == 0;
    for (size_t k = 0; k < a->count; k++)
        u = k != v && answers_distance(a, k, v) < answers_distance(a, u, v) ? k : u;
    answers_shift(a, u, v, a->alpha[v]);
    a->idle[v] = IDLE;
}

/* ---- a visit --------------------------------------------------------------------------------- */

/* w = -(1/lambda) sum_i c_i sum_y alpha_i(y) Psi_i(y) follows alpha_i; idle answers go. */
static void follow(const struct ascent *e, int64_t i)
{
    struct answers *a = &e->unit[i];
    size_t bytes = e->p->risk->oracle_ops->bytes(e->p->risk, i);
    bool moved = false;

    for (size_t k = 0; k < a->count; k++) {
        e->t[k] = -a->q * (a->alpha[k] - a->before[k]);
        moved = moved || e->t[k] != 0;
    }
    if (moved)
        risk_move(e->p->risk, i, a->count, a->text, e->t, e->w);
    for (size_t k = a->count; k-- > 0;) {
        a->before[k] = a->alpha[k];
        a->idle[k] = a->alpha[k] > 0 ? 0 : a->idle[k] + 1;
        if (a->idle[k] > IDLE)
            drop(a, bytes, k);
    }
}

/* Visits unit i: s_i(y) at w of the answers that are kept and, with the oracle, of u = argmax s_i,
 * which joins them; then steps on alpha_i while G_i > least, and w follows. False: no memory. */
static bool visit(struct ascent *e, int64_t i, bool oracle)
{
    const struct risk *risk = e->p->risk;
    struct answers *a = &e->unit[i];
    size_t bytes = risk->oracle_ops->bytes(risk, i);
    double gain, least, steps = e->p->set[ANSWERS_STEPS];

    risk_enter(risk, i, e->w, e->room);
    for (size_t k = 0; k < a->count; k++)
        a->s[k] = risk_score(risk, i, e->room, a->text + k * bytes);
    if (oracle) {
        double s = risk_worst(risk, i, e->room, e->answer);
        if (find(a, bytes, e->answer) == a->count && !append(e, i, e->answer, s))
            return false;
    }
    gain = a->s[answers_largest(a)] - answers_mean(a); /* G_i */
    *(oracle ? &e->gap : &e->kept) += e->lambda * a->q * gain;
    least = fmax(ENOUGH * gain, e->least);
    if (!oracle)
        least = fmax(least, SMALL * monitor_gap(e->m) / e->weight);
    for (double k = 0; k < steps && gain > least; k++) {
        e->step(a);
        gain = a->s[answers_largest(a)] - answers_mean(a);
    }
    if (a->count > MOST)
        merge(a);
    follow(e, i);
    return true;
}

/* ---- J and D --------------------------------------------------------------------------------- */

/* w(alpha), anew; returns D(alpha). */
static double dual(struct ascent *e)
{
    const struct risk *risk = e->p->risk;
    double sum = 0;

    vec_fill(risk->dim, 0, e->w);
    for (int64_t i = 0; i < (int64_t)risk->units; i++) {
        struct answers *a = &e->unit[i];
        for (size_t k = 0; k < a->count; k++)
            e->t[k] = -a->q * a->alpha[k];
        sum += e->lambda * a->q * vec_dot(a->count, a->alpha, a->loss);
        risk_move(risk, i, a->count, a->text, e->t, e->w);
    }
    return sum - problem_regularizer(e->p, e->w);
}

/* J(w), by the worst answer of each unit. */
static double primal(struct ascent *e)
{
    const struct risk *risk = e->p->risk;
    double R = 0;

    for (int64_t i = 0; i < (int64_t)risk->units; i++) {
        risk_enter(risk, i, e->w, e->room);
        R += e->lambda * e->unit[i].q * risk_worst(risk, i, e->room, e->answer);
    }
    return problem_primal(e->p, R, e->w);
}

/* The end of a pass of the oracle: J and D are told where the gap as it was found says so, after
 * every pass at first, and when the run is about to stop. False: leave. */
static bool certify(struct ascent *e)
{
    bool goes_on;
    double D;

    e->epoch++;
    if (e->epoch < e->next && e->gap > monitor_tolerance(e->m) && !monitor_hurries(e->m))
        return true;
    e->next = e->epoch + 1 + e->epoch / DENSE;
    D = dual(e);
    goes_on = monitor_tick(e->m, primal(e), D, e->w);
    e->least = monitor_tolerance(e->m) / e->weight; /* all G_i <= eps: the gap is */
    return goes_on;
}

/* Passes of the oracle to a gap of 1e-3, cheap as those over answers that are kept are. Tuned. */
static const double PASSES = 20;

struct estimate answers_estimate(const struct problem *p, double q)
{
    bool other = (p->risk->traits & RISK_ASCENT) != 0;

    return (struct estimate){.passes = other ? INFINITY : PASSES * (1 + q),
                             .pass = problem_pass(p)};
}

/* ---- a run ----------------------------------------------------------------------------------- */

/* alpha_i = 1 for the true answer: w = 0, D = 0. False: no memory. */
static bool start(struct ascent *e, int64_t i)
{
    const struct risk *risk = e->p->risk;
    double c = risk->oracle_ops->cost(risk, i);
    struct answers *a = &e->unit[i];

    a->q = c / e->lambda;
    e->weight += c;
    e->order[i] = i;
    risk->oracle_ops->truth(risk, i, e->answer);
    if (!resize(a, FEW, risk->oracle_ops->bytes(risk, i)) || !append(e, i, e->answer, 0))
        return false;
    a->alpha[0] = 1;
    a->before[0] = 1;
    return true;
}

static enum status begin(struct ascent *e, struct arena *arena)
{
    const struct risk *risk = e->p->risk;
    size_t room, longest = 0;
    bool fine = risk->oracle_ops->begin(risk, arena, &room);

    for (int64_t i = 0; fine && i < (int64_t)risk->units; i++) {
        size_t bytes = risk->oracle_ops->bytes(risk, i);
        longest = bytes > longest ? bytes : longest;
    }
    e->unit = arena_get(arena, risk->units, sizeof *e->unit);
    e->room = arena_get(arena, room, 1);
    e->answer = arena_get(arena, longest, 1);
    e->t = arena_doubles(arena, MOST + 1);
    e->order = arena_get(arena, risk->units, sizeof *e->order);
    fine = fine && !arena->failed;
    for (int64_t i = 0; fine && i < (int64_t)risk->units; i++)
        fine = start(e, i);
    vec_fill(risk->dim, 0, e->w);
    e->least = monitor_tolerance(e->m) / e->weight;
    rng_seed(&e->rng, e->p->seed);
    return fine ? OK : ERR_SYSTEM;
}

/* A pass over the units in random order, until a limit is passed. False: no memory. */
static bool sweep(struct ascent *e, bool oracle)
{
    *(oracle ? &e->gap : &e->kept) = 0;
    rng_shuffle(&e->rng, e->p->risk->units, e->order);
    for (size_t k = 0; k < e->p->risk->units; k++) {
        if (k % VISITS == VISITS - 1 && monitor_hurries(e->m))
            break;
        if (!visit(e, e->order[k], oracle))
            return false;
    }
    return true;
}

enum status answers_run(const struct problem *p, struct point *x, struct arena *arena,
                        struct monitor *m, void (*step)(struct answers *a))
{
    struct ascent e = {.p = p, .m = m, .step = step, .w = x->w, .lambda = problem_curvature(p)};
    enum status status = begin(&e, arena);
    bool goes_on = status == OK;

    while (goes_on) {
        status = sweep(&e, true) ? OK : ERR_SYSTEM;
        goes_on = status == OK && certify(&e);
        e.kept = INFINITY;
        for (double k = 0; goes_on && k < p->set[ANSWERS_CACHED] && e.kept > STALE * e.gap; k++)
            goes_on = sweep(&e, false);
    }
    for (size_t i = 0; e.unit && i < p->risk->units; i++)
        mem_free(e.unit[i].block);
    return status;
}
