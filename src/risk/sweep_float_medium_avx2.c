/* sweep_float_medium_avx2 - dual coordinate steps, single precision, 17-bit columns, AVX2. */
#define ROW_WIDTH CSR_MEDIUM
#define ROW_VALUE(x, k) ((double)((const float *)(x)->value)[k])
#define OPS risk_dual_ops_float_medium_avx2
#define ROW_DOT row_dot_quads
#define ROW_ADD row_add_quads
#include "data/csr_quads_template.h"

#include "risk/sweep_template.h"
