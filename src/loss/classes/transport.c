/* transport - rows to classes by successive shortest paths (Ahuja, Magnanti, Orlin, Network Flows,
 * 1993, section 9.7), on a graph whose nodes are the k classes.
 *
 * Each row begins at argmax_o s_io + b_o; class o then has an excess, the weight of its rows less
 * N_o. To move a row of o to o' costs its key s_io - s_io', and with the potentials b
 *     r(o, o') = min over rows i of o of s_io - s_io' + b_o - b_o' >= 0.
 * A shortest path from a class of excess > 0 to one of excess < 0 (Dijkstra's method) moves a part
 * of one row along each of its edges. Classes nearer than its end, dist_o < D, get b_o - (D -
 * dist_o): r stays >= 0, and 0 where p_io > 0, so that the last b and p are optimal.
 *
 * That takes few paths where the first b is near. The best b of a sample leaves excesses of
 * O(rows^(1/2)) rows. Where they are more, a sample of a quarter of each class makes the start, and
 * one of a quarter of that the start of it.
 *
 * A list has the rows of least keys for each pair (o, o'). Keys do not depend on b: a list is in
 * order for all of them. One that has come to its end is made anew from all rows of o. */
#include "loss/classes/transport.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "math/vec.h"

/* Rows of a list: at most, and at least. Rows that are in place of a long list cost to insert; a
 * short one is at its end soon. Tuned. */
enum { MOST_LISTED = 32, LEAST_LISTED = 2 };

/* An excess is 0 up to EVEN of all weights, the p_io of a row up to DUST; s_io + b_o are equal up
 * to EQUAL of their size. */
static const double EVEN = 16 * DBL_EPSILON, DUST = 4 * DBL_EPSILON, EQUAL = 16 * DBL_EPSILON;

/* Sample l is every QUARTER^l-th row of each class, rows/QUARTER^l >= LEAST_SAMPLE in all; none is
 * taken for excesses of FAR rows^(1/2) rows or less. */
enum { QUARTER = 4, LEAST_SAMPLE = 256, MOST_SAMPLES = 32 };
static const double FAR = 2;

/* Paths for a row at most, in the mean; a bound for scores that defy rounding. */
static const double MOVES = 8;

enum { SPLIT = -1 }; /* the home of a row of several classes */

struct candidate {
    double key;
    int64_t row;
};

/* Of the rows of o those of the least keys to o', the least last; keys of others are >= bound. */
struct list {
    double bound;
    size_t count;
};

/* A class. */
struct node {
    size_t rank; /* rows up to the present one */
    double excess;
    double dist; /* of a shortest path from the source */
    size_t via;  /* the node before on that path */
    bool done;   /* dist is final */
    bool filled; /* its lists are made */
};

struct transport {
    int64_t rows;
    size_t k, listed;       /* entries that a list has room for */
    struct costs c;
    const double *y;        /* rows */
    int64_t *row;           /* rows: those of the last sample, what the one before has more, .. */
    int64_t size[MOST_SAMPLES + 1]; /* of sample l: row[0 .. size[l] - 1] */
    int last;               /* sample */
    int32_t *home;          /* rows: the class of a row, or SPLIT */
    struct list *list;      /* k x k */
    struct candidate *room; /* k x k x listed: of the lists */
    struct node *node;      /* k */
    double *lead;           /* k: scratch, s_i + b */
    /* of one solve */
    const double *s;
    double *b, *p;
    int64_t count; /* rows of the sample */
    double W;      /* their weight */
};

/* The last sample with the row of this rank in its class. */
static int last_sample(const struct transport *t, size_t rank)
{
    int sample = 0;

    for (; sample < t->last && rank % QUARTER == 0; sample++)
        rank /= QUARTER;
    return sample;
}

static void draw_samples(struct transport *t)
{
    int64_t most = t->rows / QUARTER, count = 0;

    for (; most >= LEAST_SAMPLE; most /= QUARTER)
        t->last++;
    for (int sample = t->last; sample >= 0; sample--) {
        for (size_t o = 0; o < t->k; o++)
            t->node[o].rank = 0;
        for (int64_t i = 0; i < t->rows; i++)
            if (last_sample(t, t->node[(size_t)t->y[i]].rank++) == sample)
                t->row[count++] = i;
        t->size[sample] = count;
    }
}

struct transport *transport_make(int64_t rows, size_t k, const double *y, struct costs c,
                                 struct arena *arena)
{
    struct transport *t = arena_get(arena, 1, sizeof *t);
    size_t listed = (size_t)rows / k;

    if (!t)
        return NULL;
    listed = listed < LEAST_LISTED ? LEAST_LISTED : listed;
    listed = listed > MOST_LISTED ? MOST_LISTED : listed;
    *t = (struct transport){.rows = rows,
                            .k = k,
                            .listed = listed,
                            .c = c,
                            .y = y,
                            .row = arena_get(arena, (size_t)rows, sizeof *t->row),
                            .home = arena_get(arena, (size_t)rows, sizeof *t->home),
                            .list = arena_get(arena, k * k, sizeof *t->list),
                            .room = arena_room(arena, k * k * listed, sizeof *t->room),
                            .node = arena_get(arena, k, sizeof *t->node),
                            .lead = arena_doubles(arena, k)};
    if (arena->failed)
        return NULL;
    draw_samples(t);
    return t;
}

/* ---- rows to begin with ---------------------------------------------------------------------- */

/* argmax_o lead_o, of several the one that lacks most; size: a bound of |b_o|. */
static size_t first_home(const struct transport *t, double size, bool *several)
{
    double most = vec_max(t->k, t->lead), least = most - EQUAL * (fabs(most) + size);
    size_t best = 0;

    while (best + 1 < t->k && !(t->lead[best] >= least))
        best++;
    *several = false;
    for (size_t o = best + 1; o < t->k; o++) {
        if (!(t->lead[o] >= least))
            continue;
        *several = true;
        best = t->node[o].excess < t->node[best].excess ? o : best;
    }
    return best;
}

/* max |b_o| over the classes of the sample, whose excess is -N_o */
static double largest(const struct transport *t)
{
    double most = 0;

    for (size_t o = 0; o < t->k; o++)
        most = t->node[o].excess < 0 ? fmax(most, fabs(t->b[o])) : most;
    return most;
}

/* The rows of the sample that have one argmax; then, `several`, the others. */
static void place_rows(struct transport *t, double size, bool several)
{
    size_t k = t->k;

    for (int64_t n = 0; n < t->count; n++) {
        int64_t i = t->row[n];
        double *p = t->p + (size_t)i * k;
        size_t home;
        bool open = false;
        if (several && t->home[i] != SPLIT)
            continue;
        vec_combine(k, 1, t->s + (size_t)i * k, 1, t->b, t->lead);
        home = first_home(t, size, &open);
        t->home[i] = open && !several ? SPLIT : (int32_t)home;
        if (t->home[i] == SPLIT)
            continue;
        vec_fill(k, 0, p);
        p[home] = 1;
        t->node[home].excess += costs_at(t->c, (size_t)i);
    }
}

/* Each row of the sample where b has it. */
static void place(struct transport *t, int sample)
{
    double size;

    t->count = t->size[sample];
    t->W = 0;
    for (size_t o = 0; o < t->k; o++)
        t->node[o] = (struct node){0};
    for (int64_t n = 0; n < t->count; n++) {
        size_t i = (size_t)t->row[n];
        double c = costs_at(t->c, i);
        t->node[(size_t)t->y[i]].excess -= c;
        t->W += c;
    }
    size = largest(t);
    place_rows(t, size, false);
    place_rows(t, size, true);
}

/* The excesses in rows of the mean weight. */
static double misplaced(const struct transport *t)
{
    double sum = 0;

    for (size_t o = 0; o < t->k; o++)
        sum += fmax(0, t->node[o].excess);
    return sum / t->W * (double)t->count;
}

/* ---- lists ----------------------------------------------------------------------------------- */

static struct candidate *candidates(const struct transport *t, size_t from, size_t to)
{
    return t->room + (from * t->k + to) * t->listed;
}

static void enlist(struct transport *t, size_t from, size_t to, struct candidate new)
{
    struct list *list = &t->list[from * t->k + to];
    struct candidate *at = candidates(t, from, to);
    size_t place = list->count;

    if (!(new.key < list->bound))
        return;
    while (place > 0 && at[place - 1].key < new.key)
        place--;
    if (list->count < t->listed) {
        memmove(at + place + 1, at + place, (list->count - place) * sizeof *at);
        list->count++;
    } else { /* the greatest key leaves, which is not the new one: new.key < bound <= at[0].key */
        place--;
        memmove(at, at + 1, place * sizeof *at);
    }
    at[place] = new;
    if (list->count == t->listed)
        list->bound = at[0].key;
}

/* Row i in the lists of o, to which it belongs. */
static void enlist_row(struct transport *t, int64_t i, size_t o)
{
    const double *s = t->s + (size_t)i * t->k;

    for (size_t to = 0; to < t->k; to++)
        if (to != o)
            enlist(t, o, to, (struct candidate){s[o] - s[to], i});
}

static bool belongs(const struct transport *t, int64_t i, size_t o)
{
    return t->p[(size_t)i * t->k + o] > DUST;
}

static void fill(struct transport *t, size_t o)
{
    for (size_t to = 0; to < t->k; to++)
        t->list[o * t->k + to] = (struct list){INFINITY, 0};
    for (int64_t n = 0; n < t->count; n++) {
        int64_t i = t->row[n];
        if ((t->home[i] == (int32_t)o || (t->home[i] == SPLIT && belongs(t, i, o))) &&
            costs_at(t->c, (size_t)i) > 0)
            enlist_row(t, i, o);
    }
    t->node[o].filled = true;
}

/* The row of the least key from o to o'; NULL: o has no row. */
static const struct candidate *nearest(struct transport *t, size_t from, size_t to)
{
    struct list *list = &t->list[from * t->k + to];
    const struct candidate *at = candidates(t, from, to);

    if (!t->node[from].filled)
        fill(t, from);
    while (list->count > 0 && !belongs(t, at[list->count - 1].row, from))
        list->count--;
    if (list->count == 0 && list->bound < INFINITY)
        fill(t, from);
    return list->count > 0 ? &at[list->count - 1] : NULL;
}

/* ---- shortest paths -------------------------------------------------------------------------- */

static void relax(struct transport *t, size_t from)
{
    for (size_t to = 0; to < t->k; to++) {
        const struct candidate *row = t->node[to].done ? NULL : nearest(t, from, to);
        double r = row ? row->key + t->b[from] - t->b[to] : INFINITY;
        double dist = t->node[from].dist + fmax(0, r);
        if (dist < t->node[to].dist) {
            t->node[to].dist = dist;
            t->node[to].via = from;
        }
    }
}

/* The end of a shortest path from `source` to a class that lacks weight; b follows. k: none. */
static size_t shortest_path(struct transport *t, size_t source)
{
    size_t k = t->k, end = k;

    for (size_t o = 0; o < k; o++) {
        t->node[o].dist = o == source ? 0 : INFINITY;
        t->node[o].done = false;
    }
    for (;;) {
        size_t next = k;
        for (size_t o = 0; o < k; o++)
            if (!t->node[o].done && t->node[o].dist < (next < k ? t->node[next].dist : INFINITY))
                next = o;
        if (next == k)
            return k;
        if (t->node[next].excess < 0) {
            end = next;
            break;
        }
        t->node[next].done = true;
        relax(t, next);
    }
    for (size_t o = 0; o < k; o++)
        if (t->node[o].done)
            t->b[o] -= t->node[end].dist - t->node[o].dist;
    return end;
}

/* The weight of a row in a class. */
static double mass(const struct transport *t, int64_t i, size_t o)
{
    return costs_at(t->c, (size_t)i) * t->p[(size_t)i * t->k + o];
}

static void move(struct transport *t, int64_t i, size_t from, size_t to, double weight)
{
    double *p = t->p + (size_t)i * t->k, share = weight / costs_at(t->c, (size_t)i);
    bool new = !(p[to] > DUST);

    if (!(p[from] - share > DUST))
        share = p[from];
    p[from] -= share;
    p[to] += share;
    t->home[i] = p[to] >= 1 ? (int32_t)to : SPLIT;
    if (new && t->node[to].filled)
        enlist_row(t, i, to);
}

/* A row that goes from one class to the next, and on to a third, goes there at once: what it has of
 * the class between is no bound for its part. False: the path has no such row. */
static bool shorten(struct transport *t, size_t source, size_t end)
{
    for (size_t o = end, between = t->node[o].via; between != source; between = t->node[o].via) {
        const struct candidate *from = nearest(t, t->node[between].via, between);
        const struct candidate *to = nearest(t, between, o);
        if (from && to && from->row == to->row) {
            t->node[o].via = t->node[between].via;
            return true;
        }
        o = between;
    }
    return false;
}

/* What each row on the path from source to end has, but no more than they need, moves along it;
 * false: nothing. */
static bool push(struct transport *t, size_t source, size_t end)
{
    double weight = fmin(t->node[source].excess, -t->node[end].excess);

    while (shorten(t, source, end))
        continue;
    for (size_t o = end; o != source; o = t->node[o].via) {
        const struct candidate *row = nearest(t, t->node[o].via, o);
        weight = row ? fmin(weight, mass(t, row->row, t->node[o].via)) : 0;
    }
    if (!(weight > 0))
        return false;
    for (size_t o = end; o != source; o = t->node[o].via)
        move(t, nearest(t, t->node[o].via, o)->row, t->node[o].via, o, weight);
    t->node[source].excess -= weight;
    t->node[end].excess += weight;
    return true;
}

/* From every row where b has it to the best b. A source ends where its path moves nothing: keys are
 * not finite. */
static void balance(struct transport *t)
{
    double left = MOVES * (double)t->rows;

    for (size_t source = 0; source < t->k; source++)
        for (; t->node[source].excess > EVEN * t->W && left > 0; left--) {
            size_t end = shortest_path(t, source);
            if (end == t->k || !push(t, source, end))
                break;
        }
}

void transport_solve(struct transport *t, const double *s, double *b, double *p)
{
    int sample = 0;

    t->s = s;
    t->b = b;
    t->p = p;
    place(t, sample);
    while (sample < t->last && misplaced(t) > FAR * sqrt((double)t->count))
        place(t, ++sample);
    for (balance(t); sample > 0; balance(t))
        place(t, --sample);
}
