/* sweep_float - dual coordinate steps over single precision values. */
#define ROW_VALUE CSR_FLOAT_VALUE
#define ROW_WIDTH CSR_WIDE
#define OPS risk_dual_ops_float
#include "data/csr/csr_rows_template.h"

#include "risk/sweep_template.h"
