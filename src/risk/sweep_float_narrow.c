/* sweep_float_narrow - dual coordinate steps over single precision values, 16-bit columns. */
#define ROW_VALUE CSR_FLOAT_VALUE
#define ROW_WIDTH CSR_NARROW
#define OPS risk_dual_ops_float_narrow
#include "data/csr/csr_rows_template.h"

#include "risk/sweep_template.h"
