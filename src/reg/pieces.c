/* pieces - separable regularizers with bounds. */
#include "reg/pieces.h"

#include <math.h>

/* A weight beyond a bound by this share of it is there by rounding: engines take convex
 * combinations of points of the domain. At the bound 0 these are exact. */
static const double FORGIVEN = 1e-12;

/* Without curvature Psi* is infinite where |s_j| > lambda slope on a side without a bound. A slope
 * that `share` scaled onto that edge lies beyond it by a few DBL_EPSILON = 2.2e-16 of it. */
static const double EDGE = 1e-15;

/* soft(a, edge): what of a is beyond [-edge, edge]. NaN for NaN. */
static double beyond(double a, double edge)
{
    double near = a < -edge ? -edge : a;

    return a - (near > edge ? edge : near);
}

static double clip(double a, const struct piece *piece)
{
    double above = a < piece->lo ? piece->lo : a;

    return above > piece->hi ? piece->hi : above;
}

double piece_step(const struct piece *piece, double lambda, double S, double a)
{
    return clip(beyond(a, lambda * piece->slope) / (S + lambda * piece->curvature), piece);
}

struct reg_weight piece_weight(const struct piece *piece)
{
    return (struct reg_weight){.curvature = piece->curvature,
                               .left = piece->lo < 0 ? -piece->slope : -INFINITY,
                               .right = piece->hi > 0 ? piece->slope : INFINITY,
                               .lo = piece->lo < 0 ? piece->lo : -INFINITY,
                               .hi = piece->hi > 0 ? piece->hi : INFINITY};
}

double pieces_value(const struct piece *piece, size_t stride, size_t n, const double *w)
{
    double linear = 0, square = 0;
    bool out = false;

    for (size_t j = 0; j < n; j++, piece += stride) {
        double lo = piece->lo, hi = piece->hi;
        out |= w[j] < lo + FORGIVEN * lo || w[j] > hi + FORGIVEN * hi;
        linear += piece->slope * fabs(w[j]);
        square += piece->curvature * (w[j] * w[j]);
    }
    return out ? INFINITY : linear + square / 2;
}

/* Psi*(s) of one weight. */
static double piece_conjugate(const struct piece *piece, double lambda, double s)
{
    double edge = lambda * piece->slope, curve = lambda * piece->curvature;
    double over = beyond(s, edge), w;

    if (over == 0)
        return 0;
    if (curve > 0) {
        w = clip(over / curve, piece);
        return w == 0 ? 0 * over : w * (over - curve * w / 2);
    }
    w = over > 0 ? piece->hi : piece->lo;
    if (isinf(w) && fabs(over) <= EDGE * edge)
        return 0;
    return w == 0 ? 0 * over : w * over; /* NaN for NaN */
}

double pieces_conjugate(const struct piece *piece, size_t stride, size_t n, double lambda,
                        double scale, const double *s)
{
    double sum = 0;

    for (size_t j = 0; j < n; j++, piece += stride)
        sum += piece_conjugate(piece, lambda, scale * s[j]);
    return sum;
}

/* Psi*(-t s) is finite where t |s_j| <= lambda slope for every j without a bound on that side. */
double pieces_share(const struct piece *piece, size_t stride, size_t n, double lambda,
                    const double *s)
{
    double share = 1;

    for (size_t j = 0; j < n; j++, piece += stride) {
        double edge = lambda * piece->slope;
        if (piece->curvature == 0 && isinf(s[j] < 0 ? piece->hi : piece->lo) &&
            fabs(s[j]) * share > edge)
            share = edge / fabs(s[j]);
    }
    return share;
}

void pieces_prox(const struct piece *piece, size_t stride, size_t n, double lambda, double S,
                 const double *centre, const double *g, double *w)
{
    for (size_t j = 0; j < n; j++, piece += stride)
        w[j] = piece_step(piece, lambda, S, S > 0 ? S * centre[j] - g[j] : -g[j]);
}

/* 1/(S + lambda c_j), but 0 where w_j is at a bound, or at 0 with a kink there. */
void pieces_bend(const struct piece *piece, size_t stride, size_t n, double lambda, double S,
                 const double *w, size_t count, double *const *d)
{
    for (size_t j = 0; j < n; j++, piece += stride) {
        bool kink = w[j] <= piece->lo || w[j] >= piece->hi || (w[j] == 0 && piece->slope > 0);
        double h = kink ? 0 : 1 / (S + lambda * piece->curvature);
        for (size_t k = 0; k < count; k++)
            d[k][j] *= h;
    }
}
