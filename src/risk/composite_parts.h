/* composite_parts - what the files of the composite risk share: a matrix and a loss. */
#ifndef RRM_COMPOSITE_PARTS_H
#define RRM_COMPOSITE_PARTS_H

#include "data/matrix.h"
#include "loss/loss.h"
#include "risk/dual.h"
#include "risk/image.h"
#include "risk/lanes.h"

struct composite;

/* risk_sweep, but for its count */
typedef double sweep_kernel(struct composite *r, const struct sweep *s);

struct composite {
    struct risk risk; /* risk.self is this struct */
    struct matrix A;
    struct loss *g;
    double bias;      /* value of the bias feature if its weight is free, else 0 */
    double curvature, evenness; /* of risk_unit_curvature, risk_evenness */
    double coherence; /* the larger mean cos^2 of risk_is_coherent */
    sweep_kernel *sweep; /* of the storage of A; NULL without RISK_DUAL */
    double *z, *u;    /* image: scratch; NULL where the loss has `rows` */
    double *unit[2];  /* scores of a unit, the most: scratch, scores and slopes of one unit */
    struct label_oracle *oracle; /* NULL without RISK_ORACLE */
    const struct gibbs *gibbs;   /* NULL without RISK_GIBBS */
    struct gibbs_parts *parts;   /* of gibbs.h; NULL before its `begin` */
    const struct group_terms *terms; /* NULL: units are rows */
    struct groups groups;        /* of the rows (LOSS_GROUPS); else none */
};

/* The sweep over rows of this storage by one instruction set; the same bits for each. */
typedef sweep_kernel *sweep_kernel_isa(const struct csr *x);
sweep_kernel_isa sweep_kernel_baseline, sweep_kernel_avx2;

/* risk_sweep_lanes of this storage, by one instruction set; the same bits for each. */
typedef void lanes_kernel(const struct composite *r, struct lanes *s);
typedef lanes_kernel *lanes_kernel_isa(const struct csr *x);
lanes_kernel_isa lanes_kernel_baseline, lanes_kernel_avx2, lanes_kernel_avx512;

/* The operations on single units: of a pointwise loss (composite_units.c), of a sum over groups of
 * rows (composite_groups.c). */
extern const struct unit_ops risk_unit_ops, risk_group_ops;

/* Of group `unit`: how many scores its rows have; z (as many) = <w, x_t> of its rows t, and w +=
 * scale sum_t u_t x_t, in x, which is A.x or a view of it; returns the change of |w|^2. own_add:
 * the own weights of w += scale u (own); returns `change` and that of |w|^2. */
size_t unit_rows(const struct composite *r, int64_t unit);
void unit_product(const struct composite *r, const struct csr *x, int64_t unit, const double *w,
                   double *z);
double unit_add(const struct composite *r, const struct csr *x, int64_t unit, double scale,
                 const double *u, double *w);
double own_add(const struct composite *r, double scale, const double *u, double *w, double change);

/* The oracle of a loss that is a maximum over labels (composite_oracle.c). */
extern const struct oracle_ops risk_label_ops;
struct labelings;
struct label_oracle *label_oracle_make(const struct labelings *ops, struct arena *arena);

/* Dual points that are Gibbs distributions (composite_gibbs.c). */
extern const struct gibbs_ops risk_gibbs_ops;

/* r->sweep by r->A. */
void risk_choose_sweep(struct composite *r);

/* Sets r->curvature and r->evenness; with RISK_DUAL or RISK_GIBBS. */
void composite_set_curvature(struct composite *r);

/* Sets r->coherence. False: no memory. */
bool composite_set_coherence(struct composite *r);

#endif
