/* l1_southwell - quadratic programs with a kink at 0 in every variable, from near their solution.
 *
 * Coordinate descent after Gauss and Southwell (Nutini, Schmidt, Laradji, Friedlander, Koepke, ICML
 * 2015), who take the largest slope: here all above a level, which the owner lowers. All slopes a
 * are kept ("covariance updates": Friedman, Hastie, Tibshirani, J. Stat. Software 33, 2010, section
 * 2.2): a step of v_j adds its change times G_j, a column of G = X' diag(h) X, and moves the t_k of
 * the borders. Where few v_j move, most columns are never read, and a G_j, made once, has fewer
 * entries than the rows of X_j. */
#include "solve/newton/l1_southwell.h"

#include <float.h>
#include <math.h>

#include "math/vec.h"

/* G_j is kept, as far as there is room; as a vector over S where more than 1/SPARSE of it is not 0.
 * A vector's entry takes 1/VECTOR of the time of one with an index. */
enum { SPARSE = 3, VECTOR = 4 };

/* A sweep takes as long as this many entries besides what it reads: it asks for the time. */
enum { ASKED = 4 };

/* There is room for as many entries as X has, at least LEAST_ROOM: 4 MB; for G at most. Tuned. */
enum { LEAST_ROOM = 1 << 19 };

/* H_jj is rounding where it is at most LEAST_DIAGONAL of G_jj: X in single precision rounds 6e-8
 * of what borders take from a column that is about a combination of theirs. */
static const double LEAST_DIAGONAL = 1e-6;

void l1_southwell_init(struct l1_southwell *s, const struct columns *X, struct l1_columns *lent,
                       struct arena *arena)
{
    size_t n = X->count;

    *s = (struct l1_southwell){.X = X,
                               .h = lent->v,
                               .v = lent->x,
                               .a = lent->g,
                               .borders = lent->borders,
                               .stop = lent->stop,
                               .E = lent->E,
                               .t = lent->t,
                               .set = {.column = lent->active,
                                       .slope = lent->d,
                                       .diagonal = lent->diagonal,
                                       .lo = lent->ridge,
                                       .hi = lent->square,
                                       .start = lent->X.start,
                                       .length = lent->support.set},
                               .rows = &lent->X,
                               .row_start = arena_get(arena, X->rows + 2, sizeof *s->row_start),
                               .sum = lent->support.p,
                               .touched = arena_get(arena, n + 1, sizeof *s->touched)};
}

void l1_southwell_free(struct l1_southwell *s)
{
    columns_free(&s->gram);
}

/* ---- S --------------------------------------------------------------------------------------- */

/* The slopes at which v_j has no violation. */
static void set_bounds(struct l1_southwell *s, size_t q)
{
    struct southwell_set *set = &s->set;
    double v = s->v[set->column[q]];
    bool moves = set->diagonal[q] > 0;

    set->lo[q] = -(v < 0 ? s->psi.left : s->psi.right);
    set->hi[q] = -(v > 0 ? s->psi.right : s->psi.left);
    set->lo[q] = moves ? set->lo[q] : -INFINITY;
    set->hi[q] = moves ? set->hi[q] : INFINITY;
}

/* H_jj; 0 where it is no more than rounding. */
static double diagonal_at(const struct l1_southwell *s, size_t j)
{
    const struct columns *X = s->X;
    double sum = 0, whole;

    for (size_t k = X->start[j]; k < X->start[j + 1]; k++)
        sum += s->h[X->row[k]] * (double)X->value[k] * (double)X->value[k];
    whole = sum;
    for (size_t b = 0; b < s->borders; b++)
        sum -= s->E[b * X->count + j] * s->E[b * X->count + j];
    return sum > LEAST_DIAGONAL * whole ? sum : 0;
}

/* row_start[i + 1] = where row i of X_S begins. Returns the entries of X_S. */
static size_t count_rows(struct l1_southwell *s)
{
    const struct columns *X = s->X;
    size_t total = 0;

    for (size_t i = 0; i < X->rows + 2; i++)
        s->row_start[i] = 0;
    for (size_t q = 0; q < s->set.count; q++) {
        size_t begin = X->start[s->set.column[q]], end = X->start[s->set.column[q] + 1];
        for (size_t k = begin; k < end; k++)
            s->row_start[X->row[k] + 2]++;
        total += end - begin;
    }
    for (size_t i = 2; i < X->rows + 2; i++)
        s->row_start[i] += s->row_start[i - 1];
    return total;
}

/* The rows of X_S: row i from row_start[i] to row_start[i + 1]. False: no memory. */
static bool fill_rows(struct l1_southwell *s)
{
    const struct columns *X = s->X;
    size_t total = count_rows(s);

    s->visited += 3 * total; /* and once for the diagonal */
    if (!columns_reserve(s->rows, total + 1))
        return false;
    for (size_t q = 0; q < s->set.count; q++) {
        for (size_t k = X->start[s->set.column[q]]; k < X->start[s->set.column[q] + 1]; k++) {
            size_t e = s->row_start[X->row[k] + 1]++;
            s->rows->row[e] = (uint32_t)q;
            s->rows->value[e] = X->value[k];
        }
    }
    return true;
}

bool l1_southwell_begin(struct l1_southwell *s, double share)
{
    double left = share * s->psi.left, right = share * s->psi.right;
    struct southwell_set *set = &s->set;
    size_t n = s->X->count, entries = s->X->start[n];
    size_t room = entries > LEAST_ROOM ? entries : LEAST_ROOM;

    if (!columns_reserve(&s->gram, room < n * n ? room : n * n))
        return false;
    s->used = 0;
    set->count = 0;
    for (size_t j = 0; j < n; j++) {
        size_t q = set->count;
        if (s->v[j] == 0 && -s->a[j] >= left && -s->a[j] <= right)
            continue;
        set->column[q] = (uint32_t)j;
        set->slope[q] = s->a[j];
        set->diagonal[q] = diagonal_at(s, j);
        set->start[q] = 0;
        set_bounds(s, q);
        set->count++;
    }
    vec_fill(set->count, 0, s->sum);
    vec_fill(s->borders, 0, s->t);
    return fill_rows(s);
}

/* ---- columns of G ---------------------------------------------------------------------------- */

/* to += change G_j, by the rows of X_j. Where `to` was 0, s->touched has the places of its entries,
 * one twice that came to 0 on the way, and |S| at most; returns how many. */
static size_t add_rows(struct l1_southwell *s, size_t j, double change, double *to)
{
    const struct columns *X = s->X, *rows = s->rows;
    size_t count = 0;

    for (size_t k = X->start[j]; k < X->start[j + 1]; k++) {
        double step = change * s->h[X->row[k]] * (double)X->value[k];
        size_t e = s->row_start[X->row[k]], end = s->row_start[X->row[k] + 1];
        if (step == 0)
            continue;
        s->visited += 2 * (end - e) + 1;
        for (; e < end; e++) {
            double old = to[rows->row[e]];
            s->touched[count] = rows->row[e];
            count += (old == 0) & (count < s->set.count);
            to[rows->row[e]] = old + step * (double)rows->value[e];
        }
    }
    return count;
}

/* The entries of the rows of X_j: G_j has at most as many. */
static size_t row_entries(const struct l1_southwell *s, size_t j)
{
    const struct columns *X = s->X;
    size_t sum = 0;

    for (size_t k = X->start[j]; k < X->start[j + 1]; k++)
        sum += s->row_start[X->row[k] + 1] - s->row_start[X->row[k]];
    return sum;
}

static float single(double x)
{
    return (float)fmax(-FLT_MAX, fmin(x, FLT_MAX));
}

/* G_j comes to gram; s->sum is 0 before and after. False: there is no room. There is for a vector
 * where the places are |S|, as many as the rows have entries then, at least. */
static bool make_column(struct l1_southwell *s, size_t q)
{
    struct southwell_set *set = &s->set;
    size_t j = set->column[q], n = set->count, at = s->used, count;

    if (at + n > s->gram.room && at + row_entries(s, j) > s->gram.room)
        return false;
    count = add_rows(s, j, 1, s->sum);
    set->start[q] = at + 1;
    if (SPARSE * count > n && at + n <= s->gram.room) {
        for (size_t p = 0; p < n; p++)
            s->gram.value[at + p] = single(s->sum[p]);
        vec_fill(n, 0, s->sum);
        count = n;
    } else {
        for (size_t k = 0; k < count; k++) {
            uint32_t p = s->touched[k];
            s->gram.row[at + k] = p;
            s->gram.value[at + k] = single(s->sum[p]);
            s->sum[p] = 0;
        }
    }
    set->length[q] = (uint32_t)count;
    s->used += count;
    s->visited += count;
    return true;
}

/* slope += change G_j */
static void add_column(struct l1_southwell *s, size_t q, double change)
{
    struct southwell_set *set = &s->set;
    const float *value;
    const uint32_t *row;

    if (set->start[q] == 0 && !make_column(s, q)) {
        add_rows(s, set->column[q], change, set->slope);
        return;
    }
    value = s->gram.value + set->start[q] - 1;
    row = s->gram.row + set->start[q] - 1;
    if (set->length[q] == set->count) {
        for (size_t p = 0; p < set->count; p++)
            set->slope[p] += change * (double)value[p];
        s->visited += set->count / VECTOR + 1;
    } else {
        for (size_t k = 0; k < set->length[q]; k++)
            set->slope[row[k]] += change * (double)value[k];
        s->visited += set->length[q];
    }
}

/* ---- steps ----------------------------------------------------------------------------------- */

/* a_j */
static inline double slope_at(const struct l1_southwell *s, size_t q)
{
    double a = s->set.slope[q];

    for (size_t b = 0; b < s->borders; b++)
        a -= s->t[b] * s->E[b * s->X->count + s->set.column[q]];
    return a;
}

double l1_southwell_violation(const struct l1_southwell *s)
{
    const struct southwell_set *set = &s->set;
    double most = 0;

    for (size_t q = 0; q < set->count; q++) {
        double a = slope_at(s, q);
        most = fmax(most, fmax(set->lo[q] - a, a - set->hi[q]));
    }
    return most;
}

/* v_j to its minimum. False: it is there. */
static bool step(struct l1_southwell *s, size_t q)
{
    size_t j = s->set.column[q];
    double *v = s->v + j, old = *v, a = slope_at(s, q), H = s->set.diagonal[q], change;

    *v = kinked_step(&s->psi, H, H * old - a);
    change = *v - old;
    if (change == 0)
        return false;
    s->distance -= (a + H * change / 2) * change + kinked_value(&s->psi, *v) -
                   kinked_value(&s->psi, old);
    set_bounds(s, q);
    for (size_t b = 0; b < s->borders; b++)
        s->t[b] += change * s->E[b * s->X->count + j];
    add_column(s, q, change);
    return true;
}

static bool is_over(const struct l1_southwell *s)
{
    return s->visited > s->most_visited || s->distance > s->most_distance;
}

/* Returns whether a v_j moved. */
static bool sweep(struct l1_southwell *s, double level)
{
    const struct southwell_set *set = &s->set;
    bool moved = false;

    for (size_t q = 0; q < set->count && !is_over(s); q++) {
        double a = slope_at(s, q);
        if ((a < set->lo[q] - level) | (a > set->hi[q] + level))
            moved |= step(s, q);
    }
    s->visited += set->count / VECTOR + ASKED;
    return moved;
}

bool l1_southwell_reduce(struct l1_southwell *s, double level)
{
    bool moved = true, stopped = false;

    while (moved && !stopped) {
        moved = sweep(s, level);
        stopped = is_over(s) || stop_requested(&s->stop);
    }
    for (size_t q = 0; q < s->set.count; q++)
        s->a[s->set.column[q]] = slope_at(s, q);
    return !stopped;
}
