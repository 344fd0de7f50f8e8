/* linear_sweep_binary - dual coordinate steps over no values: each is 1. */
#define ROW_VALUE(x, k) ((void)(x), (void)(k), 1.0)
#define SWEEP linear_sweep_binary
#include "risk/linear_sweep_template.h"
