/* sweep_binary - dual coordinate steps over no values: each is 1. */
#define ROW_WIDTH CSR_WIDE
#define ROW_VALUE(x, k) ((void)(x), (void)(k), 1.0)
#define OPS risk_dual_ops_binary
#define ROW_DOT row_dot
#define ROW_ADD(x, i, a, w) row_add(x, i, a, w, false)
#include "data/csr_rows_template.h"

#include "risk/sweep_template.h"
