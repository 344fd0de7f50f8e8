/* reg - convex regularizers Omega of a weight vector; Psi = lambda Omega. */
#ifndef RRM_REG_H
#define RRM_REG_H

#include <stddef.h>

enum reg_trait {
    REG_QUADRATIC = 1, /* Omega(w) = |w|^2/2: the engines that need a Gram matrix or a closed form */
    REG_PROX = 2       /* has prox */
};

struct reg {
    const char *name, *help;
    unsigned traits;
    /* Omega is `curvature`-strongly convex in the Euclidean norm. */
    double curvature;
    /* Omega(w) */
    double (*value)(size_t n, const double *w);
    /* Psi*(scale s) = sup_w <scale s, w> - lambda Omega(w); may be infinite. */
    double (*conjugate)(size_t n, double lambda, double scale, const double *s);
    /* argmin_w <g, w> + lambda Omega(w) + S/2 |w - centre|^2; w may be g or centre. */
    void (*prox)(size_t n, double lambda, double S, const double *centre, const double *g, double *w);
};

const struct reg *reg_at(size_t index);
const struct reg *reg_find(const char *name, size_t length);

#endif
