/* sweep_double_avx2 - dual coordinate steps over double precision values, with AVX2. */
#define ROW_VALUE CSR_DOUBLE_VALUE
#define ROW_WIDTH CSR_WIDE
#define OPS risk_dual_ops_double_avx2
#include "data/csr/csr_quads_template.h"

#include "risk/sweep_template.h"
