/* sweep_double - dual coordinate steps over double precision values. */
#define ROW_VALUE CSR_DOUBLE_VALUE
#define ROW_WIDTH CSR_WIDE
#define OPS risk_dual_ops_double
#include "data/csr/csr_rows_template.h"

#include "risk/sweep_template.h"
