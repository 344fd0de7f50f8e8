/* root - a zero of a nondecreasing function of one variable.
 *
 * Chandrupatla (A new hybrid quadratic/bisection algorithm for finding the zero of a nonlinear
 * function without using derivatives, Advances in Engineering Software 28, 1997, 145-149): inverse
 * quadratic interpolation through the last three points where it can be trusted, bisection
 * elsewhere. Three things differ: the first point is the secant's, not the middle; the tolerance is
 * relative to the larger end; after INTERPOLATIONS steps only bisection of the doubles is left, at
 * most 64 evaluations.
 *   paper              here
 *   x1, x2, x3         a, b, c: the newest point, the other end of the bracket, the point before
 *   xi, phi            xi, phi: the places of a between b and c, in t and in f
 *   tl                 edge */
#include "math/root.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

/* Evaluations by interpolation at most; then the bracket is halved. */
enum { INTERPOLATIONS = 40 };

/* How a bracketing step grows: to OVERSHOOT times the distance at which the secant meets 0, within
 * [GROW_LEAST, GROW_MOST] times the last step. More and Thuente (ACM TOMS 20, 1994) extrapolate by
 * factors in [1.1, 4]; no record tells how these three were chosen. */
static const double OVERSHOOT = 1.1, GROW_LEAST = 2, GROW_MOST = 64;
static const double FARTHEST = 1e300; /* steps end below the overflow of a double, 1.8e308 */

static double call(double (*f)(void *context, double t), void *context, double t)
{
    double value = f(context, t);

    if (isfinite(value))
        return value;
    return value < 0 ? -DBL_MAX : DBL_MAX;
}

/* [a, b] or [b, a] brackets the zero. */
struct points {
    double a, b, c, fa, fb, fc;
};

/* The next point as a share of the way from a to b. Inverse quadratic interpolation is trusted just
 * where its parabola is monotone over the bracket: 1 - sqrt(1 - xi) < phi < sqrt(xi). */
static double next_share(const struct points *p)
{
    double xi = (p->a - p->b) / (p->c - p->b), phi = (p->fa - p->fb) / (p->fc - p->fb);

    if (!(phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi))
        return 0.5;
    return p->fa / (p->fb - p->fa) * (p->fc / (p->fb - p->fc)) +
           (p->c - p->a) / (p->b - p->a) * (p->fa / (p->fc - p->fa)) * (p->fb / (p->fc - p->fb));
}

/* The place of x among all doubles in ascending order, those of different signs side by side. */
static int64_t place(double x)
{
    int64_t bits;

    memcpy(&bits, &x, sizeof bits);
    return bits < 0 ? INT64_MIN - bits : bits;
}

double root_middle(double a, double b)
{
    int64_t lo = place(a), hi = place(b);
    int64_t middle = lo / 2 + hi / 2 + (lo % 2 + hi % 2) / 2;
    double x;

    middle = middle < 0 ? INT64_MIN - middle : middle;
    memcpy(&x, &middle, sizeof x);
    return x;
}

/* A zero between a and b, where fa and fb have different signs. */
static double root_between(double (*f)(void *context, double t), void *context, struct points p,
                           double tol, double narrow, double least)
{
    for (int k = 0;; k++) {
        double enough = fmax(narrow * fmax(fabs(p.a), fabs(p.b)), least);
        double width = fabs(p.b - p.a), edge = enough / width / 2, t = 0.5, x, fx;

        if (width <= enough)
            return fabs(p.fa) < fabs(p.fb) ? p.a : p.b;
        if (k == 0)
            t = p.fa / (p.fa - p.fb);
        else if (k < INTERPOLATIONS)
            t = next_share(&p);
        x = p.a + fmin(fmax(t, edge), 1 - edge) * (p.b - p.a); /* a t that is NaN counts as 0 */
        if (k >= INTERPOLATIONS)
            x = root_middle(p.a, p.b);
        fx = call(f, context, x);
        if (fabs(fx) <= tol)
            return x;
        if ((fx < 0) == (p.fa < 0))
            p = (struct points){.a = x, .fa = fx, .b = p.b, .fb = p.fb, .c = p.a, .fc = p.fa};
        else
            p = (struct points){.a = x, .fa = fx, .b = p.a, .fb = p.fa, .c = p.b, .fc = p.fb};
    }
}

double root_beyond(double (*f)(void *context, double t), void *context, double lo, double f_lo,
                   double step, double tol, double narrow, double least)
{
    double hi = lo + step, f_hi = call(f, context, hi);

    while (f_hi < -tol && step < FARTHEST) {
        double ahead = -f_hi * ((hi - lo) / (f_hi - f_lo)); /* from hi to the secant's zero */

        lo = hi;
        f_lo = f_hi;
        step = fmax(GROW_LEAST * step, fmin(GROW_MOST * step, OVERSHOOT * ahead));
        hi = lo + step;
        f_hi = call(f, context, hi);
    }
    if (f_hi <= tol)
        return hi;
    return root_between(f, context, (struct points){.a = hi, .fa = f_hi, .b = lo, .fb = f_lo}, tol,
                        fmax(narrow, 2 * DBL_EPSILON), fmax(least, DBL_MIN));
}
