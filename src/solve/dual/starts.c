/* starts - the point that a run of dual steps begins with. */
#include "solve/dual/starts.h"

#include <math.h>

#include "math/vec.h"
#include "risk/image.h"

/* Continuation: the first epochs maximise D for a larger sigma, FIRST_Q the mean of q_i at first;
 * sigma falls by FALL after each epoch, without evaluations of the gap. alpha has the same domain
 * for each sigma. Tuned. A sigma that has to fall by more than FARTHEST, 73 epochs, is taken at
 * once: where values are as unscaled as that, `auto` is to see the gaps of the first epochs. */
static const double FIRST_Q = 0.5, FALL = 1.1, FARTHEST = 1000;

/* Scores so near to a kink, as a share of R(0), do not tell alpha_i of a start w. Tuned. */
static const double NEAR = 0.02;

/* After a start from w D alone is looked at while it rises by more than RISING of the gap; then
 * units become active as far as WIDER NEAR and WIDER^2 NEAR <= WIDEST from a kink. Tuned. */
static const double RISING = 0.25, WIDER = 3, WIDEST = 0.2;

/* s as a share of the root mean square of |x_i|. Tuned. */
static const double BIAS_SHARE = 0.1;

/* s^2/sigma is this at least: sum_i c_i s^2/sigma is to b what q_i is to alpha_i. With less, as at
 * C <= 0.1, proximal points lie close to each other. Tuned. */
static const double BIAS_CURVATURE = 200;

/* sigma of the first epoch. It is larger for losses with kinks and several scores, where no alpha
 * is given and units outnumber the weights of an output: rows of wide text are nearly orthogonal,
 * and exact steps from 0 come close at once. */
static double first_sigma(const struct problem *p, const double *a)
{
    const struct risk *risk = p->risk;
    double sigma = problem_curvature(p), first;

    if (!(p->reg->traits & REG_QUADRATIC) || risk->traits & RISK_SMOOTH || risk->outputs == 1 ||
        risk->units * risk->outputs <= risk->dim || vec_sqnorm(risk->dim, a) > 0)
        return sigma;
    first = risk_unit_curvature(risk) / FIRST_Q;
    return first > sigma && first <= FARTHEST * sigma ? first : sigma;
}

/* Another sigma: v = -(1/sigma) A'alpha moves. */
static void take_sigma(double sigma, struct dual_map *map, struct sweep *s)
{
    vec_scale(map->p->risk->dim, map->sigma / sigma, map->v);
    map->sigma = sigma;
    s->sigma = sigma;
}

bool starts_sigma_is_larger(const struct dual_map *map)
{
    return map->sigma > problem_curvature(map->p);
}

void starts_reduce_sigma(struct dual_map *map, struct sweep *s)
{
    take_sigma(fmax(problem_curvature(map->p), map->sigma / FALL), map, s);
}

/* Units at scores farther from a kink become active. False: they have been, at WIDEST, or l has
 * none. */
static bool widen(const struct problem *p, const struct point *x, struct gauge *g,
                  struct active_set *active)
{
    g->near *= WIDER;
    if (p->risk->traits & RISK_SMOOTH || g->near > WIDEST)
        return false;
    risk_recover(p->risk, g->near * p->risk->at_zero, x->z, NULL, NULL, active->active);
    return true;
}

bool starts_rise(struct gauge *g, struct dual_map *map, struct point *x, struct active_set *active,
                 double steps, struct monitor *m)
{
    const struct problem *p = map->p;
    double dual = gauge_dual(g, map, x, m);
    bool few = steps < (double)p->risk->units / 2;

    g->rising = few && (dual - g->dual > RISING * (g->start - dual) || widen(p, x, g, active));
    g->dual = dual;
    return monitor_tick(m, g->start, dual, monitor_best(m));
}

/* s; 0 without a bias that is not regularized. */
static double bias_feature(const struct problem *p)
{
    const struct risk *risk = p->risk;
    double sqnorm;

    if (risk->borders == 0)
        return 0;
    sqnorm = risk_unit_curvature(risk) * (double)risk->units;
    if (!(sqnorm > 0 && isfinite(sqnorm)))
        return 1;
    return fmax(BIAS_SHARE * sqrt(sqnorm), sqrt(BIAS_CURVATURE * problem_curvature(p)));
}

void starts_move_bias(struct gauge *g, const struct dual_map *map)
{
    size_t n = map->p->risk->dim;
    double b;

    if (g->bias == 0)
        return;
    b = map->v[n];
    map->v[n] = b + (b - g->centre);
    map->w[n] = map->v[n];
    g->centre = b;
}

/* A start from w, x->z = A w, where no alpha is given: alpha and the active set as the scores tell
 * them, v = A'alpha. At an optimal w all else is right but alpha_i in the active set. The bias
 * begins where it is best: s v_b = b for e = v_b + (s/sigma) sum_i c_i alpha_i. */
static void recover(struct gauge *g, struct dual_map *map, struct point *x,
                    struct active_set *active)
{
    const struct problem *p = map->p;
    size_t n = p->risk->dim, image = p->risk->image;
    double *u = g->z, b;

    g->start = problem_primal(p, risk_value(p->risk, 0, x->z), x->w);
    g->rising = g->bias == 0;
    g->near = NEAR;
    active_empty(active);
    b = risk_recover(p->risk, NEAR * p->risk->at_zero, x->z, x->alpha, u, active->active);
    risk_adjoint(p->risk, u, map->v);
    if (g->bias > 0) {
        map->v[n] = b / g->bias;
        map->w[n] = map->v[n];
        g->centre = map->v[n] + g->bias / map->sigma * vec_sum(image, u);
    }
}

void starts_begin(struct gauge *g, struct dual_map *map, struct sweep *s, struct point *x,
                  struct active_set *active)
{
    const struct risk *risk = map->p->risk;
    bool given = point_has_dual(x, risk);
    double sigma;

    g->bias = bias_feature(map->p);
    s->bias = g->bias;
    if (x->z && !given)
        recover(g, map, x, active);
    else if (given && g->bias == 0)
        risk_plane(risk, x->alpha, map->v);
    else
        vec_fill(risk->dual_size, 0, x->alpha);
    sigma = first_sigma(map->p, map->v);
    dual_map_product(map);
    take_sigma(sigma, map, s);
}
