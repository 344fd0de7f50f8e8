/* sweep_double_medium - dual coordinate steps over double precision values, 17-bit columns. */
#define ROW_VALUE CSR_DOUBLE_VALUE
#define ROW_WIDTH CSR_MEDIUM
#define OPS risk_dual_ops_double_medium
#include "data/csr/csr_rows_template.h"

#include "risk/sweep_template.h"
