/* sweep_float - dual coordinate steps over single precision values. */
#define ROW_COL(x, k) (x)->col[k]
#define ROW_VALUE(x, k) ((double)((const float *)(x)->value)[k])
#define OPS risk_dual_ops_float
#include "risk/sweep_template.h"
