/* sweep_binary_medium - dual coordinate steps over no values: each is 1, 17-bit columns. */
#define ROW_VALUE CSR_BINARY_VALUE
#define ROW_WIDTH CSR_MEDIUM
#define OPS risk_dual_ops_binary_medium
#include "data/csr/csr_rows_template.h"

#include "risk/sweep_template.h"
