/* sweep_binary_narrow - dual coordinate steps over no values: each is 1, 16-bit columns. */
#define ROW_VALUE CSR_BINARY_VALUE
#define ROW_WIDTH CSR_NARROW
#define OPS risk_dual_ops_binary_narrow
#include "data/csr/csr_rows_template.h"

#include "risk/sweep_template.h"
