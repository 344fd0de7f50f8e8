/* logarithms_baseline - log(1 + x) of many numbers, for every machine. */
#define LOGARITHMS logarithms_baseline
#include "math/logarithms_template.h"
