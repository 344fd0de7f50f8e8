/* pairs - which solver can minimise which pair of a loss and a regularizer. */
#ifndef RRM_PAIRS_H
#define RRM_PAIRS_H

#include "train/recipe.h"

/* OK if the solver of the recipe can minimise its loss with its regularizer and, with free_bias, a
 * bias outside of Omega. Else ERR_USAGE names the solvers that can or, if there are none, other
 * regularizers and losses. */
enum status pairs_check(const struct recipe *r, struct error *err);

/* Prints the table of all solvers, losses and regularizers on standard output. */
void pairs_print(void);

#endif
