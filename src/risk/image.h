/* image - what a risk R(w) = g(Aw) does with images z = Aw: for engines that keep Aw beside w.
 *
 * Images are vectors of risk->image numbers. A is linear: A(sw + tv) = s Aw + t Av, so that an
 * engine combines images as it combines weights. */
#ifndef RRM_IMAGE_H
#define RRM_IMAGE_H

#include "risk/risk.h"

/* One operation for each function below, which counts its passes. */
struct image_ops {
    void (*apply)(const struct risk *risk, const double *w, double *z);
    double (*slopes)(const struct risk *risk, double mu, const double *z, double *u, double *b);
    void (*adjoint)(const struct risk *risk, const double *u, double *a);
    double (*dot)(const struct risk *risk, const double *u, const double *z);
    double (*search)(const struct risk *risk, double lin, double quad, const double *z,
                     const double *d, void *room);
};

/* z (image) = A w (dim). Half a pass. */
static inline void risk_apply(const struct risk *risk, const double *w, double *z)
{
    risk_count(risk, 0.5);
    risk->image_ops->apply(risk, w, z);
}

/* g_mu(z): g with the loss of each example, or of each pair, smoothed by mu >= 0 (Nesterov, Math.
 * Program. 103, 2005): g - mu/2 sum_i c_i max u^2 <= g_mu <= g, the maximum over the domain of l*.
 * No pass. */
static inline double risk_value(const struct risk *risk, double mu, const double *z)
{
    return risk->image_ops->slopes(risk, mu, z, NULL, NULL);
}

/* The same; u (image) gets slopes of g_mu at z, and (A'u, *b) is a plane below R, <u, z> + *b =
 * g(z) if mu = 0. No pass. */
static inline double risk_slopes(const struct risk *risk, double mu, const double *z, double *u,
                                 double *b)
{
    return risk->image_ops->slopes(risk, mu, z, u, b);
}

/* a (dim) = A'u (image). Half a pass. */
static inline void risk_adjoint(const struct risk *risk, const double *u, double *a)
{
    risk_count(risk, 0.5);
    risk->image_ops->adjoint(risk, u, a);
}

/* <u, z> of two images. No pass. */
static inline double risk_dot(const struct risk *risk, const double *u, const double *z)
{
    return risk->image_ops->dot(risk, u, z);
}

/* argmin over t >= 0 of f(t) = lin t + quad/2 t^2 + g(z + t d), quad >= 0; 1e300 or more if f falls
 * for ever. Exact where g is piecewise linear with one score a row and no free scalars; else
 * |f'(t)| <= 1e-3 |f'(0)|, or the bracket of t is 1e-2 t wide (free scalars, pairs) or 1e-6 t
 * (several scores a row). `room` is scratch, risk->search_room bytes, aligned for any type. No
 * pass. */
static inline double risk_search(const struct risk *risk, double lin, double quad, const double *z,
                                 const double *d, void *room)
{
    return risk->image_ops->search(risk, lin, quad, z, d, room);
}

#endif
