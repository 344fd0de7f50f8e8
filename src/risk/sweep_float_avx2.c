/* sweep_float_avx2 - dual coordinate steps over single precision values, with AVX2. */
#define ROW_WIDTH CSR_WIDE
#define ROW_VALUE(x, k) ((double)((const float *)(x)->value)[k])
#define OPS risk_dual_ops_float_avx2
#define ROW_DOT row_dot_quads
#define ROW_ADD row_add_quads
#include "data/csr_quads_template.h"

#include "risk/sweep_template.h"
