/* contingency - losses of the numbers of errors a second time: over all tables, in more digits. */
#ifndef RRM_TESTS_CONTINGENCY_H
#define RRM_TESTS_CONTINGENCY_H

#include "risk/composite.h"

/* True if the loss is one of them. */
bool contingency_has(const struct loss_row *loss);

/* Delta of c missed positives of P and b false alarms; NAN: no labeling has them. */
double contingency_delta(const struct loss_row *loss, double parameter, int64_t P, int64_t c, int64_t b);

/* max over labelings y' of Delta + 1/m sum (y'_i - y_i) z_i; mu > 0: mu log of the mean over all 2^m labelings of the exp of
 * that divided by mu. At most 4096 rows. */
double contingency_risk(const struct risk_spec *spec, double mu, const double *z);

#endif
