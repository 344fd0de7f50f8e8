/* sweep_decimal - dual coordinate steps over decimal values. */
#define ROW_COL(x, k) (x)->col[k]
#define ROW_VALUE(x, k) decimal_value(((const int32_t *)(x)->value)[k], (x)->places)
#define OPS risk_dual_ops_decimal
#include "risk/sweep_template.h"
