/* sweep_decimal_medium_avx2 - dual coordinate steps, decimal, 17-bit columns, AVX2. */
#define ROW_WIDTH CSR_MEDIUM
#define ROW_VALUE(x, k) decimal_value(((const int32_t *)(x)->value)[k], (x)->places)
#define OPS risk_dual_ops_decimal_medium_avx2
#define ROW_DOT row_dot_quads
#define ROW_ADD row_add_quads
#include "data/csr_quads_template.h"

#include "risk/sweep_template.h"
