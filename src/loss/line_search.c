/* line_search - the minimum along a line by slopes: for losses without a closed form there. */
#include "loss/line_search.h"

#include <math.h>

#include "math/root.h"

/* A search ends where |f'(t)| <= FLAT |f'(0)|. On a parabola f(t) is then above its minimum by
 * FLAT^2 = 1e-6 of what the search gains. Tuned. */
static const double FLAT = 1e-3;

/* The share of f'(0) for Newton's method: most steps of t = 1 are within it, and one evaluation of
 * f' is enough. */
static const double NEWTON_FLAT = 0.05;

/* Where f' is rounding noise the bracket of t ends at this width. */
static const double NEWTON_NARROW = 1e-6;

double line_search(double (*slope)(void *context, double t), void *context, double at,
                   double narrow, double rounding)
{
    double start = slope(context, at), least, t;

    if (!(start < -rounding))
        return 0;
    least = fmax(at, rounding / -start);
    t = root_beyond(slope, context, 0, start, 1, -FLAT * start, narrow, least);
    return t > least ? t : 0;
}

double line_search_from(double (*slope)(void *context, double t), void *context, double start)
{
    if (start >= 0)
        return 0;
    return root_beyond(slope, context, 0, start, 1, -NEWTON_FLAT * start, NEWTON_NARROW, 0);
}
