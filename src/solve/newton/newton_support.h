/* newton_support - Newton's systems on the support of a model with kinks (math/l1_columns.h), over
 * independent columns and few others (newton_schur.h). */
#ifndef RRM_NEWTON_SUPPORT_H
#define RRM_NEWTON_SUPPORT_H

#include "math/l1_columns.h"
#include "solve/newton/newton_schur.h"

struct newton_support {
    struct newton_schur schur;
    const uint32_t *set; /* the column of each of the model */
    const double *D;     /* columns: the damping is one of diag(D) */
    double damping;
    const double *h;     /* of the sums that the next system needs; NULL: they are there */
    double *ridge, *v;   /* columns */
};

/* True where a factor costs some passes at most: one output, no borders. */
bool newton_support_applies(const struct risk *risk);

/* For models whose column k is column set[k] of the data. Memory comes from the arena, which tells
 * whether there was enough. */
void newton_support_init(struct newton_support *s, const struct risk *risk, const uint32_t *set,
                         const double *D, struct arena *arena);

/* The blocks of rows, before the first model. False: no memory. */
bool newton_support_make(struct newton_support *s);

/* For models at h (units), which the first of their systems reads. */
void newton_support_update(struct newton_support *s, const double *h);

/* For l1_columns.solve: p = (H_AA + ridge + curvature + damping D)^-1 b on the support A of `c`,
 * where the step before had the length `last`. False: there is no factor. */
bool newton_support_solve(void *support, const struct l1_columns *c, double last);

#endif
