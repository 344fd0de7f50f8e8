/* sweep_binary - dual coordinate steps over no values: each is 1. */
#define ROW_COL(x, k) (x)->col[k]
#define ROW_VALUE(x, k) ((void)(x), (void)(k), 1.0)
#define OPS risk_dual_ops_binary
#include "risk/sweep_template.h"
