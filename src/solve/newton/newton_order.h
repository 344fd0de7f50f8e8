/* newton_order - whether a factor of some order is worth its operations. */
#ifndef RRM_NEWTON_ORDER_H
#define RRM_NEWTON_ORDER_H

#include <stdbool.h>

#include "risk/risk.h"

/* True if a Newton system is solved by a factor of order n: a small one, or that of a dense
 * table. */
bool newton_order_direct(const struct risk *risk, size_t n);

#endif
