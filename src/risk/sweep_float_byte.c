/* sweep_float_byte - dual coordinate steps over single precision values, 8-bit columns. */
#define ROW_VALUE CSR_FLOAT_VALUE
#define ROW_WIDTH CSR_BYTE
#define OPS risk_dual_ops_float_byte
#include "data/csr/csr_rows_template.h"

#include "risk/sweep_template.h"
