/* sweep_binary - dual coordinate steps over no values: each is 1. */
#define ROW_VALUE CSR_BINARY_VALUE
#define ROW_WIDTH CSR_WIDE
#define OPS risk_dual_ops_binary
#include "data/csr/csr_rows_template.h"

#include "risk/sweep_template.h"
