/* sweep_decimal - dual coordinate steps over decimal values. */
#define ROW_VALUE CSR_DECIMAL_VALUE
#define ROW_WIDTH CSR_WIDE
#define OPS risk_dual_ops_decimal
#include "data/csr/csr_rows_template.h"

#include "risk/sweep_template.h"
