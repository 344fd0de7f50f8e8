/* logarithms_avx2 - log(1 + x) of many numbers in vectors of four doubles. */
#define LOGARITHMS logarithms_avx2
#include "math/logarithms_template.h"
