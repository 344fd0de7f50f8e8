/* image - what a risk R(w) = g(Aw) does with images z = Aw: for engines that keep scores beside weights.
 *
 * Images are vectors of risk->image numbers and may be combined linearly; what their entries mean is the
 * risk's affair. */
#ifndef RRM_IMAGE_H
#define RRM_IMAGE_H

#include "risk/risk.h"

struct image_ops {
    void (*apply)(const struct risk *risk, const double *w, double *z);
    double (*slopes)(const struct risk *risk, double mu, const double *z, double *u, double *b);
    void (*adjoint)(const struct risk *risk, const double *u, double *a);
    double (*dot)(const struct risk *risk, const double *u, const double *z);
    double (*search)(const struct risk *risk, double lin, double quad, const double *z, const double *d);
};

/* z = Aw. Half a pass. */
static inline void risk_apply(const struct risk *risk, const double *w, double *z)
{
    risk_count(risk, 0.5);
    risk->image_ops->apply(risk, w, z);
}

/* g(z); with mu > 0 g smoothed by mu: at most mu/2 sum c_i max u^2 below g (Nesterov, Math. Program. 103,
 * 2005). */
static inline double risk_value(const struct risk *risk, double mu, const double *z)
{
    return risk->image_ops->slopes(risk, mu, z, NULL, NULL);
}

/* The same; u (image) gets the slopes there, and (A'u, *b) is a plane below R, touching it if mu = 0. */
static inline double risk_slopes(const struct risk *risk, double mu, const double *z, double *u,
                                 double *b)
{
    return risk->image_ops->slopes(risk, mu, z, u, b);
}

/* a = A'u. Half a pass. */
static inline void risk_adjoint(const struct risk *risk, const double *u, double *a)
{
    risk_count(risk, 0.5);
    risk->image_ops->adjoint(risk, u, a);
}

/* <u, z> of two images. */
static inline double risk_dot(const struct risk *risk, const double *u, const double *z)
{
    return risk->image_ops->dot(risk, u, z);
}

/* argmin over t >= 0 of lin t + quad/2 t^2 + g(z + t d): exactly where g is piecewise linear in one score a
 * row and nothing is free; else to 1e-3 of the slope at t = 0, or to 1e-6 (several scores a row) or 1e-4
 * (free scalars, pairs) of t. */
static inline double risk_search(const struct risk *risk, double lin, double quad, const double *z,
                                 const double *d)
{
    return risk->image_ops->search(risk, lin, quad, z, d);
}

#endif
