/* sweep_double_narrow - dual coordinate steps over double precision values, 16-bit columns. */
#define ROW_VALUE CSR_DOUBLE_VALUE
#define ROW_WIDTH CSR_NARROW
#define OPS risk_dual_ops_double_narrow
#include "data/csr/csr_rows_template.h"

#include "risk/sweep_template.h"
