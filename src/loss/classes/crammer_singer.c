/* crammer_singer - l(z) = max_o v_o, v_o = [o != y] + z_o - z_y: the multiclass hinge.
 *
 * Crammer, Singer (On the algorithmic implementation of multiclass kernel-based vector machines,
 * JMLR 2, 2001). A slope is u = p - e_y, p on the simplex with p_o > 0 for maximal v_o only.
 *
 * With costs D_yo in the place of [o != y] it is the loss l of the margin m = 0 in the place of 1,
 *     l(z) = max_o m [o != y] + z_o - z_y,
 * at the scores z + s, s_o = D_yo: l_D(z) = l(z + s), l_D*(u) = l*(u) - <u, s>, and a step at z is
 * one of l at z + s. */
#include <float.h>

#include "loss/classes/classes.h"
#include "loss/labelings.h"
#include "math/project_simplex.h"
#include "math/vec.h"

/* The lowest gain (v_o - max v)/q that a step tells from others. The projection of x = p + gain has
 * p+_o = max(0, x_o - theta), sum_o p+_o = 1, theta >= max_o x_o - 1 >= -1, as the best o has the
 * gain 0. A gain of -2 or less has x_o <= -1 <= theta: p+_o = 0, and x stays finite for tiny q. */
static const double REACH = -2;

static inline double reach(double gain)
{
    return gain < REACH ? REACH : gain;
}

/* z + s, in room (k numbers); z itself without costs. */
static inline const double *shifted(struct parameter p, size_t k, double y, const double *z,
                                    double *room)
{
    if (!p.shift)
        return z;
    vec_combine(k, 1, z, 1, p.shift + (size_t)y * k, room);
    return room;
}

/* v_o; own = y */
static inline double lead(double margin, size_t own, size_t o, const double *z)
{
    return o == own ? 0 : margin + (z[o] - z[own]);
}

/* max of z_o over o != own; NaN may be passed over. */
static inline double most_of_others(size_t k, size_t own, const double *z)
{
    double before, behind;

    if (own == 0)
        return vec_max(k - 1, z + 1);
    before = vec_max(own, z);
    if (own == k - 1)
        return before;
    behind = vec_max(k - own - 1, z + own + 1);
    return behind > before ? behind : before;
}

/* argmax_o v_o, y if that is one, of finite z. Of others it ends, too: `most` is one of the z_o, or
 * NaN, which gives y. */
static inline size_t finite_rival(double margin, size_t k, size_t own, const double *z)
{
    double most = most_of_others(k, own, z);

    if (!(margin + (most - z[own]) > 0))
        return own;
    for (size_t o = 0;; o++)
        if (z[o] == most && o != own)
            return o;
}

/* The same; NaN counts as +infinity. */
static size_t rival(double margin, size_t k, double y, const double *z)
{
    size_t own = (size_t)y, best = own;
    double most = 0;

    if (isfinite(vec_sum(k, z)))
        return finite_rival(margin, k, own, z);
    for (size_t o = 0; o < k; o++) {
        double v = lead(margin, own, o, z);
        if (v > most || isnan(v)) {
            best = o;
            most = v;
        }
    }
    return best;
}

/* max_o v_o */
static double vector_value(struct parameter p, size_t k, double y, const double *z)
{
    double room[LOSS_CLASSES];

    z = shifted(p, k, y, z, room);
    return lead(p.margin, (size_t)y, rival(p.margin, k, y, z), z);
}

/* u = e_o - e_y, o = argmax v_o; returns l(z). */
static double vector_touch(struct parameter p, size_t k, double y, const double *z, double *u)
{
    double room[LOSS_CLASSES];
    size_t best;

    z = shifted(p, k, y, z, room);
    best = rival(p.margin, k, y, z);
    for (size_t o = 0; o < k; o++)
        u[o] = 0;
    u[best] = 1;
    classes_slope(k, y, u);
    return lead(p.margin, (size_t)y, best, z);
}

static void vector_slope(struct parameter p, size_t k, double y, const double *z, double *u)
{
    vector_touch(p, k, y, z, u);
}

/* d_o - d_y, o = argmax v_o at z + t d */
static double vector_ray(struct parameter p, size_t k, double y, const double *z, const double *d,
                         double t)
{
    size_t own = (size_t)y;
    double moved[LOSS_CLASSES];

    for (size_t o = 0; o < k; o++)
        moved[o] = z[o] + t * d[o];
    return d[finite_rival(p.margin, k, own, shifted(p, k, y, moved, moved))] - d[own];
}

/* -m sum over o != y of p_o, less <u, s>: <u, z> = sum_o p_o (z_o - z_y) = sum_o p_o v_o - m sum
 * over o != y of p_o, and sum_o p_o v_o <= l(z), with equality where all v_o are equal. */
static double vector_dual(struct parameter p, size_t k, double y, const double *u)
{
    double more = p.shift ? vec_dot(k, u, p.shift + (size_t)y * k) : 0;

    if (!classes_feasible(k, y, u))
        return INFINITY;
    return p.margin * (u[(size_t)y] - vec_sum(k, u)) - more;
}

/* q = 0, an empty row: p_old if sum_o p_o (max v - v_o) = 0, else the vertex of argmax v_o. */
static void vertex_step(double margin, size_t k, double y, const double *z, double *p)
{
    size_t own = (size_t)y, best = rival(margin, k, y, z);
    double most = lead(margin, own, best, z), lost = 0;

    for (size_t o = 0; o < k; o++)
        lost += p[o] * (most - lead(margin, own, o, z));
    for (size_t o = 0; o < k && lost > 0; o++)
        p[o] = o == best;
}

/* p+ minimises -<p, v> + q/2 |p - p_old|^2 on the simplex: the nearest point to x = p_old + v/q,
 * or, the same, to p_old + (t - max t)/q, t = v + z_y - m = z - m e_y. u holds p meanwhile. */
static void vector_step(struct parameter p, size_t k, double y, const double *z, double *u,
                        double q)
{
    size_t own = (size_t)y;
    double top = z[own] - p.margin, x = u[own] + 1, most, share = 1 / (q > DBL_MIN ? q : DBL_MIN);
    double room[LOSS_CLASSES];
    uint32_t list[LOSS_CLASSES];

    z = shifted(p, k, y, z, room);
    most = most_of_others(k, own, z);
    most = top > most ? top : most;
    if (q > 0) {
        for (size_t o = 0; o < k; o++)
            u[o] += reach((z[o] - most) * share);
        u[own] = x + reach((top - most) * share);
        project_simplex(k, u, list);
    } else {
        u[own] = x;
        vertex_step(p.margin, k, y, z, u);
    }
    classes_slope(k, y, u);
}

/* A p_y = 1 + v_y up to this is the rounding of v_y, a sum of at most LOSS_CLASSES numbers. */
static const double OWN_ERROR = LOSS_CLASSES * DBL_EPSILON;

/* p_o = v_o + [o = y] > 0: o is in the support S. */
static inline bool supports(size_t own, size_t o, const double *v)
{
    return o == own ? 1 + v[o] > OWN_ERROR : v[o] > 0;
}

static inline size_t support_size(size_t k, size_t own, const double *v)
{
    size_t size = 0;

    for (size_t o = 0; o < k; o++)
        size += supports(own, o, v);
    return size;
}

/* dp/dz = (I - e e'/|S|)/q on S, e all ones, and 0 elsewhere: the projection on the simplex is one
 * on the plane sum over S of p_o = 1. */
static void vector_curvature(size_t k, double y, const double *v, double q, double *h)
{
    size_t own = (size_t)y, size = support_size(k, own, v);
    double each = (1 - 1 / (double)size) / q;

    for (size_t o = 0; o < k; o++)
        h[o] = supports(own, o, v) ? each : 0;
}

/* S of u = c v, in list; returns |S|. */
static inline size_t support_of(size_t k, size_t own, double c, const double *u, uint32_t *list)
{
    size_t size = 0;

    for (size_t o = 0; o < k; o++) {
        list[size] = (uint32_t)o;
        size += o == own ? c + u[o] > c * OWN_ERROR : u[o] > 0;
    }
    return size;
}

static void vector_bend(size_t k, double y, double c, const double *u, double q, const double *d,
                        double *to)
{
    uint32_t list[LOSS_CLASSES];
    size_t size = support_of(k, (size_t)y, c, u, list);
    double sum = 0, mean;

    vec_fill(k, 0, to);
    for (size_t m = 0; m < size; m++)
        sum += d[list[m]];
    mean = sum / (double)size;
    for (size_t m = 0; m < size; m++)
        to[list[m]] = c * ((d[list[m]] - mean) / q);
}

static void vector_couple(size_t k, double y, double c, const double *u, double q, size_t first,
                          size_t every, double *M)
{
    uint32_t list[LOSS_CLASSES];
    size_t size = support_of(k, (size_t)y, c, u, list);
    double each = c / (q * (double)size);

    for (size_t m = 0; m + 1 < size; m++)
        for (size_t n = m + 1; list[m] % every == first && n < size; n++)
            M[list[m] * k + list[n]] -= each;
}

#include "loss/classes/vector_template.h"

const struct loss_row loss_crammer_singer = {
    .name = "crammer-singer",
    .help = "max_k [k != y] + z_k - z_y, the multiclass hinge",
    .task = TASK_MULTICLASS,
    .traits = LOSS_ROWS | LOSS_SCORES | LOSS_POSITIVE | LOSS_LIPSCHITZ | LOSS_SMOOTHABLE |
              LOSS_WEIGHTS | LOSS_COSTS | LOSS_BIAS,
    .formula = &formula,
    .labelings = &labelings_classes};
