/* reg - convex regularizers Omega of a weight vector; Psi = lambda Omega. */
#ifndef RRM_REG_H
#define RRM_REG_H

#include <stddef.h>

enum reg_trait {
    REG_QUADRATIC = 1, /* Omega(w) = |w|^2/2: a Gram matrix or a closed form serves */
    REG_STRONG = 2,    /* curvature > 0: Psi* is finite and smooth, its slope is prox with S = 0 */
    REG_TRUNCATED = 4, /* Omega(w) = l1 |w|_1 + curvature |w|^2/2: weights are shrunk one by one */
    REG_EUCLIDEAN = 8, /* the distance of prox is |w - c|^2/2 */
    REG_COUNTED = 16   /* depends on the dimension too: a column without entries is not the same as no column */
};

enum { REG_PARAMETERS = 2 };

/* A number behind the name, -r NAME:P,P. */
struct reg_parameter {
    const char *name;
    double initial, lo, hi; /* default and range, both ends in it */
};

/* p are the parameters, in their order. Outside of the domain of Omega its value is INFINITY. */
struct reg {
    const char *name, *help;
    unsigned traits;
    struct reg_parameter parameter[REG_PARAMETERS]; /* ends with a NULL name */
    /* The least dimension that these parameters make sense for; NULL: any. */
    size_t (*least)(const double *p);
    /* Omega is curvature-strongly convex with regard to the distance. */
    double (*curvature)(const double *p);
    /* REG_TRUNCATED: the weight l1 of |w|_1. */
    double (*l1)(const double *p);
    /* Omega(w) */
    double (*value)(const double *p, size_t n, const double *w);
    /* Psi*(scale s) = sup_w <scale s, w> - lambda Omega(w); may be infinite. */
    double (*conjugate)(const double *p, size_t n, double lambda, double scale, const double *s);
    /* argmin_w <g, w> + lambda Omega(w) + S Delta(w, centre), Delta the distance; w may be g or centre. S may be 0 if
     * Omega is strongly convex: then w = grad Psi*(-g), whatever the centre, if it is finite. A slope that is NaN makes
     * a weight that is NaN, in prox, and no finite value, in conjugate. */
    void (*prox)(const double *p, size_t n, double lambda, double S, const double *centre, const double *g, double *w);
    /* The derivative of w, as prox gives it, with regard to -g, where there is one: diag(h) - v v'. NULL for
     * REG_QUADRATIC, where it is 1/(S + lambda). */
    void (*jacobian)(const double *p, size_t n, double lambda, double S, const double *centre, const double *g,
                     const double *w, double *h, double *v);
    /* Delta(w, c), a Bregman distance; NULL: |w - c|^2/2. */
    double (*distance)(size_t n, const double *w, const double *c);
};

const struct reg *reg_at(size_t index);
const struct reg *reg_find(const char *name, size_t length);

/* Delta(w, c) */
double reg_distance(const struct reg *reg, size_t n, const double *w, const double *c);

#endif
