/* worst - a row that is not in the list: a whole-set loss in which no example can count twice. */
#ifndef RRM_TESTS_WORST_H
#define RRM_TESTS_WORST_H

#include "loss/instance.h"

/* g(z) = max_i max(0, 1 - y_i z_i); it takes no weights, and does not smooth: given either, the test fails. */
extern const struct loss_row loss_worst;

#endif
