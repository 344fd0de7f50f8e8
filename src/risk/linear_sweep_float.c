/* linear_sweep_float - dual coordinate steps over single precision values. */
#define ROW_VALUE(x, k) ((double)((const float *)(x)->value)[k])
#define SWEEP linear_sweep_float
#include "risk/linear_sweep_template.h"
