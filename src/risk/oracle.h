/* oracle - R(w) = sum over units i of c_i max over answers y of s_i(y),
 *     s_i(y) = l_i(y) + <w, Psi_i(y)>,   l_i(y_i) = 0, Psi_i(y_i) = 0 for the true answer y_i.
 *
 * An answer is bytes, which its reader keeps and compares: equal answers are equal bytes. What they
 * say is the risk's affair: a label, the labels of a sequence, a matching (rrm-oracle(7)).
 *
 * A visit: risk_enter fetches what w says of a unit into a room, once; risk_worst and risk_score
 * read the room alone; then one risk_move. Nothing fails but `begin`. */
#ifndef RRM_ORACLE_H
#define RRM_ORACLE_H

#include <stdint.h>

#include "base/arena.h"
#include "risk/risk.h"

/* One operation for each function below, which counts its passes. */
struct oracle_ops {
    /* What the operations need, in the arena, which must outlive their use; *room: bytes of a room.
     * False: no memory. */
    bool (*begin)(const struct risk *risk, struct arena *arena, size_t *room);
    double (*cost)(const struct risk *risk, int64_t unit);                 /* c_i >= 0 */
    size_t (*bytes)(const struct risk *risk, int64_t unit);                /* of an answer */
    void (*truth)(const struct risk *risk, int64_t unit, void *answer);    /* y_i */
    void (*enter)(const struct risk *risk, int64_t unit, const double *w, void *room);
    double (*worst)(const struct risk *risk, int64_t unit, void *room, void *answer);
    double (*score)(const struct risk *risk, int64_t unit, const void *room, const void *answer);
    double (*loss)(const struct risk *risk, int64_t unit, const void *answer);
    double (*distance)(const struct risk *risk, int64_t unit, const void *a, const void *b);
    void (*move)(const struct risk *risk, int64_t unit, size_t count, const void *answers,
                 const double *t, double *w);
};

/* Fetches what w (dim) says of the unit; w stays as it is while the room is read. 1/(2 units)
 * passes. */
static inline void risk_enter(const struct risk *risk, int64_t unit, const double *w, void *room)
{
    risk_count(risk, 0.5 / (double)risk->units);
    risk->oracle_ops->enter(risk, unit, w, room);
}

/* max s_i, and its answer: of equal ones the first in an order of the risk's. */
static inline double risk_worst(const struct risk *risk, int64_t unit, void *room, void *answer)
{
    return risk->oracle_ops->worst(risk, unit, room, answer);
}

/* s_i(y) */
static inline double risk_score(const struct risk *risk, int64_t unit, const void *room,
                                const void *answer)
{
    return risk->oracle_ops->score(risk, unit, room, answer);
}

/* l_i(y) */
static inline double risk_loss(const struct risk *risk, int64_t unit, const void *answer)
{
    return risk->oracle_ops->loss(risk, unit, answer);
}

/* |Psi_i(a) - Psi_i(b)|^2 */
static inline double risk_distance(const struct risk *risk, int64_t unit, const void *a,
                                   const void *b)
{
    return risk->oracle_ops->distance(risk, unit, a, b);
}

/* w (dim) += sum over k < count of t_k Psi_i(y_k), the answers one behind the other. 1/(2 units)
 * passes. */
static inline void risk_move(const struct risk *risk, int64_t unit, size_t count,
                             const void *answers, const double *t, double *w)
{
    risk_count(risk, 0.5 / (double)risk->units);
    risk->oracle_ops->move(risk, unit, count, answers, t, w);
}

/* R(w) and the plane (a, *b) that touches R at w, as risk.eval, by the operations alone: for a risk
 * that has no other way. room: of `begin`; answer: room for the longest answer. */
double risk_oracle_eval(const struct risk *risk, const double *w, void *room, void *answer,
                        double *a, double *b);

#endif
