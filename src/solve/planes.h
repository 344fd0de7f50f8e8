/* planes - the cutting planes R(w) >= <a_j, w> + b_j that an engine has seen, and the dual problem over them. */
#ifndef RRM_PLANES_H
#define RRM_PLANES_H

#include <stddef.h>

#include "base/arena.h"
#include "base/status.h"
#include "risk/risk.h"
#include "math/simplex_qp.h"

enum { MASTERS = 2, IDLE_LIMIT = 50 };

/* A convex combination of the planes, found by the dual problem (7); engines may keep two. */
struct master {
    double *alpha; /* count: on the simplex */
    struct simplex_qp *qp;
};

struct planes {
    size_t n, count, capacity;
    double **a;     /* count vectors of n */
    double *b;      /* count */
    double *tilt;   /* count: the engine's own linear term, kept beside its plane; 0 at first */
    double *gram;   /* capacity x capacity: <a_i, a_j> */
    double *scratch; /* capacity */
    int *idle;      /* how many solutions in a row each plane had no weight in */
    struct master master[MASTERS];
    int masters;
    size_t *place;  /* capacity: scratch */
    struct arena arena;
};

/* Room for `capacity` planes (3 or more) below this risk, with one or two masters; the plane (0, inf R) is there at
 * once if that is finite. ERR_SYSTEM: no memory; free in any case. */
enum status planes_init(struct planes *s, const struct risk *risk, size_t capacity, int masters);
void planes_free(struct planes *s);

/* Appends a copy of (a, b), a NULL for zeros; if there is no room, planes without weight leave, or all are put together
 * into two. */
enum status planes_add(struct planes *s, const double *a, double b);

/* Maximises sum_j alpha_j (b_j + lean tilt_j) - kappa/2 |A alpha|^2 over the simplex, from this master's last alpha,
 * until the Frank-Wolfe gap is at most tol. BMRM (7) with kappa = 1/lambda and lean = 0. Whatever alpha comes out, the
 * plane (A alpha, b'alpha) holds. */
void planes_solve(struct planes *s, int master, double kappa, double lean, double tol);

/* tilt_j += tau <a_j, w> for every plane j */
void planes_tilt(struct planes *s, double tau, const double *w);

/* r = scale * A alpha */
void planes_combine(const struct planes *s, int master, double scale, double *r);

/* b'alpha */
double planes_offset(const struct planes *s, int master);

/* BMRM's step 6: solves (7) for R(w) + lambda/2 |w|^2 to tol with a master and forms the plane (a, b) = (A alpha,
 * b'alpha); returns b. The minimum of the lower model is at w = -a/lambda. */
double planes_bound(struct planes *s, int master, double lambda, double tol, double *a);

/* Lets the planes go that no master has used for more than IDLE_LIMIT solutions. */
void planes_drop_idle(struct planes *s);

/* Counts one solution more for the planes without weight; planes_solve does it for master 0. */
void planes_age(struct planes *s);

#endif
