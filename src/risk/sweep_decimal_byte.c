/* sweep_decimal_byte - dual coordinate steps over decimal values, 8-bit columns. */
#define ROW_VALUE CSR_DECIMAL_VALUE
#define ROW_WIDTH CSR_BYTE
#define OPS risk_dual_ops_decimal_byte
#include "data/csr/csr_rows_template.h"

#include "risk/sweep_template.h"
