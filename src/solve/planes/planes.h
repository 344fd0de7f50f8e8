/* planes - the cutting-plane model max_j <a_j, w> + b_j of R, and convex combinations of its
 * planes.
 *
 *   paper (Smola, Vishwanathan, Le 2007)   here
 *   A = (a_1, a_2, ...), b                 a, b: R(w) >= <a_j, w> + b_j for every w
 *   A'A                                    gram
 *   alpha                                  dual[k].alpha, on the simplex
 *
 * For any alpha on the simplex (A alpha, b'alpha) is a plane below R, too. */
#ifndef RRM_PLANES_H
#define RRM_PLANES_H

#include <stddef.h>

#include "base/arena.h"
#include "base/status.h"
#include "math/simplex_qp.h"
#include "risk/risk.h"

enum { DUALS = 2 };

/* The weights of one dual problem over the planes; an engine may have two of them. */
struct dual {
    double *alpha; /* count: on the simplex */
    struct simplex_qp *qp;
};

struct planes {
    size_t n, count, capacity;
    double **a;   /* count vectors of n */
    double *b;    /* count */
    double *gram; /* capacity x capacity: <a_i, a_j> */
    int *idle;    /* count: how many solutions in a row each plane had no weight in */
    struct dual dual[DUALS];
    int duals;
    size_t *kept; /* capacity: scratch */
    const struct par *par; /* of the risk */
    struct arena arena;
};

/* Room for `capacity` >= 3 planes below this risk, and one or two dual problems. The plane (0, inf
 * R) is there at once if inf R is finite. ERR_SYSTEM: no memory; free in any case. */
enum status planes_init(struct planes *s, const struct risk *risk, size_t capacity, int duals);
void planes_free(struct planes *s);

/* Appends a copy of (a, b), with zero weight; a NULL for zeros. If there is no room, the planes
 * without weight leave or, if all have weight, each dual's combination takes the place of all
 * (Kiwiel's aggregation). ERR_SYSTEM. */
enum status planes_add(struct planes *s, const double *a, double b);

/* Maximises linear'alpha - kappa/2 |A alpha|^2 over the simplex, from dual k's last alpha, until
 * the Frank-Wolfe gap is at most tol. linear (count) NULL: b, the planes' offsets; with kappa =
 * 1/lambda this is BMRM's (7). */
void planes_solve(struct planes *s, int k, double kappa, const double *linear, double tol);

/* r = scale * A alpha */
void planes_combine(const struct planes *s, int k, double scale, double *r);

/* b'alpha */
double planes_offset(const struct planes *s, int k);

/* Counts one solution more for the planes without weight, as planes_solve does for dual 0. */
void planes_age(struct planes *s);

/* Lets the planes go that had no weight for more than IDLE_LIMIT solutions. */
void planes_drop_idle(struct planes *s);

/* A plane that left too early costs the pass in which it is found again, one that stays costs a row
 * of the master problem. Tuned. */
enum { IDLE_LIMIT = 50 };

#endif
