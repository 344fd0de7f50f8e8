/* sweep_decimal_medium - dual coordinate steps over decimal values, 17-bit columns. */
#define ROW_WIDTH CSR_MEDIUM
#define ROW_VALUE(x, k) decimal_value(((const int32_t *)(x)->value)[k], (x)->places)
#define OPS risk_dual_ops_decimal_medium
#define ROW_DOT row_dot
#define ROW_ADD(x, i, a, w) row_add(x, i, a, w, false)
#include "data/csr_rows_template.h"

#include "risk/sweep_template.h"
