/* gauge - J and D(alpha) of a run of dual steps: what both cost is time without steps.
 *
 * Of the state of the listing a look reads alpha, v, w, and adds to the active set the units whose
 * step would change alpha; v becomes a product where steps have rounded it too often. */
#ifndef RRM_GAUGE_H
#define RRM_GAUGE_H

#include "solve/dual/active_set.h"
#include "solve/dual/dual_map.h"
#include "solve/solver.h"

/* No epoch is numbered higher: 1 + (1 + LATEST) epoch fits an int32_t. */
enum { MOST_EPOCHS = INT32_MAX / 4 };

/* When to evaluate the gap. An epoch's gain is the sum over its steps of c_i q_i |change of
 * alpha_i|^2 (risk_sweep). Where l is smooth, the gap falls in proportion to it; where l has kinks,
 * the gap is a sum of distances to the kinks and falls like its root. */
struct looks {
    bool smooth;      /* the gap is about proportional to the gain; else to its root */
    int32_t last;     /* the epoch of the last evaluation, 0: none */
    int count;        /* evaluations so far */
    double gap, gain; /* then */
    double first;     /* the gain of the first epoch since */
};

struct gauge {
    double *z;     /* image: A w */
    double steps;  /* steps since v was a product */
    double bias;   /* s; 0: there is no bias that is not regularized */
    double centre; /* e of the bias */
    double dual;   /* D(alpha) at the last evaluation */
    double start, near; /* while rising: J at the start; how near to kinks units are active */
    bool scored;   /* z is A w(v) before an evaluation */
    bool rising;   /* D alone is evaluated (starts.h) */
    double *zero;  /* image: zeros; NULL: J is not stretched */
    void *room;    /* of the search of a multiple of w */
};

/* Asks the arena for memory. */
void gauge_init(struct gauge *g, const struct problem *p, struct arena *arena);

/* The gap was evaluated after this epoch. */
void look_note(struct looks *looks, int32_t epoch, double gap, double gain);

/* Is the gap to be evaluated after this epoch? */
bool look_is_due(struct looks *looks, int32_t epoch, double gain, double tolerance);

/* Tells J at w(v), and D(alpha) = b - Psi*(-a) from a = -sigma v, less the drift of v. Where they
 * meet the tolerance, or the drift counts, a is the product A'alpha, and v too. With a bias a is
 * that of the plane's own alpha, always. a lies where w(v) comes to lie, then where v does. False:
 * leave. */
bool gauge_evaluate(struct gauge *g, struct dual_map *map, struct point *x,
                    struct active_set *active, struct monitor *m);

/* D(alpha) from a = -sigma v, less the drift of v; where that would meet the tolerance, a is the
 * product A'alpha, and v too. */
double gauge_dual(struct gauge *g, struct dual_map *map, const struct point *x,
                  const struct monitor *m);

#endif
