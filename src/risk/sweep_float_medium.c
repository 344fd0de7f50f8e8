/* sweep_float_medium - dual coordinate steps over single precision values, 17-bit columns. */
#define ROW_WIDTH CSR_MEDIUM
#define ROW_VALUE(x, k) ((double)((const float *)(x)->value)[k])
#define OPS risk_dual_ops_float_medium
#define ROW_DOT row_dot
#define ROW_ADD(x, i, a, w) row_add(x, i, a, w, false)
#include "data/csr_rows_template.h"

#include "risk/sweep_template.h"
