/* matching - a worked example of risk/oracle.h, shown in rrm-oracle(7): bipartite matchings. */
#ifndef RRM_TESTS_MATCHING_H
#define RRM_TESTS_MATCHING_H

#include "risk/risk.h"

enum { MATCHING_MOST = 6, MATCHING_FEATURES = 16 }; /* n and d at most */

struct matching {
    size_t units, n, d; /* n >= 2 */
    const double *x;    /* units x n x n x d */
};

/* R(w) = mean over the units of max over matchings y of wrong(y) + <w, Psi_i(y)>; m must outlive the risk. */
struct risk matching_risk(struct matching *m);

#endif
