/* linear_sweep_double - dual coordinate steps over double precision values. */
#define ROW_VALUE(x, k) ((const double *)(x)->value)[k]
#define SWEEP linear_sweep_double
#include "risk/linear_sweep_template.h"
