/* sweep_decimal_avx2 - dual coordinate steps over decimal values, with AVX2. */
#define ROW_VALUE CSR_DECIMAL_VALUE
#define ROW_WIDTH CSR_WIDE
#define OPS risk_dual_ops_decimal_avx2
#include "data/csr/csr_quads_template.h"

#include "risk/sweep_template.h"
