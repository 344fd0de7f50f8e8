/* pairs - which solver can minimise which loss with which regularizer. */
#ifndef RRM_PAIRS_H
#define RRM_PAIRS_H

#include "train/recipe.h"

/* ERR_USAGE, with the choices that would do, if no solver or not this one can minimise what the
 * options ask for. */
enum status pairs_check(const struct recipe *r, struct error *err);

/* The table of all of them, on standard output. */
void pairs_print(void);

#endif
