/* gibbs - dual points that are Gibbs distributions: for exponentiated gradients.
 *
 * R(w) = c sum over the units i of v_i (log Z(z_i) - <z_i, e_i>), v_i >= 0 their weights, 1/c the
 * sum of these, z_i = X_i w the scores of unit i, e_i the counts of its true answer. A dual point
 * alpha_i is the distribution of parameters theta_i (size numbers, as z_i and as its expected
 * counts mu_i), -l_i* its entropy
 *     H(alpha_i) = log Z(theta_i) - <theta_i, mu_i>,
 * and a = c sum_i v_i X_i'(mu_i - e_i), b = c sum_i v_i H(alpha_i) are a plane below R. What a unit
 * is, and its scores, is the risk's affair. Nothing fails but `begin` and `room`. */
#ifndef RRM_RISK_GIBBS_H
#define RRM_RISK_GIBBS_H

#include <stdint.h>

#include "base/arena.h"
#include "math/vec.h"
#include "risk/risk.h"

/* The weights fall into slices, w = (w_1, w_2, ...), by the data alone: a thread that works on one
 * of them finds in its caches what it wrote there. */
enum { GIBBS_SLICES = 2 };

/* One operation for each function below. */
struct gibbs_ops {
    bool (*begin)(const struct risk *risk, struct arena *arena); /* before all others: the slices */
    size_t (*size)(const struct risk *risk, int64_t unit); /* of theta_i */
    double (*weight)(const struct risk *risk, int64_t unit);
    size_t (*slice_size)(const struct risk *risk, int64_t unit, int slice);
    void *(*room)(const struct risk *risk, struct arena *arena);
    void (*truth)(const struct risk *risk, int64_t unit, double score, double *theta);
    void (*scores)(const struct risk *risk, int64_t unit, int slice, const double *w, double *z);
    double (*counts)(const struct risk *risk, int64_t unit, void *room, const double *theta,
                     double *mu);
    double (*move)(const struct risk *risk, int64_t unit, int slice, double scale,
                   const double *d, double *w);
    void (*plane)(const struct risk *risk, const double *mu, double *a);
};

/* v_i */
static inline double risk_gibbs_weight(const struct risk *risk, int64_t unit)
{
    return risk->gibbs_ops->weight(risk, unit);
}

/* theta (size) = `score` for each score of a row that is a true one's, else 0: alpha_i is nearly
 * the true answer, each other label of a row e^-score times as probable. */
static inline void risk_gibbs_truth(const struct risk *risk, int64_t unit, double score,
                                    double *theta)
{
    risk->gibbs_ops->truth(risk, unit, score, theta);
}

/* z = X_i w_s for the slice s, its first slice_size numbers, the others being 0: the scores are the
 * sum over the slices, and the last slice has all. On any thread; no pass: risk_gibbs_visited
 * counts it. */
static inline void risk_gibbs_scores(const struct risk *risk, int64_t unit, int slice,
                                     const double *w, double *z)
{
    risk->gibbs_ops->scores(risk, unit, slice, w, z);
}

/* mu (size) of theta (size); returns H. The room is the caller's thread's alone. */
static inline double risk_gibbs_counts(const struct risk *risk, int64_t unit, void *room,
                                       const double *theta, double *mu)
{
    return risk->gibbs_ops->counts(risk, unit, room, theta, mu);
}

/* w_s += scale X_i'd in the slice s of w (dim), d (size); returns the change of |w_s|^2. On any
 * thread that has the slice; no pass. */
static inline double risk_gibbs_move(const struct risk *risk, int64_t unit, int slice,
                                     double scale, const double *d, double *w)
{
    return risk->gibbs_ops->move(risk, unit, slice, scale, d, w);
}

/* Counts the scores and a move of so many units. */
static inline void risk_gibbs_visited(const struct risk *risk, int units)
{
    risk_count(risk, (double)units / (double)risk->units);
}

/* z (size) = X_i w of the parts that risk_gibbs_scores made of it; */
static inline void risk_gibbs_join(const struct risk *risk, int64_t unit,
                                   double *const part[GIBBS_SLICES], double *z)
{
    int last = GIBBS_SLICES - 1;

    vec_copy(risk->gibbs_ops->size(risk, unit), part[last], z);
    for (int s = 0; s < last; s++)
        vec_add(risk->gibbs_ops->slice_size(risk, unit, s), 1, part[s], z);
}

/* a (dim) = c sum_i v_i X_i'(mu_i - e_i), the mu_i of all units one behind the other. Half a
 * pass. */
static inline void risk_gibbs_plane(const struct risk *risk, const double *mu, double *a)
{
    risk_count(risk, 0.5);
    risk->gibbs_ops->plane(risk, mu, a);
}

#endif
