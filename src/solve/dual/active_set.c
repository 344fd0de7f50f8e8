/* active_set - the units that an engine of dual steps visits, and in which order. */
#include "solve/dual/active_set.h"

#include <string.h>

#include "risk/dual.h"

/* A unit leaves after more steps in a row without change than half the evaluations so far, times
 * its visits in an epoch: units that leave too soon return at each evaluation. Before evaluation
 * EAGER one step is enough, for the epochs up to there are those of most units; with several scores
 * PATIENCE is the least. Tuned. */
enum { PATIENCE = 2, MOST_PATIENCE = 15, EAGER = 4 };

/* So many dual variables are visited between two calls of active_next, some milliseconds. */
enum { CHUNK = 1 << 16 };

/* A permutation is one of blocks of BLOCK units that follow each other, then one within each window
 * of WINDOW active units: what a window reads lies in runs, and units far apart meet in it. Tuned.
 * */
enum { BLOCK = UNIT_BITS, WINDOW = 4096 };

/* A unit that costs more than the mean is visited several times in an epoch (risk_visits), at most
 * MOST_VISITS. Tuned. */
enum { MOST_VISITS = 16 };

/* All units are active. */
static void active_fill(struct active_set *s)
{
    for (size_t i = 0; i < s->units; i++)
        s->active[i / UNIT_BITS] |= (uint32_t)1 << i % UNIT_BITS;
}

void active_empty(struct active_set *s)
{
    memset(s->active, 0, unit_words(s->units) * sizeof *s->active);
}

void active_init(struct active_set *s, const struct problem *p, bool shrinks, struct arena *arena)
{
    size_t units = p->risk->units, words = unit_words(units);
    size_t chunk = 1 + CHUNK / p->risk->outputs, room = chunk + 2 * WINDOW;
    unsigned char *visits = arena_get(arena, units, 1);
    double *sqnorm = arena_doubles(arena, units);
    bool several = false;
    size_t most; /* visits in an epoch */

    if (sqnorm) {
        risk_sqnorms(p->risk, sqnorm);
        several = risk_visits(p->risk, problem_curvature(p), sqnorm, MOST_VISITS, visits);
    }
    most = several ? 2 * units : units;

    *s = (struct active_set){.units = units,
                             .chunk = chunk,
                             .active = arena_get(arena, words, sizeof *s->active),
                             .block = arena_get(arena, words, sizeof *s->block),
                             .moved = arena_get(arena, chunk < most ? chunk : most, 1),
                             .visits = several ? visits : NULL,
                             .sqnorm = sqnorm,
                             .idle = arena_get(arena, units, 1),
                             .order = arena_get(arena, (room < most ? room : most) +
                                                           MOST_VISITS * BLOCK,
                                                sizeof *s->order),
                             .shrinks = shrinks,
                             .several = p->risk->outputs > 1};
    rng_seed(&s->rng, p->seed);
    if (s->active)
        active_fill(s);
}

/* The patience of the epochs after so many evaluations. */
static int patience_after(int evaluations, bool several)
{
    int half = evaluations < 2 * MOST_PATIENCE ? evaluations / 2 : MOST_PATIENCE;
    int least = several ? PATIENCE : 0;

    return evaluations >= EAGER && half > least ? half : least;
}

void active_begin(struct active_set *s, int evaluations)
{
    s->patience = patience_after(evaluations, s->several);
    s->blocks = 0;
    for (size_t b = 0; b < unit_words(s->units); b++) {
        s->block[s->blocks] = (int64_t)b;
        s->blocks += s->active[b] != 0;
    }
    rng_shuffle(&s->rng, s->blocks, s->block);
    s->next = 0;
    s->visited = 0;
    s->mixed = 0;
    s->count = 0;
}

/* The further visits of the active units of block b. */
static void active_repeat(struct active_set *s, int64_t b)
{
    for (uint32_t bits = s->active[b]; bits; bits &= bits - 1) {
        int64_t i = b * BLOCK + __builtin_ctz(bits);
        for (int visit = 1; visit < s->visits[i]; visit++)
            s->order[s->count++] = i;
    }
}

/* One more window of active units; fewer than WINDOW are the last ones. */
static void active_window(struct active_set *s)
{
    size_t window;

    while (s->count - s->mixed < WINDOW && s->next < s->blocks) {
        int64_t b = s->block[s->next++];
        for (uint32_t bits = s->active[b]; bits; bits &= bits - 1)
            s->order[s->count++] = b * BLOCK + __builtin_ctz(bits);
        if (s->visits)
            active_repeat(s, b);
    }
    window = s->count - s->mixed < WINDOW ? s->count - s->mixed : WINDOW;
    rng_shuffle(&s->rng, window, s->order + s->mixed);
    s->mixed += window;
}

bool active_next(struct active_set *s)
{
    memmove(s->order, s->order + s->visited, (s->count - s->visited) * sizeof *s->order);
    s->count -= s->visited;
    s->mixed -= s->visited;
    while (s->mixed < s->chunk && (s->mixed < s->count || s->next < s->blocks))
        active_window(s);
    s->visited = s->mixed < s->chunk ? s->mixed : s->chunk;
    return s->visited > 0;
}

/* Steps in a row without change that unit i may have and stay. */
static int active_patience(const struct active_set *s, int64_t i)
{
    return s->visits ? s->patience * s->visits[i] : s->patience;
}

void active_shrink(struct active_set *s)
{
    for (size_t k = 0; s->shrinks && k < s->visited; k++) {
        int64_t i = s->order[k];
        int idle = s->moved[k] ? 0 : s->idle[i] + 1;
        uint32_t leaves = idle > active_patience(s, i);
        s->idle[i] = (unsigned char)(leaves ? 0 : idle);
        s->active[i / UNIT_BITS] &= ~(leaves << i % UNIT_BITS);
        s->active[i / UNIT_BITS] |= (uint32_t)s->moved[k] << i % UNIT_BITS;
    }
}
