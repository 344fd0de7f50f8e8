/* twins - every regularizer a second time, slowly and in more digits. */
#ifndef RRM_TESTS_TWINS_H
#define RRM_TESTS_TWINS_H

#include "math/rng.h"
#include "reg/reg.h"

enum { TWIN_DIM = 50 }; /* for at most so many weights */

/* One regularizer with parameters, as a test sees it. */
struct omega {
    const struct reg *reg;
    double p[REG_PARAMETERS];
    const struct twin *twin;
};

struct twin {
    const char *name;
    /* Omega(w) */
    double (*value)(const struct omega *o, size_t n, const double *w);
    /* A random point of the domain. */
    void (*point)(const struct omega *o, struct rng *rng, size_t n, double *w);
    /* argmin_w Omega(w) + S Delta(w, c) - <a, w>, for S + curvature > 0 */
    void (*prox)(const struct omega *o, size_t n, double S, const double *c, const double *a, double *w);
};

/* There must be one. */
const struct twin *twin_of(const struct reg *reg);

/* REG_SEPARABLE: Omega = r |w|_1 + q |w|^2/2, where w is within its bounds. */
void shrunk_weights(const struct omega *o, double *r, double *q);

#endif
