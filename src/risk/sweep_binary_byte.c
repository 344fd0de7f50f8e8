/* sweep_binary_byte - dual coordinate steps over no values: each is 1, 8-bit columns. */
#define ROW_VALUE CSR_BINARY_VALUE
#define ROW_WIDTH CSR_BYTE
#define OPS risk_dual_ops_binary_byte
#include "data/csr/csr_rows_template.h"

#include "risk/sweep_template.h"
