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
 * O(rows^(1/2)) rows. Where they are more, a sample of a quarter of the rows makes the start.
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

/* A sample is every QUARTER-th row; none has fewer than LEAST_SAMPLE rows, or is taken for excesses
 * of FAR rows^(1/2) rows or less. */
enum { QUARTER = 4, LEAST_SAMPLE = 256 };
static const double FAR = 2;

/* Moves a row at most, in the mean; a bound for scores that defy rounding. */
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

struct transport {
    int64_t rows;
    size_t k, listed;       /* entries that a list has room for */
    struct costs c;
    const double *y;        /* rows */
    int32_t *home;          /* rows: the class of a row, or SPLIT */
    struct list *list;      /* k x k */
    struct candidate *room; /* k x k x listed: of the lists */
    bool *filled;           /* k: the lists of o are made */
    double *excess;         /* k */
    double *dist;           /* k: of a shortest path from the source */
    size_t *via;            /* k: the node before */
    bool *done;             /* k: dist is final */
    double *lead;           /* k: scratch, s_i + b */
    /* of one solve */
    const double *s;
    double *b, *p;
    int64_t every; /* of the rows, those of the sample: 0, every, 2 every, .. */
    double W;      /* their weight */
};

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
                            .home = arena_get(arena, (size_t)rows, sizeof *t->home),
                            .list = arena_get(arena, k * k, sizeof *t->list),
                            .room = arena_room(arena, k * k * listed, sizeof *t->room),
                            .filled = arena_get(arena, k, sizeof *t->filled),
                            .excess = arena_doubles(arena, k),
                            .dist = arena_doubles(arena, k),
                            .via = arena_get(arena, k, sizeof *t->via),
                            .done = arena_get(arena, k, sizeof *t->done),
                            .lead = arena_doubles(arena, k)};
    return arena->failed ? NULL : t;
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
        best = t->excess[o] < t->excess[best] ? o : best;
    }
    return best;
}

/* max |b_o| over the classes of the sample, whose excess is -N_o */
static double largest(const struct transport *t)
{
    double most = 0;

    for (size_t o = 0; o < t->k; o++)
        most = t->excess[o] < 0 ? fmax(most, fabs(t->b[o])) : most;
    return most;
}

/* The rows of the sample that have one argmax; then, `several`, the others. */
static void place_rows(struct transport *t, double size, bool several)
{
    size_t k = t->k;

    for (int64_t i = 0; i < t->rows; i += t->every) {
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
        t->excess[home] += costs_at(t->c, (size_t)i);
    }
}

/* Each row of the sample where b has it. */
static void place(struct transport *t, int64_t every)
{
    double size;

    t->every = every;
    t->W = 0;
    vec_fill(t->k, 0, t->excess);
    for (int64_t i = 0; i < t->rows; i += every) {
        double c = costs_at(t->c, (size_t)i);
        t->excess[(size_t)t->y[i]] -= c;
        t->W += c;
    }
    size = largest(t);
    place_rows(t, size, false);
    place_rows(t, size, true);
    for (size_t o = 0; o < t->k; o++)
        t->filled[o] = false;
}

/* The excesses in rows of the mean weight. */
static double misplaced(const struct transport *t)
{
    double sum = 0;

    for (size_t o = 0; o < t->k; o++)
        sum += fmax(0, t->excess[o]);
    return sum / t->W * (double)(t->rows / t->every);
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
    for (int64_t i = 0; i < t->rows; i += t->every)
        if ((t->home[i] == (int32_t)o || (t->home[i] == SPLIT && belongs(t, i, o))) &&
            costs_at(t->c, (size_t)i) > 0)
            enlist_row(t, i, o);
    t->filled[o] = true;
}

/* The row of the least key from o to o'; NULL: o has no row. */
static const struct candidate *nearest(struct transport *t, size_t from, size_t to)
{
    struct list *list = &t->list[from * t->k + to];
    const struct candidate *at = candidates(t, from, to);

    if (!t->filled[from])
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
        const struct candidate *row = t->done[to] ? NULL : nearest(t, from, to);
        double r = row ? row->key + t->b[from] - t->b[to] : INFINITY;
        double dist = t->dist[from] + fmax(0, r);
        if (dist < t->dist[to]) {
            t->dist[to] = dist;
            t->via[to] = from;
        }
    }
}

/* The end of a shortest path from `source` to a class that lacks weight; b follows. k: none. */
static size_t shortest_path(struct transport *t, size_t source)
{
    size_t k = t->k, end = k;

    for (size_t o = 0; o < k; o++) {
        t->dist[o] = o == source ? 0 : INFINITY;
        t->done[o] = false;
    }
    for (;;) {
        size_t next = k;
        for (size_t o = 0; o < k; o++)
            if (!t->done[o] && t->dist[o] < (next < k ? t->dist[next] : INFINITY))
                next = o;
        if (next == k)
            return k;
        if (t->excess[next] < 0) {
            end = next;
            break;
        }
        t->done[next] = true;
        relax(t, next);
    }
    for (size_t o = 0; o < k; o++)
        if (t->done[o])
            t->b[o] -= t->dist[end] - t->dist[o];
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
    if (new && t->filled[to])
        enlist_row(t, i, to);
}

/* A row that goes from one class to the next, and on to a third, goes there at once: what it has of
 * the class between is no bound for its part. False: the path has no such row. */
static bool shorten(struct transport *t, size_t source, size_t end)
{
    for (size_t o = end, between = t->via[o]; between != source; between = t->via[o]) {
        const struct candidate *from = nearest(t, t->via[between], between);
        const struct candidate *to = nearest(t, between, o);
        if (from && to && from->row == to->row) {
            t->via[o] = t->via[between];
            return true;
        }
        o = between;
    }
    return false;
}

/* Moves along the path from source to end what each row on it has, until one of another key is the
 * nearest. Returns the moves. */
static double push(struct transport *t, size_t source, size_t end)
{
    double moves = 0, key = 0, last = 0;

    do {
        double weight = fmin(t->excess[source], -t->excess[end]);
        last = key;
        key = 0;
        while (shorten(t, source, end))
            continue;
        for (size_t o = end; o != source; o = t->via[o]) {
            const struct candidate *row = nearest(t, t->via[o], o);
            if (!row)
                return moves;
            weight = fmin(weight, mass(t, row->row, t->via[o]));
            key += row->key;
        }
        if (!(weight > 0) || (moves > 0 && key != last))
            return moves;
        for (size_t o = end; o != source; o = t->via[o])
            move(t, nearest(t, t->via[o], o)->row, t->via[o], o, weight);
        t->excess[source] -= weight;
        t->excess[end] += weight;
        moves++;
    } while (t->excess[source] > EVEN * t->W && t->excess[end] < 0);
    return moves;
}

/* From every row where b has it to the best b. */
static void balance(struct transport *t)
{
    double moves = 0;

    for (size_t source = 0; source < t->k; source++)
        while (t->excess[source] > EVEN * t->W && moves < MOVES * (double)t->rows) {
            size_t end = shortest_path(t, source);
            double made = end < t->k ? push(t, source, end) : 0;
            if (!(made > 0)) /* scores whose differences are not finite */
                break;
            moves += made;
        }
}

void transport_solve(struct transport *t, const double *s, double *b, double *p)
{
    int64_t every = 1;

    t->s = s;
    t->b = b;
    t->p = p;
    place(t, every);
    while (t->rows / (every * QUARTER) >= LEAST_SAMPLE &&
           misplaced(t) > FAR * sqrt((double)(t->rows / every))) {
        every *= QUARTER;
        place(t, every);
    }
    for (balance(t); every > 1; balance(t)) {
        every /= QUARTER;
        place(t, every);
    }
}
