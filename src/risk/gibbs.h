/* gibbs - dual points that are Gibbs distributions: for exponentiated gradients.
 *
 * R(w) = c sum over the units i of log Z(z_i) - <z_i, e_i>, z_i = X_i w the scores of unit i, e_i
 * the counts of its true answer. A dual point alpha_i is the distribution of parameters theta_i
 * (size numbers, as z_i and as its expected counts mu_i), -l_i* its entropy
 *     H(alpha_i) = log Z(theta_i) - <theta_i, mu_i>,
 * and a = c sum_i X_i'(mu_i - e_i), b = c sum_i H(alpha_i) are a plane below R. What a unit is, and
 * its scores, is the risk's affair. Nothing fails but `room`. */
#ifndef RRM_RISK_GIBBS_H
#define RRM_RISK_GIBBS_H

#include <stdint.h>

#include "base/arena.h"
#include "risk/risk.h"

/* One operation for each function below, which counts its passes. */
struct gibbs_ops {
    size_t (*size)(const struct risk *risk, int64_t unit); /* of theta_i */
    void *(*room)(const struct risk *risk, struct arena *arena);
    void (*truth)(const struct risk *risk, int64_t unit, double score, double *theta);
    void (*scores)(const struct risk *risk, int64_t unit, const double *w, double *z);
    double (*counts)(const struct risk *risk, int64_t unit, void *room, const double *theta,
                     double *mu);
    double (*move)(const struct risk *risk, int64_t unit, double scale, const double *d,
                   double *w);
    void (*plane)(const struct risk *risk, const double *mu, double *a);
};

/* theta (size) = `score` for each score of a row that is a true one's, else 0: alpha_i is nearly
 * the true answer, each other label of a row e^-score times as probable. */
static inline void risk_gibbs_truth(const struct risk *risk, int64_t unit, double score,
                                    double *theta)
{
    risk->gibbs_ops->truth(risk, unit, score, theta);
}

/* z (size) = X_i w, on any thread. No pass: risk_gibbs_move counts it. */
static inline void risk_gibbs_scores(const struct risk *risk, int64_t unit, const double *w,
                                     double *z)
{
    risk->gibbs_ops->scores(risk, unit, w, z);
}

/* mu (size) of theta (size); returns H. The room is the caller's thread's alone. */
static inline double risk_gibbs_counts(const struct risk *risk, int64_t unit, void *room,
                                       const double *theta, double *mu)
{
    return risk->gibbs_ops->counts(risk, unit, room, theta, mu);
}

/* w (dim) += scale X_i'd, d (size); returns the change of |w|^2. 1/units passes: with the scores
 * that d was made of. */
static inline double risk_gibbs_move(const struct risk *risk, int64_t unit, double scale,
                                     const double *d, double *w)
{
    risk_count(risk, 1 / (double)risk->units);
    return risk->gibbs_ops->move(risk, unit, scale, d, w);
}

/* a (dim) = c sum_i X_i'(mu_i - e_i), the mu_i of all units one behind the other. Half a pass. */
static inline void risk_gibbs_plane(const struct risk *risk, const double *mu, double *a)
{
    risk_count(risk, 0.5);
    risk->gibbs_ops->plane(risk, mu, a);
}

#endif
