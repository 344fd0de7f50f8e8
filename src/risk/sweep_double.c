/* sweep_double - dual coordinate steps over double precision values. */
#define ROW_COL(x, k) (x)->col[k]
#define ROW_VALUE(x, k) ((const double *)(x)->value)[k]
#define OPS risk_dual_ops_double
#include "risk/sweep_template.h"
