/* sweep_decimal - dual coordinate steps over decimal values. */
#define ROW_WIDTH CSR_WIDE
#define ROW_VALUE(x, k) decimal_value(((const int32_t *)(x)->value)[k], (x)->places)
#define OPS risk_dual_ops_decimal
#define ROW_DOT row_dot
#define ROW_ADD(x, i, a, w) row_add(x, i, a, w, false)
#include "data/csr_rows_template.h"

#include "risk/sweep_template.h"
