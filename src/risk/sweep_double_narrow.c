/* sweep_double_narrow - dual coordinate steps over double precision values, 16-bit columns. */
#define ROW_WIDTH CSR_NARROW
#define ROW_VALUE(x, k) ((const double *)(x)->value)[k]
#define OPS risk_dual_ops_double_narrow
#define ROW_DOT row_dot
#define ROW_ADD(x, i, a, w) row_add(x, i, a, w, false)
#include "data/csr_rows_template.h"

#include "risk/sweep_template.h"
