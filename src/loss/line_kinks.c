/* line_kinks - a piecewise linear loss along a line: its kinks, and exact line searches in the
 * memory of a part of them.
 *
 * The slope of f at lo and the kinks in a window (lo, hi] tell the minimum there. Where all kinks
 * find no room, those of each STEP-th block of rows come first: they tell a window within ERRORS
 * standard errors of the slope that they estimate (as the sample of Floyd, Rivest, Expected time
 * bounds for selection, Commun. ACM 18, 1975). Where the kinks of a window find no room each second
 * one, each fourth one and so on is kept, which tell a smaller window in the same way. */
#include "loss/line_kinks.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "math/root.h"

/* Room for the kinks of a SHARE-th of the rows, and for those of FEW rows more. A search on
 * flights, 262,000 rows, eps-insensitive, takes 1 MB, all kinks 8 MB. */
enum { SHARE = 8, FEW = 4096 };

/* Rows whose kinks are listed at a time; each STEP-th such block is a sample. */
enum { BLOCK = 128, STEP = 8 };

/* Standard errors of the sampled slope at both ends of a window. */
static const double ERRORS = 4;

/* Windows that are tried, mostly two or three; then halvings find a minimum at which more kinks
 * fall together than there is room for. */
enum { WINDOWS = 8 };

/* ---- all kinks ----------------------------------------------------------------------------- */

static struct batch rows_of(const struct line *line, int64_t lo, int64_t hi)
{
    return (struct batch){.p = line->p, .n = (size_t)(hi - lo), .k = 1, .y = line->y + lo,
                          .c = costs_from(line->c, (size_t)lo)};
}

/* Each part writes its kinks from `most` times its first row on, then all move together. */
struct kinks_job {
    const struct line *line;
    double lo, hi, slope[MOST_PARTS];
    struct kink *kinks;
    size_t count[MOST_PARTS];
};

static void kinks_part(void *context, int part, int64_t lo, int64_t hi)
{
    struct kinks_job *job = context;
    const struct line *line = job->line;
    struct batch rows = rows_of(line, lo, hi);

    job->count[part] = line->formula->line(&rows, line->z + lo, line->d + lo, job->lo, job->hi,
                                           job->kinks + line->most * lo, &job->slope[part]);
}

size_t line_kinks(const struct line *line, double lo, double hi, struct kink *kinks, double *slope)
{
    struct kinks_job job = {.line = line, .lo = lo, .hi = hi, .kinks = kinks};
    const struct parts *parts = line->parts;
    size_t count = 0;

    parts_for(parts, kinks_part, &job);
    for (int part = 0; part < parts->count; part++) {
        memmove(kinks + count, kinks + line->most * parts->cut[part],
                job.count[part] * sizeof *kinks);
        count += job.count[part];
        *slope += job.slope[part];
    }
    return count;
}

/* ---- a window ------------------------------------------------------------------------------ */

/* The kinks of each `step`-th block in (lo, hi]: all of them, or of part k each stride[k]-th. */
struct window {
    const struct line *line;
    double lin, lo, hi;
    int64_t step;
    struct kink *kinks;
    double part_slope[MOST_PARTS];
    size_t part_count[MOST_PARTS], stride[MOST_PARTS];
    double slope; /* of lin t + f(t) at lo, right of any kink there: an estimate if step > 1 */
    size_t count;
    bool whole; /* no kink is left out */
};

/* The first kink of a part in the room. */
static size_t room_of(int most, const struct parts *parts, int part)
{
    size_t more = FEW / (size_t)parts->count + BLOCK, rows = (size_t)parts->cut[part];

    return (size_t)most * (rows / SHARE + (size_t)part * more);
}

size_t line_kinks_room(int most, const struct parts *parts)
{
    return room_of(most, parts, parts->count);
}

/* Every second kink; returns how many are left. */
static size_t thin(struct kink *kinks, size_t count)
{
    for (size_t k = 0; 2 * k < count; k++)
        kinks[k] = kinks[2 * k];
    return (count + 1) / 2;
}

/* Each stride-th of `count` kinks, the first of which has the number `from`; returns how many. */
static size_t pick(struct kink *kinks, size_t count, size_t from, size_t stride)
{
    size_t kept = 0;

    if (stride == 1)
        return count;
    for (size_t k = (stride - from % stride) % stride; k < count; k += stride)
        kinks[kept++] = kinks[k];
    return kept;
}

static void list_part(void *context, int part, int64_t lo, int64_t hi)
{
    struct window *w = context;
    const struct line *line = w->line;
    size_t begin = room_of(line->most, line->parts, part), block = (size_t)line->most * BLOCK;
    size_t room = room_of(line->most, line->parts, part + 1) - begin;
    size_t count = 0, stride = 1, seen = 0;
    struct kink *kinks = w->kinks + begin;

    w->part_slope[part] = 0;
    for (; lo < hi; lo += BLOCK * w->step) {
        struct batch rows = rows_of(line, lo, hi - lo < BLOCK ? hi : lo + BLOCK);
        size_t found;

        for (; count + block > room; stride *= 2)
            count = thin(kinks, count);
        found = line->formula->line(&rows, line->z + lo, line->d + lo, w->lo, w->hi,
                                    kinks + count, &w->part_slope[part]);
        count += pick(kinks + count, found, seen, stride);
        seen += found;
    }
    w->part_count[part] = count;
    w->stride[part] = stride;
}

/* Lists the kinks in (lo, hi], part after part, those that stand for others with the jumps of all
 * of them, and the slope at lo. */
static void list(struct window *w, double lo, double hi, int64_t step)
{
    const struct parts *parts = w->line->parts;

    w->lo = lo;
    w->hi = hi;
    w->step = step;
    parts_for(parts, list_part, w);
    w->slope = w->lin;
    w->count = 0;
    w->whole = step == 1;
    for (int part = 0; part < parts->count; part++) {
        double times = (double)w->stride[part] * (double)step;
        memmove(w->kinks + w->count, w->kinks + room_of(w->line->most, parts, part),
                w->part_count[part] * sizeof *w->kinks);
        for (size_t k = 0; times > 1 && k < w->part_count[part]; k++)
            w->kinks[w->count + k].jump *= times;
        w->count += w->part_count[part];
        w->slope += (double)step * w->part_slope[part];
        w->whole = w->whole && w->stride[part] == 1;
    }
}

/* A smaller window that contains the minimum if the sample is as good as it should be; false: the
 * minimum lies behind the window. */
static bool narrow(const struct window *w, double quad, double *lo, double *hi)
{
    double sum = 0, error, begin, end, theta;

    for (size_t k = 0; k < w->count; k++)
        sum += w->kinks[k].jump * w->kinks[k].jump;
    error = ERRORS * sqrt(sum);
    begin = piecewise_minimise(w->kinks, w->count, w->slope + error, quad, w->lo, &theta);
    end = piecewise_minimise(w->kinks, w->count, w->slope - error, quad, w->lo, &theta);
    if (begin > w->hi)
        return false;
    if (begin > w->lo) /* a kink there is in the window */
        *lo = nextafter(begin, w->lo);
    *hi = fmin(end, w->hi);
    return true;
}

/* ---- the search ---------------------------------------------------------------------------- */

/* The minimum in (lo, hi], by the slope alone, to the last digit: 64 slopes at most. */
static double halve(struct window *w, double quad, double lo, double hi)
{
    for (hi = fmin(hi, DBL_MAX);;) {
        double t = root_middle(lo, hi);

        if (!(t > lo && t < hi))
            return hi;
        list(w, t, t, 1);
        if (w->slope + quad * t >= 0)
            hi = t;
        else
            lo = t;
    }
}

/* Where there is room for all kinks. Engines search towards a trial point, at t = 1, mostly
 * t <= 1: kinks in (0, 1] are tried first. */
static double search_all(const struct line *line, double lin, double quad, struct kink *kinks)
{
    double slope = lin, theta, t;
    size_t count = line_kinks(line, 0, 1, kinks, &slope);

    t = piecewise_minimise(kinks, count, slope, quad, 0, &theta);
    if (t <= 1)
        return t;
    slope = lin;
    count = line_kinks(line, 1, INFINITY, kinks, &slope);
    return piecewise_minimise(kinks, count, slope, quad, 1, &theta);
}

double line_kinks_search(const struct line *line, double lin, double quad, struct kink *kinks)
{
    const struct parts *parts = line->parts;
    struct window w = {.line = line, .lin = lin, .kinks = kinks};
    double falls = 0, top = INFINITY; /* the slope is < 0 at falls, if that is not 0; >= 0 at top */
    double lo = 0, hi = INFINITY, theta, t;

    if ((size_t)(line->most * parts->cut[parts->count]) <= line_kinks_room(line->most, parts))
        return search_all(line, lin, quad, kinks);
    list(&w, lo, hi, STEP);
    narrow(&w, quad, &lo, &hi);
    for (int k = 0; k < WINDOWS; k++) {
        list(&w, lo, hi, 1);
        if (lo > falls && w.slope + quad * lo >= 0) {
            top = lo;
            hi = lo;
            lo = falls;
            continue;
        }
        falls = lo;
        t = w.whole ? piecewise_minimise(kinks, w.count, w.slope, quad, lo, &theta) : INFINITY;
        if (w.whole && (t <= hi || hi == top))
            return fmin(t, hi);
        if (w.whole || !narrow(&w, quad, &lo, &hi)) {
            lo = hi;
            hi = top;
        }
    }
    return halve(&w, quad, falls, top);
}
