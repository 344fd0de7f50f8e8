/* exponentials_baseline - exp of many numbers, for every machine. */
#define EXPONENTIALS exponentials_baseline
#include "math/exponentials_template.h"
