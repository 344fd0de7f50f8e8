/* sweep_double - dual coordinate steps over double precision values. */
#define ROW_WIDTH CSR_WIDE
#define ROW_VALUE(x, k) ((const double *)(x)->value)[k]
#define OPS risk_dual_ops_double
#define ROW_DOT row_dot
#define ROW_ADD(x, i, a, w) row_add(x, i, a, w, false)
#include "data/csr_rows_template.h"

#include "risk/sweep_template.h"
