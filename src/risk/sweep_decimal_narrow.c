/* sweep_decimal_narrow - dual coordinate steps over decimal values, 16-bit columns. */
#define ROW_VALUE CSR_DECIMAL_VALUE
#define ROW_WIDTH CSR_NARROW
#define OPS risk_dual_ops_decimal_narrow
#include "data/csr/csr_rows_template.h"

#include "risk/sweep_template.h"
