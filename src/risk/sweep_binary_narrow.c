/* sweep_binary_narrow - dual coordinate steps over no values: each is 1, 16-bit columns. */
#define ROW_WIDTH CSR_NARROW
#define ROW_VALUE(x, k) ((void)(x), (void)(k), 1.0)
#define OPS risk_dual_ops_binary_narrow
#define ROW_DOT row_dot
#define ROW_ADD(x, i, a, w) row_add(x, i, a, w, false)
#include "data/csr_rows_template.h"

#include "risk/sweep_template.h"
