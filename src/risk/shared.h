/* shared - what the risks of several problems over the same rows with the same costs have in
 * common, as those of one class against the rest: M = A' diag(c) A, of one score a row. Where
 * h_i = kappa c_i for all rows i, as at w = 0, the Hessian A' diag(h) A of a problem is kappa M.
 * The first risk that asks makes M, risks in other threads wait meanwhile: no bit depends on which
 * one is the first. */
#ifndef RRM_SHARED_H
#define RRM_SHARED_H

#include <pthread.h>

#include "base/arena.h"
#include "data/matrix.h"
#include "loss/costs.h"

struct risk_shared {
    int risks;            /* that share it */
    pthread_mutex_t lock; /* of all that follows */
    int left;             /* risks that may still ask */
    bool made;
    double *M;            /* columns x columns, row-major; NULL: there is no room yet */
    double *c;            /* rows: c_i, until M is made */
    struct arena arena, some; /* hold M; c */
};

void risk_shared_init(struct risk_shared *s, int risks);
void risk_shared_free(struct risk_shared *s);

/* One of the risks does not ask any more; M is freed with the last one. */
void risk_shared_leave(struct risk_shared *s);

/* Room for M, for A of any of the risks. False: no memory. */
bool risk_shared_room(struct risk_shared *s, const struct matrix *A);

/* The upper triangle of M, for which there is room, for A and c of any of the risks. */
const double *risk_shared_gram(struct risk_shared *s, const struct matrix *A, struct costs c);

#endif
