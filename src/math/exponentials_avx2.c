/* exponentials_avx2 - exp of many numbers in vectors of four doubles. */
#define EXPONENTIALS exponentials_avx2
#include "math/exponentials_template.h"
