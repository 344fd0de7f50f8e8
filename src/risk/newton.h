/* newton - second derivatives of a risk R(w) = g(Aw): for Newton's method.
 *
 * A proximal step x at z = A w (loss/prox.h) makes of g a function g_q(z) = sum_i c_i l_q(z_i) with
 * the gradient u and the Hessian diag(h): the Hessian of g_q(A w) is A' diag(h) A, a sum over the
 * rows with h_i != 0, which an engine lists. Scalars that are not regularized, over which g_q is
 * the minimum, take borders away: the Hessian is A' diag(h) A - sum_k e_k e_k'/s_k. */
#ifndef RRM_NEWTON_H
#define RRM_NEWTON_H

#include <stdint.h>

#include "loss/costs.h"
#include "loss/prox.h"
#include "math/sparse_columns.h"
#include "risk/risk.h"

/* Rows row[0 .. count - 1], ascending, with weights h[0 .. count - 1]. */
struct weighted_rows {
    int64_t count;
    const int64_t *row;
    const double *h;
};

/* What a pass over the data, risk_gram over all rows, the first such sum, which risks may share,
 * and risk_row_gram take, in the time of an entry in a pass: an estimate, the same on every
 * machine. */
struct newton_work {
    double pass, gram, first_gram, row_gram;
};

/* One operation for each function below, which counts its passes. */
struct newton_ops {
    struct newton_work (*work)(const struct risk *risk);
    double (*proximal)(const struct risk *risk, const struct prox *x, double *offset);
    double (*search)(const struct risk *risk, const struct prox *x, double lin, double quad,
                     const double *d);
    void (*hessian)(const struct risk *risk, const struct weighted_rows *s, const double *d,
                    double *Hd);
    void (*diagonal)(const struct risk *risk, const struct weighted_rows *s, double *D);
    void (*gram)(const struct risk *risk, const struct weighted_rows *s, double *H, double *other);
    bool (*shared)(const struct risk *risk, struct costs *c);
    bool (*shared_room)(const struct risk *risk);
    const double *(*shared_gram)(const struct risk *risk);
    bool (*row_gram)(const struct risk *risk, double *K);
    double (*border)(const struct risk *risk, size_t k, const struct prox *x, double *e);
    double (*border_image)(const struct risk *risk, size_t k, const struct prox *x, double *hd);
    void (*bend)(const struct risk *risk, const struct prox *x, const double *d, double *to);
    bool (*columns)(const struct risk *risk, struct columns *X);
};

/* The work, for a choice between engines. No pass. */
static inline struct newton_work risk_newton_work(const struct risk *risk)
{
    return risk->newton_ops->work(risk);
}

/* The proximal step x: z, u and h have `image` numbers, alpha and v `prox_size`; x->q > 0 without
 * RISK_SMOOTH. Returns g(z); *offset, if not NULL, gets b of the plane (A'u, b) below R. No
 * pass. */
static inline double risk_proximal(const struct risk *risk, const struct prox *x, double *offset)
{
    return risk->newton_ops->proximal(risk, x, offset);
}

/* argmin over t >= 0 of f(t) = lin t + quad/2 t^2 + g_q(z + t d), quad >= 0, for an x as
 * risk_proximal left it: |f'(t)| <= 0.05 |f'(0)|. No pass. */
static inline double risk_proximal_search(const struct risk *risk, const struct prox *x, double lin,
                                          double quad, const double *d)
{
    return risk->newton_ops->search(risk, x, lin, quad, d);
}

/* e (dim) = e_k of border k < risk->borders, for an x as risk_proximal left it; returns s_k > 0, or
 * 0 where there is none. Half a pass. */
static inline double risk_border(const struct risk *risk, size_t k, const struct prox *x, double *e)
{
    risk_count(risk, 0.5);
    return risk->newton_ops->border(risk, k, x, e);
}

/* hd (image), of which e_k is A'hd; returns the same. No pass. */
static inline double risk_border_image(const struct risk *risk, size_t k, const struct prox *x,
                                       double *hd)
{
    return risk->newton_ops->border_image(risk, k, x, hd);
}

/* With several scores a row: to (image) = the Hessian of g_q at x->z times d (image), for an x as
 * risk_proximal left it; h is its diagonal. No pass. */
static inline void risk_bend(const struct risk *risk, const struct prox *x, const double *d,
                             double *to)
{
    risk->newton_ops->bend(risk, x, d, to);
}

/* The passes of a sum over the rows s. */
static inline void risk_count_rows(const struct risk *risk, const struct weighted_rows *s)
{
    risk_count(risk, (double)s->count / (double)risk->units);
}

/* Hd (dim) = sum_k h_k <x_row[k], d> x_row[k], of one score a row. A pass over these rows. */
static inline void risk_hessian(const struct risk *risk, const struct weighted_rows *s,
                                const double *d, double *Hd)
{
    risk_count_rows(risk, s);
    risk->newton_ops->hessian(risk, s, d, Hd);
}

/* D_j += sum_k h_k x_row[k],j^2, j < columns, dim over the scores of a row: the diagonal of the
 * Hessian of one score. A pass over these rows. */
static inline void risk_diagonal(const struct risk *risk, const struct weighted_rows *s, double *D)
{
    risk_count_rows(risk, s);
    risk->newton_ops->diagonal(risk, s, D);
}

/* H += sum_k h_k x_row[k] x_row[k]', h_k of any sign: the upper triangle of the row-major H (dim x
 * dim). `other` is NULL or another such matrix, which gets the half of the rows that
 * data/rows/gram.h says. The rows of a sum may come in blocks, in ascending order: without
 * `other`, or where blocks are multiples of 2 GRAM_RUN, the bits are the same. It counts nothing:
 * risk_count_rows, once for the sum. */
static inline void risk_gram(const struct risk *risk, const struct weighted_rows *s, double *H,
                             double *other)
{
    risk->newton_ops->gram(risk, s, H, other);
}

/* True if other risks have the same A and c (risk/shared.h), c the costs of the rows. */
static inline bool risk_shares(const struct risk *risk, struct costs *c)
{
    return risk->newton_ops->shared(risk, c);
}

/* Room for A' diag(c) A, of a risk that shares it. False: no memory. */
static inline bool risk_shares_room(const struct risk *risk)
{
    return risk->newton_ops->shared_room(risk);
}

/* The upper triangle of A' diag(c) A, row-major (dim x dim), for which there is room. Its share of
 * a pass. */
static inline const double *risk_shares_gram(const struct risk *risk)
{
    return risk->newton_ops->shared_gram(risk);
}

/* K (units x units, row-major, both triangles) = A A', of one score a row. False: no memory. A
 * pass. */
static inline bool risk_row_gram(const struct risk *risk, double *K)
{
    risk_count(risk, 1);
    return risk->newton_ops->row_gram(risk, K);
}

/* X = A by columns, its values rounded to single precision; X->start has room for dim + 1.
 * columns_free frees row and value. False: no memory. Half a pass. */
static inline bool risk_columns(const struct risk *risk, struct columns *X)
{
    risk_count(risk, 0.5);
    return risk->newton_ops->columns(risk, X);
}

#endif
