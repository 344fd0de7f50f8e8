/* gibbs - losses l_i(z) = log sum over y of exp(s_i(y)) - s_i(y_i) whose dual points are Gibbs
 * distributions of parameters theta_i, as the scores are: for exponentiated gradients.
 *
 * Of unit i, the rows [lo, hi), theta_i and the expected counts mu_i of its distribution have
 * gibbs_size numbers: the scores of its rows, and behind these the own ones. -l_i* = H, the entropy
 * of the distribution, H = log Z(theta_i) - <theta_i, mu_i>. */
#ifndef RRM_GIBBS_H
#define RRM_GIBBS_H

#include "loss/loss.h"

struct gibbs {
    /* Scratch of a thread for units of at most `longest` rows. NULL: no memory. */
    void *(*room)(const struct loss *g, size_t longest, struct arena *arena);
    /* The expected counts mu of theta; returns H. */
    double (*counts)(const struct loss *g, void *room, size_t rows, const double *theta,
                     double *mu);
    /* x, of the rows, and own += scale times the counts of the true labels. */
    void (*add_truth)(const struct loss *g, int64_t lo, int64_t hi, double scale, double *x,
                      double *own);
};

extern const struct gibbs gibbs_chain;

#endif
