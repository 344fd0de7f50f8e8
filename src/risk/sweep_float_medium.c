/* sweep_float_medium - dual coordinate steps over single precision values, 17-bit columns. */
#define ROW_VALUE CSR_FLOAT_VALUE
#define ROW_WIDTH CSR_MEDIUM
#define OPS risk_dual_ops_float_medium
#include "data/csr/csr_rows_template.h"

#include "risk/sweep_template.h"
