/* root - the zero of an increasing function of one variable. */
#include "math/root.h"

#include <float.h>
#include <math.h>

/* Three steps halve a bracket at least; no bracket of doubles can be halved more often than 2,100 times. */
enum { MOST_STEPS = 3 * 2100 };

static double call(double (*f)(void *context, double t), void *context, double t)
{
    double value = f(context, t);

    return isfinite(value) ? value : value < 0 ? -DBL_MAX : DBL_MAX;
}

double root_beyond(double (*f)(void *context, double t), void *context, double lo, double f_lo, double step,
                   double tol, double narrow)
{
    double least = narrow > 2 * DBL_EPSILON ? narrow : 2 * DBL_EPSILON;
    double hi = lo + step, f_hi = call(f, context, hi), t = hi, value = f_hi, before = INFINITY;
    int side = 0, near, tried = 0;

    while (f_hi < -tol && step < 1e300) {
        double ahead = -f_hi * ((hi - lo) / (f_hi - f_lo)); /* where the secant meets 0, as seen from hi */
        lo = hi;
        f_lo = f_hi;
        step = fmax(2 * step, fmin(64 * step, 1.1 * ahead));
        hi = lo + step;
        f_hi = call(f, context, hi);
        t = hi;
        value = f_hi;
    }
    if (f_hi < -tol)
        return hi;
    for (int k = 0; fabs(value) > tol && k < MOST_STEPS; k++) {
        double width = hi - lo, enough = least * fmax(fabs(lo), fabs(hi));
        if (width <= enough)
            break;
        t = lo - f_lo * (width / (f_hi - f_lo));
        if (k % 3 == 2) { /* three steps have halved the bracket, or the next one does */
            if (width > before / 2)
                t = lo + (width /= 2);
            before = width;
        }
        if (!(t >= lo && t <= hi))
            t = lo + (hi - lo) / 2;
        near = t - lo < enough / 2 ? 1 : hi - t < enough / 2 ? -1 : 0;
        if (near != 0) /* where one end is as good as the zero, the other comes near it too (Brent); if it was, halve */
            t = tried ? lo + (hi - lo) / 2 : near > 0 ? lo + enough / 2 : hi - enough / 2;
        tried = near != 0 && !tried;
        value = call(f, context, t);
        if (value < 0) {
            lo = t;
            f_lo = value;
            if (side < 0)
                f_hi /= 2;
            side = -1;
        } else {
            hi = t;
            f_hi = value;
            if (side > 0)
                f_lo /= 2;
            side = 1;
        }
    }
    return t;
}
