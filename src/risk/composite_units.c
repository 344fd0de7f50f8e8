/* composite_units - single examples of a pointwise loss: subgradient steps, dual points, and the
 * dual along two changes of a dual point where l* is a quadratic on an interval. */
#include <math.h>

#include "base/memory.h"
#include "loss/instance.h"
#include "loss/pointwise.h"
#include "loss/quadratic.h"
#include "math/exponential.h"
#include "math/logarithm.h"
#include "math/vec.h"
#include "risk/composite_parts.h"

/* An entry of a point of the simplex that is 1 but for the rounding of a few operations. */
static const double CERTAIN = 1e-12;

/* Rows of a sample, at least half as many: a mean of n is off by 1/sqrt(n) of its spread. */
enum { SAMPLE = 4096, FEW = 256, PAIRS = 32 };

static inline double cost(const struct composite *r, int64_t i)
{
    return costs_at(r->g->c, (size_t)i);
}

/* u (outputs) = a slope of l at the scores <s v, x_i> of example i; returns l*(u). */
static double unit_slope(const struct composite *r, int64_t i, double s, const double *v, double *u)
{
    const struct pointwise *f = r->g->pointwise;
    double *z = r->unit[0], one;

    if (f->k == 1) {
        r->A.kernels->product(&r->A.x, i, i + 1, 1, v, &one);
        *u = f->formula->slope(f->p, f->y[i], s * one);
        return f->formula->dual(f->p, f->y[i], *u);
    }
    r->A.kernels->product(&r->A.x, i, i + 1, f->k, v, z);
    vec_scale(f->k, s, z);
    f->formula->vector_slope(f->p, f->k, f->y[i], z, u);
    return f->formula->vector_dual(f->p, f->k, f->y[i], u);
}

static size_t room(const struct risk *risk, size_t k)
{
    const struct composite *r = risk->self;

    return k * r->A.outputs;
}

/* unit_ops.step: g_j = c_i u x_i, i = unit[j]; R_i - <g_j, s v> = -c_i l*(u) (Fenchel-Young). */
static struct sums step(const struct risk *risk, size_t k, const int64_t *unit, double s,
                        const double *v, double *u, double scale, double *to)
{
    const struct composite *r = risk->self;
    size_t outputs = r->A.outputs;
    struct sums sums = {0, 0};

    for (size_t j = 0; j < k; j++)
        sums.offset -= cost(r, unit[j]) * unit_slope(r, unit[j], s, v, u + j * outputs);
    for (size_t j = 0; j < k; j++)
        if (outputs > 1 || u[j] != 0)
            sums.value += r->A.kernels->add(&r->A.x, unit[j], outputs, scale * cost(r, unit[j]),
                                            u + j * outputs, to);
    return sums;
}

static struct support support(const struct risk *risk, int64_t unit)
{
    const struct composite *r = risk->self;

    return (struct support){
        .x = &r->A.x, .first = unit, .end = unit + 1, .width = r->A.outputs};
}

/* max |u| over slopes u of example i at scores in [-z, z]. One score: l' is monotone, |l'| is
 * largest at an end. Several: u = p - e_y, p on the simplex, |u|^2 = |p|^2 - 2 p_y + 1 <= 2. */
static double steepest(const struct pointwise *f, int64_t i, double z)
{
    if (f->k > 1)
        return sqrt(2);
    return fmax(fabs(f->formula->slope(f->p, f->y[i], -z)),
                fabs(f->formula->slope(f->p, f->y[i], z)));
}

/* unit_ops.bound: |units g_i| <= units c_i max |u| |x_i|. */
static double bound(const struct risk *risk, double radius)
{
    const struct composite *r = risk->self;
    double sum = 0;

    for (int64_t i = 0; i < r->g->rows; i++) {
        double norm = sqrt(r->A.kernels->sqnorm(&r->A.x, i));
        if (cost(r, i) == 0)
            continue;
        norm *= (double)risk->units * cost(r, i) * steepest(r->g->pointwise, i, radius * norm);
        sum += norm * norm / (double)risk->units;
    }
    return sqrt(sum);
}

const struct unit_ops risk_unit_ops = {
    .room = room, .step = step, .support = support, .bound = bound};

/* The slopes u_i = c_i alpha_i of some rows. */
struct dual_job {
    const struct composite *r;
    const double *alpha;
};

static struct sums dual_rows(void *context, int64_t lo, int64_t hi, const double *z, double *u)
{
    const struct dual_job *job = context;
    size_t k = job->r->A.outputs;
    const double *alpha = job->alpha + (size_t)lo * k;

    (void)z;
    for (int64_t i = lo; i < hi; i++, u += k, alpha += k)
        for (size_t o = 0; o < k; o++)
            u[o] = cost(job->r, i) * alpha[o];
    return (struct sums){0, 0};
}

/* lo <= alpha_i <= hi: the domain of l_i*. */
static void domain_at(const struct composite *r, int64_t i, double *lo, double *hi)
{
    const struct pointwise *f = r->g->pointwise;

    if (i > 0 && f->y[i] == f->y[i - 1])
        return;
    *lo = f->formula->slope(f->p, f->y[i], -SCORE_FAR);
    *hi = f->formula->slope(f->p, f->y[i], SCORE_FAR);
}

void risk_nearest_dual(const struct risk *risk, const double *u, double *alpha)
{
    const struct composite *r = risk->self;
    size_t k = risk->outputs;
    double lo = 0, hi = 0;

    for (size_t v = 0; v < risk->units * k; v++) {
        double c = cost(r, (int64_t)(v / k));
        alpha[v] = c > 0 ? u[v] / c : 0;
    }
    for (size_t i = 0; k == 1 && i < risk->units; i++) {
        domain_at(r, (int64_t)i, &lo, &hi);
        alpha[i] = cost(r, (int64_t)i) > 0 ? clip(alpha[i], lo, hi) : 0;
    }
}

void risk_inside_dual(const struct risk *risk, const double *u, double *inside)
{
    const struct composite *r = risk->self;
    double lo = 0, hi = 0;

    for (size_t i = 0; i < risk->units; i++) {
        double c = cost(r, (int64_t)i);
        domain_at(r, (int64_t)i, &lo, &hi);
        inside[i] = u[i] > c * lo && u[i] < c * hi ? 1 : 0;
    }
}

double risk_plane(const struct risk *risk, const double *alpha, double *a)
{
    const struct composite *r = risk->self;
    struct dual_job job = {r, alpha};

    risk_count(risk, a ? 0.5 : 0);
    if (r->g->ops->dual_plane) {
        double offset = r->g->ops->dual_plane(r->g, alpha, r->u);
        if (a)
            matrix_adjoint(&r->A, r->u, a);
        return offset;
    }
    if (a)
        matrix_fused(&r->A, NULL, dual_rows, &job, a);
    return r->g->ops->dual_offset(r->g, alpha);
}

/* Whether the step of unit i at its scores z changes alpha (outputs). */
static bool step_moves(const struct composite *r, int64_t i, double q, const double *z,
                       const double *alpha)
{
    const struct pointwise *f = r->g->pointwise;
    double u[MATRIX_OUTPUTS];

    if (f->k == 1)
        return f->formula->step(f->p, f->y[i], *z, *alpha, q) != *alpha;
    vec_copy(f->k, alpha, u);
    f->formula->vector_step(f->p, f->k, f->y[i], z, u, q);
    return vec_sqdistance(f->k, u, alpha) > 0;
}

/* The units of [lo, hi) that are not in the set `active` and move. */
static uint32_t movers(const struct composite *r, const struct sweep *s, int64_t lo, int64_t hi,
                       uint32_t active, const double *z)
{
    size_t k = r->A.outputs;
    uint32_t moves = 0;

    for (int64_t i = lo; i < hi; i++)
        if (!(active >> (i - lo) & 1)) {
            double q = cost(r, i) / s->sigma * (s->sqnorm[i] + s->bias * s->bias);
            bool one = q > 0 && step_moves(r, i, q, z + (size_t)i * k, s->alpha + (size_t)i * k);
            moves |= (uint32_t)one << (i - lo);
        }
    return moves;
}

/* The same where l* is a quadratic, of all units, without a branch: none could be predicted. */
static uint32_t movers_quadratic(const struct quadratic *conjugate, const double *y, int64_t lo,
                                 int64_t hi, const double *alpha, const double *z)
{
    uint32_t moves = 0;

    for (int64_t i = lo; i < hi; i++)
        moves |= (uint32_t)quadratic_moves(conjugate, y[i], z[i], alpha[i]) << (i - lo);
    return moves;
}

struct reactivate_job {
    const struct composite *r;
    const struct sweep *s;
    const double *z;
    uint32_t *active;
};

/* The words that begin in a part. */
static void reactivate_part(void *context, int part, int64_t first, int64_t end)
{
    const struct reactivate_job *job = context;
    const struct pointwise *f = job->r->g->pointwise;
    int64_t rows = job->r->g->rows;
    const struct quadratic conjugate = f->p.l;

    (void)part;
    for (int64_t b = (int64_t)unit_words((size_t)first); b * UNIT_BITS < end; b++) {
        int64_t lo = b * UNIT_BITS, hi = rows - lo < UNIT_BITS ? rows : lo + UNIT_BITS;
        uint32_t *word = job->active + b;
        if (f->quadratic)
            *word |= movers_quadratic(&conjugate, f->y, lo, hi, job->s->alpha, job->z);
        else if (*word != UINT32_MAX)
            *word |= movers(job->r, job->s, lo, hi, *word, job->z);
    }
}

void risk_reactivate(const struct risk *risk, const struct sweep *s, const double *z,
                     uint32_t *active)
{
    struct composite *r = risk->self;
    struct reactivate_job job = {r, s, z, active};

    parts_for(&r->A.rows, reactivate_part, &job);
}

/* True if row i is active. */
static bool recover_one(const struct composite *r, int64_t i, double mu, double z, double *alpha)
{
    const struct pointwise *f = r->g->pointwise;
    double left = f->formula->slope(f->p, f->y[i], z - mu);
    double right = f->formula->slope(f->p, f->y[i], z + mu);

    *alpha = r->risk.traits & RISK_SMOOTH ? f->formula->slope(f->p, f->y[i], z)
                                          : left + (right - left) / 2;
    return left < right;
}

/* u = p - e_y, p on the simplex: p is one e_o where an entry is near 1. */
static bool recover_several(const struct composite *r, int64_t i, double mu, const double *z,
                            double *alpha)
{
    const struct pointwise *f = r->g->pointwise;
    size_t y = (size_t)f->y[i];
    double most = 0;

    if (r->risk.traits & RISK_SMOOTH) {
        f->formula->vector_slope(f->p, f->k, f->y[i], z, alpha);
        return true;
    }
    for (size_t o = 0; o < f->k; o++)
        alpha[o] = 1 / (double)f->k - (o == y);
    f->formula->vector_step(f->p, f->k, f->y[i], z, alpha, mu);
    for (size_t o = 0; o < f->k; o++)
        most = fmax(most, alpha[o] + (o == y));
    return most < 1 - CERTAIN;
}

double risk_recover(const struct risk *risk, double mu, const double *z, double *alpha, double *u,
                    uint32_t *active)
{
    const struct composite *r = risk->self;
    size_t k = r->A.outputs;
    double b = 0;

    if (r->bias > 0)
        loss_scalars(r->g, z, &b);
    b *= r->bias;
    for (int64_t i = 0; i < r->g->rows; i++) {
        size_t at = (size_t)i * k;
        double *to = alpha ? alpha + at : r->unit[1];
        bool open = k == 1 ? recover_one(r, i, mu, z[i] + b, to)
                           : recover_several(r, i, mu, z + at, to);
        active[i / UNIT_BITS] |= (uint32_t)open << i % UNIT_BITS;
        if (alpha)
            vec_combine(k, cost(r, i), to, 0, to, u + at);
    }
    return b;
}

static double unit_curvature(const struct composite *r, int64_t i)
{
    return cost(r, i) * r->A.kernels->sqnorm(&r->A.x, i);
}

static double mean_curvature(const struct composite *r)
{
    int64_t rows = (int64_t)r->risk.units, stride = 1 + rows / SAMPLE, count = 0;
    double sum = 0;

    for (int64_t i = 0; i < rows; i += stride, count++)
        sum += unit_curvature(r, i);
    return sum / (double)count;
}

static double evenness(const struct composite *r)
{
    int64_t rows = (int64_t)r->risk.units, stride = 1 + rows / FEW, count = 0;
    double mean = r->curvature, sum = 0;

    for (int64_t i = 0; i < rows; i += stride) {
        double curvature = unit_curvature(r, i);
        if (!(curvature > 0 && isfinite(curvature)))
            continue;
        sum += logarithm(curvature);
        count++;
    }
    if (count == 0 || !(mean > 0 && isfinite(mean)))
        return 1;
    return fmin(1, exponential(sum / (double)count) / mean);
}

void composite_set_curvature(struct composite *r)
{
    r->curvature = mean_curvature(r);
    r->evenness = evenness(r);
}

double risk_unit_curvature(const struct risk *risk)
{
    const struct composite *r = risk->self;

    return r->curvature;
}

double risk_evenness(const struct risk *risk)
{
    const struct composite *r = risk->self;

    return r->evenness;
}

/* Tuned. */
static const double COHERENT = 0.4;

/* <x_i, x_k>^2 and |x_i|^2 |x_k|^2 of two rows; v (x.cols) is 0 before and after. */
static double sqproduct(const struct matrix *A, int64_t i, int64_t k, double *v, double *sqnorms)
{
    static const double one = 1;
    double z;

    *sqnorms = A->kernels->sqnorm(&A->x, i) * A->kernels->sqnorm(&A->x, k);
    A->kernels->add(&A->x, i, 1, 1, &one, v);
    A->kernels->product(&A->x, k, k + 1, 1, v, &z);
    A->kernels->add(&A->x, i, 1, -1, &one, v);
    return z * z;
}

bool risk_is_coherent(const struct risk *risk)
{
    const struct composite *r = risk->self;

    return r->coherence > COHERENT;
}

bool composite_set_coherence(struct composite *r)
{
    int64_t rows = (int64_t)r->risk.units, stride = 1 + rows / PAIRS, count = 0;
    double sum = 0, squares = 0, all = 0, *v = mem_alloc(r->A.x.cols, sizeof *v);

    if (!v)
        return false;
    vec_fill(r->A.x.cols, 0, v);
    for (int64_t i = 0; i + stride < rows; i += stride, count++) {
        double sqnorms, square = sqproduct(&r->A, i, i + stride, v, &sqnorms);
        sum += sqnorms > 0 ? square / sqnorms : 0;
        squares += square;
        all += sqnorms;
    }
    mem_free(v);
    r->coherence = count > 0 && isfinite(sum) ? sum / (double)count : 0;
    if (all > 0 && isfinite(all))
        r->coherence = fmax(r->coherence, squares / all);
    return true;
}

/* The visits of a unit of cost c > mean. */
static double visits_of(double c, double mean, double sqnorm, double sigma)
{
    double k = c / mean, q = c * sqnorm / sigma;

    return (1 + q) / (1 + q / k);
}

void risk_sqnorms(const struct risk *risk, double *sqnorm)
{
    const struct composite *r = risk->self;

    matrix_sqnorms(&r->A, sqnorm);
}

bool risk_visits(const struct risk *risk, double sigma, const double *sqnorm, int most,
                 unsigned char *visits)
{
    const struct composite *r = risk->self;
    const double *c = r->g->c.each;
    double mean;
    bool several = false;

    if (!c)
        return false;
    mean = vec_sum(risk->units, c) / (double)risk->units;
    for (size_t i = 0; i < risk->units && !several; i++)
        several = c[i] > mean && visits_of(c[i], mean, sqnorm[i], sigma) >= 2;
    for (size_t i = 0; i < risk->units && several; i++)
        visits[i] = c[i] > mean
                        ? (unsigned char)fmin(most, visits_of(c[i], mean, sqnorm[i], sigma))
                        : 1;
    return several;
}

double risk_sweep(const struct risk *risk, const struct sweep *s)
{
    struct composite *r = risk->self;

    risk_count(risk, (double)s->count / (double)risk->units);
    return r->sweep(r, s);
}

/* ---- two changes of a dual point ------------------------------------------------------------- */

void risk_span(const struct risk *risk, struct dual_span *s)
{
    const struct composite *r = risk->self;
    const struct pointwise *f = r->g->pointwise;
    const struct quadratic conjugate = f->p.l;
    double sum[2] = {0}, square[3] = {0};

    for (size_t i = 0; i < risk->units; i++) {
        double alpha = s->alpha[i], c = costs_at(r->g->c, i);
        double d0 = alpha - s->last[i], d1 = s->before[i];
        double kink = alpha > 0 ? conjugate.kink : -conjugate.kink;
        double slope = conjugate.centre * f->y[i] + kink + conjugate.curve * alpha;
        sum[0] -= c * d0 * slope;
        sum[1] -= c * d1 * slope;
        square[0] += c * d0 * d0;
        square[1] += c * d0 * d1;
        square[2] += c * d1 * d1;
    }
    for (int k = 0; k < 2; k++)
        s->slope[k] = sum[k];
    for (int k = 0; k < 3; k++)
        s->curvature[k] = conjugate.curve * square[k];
}

void risk_shift(const struct risk *risk, const struct dual_span *s, const double t[2],
                double sigma, double *v)
{
    const struct composite *r = risk->self;
    const struct pointwise *f = r->g->pointwise;
    const struct quadratic conjugate = f->p.l;
    const double one = 1;

    for (size_t i = 0; i < risk->units; i++) {
        double old = s->alpha[i], u = old + t[0] * (old - s->last[i]) + t[1] * s->before[i];
        double lo = conjugate.lo[f->y[i] > 0], hi = conjugate.hi[f->y[i] > 0];
        double inside = u < lo ? lo : u;
        inside = inside > hi ? hi : inside;
        if (inside != u)
            r->A.kernels->add(&r->A.x, (int64_t)i, 1,
                              costs_at(r->g->c, i) / sigma * (u - inside), &one, v);
        s->alpha[i] = inside;
        s->before[i] = old;
    }
}
