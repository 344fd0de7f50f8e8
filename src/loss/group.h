/* group - losses that are a sum over the groups of the rows, queries or sequences, of functions of
 * their own scores:
 *     g(z) = sum over the groups q of g_q(z_q),
 * z_q the scores of the rows of group q and, behind these, the own scores. */
#ifndef RRM_GROUP_H
#define RRM_GROUP_H

#include "loss/loss.h"

struct group_terms {
    /* g_q(z), z = z_q; u, as long, and the offset are slopes: <u, z'> + offset <= g_q(z') for all
     * z', with equality at z. */
    struct sums (*slopes)(struct loss *g, int64_t group, const double *z, double *u);
    /* most[t] >= |u_t| of row t of the group, for all slopes u; with own scores the same of these
     * in most[rows]. */
    void (*steepest)(const struct loss *g, int64_t group, double *most);
};

extern const struct group_terms group_chain, group_pairs, group_gains;

#endif
