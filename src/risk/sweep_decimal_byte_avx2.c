/* sweep_decimal_byte_avx2 - dual coordinate steps, decimal, 8-bit columns, AVX2. */
#define ROW_VALUE CSR_DECIMAL_VALUE
#define ROW_WIDTH CSR_BYTE
#define OPS risk_dual_ops_decimal_byte_avx2
#include "data/csr/csr_quads_template.h"

#include "risk/sweep_template.h"
