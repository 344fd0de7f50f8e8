/* sweep_double_narrow_avx2 - dual coordinate steps, double precision, 16-bit columns, AVX2. */
#define ROW_WIDTH CSR_NARROW
#define ROW_VALUE(x, k) ((const double *)(x)->value)[k]
#define OPS risk_dual_ops_double_narrow_avx2
#define ROW_DOT row_dot_quads
#define ROW_ADD row_add_quads
#include "data/csr_quads_template.h"

#include "risk/sweep_template.h"
