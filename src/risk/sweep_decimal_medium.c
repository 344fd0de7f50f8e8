/* sweep_decimal_medium - dual coordinate steps over decimal values, 17-bit columns. */
#define ROW_VALUE CSR_DECIMAL_VALUE
#define ROW_WIDTH CSR_MEDIUM
#define OPS risk_dual_ops_decimal_medium
#include "data/csr/csr_rows_template.h"

#include "risk/sweep_template.h"
