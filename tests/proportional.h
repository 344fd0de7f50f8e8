/* proportional - proportional odds a second time: from the probabilities, in more digits. */
#ifndef RRM_TESTS_PROPORTIONAL_H
#define RRM_TESTS_PROPORTIONAL_H

#include <stdint.h>

enum { PROPORTIONAL_CLASSES = 16 }; /* at most */

/* min over theta of -sum_i c_i log(s(theta_y - z_i) - s(theta_{y-1} - z_i)), y of 0 .. classes - 1, s(t) = 1/(1 + exp(-t)),
 * by Newton's method with full derivatives; theta (classes - 1) gets the best one. Every class has a row with c_i > 0. */
double proportional_best(int64_t rows, int classes, const double *y, const double *c, const double *z, double *theta);

#endif
