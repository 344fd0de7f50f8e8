/* oracle - a risk's value and plane by its oracle. */
#include "risk/oracle.h"

#include "math/vec.h"

double risk_oracle_eval(const struct risk *risk, const double *w, void *room, void *answer,
                        double *a, double *b)
{
    const struct oracle_ops *ops = risk->oracle_ops;
    double R = 0;

    *b = 0;
    vec_fill(risk->dim, 0, a);
    for (int64_t i = 0; i < (int64_t)risk->units; i++) {
        double c = ops->cost(risk, i);
        ops->enter(risk, i, w, room);
        R += c * ops->worst(risk, i, room, answer);
        *b += c * ops->loss(risk, i, answer);
        ops->move(risk, i, 1, answer, &c, a);
    }
    return R;
}
