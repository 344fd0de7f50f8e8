/* sweep_double_medium_avx2 - dual coordinate steps, double precision, 17-bit columns, AVX2. */
#define ROW_VALUE CSR_DOUBLE_VALUE
#define ROW_WIDTH CSR_MEDIUM
#define OPS risk_dual_ops_double_medium_avx2
#include "data/csr/csr_quads_template.h"

#include "risk/sweep_template.h"
